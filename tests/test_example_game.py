"""The example of docs/new-game.md is a whole game: installed as the guide says, it passes all that a game has to pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "goof"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the example copied over it."""
    folder = tmp_path_factory.mktemp("installed")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in tracked.rstrip("\0").split("\0"):
        if not name.startswith(("examples/", "docs/pictures/")) and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def passes(folder: Path, *command: str) -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.long
def test_nothing_is_missing_and_its_own_rules_hold(installed: Path) -> None:
    passes(installed, "tests.support.completeness", "goof")
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/games/goof/test_rules.py")


@pytest.mark.long
def test_it_conforms_and_is_drawn_and_played_in_the_sandbox(installed: Path) -> None:
    tests = ["tests/games/goof", "tests/engines/test_conformance.py", "tests/e2e/test_every_game.py", "tests/test_rules.py"]
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-m", "", "-k", "goof", *tests)


@pytest.mark.long
def test_its_code_is_written_as_the_house_wants_it(installed: Path) -> None:
    passes(installed, "ruff", "check", "engines/goof", "render/goof", "tests/games/goof")
    passes(installed, "mypy")

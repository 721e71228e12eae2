"""What strangers find beside the code: versions that agree, and files for a public forge that keep to their schemas."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from data.program import ZAMKI
from engines import games
from tools import pictures, release

ROOT = Path(__file__).parent.parent
FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_is_semantic_and_the_same_everywhere() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert declared == ZAMKI
    assert re.fullmatch(r"\d+\.\d+\.\d+", declared)
    titles = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert titles[0] == "Unreleased" or titles[0].startswith(declared)
    assert all(re.fullmatch(r"Unreleased|\d+\.\d+\.\d+( \(.+\))?", title) for title in titles)


def test_the_notes_of_a_release_are_its_part_of_the_changelog(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.notes("1.2.3", "# Changelog\n\n## 1.2.3 (today)\n\n- new\n\n## 1.2.2\n\n- old\n") == "- new"
    with pytest.raises(ValueError, match="no part"):
        release.notes("1.2.4", CHANGELOG)
    assert release.main("99.0.0") == 1
    assert "pyproject.toml has" in capsys.readouterr().err
    bare = [sys.executable, "-S", "-E", "-m", "tools.release", "99.0.0"]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "is asked for" in done.stderr, "it runs without our libraries"


def test_workflows_may_do_little_and_end() -> None:
    for path in WORKFLOWS:
        made = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert set(made["permissions"].values()) == {"write" if path.stem == "release" else "read"}, path.name
        for name, job in made["jobs"].items():
            assert job["timeout-minutes"], name


def test_every_supported_python_is_tested() -> None:
    checks = yaml.safe_load((FORGE / "workflows" / "checks.yml").read_text(encoding="utf-8"))
    assert checks["jobs"]["quick"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]


def test_commands_of_the_workflows_are_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in WORKFLOWS:
        for target in re.findall(r"\bmake ([\w-]+)", path.read_text(encoding="utf-8")):
            assert f"\n{target}:" in makefile, target


def test_the_readmes_pictures_are_drawn_from_games_that_can_be_checked() -> None:
    """Where the rules have changed since: `python -m tools.pictures --play`, then look at the pictures."""
    for key in games():
        assert pictures.stored(key).result is not None
    assert (pictures.FOLDER / "round.webp").stat().st_size < 500_000
    assert len(pictures.a_round()) > 3


def test_the_base_image_is_pinned_by_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(bases)) == 1
    assert all(re.fullmatch(r"python:[\d.]+-slim-\w+@sha256:[0-9a-f]{64}", base) for base in bases)

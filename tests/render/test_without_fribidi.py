"""Slim images, Windows, macOS and Alpine have no FriBiDi, which Pillow loads from the system to set text with raqm. The
pictures are the same without it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import games
from tests.support.random_game_count import WHOLE

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the library is hidden as Linux finds libraries")


@pytest.fixture
def hidden(tmp_path: Path) -> dict[str, str]:
    """An environment in which the library is found first as a file that is none."""
    (tmp_path / "libfribidi.so.0").touch()
    return {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}


def told(wanted: tuple[str, ...], environment: dict[str, str]) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.support.every_picture", *wanted]
    return subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [("house",), pytest.param(("house", *[*games()][:: 1 if WHOLE else 2]), marks=pytest.mark.long)],
    ids=["some", "every kind"],
)
def test_pictures_are_the_same_without_fribidi(wanted: tuple[str, ...], hidden: dict[str, str]) -> None:
    """At a machine that has none either, that they are drawn. All games set text by `render.canvas`, so CI draws every other
    one (ZAMKI_WHOLE=1: all).
    """
    here, there = told(wanted, dict(os.environ)), told(wanted, hidden)
    (pictures, faults), (others, other_faults) = here.communicate(timeout=250), there.communicate(timeout=250)
    assert (here.returncode, there.returncode) == (0, 0), faults + other_faults
    with_it, without = pictures.splitlines(), others.splitlines()
    assert without[0] == "raqm False"
    assert without[1:] == with_it[1:]
    assert len(without) > 20 * len(wanted)


@pytest.mark.long
def test_the_check_is_well_without_fribidi(tmp_path: Path, hidden: dict[str, str]) -> None:
    given = {**hidden, "DISCORD_TOKEN": "x" * 24 + ".x.x", "ZAMKI_DATABASE": str(tmp_path / "zamki.sqlite")}
    done = subprocess.run(
        [sys.executable, ROOT / "bot.py", "--check"], cwd=tmp_path, env=given, capture_output=True, text=True, check=False
    )
    assert "✓ fonts" in done.stdout, done.stdout + done.stderr

"""Players of an earlier commit: `master` as it was then is a yardstick for changes of the players of today.

Git has their code and weights. They are unpacked once into var/arena/ and imported beside today's.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from engines.contract import Game, Move, View

COMMIT = "de436522dcbcc71af9eed9dfbd0c1f6124ae55e7"
"""Where the former players are taken from."""

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "var" / "arena" / COMMIT[:7]


_modules: dict[str, ModuleType] = {}
"""Its modules by the names that today's have, too."""


@functools.cache
def available() -> bool:
    """Whether the commit is here: a shallow clone or a copy without its history does not have it."""
    command = ["git", "cat-file", "-e", f"{COMMIT}^{{commit}}"]
    return FOLDER.is_dir() or subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 0


def former(game: Game, view: View, rng: random.Random, _seconds: float) -> Move:
    """What the strongest level of that commit does. It needs the commit (`available`)."""
    with _then():
        then: Game = importlib.import_module("engines").games()[game.key]
        return then.choose_move(view, rng, game.levels[-1])


@contextlib.contextmanager
def _then() -> Iterator[None]:
    """While this lasts, the code of then is imported in place of today's: what it looks up by name it must find there."""
    if not FOLDER.is_dir():
        _unpack()
    today = _taken()
    sys.modules.update(_modules)
    sys.path.insert(0, str(FOLDER))
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))
        _modules.update(_taken())
        sys.modules.update(today)


def _unpack() -> None:
    """Put the code of then into its folder; the first of several processes (`--jobs`) does."""
    command = ["git", "archive", COMMIT, "engines", "data/components", "data/learned"]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as made, tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        whole = Path(made, "whole")
        tar.extractall(whole, filter="data")
        with contextlib.suppress(OSError):  # another one was first
            whole.rename(FOLDER)


def _taken() -> dict[str, ModuleType]:
    """The engines' modules, taken out of those that are imported."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "engines"}

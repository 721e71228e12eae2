"""Players of an earlier commit: its `master` is a yardstick for changes of today's players.

Their code and weights are in Git. They are unpacked once into var/arena/ and imported beside today's.
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
"""The commit of the former players."""

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "var" / "arena" / COMMIT[:7]


_modules: dict[str, ModuleType] = {}
"""The commit's modules, under the names that today's also have."""


@functools.cache
def available() -> bool:
    """Returns whether the commit is available. A shallow clone or a copy without history does not have it."""
    command = ["git", "cat-file", "-e", f"{COMMIT}^{{commit}}"]
    return FOLDER.is_dir() or subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 0


def former(game: Game, view: View, rng: random.Random, _seconds: float) -> Move:
    """Returns the move of that commit's strongest level. It needs the commit (`available`)."""
    with _then():
        then: Game = importlib.import_module("engines").games()[game.key]
        return then.choose_move(view, rng, game.levels[-1])


@contextlib.contextmanager
def _then() -> Iterator[None]:
    """Import the old code in place of today's while this lasts, since it looks up modules by name."""
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
    """Unpack the old code into its folder. Of several processes (`--jobs`), the first does it."""
    command = ["git", "archive", COMMIT, "engines", "data/components", "data/learned"]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as made, tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        whole = Path(made, "whole")
        tar.extractall(whole, filter="data")
        with contextlib.suppress(OSError):  # another process was first
            whole.rename(FOLDER)


def _taken() -> dict[str, ModuleType]:
    """Take the engines' modules out of the imported ones and return them."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "engines"}

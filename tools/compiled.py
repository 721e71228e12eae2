"""`python -m tools.compiled [FOLDER]`: a copy of the repository whose computer players are compiled by mypyc.

They make the same moves in half to two thirds of the time, which pays off for a long series of the arena: run `bench arena` in
the copy. Its games are stored in this tree's var/arena; the same command here times some games and writes the table. Needs
setuptools, a C compiler and Python's headers. The bot itself is never compiled.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMPILED = {
    "rycerze": ("fast", "search"),
    "rzymianie": ("fast", "rounds", "search", "value"),
    "torres": ("answers", "choices", "evaluate", "play", "prospect", "scoring", "search", "squares", "terrain", "towers"),
    "zamek": ("choices", "laying", "leaf", "play", "scoring", "search"),
}
"""By game, the modules that take the time. None may have a class that msgspec decodes: mypyc loses its lists' item types."""

_CLASS = re.compile(r"^class .*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_TAKEN = re.compile(r"^    (\w+) = ((?:\w+\.)?\w+)$", re.MULTILINE)
_METHOD = r"""    def \1(self, *said, **named):
        return \2(self, *said, **named)"""
"""A position's method that is a function of another module, and its form in the copy: compiled functions assigned in a class
are not passed the position.
"""

_SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

setup(name="compiled", packages=[], ext_modules=mypycify({modules!r}, opt_level="3"))
"""


def main(arguments: Sequence[str]) -> int:
    """Make the copy, replacing an existing one. Returns 1 if it cannot be compiled."""
    parser = argparse.ArgumentParser(prog="python -m tools.compiled", description="A copy with compiled computer players.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "var" / "compiled", help="where to (var/compiled)")
    to = parser.parse_args(arguments).folder.resolve()
    if to.exists():
        if not (to / "bench" / "arena").is_dir():
            print(f"{to} is something else: name a folder that is not there yet", file=sys.stderr)
            return 1
        shutil.rmtree(to)
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    tracked = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True)
    for name in tracked.stdout.decode().rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    kept = ROOT / "var" / "arena"
    kept.mkdir(parents=True, exist_ok=True)
    (to / "var").mkdir(exist_ok=True)
    (to / "var" / "arena").symlink_to(kept)
    (to / "pyproject.toml").unlink()  # it describes the bot, which setuptools would build
    for position in to.glob("engines/*/position.py"):
        text = position.read_text(encoding="utf-8")
        position.write_text(_CLASS.sub(lambda body: _TAKEN.sub(_METHOD, body[0]), text), encoding="utf-8")
    modules = [f"engines/{game}/{name}.py" for game, names in COMPILED.items() for name in names]
    (to / "setup.py").write_text(_SETUP.format(modules=modules), encoding="utf-8")
    build = [sys.executable, "setup.py", "build_ext", "--inplace"]
    built = subprocess.run(build, cwd=to, check=False, capture_output=True, text=True)
    if built.returncode:
        print(built.stdout[-3000:], built.stderr[-3000:], file=sys.stderr)
        print("It needs setuptools (pip), a C compiler and Python's headers (Debian: gcc python3-dev).", file=sys.stderr)
        return 1
    print(f"cd {to} && {sys.executable} -m bench arena …", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A new game that runs immediately: `python -m tools.new_game KEY` copies the example (examples/goof) under another name.

Files that tools generate from rules and pictures are not copied: stored games, golden pictures, palettes, results of the arena.
Rules are numbered with the first letter of the key.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "goof"
MADE = ("golden", "palettes", "computers", "bench", "__pycache__")
"""Folders of the example with generated files."""


def copy(key: str, root: Path = ROOT) -> list[Path]:
    """Copy the example under this key. Returns the written files. Raises ValueError if the key is invalid or taken."""
    if not re.fullmatch(r"[a-z]{3,16}", key):
        raise ValueError(f"{key!r} is no key: take three to sixteen lower-case letters")
    taken = [*(root / "data" / "locale").glob(f"*/{key}.po"), *(path for path in _folders(key, root) if path.exists())]
    if taken:
        raise ValueError(f"{key!r} is taken: {taken[0].relative_to(root)} exists")
    written = []
    for path in sorted(path for path in EXAMPLE.rglob("*") if path.is_file()):
        inside = path.relative_to(EXAMPLE)
        if not {*MADE} & {*inside.parts}:
            target = root / renamed(inside.as_posix(), key)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(path.read_text(encoding="utf-8"), key), encoding="utf-8")
            written.append(target)
    return written


def renamed(text: str, key: str) -> str:
    """Returns the text with the game's name and rule numbers replaced."""
    text = re.sub(r"\bG(?=\d)", key[0].upper(), text)
    return text.replace("Goofspiel", key.title()).replace("Goof", key.title()).replace("goof", key)


def _folders(key: str, root: Path) -> list[Path]:
    return [root / folder / key for folder in ("engines", "render", "tests/games")]


def main(arguments: list[str]) -> int:
    """Copy the example. Returns 2 if that is impossible."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        written = copy(arguments[0])
    except ValueError as error:
        print(error)
        return 2
    print("".join(f"{path.relative_to(ROOT)}\n" for path in written), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A new game that runs immediately: `python -m tools.new_game KEY [EXAMPLE]` copies an example under another name.

The examples are `goof` (secret bids; the default) and `chomp` (everything is open, two players). Files that tools generate from
rules and pictures are not copied: stored games, golden pictures, palettes, results of the arena. Rules are numbered with the
first letter of the key.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLES = ("goof", "chomp")
"""The first is copied where none is named."""
MADE = ("golden", "palettes", "computers", "bench", "events", "pictures", "__pycache__")
"""Folders of an example with generated files."""


def copy(key: str, example: str = EXAMPLES[0]) -> list[Path]:
    """Copy an example under this key. Returns the written files. Raises ValueError if the key is invalid or taken, or if there
    is no such example.
    """
    if example not in EXAMPLES:
        raise ValueError(f"there is no example {example!r}: take one of {', '.join(EXAMPLES)}")
    if not re.fullmatch(r"[a-z]{3,16}", key):
        raise ValueError(f"{key!r} is not a key: take three to sixteen lower-case letters")
    taken = [*(ROOT / "data" / "locale").glob(f"*/{key}.po"), *(path for path in _folders(key) if path.exists())]
    if taken:
        raise ValueError(f"{key!r} is taken: {taken[0].relative_to(ROOT)} exists")
    written = []
    folder = ROOT / "examples" / example
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        inside = path.relative_to(folder)
        if not {*MADE} & {*inside.parts}:
            target = ROOT / renamed(inside.as_posix(), example, key)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(path.read_text(encoding="utf-8"), example, key), encoding="utf-8")
            written.append(target)
    return written


def renamed(text: str, example: str, key: str) -> str:
    """Returns the text with the example's name and rule numbers replaced."""
    text = re.sub(rf"\b{example[0].upper()}(?=\d)", key[0].upper(), text)
    return text.replace("Goofspiel", key.title()).replace(example.title(), key.title()).replace(example, key)


def _folders(key: str) -> list[Path]:
    return [ROOT / folder / key for folder in ("engines", "render", "tests/games")]


def main(arguments: list[str]) -> int:
    """Copy an example. Returns 2 if that is impossible."""
    if len(arguments) not in {1, 2}:
        print(__doc__)
        return 2
    try:
        written = copy(*arguments)
    except ValueError as error:
        print(error)
        return 2
    print("".join(f"{path.relative_to(ROOT)}\n" for path in written), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The cyclomatic complexity of each function: `python -m tools.complexity`, part of `make lint`.

Ternaries, `and` and `or`, and the loops and conditions of comprehensions count as branches, which ruff's C901 does not see;
lizard counts them. Above `MOST` are only the functions in `tools/complexity.toml`, each with the number that it may have. The
list may only shrink: `python -m tools.complexity --count` writes it again, also after a function has moved, and refuses if it
would grow.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import lizard

ROOT = Path(__file__).parent.parent

MOST = 15

ALLOWED = Path(__file__).with_suffix(".toml")
"""“file function” → the complexity that it may have."""

PACKAGES = (
    *("data", "engines", "render", "tables", "asking", "chat", "web", "cogs", "sandbox", "service"),
    *("tools", "bench", "examples", "bot.py", "zamki.py"),
)
"""Packages and modules whose functions are counted, but for the tests in them."""


def measured() -> dict[str, tuple[int, int]]:
    """Returns the complexity and the line of each function above `MOST`, by file and name."""
    found: dict[str, tuple[int, int]] = {}
    for path in _code():
        where = path.relative_to(ROOT).as_posix()
        for function in lizard.analyze_file(str(path)).function_list:
            name = f"{where} {function.name}"
            if function.cyclomatic_complexity > max(MOST, found.get(name, (0, 0))[0]):
                found[name] = (function.cyclomatic_complexity, function.start_line)
    return found


def risen(found: dict[str, tuple[int, int]], allowed: dict[str, int]) -> list[str]:
    """Returns a line for each function that is above what it may have."""
    lines = []
    for name, (complexity, line) in sorted(found.items()):
        most = allowed.get(name, MOST)
        if complexity > most:
            where, _, function = name.partition(" ")
            lines.append(f"{where}:{line}: {function} has a complexity of {complexity}, and may have {most}")
    return lines


def _code() -> list[Path]:
    names = [package if "." in package else f"{package}/**/*.py" for package in PACKAGES]
    return [path for name in names for path in sorted(ROOT.glob(name)) if "tests" not in path.parts]


def main(arguments: list[str]) -> int:
    """Print what is too complex, or with `--count` write what is allowed from now on. Returns the exit code."""
    found, allowed = measured(), tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    if "--count" in arguments:
        if len(found) > len(allowed) or sum(each for each, _ in found.values()) > sum(allowed.values()):
            print("There is more than before:", *risen(found, allowed), sep="\n")
            return 1
        lines = (f'"{name}" = {complexity}\n' for name, (complexity, _) in sorted(found.items()))
        ALLOWED.write_text("".join(lines), encoding="utf-8")
        return 0
    more = risen(found, allowed)
    note = "Hand a part to a function with a name from the domain. After a move: `python -m tools.complexity --count`"
    print(*(more or ["Complexity: nothing found"]), *([note] if more else []), sep="\n")
    return bool(more)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

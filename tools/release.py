"""The text that announces a release: `python -m tools.release 1.2.3` prints its part of CHANGELOG.md.

It fails unless `pyproject.toml`, `data/program.py` and the changelog have that version. It needs only Python.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from data.program import ZAMKI

ROOT = Path(__file__).parent.parent


def notes(version: str, changelog: str) -> str:
    """Returns the part of the changelog about a version. Raises ValueError if there is none."""
    parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    told = {title.partition(" ")[0]: text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}
    if not told.get(version):
        raise ValueError(f"CHANGELOG.md has no part `## {version}`")
    return told[version]


def agreed(version: str, declared: str) -> None:
    """Raise ValueError unless the code has this version."""
    if not version == declared == ZAMKI:
        raise ValueError(f"{version} is asked for; pyproject.toml has {declared}, data/program.py {ZAMKI}")


def main(version: str) -> int:
    """Print the notes. Returns 1 if a version differs."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    try:
        agreed(version, declared)
        print(notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    except ValueError as error:
        sys.stderr.write(f"release: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

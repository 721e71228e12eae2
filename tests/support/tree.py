"""The files of this tree that are the project's own."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

MADE = {".venv", ".git", "__pycache__", "var", "compiled", "token.txt", ".env"}
"""Generated or private files in a tree, as in .gitignore."""


def own_files() -> list[str]:
    """Returns their names: those Git has or would add; without Git, as in an unpacked archive, all that are not generated."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        done = None
    if done is not None and done.returncode == 0:
        names = [name for name in done.stdout.split("\0") if name]
    else:
        inner = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        names = [str(path) for path in inner if not MADE & set(path.parts) and not path.parts[0].endswith("_cache")]
    return sorted({name for name in names if (ROOT / name).is_file()})

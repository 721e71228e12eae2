"""Whether the installed libraries are those of the lock files: `zamki.py` installs them, but `bot.py` can be started alone."""

import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def update_advice() -> str | None:
    """Returns what to do if a lock file has changed since the libraries of this environment were installed; None if none has,
    or if `zamki.py` did not make the environment.
    """
    try:
        installed: dict[str, str] = json.loads((Path(sys.prefix) / "ready.json").read_text(encoding="utf-8"))
        locks = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("*.lock")}
    except (OSError, ValueError):
        return None
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in locks.items()}
    changed = sorted(name for name, digest in digests.items() if installed.get(name, digest) != digest)
    if not changed:
        return None
    how = "python3 zamki.py setup" + (" postgres" if "requirements-postgres.lock" in installed else "")
    return f"{', '.join(changed)} changed since the libraries were installed: stop the bot, type {how}, and start it again"

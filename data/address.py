"""Where a store is, as the settings name it: the path of an SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


def is_url(where: str | Path) -> bool:
    """Whether it names a PostgreSQL database and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def printable(where: str | Path) -> str:
    """The place as it may be printed: of a URL host, port and database alone, without user, password and options."""
    if not is_url(where):
        return str(where)
    try:
        parts = urlsplit(str(where))
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://…"
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"

"""Where a store is, as the settings name it: the path of an SQLite file, or the URL of a PostgreSQL database."""

import re
from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")

HIDDEN = "postgresql://…"
"""How a URL is printed that cannot be taken apart: somewhere in it there may be a password."""


def is_url(where: str | Path) -> bool:
    """Whether it names a PostgreSQL database and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def scheme_of(where: str | Path) -> str:
    """With what it begins if it is written as a URL, such as `mysql:`; "" for a path."""
    found = re.match(r"\s*([A-Za-z][A-Za-z0-9+.-]+:)/", str(where))
    return found[1] if found else ""


def printable(where: str | Path) -> str:
    """The place as it may be printed: of a URL host, port and database alone, without user, password and options."""
    if not is_url(where):
        return f"{scheme}//…" if (scheme := scheme_of(where)) else str(where)
    try:
        parts = urlsplit(str(where))
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return HIDDEN
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":
        return HIDDEN  # a / ? or # in the password has cut it in two
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def whole(where: str | Path) -> str:
    """The place as it may be printed, of a file its absolute path: which one a relative path names depends on
    the folder that the bot was started from.
    """
    return printable(where) if scheme_of(where) else str(Path(where).absolute())

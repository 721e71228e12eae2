"""The address of a store in the settings: the path of an SQLite file, or the URL of a PostgreSQL database."""

import re
from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")

HIDDEN = "postgresql://…"
"""What is printed for a URL that cannot be parsed, as some part of it may be a password."""

KEYWORDS = re.compile(
    r"\s*((?:host|hostaddr|port|dbname|user|password|passfile|service|options|channel_binding|application_name"
    r"|client_encoding|connect_timeout|keepalives|target_session_attrs|gss\w+|krb\w+|ssl\w*)\s*=)"
)
"""The beginning of libpq's other form of a connection, such as `host=db password=…`."""


def is_url(where: str | Path) -> bool:
    """Returns whether it names a PostgreSQL database and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def scheme_of(where: str | Path) -> str:
    """Returns its scheme if it is written as a URL, such as `mysql:`, or the first keyword in libpq's other form, such as
    `host=`; "" for a path.
    """
    found = re.match(r"\s*([A-Za-z][A-Za-z0-9+.-]+:)/", str(where)) or KEYWORDS.match(str(where))
    return found[1] if found else ""


def printable(where: str | Path) -> str:
    """Returns the address in printable form: for a URL only host, port and database, without user, password and options."""
    if not is_url(where):
        return f"{scheme}…" if (scheme := scheme_of(where)) else str(where)
    try:
        parts = urlsplit(str(where))
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return HIDDEN
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":
        return HIDDEN  # a / ? or # in the password has split it
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def whole(where: str | Path) -> str:
    """Returns the address in printable form, with the absolute path of a file: a relative path depends on the folder from which
    the bot was started.
    """
    return printable(where) if scheme_of(where) else str(Path(where).absolute())

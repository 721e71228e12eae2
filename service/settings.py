"""Settings come only from the environment; docs/settings.md lists them (a test compares the two)."""

import codecs
import difflib
import math
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from data.address import is_url, printable, scheme_of
from data.words import languages
from service.shards import plan

ROOT = Path(__file__).parent.parent
"""The program's folder."""

VARIABLES: Mapping[str, tuple[str, str]] = {
    "token": (
        "DISCORD_TOKEN",
        "the bot's token from the Discord developer portal (or `DISCORD_TOKEN_FILE`: a file that holds it)",
    ),
    "database": ("ZAMKI_DATABASE", "path of the SQLite file; its folder is created if missing; or `postgresql://…`"),
    "state": (
        "ZAMKI_STATE",
        "with PostgreSQL: folder for the private answers that a process still owes, for the one that starts after a crash",
    ),
    "health": ("ZAMKI_HEALTH", "host:port of the HTTP health check (`/live`, `/ready`); empty switches it off"),
    "log": ("ZAMKI_LOG", "`plain` or `json` lines on standard error"),
    "log_level": (
        "ZAMKI_LOG_LEVEL",
        "`debug`, `info`, `warning` or `error` of our own lines (Discord's library never below `info`)",
    ),
    "language": ("ZAMKI_LANGUAGE", "language if nobody has chosen one and Discord reports none: `en`, `pl` or `de`"),
    "backups": ("ZAMKI_BACKUPS", "folder for regular online backups; empty switches them off"),
    "backup_hours": ("ZAMKI_BACKUP_HOURS", "hours between two regular backups, at least 0.25"),
    "backup_keep": (
        "ZAMKI_BACKUP_KEEP",
        "regular backups to keep, and days for which the last backup of the day is kept as well",
    ),
    "shards": (
        "ZAMKI_SHARDS",
        "this process's shards of Discord's gateway: `0-3/16`, or `auto/16` for a fair share of 16; empty: all there are",
    ),
    "requests": ("ZAMKI_REQUESTS", "requests a second that all processes together may send to Discord; 0: a proxy handles it"),
    "workers": ("ZAMKI_WORKERS", "processes in which the computer players think, one core each"),
    "keep_lobbies": ("ZAMKI_KEEP_LOBBIES", "days to keep closed lobbies that never started; 0: forever"),
    "keep_journals": ("ZAMKI_KEEP_JOURNALS", "days to keep the history of a finished game; 0: forever"),
    "keep_servers": ("ZAMKI_KEEP_SERVERS", "days to keep a server's data after the bot has left it; 0: forever"),
    "operator": ("ZAMKI_OPERATOR", "who runs this bot and is responsible for its data: a name, which `/zamki my data` shows"),
    "contact": ("ZAMKI_CONTACT", "how to reach them: an e-mail address or whatever else people can use"),
    "privacy": ("ZAMKI_PRIVACY", "the address (https://…) of the privacy page, which `/zamki my data` links to"),
    "terms": ("ZAMKI_TERMS", "the address (https://…) of the terms of use, which `/zamki my data` links to"),
    "program_api": (
        "ZAMKI_PROGRAM_API",
        "the address (https://…) under which your proxy publishes `/v1` of the health check, for programs that read results",
    ),
    "web": (
        "ZAMKI_WEB",
        "the public address of the pages on which tables can be watched (`https://…`, through a proxy); empty: there are none",
    ),
    "web_listen": ("ZAMKI_WEB_LISTEN", "host:port at which these pages are served to the proxy"),
    "api": ("ZAMKI_API", "another address of Discord's REST API: a proxy's, or the sandbox's (which sets it)"),
    "gateway": ("ZAMKI_GATEWAY", "another address of Discord's gateway (the sandbox sets it)"),
}
"""Field → (environment variable, purpose)."""

OLD_VARIABLES: Mapping[str, str] = {"ZAMKI_DOOR": "ZAMKI_PROGRAM_API"}
"""Variables that were renamed in this version → their names now. The next version does not know them."""

LONGEST, LONGEST_URL = 200, 512
"""Maximum characters of the operator's name and contact, and of an address that a button opens."""

PREFIX = "ZAMKI_"

TOKEN_FILE = "DISCORD_TOKEN_FILE"  # noqa: S105 - the name of a variable, no secret

MOST = 36_500.0
"""The maximum of any number in the settings: a hundred years in days."""

LEAST_HOURS = 0.25
"""The shortest time between two backups: each reads the whole database."""

FOLDED = frozenset({"log", "log_level", "language"})
"""Fields whose value may be in capitals."""

URL = re.compile(r"[a-z]+://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[!-~]*)?")
"""An address in the settings: a scheme, a host, perhaps a port and a path."""

IMPOSSIBLE = re.compile(r"[^A-Za-z0-9_.+/=-]")
"""Characters that no Discord token contains."""

KINDS = {"float": "a number", "int": "a whole number"}
"""How people call a field's type."""


class BadSettings(ValueError):
    """An invalid setting; the text says which, why and what to set instead."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The bot's settings. For the names of variables see `VARIABLES`."""

    token: str = ""
    database: str = "var/zamki.sqlite"
    state: str = "var"
    health: str = "127.0.0.1:8081"
    log: Literal["plain", "json"] = "plain"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    language: str = "en"
    backups: str = ""
    backup_hours: float = 24.0
    backup_keep: int = 7
    shards: str = ""
    requests: float = 50.0
    workers: int = 1
    keep_lobbies: float = 1.0
    keep_journals: float = 1095.0
    keep_servers: float = 30.0
    operator: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    program_api: str = ""
    web: str = ""
    web_listen: str = "127.0.0.1:8082"
    api: str = ""
    gateway: str = ""

    @property
    def health_address(self) -> tuple[str, int] | None:
        """Returns host and port of the health check; None if it is switched off."""
        return _address(self.health) if self.health else None

    @property
    def web_address(self) -> tuple[str, int] | None:
        """Returns host and port of the pages; None if there are none."""
        return _address(self.web_listen) if self.web else None


def _address(said: str) -> tuple[str, int]:
    host, _, port = said.rpartition(":")
    return host.strip("[]"), int(port)


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """Returns the settings of this process. Raises BadSettings."""
    for name, meant in unknown(environment).items():
        if meant:
            raise BadSettings(f"Unknown setting {name}. Did you mean {meant}?")
    renames = {new: environment[old] for old, new in old_names(environment).items() if not environment.get(new)}
    environment = {**environment, **renames}
    given = {field: environment[name].strip() for field, (name, _) in VARIABLES.items() if name in environment}
    # Compose and env files leave unset variables empty; only for the health check does empty mean off.
    given = {field: value for field, value in given.items() if value or field == "health"}
    given |= {field: given[field].lower() for field in FOLDED & given.keys()}
    if "token" not in given and environment.get(TOKEN_FILE):
        given["token"] = _token_from(Path(environment[TOKEN_FILE]))
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(_explain(str(error), given)) from None
    _check(settings)
    return settings


def with_full_paths(settings: Settings) -> Settings:
    """Returns the settings with full paths: a relative one counts from the program's folder, not from where it was started.
    Raises BadSettings if the database is where it was started instead.
    """
    paths = {field: getattr(settings, field) for field in ("database", "state", "backups")}
    full: dict[str, Any] = {field: str(ROOT / path) for field, path in paths.items() if path and not scheme_of(path)}
    here = Path(settings.database).absolute()
    if "database" in full and here.exists() and not Path(full["database"]).exists():
        raise BadSettings(
            f"There is a database in {here}, but a relative path counts from the folder of the program, {ROOT}. Set"
            f" ZAMKI_DATABASE={here}, or move the database to {full['database']}."
        )
    return msgspec.structs.replace(settings, **full)


def unknown(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Returns variables named like settings that are none, each with the setting probably meant ("" if there is none)."""
    known = {name.removeprefix(PREFIX) for name, _ in VARIABLES.values()}
    found = {}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in OLD_VARIABLES and (rest := name.removeprefix(PREFIX)) not in known:
            meant = difflib.get_close_matches(rest, known, 1, cutoff=0.75)
            found[name] = PREFIX + meant[0] if meant else ""
    return found


def old_names(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Returns the variables that are set under an old name, each with the name to use."""
    return {old: new for old, new in OLD_VARIABLES.items() if environment.get(old)}


def _token_from(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        user = f" (it is user {os.geteuid()})" if isinstance(error, PermissionError) and hasattr(os, "geteuid") else ""
        raise BadSettings(f"{TOKEN_FILE}={path}: {error.strerror}. Name a file that the bot may read{user}.") from None
    wide = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        token = raw.decode("utf-16" if wide else "utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadSettings(f"{TOKEN_FILE}={path} is not a text file. Put nothing but the token into it.") from None
    if not token:
        raise BadSettings(f"{TOKEN_FILE}={path} is empty. Put the bot's token into it.")
    return token


def impossible(token: str) -> str:
    """Returns why this cannot be a Discord token, and what to do; "" if it may be one. Reveals nothing of the token."""
    if len(token.splitlines()) > 1:
        return "it has more than one line. Leave only the token."
    if token.lower().startswith("bot "):
        return 'it begins with "Bot ". Leave that word out.'
    if token[:1] in "\"'":
        return "it stands in quotation marks. Leave them out."
    if IMPOSSIBLE.search(token):
        return "it has characters that no token has. Copy it again from the developer portal (Bot → Reset Token)."
    if "." not in token:
        return "it has none of the dots that a token has. Copy it whole from the developer portal (Bot → Reset Token)."
    return ""


def token_of(settings: Settings, missing: str) -> str:
    """Returns the token. Raises BadSettings, with this text if there is none."""
    if not settings.token:
        raise BadSettings(missing)
    if why := impossible(settings.token):
        raise BadSettings(f"not a Discord bot token: {why}")
    return settings.token


def _explain(message: str, given: Mapping[str, str]) -> str:
    for field, (name, purpose) in VARIABLES.items():
        if f"$.{field}`" in message:
            value = "…" if field == "token" else given.get(field, "")
            kind = next(
                (meaning for kind, meaning in KINDS.items() if message.startswith(f"Expected `{kind}`")), "one of its values"
            )
            return f"{name}={value} is not {kind}. It is {purpose}; {getattr(Settings(), field)} where it is not set."
    return message


def _check(settings: Settings) -> None:
    for fault_of in CHECKS:
        if fault := fault_of(settings):
            raise BadSettings(fault)


def _language_fault(settings: Settings) -> str | None:
    if settings.language not in languages():
        return f"ZAMKI_LANGUAGE={settings.language}: not one of {', '.join(languages())}."
    return None


def _health_fault(settings: Settings) -> str | None:
    try:
        address = settings.health_address
    except ValueError:
        address = ("", 0)
    if address is not None and not (address[0] and 0 <= address[1] < 65536):
        return f"ZAMKI_HEALTH={settings.health}: write host:port, such as 127.0.0.1:8081, or leave it empty."
    return None


def _web_fault(settings: Settings) -> str | None:
    try:
        address = settings.web_address
    except ValueError:
        address = ("", 0)
    if address is not None and not (address[0] and 0 <= address[1] < 65536):
        return f"ZAMKI_WEB_LISTEN={settings.web_listen}: write host:port, such as 127.0.0.1:8082."
    return None


def _greatest_number_fault(settings: Settings) -> str | None:
    for field, value in msgspec.structs.asdict(settings).items():
        if isinstance(value, (int, float)) and not abs(value) <= MOST:  # nan compares with nothing
            said = "is no number" if math.isnan(value) else "is too much"
            return f"{VARIABLES[field][0]}={value} {said}: write a number up to {MOST:.0f}."
    return None


def _backup_fault(settings: Settings) -> str | None:
    if settings.backup_hours < LEAST_HOURS or settings.backup_keep < 1:
        return f"ZAMKI_BACKUP_HOURS must be at least {LEAST_HOURS:g} and ZAMKI_BACKUP_KEEP at least 1."
    return None


def _database_fault(settings: Settings) -> str | None:
    if not is_url(settings.database) and (scheme := scheme_of(settings.database)):
        return (
            f"ZAMKI_DATABASE begins with {scheme}, which Zamki does not speak. Write the path of an SQLite file, or"
            " postgresql://user@host/database."
        )
    return None


def _discord_address_fault(settings: Settings) -> str | None:
    for name, other, schemes in (
        ("ZAMKI_API", settings.api, ("http://", "https://")),
        ("ZAMKI_GATEWAY", settings.gateway, ("ws://", "wss://")),
    ):
        if other and not (other.startswith(schemes) and URL.fullmatch(other)):
            return f"{name}={other}: write an address that begins with {' or '.join(schemes)}, or leave it empty."
    return None


def _combination_fault(settings: Settings) -> str | None:
    if settings.backups and is_url(settings.database):
        return "ZAMKI_BACKUPS copies SQLite files; leave it empty and use pg_dump for PostgreSQL."
    if settings.program_api and not settings.health:
        return "ZAMKI_PROGRAM_API needs the health check, which serves it: set ZAMKI_HEALTH, or leave it empty."
    if settings.gateway and not settings.api:
        return "ZAMKI_GATEWAY goes with ZAMKI_API: set both, or leave it empty."
    return None


def _range_fault(settings: Settings) -> str | None:
    if min(settings.keep_lobbies, settings.keep_journals, settings.keep_servers) < 0:
        return "ZAMKI_KEEP_LOBBIES, ZAMKI_KEEP_JOURNALS and ZAMKI_KEEP_SERVERS are days; 0 keeps everything forever."
    if settings.requests != 0 and settings.requests < 1:
        return f"ZAMKI_REQUESTS={settings.requests:g}: write 50, what Discord grants a large bot, or 0."
    if not 1 <= settings.workers <= 8:
        return f"ZAMKI_WORKERS={settings.workers}: write 1, or up to 8 where cores are idle."
    return None


def _operator_fault(settings: Settings) -> str | None:
    if max(len(settings.operator), len(settings.contact)) > LONGEST:
        return f"ZAMKI_OPERATOR and ZAMKI_CONTACT have {LONGEST} characters at most."
    pages = (
        ("ZAMKI_PRIVACY", settings.privacy),
        ("ZAMKI_TERMS", settings.terms),
        ("ZAMKI_PROGRAM_API", settings.program_api),
        # Without a proxy, on one's own machine, the pages can be tried under http:// too.
        ("ZAMKI_WEB", re.sub(r"^http://(?=(127\.0\.0\.1|localhost)[:/])", "https://", settings.web)),
    )
    for name, page in pages:
        if page and not (page.startswith("https://") and URL.fullmatch(page) and len(page) <= LONGEST_URL):
            return f"{name}={page}: write an address that begins with https://, or leave it empty."
    return None


def _shards_fault(settings: Settings) -> str | None:
    try:
        wanted = plan(settings.shards)
    except ValueError as error:
        return f"ZAMKI_SHARDS={settings.shards}: {error}"
    if not wanted.whole and not is_url(settings.database):
        return (
            f"ZAMKI_SHARDS={settings.shards} leaves shards to other processes, which cannot share an SQLite file. Leave it "
            "empty, or keep the tables in PostgreSQL (ZAMKI_DATABASE=postgresql://…)."
        )
    return None


CHECKS: tuple[Callable[[Settings], str | None], ...] = (
    _language_fault,
    _health_fault,
    _web_fault,
    _greatest_number_fault,
    _backup_fault,
    _database_fault,
    _discord_address_fault,
    _combination_fault,
    _range_fault,
    _operator_fault,
    _shards_fault,
)
"""The checks of the settings, in this order. Each returns the text for the host, or None."""


def printable_settings(settings: Settings) -> dict[str, str]:
    """Returns the settings by variable, safe to print: only whether there is a token, and a database's URL without password."""
    values = msgspec.structs.asdict(settings)
    values["database"] = printable(settings.database)
    values["token"] = "(set)" if settings.token else "(missing)"
    return {name: str(values[field]) for field, (name, _) in VARIABLES.items()}

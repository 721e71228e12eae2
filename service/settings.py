"""Settings come from the environment alone; the README lists them from here (a test compares the two)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from data.address import is_url, printable
from data.words import languages
from service.shards import plan


class BadSettings(ValueError):
    """A setting that cannot be used; the text says which, why and what to set instead."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the bot is told from outside. Names of variables: see `VARIABLES`."""

    token: str = ""
    database: str = "var/zamki.sqlite"
    health: str = "127.0.0.1:8081"
    log: Literal["plain", "json"] = "plain"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    language: str = "pl"
    backups: str = ""
    backup_hours: float = 24.0
    backup_keep: int = 7
    shards: str = ""
    requests: float = 50.0
    workers: int = 1
    keep_lobbies: float = 30.0
    keep_journals: float = 1095.0
    keep_servers: float = 30.0
    operator: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    api: str = ""
    gateway: str = ""

    @property
    def health_address(self) -> tuple[str, int] | None:
        """Host and port of the health check; None when it is switched off."""
        if not self.health:
            return None
        host, _, port = self.health.rpartition(":")
        return host.strip("[]"), int(port)


VARIABLES: Mapping[str, tuple[str, str]] = {
    "token": (
        "DISCORD_TOKEN",
        "the bot's token from the Discord developer portal (or `DISCORD_TOKEN_FILE`: a file that holds it)",
    ),
    "database": ("ZAMKI_DATABASE", "path of the SQLite file; its folder is made when missing; or `postgresql://…`"),
    "health": ("ZAMKI_HEALTH", "host:port of the HTTP health check (`/live`, `/ready`); empty switches it off"),
    "log": ("ZAMKI_LOG", "`plain` or `json` lines on standard error"),
    "log_level": (
        "ZAMKI_LOG_LEVEL",
        "`debug`, `info`, `warning` or `error` of our own lines (Discord's library never below `info`)",
    ),
    "language": ("ZAMKI_LANGUAGE", "language where Discord tells none: `pl` or `en`"),
    "backups": ("ZAMKI_BACKUPS", "folder for regular online backups; empty switches them off"),
    "backup_hours": ("ZAMKI_BACKUP_HOURS", "hours between two regular backups"),
    "backup_keep": ("ZAMKI_BACKUP_KEEP", "how many regular backups are kept; beyond these, the last of each of so many days"),
    "shards": (
        "ZAMKI_SHARDS",
        "this process's shards of Discord's gateway: `0-3/16`, or `auto/16` for a fair share of 16; empty: all there are",
    ),
    "requests": ("ZAMKI_REQUESTS", "requests a second that all processes together may send to Discord; 0: a proxy sees to it"),
    "workers": ("ZAMKI_WORKERS", "processes in which the computer players think, each on a core of its own"),
    "keep_lobbies": ("ZAMKI_KEEP_LOBBIES", "days that a lobby is kept which was closed and never became a game; 0: for ever"),
    "keep_journals": ("ZAMKI_KEEP_JOURNALS", "days after its end that the history of a game is kept; 0: for ever"),
    "keep_servers": ("ZAMKI_KEEP_SERVERS", "days after the bot has left a server that all of it is kept; 0: for ever"),
    "operator": ("ZAMKI_OPERATOR", "who runs this bot and is responsible for its data: a name, which `/zamki data` tells"),
    "contact": ("ZAMKI_CONTACT", "how to reach them: an e-mail address or whatever else people can use"),
    "privacy": ("ZAMKI_PRIVACY", "the address (https://…) of the privacy page, which `/zamki data` links"),
    "terms": ("ZAMKI_TERMS", "the address (https://…) of the terms of use, which `/zamki data` links"),
    "api": (
        "ZAMKI_API",
        "another address of Discord's REST API: a proxy's, or the sandbox's (which sets it)",
    ),
    "gateway": ("ZAMKI_GATEWAY", "another address of Discord's gateway (the sandbox sets it)"),
}
"""Field → (environment variable, what it is for)."""

LONGEST, LONGEST_URL = 200, 512
"""Characters of the operator's name and contact, and of an address that a button opens."""

TOKEN_FILE = "DISCORD_TOKEN_FILE"  # noqa: S105 - the name of a variable, no secret


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process. Raises BadSettings."""
    given = {field: environment[name].strip() for field, (name, _) in VARIABLES.items() if name in environment}
    if not given.get("token") and environment.get(TOKEN_FILE):
        given["token"] = _token_from(Path(environment[TOKEN_FILE]))
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(_explain(str(error), given)) from None
    _check(settings)
    return settings


def _token_from(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise BadSettings(f"{TOKEN_FILE}={path}: {error.strerror}. Name a file that the bot may read.") from None


def _explain(message: str, given: Mapping[str, str]) -> str:
    for field, (name, purpose) in VARIABLES.items():
        if f"$.{field}`" in message:
            value = "…" if field == "token" else given.get(field, "")
            return f"{name}={value}: {message.split(' - ', maxsplit=1)[0]}. It is {purpose}."
    return message


def _check(settings: Settings) -> None:
    if settings.language not in languages():
        raise BadSettings(f"ZAMKI_LANGUAGE={settings.language}: not one of {', '.join(languages())}.")
    try:
        address = settings.health_address
    except ValueError:
        address = ("", 0)
    if address is not None and not (address[0] and 0 <= address[1] < 65536):
        raise BadSettings(f"ZAMKI_HEALTH={settings.health}: write host:port, such as 127.0.0.1:8081, or leave it empty.")
    if settings.backup_hours <= 0 or settings.backup_keep < 1:
        raise BadSettings("ZAMKI_BACKUP_HOURS must be above 0 and ZAMKI_BACKUP_KEEP at least 1.")
    if settings.backups and is_url(settings.database):
        raise BadSettings("ZAMKI_BACKUPS copies SQLite files; leave it empty and use pg_dump for PostgreSQL.")
    if settings.gateway and not settings.api:
        raise BadSettings("ZAMKI_GATEWAY goes with ZAMKI_API: set both, or leave it empty.")
    if min(settings.keep_lobbies, settings.keep_journals, settings.keep_servers) < 0:
        raise BadSettings("ZAMKI_KEEP_LOBBIES, ZAMKI_KEEP_JOURNALS and ZAMKI_KEEP_SERVERS are days; 0 keeps all for ever.")
    if settings.requests < 0:
        raise BadSettings(f"ZAMKI_REQUESTS={settings.requests:g}: write 50, what Discord grants a large bot, or 0.")
    if not 1 <= settings.workers <= 8:
        raise BadSettings(f"ZAMKI_WORKERS={settings.workers}: write 1, or up to 8 where cores are idle.")
    if max(len(settings.operator), len(settings.contact)) > LONGEST:
        raise BadSettings(f"ZAMKI_OPERATOR and ZAMKI_CONTACT have {LONGEST} characters at most.")
    for name, page in (("ZAMKI_PRIVACY", settings.privacy), ("ZAMKI_TERMS", settings.terms)):
        if page and not (page.startswith(("https://", "http://")) and len(page) <= LONGEST_URL):
            raise BadSettings(f"{name}={page}: write an address that begins with https://, or leave it empty.")
    try:
        wanted = plan(settings.shards)
    except ValueError as error:
        raise BadSettings(f"ZAMKI_SHARDS={settings.shards}: {error}") from None
    if not wanted.whole and not is_url(settings.database):
        raise BadSettings(
            f"ZAMKI_SHARDS={settings.shards} leaves shards to other processes, which can not share an SQLite file. Leave it "
            "empty, or keep the tables in PostgreSQL (ZAMKI_DATABASE=postgresql://…)."
        )


def shown(settings: Settings) -> dict[str, str]:
    """The settings by variable, safe to print: the token only as present or missing, a database's URL without password."""
    values = msgspec.structs.asdict(settings)
    values["database"] = printable(settings.database)
    values["token"] = "(set)" if settings.token else "(missing)"
    return {name: str(values[field]) for field, (name, _) in VARIABLES.items()}

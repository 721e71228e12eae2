"""Settings come from the environment alone; the README lists them from here (a test compares the two)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from data.words import languages


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
    "database": ("ZAMKI_DATABASE", "path of the SQLite file; its folder is made when missing"),
    "health": ("ZAMKI_HEALTH", "host:port of the HTTP health check (`/live`, `/ready`); empty switches it off"),
    "log": ("ZAMKI_LOG", "`plain` or `json` lines on standard error"),
    "log_level": (
        "ZAMKI_LOG_LEVEL",
        "`debug`, `info`, `warning` or `error` of our own lines (Discord's library never below `info`)",
    ),
    "language": ("ZAMKI_LANGUAGE", "language where Discord tells none: `pl` or `en`"),
    "backups": ("ZAMKI_BACKUPS", "folder for regular online backups; empty switches them off"),
    "backup_hours": ("ZAMKI_BACKUP_HOURS", "hours between two regular backups"),
    "backup_keep": ("ZAMKI_BACKUP_KEEP", "how many regular backups are kept"),
    "api": ("ZAMKI_API", "another address of Discord's REST API (the sandbox sets it)"),
    "gateway": ("ZAMKI_GATEWAY", "another address of Discord's gateway (the sandbox sets it)"),
}
"""Field → (environment variable, what it is for)."""

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
    if bool(settings.api) != bool(settings.gateway):
        raise BadSettings("ZAMKI_API and ZAMKI_GATEWAY go together: set both or neither.")


def shown(settings: Settings) -> dict[str, str]:
    """The settings by variable, safe to print: the token only as present or missing."""
    values = msgspec.structs.asdict(settings)
    values["token"] = "(set)" if settings.token else "(missing)"
    return {name: str(values[field]) for field, (name, _) in VARIABLES.items()}

"""What `bot.py` does besides running: check, backup, restore, export, verify. Each prints and returns the exit code."""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import discord
import PIL
import PIL.features
from discord import app_commands

import engines
import render
from cogs import limits
from cogs.client import COMMANDS as COMMANDS_OF_THE_BOT
from cogs.commands import group
from cogs.translate import Translator
from data import backup as backups
from data.errors import InUse, StoreError
from data.store import Store
from data.words import words
from render.theme import FACES, FONTS
from service.settings import Settings, shown
from tables import verify as verifying
from tables.hall import Hall

Command = Callable[[Settings, argparse.Namespace], int]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def check(settings: Settings) -> int:
    """Tell the settings without secrets and try database, fonts, pictures, games and commands; 1 when something is wrong."""
    for name, value in shown(settings).items():
        _say(f"  {name:<20} {value}")
    faults = 0
    for name, attempt in CHECKS.items():
        try:
            told = attempt(settings)
        except Fault as fault:
            faults += 1
            _say(f"✗ {name}: {fault}")
        else:
            _say(f"✓ {name}: {told}")
    _say("All is well." if not faults else f"{faults} fault(s): see the remedies above.")
    return 1 if faults else 0


class Fault(Exception):
    """What is wrong and what to do about it."""


def _check_token(settings: Settings) -> str:
    if not settings.token:
        raise Fault("no token. Set DISCORD_TOKEN or DISCORD_TOKEN_FILE (the sandbox, `make play`, needs none).")
    return "present"


def _check_database(settings: Settings) -> str:
    try:
        asyncio.run(_try_database(settings.database))
    except InUse:
        return f"{settings.database} is in use by a running bot, and sound (version {backups.examine(settings.database)})"
    except StoreError as error:
        raise Fault(str(error)) from None
    return f"{settings.database} is writable and sound"


async def _try_database(path: str) -> None:
    store = await Store.open(path)
    try:
        await store.integrity()
    finally:
        await store.close()


def _check_backups(settings: Settings) -> str:
    if not settings.backups:
        return "no regular ones (ZAMKI_BACKUPS is empty)"
    folder = Path(settings.backups)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Fault(f"{folder}: {error.strerror}. Name a folder in ZAMKI_BACKUPS that the bot may write.") from None
    return f"into {folder} every {settings.backup_hours:g} hours"


def _check_fonts(_: Settings) -> str:
    missing = [name for name in FACES.values() if not (FONTS / name).is_file()]
    if missing:
        raise Fault(f"{', '.join(missing)} not in data/fonts. Install Zamki anew: the fonts belong to it.")
    for feature in ("raqm", "webp", "freetype2"):
        if not PIL.features.check(feature):
            raise Fault(f"Pillow {PIL.__version__} was built without {feature}. Install its wheel (requirements.lock).")
    return f"{len(FACES)} files, Pillow {PIL.__version__} with raqm and WebP"


def _check_games(_: Settings) -> str:
    rules, rooms = set(engines.games()), set(render.rooms())
    if rules != rooms:
        raise Fault(f"rules and pictures do not match: {', '.join(sorted(rules ^ rooms))}. Install Zamki anew.")
    return ", ".join(words("en")(f"{key}.name") for key in sorted(rules))


def _check_limits(_: Settings) -> str:
    size, most = asyncio.run(_command_size()), limits.COMMAND_CHARACTERS
    if size > most:
        raise Fault(f"the commands take {size} characters, Discord allows {most}. Shorten the texts in data/locale.")
    return f"the commands take {size} of the {most} characters that Discord allows"


async def _command_size() -> int:
    """Characters of `/zamki` as Discord counts them: of each name and description its longest translation."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        payload = await group(COMMANDS_OF_THE_BOT).get_translated_payload(app_commands.CommandTree(client), Translator())
    return _characters(payload)


def _characters(payload: Mapping[str, Any]) -> int:
    own = sum(
        max(map(len, (payload.get(key) or "", *(payload.get(f"{key}_localizations") or {}).values())))
        for key in ("name", "description")
    )
    return own + sum(_characters(option) for option in (*payload.get("options", ()), *payload.get("choices", ())))


CHECKS: Mapping[str, Callable[[Settings], str]] = {
    "token": _check_token,
    "database": _check_database,
    "backups": _check_backups,
    "fonts": _check_fonts,
    "games": _check_games,
    "limits": _check_limits,
}


def backup(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py backup [FILE]`: an online backup, checked."""
    source = Path(settings.database)
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    target: Path = asked.file or source.with_name(f"{source.stem}-{stamp}{source.suffix}")
    backups.backup(source, target)
    _say(f"{target}: {target.stat().st_size} bytes, checked")
    return 0


def restore(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py restore FILE`: put a backup in the place of the database, after checking it."""
    kept = backups.restore(asked.file, settings.database)
    _say(f"{settings.database} is now what {asked.file} held" + (f"; what was there lies in {kept}" if kept else ""))
    return 0


def export(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py export TABLE FILE`: the record of a table. While the bot runs, `/zamki verify` gives the same file."""
    record = asyncio.run(_record(settings.database, asked.table))
    asked.file.write_bytes(verifying.export(record))
    _say(f"{asked.file}: the record of table {asked.table}")
    return 0


async def _record(path: str, table: int) -> verifying.Record:
    store = await Store.open(path)
    try:
        hall = await Hall.open(store)
        try:
            return await hall.record(table)
        finally:
            await hall.close()
    finally:
        await store.close()


def verify(_: Settings, asked: argparse.Namespace) -> int:
    """`bot.py verify FILE`: replay an exported record; 0 when all is as it was said."""
    verdict = verifying.verify_file(asked.file)
    _say(words("en")(verdict.key, **verdict.values))
    return 0 if verdict.good else 1


COMMANDS: Mapping[str, Command] = {"backup": backup, "restore": restore, "export": export, "verify": verify}

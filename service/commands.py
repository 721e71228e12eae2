"""The commands of `bot.py` besides running: checks, backups, moving, records, ratings. Each returns the exit code."""

import argparse
import asyncio
import contextlib
import datetime as dt
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import discord
import PIL
import PIL.features

import engines
import render
from asking.names import plain
from chat.press.commands import Translator
from chat.wire import limits
from chat.wire.internals import command_payload
from data.address import is_url, printable, scheme_of
from data.errors import Damaged, Empty, NoSource, NotEmpty, OnlyFiles, ServerUnwritable, StoreError, Unwritable
from data.moving import move
from data.opening import examine_server, latest_version, open_store, reading
from data.sqlite import backup as backups
from data.sqlite.files import check_place, is_held
from data.words import words
from render import canvas
from render.pool import Pool
from render.theme import FACES, SMALL, TEXT
from service import alive, health, libraries, pages
from service import doctor as portal
from service.backups import folder_fault, newest_good
from service.command_tree import declared_tree
from service.findings import Advice, Fault, report, say
from service.logins import STORED, stored_left
from service.rehearsal import rehearse
from service.replaying import replay
from service.settings import BadSettings, Settings, old_names, printable_settings, token_of, unknown
from service.shards import list_shards, plan
from tables.history import record_steps, tournament_draw
from tables.history import verify as verifying
from tables.history.record import Record, nameless, read_file, stored_record
from tables.ranking.counting import recount_ratings
from tables.service.service import TableService

Command = Callable[[Settings, argparse.Namespace], int]


def check(settings: Settings) -> int:
    """Print the settings without secrets; check database, fonts, pictures, games and commands. Returns 1 if a check fails."""
    for name, value in printable_settings(settings).items():
        say(f"  {name:<20} {value}")
    return report({name: partial(attempt, settings) for name, attempt in CHECKS.items()})


def doctor(settings: Settings, _asked: argparse.Namespace) -> int:
    """`bot.py doctor`: look at the application as Discord has it."""
    return portal.doctor(settings)


def _check_settings(_: Settings) -> str:
    if ignored := unknown():
        return Advice(f"{', '.join(ignored)}: unknown settings, ignored (docs/settings.md lists them)")
    if old := old_names():
        return Advice(", ".join(f"{name} is called {now} now: rename it" for name, now in old.items()))
    return "no name is unknown"


def _check_libraries(_: Settings) -> str:
    found = libraries.update_advice()
    return "as the lock files say" if found is None else Advice(found)


def _check_token(settings: Settings) -> str:
    try:
        token_of(
            settings, "no token. Set DISCORD_TOKEN or DISCORD_TOKEN_FILE (the sandbox, `python zamki.py play`, needs none)."
        )
    except BadSettings as error:
        raise Fault(str(error)) from None
    return "present"


def _check_operator(settings: Settings) -> str:
    if settings.operator and settings.contact:
        return f"{settings.operator}, {settings.contact}"
    return Advice("nobody is named: set ZAMKI_OPERATOR and ZAMKI_CONTACT, so that people know who answers for their data")


def _check_health(settings: Settings) -> str:
    if settings.health_address is None:
        return "switched off"
    error = health.refusal(settings.health_address)
    if error is None:
        return f"{settings.health} is free"
    if health.is_taken(settings.health_address) and alive.answers(settings.health_address):
        return Advice(f"{settings.health} is in use by a running bot: stop it before you start another one with these settings")
    raise Fault(health.explanation(error, settings.health_address))


def _check_pages(settings: Settings) -> str:
    if settings.web_address is None:
        return "switched off"
    error = health.refusal(settings.web_address)
    if error is not None and not health.is_taken(settings.web_address):
        raise Fault(health.explanation(error, settings.web_address, "pages", "ZAMKI_WEB_LISTEN"))
    wrong = pages.wrong_with(settings.web)
    if wrong and error is None:
        return Advice(f"{settings.web_listen} is free. Check again while the bot runs; now {wrong[0].lower()}{wrong[1:]}")
    if wrong:
        raise Fault(wrong)
    return f"{settings.web} leads to a bot's pages"


def _check_database(settings: Settings) -> str:
    """Check the database as it is: a check never creates, migrates or writes one."""
    try:
        line, version = _server(settings.database) if is_url(settings.database) else _database_file(Path(settings.database))
    except StoreError as error:
        raise Fault(advice(error, settings)) from None
    if 0 < version < latest_version():
        first = "make a pg_dump before" if is_url(settings.database) else "a copy is made first"
        line += f"; it is of version {version} and will be migrated to {latest_version()} at the next start ({first})"
    return line


def _server(url: str) -> tuple[str, int]:
    version, writable = asyncio.run(examine_server(url))
    if not writable:
        raise ServerUnwritable(f"{printable(url)} cannot be written.")
    return (
        f"{printable(url)} {'is writable and sound' if version else 'is empty and writable: the first start fills it'}",
        version,
    )


def _database_file(path: Path) -> tuple[str, int]:
    place = path.absolute()
    folder = next(each for each in place.parents if each.exists())
    if not place.exists():
        check_place(place)
        if not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise Unwritable(f"{place} does not exist, and {folder} cannot be written.")
        return f"{place} does not exist yet: the first start makes it", 0
    try:
        version = backups.examine(place)
    except Empty:
        return f"{place} is empty: {'a bot that starts is filling it' if is_held(place) else 'the first start fills it'}", 0
    if is_held(place):
        return f"{place} is in use by a running bot, and sound (version {version})", version
    if not (os.access(place, os.W_OK) and os.access(folder, os.W_OK)):
        raise Unwritable(f"{place} is sound, but it or its folder cannot be written.")
    return f"{place} is writable and sound", version


def advice(error: StoreError, settings: Settings) -> str:
    """Returns what is wrong with the store and the remedy; for a damaged file, the backup to restore."""
    if not isinstance(error, Damaged) or (good := newest_good(settings)) is None:
        return str(error)
    return f"{error} The newest regular backup that is sound: {good} (bot.py restore {good})."


def _check_backups(settings: Settings) -> str:
    if is_url(settings.database):
        return "by pg_dump, regularly and not by the bot (docs/operations.md)"
    if not settings.backups:
        return Advice("no regular ones: set ZAMKI_BACKUPS to a folder, best on another disk")
    if fault := folder_fault(settings):
        raise Fault(fault)
    return f"into {Path(settings.backups).absolute()} every {settings.backup_hours:g} hours"


def _check_shards(settings: Settings) -> str:
    wanted = plan(settings.shards)
    if wanted.fair:
        return f"a fair share of {wanted.count}"
    if wanted.only is not None:
        return f"{list_shards(frozenset(wanted.only))} of {wanted.count}"
    return "all, as many as Discord recommends"


def _check_logins(settings: Settings) -> str:
    """Check what Discord said of the logins of this day when the bot logged in last."""
    try:
        left = stored_left(asyncio.run(_meta(settings.database, STORED)))
    except StoreError:
        return "not known: the database does not tell"
    if left is None or left.renewed < time.time():
        return "all are left"
    when = dt.datetime.fromtimestamp(left.renewed).astimezone().isoformat(" ", "minutes")
    if left.scarce:
        return Advice(f"{left} until {when}: the next ones wait. Find out in the log why the bot logs in so often")
    return f"{left} until {when}"


async def _meta(database: str, key: str) -> str | None:
    async with reading(database) as reads:
        return await reads.value(key)


def _check_fonts(_: Settings) -> str:
    if missing := Pool.missing():
        raise Fault(f"{', '.join(missing)} not in data/fonts. Install Zamki again: the fonts belong to it.")
    if not PIL.features.check("freetype2"):
        raise Fault(f"Pillow {PIL.__version__} was built without freetype2. Install its wheel (requirements.lock).")
    for face, name in FACES.items():
        try:
            canvas.label("Zamki 12", face, SMALL, TEXT)
        except Exception as error:
            raise Fault(f"{name}: no text can be set in it ({error}). Install Zamki again: the fonts belong to it.") from error
    return f"text can be set in all {len(FACES)}, Pillow {PIL.__version__}"


def _check_games(_: Settings) -> str:
    rules, rooms = set(engines.games()), set(render.renderers())
    if rules != rooms:
        raise Fault(f"rules and pictures do not match: {', '.join(sorted(rules ^ rooms))}. Install Zamki again.")
    return ", ".join(words("en")(f"{key}.name") for key in sorted(rules))


def _check_limits(_: Settings) -> str:
    size, most = asyncio.run(_command_size()), limits.COMMAND_CHARACTERS
    if size > most:
        raise Fault(f"the commands take {size} characters, Discord allows {most}. Shorten the texts in data/locale.")
    return f"the commands take {size} of the {most} characters that Discord allows"


async def _command_size() -> int:
    """Returns the length of the longest command as Discord counts it: each name and description in its longest translation."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        tree = declared_tree(client)
        made = tree.get_commands(type=discord.AppCommandType.chat_input)
        return max([_characters(await command_payload(tree, Translator(), each)) for each in made])


def _characters(payload: Mapping[str, Any]) -> int:
    own = sum(
        max(map(len, (payload.get(key) or "", *(payload.get(f"{key}_localizations") or {}).values())))
        for key in ("name", "description")
    )
    return own + sum(_characters(option) for option in (*payload.get("options", ()), *payload.get("choices", ())))


CHECKS: Mapping[str, Callable[[Settings], str]] = {
    "settings": _check_settings,
    "libraries": _check_libraries,
    "token": _check_token,
    "operator": _check_operator,
    "database": _check_database,
    "backups": _check_backups,
    "health": _check_health,
    "pages": _check_pages,
    "shards": _check_shards,
    "logins": _check_logins,
    "fonts": _check_fonts,
    "games": _check_games,
    "limits": _check_limits,
}


def _file(settings: Settings) -> Path:
    if is_url(settings.database):
        raise OnlyFiles(f"{printable(settings.database)} is not a file.")
    return Path(settings.database)


def backup(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py backup [FILE]`: make an online backup and check it."""
    source = _file(settings)
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    target: Path = asked.file or source.with_name(f"{source.stem}-by-hand-{stamp}{source.suffix}")
    backups.backup(source, target)
    say(f"{target}: {target.stat().st_size} bytes, checked")
    return 0


def restore(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py restore FILE`: replace the database by a backup, after checking it."""
    kept = backups.restore(asked.file, _file(settings))
    say(f"{settings.database} is now what {asked.file} held" + (f"; what was there lies in {kept}" if kept else ""))
    return 0


def _there(database: str) -> None:
    """Raises NoSource if there is no such database: a command that changes stored data does not create one."""
    if not is_url(database) and not Path(database).is_file():
        raise NoSource(f"There is no database at {printable(database)}.")


def move_database(_settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py move-database FROM TO`: copy everything that is stored and compare it row by row; FROM is kept."""
    _there(asked.source)
    if not is_url(asked.target) and scheme_of(asked.target):
        raise NotEmpty(f"{printable(asked.target)} is neither.")
    for table, rows in asyncio.run(move(asked.source, asked.target)).items():
        say(f"  {table:<12} {rows} rows, compared")
    say(f"{printable(asked.target)} holds all of {printable(asked.source)}; set ZAMKI_DATABASE to it")
    return 0


def export(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py export TABLE FILE [--names]`: write the record of a table. The bot may be running; `/zamki game verify` gives the
    same file, with names.
    """
    record = asyncio.run(_record(settings.database, asked.table))
    record = record if asked.names else nameless(record)
    asked.file.write_bytes(record_steps.export(record, engines.games().get(record.game)))
    say(f"{asked.file}: the record of table {asked.table}")
    return 0


async def _record(path: str, table: int) -> Record:
    async with reading(path) as reads:
        return await stored_record(reads, table)


@contextlib.asynccontextmanager
async def _tables(path: str) -> AsyncIterator[TableService]:
    store = await open_store(path)
    try:
        tables = await TableService.open(store, games=engines.games())
        try:
            yield tables
        finally:
            await tables.close()
    finally:
        await store.close()


def recompute(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py recompute [GUILD]`: compute ratings and leaderboards from the stored results, to the last digit."""
    _there(settings.database)

    async def anew() -> dict[int, int]:
        store = await open_store(settings.database)
        try:
            return await recount_ratings(store, engines.games(), asked.guild)
        finally:
            await store.close()

    for guild, other in asyncio.run(anew()).items():
        say(f"  server {guild:<20} {f'{other} ratings have changed' if other else 'unchanged, to the last digit'}")
    return 0


def void(settings: Settings, asked: argparse.Namespace) -> int:
    """`bot.py void TABLE`: make a game not count, and recompute its server's ratings without it."""
    _there(settings.database)

    async def undo() -> int | None:
        async with _tables(settings.database) as tables:
            return await tables.ratings.void_result(asked.table)

    guild = asyncio.run(undo())
    if guild is None:
        say(f"Table {asked.table} has no result that counts: nothing was changed.")
        return 1
    say(f"Table {asked.table} is void: it no longer counts. The ratings of server {guild} have been recomputed.")
    return 0


def verify(_: Settings, asked: argparse.Namespace) -> int:
    """`bot.py verify FILE`: replay an exported record; returns 0 if nothing contradicts it or the hashes given."""
    seen = verifying.Published(asked.promise, asked.commitment, asked.final)
    speak, draw = words("en"), tournament_draw.read_file(asked.file)
    verdict = verifying.verify_file(asked.file, engines.games(), seen) if draw is None else tournament_draw.check(draw, seen)
    safe = {name: plain(value, 200) if isinstance(value, str) else value for name, value in verdict.values.items()}
    say(speak(verdict.key, **safe))
    for key in verdict.more:
        say(speak(key))
    if verdict.good and (kept := read_file(asked.file)) is not None:
        hashes = {name: getattr(kept, name) or "–" for name in seen.__struct_fields__}
        say(speak("tables.verify.hashes", **hashes))
    return 0 if verdict.good else 1


COMMANDS: Mapping[str, Command] = {
    "doctor": doctor,
    "backup": backup,
    "restore": restore,
    "move-database": move_database,
    "export": export,
    "verify": verify,
    "replay": replay,
    "recompute": recompute,
    "void": void,
    "rehearse": rehearse,
}

"""The bot from start to stop: store → tables → pictures → health check → Discord, and back in the opposite order."""

import asyncio
import errno
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import discord

from chat.app import Operator
from chat.wire.internals import point_at
from data.address import is_url, whole
from data.errors import StoreError
from data.opening import open_store
from data.program import ZAMKI
from data.store import Store
from engines import games
from render import renderers
from render.pool import Pool
from service import health, libraries
from service.backups import backing_up, folder_fault, newest
from service.client import ZamkiBot
from service.collecting import collect_when_quiet, settle
from service.emojis import Emojis
from service.metrics import Figures, watch_loop
from service.pages import serving_pages
from service.program_api import ProgramApi
from service.results import VisibleGames
from service.settings import BadSettings, Settings, old_names, token_of
from service.shards import Keeper, list_shards, plan
from service.stopping import NO_RESTART, set_by_signals
from service.watchdog import tell_systemd
from service.webhooks import Webhooks
from tables.bots.bot_process import BotProcess, BotProcesses
from tables.service.personal_actions import Retention
from tables.service.service import TableService
from tables.time.clock import StoreClock, SystemClock
from tables.time.presence import nowhere

log = logging.getLogger("zamki")

PACE_OF_SCENES_SECONDS = 4.0
"""Seconds between two pictures caused by one move, so that they can be read."""

LINGER_SECONDS = 1.0
"""Seconds that presses have to arrive when the bot is stopped; those people are asked to press again."""

LAST_SERVER_SECONDS = 0.5
"""Seconds without news of another server after which the bot is ready (discord.py waits 2). Nothing depends on it: presses are
answered as soon as the gateway is open, for which no server needs to be known.
"""

STORE_SECONDS = 2.0
"""Seconds that the health check waits for the store."""

STORED_SECONDS = 0.2
"""Seconds for which its answer is cached: it takes a write, and anybody on the network may ask."""

UNKNOWN = "Discord does not know this token. Copy it again from the developer portal (Bot → Reset Token)."

REASONS = {
    discord.LoginFailure: UNKNOWN,
    discord.PrivilegedIntentsRequired: "Discord asks for a privileged intent, which Zamki never wants: please report this.",
}


CLOSED = {
    4004: UNKNOWN,
    4010: "Discord refuses this process's shards: look at ZAMKI_SHARDS.",
    4012: "Discord no longer speaks with this version of discord.py: update Zamki.",
    4013: "Discord refuses the intents of this version: update Zamki.",
}
"""What the host can do where Discord's gateway closes for good, by its code."""


async def warm_up(bot: ZamkiBot, when_ready: Callable[[], None]) -> None:
    """Wait for Discord and draw the sprites, so that the first moves need not wait for anything. Drawing before the gateway is
    open would only delay it.

    `when_ready` is called once, as soon as Discord has sent the servers.
    """
    connected, ready = asyncio.Event(), asyncio.Event()

    async def announce_ready() -> None:
        if not ready.is_set():
            log.info("ready: %d servers", len(bot.guilds))
            when_ready()
        ready.set()

    async def open_now() -> None:
        connected.set()

    bot.add_listener(open_now, "on_connect")
    bot.add_listener(announce_ready, "on_ready")
    await connected.wait()
    await bot.app.pictures.warm()
    await ready.wait()


def keeper_for(settings: Settings, store: Store) -> Keeper | None:
    """Returns the holder of this process's shards; None if a file keeps out other processes and Discord sets their number."""
    return Keeper(store, plan(settings.shards)) if settings.shards or is_url(settings.database) else None


@asynccontextmanager
async def bot_of(settings: Settings) -> AsyncIterator[ZamkiBot]:
    """Yields a bot on its open store, ready to start; everything is closed in order at the end of the block."""
    point_at(settings.api, settings.gateway)
    store = await open_store(settings.database, state=Path(settings.state))
    try:
        tables = await TableService.open(
            store,
            clock=StoreClock(store),
            games=games(),
            bots=BotProcesses(settings.workers) if settings.workers > 1 else BotProcess(),
            pace_of_scenes=PACE_OF_SCENES_SECONDS,
            retention=Retention(lobbies=settings.keep_lobbies, journals=settings.keep_journals, servers=settings.keep_servers),
            reached=nowhere,
        )
        pictures = Pool(renderers())
        try:
            bot = ZamkiBot(
                tables,
                pictures,
                games=games(),
                language=settings.language,
                operator=Operator(
                    name=settings.operator, contact=settings.contact, privacy=settings.privacy, terms=settings.terms
                ),
                program_api=settings.program_api.rstrip("/"),
                web=settings.web.rstrip("/"),
                requests=settings.requests,
                keeper=keeper_for(settings, store),
                guild_ready_timeout=LAST_SERVER_SECONDS,
                linger=LINGER_SECONDS,
            )
            try:
                yield bot
            finally:
                await bot.close()
        finally:
            await tables.close()
            pictures.close()
    finally:
        await store.close()


async def run(settings: Settings, when_ready: Callable[[], None] = lambda: None) -> int:
    """Run until SIGTERM or SIGINT (returns 0) or a final refusal by Discord (78); calls `when_ready` once it is connected."""
    token = token_of(settings, "DISCORD_TOKEN is missing. Set it, or DISCORD_TOKEN_FILE. Without one: python zamki.py play.")
    if (fault := folder_fault(settings)) is not None:
        raise BadSettings(fault)
    if settings.health_address is not None and (refused := health.refusal(settings.health_address)) is not None:
        passing = refused.errno == errno.EADDRINUSE  # the bot before may be about to end
        raise (OSError if passing else BadSettings)(health.explanation(refused, settings.health_address))
    if settings.web_address is not None and (refused := health.refusal(settings.web_address)) is not None:
        raise BadSettings(health.explanation(refused, settings.web_address, "pages", "ZAMKI_WEB_LISTEN"))
    began = time.monotonic()
    stop, ready = asyncio.Event(), asyncio.Event()
    set_by_signals(stop)
    new = not is_url(settings.database) and not os.path.exists(settings.database)  # noqa: ASYNC240, PTH110 - nothing waits yet
    async with tell_systemd(), bot_of(settings) as bot:
        for name, now in old_names().items():
            log.warning("%s is called %s now: rename it, because the next version does not know the old name", name, now)
        if (old := libraries.update_advice()) is not None:
            log.warning("%s", old)
        log.info("zamki %s on %s%s", ZAMKI, whole(settings.database), ", a new, empty database" if new else "")

        stores = health.cache(lambda: _answers(bot.app.tables), STORED_SECONDS)

        async def report() -> health.Report:
            return _report(bot, stored=await stores(), seconds=time.monotonic() - began)

        async def figures() -> Figures:
            return await _figures(bot, settings, answered=await stores())

        def now_ready() -> None:
            ready.set()
            when_ready()

        seen = VisibleGames(bot.rest)
        program_api = ProgramApi(bot.app, seen).routes() if settings.program_api else ()
        posts = Webhooks(
            bot.app.tables, seen, SystemClock(), lambda guild: bot.get_guild(guild) is not None, bot.app.failed_posts
        )
        async with (
            health.serving(settings.health_address, report, figures, program_api) as port,
            serving_pages(settings, bot.app.asker, bot.app.moments),
            backing_up(settings, ready.wait),
        ):
            if port is not None:
                log.info("health check on port %d", port)
            turning = asyncio.create_task(watch_loop(), name="loop")
            warming = asyncio.create_task(_settle_in(bot, now_ready), name="warm")
            posting = asyncio.create_task(posts.run(), name="webhooks")
            showing = asyncio.create_task(Emojis(bot, ready.wait).run(), name="emoji")
            playing = asyncio.create_task(bot.start(token), name="discord")
            stopping = asyncio.create_task(stop.wait(), name="stop")
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            warming.cancel()
            turning.cancel()
            posting.cancel()
            showing.cancel()
            if stop.is_set():
                log.info("stopping")
            await bot.close()
            with suppress(asyncio.CancelledError):
                if playing.done():
                    return _outcome(playing)
                playing.cancel()  # it was waiting for shards
            return 0


async def _settle_in(bot: ZamkiBot, when_ready: Callable[[], None]) -> None:
    """Warm up, then leave the memory to the collector."""
    await warm_up(bot, when_ready)
    settle()
    await collect_when_quiet(lambda: bot.busy)


def _report(bot: ZamkiBot, *, stored: bool, seconds: float) -> health.Report:
    """Returns what `/ready` answers. `stored`: whether the store answers; `seconds`: since the start."""
    status: health.Report = {
        "ready": stored and _plays(bot),
        "store": stored,
        "pictures": not bot.app.pictures.failing,
        "seconds": round(seconds, 1),
        "servers": len(bot.guilds),
    }
    if bot.logins.left is not None:
        status["logins"] = str(bot.logins.left)
    if trouble := [*filter(None, (bot.logins.trouble, bot.publication.trouble, bot.app.adapter.trouble))]:
        status["trouble"] = trouble
    if bot.keeper is not None:
        served = bot.keeper.held & bot.connected
        status |= {"shards": f"{list_shards(served)} of {bot.keeper.count}", "processes": bot.keeper.living}
    return status


def _plays(bot: ZamkiBot) -> bool:
    """Returns whether Discord is connected and pictures can be drawn."""
    return bot.can_answer() and not bot.app.pictures.failing


async def _answers(tables: TableService) -> bool:
    """Returns whether the store answers readers and writers, which have separate connections."""
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await tables.people.meta_get("opened")
            await tables.people.write()
    except Exception as error:  # noqa: BLE001 - each store has its own errors
        log.warning("database does not answer: %s", str(error) or type(error).__name__)
        return False
    return True


async def _figures(bot: ZamkiBot, settings: Settings, *, answered: bool) -> Figures:
    """Returns the metrics for `/metrics`."""
    tables, keeper = bot.app.tables, bot.keeper
    waiting, late = await tables.people.outbox_load() if answered else (0, 0.0)
    return Figures(
        ready=answered and _plays(bot),
        store="postgresql" if is_url(settings.database) else "sqlite",
        answered=answered,
        servers=len(bot.guilds),
        shards=0 if keeper is None else len(keeper.held),
        processes=1 if keeper is None else keeper.living,
        tables=await tables.people.table_counts() if answered else (),
        wishes=await tables.matchmaking.count_wishes() if answered else 0,
        sessions=await tables.pages.count() if answered else 0,
        waiting=waiting,
        late=late,
        flagged=answered and await tables.conversations.flagged_until() is not None,
        aside=tables.aside,
        copied=newest(settings),
        logins=None if bot.logins.left is None else bot.logins.left.left,
        doubled=bool(bot.app.adapter.trouble),
    )


def _outcome(playing: asyncio.Task[None]) -> int:
    error = playing.exception()
    if error is None:
        return 0
    reason = next((text for kind, text in REASONS.items() if isinstance(error, kind)), None)
    if isinstance(error, discord.ConnectionClosed):
        reason = CLOSED.get(error.code)
    if reason is not None:
        log.error(reason)
        return NO_RESTART
    if isinstance(error, StoreError):
        log.error("%s", error)
    elif isinstance(error, (OSError, aiohttp.ClientError)):
        log.error("the connection to Discord broke while the bot was starting (%s): start it again", error)
    else:
        log.error("the connection to Discord failed", exc_info=error)
    return 1

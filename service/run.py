"""The bot from start to stop: store → hall → pictures → health check → Discord, and back in the opposite order."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord
import yarl

from cogs.client import ZamkiBot
from data.store import Store
from render.pool import Pool
from service import health
from service.backups import backing_up
from service.settings import BadSettings, Settings
from tables.clock import SystemClock
from tables.hall import Hall

log = logging.getLogger("zamki")

PACE_OF_SCENES = 4.0
"""Seconds between two pictures that one move gives rise to, so that they can be read."""

REASONS = {
    discord.LoginFailure: "Discord does not know this token. Copy it anew from the developer portal (Bot → Reset Token).",
    discord.PrivilegedIntentsRequired: "Discord asks for a privileged intent, which Zamki never wants: please report this.",
}


def point_at(settings: Settings) -> None:
    """Let discord.py speak to another address than Discord's own, where the settings name one."""
    if settings.api:
        discord.http.Route.BASE = settings.api
        # Plain reconnects take this constant whatever the API answers (notes on discord.py 2.7.1).
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


def settle() -> None:
    """Take all that start-up has made out of the garbage collector's sight: a full collection would otherwise hold the event
    loop up for some 50 ms, again and again, to find out that the catalogues and the sprites are still there.
    """
    gc.collect()
    gc.freeze()


async def warm_up(bot: ZamkiBot) -> None:
    """Draw the sprites beforehand and wait for Discord; then nothing is left that the first moves would have to wait for."""
    connected = asyncio.Event()

    async def told() -> None:
        if not connected.is_set():
            log.info("ready: %d servers", len(bot.guilds))
        connected.set()

    bot.add_listener(told, "on_ready")
    await bot.pictures.warm()
    await connected.wait()
    settle()


@asynccontextmanager
async def bot_of(settings: Settings) -> AsyncIterator[ZamkiBot]:
    """A bot on its open store, ready to be started; everything is closed in order at the end of the block."""
    point_at(settings)
    store = await Store.open(settings.database)
    try:
        hall = await Hall.open(store, clock=SystemClock(), pace_of_scenes=PACE_OF_SCENES)
        pictures = Pool()
        try:
            bot = ZamkiBot(hall, pictures, language=settings.language)
            try:
                async with backing_up(settings):
                    yield bot
            finally:
                await bot.close()
        finally:
            await hall.close()
            pictures.close()
    finally:
        await store.close()


async def run(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT (0), or until Discord refuses for good (1)."""
    if not settings.token:
        raise BadSettings("DISCORD_TOKEN is missing. Set it, or DISCORD_TOKEN_FILE, or try the bot without one: make play.")
    began = time.monotonic()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with bot_of(settings) as bot:

        async def report() -> health.Report:
            ready = bot.is_ready() and not bot.is_closed()
            return {"ready": ready, "seconds": round(time.monotonic() - began, 1), "servers": len(bot.guilds)}

        async with health.serving(settings.health_address, report) as port:
            if port is not None:
                log.info("health check on port %d", port)
            warming = asyncio.create_task(warm_up(bot), name="warm")
            playing = asyncio.create_task(bot.start(settings.token), name="discord")
            stopping = asyncio.create_task(stop.wait(), name="stop")
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            warming.cancel()
            if stop.is_set():
                log.info("stopping")
            await bot.close()
            with suppress(asyncio.CancelledError):
                return _outcome(playing) if playing.done() else 0
            return 0


def _outcome(playing: asyncio.Task[None]) -> int:
    error = playing.exception()
    if error is None:
        return 0
    reason = next((text for kind, text in REASONS.items() if isinstance(error, kind)), None)
    if reason is None:
        log.error("the connection to Discord failed", exc_info=error)
    else:
        log.error(reason)
    return 1

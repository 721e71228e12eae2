"""Keeps the application's emoji equal to the drawn pieces: uploads missing ones, then deletes older ones of the same pieces.

The process with the first shard does this in the background and stores the result, which the others read.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping

import discord

from chat.wire.outcomes import UNREACHED
from data.errors import StoreError
from render import emoji, renderers
from service.client import ZamkiBot
from tables.time.clock import SystemClock

log = logging.getLogger(__name__)

STORED = "emoji"
"""The key under which the result is stored."""

EVERY_SECONDS, OFTEN_SECONDS = 600.0, 60.0
"""Seconds between two checks of what Discord has, and of what the uploading process has stored."""

MOST = 2000
"""Maximum emoji of an application."""

REFUSALS = 3
"""Refused emoji after which no others are tried in this round."""


class Emojis:
    """`ready` waits until the bot is connected; `grace`: seconds for which replaced emoji are kept for the other processes."""

    def __init__(self, bot: ZamkiBot, ready: Callable[[], Awaitable[object]], *, grace: float = 2 * OFTEN_SECONDS) -> None:
        self._bot = bot
        self._ready = ready
        self._grace = grace
        self._names: dict[str, str] = {}
        """The names that emoji should have, by game and piece."""

    @property
    def _uploads(self) -> bool:
        keeper = self._bot.keeper
        return keeper is None or 0 in keeper.held

    async def run(self) -> None:
        """Keep them up to date until cancelled. After any failure, the bot uses characters and tries again later."""
        await self._ready()
        while True:
            uploads = self._uploads
            try:
                await (self.upload() if uploads else self.read())
            except Exception as error:
                known = isinstance(error, (discord.DiscordException, StoreError, *UNREACHED))
                code = str(getattr(error, "code", 0) or type(error).__name__)
                if not self._bot.app.emoji.trouble:
                    log.warning(
                        "cannot upload the emoji of pieces (%s): using characters instead. Trying again every %d minutes",
                        *(code, EVERY_SECONDS // 60),
                        exc_info=None if known else error,
                    )
                self._bot.app.emoji.trouble = code
            await SystemClock().sleep(EVERY_SECONDS if uploads else OFTEN_SECONDS)

    async def read(self) -> None:
        """Read what the uploading process has stored."""
        stored = await self._bot.app.tables.people.meta_get(STORED)
        self._bot.app.emoji.known = json.loads(stored) if stored else {}
        self._bot.app.emoji.trouble = ""

    async def upload(self) -> None:
        """Upload what is missing and delete what has been replaced. Pieces whose emoji Discord refuses have none; the first of
        these errors is raised when all others are uploaded.
        """
        there = {each.name: each for each in await self._bot.fetch_application_emojis()}
        known: dict[str, str] = {}
        refused: list[Exception] = []
        try:
            for game, piece in emoji.every():
                key, data = f"{game} {piece}", b""
                if self._names.get(key) not in there:
                    self._names[key], data = await asyncio.to_thread(emoji.draw_piece, game, piece)
                name = self._names[key]
                if name not in there and len(there) < MOST and (new := await self._create(name, data, refused)):
                    there[name] = new
                if name in there:
                    known[key] = str(there[name])
        except Exception:
            await self._tell(known)
            raise
        await self._tell(known)
        if refused:
            raise refused[0]
        self._bot.app.emoji.trouble = ""
        old = [each for name, each in there.items() if _ours(name) and name not in self._names.values()]
        if old:
            await SystemClock().sleep(self._grace)
            for each in old:
                await each.delete()

    async def _create(self, name: str, image: bytes, refused: list[Exception]) -> discord.Emoji | None:
        """Returns a new emoji. None: Discord has refused it, which is added to `refused`, or too many others."""
        if len(refused) >= REFUSALS:
            return None
        try:
            return await self._bot.create_application_emoji(name=name, image=image)
        except (discord.DiscordException, *UNREACHED) as error:
            refused.append(error)
            return None

    async def _tell(self, known: Mapping[str, str]) -> None:
        self._bot.app.emoji.known = known
        await self._bot.app.tables.people.meta_set(STORED, json.dumps(known))


def _ours(name: str) -> bool:
    """Returns whether the emoji belongs to a piece, and was not added by the host."""
    return re.fullmatch(rf"({'|'.join(renderers())})_\w+_[0-9a-f]{{{emoji.HASH}}}", name) is not None

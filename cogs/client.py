"""The bot as Discord knows it: one client, one command tree, one dispatcher, one sender."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import commands_house, commands_table, dispatch
from cogs.answer import Unanswerable
from cogs.commands import group
from cogs.copies import Copies
from cogs.ears import Ears
from cogs.outbox import Sender
from cogs.translate import Translator
from data.words import words

if TYPE_CHECKING:
    from render.pool import Pool
    from tables.hall import Hall

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that `close` waits for answers, and again for posts, in flight."""

AT_ONCE = 32
"""Interactions worked on at once; all others have been acknowledged and wait."""

REMEMBERED = 20_000
"""Interactions whose ids are remembered, so that one delivered twice is answered once."""

COMMANDS = (*commands_house.COMMANDS, *commands_table.COMMANDS)


class Tree(app_commands.CommandTree["ZamkiBot"]):
    """The commands; what arrives twice or while closing does not reach them."""

    async def interaction_check(self, interaction: discord.Interaction[ZamkiBot], /) -> bool:
        return await self.client.admit(interaction)

    async def on_error(self, interaction: discord.Interaction[ZamkiBot], error: app_commands.AppCommandError, /) -> None:
        """What a command could not answer itself: it came too late, or its arguments are no longer known."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, Unanswerable):
            log.info("command went unanswered", extra={"interaction": interaction.id})
            return
        log.error("command failed", exc_info=cause, extra={"interaction": interaction.id})
        if not interaction.response.is_done():
            await _brief(interaction, "cogs.error.fault")


class ZamkiBot(commands.AutoShardedBot):
    """Discord's face of a hall. `hall` is open and stays the caller's to close; `pictures` draws in its own threads.

    `language` is spoken where Discord tells none. Start with `start(token)` (or `login` and `connect`), end with `close()`.
    """

    def __init__(self, hall: Hall, pictures: Pool, *, language: str = "en", **options: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.hall = hall
        self.pictures = pictures
        self.language = language
        self.copies = Copies()
        self.work = asyncio.Semaphore(AT_ONCE)
        self.ears = Ears(hall)
        self._sender = Sender(self)
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._flight: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def setup_hook(self) -> None:
        """Publish the commands if they have changed, and go on with what Discord has yet to be told."""
        await self.tree.set_translator(Translator())
        self.tree.add_command(group(COMMANDS))
        await self._publish()
        self._sender.start()

    async def _publish(self) -> None:
        """Sync the commands only when what would be sent differs from what was sent last, or when Discord has lost them."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        published = hashlib.sha256(text.encode()).hexdigest()
        if await self.hall.meta_get("commands") != published or not await self.tree.fetch_commands():
            await self.tree.sync()
            await self.hall.meta_set("commands", published)

    async def admit(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is to be answered now: not one that came before, and none while closing."""
        if interaction.type is not discord.InteractionType.autocomplete:
            if interaction.id in self._seen:
                log.info("interaction delivered again", extra={"interaction": interaction.id})
                return False
            self._seen[interaction.id] = None
            while len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)
        if self._closing:
            await _brief(interaction, "cogs.error.restarting")
            return False
        task = asyncio.current_task()
        if task is not None:
            self._flight.add(task)
            task.add_done_callback(self._flight.discard)
        return True

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses and forms; commands have gone to the tree already."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit} and await self.admit(
            interaction
        ):
            await dispatch.dispatch(self, interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """An event of the gateway that made trouble: it is logged, the others go on."""
        log.exception("event failed", extra={"event": event_method})  # noqa: LOG004 - called while it is handled

    async def close(self) -> None:
        """Take no more interactions, finish answers and posts in flight, then leave Discord. The hall stays open."""
        if self._closing:
            return
        self._closing = True
        flight = {task for task in self._flight if task is not asyncio.current_task()}
        if flight:
            await asyncio.wait(flight, timeout=PATIENCE)
        await self._sender.stop(PATIENCE)
        await super().close()


async def _brief(interaction: discord.Interaction[Any], key: str) -> None:
    """An answer that needs nothing but the catalogue."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await interaction.response.send_message(words(interaction.locale.value)(key), ephemeral=True)
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.info("no answer was possible", extra={"interaction": interaction.id, "error": type(error).__name__})

"""Publishes the commands at Discord. A refusal stops nobody: people have the earlier commands, and it is tried again later."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

import discord

from chat.wire.internals import ENTRY_POINT, Bot, command_payload
from chat.wire.outcomes import UNREACHED
from chat.wire.payloads import CommandPayload
from chat.wire.rest import repeat
from data.errors import StoreError
from tables.service.people import People

log = logging.getLogger(__name__)

STORED = "commands"
"""The key under which the hash of what was published last is stored."""

FIRST_SECONDS = 15.0
"""Seconds for which the start waits for the first attempt."""

AGAIN_SECONDS = 600.0
"""Seconds between two attempts."""

REFUSED = 400
"""The status of a request whose content Discord refuses."""


class Publication:
    """Publishes a bot's commands. `trouble` says why they could not be published; "" if they are."""

    def __init__(self, bot: Bot, people: People) -> None:
        self._bot, self._people = bot, people
        self.trouble = ""
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Publish the commands if they have changed. Returns at the latest after `FIRST_SECONDS`, and goes on trying."""
        if self._task is None or self._task.done():
            self._tried.clear()
            self._task = asyncio.create_task(self._until_published(), name="publish commands")
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_SECONDS):
                await self._tried.wait()

    async def close(self) -> None:
        """Stop trying."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _until_published(self) -> None:
        while True:
            try:
                await self._publish()
            except Exception as error:  # noqa: BLE001 - whatever it is, people can play
                self._tell(error)
            else:
                self.trouble = ""
                return
            finally:
                self._tried.set()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _publish(self) -> None:
        """Publish the commands if they differ from those published last, or if Discord has lost them. The command that launches
        Activities, which Discord has added by itself, stays as it is.
        """
        tree = self._bot.tree
        assert tree.translator is not None
        payload = [await command_payload(tree, tree.translator, command) for command in tree.get_commands()]
        text = json.dumps([self._bot.application_id, payload], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        there = await repeat(self._bot.commands_there)
        launching = [command for command in there if command["type"] == ENTRY_POINT]
        if len(there) == len(launching) or await self._people.meta_get(STORED) != digest:
            try:
                await repeat(partial(self._bot.publish, [*payload, *map(_as_sent, launching)]))
            except discord.HTTPException as error:
                if not launching or error.status != REFUSED:
                    raise
                log.warning("Discord does not take back its own command for Activities (%s): publishing ours one by one", error)
                await self._publish_each(payload, there)
            await self._people.meta_set(STORED, digest)

    async def _publish_each(self, payload: Sequence[Mapping[str, object]], there: Sequence[CommandPayload]) -> None:
        """Publish each command by itself, and withdraw all others but that of Activities."""
        for command in payload:
            await repeat(partial(self._bot.publish_one, command))
        ours = {(command["type"], command["name"]) for command in payload}
        for found in there:
            if found["type"] != ENTRY_POINT and (found["type"], found["name"]) not in ours:
                await repeat(partial(self._bot.withdraw, found))

    def _tell(self, error: Exception) -> None:
        known = isinstance(error, (discord.DiscordException, StoreError, *UNREACHED))
        reason = str(error) or type(error).__name__
        if reason != self.trouble:
            log.error(
                "the commands could not be published (%s): people have those that Discord knows, and can play. "
                "Trying again every %d minutes; if it lasts, look at the application in the developer portal",
                *(reason, AGAIN_SECONDS // 60),
                exc_info=None if known else error,
            )
        self.trouble = reason


def _as_sent(command: CommandPayload) -> dict[str, object]:
    """Returns a command of Discord's in the form in which it is sent back."""
    needed = command.get("default_member_permissions")
    kept = {name: value for name, value in command.items() if name not in {"application_id", "version"}}
    return kept | {"default_member_permissions": None if needed is None else int(needed)}

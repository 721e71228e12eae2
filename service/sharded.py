"""A client whose shards come and go while it runs, as its keeper says."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import discord

from chat.wire.internals import Bot
from service.shards import Keeper, shard_of


class ShardedBot(Bot):
    """Without a keeper all shards are this process's, as discord.py does it. With one, `connect` waits for the first shard,
    and others are logged in or left as they are granted or lost.
    """

    def __init__(self, *arguments: Any, keeper: Keeper | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.keeper = keeper
        self._logged_in: set[int] = set()
        self._had_turn: set[int] = set()
        self._launching: asyncio.Task[None] | None = None

    async def first_shard(self) -> None:
        """Called before the shard that everything without a server comes to is logged in."""

    async def connect(self, *, reconnect: bool = True) -> None:
        if self.keeper is not None:
            self.keeper.leave = self._leave
            await self.keeper.begin(*await self.recommended())
            if not self.keeper.kept:
                return
            self.shard_count = self.keeper.count
            first = min(self.keeper.kept)
            await self._before_launch(first)
            # discord.py counts the client as ready when all of these are; the others follow.
            self.shard_ids = [first]
            self._launching = asyncio.create_task(self._launch_others(), name="launch shards")
        await super().connect(reconnect=reconnect)

    async def _launch_others(self) -> None:
        assert self.keeper is not None
        await self.wait_until_ready()
        while True:
            self.keeper.changed.clear()
            while missing := self.keeper.kept - self._logged_in:
                shard = min(missing)
                await self._before_launch(shard)
                if shard in self.keeper.kept:
                    await self.log_in(shard)
                    if shard not in self.keeper.kept:
                        await self._leave(shard)
            await self.keeper.changed.wait()

    async def _before_launch(self, shard: int) -> None:
        assert self.keeper is not None
        if shard == 0:
            await self.first_shard()
        await self.keeper.turn_to_log_in(shard)
        if shard in self.keeper.kept:
            self._had_turn.add(shard)
            self._logged_in.add(shard)

    async def _leave(self, shard: int) -> None:
        self._logged_in.discard(shard)
        found = self.get_shard(shard)
        if found is not None:
            await found.disconnect()
        for guild in [guild for guild in self.guilds if guild.shard_id == shard]:
            self.forget_server(guild)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn to log in. A shard that is launched has had it; one that logs in again has not."""
        if self.keeper is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif shard_id in self._had_turn:
            self._had_turn.discard(shard_id)
        else:
            await self.keeper.turn_to_log_in(shard_id)

    async def on_shard_connect(self, shard: int) -> None:
        """A shard that was lost while it was reconnecting is left again."""
        if self.keeper is not None and shard not in self.keeper.kept:
            await self._leave(shard)

    on_shard_resumed = on_shard_connect

    async def answers(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the interaction is this process's to answer, and not that of one that has taken its shard over."""
        return self.keeper is None or await self.keeper.holds(shard_of(interaction.guild_id, self.keeper.count))

    async def close(self) -> None:
        if self._launching is not None:
            self._launching.cancel()
            with suppress(asyncio.CancelledError):
                await self._launching
        await super().close()
        if self.keeper is not None:
            await self.keeper.end()

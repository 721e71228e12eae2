"""A client that has all shards, or those that its process holds."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from chat.wire.internals import Bot, FairWebSocket, PatientShard, install_json
from service.shards import Keeper
from service.tasks import end_task
from tables.time.presence import shard_of


class ShardedBot(Bot):
    """Without a keeper, this process has all shards, as in discord.py. With one, `connect` waits for the first shard; others
    are connected or disconnected as they are granted or lost.
    """

    def __init__(self, *, keeper: Keeper | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.keeper = keeper
        self.connected: set[int] = set()
        """The shards whose events arrive here. A newly held one is connected a moment later."""
        self._logged_in: set[int] = set()
        self._logging_in = asyncio.Lock()
        self._launching: asyncio.Task[None] | None = None

    async def sharding(self) -> tuple[int, int]:
        """Returns how many shards Discord recommends, and how many of them may log in at the same time."""
        found = await self.gateway()
        return found.shards, found.at_once

    async def first_shard(self) -> None:
        """Called before the shard that gets all events without a server is connected."""

    async def connect(self, *, reconnect: bool = True) -> None:
        install_json()
        FairWebSocket.install()
        PatientShard.install()
        count, at_once = await self.sharding()
        if self.keeper is None:
            self.shard_count = self.shard_count or count
        else:
            self.keeper.leave = self._leave
            await self.keeper.begin(count, at_once)
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
        if shard == 0:
            await self.first_shard()
        self._logged_in.add(shard)

    async def _leave(self, shard: int) -> None:
        self._logged_in.discard(shard)
        self.connected.discard(shard)
        found = self.get_shard(shard)
        if found is not None:
            await found.disconnect()
        for guild in [guild for guild in self.guilds if guild.shard_id == shard]:
            self.forget_server(guild)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn to log in, at the last moment before the login."""
        if self.keeper is None or shard_id is None:
            async with self._logging_in:
                await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.keeper.turn_to_log_in(shard_id)

    async def after_login(self, shard: int | None) -> None:
        if self.keeper is not None and shard is not None:
            await self.keeper.logged_in(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """Disconnect a shard that was lost while it was reconnecting."""
        self.connected.add(shard)
        if self.keeper is not None and shard not in self.keeper.kept:
            await self._leave(shard)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        self.connected.discard(shard)

    async def answers(self, interaction: discord.Interaction) -> bool:
        """Returns whether this process should answer the interaction, and not one that has taken over its shard."""
        return self.keeper is None or await self.keeper.holds(shard_of(interaction.guild_id, self.keeper.count))

    async def close(self) -> None:
        if self._launching is not None:
            await end_task(self._launching)
        await super().close()
        if self.keeper is not None:
            await self.keeper.end()

"""The bot as Discord knows it: one client, one command tree, one dispatcher, one sender."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from cachetools import FIFOCache
from discord.ext import commands

import cogs
from asking.asker import Asker
from asking.budget import SUGGESTIONS, RateLimiter
from chat.app import App, Operator
from chat.cards import refusals
from chat.outbox import refused
from chat.outbox.deliveries import Deliveries
from chat.outbox.sender import Sender
from chat.press.commands import Translator, menus
from chat.press.dispatcher import Dispatcher
from chat.press.presses import bare
from chat.press.process_sync import ProcessSync
from chat.wire.internals import let_go
from chat.wire.messenger import Messenger
from chat.wire.outcomes import UNREACHED
from chat.wire.rate_limits import TokenBucket
from chat.wire.rest import Rest
from cogs.help import hello, welcome
from data import telemetry
from engines.contract import Game
from render.pool import Pool
from service.command_tree import Tree
from service.logins import PAUSES, Logins
from service.publication import Publication
from service.reach import Reach
from service.request_trace import request_trace
from service.sharded_bot import ShardedBot
from service.short_answers import brief, suggest_nothing
from tables.model.table_info import PRIVATE
from tables.service.service import TableService
from tables.time.presence import shard_of

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
"""Seconds that `close` waits for answers in flight, and again for posts."""

LONGEST_LIMIT_SECONDS = 30.0
"""Seconds of a rate limit that are waited for in place; longer ones must not hold up other requests."""

GREETED_SECONDS = 30.0
"""Seconds between two answers to messages that somebody writes to the bot."""

CONNECTIONS = 128
"""Maximum connections to Discord: one for each press of a crowd would cost a handshake and about 300 KiB each. Acknowledgements
find a free one, since uploads of pictures never take all of them (`chat.wire.original.UPLOADS`).
"""

AWAY = (1, 2, 5, 10, 30, 60)
"""Seconds between attempts to reach Discord at the start; the last one is repeated forever."""

SHARDING = "sharding"
"""The key under which it is stored what Discord said last of shards."""

REMEMBERED = 20_000
"""Interactions whose ids are remembered, so that one delivered twice is answered once."""


class ZamkiBot(ShardedBot):
    """The bot on Discord. For `tables`, `pictures`, `games`, `language`, `operator`, `program_api` and `web` see `App`.
    `requests` a second are what Discord allows all processes together. `press_limiter` and `typing_limiter` limit the presses
    and suggestions of one person. Start with `start(token)` (or `login` and `connect`), end with `close()`.
    """

    def __init__(
        self,
        tables: TableService,
        pictures: Pool,
        *,
        games: Mapping[str, Game],
        language: str = "en",
        operator: Operator | None = None,
        program_api: str = "",
        web: str = "",
        requests: float = 50.0,
        press_limiter: RateLimiter | None = None,
        typing_limiter: RateLimiter | None = None,
        linger: float = 0.0,
        pauses: Sequence[float] = PAUSES,
        **options: Any,
    ) -> None:
        """`linger`: seconds that `close` waits for presses still to arrive. `pauses`: see `service.logins`."""
        self.reach = Reach(tables.clock, self, tables.presence.wake)
        self.trace = request_trace(self.reach.note_answer)
        tables.presence.source = self.reach.spans
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_LIMIT_SECONDS,
            http_trace=self.trace,
            **options,
        )
        self.replace_parser("INTERACTION_CREATE", bare)
        pace = TokenBucket(requests, lambda: self.keeper.living if self.keeper is not None else 1)
        self.rest = Rest(self, pace)
        """The requests to Discord."""
        self.app = App(
            Asker(tables, games, pictures, press_limiter),
            Messenger(self.rest, tables),
            language=language,
            explain=refusals.below,
            operator=operator or Operator(),
            program_api=program_api,
            web=web,
        )
        tables.times.check_shown = partial(refused.check_shown, self.app)
        self.publication = Publication(self, tables.people)
        self.logins = Logins(tables.people, self.gateway, tables.clock, pauses)
        self._dispatcher = Dispatcher(self.app)
        self._deliveries = Deliveries(self.app)
        self._sender = Sender(self.app, self._deliveries)
        self._process_sync = ProcessSync(self.app)
        self._greeting_limiter = RateLimiter(burst=2, a_second=1 / GREETED_SECONDS)
        self._typing_limiter = typing_limiter or RateLimiter(burst=SUGGESTIONS, a_second=SUGGESTIONS)
        self._seen: FIFOCache[int, None] = FIFOCache(REMEMBERED)
        self._flight: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._linger = linger

    async def login(self, token: str) -> None:
        """Like discord.py's, with a limit on connections. Waits while Discord is unreachable, since a
        machine may start the bot before its network.
        """
        for wait in chain(AWAY, repeat(AWAY[-1])):
            self.connect_through(aiohttp.TCPConnector(limit=CONNECTIONS))
            try:
                await super().login(token)
            except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
                if self.application is not None:
                    raise  # it was reachable: setup has begun and must not be repeated
                reason = str(error) or type(error).__name__
                log.warning("cannot reach Discord (%s): check the network. Trying again in %d s", reason, wait)
            else:
                return
            await self.hang_up()
            await asyncio.sleep(wait)
            if self._closing:
                return

    async def connect(self, *, reconnect: bool = True) -> None:
        if not self._closing:  # it was stopped while waiting for Discord
            await super().connect(reconnect=reconnect)

    async def sharding(self) -> tuple[int, int]:
        """As Discord says; if it does not, what it said last, or one shard."""
        people = self.app.tables.people
        try:
            found = await super().sharding()
        except (discord.DiscordException, *UNREACHED) as error:
            count, at_once = json.loads(await people.meta_get(SHARDING) or "[1, 1]")
            reason = str(error) or type(error).__name__
            log.warning("cannot read the recommended number of shards (%s): logging in with %d, as before", reason, count)
            return count, at_once
        await people.meta_set(SHARDING, json.dumps(found))
        return found

    async def login_turn(self, shard: int) -> None:
        try:
            await self.logins.turn(shard)
        except Exception:
            log.exception("cannot tell whether it is too early to log in")

    async def setup_hook(self) -> None:
        """Publish the commands if they have changed, and resume the outbox. Nothing that Discord refuses here stops the bot."""
        self.app.adapter.install()
        await self.tree.set_translator(Translator())
        for cog in cogs.classes():
            await self.add_cog(cog(self.app))
        self._deliveries.check()
        if self.keeper is None:
            await self.publication.begin()
        for info in await self.app.tables.guests.tables_on(PRIVATE):
            self.rest.interaction_tokens.add(info.place.channel)
        self.reach.start()
        self._process_sync.start()
        self.app.thinking.start()
        self._sender.start()

    async def on_shard_connect(self, shard: int) -> None:
        await super().on_shard_connect(shard)
        self.reach.note_connected((shard, self.shard_count or 1))

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        await super().on_shard_disconnect(shard)
        self.reach.note_disconnected((shard, self.shard_count or 1))

    def can_answer(self) -> bool:
        """Returns whether it is ready and people can be answered: a shard is connected, and requests are answered."""
        return self.is_ready() and not self.is_closed() and bool(self.connected) and self.reach.requests

    async def first_shard(self) -> None:
        """With several processes, the one about to have the first shard publishes the commands."""
        await self.publication.begin()

    async def add_cog(self, cog: commands.Cog, /, **options: Any) -> None:
        """Add a cog with its commands, the verbs of its presses and the outbox rows that it delivers."""
        await super().add_cog(cog, **options)
        for menu in menus(cog):
            self.tree.add_command(menu, override=True)
        self._dispatcher.add(cog)
        self._deliveries.add(cog)

    @property
    def busy(self) -> bool:
        """Returns whether anybody waits for an answer, or for its picture."""
        return bool(self._flight) or self.app.deferred_pictures.busy

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Returns whether to answer an interaction now: not a repeated one, and none while closing."""
        telemetry.begin(interaction.id)
        if interaction.type is not discord.InteractionType.autocomplete:
            telemetry.INTERACTIONS.inc()
            if apart := telemetry.compare(interaction.id):
                log.warning(
                    "this computer's clock and Discord's are %+.0f s apart: set it, or deadlines are shown wrong", apart
                )
            if interaction.id in self._seen:
                log.info("ignoring a repeated interaction", extra={"interaction": interaction.id})
                return False
            self._seen[interaction.id] = None
        if not await self.answers(interaction):
            log.info("ignoring an interaction: another process has taken over the shard", extra={"interaction": interaction.id})
            return False
        if self._closing:
            self._in_flight(interaction)
            await brief(interaction, "cogs.error.restarting")
            return False
        if interaction.type is discord.InteractionType.autocomplete and self._typing_limiter.wait(interaction.user.id):
            await suggest_nothing(interaction)
            let_go(interaction)
            return False
        if interaction.type is not discord.InteractionType.autocomplete and (
            wait := self.app.asker.acts.wait(interaction.user.id)
        ):
            await self._slow_down(interaction, wait)
            let_go(interaction)
            return False
        self._in_flight(interaction)
        return True

    def _in_flight(self, interaction: discord.Interaction) -> None:
        """Make `close` wait for the current task, which answers the interaction."""
        task = asyncio.current_task()
        if task is not None:
            self._flight.add(task)
            task.add_done_callback(self._flight.discard)
            task.add_done_callback(lambda _: let_go(interaction))

    async def _slow_down(self, interaction: discord.Interaction, wait: float) -> None:
        """Drop a press of a person who presses faster than anybody plays, and tell them so now and then."""
        if self.app.asker.acts.to_tell(interaction.user.id) or interaction.type is discord.InteractionType.application_command:
            await brief(interaction, "cogs.error.too-fast", seconds=math.ceil(wait))
            return
        try:
            await interaction.response.defer()
        except (discord.HTTPException, discord.InteractionResponded) as error:
            log.info("cannot answer", extra={"interaction": interaction.id, "error": type(error).__name__})

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle presses and forms; commands have already gone to the tree."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit} and await self.admit(
            interaction
        ):
            await self._dispatcher.dispatch(interaction)

    async def on_raw_direct_message(self, user: int, message: int) -> None:
        """Handle a direct message to the bot."""
        if not self._closing and not self._greeting_limiter.wait(user):
            await hello(self.app, user, message)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened: retry what was refused there immediately."""
        thread = event.data["thread_metadata"]
        if not thread["archived"] and not thread.get("locked"):
            await self.app.tables.outbox.reachable(event.thread_id)
            await self.app.tables.tell_boards(lambda _guild, channel: channel == event.thread_id)

    async def on_raw_channel_delete(self, channel: int) -> None:
        """Nothing can be shown there any more."""
        await self.app.tables.times.channel_gone(channel)
        await self.app.tables.subjects.channel_gone(channel)

    async def on_raw_access_update(self, guild: int) -> None:
        """The bot's permissions may have changed: retry what was refused in this server immediately."""
        await self.app.tables.outbox.reachable_on([guild])
        await self.app.tables.tell_boards(lambda where, _channel: where == guild)

    async def on_raw_timeout(self, guild: int, until: float) -> None:
        """The bot may not write in a server until then. Discord does not report that a timeout has expired."""
        clock = self.app.tables.clock
        await clock.sleep(until - clock.now())
        await self.on_raw_access_update(guild)

    async def on_ready_servers(self, shard: int, count: int, servers: frozenset[int]) -> None:
        """A shard has logged in: Discord reports which of its servers the bot is in, whatever happened while it was offline."""
        application = self.application_id or 0
        await self.app.tables.personal.present(servers, lambda guild: shard_of(guild, count) == shard, application)
        await self.app.tables.outbox.reachable_on(servers)
        await self.app.tables.tell_boards(lambda guild, _channel: guild in servers)
        await self._welcome_new(f"servers {application} {shard}/{count}", servers)

    async def _welcome_new(self, stored: str, servers: frozenset[int]) -> None:
        """Introduce the bot on servers that were not there at the shard's last login: they invited it while it was offline. The
        first time, as after an update from a version that did not store this, all servers count as known.
        """
        people = self.app.tables.people
        before, now = await people.meta_get(stored), json.dumps(sorted(servers))
        for guild in servers.difference(json.loads(before)) if before is not None else ():
            await welcome(self.app, guild)
        if before != now:
            await people.meta_set(stored, now)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server was deleted."""
        await self.app.tables.times.server_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited to a server, perhaps one that it was in before."""
        await self.app.tables.times.server_back(guild.id)
        await self.on_raw_access_update(guild.id)
        await welcome(self.app, guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Log an error in an event of the gateway; other events go on."""
        log.exception("event handler failed", extra={"event": event_method})  # noqa: LOG004 - called while it is handled

    async def close(self) -> None:
        """Accept no more interactions, finish answers and posts in flight, then disconnect. The table service stays open."""
        if self._closing:
            return
        self._closing = True
        await asyncio.sleep(self._linger)
        await self._wait_for_flight()
        await self.app.deferred_pictures.close(PATIENCE_SECONDS)
        await self.app.languages.close()
        await self._sender.stop(PATIENCE_SECONDS)
        await self._process_sync.close()
        await self._wait_for_flight()
        await self.publication.close()
        await self.app.thinking.close()
        await self.reach.close()
        await super().close()

    async def _wait_for_flight(self) -> None:
        flight = {task for task in self._flight if task is not asyncio.current_task()}
        if flight:
            await asyncio.wait(flight, timeout=PATIENCE_SECONDS)

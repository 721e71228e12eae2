"""The bot as Discord knows it: one client, one command tree, one dispatcher, one sender."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

import aiohttp
import discord
from cachetools import FIFOCache
from discord import app_commands
from discord.ext import commands

import cogs
from asking.asker import Asker
from asking.budget import SUGGESTIONS, RateLimiter
from chat.app import App, Operator
from chat.cards import rules
from chat.outbox.sender import Deliveries, Sender
from chat.press import options
from chat.press.answer import PrivateAnswer, Unanswerable, answering
from chat.press.commands import CommandGroup, Translator, group_of, menus
from chat.press.dispatcher import Dispatcher
from chat.press.presses import bare
from chat.press.process_sync import ProcessSync
from chat.wire import limits
from chat.wire.internals import Bot, FairWebSocket, PatientShard, commands_of, let_go
from chat.wire.messenger import Messenger
from chat.wire.rate_limits import TokenBucket
from chat.wire.rest import UNREACHED, Rest, asked
from cogs.help import hello, welcome
from data import telemetry
from data.words import words
from engines.contract import Game
from render.pool import Pool
from service.logins import PAUSES, Logins
from service.publication import Publication
from service.reach import Reach
from service.shards import Keeper
from tables.errors import Refusal
from tables.model.models import PRIVATE
from tables.service.service import TableService
from tables.store import claims
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
            self._launching.cancel()
            with suppress(asyncio.CancelledError):
                await self._launching
        await super().close()
        if self.keeper is not None:
            await self.keeper.end()


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


class Misplaced(Exception):
    """A command cannot be in the group it declares."""


class Tree(app_commands.CommandTree["ZamkiBot"]):
    """The commands, each in the group that its declaration names (`CommandGroup.command`). Repeated interactions, and those
    that arrive while closing, do not reach them.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.groups: dict[CommandGroup, app_commands.Group] = {}
        """The groups that have commands."""

    def add_command(self, command: Any, /, *, override: bool = False, **where: Any) -> None:
        """Put a command into its group, which is created with its first command. Raises Misplaced if the group is full or
        already has a command of this name.
        """
        declared = group_of(command)
        if declared is None:
            super().add_command(command, override=override, **where)
            return
        group = self._group(declared)
        there = group.get_command(command.name)
        if there is not None and not override:
            raise Misplaced(f"{command.module} declares {declared.path} {command.name}, and so does {there.module}.")
        if there is None and len(group.commands) >= limits.SUBCOMMANDS:
            raise Misplaced(self._full(declared, command))
        group.add_command(command, override=override)

    def _group(self, declared: CommandGroup) -> app_commands.Group:
        if declared not in self.groups:
            made = declared.make()
            self.add_command(made)
            self.groups[declared] = made
        return self.groups[declared]

    def _full(self, declared: CommandGroup, command: Any) -> str:
        names = ", ".join(f"{each.name} ({each.module})" for each in (*self.groups[declared].commands, command))
        return f"{declared.path} has room for {limits.SUBCOMMANDS} and is full: {names}. Room is in {self.room}."

    @property
    def room(self) -> str:
        """Returns how many commands each group can still take, for a developer to read."""
        free = {each.path: limits.SUBCOMMANDS - len(group.commands) for each, group in self.groups.items()}
        return ", ".join(f"{path} ({count})" for path, count in sorted(free.items(), key=lambda each: -each[1]) if count)

    async def interaction_check(self, interaction: discord.Interaction[ZamkiBot], /) -> bool:
        return await self.client.admit(interaction) and await self._readable(interaction)

    async def _readable(self, interaction: discord.Interaction[ZamkiBot]) -> bool:
        """Returns whether the options fit the command's declaration; if not, tells the person in one polite message."""
        typing = interaction.type is discord.InteractionType.autocomplete
        try:
            data: Any = interaction.data
            if (kind := data.get("type", options.CHAT)) != options.CHAT:
                known = (each for each in self.get_commands() if isinstance(each, app_commands.ContextMenu))
                options.check_menu(data, {menu.name for menu in known if menu.type.value == kind})
            else:
                options.check(data, self.get_commands(type=discord.AppCommandType.chat_input), whole=not typing)
        except Refusal as refusal:
            log.warning("options refused", extra={"interaction": interaction.id, "key": refusal.key})
            await (_suggest_nothing(interaction) if typing else self._refuse(interaction, refusal))
            return False
        return True

    async def _refuse(self, interaction: discord.Interaction[ZamkiBot], refusal: Refusal) -> None:
        try:
            async with answering(PrivateAnswer(self.client.app, interaction)):
                raise refusal
        except Unanswerable:
            log.info("command not answered", extra={"interaction": interaction.id})

    async def on_error(self, interaction: discord.Interaction[ZamkiBot], error: app_commands.AppCommandError, /) -> None:
        """Handle an error that a command could not answer: it came too late, or one of its arguments was refused."""
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) else error
        if isinstance(cause, Refusal):
            await self._refuse(interaction, cause)
            return
        if isinstance(cause, Unanswerable):
            log.info("command not answered", extra={"interaction": interaction.id})
            return
        log.error("command failed", exc_info=cause, extra={"interaction": interaction.id})
        if not interaction.response.is_done():
            await _brief(interaction, "cogs.error.fault")


class ZamkiBot(ShardedBot):
    """The bot on Discord. For `tables`, `pictures`, `games`, `language`, `operator` and `program_api` see `App`. `requests` a
    second are what Discord allows all processes together. `press_limiter` and `typing_limiter` limit the presses and
    suggestions of one person. Start with `start(token)` (or `login` and `connect`), end with `close()`.
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
            explain=rules.link,
            operator=operator or Operator(),
            program_api=program_api,
        )
        self.publication = Publication(self, tables.people)
        self.logins = Logins(tables.people, self.gateway, pauses=pauses)
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
            await _brief(interaction, "cogs.error.restarting")
            return False
        if interaction.type is discord.InteractionType.autocomplete and self._typing_limiter.wait(interaction.user.id):
            await _suggest_nothing(interaction)
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
            await _brief(interaction, "cogs.error.too-fast", seconds=math.ceil(wait))
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
            await self._reachable(event.thread_id)

    async def on_raw_channel_update(self, channel: int) -> None:
        """A channel's permissions may have changed: retry what was refused there immediately."""
        await self._reachable(channel)

    async def on_raw_channel_delete(self, channel: int) -> None:
        """Nothing can be shown there any more."""
        await self.app.tables.times.channel_gone(channel)

    async def on_raw_role_update(self, guild: int) -> None:
        """A role's permissions may have changed, perhaps the bot's own: retry what was refused in this server immediately."""
        await self.app.tables.outbox.reachable_on([guild])
        await self.app.tables.tell_boards(lambda where, _channel: where == guild)

    on_raw_own_update = on_raw_role_update

    async def _reachable(self, channel: int) -> None:
        await self.app.tables.outbox.reachable(channel)
        await self.app.tables.tell_boards(lambda _guild, where: where == channel)

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


def declared_tree(client: discord.Client) -> Tree:
    """Returns all commands of all cogs, without a bot."""
    tree = Tree(client)
    for cog in cogs.classes():
        for command in (*commands_of(cog), *menus(cog)):
            tree.add_command(command)
    return tree


def request_trace(told: Callable[..., None]) -> aiohttp.TraceConfig:
    """Returns a trace that stops requests made under a lost claim at the last moment before they are sent, and that measures
    Discord's responses and how long its limits held a request back. `told`: is told whether each was answered (`well`).
    """

    async def look(*_: object) -> None:
        claims.ensure()

    async def on_begin(*_: object) -> None:
        if wanted := asked.get():
            telemetry.LIMIT_WAIT.observe(time.monotonic() - wanted)

    async def on_answer(_session: object, _context: object, about: aiohttp.TraceRequestEndParams) -> None:
        status = about.response.status
        telemetry.DISCORD.labels("429" if status == 429 else f"{status // 100}xx").inc()
        told(well=status < 500)
        if asked.get():
            asked.set(time.monotonic())  # a retry has waited from here on

    async def on_break(*_: object) -> None:
        telemetry.DISCORD.labels("none").inc()
        told(well=False)

    trace = aiohttp.TraceConfig()
    for moment in (trace.on_request_start, trace.on_connection_create_end, trace.on_connection_reuseconn):
        moment.append(look)
    trace.on_request_start.append(on_begin)
    trace.on_request_end.append(on_answer)
    trace.on_request_exception.append(on_break)
    return trace


async def _suggest_nothing(interaction: discord.Interaction) -> None:
    """Answer a person who types with no suggestions."""
    try:
        await interaction.response.autocomplete([])
    except discord.HTTPException as error:
        log.info("suggestions came too late", extra={"interaction": interaction.id, "code": error.code})


async def _brief(interaction: discord.Interaction, key: str, **values: Any) -> None:
    """Send an answer that needs only the catalogue."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await interaction.response.send_message(words(interaction.locale.value)(key, **values), ephemeral=True)
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.info("cannot answer", extra={"interaction": interaction.id, "error": type(error).__name__})

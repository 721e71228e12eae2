"""The private or undocumented parts of discord.py. Nothing else in the bot uses them.

They may change with any release of discord.py. `tests/chat/test_internals.py` has a test for each that fails when it does.
"""

import asyncio
import functools
import io
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import aiohttp
import discord
import msgspec
import yarl
from discord import app_commands, shard, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import MultipartParameters, handle_message_parameters, json_or_text
from discord.raw_models import RawThreadUpdateEvent
from discord.state import AutoShardedConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from chat.wire.payloads import ChannelPayload, CommandPayload, EditArguments, MessageArguments, RequestContent, RoleEventPayload

if TYPE_CHECKING:
    from discord.types import gateway  # cannot be imported when the bot runs: it is a circle

log = logging.getLogger(__name__)

# Requests with the bot's token.

Route: TypeAlias = discord.http.Route

NOBODY = discord.AllowedMentions.none()

Parser: TypeAlias = Callable[[Any], None]
"""Handles a gateway event, given its data."""

Once: TypeAlias = Callable[[float], Awaitable[Any]]
"""Makes a request once, with this timeout in seconds."""


KNOWN = ("id", "name", "unavailable")
"""The keys of the gateway's data about a server that are kept."""

HEARD = frozenset(
    {
        *("READY", "RESUMED", "USER_UPDATE", "INTERACTION_CREATE", "MESSAGE_CREATE"),
        *("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE"),
        *("CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"),
    }
)
"""The gateway's events that have an effect here; all others change only what is not kept."""

LARGE_BODY = 2**20
"""Bytes from which aiohttp sends a body in pieces if it is given a file, and warns otherwise."""

ENTRY_POINT = 4
"""The type of the command that launches an app's Activities. Discord adds it, and refuses a list of commands without it."""

ANSWERED = aiohttp.ClientTimeout(total=10.0)
"""Timeout of one request about commands; discord.py alone would wait five minutes."""

CLEAR_SECONDS = 60.0
"""Seconds between two searches for rate limits that are no longer needed."""


def point_at(api: str | None, gateway: str | None) -> None:
    """Make discord.py use other addresses than Discord's own."""
    if api:
        discord.http.Route.BASE = api
    if gateway:
        # Plain reconnects use this constant, whatever the API answers.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def message_parameters(**arguments: Unpack[MessageArguments]) -> MultipartParameters:
    """Returns the parameters for a message with these arguments; only `allowed_mentions` pings anybody. It closes its files."""
    return handle_message_parameters(previous_allowed_mentions=NOBODY, **arguments)


async def request(
    client: discord.Client,
    route: Route,
    timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109
    **content: Unpack[RequestContent],
) -> Any:
    """Make a request with the bot's token, under discord.py's rate limits."""
    return await client.http.request(route, timeout=timeout, **content)


async def send(
    client: discord.Client,
    route: Route,
    timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109
    **arguments: Unpack[MessageArguments],
) -> Any:
    """As `request`, with a message of these arguments."""
    with message_parameters(**arguments) as parameters:
        if parameters.files:
            return await client.http.request(route, timeout=timeout, files=parameters.files, form=parameters.multipart)
        return await request(client, route, timeout, json=parameters.payload)


# Answers to interactions, by their tokens.


class ConnectionArguments(TypedDict):
    """What discord.py is given of the connection that a request with a token uses."""

    session: aiohttp.ClientSession
    proxy: str | None
    proxy_auth: aiohttp.BasicAuth | None


class Token:
    """The token of an interaction, which changes its answer. Only the token is kept: the interaction holds everything that
    Discord sent with the press, about fifty kilobytes.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self._session = interaction._session  # noqa: SLF001
        self._http = interaction.client.http
        self._application = interaction.application_id
        self._token = interaction.token

    async def edit(self, **arguments: Unpack[EditArguments]) -> int:
        """Make the answer show something else. Returns the message's id."""
        with message_parameters(**arguments) as parameters:
            message = await async_context.get().edit_original_interaction_response(
                self._application,
                self._token,
                payload=parameters.payload,
                multipart=parameters.multipart,
                files=parameters.files,
                **self._way(),
            )
            return int(message["id"])

    async def delete(self) -> None:
        """Delete the answer."""
        await async_context.get().delete_original_interaction_response(self._application, self._token, **self._way())

    def _way(self) -> ConnectionArguments:
        return {"session": self._session, "proxy": self._http.proxy, "proxy_auth": self._http.proxy_auth}


class Adapter(AsyncWebhookAdapter):
    """The adapter through which discord.py sends answers to interactions. Subclasses decide how often and how long to try."""

    def install(self) -> None:
        """Use this adapter for all interactions answered by this task and the tasks it starts."""
        async_context.set(self)

    async def carry(self, route: Route, once: Once, payload: Mapping[str, object] | None) -> Any:
        """Returns Discord's answer to a request. Raises discord.HTTPException."""
        raise NotImplementedError

    async def read(self, response: aiohttp.ClientResponse, data: dict[str, Any] | str) -> Any:
        """Returns the content of a response. Raises discord.HTTPException."""
        raise NotImplementedError

    def lock(self, route: Route) -> asyncio.Lock:
        """Held by one request for an answer at a time."""
        lock: asyncio.Lock = self._locks.setdefault((route.webhook_id, route.webhook_token), asyncio.Lock())
        return lock

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: Mapping[str, object] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        files: Sequence[discord.File] | None = None,  # noqa: ARG002 - they are in `multipart`
        reason: str | None = None,  # noqa: ARG002 - answers have none
        auth_token: str | None = None,  # noqa: ARG002 - their token is in the path
        params: Mapping[str, str] | None = None,
    ) -> Any:
        """Make a request for discord.py; this replaces its own method."""
        body = to_json(payload).encode() if payload is not None else None
        content_type = "application/json"
        if multipart:
            body, content_type = _form(multipart)

        async def once(seconds: float) -> Any:
            async with session.request(
                route.method,
                route.url,
                params=params,
                data=body if body is None or len(body) < LARGE_BODY else io.BytesIO(body),
                headers=None if body is None else {"Content-Type": content_type},
                proxy=proxy,
                proxy_auth=proxy_auth,
                timeout=aiohttp.ClientTimeout(total=seconds),
            ) as response:
                return await self.read(response, await json_or_text(response))

        return await self.carry(route, once, payload)


def _form(parts: Iterable[Mapping[str, Any]]) -> tuple[bytes, str]:
    """Returns a form as it is sent, and its content type. All attempts send the same bytes; aiohttp would wrap each part of
    each attempt in three objects.
    """
    boundary = secrets.token_hex(16)
    pieces: list[bytes] = []
    for part in parts:
        value, filename = part["value"], part.get("filename")
        about = f'form-data; name="{part["name"]}"' + ("" if filename is None else f'; filename="{_quote(filename)}"')
        kind = part.get("content_type", "application/json")
        pieces.append(f"--{boundary}\r\nContent-Disposition: {about}\r\nContent-Type: {kind}\r\n\r\n".encode())
        pieces += [_content(value), b"\r\n"]
    pieces.append(f"--{boundary}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={boundary}"


def _quote(filename: str) -> str:
    return filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _content(value: str | IO[bytes]) -> bytes:
    if isinstance(value, str):
        return value.encode()
    value.seek(0)
    return value.read()


# JSON.


def from_json(text: str | bytes) -> Any:
    """As `json.loads`, in a quarter of the time."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(text)  # raises the error that callers know, and accepts half a surrogate pair


def to_json(value: object) -> str:
    """As `json.dumps` without spaces, in a tenth of the time."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, UnicodeEncodeError):
        return json.dumps(value, separators=(",", ":"))  # subclasses of str, and half a surrogate pair


def install_json() -> None:
    """Have discord.py read and write JSON with these functions from now on."""
    for name, function in (("_from_json", from_json), ("_to_json", to_json)):
        setattr(discord.utils, name, function)


# What discord.py would keep in memory and the bot does not.


def let_go(interaction: discord.Interaction) -> None:
    """Break the reference cycle of an interaction that needs nothing more. Otherwise every answered interaction, with its
    person, channel and message, would stay until the garbage collector runs.
    """
    interaction.response._parent = None  # type: ignore[assignment]  # noqa: SLF001


def let_parts_go(layout: ui.LayoutView) -> None:
    """Break the reference cycles of a layout that has been sent. Otherwise the garbage collector has to find its parts."""
    for item in layout.walk_children():
        item._view = item._parent = None  # noqa: SLF001


def role_ids(member: discord.Member) -> set[int]:
    """Returns the roles of a member of a server. `Member.roles` would look in a cache that is not kept."""
    return {int(role) for role in member._roles}  # noqa: SLF001


class SparingState(AutoShardedConnectionState["Bot"]):
    """What is kept in memory of the bot's servers: their ids and names, nothing of their content.

    discord.py would keep every channel, role, thread and event of each server: 30 KiB of a small one, 300 of a large one. The
    bot needs none of them, since an interaction contains the channel, the member and all relevant permissions.

    These events are dispatched: `raw_access_update` (with a server's id) when the bot may have other permissions than before
    in one of its channels, `raw_timeout` (with a server's id and the Unix time of its end) when the bot itself is timed out
    there, `raw_channel_delete` (with the id of a channel or thread), `raw_thread_update` (also for a thread that the bot has
    been added to), and `ready_servers` (the shard, the number of shards, the servers' ids) for the servers of a shard that has
    logged in, including those temporarily unavailable.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # The connections look up their events here and skip those they do not find.
        self.parsers = {event: parse for event, parse in self.parsers.items() if event in HEARD}

    def parse_ready(self, data: "gateway.ReadyEvent") -> None:
        super().parse_ready(data)
        shard_id, count = data["shard"]
        self.dispatch("ready_servers", shard_id, count, frozenset(int(guild["id"]) for guild in data["guilds"]))

    def parse_guild_create(self, data: Mapping[str, Any]) -> None:
        super().parse_guild_create(_kept_fields(data))
        for member in data.get("members", ()):  # without the intent for members, only the bot
            self._note_timeout(int(data["id"]), member)

    def parse_guild_update(self, data: Mapping[str, object]) -> None:
        super().parse_guild_update(_kept_fields(data))

    def parse_channel_update(self, data: ChannelPayload) -> None:
        # By server: what a channel allows decides about its threads too.
        self.dispatch("raw_access_update", int(data["guild_id"]))

    def parse_channel_delete(self, data: ChannelPayload) -> None:
        self.dispatch("raw_channel_delete", int(data["id"]))

    def parse_thread_delete(self, data: "gateway.ThreadDeleteEvent") -> None:
        self.dispatch("raw_channel_delete", int(data["id"]))

    def parse_guild_member_update(self, data: "gateway.GuildMemberUpdateEvent") -> None:
        # Without the intent for members, Discord sends only the bot's own.
        if self.user is not None and int(data["user"]["id"]) == self.user.id:
            self.dispatch("raw_access_update", int(data["guild_id"]))
            self._note_timeout(int(data["guild_id"]), data)

    def _note_timeout(self, guild: int, member: Mapping[str, Any]) -> None:
        """Report a timeout of the bot."""
        until = discord.utils.parse_time(member.get("communication_disabled_until"))
        if until is not None and self.user is not None and int(member["user"]["id"]) == self.user.id:
            self.dispatch("raw_timeout", guild, until.timestamp())

    def parse_guild_role_update(self, data: RoleEventPayload) -> None:
        self.dispatch("raw_access_update", int(data["guild_id"]))

    def parse_guild_role_delete(self, data: "gateway.GuildRoleDeleteEvent") -> None:
        # What a channel denied to the role is no longer denied.
        self.dispatch("raw_access_update", int(data["guild_id"]))

    def parse_message_create(self, data: "gateway.MessageCreateEvent") -> None:
        # Contents of messages are not read.
        if "guild_id" not in data and not data["author"].get("bot"):
            self.dispatch("raw_direct_message", int(data["author"]["id"]), int(data["id"]))

    def parse_thread_update(self, data: "gateway.ThreadUpdateEvent") -> None:
        self.dispatch("raw_thread_update", RawThreadUpdateEvent(data))

    parse_thread_create = parse_thread_update


def _kept_fields(data: Mapping[str, object]) -> Any:
    return {name: data[name] for name in KNOWN if name in data}


# The gateway.


class FairWebSocket(DiscordWebSocket):
    """discord.py's websocket, which yields to other tasks after each event, so that a burst is not processed in one go.

    discord.py goes on reading while data has arrived: four hundred presses at the same time blocked the event loop for 75 ms,
    and the first was acknowledged only after the last had been read.
    """

    async def poll_event(self) -> None:
        await super().poll_event()
        await asyncio.sleep(0)

    async def identify(self) -> None:
        await super().identify()
        await self.call_hooks("after_identify", self.shard_id)

    @staticmethod
    def install() -> None:
        """Use this class for all connections from now on."""
        shard.DiscordWebSocket = FairWebSocket  # type: ignore[misc]


class PatientShard(shard.Shard):
    """discord.py's shard, which waits for its turn (`Bot.login_turn`) before it logs in again. It waits by itself: what happens
    to other shards is handled meanwhile.
    """

    _waiting: asyncio.Task[None] | None = None

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        if exc.resume or not isinstance(self._client, Bot):
            await super().reidentify(exc)
            return
        self._dispatch("shard_disconnect", self.id)
        self._later(functools.partial(super().reidentify, exc))

    async def reconnect(self) -> None:
        if isinstance(self._client, Bot):
            self._later(super().reconnect)
        else:
            await super().reconnect()

    async def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        await super().close()

    def _later(self, login: Callable[[], Awaitable[None]]) -> None:
        self._cancel_task()
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.create_task(self._after_turn(login), name=f"shard {self.id} logs in")

    async def _after_turn(self, login: Callable[[], Awaitable[None]]) -> None:
        assert isinstance(self._client, Bot)
        await self._client.login_turn(self.id)
        await login()

    @staticmethod
    def install() -> None:
        """Use this class for all shards from now on."""
        shard.Shard = PatientShard  # type: ignore[misc]


class Gateway(msgspec.Struct, frozen=True):
    """What Discord says of shards and logins: `shards` that it recommends, `at_once` that may log in together, `left` logins of
    `total`, of which all are there again in `renewed_in` seconds.
    """

    shards: int
    at_once: int
    total: int
    left: int
    renewed_in: float


class Bot(commands.AutoShardedBot):
    """discord.py's bot with shards that can be connected and disconnected one by one, without a cache of servers' contents."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._hooks["after_identify"] = self.after_login
        clear, last = self.http._try_clear_expired_ratelimits, -CLEAR_SECONDS  # noqa: SLF001

        def seldom() -> None:
            # discord.py checks them all for each new one: with a thousand channels a twelfth of the event loop's time.
            nonlocal last
            if last + CLEAR_SECONDS <= (now := time.monotonic()):
                last = now
                clear()

        self.http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign]  # noqa: SLF001

    def _get_state(self, **options: Any) -> SparingState:
        # Like discord.py's, with another class.
        return SparingState(dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options)

    def replace_parser(self, event: str, wrap: Callable[[Parser], Parser]) -> None:
        """Replace the parser of a gateway event by the result of `wrap`, which is given discord.py's parser."""
        parsers = self._connection.parsers
        parsers[event] = wrap(parsers[event])

    def connect_through(self, connector: aiohttp.TCPConnector) -> None:
        """Set the connector that the next login uses for its session."""
        self.http.connector = connector

    async def hang_up(self) -> None:
        """Close the session of a login that failed, so that another one can follow."""
        await self.http.close()

    async def gateway(self) -> Gateway:
        """Returns what Discord says of shards and logins. Raises discord.DiscordException or one of UNREACHED."""
        found = await request(self, Route("GET", "/gateway/bot"), ANSWERED)
        limits = found["session_start_limit"]
        renewed_in = limits["reset_after"] / 1000
        return Gateway(found["shards"], limits["max_concurrency"], limits["total"], limits["remaining"], renewed_in)

    async def login_turn(self, shard: int) -> None:
        """Wait until this shard may log in, before its connection is opened."""

    async def after_login(self, shard: int | None) -> None:
        """Called when the login of a shard has been sent."""

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        # discord.py calls this again if it fails.
        await self.login_turn(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def application_info(self) -> discord.AppInfo:
        """Like discord.py's. If Discord refuses it, only the id is right, which is all that the bot needs."""
        try:
            return await super().application_info()
        except discord.DiscordServerError:
            raise  # Discord is out of order: the login is repeated
        except discord.HTTPException as error:
            assert self.user is not None
            log.warning("cannot read the application from Discord (%s): using the bot's user id", error)
            known: Any = {"id": self.user.id, "name": self.user.name, "icon": None, "description": "", "verify_key": ""}
            known |= {"bot_public": True, "bot_require_code_grant": False}
            known |= {"owner": {"id": self.user.id, "username": self.user.name, "discriminator": "0", "avatar": None}}
            return discord.AppInfo(self._connection, known)

    async def commands_there(self) -> list[CommandPayload]:
        """Returns the commands that Discord shows everywhere, as Discord sends them, with their translations."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=self.application_id)
        found: list[CommandPayload] = await request(self, route, ANSWERED, params={"with_localizations": "true"})
        return found

    async def publish(self, commands: Sequence[Mapping[str, object]]) -> None:
        """Replace the commands that Discord shows everywhere by these, in the form in which they are sent."""
        route = Route("PUT", "/applications/{application_id}/commands", application_id=self.application_id)
        await request(self, route, ANSWERED, json=commands)

    async def publish_one(self, command: Mapping[str, object]) -> None:
        """Add a command, or replace the one of its name and kind."""
        route = Route("POST", "/applications/{application_id}/commands", application_id=self.application_id)
        await request(self, route, ANSWERED, json=command)

    async def withdraw(self, command: CommandPayload) -> None:
        """Delete a command that Discord shows everywhere."""
        path = "/applications/{application_id}/commands/{command_id}"
        route = Route("DELETE", path, application_id=self.application_id, command_id=command["id"])
        await request(self, route, ANSWERED)

    def silence(self, shard_id: int) -> float | None:
        """Returns the seconds since the last frame of a shard's connection; None: it has none."""
        found = self.get_shard(shard_id)
        alive = None if found is None else found._parent.ws._keep_alive  # noqa: SLF001
        return None if alive is None else time.perf_counter() - alive._last_recv  # noqa: SLF001

    async def knock(self, shard_id: int) -> None:
        """Have a shard's connection answered: send a heartbeat before its time."""
        found = self.get_shard(shard_id)
        if found is not None and (alive := found._parent.ws._keep_alive) is not None:  # noqa: SLF001
            await found._parent.ws.send_heartbeat(alive.beat())  # noqa: SLF001

    async def ask(self) -> None:
        """Make a request that changes nothing. Its answer is seen by the trace of all requests."""
        async with self.http._HTTPClient__session.get(f"{Route.BASE}/gateway") as response:  # type: ignore[attr-defined]  # noqa: SLF001
            await response.read()

    async def log_in(self, shard_id: int) -> None:
        """Open the connection of one more shard."""
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)

    def forget_server(self, guild: discord.Guild) -> None:
        """Drop a server: discord.py drops them only when Discord says so."""
        self._connection._remove_guild(guild)  # noqa: SLF001

    async def close(self) -> None:
        # discord.py 2.7.1 cannot close a client that has never begun to log in.
        if hasattr(self, "_AutoShardedClient__queue"):
            await super().close()


# Commands.


DeclaredCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
"""What a cog declares, or a group of it."""


def commands_of(cog: type[commands.Cog]) -> list[DeclaredCommand]:
    """Returns the commands that a class of cogs declares."""
    return list(cog.__cog_app_commands__)


async def command_payload(
    tree: app_commands.CommandTree, translator: app_commands.Translator, command: DeclaredCommand | app_commands.ContextMenu
) -> dict[str, object]:
    """Returns a command in the form in which it is sent to Discord."""
    return dict(await command.get_translated_payload(tree, translator))

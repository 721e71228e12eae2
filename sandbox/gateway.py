"""The gateway: websocket sessions of the bot, their shards, and the events of the world sent to them."""

import asyncio
import contextlib
import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.clock import MovableClock
from sandbox.errors import JSON
from sandbox.faults import Fault, Faults
from sandbox.logins import Logins
from sandbox.serializers import Serializer
from sandbox.world import DM, EPHEMERAL, THREADS, Channel, Guild, Message

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE = range(5)
RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = range(6, 12)
GUILDS, GUILD_MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = (1, 1 << 1, 1 << 8, 1 << 9, 1 << 12, 1 << 15)
PRIVILEGED = GUILD_MEMBERS | PRESENCES | CONTENT
HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.03
MOST_PAYLOAD = 4096
MOST_SENDS, SENDS_WINDOW = 120, 60.0
MOST_KEPT, MOST_KEPT_BYTES = 2000, 8 << 20
MOST_LOST = 16


class Closing(Exception):
    """The connection must be closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(slots=True)
class Session:
    """A session of one shard. `kept` has its latest events for RESUME as (sequence number, frame), `size` their characters."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    connection: "Connection | None" = None
    kept: deque[tuple[int, str]] = field(default_factory=deque)
    size: int = 0

    def keep(self, frame: str) -> None:
        """Keep the latest event, numbered `seq`, and drop the oldest ones beyond the limits."""
        self.kept.append((self.seq, frame))
        self.size += len(frame)
        while len(self.kept) > MOST_KEPT or (self.size > MOST_KEPT_BYTES and len(self.kept) > 1):
            self.size -= len(self.kept.popleft()[1])


class Connection:
    """One websocket: sends frames in order through a queue, compressed if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, *, zlib_stream: bool) -> None:
        self.socket = socket
        self.queue: asyncio.Queue[str | tuple[int, str] | None] = asyncio.Queue()
        self._deflate = zlib.compressobj() if zlib_stream else None

    def send(self, op: int, data: object = None, **more: object) -> None:
        """Queue a frame."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None} | more))

    def close(self, code: int, reason: str) -> None:
        """Close after the queued frames have been sent."""
        self.queue.put_nowait((code, reason))

    async def write(self) -> None:
        """Send queued frames until the connection closes."""
        while (frame := await self.queue.get()) is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                if isinstance(frame, tuple):
                    await self.socket.close(code=frame[0], message=frame[1].encode())
                    return
                if self._deflate is None:
                    await self.socket.send_str(frame)
                else:
                    data = self._deflate.compress(frame.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)


def _read(message: str | bytes) -> tuple[int, Any]:
    """Returns the opcode and the data of a message from the bot."""
    text = message if isinstance(message, str) else message.decode()
    if len(text.encode()) > MOST_PAYLOAD:
        raise Closing(4002, "Error while decoding payload.")
    try:
        payload = json.loads(text)
        return int(payload["op"]), payload.get("d")
    except (ValueError, KeyError, TypeError):
        raise Closing(4002, "Error while decoding payload.") from None


class Gateway:
    """Serves the bot's websockets and turns what happens in the world into events.

    Without `privileged`, asking for a privileged intent closes with 4014. `logins` limits how often shards may log in; a login
    that comes too early is answered with an invalid session, and one too many in a day resets the token.
    """

    def __init__(
        self, serializer: Serializer, faults: Faults, *, privileged: bool = False, logins: Logins | None = None
    ) -> None:
        self.serializer = serializer
        self.world = serializer.world
        self.faults = faults
        self.privileged = privileged
        self.logins = logins or Logins()
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = asyncio.Event()
        self.resumes = 0
        self.identifies = 0
        self.world.watchers.append(self._watch)
        faults.drop = self.drop

    # Sending.

    def dispatch(self, event: str, data: JSON, guild_id: int | None, intents: int = 0) -> int:
        """Send an event to the shard in charge (0 without a guild) if it asked for it. Returns how many sessions got it."""
        twice = self.faults.strike("repeat_event", event=event) is not None
        sent = 0
        for session in self.sessions.values():
            number, count = session.shard
            mine = (guild_id >> 22) % count == number if guild_id is not None else number == 0
            if mine and session.intents & intents == intents:
                for _ in range(2 if twice else 1):
                    self._event(session, event, data)
                sent += 1
        return sent

    def _event(self, session: Session, event: str, data: JSON) -> None:
        session.seq += 1
        frame = json.dumps({"op": DISPATCH, "d": data, "s": session.seq, "t": event})
        session.keep(frame)
        if session.connection is not None:
            session.connection.queue.put_nowait(frame)

    def _watch(self, kind: str, channel: Channel | None, thing: object) -> None:
        if isinstance(thing, Message) and channel is not None:
            self._message_event(kind, channel, thing)
        elif isinstance(thing, Channel) and thing.type != DM and kind.startswith("channel"):
            noun = "THREAD" if thing.type in THREADS else "CHANNEL"
            verb = {"channel": "CREATE", "channel_edit": "UPDATE", "channel_delete": "DELETE"}[kind]
            self.dispatch(f"{noun}_{verb}", self.serializer.channel(thing), thing.guild_id, GUILDS)
        elif isinstance(thing, Guild):
            if kind == "guild_leave":
                self.dispatch("GUILD_DELETE", {"id": str(thing.id)}, thing.id, GUILDS)
            elif kind == "role_edit":
                data = {"guild_id": str(thing.id), "role": self.serializer.roles(thing)[0]}
                self.dispatch("GUILD_ROLE_UPDATE", data, thing.id, GUILDS)
            elif kind == "own_edit":  # the bot's own comes without the intent for members
                data = self.serializer.member(self.world.bot) | {"guild_id": str(thing.id)}
                self.dispatch("GUILD_MEMBER_UPDATE", data, thing.id, GUILDS)
            elif kind == "guild_join":
                data = self.serializer.guild_create(thing, members=False)
                del data["unavailable"]  # only a guild that was announced as unavailable becomes available
                self.dispatch("GUILD_CREATE", data, thing.id, GUILDS)

    def _message_event(self, kind: str, channel: Channel, message: Message) -> None:
        if message.flags & EPHEMERAL or kind not in ("message", "edit", "delete"):
            return
        if channel.guild_id is not None and self.world.bot.id not in self.world.guilds[channel.guild_id].members:
            return
        intents = DIRECT_MESSAGES if channel.guild_id is None else GUILD_MESSAGES
        if kind == "delete":
            data: JSON = {"id": str(message.id), "channel_id": str(channel.id)}
        else:
            data = self.serializer.message(message)
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
            if kind != "delete":
                data["member"] = self.serializer.member(self.world.users[message.author_id], whole=False)
        name = {"message": "MESSAGE_CREATE", "edit": "MESSAGE_UPDATE", "delete": "MESSAGE_DELETE"}[kind]
        for session in self.sessions.values():
            number, count = session.shard
            mine = (channel.guild_id >> 22) % count == number if channel.guild_id is not None else number == 0
            if mine and session.intents & intents:
                self._event(session, name, self._stripped(session, channel, message, data))

    def _stripped(self, session: Session, channel: Channel, message: Message, data: JSON) -> JSON:
        """Without the message content intent, messages of others are emptied unless they mention the bot."""
        own = message.author_id == self.world.bot.id or channel.guild_id is None
        if "author" not in data or own or session.intents & CONTENT or self.world.bot.id in message.mentions:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    def drop(self, fault: Fault) -> None:
        """Carry out a `drop_gateway` fault on every connection, or on those of one shard."""
        how = fault.parameters.get("how", "close")
        shard = fault.parameters.get("shard")
        for session in list(self.sessions.values()):
            connection = session.connection
            if connection is None or (shard is not None and session.shard[0] != int(shard)):
                continue
            if how == "reconnect":
                connection.send(RECONNECT)
            elif how == "invalid_session":
                del self.sessions[session.id]
                connection.send(INVALID, data=False)
            else:
                session.connection = None
                connection.close(int(fault.parameters.get("code", 4000)), "Unknown error")

    # Receiving.

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, zlib_stream=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(connection.write())
        self.connections.add(connection)
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            await self._listen(connection)
        except Closing as closing:
            connection.close(closing.code, closing.reason)
        finally:
            connection.queue.put_nowait(None)
            await writer
            self.connections.discard(connection)
            # A client that closes with 1000 or 1001 ends its session; after any other code it may resume.
            for session in [each for each in self.sessions.values() if each.connection is connection]:
                session.connection = None
                if socket.close_code in (1000, 1001):
                    del self.sessions[session.id]
        return socket

    async def _listen(self, connection: Connection) -> None:
        clock = MovableClock()
        recent: deque[float] = deque()
        session: Session | None = None
        async for message in connection.socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            recent.append(clock.now())
            while recent[0] < clock.now() - SENDS_WINDOW:
                recent.popleft()
            if len(recent) > MOST_SENDS:
                raise Closing(4008, "Rate limited.")
            op, data = _read(message.data)
            if op == HEARTBEAT:
                # Not faster than over the internet: discord.py notes the sending time only after it has sent.
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, ACK)
            elif op == IDENTIFY:
                if session is not None:
                    raise Closing(4005, "Already authenticated.")
                session = self._identify(connection, data)
            elif op == RESUME:
                session = self._resume(connection, data) or session
            elif session is None:
                raise Closing(4003, "Not authenticated.")
            elif op == MEMBERS:
                self._members(session, data)
            elif op not in (PRESENCE, VOICE):
                raise Closing(4001, "Unknown opcode.")

    def _identify(self, connection: Connection, data: Any) -> Session | None:
        if str(data.get("token", "")).removeprefix("Bot ") != self.world.token:
            raise Closing(4004, "Authentication failed.")
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED and not self.privileged:
            raise Closing(4014, "Disallowed intent(s).")
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            raise Closing(4010, "Invalid shard.")
        if self.logins.left <= 0:
            self._reset_token()
            raise Closing(4004, "Authentication failed.")
        if not self.logins.admit((number, count)):
            connection.send(INVALID, data=False)
            return None
        session = Session(self.world.secret(32), (number, count), intents, connection=connection)
        self.sessions[session.id] = session
        lost = [each.id for each in self.sessions.values() if each.connection is None]
        for old in lost[:-MOST_LOST]:
            del self.sessions[old]
        self.identifies += 1
        self._welcome(session)
        self.identified.set()
        return session

    def _welcome(self, session: Session) -> None:
        """Send READY and the guilds of the session's shard."""
        number, count = session.shard
        mine = [guild for guild in self.world.guilds.values() if self.world.bot.id in guild.members]
        mine = [guild for guild in mine if (guild.id >> 22) % count == number]
        ready = {
            "v": 10,
            "user": self.serializer.user(self.world.bot) | {"mfa_enabled": True, "verified": True, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [number, count],
            "application": {"id": str(self.world.bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }
        self._event(session, "READY", ready)
        if session.intents & GUILDS:
            for guild in mine:
                data = self.serializer.guild_create(guild, members=bool(session.intents & GUILD_MEMBERS))
                self._event(session, "GUILD_CREATE", data)

    def _reset_token(self) -> None:
        """The bot has logged in too often: its owner has to make a new token."""
        self.world.token = self.world.secret(50)
        self.sessions.clear()
        for connection in self.connections:
            connection.close(4004, "Authentication failed.")

    def _resume(self, connection: Connection, data: Any) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        if str(data.get("token", "")).removeprefix("Bot ") != self.world.token:
            raise Closing(4004, "Authentication failed.")
        if session is None:
            connection.send(INVALID, data=False)
            return None
        seq = int(data.get("seq") or 0)
        if seq > session.seq:
            raise Closing(4007, "Invalid `seq`.")
        if session.kept and session.kept[0][0] > seq + 1:
            del self.sessions[session.id]
            connection.send(INVALID, data=False)
            return None
        session.connection = connection
        self.resumes += 1
        for number, frame in session.kept:
            if number > seq:
                connection.queue.put_nowait(frame)
        self._event(session, "RESUMED", {"_trace": []})
        return session

    def _members(self, session: Session, data: Any) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        wanted = {int(uid) for uid in data.get("user_ids") or ()} or guild.members
        members = [self.serializer.member(self.world.users[uid]) for uid in sorted(guild.members & wanted)]
        chunk = {"guild_id": str(guild.id), "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": []}
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        self._event(session, "GUILD_MEMBERS_CHUNK", chunk)

"""The state of the sandbox: people, guilds, channels, messages and commands. Knows nothing of HTTP.

Identifiers are integers here and decimal strings on the wire. `pings`, `read` and `failures` are kept by (user, message),
(user, channel) and (user, message). Whoever wants to hear what happens adds a function to `World.watchers`; it is called
with (kind, channel, thing), where kind is one of `message edit delete channel channel_edit channel_delete guild_join
guild_leave modal ack failed person`.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sandbox import permissions
from sandbox.clock import Clock, MovableClock, Snowflakes
from sandbox.errors import JSON, refusal

TEXT, DM, THREAD = 0, 1, 11
EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
MEMBER_MESSAGE, COMMAND_MESSAGE, REPLY_MESSAGE = 0, 20, 19
NONCE_SECONDS = 300.0
TOKEN_SECONDS = 900.0
NO_ANSWER = "The application did not respond"

_PEOPLE = (
    ("ada", "Ada", "pl", "#56b4e9"),
    ("borys", "Borys", "pl", "#f0e442"),
    ("chloe", "Chloe", "en-GB", "#0072b2"),
    ("dmitri", "Dmitri", "en-US", "#d55e00"),
)
_GUILDS = (("Zamek nad Wisłą", "pl", ("gry", "turniej")), ("Castle Club", "en-US", ("games",)))
_FIRST_ID = 1_004_000_000_000_000_000
_STEP = 1_357_913_579_135


@dataclass(slots=True, eq=False)
class User:
    """A person or the bot."""

    id: int
    username: str
    name: str
    locale: str
    colour: str
    bot: bool = False
    dms_open: bool = True


@dataclass(slots=True, eq=False)
class Guild:
    """A server; `members` are the ids of its people and, while it is there, of the bot."""

    id: int
    name: str
    locale: str
    owner_id: int
    members: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread (`parent_id`) or a direct message with `recipient_id`; `granted` is what the bot may do."""

    id: int
    type: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    recipient_id: int | None = None
    owner_id: int | None = None
    position: int = 0
    granted: int = permissions.BOT
    archived: bool = False
    locked: bool = False
    created: float = 0.0
    messages: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Attachment:
    """A stored file; `width` and `height` are None unless it is a picture."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True, eq=False)
class Message:
    """A message; `addressee` is the only one to see it when it is ephemeral, `components` are in answer form."""

    id: int
    channel_id: int
    author_id: int
    type: int = MEMBER_MESSAGE
    content: str = ""
    embeds: list[JSON] = field(default_factory=list)
    components: list[JSON] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    created: float = 0.0
    edited: float | None = None
    mentions: list[int] = field(default_factory=list)
    everyone: bool = False
    nonce: str | int | None = None
    reference: int | None = None
    thread_id: int | None = None
    addressee: int | None = None
    interaction: JSON | None = None
    used: str | None = None


Watcher = Callable[[str, Channel | None, object], None]


class World:
    """Everything that is true in the sandbox; by default two guilds and four people.

    `people` are (user name, name, locale, colour), `guilds` (name, locale, names of its channels); the first person
    owns the first guild, the third the second and so on. `seed` makes the tokens.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        seed: int = 1,
        people: tuple[tuple[str, str, str, str], ...] = _PEOPLE,
        guilds: tuple[tuple[str, str, tuple[str, ...]], ...] = _GUILDS,
    ) -> None:
        self.clock: Clock = clock or MovableClock()
        self.ids = Snowflakes(self.clock)
        self.random = random.Random(seed)  # noqa: S311 - tokens of a toy
        self.token = "c2FuZGJveA." + self.secret(38)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: dict[int | None, list[JSON]] = {None: []}
        self.pings: list[tuple[int, int]] = []
        self.read: dict[tuple[int, int], int] = {}
        self.failures: dict[tuple[int, int], str] = {}
        self.watchers: list[Watcher] = []
        fixed = iter(range(_FIRST_ID, _FIRST_ID + 10_000 * _STEP, _STEP))
        self.bot = User(next(fixed), "Zamki", "Zamki", "en-US", "#009e73", bot=True)
        self.users[self.bot.id] = self.bot
        for username, name, locale, colour in people:
            self.add_person(username, name, locale, colour, next(fixed))
        for number, (name, locale, names) in enumerate(guilds):
            owner = self.people[(2 * number) % len(self.people)]
            self._guild(fixed, name, locale, owner.id, names)

    def _guild(self, fixed: Iterator[int], name: str, locale: str, owner: int, names: tuple[str, ...]) -> None:
        guild = Guild(next(fixed), name, locale, owner, set(self.users))
        self.guilds[guild.id] = guild
        for position, channel in enumerate(names):
            self.add_channel(guild.id, channel, next(fixed), position)

    @property
    def people(self) -> list[User]:
        """Everybody but the bot, in the order of joining."""
        return [user for user in self.users.values() if not user.bot]

    def secret(self, length: int) -> str:
        """A random word of letters and digits."""
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return "".join(self.random.choices(letters, k=length))

    def tell(self, kind: str, channel: Channel | None, thing: object) -> None:
        """Tell every watcher what has happened."""
        for watcher in list(self.watchers):
            watcher(kind, channel, thing)

    # People, guilds and channels.

    def add_person(self, username: str, name: str, locale: str, colour: str = "#888888", uid: int | None = None) -> User:
        """Let one more person in, into every guild there is."""
        user = User(uid or self.ids.next(), username, name, locale, colour)
        self.users[user.id] = user
        for guild in self.guilds.values():
            guild.members.add(user.id)
        return user

    def add_channel(self, guild_id: int, name: str, cid: int | None = None, position: int = 0) -> Channel:
        """Open one more text channel in a guild."""
        channel = Channel(cid or self.ids.next(), TEXT, name, guild_id, position=position, created=self.clock.now())
        self.channels[channel.id] = channel
        self.tell("channel", channel, channel)
        return channel

    def add_thread(self, parent: Channel, name: str, owner_id: int, message: Message | None = None) -> Channel:
        """Open a public thread; one that hangs on a message has the message's id."""
        cid = message.id if message else self.ids.next()
        thread = Channel(cid, THREAD, name, parent.guild_id, parent.id, None, owner_id, created=self.clock.now())
        self.channels[cid] = thread
        if message:
            message.thread_id = cid
            self.tell("edit", parent, message)
        self.tell("channel", thread, thread)
        return thread

    def delete_channel(self, channel: Channel) -> None:
        """Take a channel, its threads and all their messages away."""
        for thread in [other for other in self.channels.values() if other.parent_id == channel.id]:
            self.delete_channel(thread)
        for mid in channel.messages:
            self.messages.pop(mid, None)
        channel.messages.clear()
        del self.channels[channel.id]
        self.tell("channel_delete", channel, channel)

    def dm(self, user: User) -> Channel:
        """The direct-message channel of the bot with a person, opened if need be."""
        for channel in self.channels.values():
            if channel.recipient_id == user.id:
                return channel
        channel = Channel(self.ids.next(), DM, user.name, recipient_id=user.id, granted=permissions.EVERYWHERE_IN_DM)
        self.channels[channel.id] = channel
        self.tell("channel", channel, channel)
        return channel

    def forbid(self, channel: Channel, *names: str) -> None:
        """Take permissions of `permissions.BITS` away from the bot in a channel."""
        channel.granted &= ~permissions.bits(*names)
        self.tell("channel_edit", channel, channel)

    def allow(self, channel: Channel, *names: str) -> None:
        """Give permissions back to the bot in a channel."""
        channel.granted |= permissions.bits(*names)
        self.tell("channel_edit", channel, channel)

    def kick(self, guild: Guild) -> None:
        """Throw the bot out of a guild."""
        guild.members.discard(self.bot.id)
        self.tell("guild_leave", None, guild)

    def invite(self, guild: Guild) -> None:
        """Take the bot into a guild (again)."""
        guild.members.add(self.bot.id)
        self.tell("guild_join", None, guild)

    def rights(self, user: User, guild_id: int | None) -> int:
        """What a person may do in a guild, or in a direct message."""
        if guild_id is None:
            return permissions.EVERYWHERE_IN_DM
        return permissions.OWNER if self.guilds[guild_id].owner_id == user.id else permissions.MEMBER

    def bot_rights(self, channel: Channel) -> int:
        """What the bot may do in a channel; in a thread what it may do in the channel above."""
        parent = self.channels.get(channel.parent_id or 0)
        return channel.granted & (parent.granted if parent else channel.granted)

    def user(self, uid: int) -> User:
        """The user with that id, or 10013."""
        if uid not in self.users:
            raise refusal(10013)
        return self.users[uid]

    def channel(self, cid: int) -> Channel:
        """The channel with that id, or 10003."""
        if cid not in self.channels:
            raise refusal(10003)
        return self.channels[cid]

    def bot_channel(self, cid: int, *needed: str) -> Channel:
        """A channel in which the bot may see and do what is `needed`; else 10003, 50001 or 50013."""
        channel = self.channel(cid)
        if channel.guild_id is not None and self.bot.id not in self.guilds[channel.guild_id].members:
            raise refusal(50001)
        rights = self.bot_rights(channel)
        if not rights & permissions.bits("VIEW_CHANNEL"):
            raise refusal(50001)
        wanted = permissions.bits(*needed)
        if rights & wanted != wanted:
            raise refusal(50013)
        return channel

    def visible(self, user: User) -> list[Channel]:
        """The channels a person sees: those of guilds in order, each followed by its threads, then direct messages."""
        seen: list[Channel] = []
        for guild in self.guilds.values():
            if user.id not in guild.members:
                continue
            own = [channel for channel in self.channels.values() if channel.guild_id == guild.id]
            for channel in sorted((c for c in own if c.type == TEXT), key=lambda c: (c.position, c.id)):
                seen.append(channel)
                seen += [thread for thread in own if thread.parent_id == channel.id]
        return seen + [channel for channel in self.channels.values() if channel.recipient_id == user.id]

    # Messages.

    def message(self, channel_id: int, mid: int) -> Message:
        """A message of a channel that is not ephemeral, or 10008."""
        message = self.messages.get(mid)
        if message is None or message.channel_id != channel_id or message.flags & EPHEMERAL:
            raise refusal(10008)
        return message

    def sees(self, user: User, message: Message) -> bool:
        """Whether a person may see a message (an ephemeral one is its addressee's alone)."""
        channel = self.channels.get(message.channel_id)
        if channel is None or (message.addressee is not None and message.addressee != user.id):
            return False
        if channel.guild_id is None:
            return channel.recipient_id == user.id
        return user.id in self.guilds[channel.guild_id].members

    def same_nonce(self, channel: Channel, author_id: int, nonce: str | int) -> Message | None:
        """The message sent with that nonce within the last minutes, if any."""
        for mid in reversed(channel.messages):
            message = self.messages[mid]
            if self.clock.now() - message.created > NONCE_SECONDS:
                return None
            if message.author_id == author_id and message.nonce is not None and str(message.nonce) == str(nonce):
                return message
        return None

    def post(self, message: Message) -> None:
        """Put a finished message into its channel and tell everybody."""
        channel = self.channels[message.channel_id]
        self.messages[message.id] = message
        channel.messages.append(message.id)
        self.read[message.author_id, channel.id] = message.id
        self.tell("message", channel, message)

    def touch(self, message: Message) -> None:
        """Mark a message as edited and tell everybody."""
        message.edited = self.clock.now()
        self.tell("edit", self.channels[message.channel_id], message)

    def delete(self, message: Message) -> None:
        """Take a message away and tell everybody who saw it."""
        channel = self.channels[message.channel_id]
        self.messages.pop(message.id, None)
        channel.messages.remove(message.id)
        self.tell("delete", channel, message)

    def unread(self, user: User, channel: Channel) -> int:
        """How many messages a person has not read yet in a channel."""
        last = self.read.get((user.id, channel.id), 0)
        return sum(1 for mid in channel.messages if mid > last and self.sees(user, self.messages[mid]))

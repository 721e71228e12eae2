"""The state of the sandbox: people, guilds, channels, messages and commands. Contains no HTTP.

Identifiers are integers here and decimal strings on the wire. `pings`, `read` and `failures` are kept by (user, message),
(user, channel) and (user, message). Each function in `World.watchers` is called with (kind, channel, thing); kind is one of
`message edit delete channel channel_edit channel_delete guild_join guild_leave modal ack failed person`.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sandbox import permissions
from sandbox.clock import Clock, MovableClock, Snowflakes
from sandbox.errors import JSON, refusal

TEXT, DM, GROUP, THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
THREADS = (THREAD, PRIVATE_THREAD)
EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
MEMBER_MESSAGE, ADDED_MESSAGE, STARTED_MESSAGE, COMMAND_MESSAGE, REPLY_MESSAGE = 0, 1, 18, 20, 19
OLD_SECONDS = 60.0
"""A thread opened from a message older than this, in seconds, is announced ("currently a very small value")."""
ARCHIVE_MINUTES = 4320
"""Minutes without activity after which a thread is archived, unless its opener sets another time."""
MOST_THREADS = 1000
"""The most active threads of a guild."""
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
    """The unique name, in lower case."""
    name: str
    """The name that is shown."""
    locale: str
    """The language of the client, as Discord names it (`pl`, `en-GB`)."""
    colour: str
    """The avatar's colour on the page, `#rrggbb`."""
    bot: bool = False
    """True for the bot alone."""
    installed: bool = False
    """Whether the person has installed the app for themselves."""
    dms_open: bool = True
    """Whether the bot may write to the person; if not, posting is refused with 50007."""


@dataclass(slots=True, eq=False)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    data: bytes
    """Its picture."""


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild."""

    name: str
    """As people see it."""
    members: set[int]
    """Ids of the people who have it."""
    grants: int = 0
    """The permissions it gives in the whole guild."""


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    """As people see it."""
    locale: str
    owner_id: int
    """The person who may do everything."""
    members: set[int] = field(default_factory=set)
    """Ids of the people and, while it is there, of the bot."""
    roles: dict[int, Role] = field(default_factory=dict)
    """The roles by id, without @everyone."""


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread or a direct message."""

    id: int
    """A snowflake; for a thread that began from a message, the message's id."""
    type: int
    """`TEXT`, `DM`, `GROUP` (two or more people without the bot), `THREAD` or `PRIVATE_THREAD`."""
    name: str
    """As people see it."""
    guild_id: int | None = None
    """None for a direct message."""
    parent_id: int | None = None
    """The channel above, for a thread."""
    recipient_id: int | None = None
    """The person, for a direct message."""
    owner_id: int | None = None
    """The person or bot who opened a thread."""
    position: int = 0
    """The place in the list of the guild's channels."""
    granted: int = permissions.BOT
    """What the bot may do, `permissions.BITS`; in a thread only the removed permissions count."""
    archived: bool = False
    """Whether a thread is archived."""
    locked: bool = False
    """Whether a thread is restricted to people who may Manage Threads."""
    archive_changed: float = 0.0
    """When `archived` was last set, unix seconds."""
    archive_minutes: int = ARCHIVE_MINUTES
    """Minutes without activity after which a thread is archived."""
    active: float = 0.0
    """When a thread was last posted in or reopened, or its archive time was changed, unix seconds."""
    created: float = 0.0
    """Unix seconds."""
    messages: list[int] = field(default_factory=list)
    """Ids of the messages, oldest first."""
    hidden: set[int] = field(default_factory=set)
    """The people of the guild who may not see it."""
    overwritten: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What is allowed and denied here, by the id of a role (the guild's id: everyone) or a person."""
    members: set[int] = field(default_factory=set)
    """The people of a group; in a thread, everybody who has joined or was added, the bot included."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Attachment:
    """A stored file."""

    id: int
    filename: str
    """The name as Discord keeps it, see `posting.file_name`."""
    data: bytes
    """The bytes; empty after they have been forgotten."""
    content_type: str
    """The MIME type, by the file name."""
    description: str | None = None
    """The alt text."""
    width: int | None = None
    """In pixels; None unless it is a picture."""
    height: int | None = None
    """In pixels; None unless it is a picture."""
    size: int = field(init=False)
    """The size in bytes, kept after the bytes have been forgotten."""

    def __post_init__(self) -> None:
        self.size = len(self.data)


@dataclass(slots=True, eq=False)
class Message:
    """A message."""

    id: int
    channel_id: int
    author_id: int
    """The person or the bot."""
    type: int = MEMBER_MESSAGE
    """`MEMBER_MESSAGE`, `ADDED_MESSAGE`, `STARTED_MESSAGE`, `COMMAND_MESSAGE` or `REPLY_MESSAGE`."""
    content: str = ""
    """The text, stripped of white space at both ends."""
    embeds: list[JSON] = field(default_factory=list)
    """As Discord answers them."""
    components: list[JSON] = field(default_factory=list)
    """As Discord answers them: with ids, and addresses of media."""
    attachments: list[Attachment] = field(default_factory=list)
    """All files, including those that a component shows."""
    flags: int = 0
    """`EPHEMERAL`, `LOADING`, `SILENT`, `V2` and the like."""
    created: float = 0.0
    """Unix seconds."""
    edited: float | None = None
    """Unix seconds of the last edit, None without one."""
    mentions: list[int] = field(default_factory=list)
    """Ids of the users it mentions, as far as it may."""
    everyone: bool = False
    """Whether it mentions everyone."""
    nonce: str | int | None = None
    """The sender's own identifier for it."""
    reference: int | None = None
    """The message it replies to; for a `STARTED_MESSAGE` the thread."""
    thread_id: int | None = None
    """The thread attached to it."""
    addressee: int | None = None
    """The only person who sees it, if it is ephemeral."""
    interaction: JSON | None = None
    """The `interaction_metadata` of the interaction it answers."""
    used: str | None = None
    """The command it answers, such as `/zamki start`."""


@dataclass(slots=True)
class ScheduledEvent:
    """An event in a server's calendar that takes place elsewhere; times are Unix seconds."""

    id: int
    guild: int
    name: str
    description: str
    starts: float
    ends: float
    location: str
    interested: set[int] = field(default_factory=set)
    """Who has marked it."""


Watcher = Callable[[str, Channel | None, object], None]


class World:
    """Everything in the sandbox; by default two guilds and four people.

    `people` are (user name, name, locale, colour), `guilds` (name, locale, names of its channels); the first person owns the
    first guild, the third person the second, and so on. `seed` makes the tokens.
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
        self.most_threads = MOST_THREADS
        self.portal: JSON = {"bot_public": True, "bot_require_code_grant": False, "interactions_endpoint_url": None}
        """What the developer portal says of the application, as it answers requests."""
        fixed = iter(range(_FIRST_ID, _FIRST_ID + 10_000 * _STEP, _STEP))
        self.bot = User(next(fixed), "Zamki", "Zamki", "en-US", "#009e73", bot=True)
        self.users[self.bot.id] = self.bot
        self.emojis: dict[int, Emoji] = {}
        self.events: dict[int, ScheduledEvent] = {}
        for username, name, locale, colour in people:
            self.add_person(username, name, locale, colour, next(fixed))
        for number, (name, locale, names) in enumerate(guilds):
            owner = self.people[(2 * number) % len(self.people)]
            self._guild(fixed, name, locale, owner.id, names)

    def _guild(self, fixed: Iterator[int], name: str, locale: str, owner: int, names: tuple[str, ...]) -> None:
        guild = Guild(next(fixed), name, locale, owner, set(self.users))
        self.guilds[guild.id] = guild
        self.add_role(guild, "Mistrzowie", self.people[-1], rid=guild.id + 1)
        for position, channel in enumerate(names):
            self.add_channel(guild.id, channel, next(fixed), position)

    @property
    def people(self) -> list[User]:
        """Everybody but the bot, in the order of joining."""
        return [user for user in self.users.values() if not user.bot]

    def secret(self, length: int) -> str:
        """A random string of letters and digits."""
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return "".join(self.random.choices(letters, k=length))

    def notify(self, kind: str, channel: Channel | None, thing: object) -> None:
        """Notify every watcher of what has happened."""
        for watcher in list(self.watchers):
            watcher(kind, channel, thing)

    def switch_on_activities(self) -> None:
        """Switch Activities on in the portal: Discord adds the command that launches them."""
        number = str(self.ids.next())
        self.commands[None].append(
            {
                "id": number,
                "application_id": str(self.bot.id),
                "version": number,
                "default_member_permissions": None,
                "type": 4,
                "name": "launch",
                "name_localizations": {"pl": "uruchom"},
                "description": "Launch an activity",
                "description_localizations": None,
                "contexts": [0, 1, 2],
                "integration_types": [0, 1],
                "dm_permission": True,
                "nsfw": False,
                "handler": 2,
            }
        )

    # People, guilds and channels.

    def add_person(self, username: str, name: str, locale: str, colour: str = "#888888", uid: int | None = None) -> User:
        """Add a person to every guild."""
        user = User(uid or self.ids.next(), username, name, locale, colour)
        self.users[user.id] = user
        for guild in self.guilds.values():
            guild.members.add(user.id)
        return user

    def add_channel(self, guild_id: int, name: str, cid: int | None = None, position: int = 0) -> Channel:
        """Add a text channel to a guild."""
        channel = Channel(cid or self.ids.next(), TEXT, name, guild_id, position=position, created=self.clock.now())
        self.channels[channel.id] = channel
        self.notify("channel", channel, channel)
        return channel

    def add_role(self, guild: Guild, name: str, *users: User, rid: int | None = None, grants: int = 0) -> int:
        """Give these people a new role with the permissions `grants`; returns its id. Bots see it when they connect."""
        rid = rid or self.ids.next()
        guild.roles[rid] = Role(name, {user.id for user in users}, grants)
        return rid

    def overwrite(self, channel: Channel, target: int, *, allow: int = 0, deny: int = 0) -> None:
        """Allow and deny permissions in a channel to a role (the guild's id: everyone) or a person."""
        channel.overwritten[target] = (allow, deny)
        self.notify("channel_edit", channel, channel)

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: int,
        message: Message | None = None,
        *,
        private: bool = False,
        minutes: int = ARCHIVE_MINUTES,
    ) -> Channel:
        """Open a thread with its owner as a member; one that begins from a message has the message's id. The channel gets a
        notice (`STARTED_MESSAGE`) unless the thread is private or the message is new. Raises 160006 if the guild has too many
        active threads.
        """
        self.archive_idle()
        active = [each for each in self.channels.values() if each.type in THREADS and each.guild_id == parent.guild_id]
        if len([each for each in active if not each.archived]) >= self.most_threads:
            raise refusal(160006)
        cid = message.id if message else self.ids.next()
        now = self.clock.now()
        kind = PRIVATE_THREAD if private else THREAD
        thread = Channel(cid, kind, name, parent.guild_id, parent.id, None, owner_id, archive_changed=now, created=now)
        thread.archive_minutes, thread.active = minutes, now
        thread.members.add(owner_id)
        self.channels[cid] = thread
        if message:
            message.thread_id = cid
            self.notify("edit", parent, message)
        self.notify("channel", thread, thread)
        if not private and (message is None or now - message.created > OLD_SECONDS):
            notice = Message(self.ids.next(), parent.id, owner_id, STARTED_MESSAGE, name, created=now, reference=cid)
            self.post(notice)
        return thread

    def archive(self, thread: Channel, *, archived: bool = True) -> None:
        """Archive a thread, or reopen it."""
        now = self.clock.now()
        thread.archived, thread.archive_changed = archived, now
        if not archived:
            thread.active = now
        self.notify("channel_edit", thread, thread)

    def archive_idle(self) -> None:
        """Archive the threads that have been idle for their archive time. Called before anything reads them."""
        now = self.clock.now()
        for thread in self.channels.values():
            if thread.type in THREADS and not thread.archived and now - thread.active > thread.archive_minutes * 60:
                self.archive(thread)

    def join(self, thread: Channel, *users: int) -> None:
        """Make people members of a thread: it is in their list, and they are notified of new messages."""
        if thread.type in THREADS and not thread.members.issuperset(users):
            thread.members.update(users)
            self.notify("channel_edit", thread, thread)

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Restrict a thread to people who may Manage Threads, or open it again; this does not archive it."""
        thread.locked = locked
        self.notify("channel_edit", thread, thread)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel, its threads and all their messages."""
        for thread in [other for other in self.channels.values() if other.parent_id == channel.id]:
            self.delete_channel(thread)
        for mid in channel.messages:
            self.messages.pop(mid, None)
        channel.messages.clear()
        del self.channels[channel.id]
        self.notify("channel_delete", channel, channel)

    def dm(self, user: User) -> Channel:
        """The direct-message channel of the bot with a person, opened if necessary."""
        for channel in self.channels.values():
            if channel.recipient_id == user.id:
                return channel
        channel = Channel(self.ids.next(), DM, user.name, recipient_id=user.id, granted=permissions.EVERYWHERE_IN_DM)
        self.channels[channel.id] = channel
        self.notify("channel", channel, channel)
        return channel

    def group(self, name: str, *people: User) -> Channel:
        """Direct messages among people, without the bot."""
        channel = Channel(self.ids.next(), GROUP, name, granted=permissions.EVERYWHERE_IN_DM)
        channel.members |= {user.id for user in people}
        self.channels[channel.id] = channel
        self.notify("channel", channel, channel)
        return channel

    def forbid(self, channel: Channel, *names: str, how: str = "channel_edit") -> None:
        """Take permissions of `permissions.BITS` away from the bot in a channel. `how`: by the channel, by what a role allows
        (`role_edit`), or by taking a role from the bot (`own_edit`).
        """
        channel.granted &= ~permissions.bits(*names)
        self._permitted(channel, how)

    def allow(self, channel: Channel, *names: str, how: str = "channel_edit") -> None:
        """Give permissions back to the bot in a channel, as `forbid` takes them."""
        channel.granted |= permissions.bits(*names)
        self._permitted(channel, how)

    def _permitted(self, channel: Channel, how: str) -> None:
        thing = channel if how == "channel_edit" or channel.guild_id is None else self.guilds[channel.guild_id]
        self.notify(how, channel, thing)

    def kick(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        guild.members.discard(self.bot.id)
        self.notify("guild_leave", None, guild)

    def invite(self, guild: Guild) -> None:
        """Add the bot to a guild, possibly again."""
        guild.members.add(self.bot.id)
        self.notify("guild_join", None, guild)

    def overwrites(self, channel: Channel) -> dict[int, tuple[int, int]]:
        """All that a channel allows and denies, by the id of a role or person."""
        found = dict(channel.overwritten)
        own = (channel.granted & ~permissions.BOT, permissions.BOT & ~channel.granted)
        denied = {uid: (0, permissions.bits("VIEW_CHANNEL")) for uid in channel.hidden}
        for uid, (allow, deny) in {**denied, self.bot.id: own}.items():
            before = found.get(uid, (0, 0))
            found[uid] = (before[0] & ~deny | allow, before[1] | deny)
        return {uid: both for uid, both in found.items() if any(both)}

    def base_rights(self, user: User, guild: Guild) -> int:
        """What somebody may do in a guild as a whole, by their roles."""
        if guild.owner_id == user.id:
            return permissions.OWNER
        granted = permissions.BOT if user.bot else permissions.MEMBER
        for role in guild.roles.values():
            granted |= role.grants if user.id in role.members else 0
        return permissions.OWNER if granted & permissions.bits("ADMINISTRATOR") else granted

    def rights(self, user: User, channel: Channel) -> int:
        """What somebody may do in a channel; in a thread it is what they may do in the parent channel."""
        if channel.guild_id is None:
            return permissions.EVERYWHERE_IN_DM
        guild, above = self.guilds[channel.guild_id], self.channels.get(channel.parent_id or 0, channel)
        roles = [rid for rid, role in guild.roles.items() if user.id in role.members]
        return permissions.in_channel(self.base_rights(user, guild), self.overwrites(above), guild.id, roles, user.id)

    def bot_rights(self, channel: Channel) -> int:
        """What the bot may do in a channel. A thread has the permissions of its parent, a locked one only a few."""
        if channel.guild_id is None:
            return channel.granted
        rights = self.rights(self.bot, channel)
        if channel.parent_id is None:
            return rights
        rights &= ~(permissions.BOT & ~channel.granted)
        if channel.locked and not channel.archived and not self.manages_threads(rights):
            rights &= permissions.IN_LOCKED_THREAD
        return rights

    @staticmethod
    def manages_threads(rights: int) -> bool:
        """Whether a set of permissions includes Manage Threads."""
        return bool(rights & permissions.bits("MANAGE_THREADS", "ADMINISTRATOR"))

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
        """A channel that the bot can see and where it has the `needed` permissions; otherwise 10003, 50001 or 50013."""
        channel = self.channel(cid)
        if channel.type == GROUP or (channel.type == PRIVATE_THREAD and self.bot.id not in channel.members):
            raise refusal(50001)
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
        """The channels a person sees: those of guilds in order, each followed by its threads, then direct messages. Private
        threads are visible to their members and to people who manage threads.
        """
        self.archive_idle()
        guilds = (guild for guild in self.guilds.values() if user.id in guild.members)
        seen = [channel for guild in guilds for channel in self._visible_in(guild, user)]
        direct = (each for each in self.channels.values() if each.recipient_id == user.id or user.id in each.members)
        return [*seen, *(each for each in direct if each.guild_id is None)]

    def _visible_in(self, guild: Guild, user: User) -> list[Channel]:
        seen: list[Channel] = []
        own = [channel for channel in self.channels.values() if channel.guild_id == guild.id]
        own = [channel for channel in own if user.id not in channel.hidden and self._views(user, channel)]
        for channel in sorted((c for c in own if c.type == TEXT), key=lambda c: (c.position, c.id)):
            seen.append(channel)
            seen += [each for each in own if each.parent_id == channel.id and self._admits(user, each)]
        return seen

    def _admits(self, user: User, thread: Channel) -> bool:
        return thread.type != PRIVATE_THREAD or user.id in thread.members or self.manages_threads(self.rights(user, thread))

    def _views(self, user: User, channel: Channel) -> bool:
        return bool(self.rights(user, channel) & permissions.bits("VIEW_CHANNEL"))

    # Messages.

    def message(self, channel_id: int, mid: int) -> Message:
        """A message of a channel; 10008 if it does not exist or is ephemeral."""
        message = self.messages.get(mid)
        if message is None or message.channel_id != channel_id or message.flags & EPHEMERAL:
            raise refusal(10008)
        return message

    def sees(self, user: User, message: Message) -> bool:
        """Whether a person may see a message (only its addressee sees an ephemeral one)."""
        channel = self.channels.get(message.channel_id)
        if channel is None or (message.addressee is not None and message.addressee != user.id):
            return False
        if channel.guild_id is None:
            return channel.recipient_id == user.id or user.id in channel.members
        if not self._admits(user, channel):
            return False
        return user.id in self.guilds[channel.guild_id].members and user.id not in channel.hidden

    def same_nonce(self, channel: Channel, author_id: int, nonce: str | int) -> Message | None:
        """The message sent with that nonce in the last five minutes, if any."""
        for mid in reversed(channel.messages):
            message = self.messages[mid]
            if self.clock.now() - message.created > NONCE_SECONDS:
                return None
            if message.author_id == author_id and message.nonce is not None and str(message.nonce) == str(nonce):
                return message
        return None

    def post(self, message: Message) -> None:
        """Put a finished message into its channel and notify the watchers."""
        channel = self.channels[message.channel_id]
        self.messages[message.id] = message
        channel.messages.append(message.id)
        self.read[message.author_id, channel.id] = message.id
        channel.active = message.created
        if channel.type in THREADS and message.addressee is None:
            self.join(channel, message.author_id, *message.mentions)
        self.notify("message", channel, message)

    def touch(self, message: Message) -> None:
        """Mark a message as edited and notify the watchers."""
        message.edited = self.clock.now()
        channel = self.channels[message.channel_id]
        if message.addressee is None:
            self.join(channel, *message.mentions)
        self.notify("edit", channel, message)

    def delete(self, message: Message) -> None:
        """Delete a message and notify the watchers."""
        channel = self.channels[message.channel_id]
        self.messages.pop(message.id, None)
        channel.messages.remove(message.id)
        self.notify("delete", channel, message)

    def unread(self, user: User, channel: Channel) -> int:
        """The number of messages that a person has not read in a channel; a thread counts only for its members."""
        if channel.type in THREADS and user.id not in channel.members:
            return 0
        last = self.read.get((user.id, channel.id), 0)
        return sum(1 for mid in channel.messages if mid > last and self.sees(user, self.messages[mid]))

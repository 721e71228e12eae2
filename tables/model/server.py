"""A server's settings: chosen by its managers, in force at once; the bot works without anybody ever choosing."""

import hashlib
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.themes import DEFAULT, THEMES
from tables.model.models import DISPLAYS, Display

Boards: TypeAlias = Literal["thread", "compact", "turns"]
"""Where the boards of a game go: into a thread of its own, with a message a turn (where none can be opened: `compact`); into
the channel as ONE message that is edited through the game; into the channel, a message a turn.
"""

Season: TypeAlias = Literal["month", "quarter"]

Openers: TypeAlias = Literal["everyone", "role", "moderators"]
"""Who may open tables: everybody, who has `opener_role` (or looks after channels), or who looks after channels alone."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What can be chosen for a server. Fields may be added; none changes its meaning, as older processes read them too."""

    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads there included; (): wherever the bot can post."""
    boards: Boards = "thread"
    silent: bool = True
    """What is posted for a table without mentioning anybody makes no sound."""
    language: str | None = None
    """What is said in public is said in it; None: Discord's locale decides."""
    pace: str = "none"
    """Of a table whose host says none: a key of `tables.time.timing`."""
    friendly: bool = False
    """Whether new tables are friendly."""
    hands: Literal["private", "direct"] = "private"
    """How hands come at new tables: where they are asked for, or as direct messages."""
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    """How many tables may be open at once in a channel, and with one person at them in this server; never more than whoever
    runs the bot allows, which is what None says.
    """
    openers: Openers = "everyone"
    opener_role: int | None = None
    monthly: int | None = None
    """The channel that the leaderboard is posted to when a season ends; None: nowhere."""
    season: Season = "month"
    door: str = ""
    """What its key is recognized by (`Key.door`) with which programs read the results here; "": there is none."""
    webhook: str = ""
    """The address that results are posted to; "": none."""
    signing: str = ""
    """What those posts are signed with (`Key.signing`)."""
    posted: tuple[float, int] = (0.0, 0)
    """The last game that was posted: when it had been changed, and its number."""
    welcomed: bool = False
    """Whether the bot has introduced itself, which it does once."""
    text_first: str = ""
    theme: str = ""
    """What everybody is shown of a new table (`tables.model.models.DISPLAYS`), and in which theme; "": the default."""

    @property
    def display(self) -> Display:
        """What everybody is shown of a new table."""
        return next((each for each in DISPLAYS if each == self.text_first), "picture")

    @property
    def colours(self) -> str:
        """The theme of a new table."""
        return self.theme if self.theme in THEMES else DEFAULT


class Key(msgspec.Struct, frozen=True):
    """A server's key for programs. It is random and long; itself it is shown once and not stored."""

    text: str

    @property
    def door(self) -> str:
        """What it is recognized by."""
        return hashlib.sha256(b"door" + self.text.encode(errors="replace")).hexdigest()

    @property
    def signing(self) -> str:
        """The secret that posts are signed with; it opens nothing."""
        return hashlib.sha256(b"webhook" + self.text.encode()).hexdigest()


SECRET = {"door", "webhook"}
"""Fields of which the log tells only whether there is anything."""

UNTOLD = {"signing", "posted", "welcomed"}
"""Fields that the log does not tell."""

LIMITS = (1, 2, 3, 5, 10, 15, 20)
"""What is offered for how many tables may be open at once."""


class ServerLogLine(msgspec.Struct, frozen=True):
    """Something that was changed or done in a server."""

    number: int
    at: float
    """Unix seconds."""
    user: int
    """Who did it."""
    what: str
    """A key: `cogs.server.log.<what>` says it."""
    about: dict[str, str] = {}
    """The values that fill its fields, as they are stored: keys, numbers, and reasons as they were typed."""


def read(text: str | None, unset: ServerSettings) -> ServerSettings:
    """The stored settings of a server; `unset` where none are, or a version to come has written what nobody can read yet."""
    if text is None:
        return unset
    try:
        return msgspec.json.decode(text, type=ServerSettings)
    except msgspec.MsgspecError:
        return unset


def written(text: str | None, settings: ServerSettings) -> str:
    """The settings as they are stored in the place of `text`: what a version to come has stored besides is kept."""
    kept = {} if text is None else msgspec.json.decode(text, type=dict[str, Any])
    ours = msgspec.to_builtins(replace(settings, language=None))
    kept = {name: value for name, value in kept.items() if name not in ServerSettings.__struct_fields__}
    return msgspec.json.encode({**kept, **ours}).decode()

"""A server's settings. Its managers choose them, and they apply immediately; all have defaults."""

import hashlib
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.themes import DEFAULT, THEMES
from tables.model.table_info import DISPLAYS, Display

Boards: TypeAlias = Literal["thread", "compact", "turns"]
"""Where the boards of a game are posted: in a thread of its own, with a message per turn (`compact` if no thread can be
opened); in the channel, as one message that is edited throughout the game; or in the channel, with a message per turn.
"""

Season: TypeAlias = Literal["month", "quarter"]

Openers: TypeAlias = Literal["everyone", "role", "moderators"]
"""Who may open tables: everybody, people with `opener_role` (or who manage channels), or only people who manage channels."""

SECRET = {"program_key", "webhook"}
"""Settings for which the log shows only whether they are set."""

UNTOLD = {"signing", "posted", "welcomed"}
"""Settings that the log leaves out."""

LIMITS = (1, 2, 3, 5, 10, 15, 20)
"""The choices offered for the number of open tables."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of a server. Fields may be added, but never change their meaning, as older processes read them too."""

    channels: tuple[int, ...] = ()
    """Channels in which tables may be opened, including their threads; (): wherever the bot can post."""
    boards: Boards = "thread"
    silent: bool = True
    """Whether a table's messages without mentions are sent silently."""
    language: str | None = None
    """The language of public messages; None: Discord's locale decides."""
    pace: str = "none"
    """The pace of a table whose host chooses none, a key of `tables.time.timing`."""
    friendly: bool = False
    """Whether new tables are friendly."""
    hands: Literal["private", "direct"] = "private"
    """How hands are sent at new tables: on request, or as direct messages."""
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    """How many tables may be open at the same time in a channel, and for one person in this server. None: the limit of the
    bot's operator, which is never exceeded.
    """
    openers: Openers = "everyone"
    opener_role: int | None = None
    organiser_role: int | None = None
    """The role whose members organise all tournaments as moderators do; None: there is none."""
    monthly: int | None = None
    """The channel to which the leaderboard is posted when a season ends; None: none."""
    season: Season = "month"
    weekly: int | None = None
    """The channel to which the post of a week goes; None: none."""
    week_ends: str = "7-18"
    """When a week ends and is posted: a day, from 1 (Monday), and an hour of the server's zone."""
    castles: int | None = None
    """The channel that is told of the castle of the day when somebody has finished it; None: none."""
    zone: str = ""
    """The time zone (IANA) of the server's posts, nights and quiet hours; "": that of the server's language."""
    program_key: str = msgspec.field(default="", name="door")  # as it was called when the first ones were stored
    """The stored hash of the key (`Key.access`) with which programs read this server's results; "": there is none."""
    webhook: str = ""
    """The URL to which results are posted; "": none."""
    signing: str = ""
    """The secret that signs those posts (`Key.signing`)."""
    posted: tuple[float, int] = (0.0, 0)
    """The last game posted: when it last changed, and its number."""
    welcomed: bool = False
    """Whether the bot has introduced itself, which it does once."""
    text_first: str = ""
    theme: str = ""
    """What public messages of a new table show (`tables.model.table_info.DISPLAYS`), and their theme; "": the default."""

    watch_pages: bool = True
    """Whether tables have pages on which they can be watched, if the bot serves any."""

    @property
    def display(self) -> Display:
        """What public messages of a new table show."""
        return next((each for each in DISPLAYS if each == self.text_first), "picture")

    @property
    def colours(self) -> str:
        """The theme of a new table."""
        return self.theme if self.theme in THEMES else DEFAULT


class Key(msgspec.Struct, frozen=True):
    """A server's key for programs: long and random, shown once and not stored."""

    text: str

    @property
    def access(self) -> str:
        """The hash by which the key is recognized."""
        return hashlib.sha256(b"door" + self.text.encode(errors="replace")).hexdigest()

    @property
    def signing(self) -> str:
        """The secret that signs posts; it grants no access."""
        return hashlib.sha256(b"webhook" + self.text.encode()).hexdigest()


class ServerLogLine(msgspec.Struct, frozen=True):
    """An entry of a server's log."""

    number: int
    at: float
    """Unix seconds."""
    user: int
    """The user who did it."""
    what: str
    """A key: `cogs.server.log.<what>` is its text."""
    about: dict[str, str] = {}
    """The values for its fields, as stored: keys, numbers, and reasons as typed."""


def read(text: str | None, unset: ServerSettings) -> ServerSettings:
    """Returns the stored settings; `unset` if there are none, or if a newer version has stored what this one cannot read."""
    if text is None:
        return unset
    try:
        return msgspec.json.decode(text, type=ServerSettings)
    except msgspec.MsgspecError:
        return unset


def settings_text(text: str | None, settings: ServerSettings) -> str:
    """Returns the settings as stored in place of `text`. Fields that a newer version has stored are kept."""
    kept = {} if text is None else msgspec.json.decode(text, type=dict[str, Any])
    ours = msgspec.to_builtins(replace(settings, language=None))
    kept = {name: value for name, value in kept.items() if name not in ServerSettings.__struct_encode_fields__}
    return msgspec.json.encode({**kept, **ours}).decode()

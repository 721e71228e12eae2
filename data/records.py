"""Plain rows: the values that a store takes and returns.

Texts marked as JSON are interpreted only by `tables/`. Times are Unix seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

import msgspec

Counted: TypeAlias = Literal["user", "guild", "channel"]
"""What open tables are counted by."""

WishEnd: TypeAlias = Literal[
    "stopped", "changed", "time", "silent", "declined", "seated", "excluded", "refused", "unreached", "gone"
]
"""How a wish for a game has ended: its person has stopped or changed it; its time is over; they have left a question without an
answer, or declined; they sit at a table; they may not sit there any more; no table could be opened; or nobody could ask them.
"""


SEVERAL = -1
"""Used in place of a seat: more than one."""

BOARDS = ("board", "final")
"""The kinds of rows that show a new board of a table."""

FLAG = "direct.flag"
"""Key of an installation value: Unix seconds until which Discord flags the bot as spam, or ""."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its seats and its position: columns for what is searched, locked or binary, and one document for
    everything else. `tables.model.table.Table` explains the fields.
    """

    id: int
    """0: not stored yet."""
    guild: int
    channel: int
    home: int | None = None
    """The channel in which the table was opened, if it has a thread of its own, which is then its `channel`."""
    game: str
    """A game's key."""
    options: str
    """JSON."""
    pace: str
    """A key."""
    language: str
    """A key."""
    state: str
    """`lobby`, `playing`, `over` or `cancelled`."""
    closed: str | None = None
    """Why it was closed before its rules ended it; a key."""
    follows: int | None = None
    """The table whose game is played again."""
    series: int | None = None
    """The first table of the series; None: this one."""
    host: int
    """A user."""
    changed: float
    version: int
    """Rises with every change."""
    seed: bytes
    """Secret until the game is over."""
    secret: bytes = b""
    """The bot's part of the seed."""
    stage: int
    number: int
    """The number of the journal's last line."""
    due: float | None
    """When the clock must look at the table next."""
    thinking: bool
    """Whether a computer player owes a move."""
    document: str
    """JSON; only `data.personal` reads a part of it here."""


class SeatRow(msgspec.Struct, frozen=True):
    """The occupant of a seat."""

    seat: int
    user: int | None
    """None: a computer player."""
    name: str
    level: str | None
    """The computer player's level."""
    resigned: bool
    missed: int
    """Consecutive overdue moves."""
    colour: str = ""
    """The colour that the person has chosen; "": none."""


class WholeTable(msgspec.Struct, frozen=True):
    """A table with everything else that is stored of it, except its journal."""

    row: TableRow
    seats: list[SeatRow]
    snapshot: bytes | None
    """Its position; None in the lobby."""
    tournament: tuple[int, int, int | None] | None
    """The tournament of which it is a game, the round, from 0, and its league."""


class JournalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's journal."""

    number: int
    """From 1, without gaps."""
    kind: str
    """`move`, `computer`, `stand-in` (for a person who is overdue), `obvious`, `reveal` (a look), `start`, `resigned`,
    `gave-up`, `overdue`, `replaced`, `claimed` or `cancel`.
    """
    seat: int | None
    move: str
    """In notation; "" if the line is not a move."""
    events: str
    """JSON."""
    stage: int
    """The stage that the line answered."""
    turn: int
    request: int | None = None
    """The interaction that caused it."""
    at: float
    snapshot: bytes | None = None
    """The position before it, as long as it can be taken back."""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one person's game."""

    table_id: int
    seat: int
    guild: int
    game: str
    user: int
    name: str
    place: int
    """As shown, with people who resigned in the last place."""
    rating_place: int
    """Without tie-breaks that have nothing to do with skill; used by leaderboards."""
    score: int
    rated: bool
    """Whether the leaderboard counts it."""
    at: float
    departed: bool = False
    """The person left before the end."""
    friendly: bool = False
    """The game was unrated by agreement."""
    void: bool = False
    """The game ended without a result; `place` is then 0."""
    computers: bool = False
    """Computer players took part."""
    series: int | None = None
    """The first table of the series."""
    series_number: int = 1
    """The number of the game in its series."""
    variant: str = ""
    """Its class of variants (`tables.ranking.ratings.variant`)."""
    number: int = 0
    """The order in which the server's games ended, from 1; 0: not counted yet."""
    unearned: bool = False
    """All others left too early (`tables.ranking.counting`): only their losses count."""
    repeated: bool | None = False
    """Its game's boards by wins, places and games leave it out: the person has fared so against each of the others within a
    day, in a game that they count. Computed from the results. None: it ended under a version in which all games counted.
    """
    repeated_overall: bool | None = False
    """The same for the boards of all games."""
    voided: str | None = None
    """How it counted before a moderator voided it: `rated`, `unearned` or ""; None: none has, or an earlier version did it."""


class PacedResult(msgspec.Struct, frozen=True):
    """A person's result in a game with people, and the game's pace."""

    table_id: int
    at: float
    departed: bool
    pace: str
    """A key."""


class SeriesRow(msgspec.Struct, frozen=True):
    """A person's games in a series."""

    user: int
    name: str
    """The most recent name."""
    games: int
    wins: int


class UncountedRow(msgspec.Struct, frozen=True):
    """The number of a server's games that no leaderboard counts, by reason (for each game the first one that applies)."""

    void: int
    friendly: int
    computers: int


class TableCount(msgspec.Struct, frozen=True):
    """The number of tables of a game in one state."""

    game: str
    state: str
    """As `TableRow.state`."""
    tables: int


class OutboxLoad(msgspec.Struct, frozen=True):
    """How much is waiting in the outbox."""

    rows: int
    earliest: float | None
    """The earliest due time; None: there are no rows."""


class OutboxRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A row for the outbox."""

    key: str
    """The row replaces an unsent row of the same subject with this key."""
    kind: str
    payload: str
    """JSON."""
    due: float
    """The row is not sent before this time."""
    beside: bool = False
    """The row waits beside its subject's queue and blocks nothing."""
    after: float | None = None
    """Its time starts when the table's board has been sent, and lasts this many seconds."""


class StoredOutboxRow(msgspec.Struct, frozen=True):
    """A row of the outbox as stored."""

    serial: int
    """Its position in the queue; new when it is replaced."""
    id: int
    """Unchanged when it is replaced."""
    subject_id: int
    kind: str
    payload: str
    due: float
    attempts: int


class SubjectRow(msgspec.Struct, frozen=True):
    """What Discord is told about: a table, a tournament, the seasons of a server, who looks for a game in a channel."""

    id: int
    kind: str
    guild: int
    channel: int
    """Where it is told."""
    version: int
    """Rises with each change."""


class Struck(msgspec.Struct, frozen=True):
    """What remains of a subject's queue after a row was deleted."""

    waits: bool
    """Whether a row beside the queue was waiting for it (see `OutboxWrites.begin_waits`)."""
    more: bool
    """Whether there are other rows; also true if nothing was deleted because all were replaced."""
    hands: tuple[StoredOutboxRow, ...] = ()
    """The hands at the head of the queue that are due."""


class Shows(msgspec.Struct, frozen=True, kw_only=True):
    """What a message shows; each kind of message uses different fields."""

    turn: int | None = None
    """Boards, hands, ends and mentions: the turn shown; None: the message is outdated and due again."""
    stage: int | None = None
    """Temporary displays: the stage they belong to."""
    line: int | None = None
    """Scenes: the journal line of the move."""
    scene: int | None = None
    """Scenes: the index among the move's scenes."""
    request: int | None = None
    """Requests to take back: their `TakebackRequest.id`."""
    seat: int | None = None
    """Boards: the only seat asked first in the turn; `SEVERAL` if there were several; None: only computer players."""


class Posted(msgspec.Struct, frozen=True):
    """Where a message of ours is, and what it shows."""

    channel: int
    message: int
    """0: no message of its own (for example, a note that somebody was mentioned)."""
    shows: Shows = Shows()


class BegunPost(msgspec.Struct, frozen=True, kw_only=True):
    """A post that has been started: a message of this kind may be in the channel without being recorded."""

    subject: int
    kind: str
    user: int = 0
    """The person it is for; 0: everybody."""
    channel: int
    nonce: str
    """Sent with the post, so that Discord posts it only once however often it is tried."""
    shows: Shows


class RetiredMessage(msgspec.Struct, frozen=True):
    """A message that another has replaced."""

    channel: int
    message: int
    remove: bool
    """Whether to delete the message, not only its buttons."""
    turn: int | None = None
    """For a board, the turn it showed (0: not known), whose end it now shows; None: not a board."""


class Noted(msgspec.Struct, frozen=True):
    """Everything noted of a subject's messages at one time, and of the people who get them."""

    standing: dict[tuple[str, int], Posted]
    """By kind and user (0: not personal)."""
    begun: list[BegunPost]
    """Posts whose outcome is not known."""
    retired: list[RetiredMessage]
    """Retired messages still to be cleaned up, oldest first."""
    people: dict[int, PersonRow | None] = {}
    """The preferences of the people at the table; None: none are stored."""
    muted: Collection[int] = ()
    """People who have muted the table."""
    language: str | None = None
    """The language chosen for the table's server."""
    version: int | None = None
    """The version of the table."""
    newest: int = 0
    """The highest serial of the subject's outbox rows: everything here was read together with it."""
    flag: str | None = None
    """The installation value under `FLAG`."""
    notes: dict[int, str] = {}
    """What people have written down for themselves at the table, by person."""

    def get(self, kind: str, user: int = 0) -> Posted | None:
        """Returns the message of this kind (and for this person), if there is one."""
        return self.standing.get((kind, user))


class PersonFields(msgspec.Struct, frozen=True, kw_only=True):
    """A person's settings for messages that are stored in plain columns."""

    language: str | None = None
    """None: Discord's locale decides."""
    dm: bool | None = None
    """Whether hands, invitations and reminders are sent as direct messages; None: the person has not chosen."""
    private: bool = True
    """Whether "My hand" answers with a second, private copy of the hand."""
    dm_closed: bool = False
    """Discord has refused a direct message."""
    dm_refused: float = 0.0
    """When Discord last refused one."""
    dm_channel: int | None = None
    """The direct-message channel with the person, if known."""
    dm_opened: float = 0.0
    """When a direct-message channel was last opened."""
    mention_end: bool = True
    """Whether to mention the person when a game of theirs ends."""
    display: str = "picture"
    """What messages for this person alone show."""
    theme: str | None = None
    """The theme of the pictures in those messages, one of `data.themes.THEMES`; None: the table's."""
    shape: str | None = None
    """The layout of those pictures, one of `data.shapes.SHAPES`; None: the table's."""
    hidden: bool = False
    """Left out of leaderboards, and without a profile for others."""
    colours: str = ""
    """The colours that the person likes to play in, between spaces: one of each choice that games offer, the latest first."""
    untold: int | None = None
    """The server whose exclusion the person has not been told about yet."""


class PersonRow(PersonFields, frozen=True, kw_only=True):
    """A person's preferences; `tables.model.people.Preferences` explains the fields that are JSON here."""

    plan: str = "{}"
    """JSON."""
    lessons: str = "{}"
    """JSON."""


class Pressed(msgspec.Struct, frozen=True):
    """What is read of a press first."""

    person: PersonRow | None
    """None: nothing is known of the person."""
    version: int | None
    """The version of the table that the press names."""
    board: Posted | None
    """Where the board of that table is."""
    notes: str = ""
    """What the person has written down there."""


class SubscriberRow(msgspec.Struct, frozen=True):
    """A person who is notified of new tables of a game in a server."""

    user: int
    told: float
    """When they were last notified, of any table."""


class ServerLogRow(msgspec.Struct, frozen=True):
    """An entry of a server's log, for its managers."""

    number: int
    """Rises by one with each entry of the server."""
    at: float
    user: int
    """The user who did it."""
    what: str
    """A key."""
    about: str
    """JSON: texts by name."""


class ExclusionRow(msgspec.Struct, frozen=True):
    """A person who may not sit at a server's tables."""

    user: int
    until: float
    by: int
    """The user who decided it."""
    reason: str


class AnswerRow(msgspec.Struct, frozen=True):
    """A press whose private answer is still awaited."""

    interaction: int
    token: str
    """With this token, the press can be answered for a quarter of an hour."""
    language: str
    at: float


class LedgerRow(msgspec.Struct, frozen=True):
    """One entry of the ledger."""

    user: int
    """The person who acted."""
    kind: str
    """A kind of `tables.rules.ledger`."""
    other: int = 0
    """The person addressed; 0: nobody in particular."""
    place: int = 0
    """The table, channel or server it belongs to, depending on the kind; 0: the table stored with it."""
    at: float = 0.0


Work: TypeAlias = Literal["outbox", "thinking", "clock"]
"""Work that only one process at a time does for a subject: sending its rows, asking its computer players, serving its clock."""


class Claim(msgspec.Struct, frozen=True):
    """The right of one process to do some work for a subject, until it gives it back or its lease runs out."""

    subject: int
    work: Work
    token: int
    """Higher than the token of any earlier claim, so a later claim always has a different one."""


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """News from one process to the others. It contains no secrets, only numbers of tables, people, channels and messages."""

    kind: Literal["table", "wishes", "answered", "person", "channel", "fault", "gone"]
    """A table has changed; a list of wishes has changed; a person has a newer private answer; stored data about a person has
    changed; a channel may have become reachable; an internal fault occurred at a table; another process has ended or lost its
    lease, so its claims are free (nobody sends this: each process finds it out).
    """
    table: int = 0
    due: float | None = None
    """Tables: when the clock must look at it next."""
    thinking: bool = False
    """Tables: whether a computer player owes a move."""
    over: bool = False
    """Tables: whether the game has ended, or the lobby was closed."""
    user: int = 0
    channel: int = 0
    message: int = 0
    """Answers: the current message."""
    name: str = ""
    """Answers: the kind."""


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating for a class of a game in a server; see `tables.ranking.ratings.Rating`."""

    guild: int
    game: str
    variant: str
    user: int
    mu: float
    sigma: float
    games: int
    met: str
    """JSON: users."""
    at: float
    """When the last of these games ended."""
    streak: int
    """Consecutive wins up to now."""
    longest: int
    """The longest winning streak."""
    proof: int = 0


class MetRow(msgspec.Struct, frozen=True):
    """How a person has fared against another in a rated game."""

    user: int
    other: int
    table_id: int
    game: str
    variant: str
    at: float
    place: int
    """Their rating place, and the other's."""
    other_place: int
    departed: bool
    """The person left before the end."""
    repeated: bool | None
    repeated_overall: bool | None


class PointRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating after one of their rated games."""

    guild: int
    game: str
    variant: str
    user: int
    number: int
    """The game's number in its server."""
    table_id: int
    at: float
    mu: float
    field: float
    """The mean mu of the others before the game."""
    place: int
    """The rating place."""


class TallyRow(msgspec.Struct, frozen=True):
    """The number of a person's rated games, and of their first, second, third and lower rating places. A person who hands on a
    seat at a table of four comes fifth.
    """

    user: int
    games: int
    first: int
    second: int
    third: int
    fourth: int

    @property
    def places(self) -> tuple[int, int, int, int]:
        return self.first, self.second, self.third, self.fourth


class MonthRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a month (year * 12 + month - 1, UTC; 0: all time) adds to a tally."""

    guild: int
    game: str
    variant: str
    month: int
    tally: TallyRow


class AloneRow(msgspec.Struct, frozen=True):
    """A game that a person has played to the end alone against computer players."""

    table_id: int
    game: str
    place: int
    score: int
    levels: tuple[str, ...]
    """The levels of the computer players, by seat."""
    variant: str = ""
    """Its class of variants."""


class CrestRow(msgspec.Struct, frozen=True):
    """An achievement of a person in a game that counts, or alone against computer players."""

    guild: int
    user: int
    game: str
    crest: str
    """The game's key for it."""
    table_id: int
    at: float


class EntrantRow(msgspec.Struct, frozen=True):
    """A person who takes part in a tournament, waits for a place, or was removed from it."""

    number: int
    """From 0 in each tournament: the index in `Tournament.entrants`, which rounds use for people; after them, all others."""
    user: int
    name: str
    withdrawn: bool = False
    status: str = ""
    """`reserve` or `removed` (`tables.tournaments.tournament`); "": they take part, or have left."""


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament. `tables.tournaments.tournament` explains the texts."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    state: str
    """`lobby`, `running`, `over` or `cancelled`."""
    game: str
    host: int
    language: str
    changed: float
    rules: str
    """JSON."""
    rounds: str
    """JSON."""
    due: float | None
    """When the clock must look at it next."""
    league: int | None = None
    """The league of which it is a division; None: it is none."""
    secret: bytes
    """The bot's part of the seeds of its games."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""
    entrants: tuple[EntrantRow, ...] = ()


class TournamentGame(msgspec.Struct, frozen=True):
    """The table of a game of a tournament."""

    table_id: int
    tournament: int
    round: int
    """From 0."""
    number: int
    """The index among the round's games, from 0."""
    ended: bool = False
    """The game has ended, and the tournament has not recorded it yet."""


class WishListRow(msgspec.Struct, frozen=True, kw_only=True):
    """The people who look for a game in one channel. `tables.matchmaking.wishes` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    language: str
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class WishRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody who looks for a game would play. `tables.matchmaking.wishes` explains the text."""

    subject_id: int
    """The list."""
    number: int
    """From 1 in each list."""
    user: int
    name: str
    since: float
    until: float
    ended: float | None = None
    """When it ended; None: it has not."""
    how: WishEnd | None = None
    document: str
    """All other fields, as JSON."""


class WaitRow(msgspec.Struct, frozen=True):
    """How long somebody has waited until they were asked about a game."""

    subject_id: int
    number: int
    """The number of the wish."""
    speed: str
    at: float
    """When they were asked."""
    seconds: float


class DayRow(msgspec.Struct, frozen=True):
    """The castle of a day: one title and deal for everybody."""

    day: str
    """In UTC, like `2026-11-28`."""
    game: str
    seed: str
    """In hex; secret until the day is over."""


class DealTryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's first try of a deal that others play too, the only one that counts."""

    deal: str
    """The day of a castle, or the code of a challenge."""
    user: int
    guild: int
    """The server in which they asked for it; 0: none."""
    name: str
    table_id: int = 0
    """0: not stored yet."""
    at: float
    """When it began."""
    ended: float | None = None
    """When the game was over; None: it is not, or was not in time."""
    place: int | None = None
    score: int | None = None


class ChallengeRow(msgspec.Struct, frozen=True):
    """A finished game whose deal others play too."""

    code: str
    user: int
    """Who has played it, and challenges others."""
    guild: int
    table_id: int
    until: float
    """Until when somebody may begin."""


class DigestRecord(msgspec.Struct, frozen=True, kw_only=True):
    """That a person gets one message a day."""

    id: int = 0
    """Its number, which is that of its subject; 0: it is not stored yet."""
    user: int
    due: float | None
    """When the next one is; None: they no longer want it."""
    since: float
    """Until when the last one told."""


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game night. `tables.nights.night` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    host: int
    state: str
    language: str
    changed: float
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class ComerRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has said whether they come to a night, or was there."""

    number: int
    """From 1 in each night."""
    user: int
    name: str
    answer: str
    here: float | None = None
    """Since when they wait for a game; None: they do not."""
    came: float | None = None
    """When they last said that they were there; None: never."""


class EveningRow(msgspec.Struct, frozen=True, kw_only=True):
    """A date of a game night at which tables were drawn; it outlasts the night."""

    night: int
    date: int
    """Which of the night's dates it was, from 1."""
    guild: int
    channel: int
    starts: float
    game: str
    """The title; "": people played what they knew."""
    came: int
    """How many people said that they were there."""
    tables: str
    """Their numbers, as JSON."""


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A league. `tables.leagues.league` explains the text."""

    id: int
    """Its number, which is that of its subject; 0: it is not stored yet."""
    guild: int
    host: int
    state: str
    """`open`, `running` if a season is played, or `over`."""
    language: str
    changed: float
    due: float | None
    """When the clock must look at it next."""
    document: str
    """All other fields, as JSON."""
    secret: bytes
    """The bot's part of the seeds of its next season."""
    channel: int
    """Where it is told."""
    version: int = 0
    """Rises with each change."""


class LeaguePlayerRow(msgspec.Struct, frozen=True):
    """Somebody who has signed up for a league's next season, or would stand in during one."""

    user: int
    name: str
    since: float


class PageKeyRow(msgspec.Struct, frozen=True):
    """A key to the page on which a person plays at a table."""

    digest: str
    """SHA-256 (hex) of the key."""
    user: int
    table_id: int
    once: bool
    """Whether it is a link's key, which opens a session once; else it is a session's."""
    at: float
    until: float
    """When it ends."""

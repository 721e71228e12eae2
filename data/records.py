"""What is stored, as plain rows: the values that go into a store and come out of it.

Texts named as JSON mean something to `tables/` alone. Times are Unix seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

import msgspec

Counted: TypeAlias = Literal["user", "guild", "channel"]
"""What open tables are counted by."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its seats and its position: a column for what is searched for, locked or binary, and one document for
    everything else. `tables.model.table.Table` says what the fields mean.
    """

    id: int
    """0: not stored yet."""
    guild: int
    channel: int
    home: int | None = None
    """The channel it was opened in, where it has a thread of its own: that is `channel` then."""
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
    """Why it was closed before its rules ended it, a key."""
    follows: int | None = None
    """The table whose game is played once more."""
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
    """The last line of the journal."""
    due: float | None
    """When the clock must look at the table next."""
    thinking: bool
    """Whether a computer player owes a move."""
    document: str
    """JSON, of which `data.personal` alone reads a part."""


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits on a seat of a table."""

    seat: int
    user: int | None
    """None: a computer player."""
    name: str
    level: str | None
    """The computer player's level."""
    resigned: bool
    missed: int
    """Moves overdue in a row."""


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
    """In written form; "" where there is none."""
    events: str
    """JSON."""
    stage: int
    """The stage it answered."""
    turn: int
    request: int | None = None
    """The interaction that brought it about."""
    undone: bool = False
    """Taken back or replaced."""
    at: float
    snapshot: bytes | None = None
    """The position before it, while it can be taken back."""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """How one person's game ended."""

    table_id: int
    seat: int
    guild: int
    game: str
    user: int
    name: str
    place: int
    """As it was told, who resigned last."""
    rating_place: int
    """Without tie-breaks that say nothing of skill: what the leaderboard counts."""
    score: int
    rated: bool
    """Whether the leaderboard counts it at all."""
    at: float
    departed: bool = False
    """They left before the end."""
    friendly: bool = False
    """The game was to count for nothing, by agreement."""
    void: bool = False
    """The game ended without a result; `place` is 0 then."""
    computers: bool = False
    """Computer players sat at the table."""
    series: int | None = None
    """The first table of the series."""
    series_number: int = 1
    """Which game of its series it was."""
    variant: str = ""
    """Its class of variants (`tables.ranking.ratings.variant`)."""
    number: int = 0
    """Which of its server's games it was to end, from 1; 0: not counted yet."""
    unearned: bool = False
    """Others have left before this person moved once: nothing counts but the loss of those."""


class SeriesRow(msgspec.Struct, frozen=True):
    """A person's games of a series."""

    user: int
    name: str
    """The name used last."""
    games: int
    wins: int


class UncountedRow(msgspec.Struct, frozen=True):
    """How many games of a server no leaderboard counts, and why (one reason a game, the first of these that holds)."""

    void: int
    friendly: int
    computers: int


class TableCount(msgspec.Struct, frozen=True):
    """How many tables of a game there are in one state."""

    game: str
    state: str
    """As `TableRow.state`."""
    tables: int


class OutboxLoad(msgspec.Struct, frozen=True):
    """How much Discord has yet to be told."""

    rows: int
    earliest: float | None
    """When the row that has waited longest was due, or will be; None: there is none."""


class OutboxRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A row for the outbox."""

    key: str
    """An unsent row of the same table and key is replaced."""
    kind: str
    payload: str
    """JSON."""
    due: float
    """Before this time it is not sent."""
    beside: bool = False
    """It waits beside its table's line and holds nothing up."""
    after: float | None = None
    """Its time runs this many seconds from when the table's board has been sent."""


class StoredOutboxRow(msgspec.Struct, frozen=True):
    """A row of the outbox as it is stored."""

    serial: int
    """Its place in the line; new when it is replaced."""
    id: int
    """Stays when it is replaced."""
    table_id: int
    kind: str
    payload: str
    due: float
    attempts: int


class Struck(msgspec.Struct, frozen=True):
    """What taking a row out of the outbox leaves of its table."""

    waits: bool
    """Whether a row beside the line waits for it (see `OutboxWrites.begin_waits`)."""
    more: bool
    """Whether there are other rows; also where the row itself stays, because it was replaced."""
    hand: StoredOutboxRow | None = None
    """The row that stands first in the line now, if it is a hand that is due."""


SEVERAL = -1
"""In the place of a seat: more than one."""


class Shows(msgspec.Struct, frozen=True, kw_only=True):
    """What a message shows; each kind of message names it by another of these."""

    turn: int | None = None
    """Boards, hands, ends and mentions: the turn they show; None: of none any more, they are due again."""
    stage: int | None = None
    """What is to be seen for a while only: the stage it belongs to."""
    line: int | None = None
    """Scenes: the journal line of the move."""
    scene: int | None = None
    """Scenes: which of that move's scenes."""
    request: int | None = None
    """Requests to take back: their `TakebackRequest.id`."""
    seat: int | None = None
    """Boards: who alone was asked first in the turn; `SEVERAL` where several were; None: nobody but computer players."""


class Posted(msgspec.Struct, frozen=True):
    """Where one of our messages stands, and what it shows."""

    channel: int
    message: int
    """0: no message of its own (a mention that has been made, a trouble that was told)."""
    shows: Shows = Shows()


class BegunPost(msgspec.Struct, frozen=True, kw_only=True):
    """A post sent off: a message of this kind may stand in the channel without being noted."""

    table: int
    kind: str
    user: int = 0
    """Whose message; 0: for all."""
    channel: int
    nonce: str
    """What it is sent with, so that Discord posts it once however often it is tried."""
    shows: Shows


class RetiredMessage(msgspec.Struct, frozen=True):
    """A message that another has taken the place of."""

    channel: int
    message: int
    remove: bool
    """The message itself is to go, not its buttons alone."""
    turn: int | None = None
    """Of a board, the turn it showed (0: not known), which it tells the end of instead of asking; None: no board."""


class Noted(msgspec.Struct, frozen=True):
    """All that is noted of a table's messages at one time, and of those who are told by them."""

    standing: dict[tuple[str, int], Posted]
    """By kind and user (0: nobody's own)."""
    begun: list[BegunPost]
    """The posts of which nobody knows what has become of them."""
    retired: list[RetiredMessage]
    """Those still to be cleaned, oldest first."""
    people: dict[int, PersonRow | None] = {}
    """How the people who sit at the table want to be told; None: nothing is known of them."""
    muted: Collection[int] = ()
    """Those who want to hear nothing of the table."""
    language: str | None = None
    """The one chosen for the table's server."""
    version: int | None = None
    """The table's."""
    newest: int = 0
    """The highest serial among the table's rows of the outbox: what is noted here is as new as those."""

    def get(self, kind: str, user: int = 0) -> Posted | None:
        """The message of this kind (and for this person), if there is one."""
        return self.standing.get((kind, user))


class PersonFields(msgspec.Struct, frozen=True, kw_only=True):
    """How a person wants to be told, as far as it is stored as it is."""

    language: str | None = None
    """None: Discord's locale decides."""
    dm: bool | None = None
    """Hands, invitations and reminders as direct messages; None: they have said neither yes nor no."""
    private: bool = True
    """The "My hand" answer: the other copy of a hand."""
    dm_closed: bool = False
    """Discord refused a direct message."""
    dm_refused: float = 0.0
    """When it last did."""
    dm_channel: int | None = None
    """The conversation with them, where one is known."""
    dm_opened: float = 0.0
    """When one was opened last."""
    mention_end: bool = True
    """A mention when a game of theirs has ended."""
    display: str = "picture"
    """What the messages for them alone show."""
    theme: str | None = None
    """Which colours the pictures in them have, one of `data.themes.THEMES`; None: the table's."""
    shape: str | None = None
    """How those pictures are laid out, one of `data.shapes.SHAPES`; None: as the table's."""
    hidden: bool = False
    """Left out of leaderboards, and no profile for others."""
    untold: int | None = None
    """The server that has excluded them, which they have not been told yet."""


class PersonRow(PersonFields, frozen=True, kw_only=True):
    """How a person wants to be told; `tables.model.models.Preferences` says what the fields mean that are texts here."""

    plan: str = "{}"
    """JSON."""
    lessons: str = "{}"
    """JSON."""


class SubscriberRow(msgspec.Struct, frozen=True):
    """A person who wants to be told of new tables of a game in a server."""

    user: int
    told: float
    """When they were told last, of whatever table."""


class ServerLogRow(msgspec.Struct, frozen=True):
    """Something that was changed or done in a server, for those who look after it."""

    number: int
    """Rises by one with each line of the server."""
    at: float
    user: int
    """Who did it."""
    what: str
    """A key."""
    about: str
    """JSON: texts by name."""


class ExclusionRow(msgspec.Struct, frozen=True):
    """Somebody who may not sit at a server's tables."""

    user: int
    until: float
    by: int
    """The user who has decided it."""
    reason: str


class AnswerRow(msgspec.Struct, frozen=True):
    """A press whose private answer is still awaited."""

    interaction: int
    token: str
    """By which Discord lets it be answered, for a quarter of an hour."""
    language: str
    at: float


class LedgerRow(msgspec.Struct, frozen=True):
    """One entry of the ledger."""

    user: int
    """Whose act it was."""
    kind: str
    """A kind of `tables.rules.ledger`."""
    other: int = 0
    """The person it was said to; 0: nobody in particular."""
    place: int = 0
    """The table, channel or server it belongs to, as the kind says; 0: the table that is stored with it."""
    at: float = 0.0


Work: TypeAlias = Literal["outbox", "thinking", "clock"]
"""What one process alone does for a table at a time: tell Discord its rows, ask its computer players, serve its clock."""


class Claim(msgspec.Struct, frozen=True):
    """The right of one process to do some work for a table until it gives it back, or has its lease run out."""

    table: int
    work: Work
    token: int
    """Higher than that of any earlier claim: who claims after us has another."""


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one process tells the others. Nothing secret: numbers of tables, people, channels and messages."""

    kind: Literal["table", "answered", "person", "channel", "fault"]
    """A table has changed; a person has got a newer private answer; something is known of a person by now that was not; a
    channel may have become reachable; something of ours failed at a table.
    """
    table: int = 0
    due: float | None = None
    """Tables: when the clock must look at it next."""
    thinking: bool = False
    """Tables: whether a computer player owes a move."""
    user: int = 0
    channel: int = 0
    message: int = 0
    """Answers: the message that stands now."""
    name: str = ""
    """Answers: of which kind."""


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a person is at a class of a game in a server; see `tables.ranking.ratings.Rating`."""

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
    """Games won one after the other up to now."""
    longest: int
    """The longest such row there was."""


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
    """How many rated games a person has played, and how often at each of the first three rating places and behind
    them: who hands on a seat at a table of four comes fifth.
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
    """What a month (year * 12 + month - 1, UTC; 0: all time) has added to a tally."""

    guild: int
    game: str
    variant: str
    month: int
    tally: TallyRow


class AloneRow(msgspec.Struct, frozen=True):
    """A game that a person has played to its end alone against computer players."""

    table_id: int
    game: str
    place: int
    score: int
    levels: tuple[str, ...]
    """Of the computer players, by seat."""


class CrestRow(msgspec.Struct, frozen=True):
    """Something that a person has achieved in a game that counts, or alone against computer players."""

    guild: int
    user: int
    game: str
    crest: str
    """The game's key for it."""
    table_id: int
    at: float


class EntrantRow(msgspec.Struct, frozen=True):
    """Somebody who takes part in a tournament."""

    number: int
    """From 0 in each tournament: the place in `Tournament.entrants`, by which rounds name people."""
    user: int
    name: str
    withdrawn: bool = False


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament: what its row among the tables does not say. `tables.tournaments.tournament` says what the texts mean."""

    table_id: int
    """Its number: a table without a game of its own."""
    guild: int
    state: str
    """`lobby`, `running`, `over` or `cancelled`."""
    rules: str
    """JSON."""
    rounds: str
    """JSON."""
    due: float | None
    """When the clock must look at it next."""
    entrants: tuple[EntrantRow, ...] = ()


class TournamentGame(msgspec.Struct, frozen=True):
    """The table of a game of a tournament."""

    table_id: int
    tournament: int
    round: int
    """From 0."""
    number: int
    """Which of the round's games, from 0."""
    ended: bool = False
    """The game has ended, and the tournament has not noted it yet."""

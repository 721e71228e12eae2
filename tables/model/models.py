"""What the table service tells the cogs: plain values, no position, no Discord object."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from data.records import PersonFields
from data.shapes import AUTO
from data.themes import DEFAULT
from engines.contract import Choices, Move, Result, Seat, View
from engines.levels import PONDERS
from tables.time.plan import Plan
from tables.time.timing import Timing


def mark(table: int, user: int) -> int:
    """A negative number that stands for a person at one table, by which they are known again without their id."""
    digest = hashlib.sha256(f"{table}:{user}".encode()).digest()
    return -1 - int.from_bytes(digest[:7], "big")


class Invite(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is asked to sit down."""

    id: int
    """Tells the invitations of a table apart."""
    user: int
    """Who is asked."""
    by: int = 0
    """The person that asked them; 0: the waiting list."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who waits for a seat."""

    user: int
    id: int = 0
    """Of the seat that is kept for them: as an invitation's; 0: none yet."""
    until: float | None = None
    """Until when it is kept."""


class Guests(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The guest list of a lobby."""

    only: bool = False
    """People who are not invited cannot sit down."""
    invites: tuple[Invite, ...] = ()
    """Open invitations, oldest first."""
    asked: tuple[int, ...] = ()
    """Everybody who was ever invited: each is mentioned once."""
    waiting: tuple[Waiting, ...] = ()
    """In their order."""
    away: tuple[int, ...] = ()
    """Whom the host has turned away, or the `mark` of somebody who was forgotten; nobody is told."""

    def public(self) -> Guests:
        """What everybody may know."""
        return replace(self, away=(), asked=())

    @property
    def kept(self) -> int:
        """Seats that are kept for people who have waited."""
        return sum(bool(each.id) for each in self.waiting)

    def of(self, user: int) -> Guests:
        """The list without this person's own entries."""
        return replace(
            self,
            invites=tuple(each for each in self.invites if each.user != user),
            waiting=tuple(each for each in self.waiting if each.user != user),
        )

    @property
    def open(self) -> dict[int, int]:
        """Who is asked to sit down, and by what number."""
        waited = {each.user: each.id for each in self.waiting if each.id}
        return {each.user: each.id for each in self.invites} | waited


TableState: TypeAlias = Literal["lobby", "playing", "over", "cancelled"]

ClosingReason: TypeAlias = Literal[
    "host", "moderator", "time", "empty", "agreed", "abandoned", "silence", "claimed", "deadline", "void", "alone"
]
"""Why a table was closed before its rules ended it. A lobby: by its host, by a moderator, because nobody touched it for long,
because its last person left, or because its host was `alone` there and the channel full. A game, without a result: by a
moderator, because all agreed, because everybody had left, or because nobody played for very long; with one: `claimed`, all
others had left and who stayed did not play on;
`deadline`, so had those for whom it waited at the deadline of a tournament's round.
`void`: it was over, and a moderator has had it count for nobody since.
"""

Display: TypeAlias = Literal["picture", "both", "text"]
"""What a message shows: its picture alone with what stands below it in words, the whole text before the picture, or the text
and no picture.
"""

DISPLAYS: tuple[Display, ...] = ("picture", "both", "text")

BEST_OF = (0, 3, 5, 7)
"""Of how many games a series may be the best; 0: it has no end."""


class Person(msgspec.Struct, frozen=True):
    """A person as Discord names them: user id and display name (anything at all)."""

    user: int
    name: str


class Place(msgspec.Struct, frozen=True):
    """Where a table stands: server, channel (or thread)."""

    guild: int
    channel: int


DIRECT, PRIVATE = 0, -1
"""In place of a server: direct messages of somebody with the bot; direct messages and groups of people, which the bot is not
in.
"""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many lobbies and games may be open at once for one person, server and channel."""

    tables_per_user: int = 10
    tables_per_guild: int = 200
    tables_per_channel: int = 25


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person or a computer player."""

    name: str
    user: int | None = None
    """The person; None: a computer player."""
    level: str | None = None
    """The computer player's level; None: a person."""
    resigned: bool = False
    """The person has left the game: the computer plays on for them."""

    @property
    def ponders(self) -> bool:
        """Whether a computer player sits here that may think so long that people are told of it."""
        return self.level in PONDERS


def rated(seats: Sequence[SeatInfo], *, friendly: bool) -> bool:
    """Whether a game among these counts for the leaderboard: two or more people, no computer players, not friendly."""
    return not friendly and len(seats) >= 2 and all(info.user is not None for info in seats)


def counts(info: TableInfo) -> bool:
    """Whether a game counts for the leaderboard as far as is known: people alone play it, and at its start it was not settled
    that they have had all rated games of the day.
    """
    return info.rated is not False and rated(info.seats, friendly=info.friendly)


def only_one_stays(seats: Sequence[SeatInfo]) -> bool:
    """Whether one person plays on whom all the others have left: the game is decided between them, and ending it without a
    result is refused.
    """
    people = [info for info in seats if info.user is not None]
    return len(people) > 1 and sum(not info.resigned for info in people) == 1


class SeriesScore(msgspec.Struct, frozen=True, kw_only=True):
    """How a series of games stands."""

    wins: tuple[tuple[int, str, int], ...] = ()
    """User, name and games won, most first."""
    games: int = 0
    over: bool = False
    """It is decided, or all its games are played."""
    winner: int | None = None
    """Who has won it alone."""


class InTournament(msgspec.Struct, frozen=True):
    """Of which tournament a table's game is, by its number, and of which of its rounds, from 1."""

    number: int
    round: int


class Departed(msgspec.Struct, frozen=True):
    """Somebody who has left the game and whose seat somebody else has taken over."""

    user: int
    name: str
    seat: Seat
    number: int
    """The journal line of the change."""


class Ahead(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person has planned for when they are asked next, if nothing changes. Nobody else may know."""

    seat: Seat
    user: int
    """Who has planned it."""
    moves: tuple[Move, ...] = ()
    """In their order."""
    joint: bool = False
    """For the next joint stage: it waits through what is asked of this seat alone before."""
    dropped: Move = ()
    """The planned move that was not legal any more, so that the plan was dropped."""
    stage: int | None = None
    """The stage at which it is a draft of the turn under way (`tables.rules.drafts`); None: a plan."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody may take over in a running game."""

    id: int
    """Tells the offers of a table apart."""
    seat: Seat
    by: int
    """The user who offers it."""
    to: int | None = None
    """The user whom it is offered to; None: whoever comes first."""


class TakebackRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to take back what one may not take back alone: the last move of a seat and everything since."""

    id: int
    """Tells the requests of a table apart; 0: only possible, not made."""
    seat: Seat
    """Who asks."""
    asked: tuple[Seat, ...]
    """The seats of people who have to agree."""
    number: int
    """The journal line of the move."""
    turn: int
    """The turn of the move."""
    events: tuple[dict[str, Any], ...] = ()
    """The public events of the move, as they are stored."""
    agreed: tuple[Seat, ...] = ()
    """Those who have agreed."""


class Vote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that all who are asked have to agree to (`tables.rules.votes`)."""

    id: int
    """Tells the votes of a table apart."""
    kind: str
    """What is to be decided, a key of `tables.rules.votes.KINDS`."""
    seat: Seat | None = None
    """Who asks; None: the table itself."""
    asked: tuple[Seat, ...]
    """The seats of people who have to agree."""
    agreed: tuple[Seat, ...] = ()
    """Those who have agreed."""
    about: tuple[Seat, ...] = ()
    """Whom it concerns, if it concerns anybody in particular."""
    until: float | None = None
    """When it is settled without those who have not answered, Unix seconds; None: it stays open."""


class PublicFields(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table, as it is stored. Times in Unix seconds."""

    id: int = 0
    """0: not stored yet."""
    place: Place
    home: int | None = None
    """The channel it was opened in, where it has a thread of its own as its place; its lobby stands there."""
    game: str
    options: dict[str, str]
    """The variant chosen: all options of the game with their values."""
    pace: str
    """A key: see `tables.time.timing`."""
    language: str
    """What the public messages are written in, unless the server has chosen another."""
    state: TableState = "lobby"
    closed: ClosingReason | None = None
    """Why it was closed before its rules ended it; `tables.closed.<closed>` says it. None where it was not, or nobody noted
    it.
    """
    reason: str | None = None
    """What a moderator wrote when ending the game."""
    friendly: bool = False
    """The game counts for nothing, by agreement."""
    direct: bool = False
    """Hands come as direct messages to everybody who has not refused them: joining is the consent."""
    series: int | None = None
    """The first table of the series of games; None: this one."""
    series_number: int = 1
    """Which game of the series it is."""
    best_of: int = 0
    """Of how many games the series is the best; 0: it has no end."""
    departed: tuple[Departed, ...] = ()
    """People who handed on a seat, oldest first."""
    offer: Offer | None = None
    """The seat that is offered now."""
    idle_since: float | None = None
    """Since when nobody has moved, where there is no deadline."""
    host: int
    """The user who may start the game."""
    seats: tuple[SeatInfo, ...]
    """In seniority order (youngest first) once playing; in the lobby in the order shown, which is that order unless
    `random_order`.
    """
    random_order: bool = True
    """Whether the order of the seats is drawn at the start."""
    created: float
    changed: float
    """When anything was changed last."""
    version: int = 1
    """Rises with every stored change."""
    stage: int = 0
    turn: int = 0
    pending: tuple[Seat, ...] = ()
    """Who owes a move."""
    deadline: float | None = None
    """When the first seat's time is up."""
    commitment: str = ""
    """SHA-256 (hex) of the seed, as it was published at the start; "" in the lobby."""
    promise: str = ""
    """SHA-256 (hex) of the bot's part of the seed, as it was published with the lobby; "": by a version before that, it was
    not.
    """
    result: Result | None = None
    """What the rules say; who resigned is put last only where it is told."""
    asking: TakebackRequest | None = None
    """The request to take back that is open."""
    votes: tuple[Vote, ...] = ()
    """The votes that are open, one a kind."""
    display: Display = "picture"
    """What the messages for all show."""
    theme: str = DEFAULT
    """Which colours the pictures in them have: one of `data.themes.THEMES`."""
    shape: str = AUTO
    """How those pictures are laid out: one of `data.shapes.SHAPES`."""
    tournament: InTournament | None = None
    """The tournament that the game is of, which its own rows tell; not told in lists of tables."""


class TableInfo(PublicFields, frozen=True, kw_only=True):
    """A table as everybody may know it."""

    expires: float | None = None
    """When a lobby that nobody touches any more is closed."""
    set_aside: bool = False
    """It cannot be loaded: it is kept as it is and can only be closed."""
    seed: str = ""
    """The seed (hex); "" until the game is over."""
    rated: bool | None = None
    """Whether it counts for ratings, which is settled at its start; None: not settled yet, or not noted."""
    timing: Timing = Timing()
    """The clocks of the seats, what a timeout does, a pause; nobody's reminders."""
    guests: Guests = Guests()
    """Who is invited to the lobby and who waits for a seat."""


class Version(Protocol):
    """One version of a table, read by one person. Nothing has to be waited for: every answer is of that version."""

    def choices(self, said: Move = ()) -> Choices:
        """What this person may say next."""

    def view(self) -> TableView:
        """The table as this person sees it."""

    def seen_by(self, user: int | None) -> TableView:
        """The same version as another person (None: a spectator) sees it."""

    def confirmed(self, user: int) -> TableView:
        """The same version as another person sees it, without what they have drafted."""

    def after(self, move: Move) -> Version | None:
        """How it would be after this move; None where that is not legal or not known before."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table seen by one person, all of one version. What will vanish again stands in no `view`."""

    table: TableInfo
    seat: Seat | None = None
    """Whose seat it is seen from; None: a spectator's."""
    view: View | None = None
    """What that seat may know; None in the lobby."""
    choices: Choices = Choices()
    """What they may say first."""
    can_take_back: bool = False
    """Whether `take_back` would do something."""
    steps: tuple[tuple[int, Move], ...] = ()
    """The moves of their turn that they may take back by themselves, oldest first, each with its number."""
    drafted_at: int | None = None
    """The stage at which they have begun a draft: others see the table of that stage, `view` and `choices` are of the table
    after it. None: nothing is drafted.
    """
    may_ask: TakebackRequest | None = None
    """What they could ask the others to take back instead."""
    ahead: tuple[Move, ...] = ()
    """What they have planned for when they are asked next."""
    dropped: Move = ()
    """Of their plan, the move that was not legal any more when it came to it: the plan was dropped."""
    fleeting: View | None = None
    """The view with what will vanish, for the one message that is edited when it goes: only where it was asked for, and only
    while there is something to be seen.
    """
    version: Version | None = None
    """The version that is seen."""

    def after(self, said: Move) -> Choices:
        """What they may say next, after `said`."""
        assert self.version is not None
        return self.version.choices(said)

    def seen_by(self, user: int | None) -> TableView:
        """The same version as another person (None: a spectator) sees it."""
        assert self.version is not None
        return self.version.seen_by(user)

    def confirmed(self, user: int) -> TableView:
        """The same version as another person sees it, without what they have drafted."""
        assert self.version is not None
        return self.version.confirmed(user)


class Preferences(PersonFields, frozen=True, kw_only=True):
    """How a person wants to be told."""

    display: Display = "picture"
    plan: Plan = Plan()
    """Reminders, quiet hours, vacation."""
    lessons: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """By game, the moves made in its lesson, in writing."""


BoardKind: TypeAlias = Literal["rating", "wins", "places", "games"]
"""What a leaderboard goes by: how strong, who won most, who came first most (then second, …), who played most."""

Span: TypeAlias = Literal["all", "season", "recent"]
"""Of which time a leaderboard tells: all, this season, the last 60 days."""

BOARD_KINDS: tuple[BoardKind, ...] = ("rating", "wins", "places", "games")
SPANS: tuple[Span, ...] = ("all", "season", "recent")


class Standing(msgspec.Struct, frozen=True):
    """One line of a leaderboard."""

    place: int
    """Who is as good shares it; 0: not on the board."""
    user: int
    name: str
    """The name used last."""
    games: int
    """Rated games."""
    wins: int
    places: tuple[int, int, int, int]
    """How often first, second, third, fourth, without tie-breaks that say nothing of skill."""
    rating: int | None = None
    """The shown number; None: the board is of something else."""
    provisional: bool = False
    """The number says little yet."""


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a server's leaderboard of one game and class of variants (`game` None: of all games), best first."""

    guild: int
    game: str | None
    variant: str = ""
    kind: BoardKind = "wins"
    span: Span = "all"
    rows: tuple[Standing, ...]
    people: int = 0
    """How many stand on the board."""
    page: int = 0
    pages: int = 1
    own: Standing | None = None
    """The line of the one who asks, wherever it is; None: they have played no such game."""
    void: int = 0
    """Where nobody stands on it: games without a result, of those that count for nobody."""
    friendly: int = 0
    """Likewise: friendly games."""
    computers: int = 0
    """Likewise: games with computer players."""
    season: tuple[int, int] = (0, 0)
    """The months of this season, from and to (year * 12 + month - 1)."""


class RatingChange(msgspec.Struct, frozen=True):
    """What a game has made of a person's rating, in shown numbers."""

    user: int
    before: int
    after: int
    provisional: bool

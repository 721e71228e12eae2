"""A table as everybody may know it, and the values that stored tables are made of. None has a position or a Discord object."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from data.shapes import AUTO
from data.themes import DEFAULT
from engines.contract import Move, Result, Seat
from engines.levels import PONDERS
from tables.model.guests import Guests
from tables.time.timing import DAY, MINUTE, Timing, read_pace

TableState: TypeAlias = Literal["lobby", "playing", "over", "cancelled"]

ClosingReason: TypeAlias = Literal[
    "host",
    "moderator",
    "time",
    "empty",
    "agreed",
    "abandoned",
    "silence",
    "undecided",
    "judged",
    "claimed",
    "deadline",
    "void",
    "alone",
]
"""Why a table was closed before its rules ended it.

A lobby: by its `host`, by a `moderator`, untouched for too long (`time`), its last person left (`empty`), or its host was
`alone` there and the channel was full. A game without a result: by a moderator, by agreement, everybody had left, nobody
played for very long, it was `undecided` at the last deadline of a tournament's round, or the tournament's host has `judged` it
then. A game with a result: `claimed` (all
others had left and the last player did not play on), or `deadline` (at a deadline of a tournament's round, those who had
overrun their time had left). `void`: a moderator has since made the finished game
count for nobody.
"""

Display: TypeAlias = Literal["picture", "both", "text"]
"""What a message shows: the picture with only the text that belongs below it, the whole text before the picture, or the text
without a picture.
"""

DISPLAYS: tuple[Display, ...] = ("picture", "both", "text")

BEST_OF = (0, 3, 5, 7)
"""The possible lengths of a best-of series; 0: the series has no end."""

DIRECT, PRIVATE = 0, -1
"""Used in place of a server: direct messages of a person with the bot; direct messages and groups of people, which the bot is
not in.
"""

PATIENCE = {True: DAY, False: 10 * MINUTE}
"""Seconds for which a lobby waits for one person, by whether its pace is slow: for the host of a complete table to start, and
for the players of the game before to take the seats kept for them.
"""

NOBODY = {True: DAY, False: 20 * MINUTE}
"""Seconds for which a host sits in a lobby alone before they are asked what to do."""


class Place(msgspec.Struct, frozen=True):
    """Where a table is: server and channel (or thread)."""

    guild: int
    channel: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many lobbies and games may be open at the same time per person, server and channel."""

    tables_per_user: int = 10
    tables_per_guild: int = 200
    tables_per_channel: int = 25


class SeatInfo(msgspec.Struct, frozen=True):
    """The occupant of a seat: a person or a computer player."""

    name: str
    user: int | None = None
    """None: a computer player."""
    level: str | None = None
    """The computer player's level; None: a person."""
    resigned: bool = False
    """The person has left the game, and the computer plays for them."""
    colour: str = ""
    """The colour that the person has chosen (one of `Game.colours`), and whoever sits here after them; "": none."""

    @property
    def ponders(self) -> bool:
        """Whether a computer player sits here that may think long enough for people to be told."""
        return self.level in PONDERS


def is_rated(seats: Sequence[SeatInfo], *, friendly: bool) -> bool:
    """Returns whether a game with these seats is rated: two or more people, no computer players, not friendly."""
    return not friendly and len(seats) >= 2 and all(info.user is not None for info in seats)


def counts(info: TableInfo) -> bool:
    """Returns whether a game counts for the leaderboard as far as is known: only people play, and the start did not find that
    they had used up the rated games of the day.
    """
    return info.rated is not False and is_rated(info.seats, friendly=info.friendly)


def only_one_stays(seats: Sequence[SeatInfo]) -> bool:
    """Returns whether only one person has not left. The game is then decided, and ending it without a result is refused."""
    people = [info for info in seats if info.user is not None]
    return len(people) > 1 and sum(not info.resigned for info in people) == 1


class SeriesScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a series of games."""

    wins: tuple[tuple[int, str, int], ...] = ()
    """User, name and games won; most wins first."""
    games: int = 0
    over: bool = False
    """The series is decided, or all its games are played."""
    winner: int | None = None
    """The only winner; None: there is none."""


class InTournament(msgspec.Struct, frozen=True):
    """The tournament that a table's game belongs to, and the number of its round, from 1; the league, if it is a division."""

    number: int
    round: int
    league: int | None = None


class Departed(msgspec.Struct, frozen=True):
    """A person who has left the game and whose seat somebody else has taken over."""

    user: int
    name: str
    seat: Seat
    number: int
    """The journal line of the handover."""


class Ahead(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person's plan: their moves for when they are next asked, if nothing changes. Secret from everybody else."""

    seat: Seat
    user: int
    """The person who planned it."""
    moves: tuple[Move, ...] = ()
    """In order."""
    dropped: Move = ()
    """The planned move that had become illegal, which is why the plan was dropped."""
    stage: int | None = None
    """The stage at which this became a draft of the current turn (`tables.rules.drafts`); None: it is a plan."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a running game that is offered to others."""

    id: int
    """Unique among the offers of a table."""
    seat: Seat
    by: int
    """The user who offers it."""
    to: int | None = None
    """The user it is offered to; None: anybody."""


class Undo(msgspec.Struct, frozen=True, kw_only=True):
    """What a person asks to take back: their last move and everything since."""

    number: int
    """The journal line of the move."""
    turn: int
    """The turn in which the move was made."""
    events: tuple[dict[str, Any], ...] = ()
    """The public events of the move, as stored."""


class Vote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A vote, which passes when everybody asked agrees (`tables.rules.votes`)."""

    id: int
    """Unique among the votes of a table; 0: possible, but not asked for."""
    kind: str
    """The question, a key of `tables.rules.votes.KINDS`."""
    seat: Seat | None = None
    """The seat that asks; None: the table itself."""
    asked: tuple[Seat, ...]
    """The seats of people who must agree."""
    agreed: tuple[Seat, ...] = ()
    """The seats that have agreed."""
    about: tuple[Seat, ...] = ()
    """The seats that the question is about, if any."""
    until: float | None = None
    """When the vote is settled without those who have not answered, in Unix seconds; None: it stays open."""
    undo: Undo | None = None
    """What would be taken back, if that is the question."""


class Origin(msgspec.Struct, frozen=True):
    """The position of a finished game in which another game began."""

    table: int
    step: int
    """The step after which it was taken."""
    seat: Seat
    """The seat that plays on. Everything hidden from it there was dealt again."""


class PublicFields(msgspec.Struct, frozen=True, kw_only=True):
    """The public fields of a table, as stored. Times are Unix seconds."""

    id: int = 0
    """0: not stored yet."""
    place: Place
    home: int | None = None
    """The channel in which the table was opened, if its place is a thread of its own. The lobby card stays there."""
    game: str
    options: dict[str, str]
    """The chosen variant: all options of the game with their values."""
    pace: str
    """A key: see `tables.time.timing`."""
    language: str
    """The language of the public messages, unless the server has chosen another."""
    state: TableState = "lobby"
    closed: ClosingReason | None = None
    """Why the table was closed before its rules ended it; `tables.closed.<closed>` is the text. None: it was not, or the reason
    is not recorded.
    """
    reason: str | None = None
    """What a moderator wrote when ending the game."""
    friendly: bool = False
    """Whether the game is unrated by agreement."""
    direct: bool = False
    """Hands are sent as direct messages to everybody who has not refused them; joining is the consent."""
    series: int | None = None
    """The first table of the series; None: this one."""
    series_number: int = 1
    """The number of this game in the series, from 1."""
    best_of: int = 0
    """The length of a best-of series; 0: the series has no end."""
    departed: tuple[Departed, ...] = ()
    """People who have handed on a seat, oldest first."""
    offer: Offer | None = None
    """The seat currently offered."""
    idle_since: float | None = None
    """Since when nobody has moved, if there is no deadline."""
    host: int
    """The user who may start the game."""
    complete: float | None = None
    """Since when a lobby waits for its host alone: all seats are taken, or everybody asked has answered."""
    wondered: float | None = None
    """When the host, alone in the lobby, was asked what to do."""
    seats: tuple[SeatInfo, ...]
    """In seniority order (youngest first) once playing. In the lobby in display order, which is the seniority order unless
    `random_order` is set.
    """
    random_order: bool = True
    """Whether the order of the seats is drawn at the start."""
    created: float
    changed: float
    """When the table last changed."""
    version: int = 1
    """Rises with every stored change."""
    stage: int = 0
    turn: int = 0
    pending: tuple[Seat, ...] = ()
    """The seats that owe a move."""
    deadline: float | None = None
    """When the first clock runs out."""
    commitment: str = ""
    """SHA-256 (hex) of the seed, published at the start; "" in the lobby."""
    watch_link: int = 1
    """The number of the link to the page on which the table can be watched; whoever replaces the link raises it."""
    watch_off: bool = False
    """Whether the link has been removed."""
    promise: str = ""
    """SHA-256 (hex) of the bot's part of the seed, published with the lobby; "": created by an earlier version, which did not
    publish it.
    """
    final: str = ""
    """The hash of the whole game (`tables.history.record.final_hash`), published at its end; "": it is not over, or an earlier
    version ended it.
    """
    result: Result | None = None
    """The result by the rules. People who resigned are moved to the last place only when it is shown."""
    votes: tuple[Vote, ...] = ()
    """The open votes, at most one of each kind."""
    display: Display = "picture"
    """What the public messages show."""
    theme: str = DEFAULT
    """The theme of their pictures, one of `data.themes.THEMES`."""
    shape: str = AUTO
    """The layout of their pictures, one of `data.shapes.SHAPES`."""
    origin: Origin | None = None
    """Where the game began, if not at the start: it then leaves no result in any list."""
    day: str = ""
    """The day whose castle this is, in UTC (`2026-11-28`): it then leaves no result in any list but that day's; "": none."""
    challenge: str = ""
    """The code of the challenge whose deal this is: it leaves no result in any list either; "": of none."""
    secret_until: float = 0.0
    """Until when others may play this deal as a challenge: nothing shows its seed or record before."""
    tournament: InTournament | None = None
    """The tournament of the game, read from the tournament's own rows; not set in lists of tables."""

    @property
    def deal(self) -> str:
        """What others play with the same deal: the day of a castle, or the code of a challenge; "": nothing."""
        return self.day or self.challenge

    @property
    def patience(self) -> float:
        """Seconds for which the lobby waits for one person."""
        return PATIENCE[read_pace(self.pace).slow]

    @property
    def anybody_starts(self) -> float | None:
        """From when on everybody seated may start the game; None: only the host."""
        return None if self.complete is None else self.complete + self.patience

    @property
    def lonely(self) -> float | None:
        """When the host is asked what to do because nobody has joined; None: somebody has, or they have been asked."""
        people = sum(info.user is not None for info in self.seats)
        if self.state != "lobby" or people > 1 or self.wondered is not None or self.place.guild <= 0:
            return None
        return self.changed + NOBODY[read_pace(self.pace).slow]

    def took_part(self, user: int) -> bool:
        """Returns whether this person sits here, has resigned here, or has handed on a seat."""
        return user in {*(seat.user for seat in self.seats), *(gone.user for gone in self.departed)}


class TableInfo(PublicFields, frozen=True, kw_only=True):
    """A table as everybody may know it."""

    expires: float | None = None
    """When the lobby is closed if nobody touches it."""
    set_aside: bool = False
    """The table cannot be loaded. It is left untouched and can only be closed."""
    seed: str = ""
    """The seed (hex); "" until the game is over, and of a deal that others play too."""
    rated: bool | None = None
    """Whether the game counts for ratings, decided at its start; None: not decided yet, or not recorded."""
    timing: Timing = Timing()
    """The seats' clocks, what a timeout does, and the pause, without reminders."""
    guests: Guests = Guests()
    """The invitations to the lobby and its waiting list."""

    @property
    def for_moderators(self) -> bool:
        """Only who sees the channel looks after what is there."""
        return False

    @property
    def people(self) -> set[int]:
        """The people who sit there."""
        return {seat.user for seat in self.seats if seat.user is not None}

    def waits_for(self, user: int) -> bool:
        """Returns whether this person owes a move."""
        return any(self.seats[seat].user == user and not self.seats[seat].resigned for seat in self.pending)

    def asks(self, user: int) -> Vote | None:
        """Returns the oldest vote in which this person has not answered."""
        return next(
            (
                vote
                for vote in self.votes
                if any(self.seats[seat].user == user for seat in vote.asked if seat not in vote.agreed)
            ),
            None,
        )

    def due_of(self, user: int) -> float:
        """Returns when this person's time is up there; infinity: never."""
        seat = next((at for at, info in enumerate(self.seats) if info.user == user), None)
        due = None if seat is None else self.timing.of(seat).due
        return due if due is not None else math.inf

    def concerns(self, user: int) -> bool:
        """Returns whether somebody sits or sat there, is invited, or is offered a seat."""
        offered = self.offer is not None and self.offer.to == user
        return self.took_part(user) or user in self.guests.open or offered

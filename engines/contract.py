"""The contract between a game's rules and everything around them.

A game is a module or package in `engines/` that defines `GAME`, an object that implements the `Game` protocol;
`engines.games()` finds it. The rules are pure: no clock, no Discord, no global random, and no I/O except component tables,
which are read once. Positions leave the table service only as views.

Terms: a *seat* is a player's number at the table, from 0 (the youngest in the table's seniority order). A *move* is a line of
words. A *stage* is one question that the game asks of one seat, or of several in secret (a *joint* stage). A *turn* is what one
board message covers: its stages edit the same message.

`engines/base.py` has what most games share; a game need not use it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

Seat: TypeAlias = int
Word: TypeAlias = str
Move: TypeAlias = tuple[Word, ...]

WORD = r"[a-z0-9-]+"
"""The pattern of a word of the notation: lower-case ASCII (a minus sign for negative values)."""

MOVE_LENGTH = 72
"""Longest move, written with spaces, so that verb, table, stage and words fit Discord's 100-character `custom_id`."""

_IMPLEMENTED: dict[tuple[type, type], bool] = {}
"""By protocol and class, whether the class implements it."""


class Option(msgspec.Struct, frozen=True):
    """An option of the lobby: a variant of the game."""

    key: str
    """Lower-case letters and `_`; the catalogue has `<game>.option.<key>` and `<game>.option.<key>.<value>`."""
    values: tuple[str, ...]
    """Words; the first is the default."""
    apart: bool = False
    """Whether games with another value differ so much that they are rated separately."""

    @property
    def default(self) -> str:
        return self.values[0]


class Choices(msgspec.Struct, frozen=True):
    """What may follow the words said so far. The fields from `slots` on change no rule: they describe how to ask a person so
    that the answer is quick on a phone.
    """

    words: tuple[Word, ...] = ()
    """The next words, in the table's order; places that are not in the order of the board have the nearest first. A word is
    repeated only if it may be chosen that often `together`.
    """
    complete: bool = False
    """Whether the words said are already a whole legal move."""
    together: int = 1
    """How many of `words` are chosen together, in any order (two cards of a hand)."""
    ask: str = ""
    """What is being asked: the last part of the message key `<game>.ask.<ask>`."""
    slots: int = 0
    """If above 0: how many words are still to be said. The place of each matters (a plan of six)."""
    stock: tuple[Word, ...] = ()
    """With `slots`: all words left for those places, each as often as it can be said."""
    again: Move = ()
    """The whole move that repeats the last answer, if it is legal now."""
    rotate: bool = False
    """Whether the words are rotations of one thing (a tile): one is shown at a time, with a button that rotates it."""
    plain: bool = False
    """Whether the next word is the only one and adds nothing, so that it can be said without asking."""
    warn: str = ""
    """Set for a complete move that would waste something: the person is asked to confirm it (`<game>.warn.<warn>`)."""


class EventData(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """The data of one kind of event. A game has a struct for each kind, made of plain data, such as `class Flip(EventData,
    frozen=True, tag="flip")`; the tag is the name of the kind in stored events.
    """

    @property
    def kind(self) -> str:
        """The tag of the event's type."""
        return str(self.__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. The log line, the scene, the alt text, the replay and the export are made from it.

    Stored as JSON; `engines.notation.read_event` reads it back, in the form of every version so far.
    """

    data: EventData
    """A member of `Game.event_type`. It contains nothing that a reader in `to` may not know."""
    to: tuple[Seat, ...] | None = None
    """The seats that may know of it, ascending; () nobody before the game is over; None everyone."""
    reveals: bool = False
    """A move cannot be taken back past this event."""
    scene: bool = False
    """Whether it deserves a picture of its own, which can be drawn from `data` alone."""

    @property
    def kind(self) -> str:
        return self.data.kind


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know, and nothing else. Games extend it with their own plain data. msgspec encodes it to JSON and
    decodes it to an equal value.
    """

    seat: Seat | None
    """The seat whose view it is; None for a spectator."""
    seats: int
    """The number of players."""
    stage: int
    """As in `Position`."""
    turn: int
    """As in `Position`."""
    pending: tuple[Seat, ...]
    """The seats that owe a move. (Who owes one is public; what they choose is not.)"""
    over: bool
    """Whether there is a result."""
    options: dict[str, str]
    """The value of every option."""
    private: bool = False
    """Whether it contains anything for this seat alone. True exactly if the renderer has a picture of a hand."""
    chosen: Move = ()
    """What this seat has chosen in the open joint stage, without the verb; () if it has not chosen."""

    @property
    def viewer(self) -> Seat:
        """The seat whose view it is, which must not be a spectator's."""
        assert self.seat is not None
        return self.seat


class Result(msgspec.Struct, frozen=True):
    """How the game ended; each tuple is by seat."""

    places: tuple[int, ...]
    """From 1; ties share (1, 2, 2, 4)."""
    scores: tuple[int, ...]
    """The score shown for each seat."""
    reason: str
    """The rule that put the first before the second (`<game>.reason.<reason>`)."""
    rating_places: tuple[int, ...]
    """Like `places`, without the tie-breaks that say nothing about skill."""
    breakdown: tuple[dict[str, int], ...] = ()
    """What the score consists of (`<game>.score.<key>` → points or counts), in the order shown; () if it is not shown."""

    @property
    def margin(self) -> float:
        """The lead of the first over the second, as a share of the first one's score: small in a close game."""
        first, second, *_ = (self.scores[seat] for seat in self.by_place())
        return abs(first - second) / max(1, abs(first))

    def by_place(self) -> list[Seat]:
        """The seats, the first place first."""
        return sorted(range(len(self.places)), key=lambda seat: self.places[seat])


class IllegalMove(ValueError):
    """A move that the rules refuse. `key` is a message key; `parameters` are its values (plain, nothing hidden)."""

    meant: Move = ()
    """The legal move that means the same, if the refused one only has words too many; () otherwise."""

    def __init__(self, key: str, **parameters: Any) -> None:
        super().__init__(key)
        self.key = key
        self.parameters = parameters


class UnreadableSnapshot(ValueError):
    """Bytes that are not a snapshot of this game, or are of a version that cannot be read."""


class Position(Protocol):
    """The whole state of a table, including what is hidden. Equal positions compare equal."""

    @property
    def stage(self) -> int:
        """Number of the question being asked. It rises by at least one with each move of a single seat and with the last choice
        of a joint stage, and stays the same while a joint stage lacks a choice. A press that names an older stage is stale.
        """

    @property
    def turn(self) -> int:
        """Number of the turn or round being played, from 1. A new turn gets a new board message."""

    def pending(self) -> tuple[Seat, ...]:
        """Seats that owe a move, ascending; () when the game is over."""

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """Returns what may follow `said`. No words and not complete: the seat is not asked, or `said` leads nowhere.

        In a joint stage it depends on nothing that others have chosen but not revealed, and a seat that has chosen is still
        offered its choices until the last one has chosen.
        """

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Play in place. Raises IllegalMove and changes nothing if the move is not legal for this seat now."""

    def retract(self, seat: Seat) -> list[Event]:
        """Take back this seat's choice in the open joint stage. Raises IllegalMove if there is none."""

    def copy(self) -> Position: ...

    def view(self, seat: Seat | None) -> View: ...

    def result(self) -> Result | None: ...

    def snapshot(self) -> bytes:
        """Returns canonical versioned JSON. `Game.load(snapshot)` equals this position and gives the same bytes again."""


class Term(msgspec.Struct, frozen=True):
    """A reason of the computer player, as data."""

    key: str
    """The message `<game>.term.<key>` states it; {n} in it is the rounded number."""
    number: float
    """The amount, above 0: points, cards or a chance in percent; the message says which."""


class Brings(msgspec.Struct, frozen=True):
    """What a turn brings in points, as if they were counted at its end."""

    own: int
    """How many points the seat gains in the turn."""
    answered: int | None = None
    """The same after all others have answered; None if the points are counted before anybody can."""
    others: int = 0
    """How many points the answers bring to the player who gains most by them."""


class Candidate(msgspec.Struct, frozen=True):
    """A move as judged by the computer player."""

    move: Move
    """A whole legal move."""
    worth: float
    """The seat's expected share of the win after it, 0..1."""
    spread: float = 0.0
    """Half the width of the 95 % interval of `worth` if it is sampled; 0 for a judgement by rules of thumb."""
    terms: tuple[Term, ...] = ()
    """The reasons for the move, weightiest first; () if there is none in particular. For whole turns: in what this turn exceeds
    the one it is compared with.
    """
    chosen: bool = False
    """Whether the level would play it with the same chance. A level that mixes its moves has several."""
    line: tuple[Move, ...] = ()
    """All moves of the turn that it begins, if whole turns are judged (`Planned`)."""
    brings: Brings | None = None
    """What that turn brings, if that was asked for."""


class Statistic(msgspec.Struct, frozen=True):
    """A figure of a finished game that players argue about."""

    key: str
    """The message `<game>.stat.<key>` names it."""
    values: tuple[int, ...]
    """By seat."""


Crest: TypeAlias = Callable[[Any, Result], Iterable[Seat]]
"""Returns the seats that have earned a crest in a finished position with this result."""

V = TypeVar("V", bound=View)
P = TypeVar("P", bound=Position)


class GameOf(Protocol[V, P]):
    """The rules of one game with views `V` and positions `P`, stateless."""

    key: str
    """Its name in code, files and message keys: lower-case letters."""
    seats: range
    """The numbers of players that the game allows."""
    turns: Mapping[int, int]
    """By number of players, the last turn (`Position.turn`) of a usual game. If all others leave before half of it, the player
    who stays wins no rating.
    """
    turns_a_board: int
    """How many turns of each player in a row one message of the board shows where turns are short and leave little to look at;
    0: each turn has its own.
    """
    options: tuple[Option, ...]
    """The variants that the lobby offers."""
    colours: tuple[Word, ...]
    """The colours that players may choose from (`colours.<colour>`), at least one for each seat; () if there is nothing to
    choose.
    """
    colour_option: str
    """The option by which `start` is told the colours of all seats, with `-` between them, because moves name them; "": no move
    does. It is none of `options`, and given only if somebody has chosen.
    """
    rules_version: int
    """Rises when the same seed and moves would give another game. Older records can then be replayed only by games that are
    `Remembering`. A game that has begun goes on by its own rules, which its snapshots must tell.
    """
    view_type: type[V]
    """The type of all its views."""
    event_type: Any
    """The union of its kinds of `EventData`."""
    levels: tuple[str, ...]
    """Levels of the computer player, weakest first; the lower of the middle ones is the default (`engines.levels`)."""
    crests: Mapping[str, Crest]
    """By key (lower-case letters), what is worth remembering about a finished game. The catalogue has `<game>.crest.<key>` and
    `<game>.crest.<key>.how`. Each depends only on how the game was played, so it can be recomputed from what is stored.
    """

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> P:
        """A new game. Options left out take their default. Raises IllegalMove on an unknown option or number of seats."""

    def load(self, snapshot: bytes) -> P:
        """Returns the position of a snapshot made by this or any earlier version. Raises UnreadableSnapshot."""

    def determinize(self, view: V, rng: random.Random) -> P:
        """Returns a full position that the viewer could be in: its `view(view.seat)` and choices equal the given ones."""

    def choose_move(self, view: V, rng: random.Random, level: str) -> Move:
        """Returns the computer player's choice: a legal move of `view.seat`, which must be pending, based on the view alone."""

    def candidates(
        self, view: V, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """Returns the best moves of `view.seat`, which must be pending, by the search that `choose_move` runs with the same
        `rng` and level, judged from the view alone. There is at least one and at most `limit` (1 or more), by falling worth, no
        move (`Planned`: no turn) twice; the first is one that is `chosen`. `also` are legal moves to judge as well: those not
        among the best follow in their order. If words may be said in any order, a move appears in one order only. Hints and
        reviews use it.
        """

    def safe_move(self, position: P, seat: Seat) -> Move:
        """Returns a move for a player who is late: a legal move of a pending seat that gives nothing away, chosen from what the
        seat may know.
        """

    def colours_in(self, view: V) -> tuple[Word, ...]:
        """Returns by seat the colours that moves name; () if they name none."""

    def standing(self, view: V) -> tuple[int, ...]:
        """Returns by seat the points that a spectator of this view would count; at the end they are the result's scores."""

    def margin(self, event: Event) -> int | None:
        """Returns how narrowly something contested was decided; None if the event decided nothing."""

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """Returns the figures of a game from all its events, in the order in which they are shown."""


Game: TypeAlias = GameOf[Any, Any]
"""Any game, as everything outside its own files uses it."""


class _Capability(type(Protocol)):  # type: ignore[misc]
    """Remembers which games implement a protocol. Python 3.11 takes 20 µs each time to compare their methods, and a press asks
    several times.
    """

    def __instancecheck__(cls, instance: object) -> bool:
        key = cls, type(instance)
        if key not in _IMPLEMENTED:
            _IMPLEMENTED[key] = super().__instancecheck__(instance)
        return _IMPLEMENTED[key]


@runtime_checkable
class Obvious(Protocol, metaclass=_Capability):
    """Implemented by games that sometimes ask a player who has nothing to decide."""

    def obvious(self, position: Any, seat: Seat) -> Move | None:
        """Returns a legal move of a seat that is asked, if everybody can know that it is the only one or that none makes a
        difference. None if the seat decides, or if others must not learn that it does not.
        """

    def opening(self, position: Any) -> list[Event]:
        """Returns what happened at the start (`position`) before anybody was asked."""


class ShortForm(msgspec.Struct, frozen=True):
    """A form of a game that one person plays against computer players in at most ten minutes and 40 presses."""

    seats: int
    """The number of players."""
    options: Mapping[str, str]
    """Options of `start`, with their values, that no lobby offers; {}: the whole game is short enough. The catalogue has texts
    for them as for those of the lobby.
    """


@runtime_checkable
class Short(Protocol, metaclass=_Capability):
    """Implemented by games that have a short form. Chance in it does not depend on how it is played: for one seed, the k-th
    tile, card or castle is the same for everybody.
    """

    short: ShortForm


@runtime_checkable
class Successive(Protocol, metaclass=_Capability):
    """Implemented by games in which the seats play one after the other."""

    def following(self, position: Position) -> Seat | None:
        """Returns the seat that plays after the pending one; None if that is not known yet."""


@runtime_checkable
class Planned(Protocol, metaclass=_Capability):
    """Implemented by games whose turns are many moves, none of which is good or bad without the rest. Its `candidates` are
    whole turns with their line and what they bring, each compared with the best of the others.
    """

    def remaining(self, view: Any) -> int | None:
        """Returns how much the acting seat can still spend in the turn (`<game>.left`); None outside of turns. During a turn
        the board has a button for each way to begin a move (`<game>.begin.<word>`).
        """

    def together(self, view: Any, moves: Sequence[Move]) -> int:
        """How many of these moves, made by the view's seat one after the other in a turn, are one decision; at least 1."""

    def compare(self, view: Any, rng: random.Random, level: str, played: Sequence[Move]) -> tuple[Candidate, ...]:
        """Returns the played moves of a decision, as the candidate of the first of them, and the best alternative if there was
        any. The terms of the alternative say by how much it exceeds what was played.
        """


@runtime_checkable
class Remembering(Protocol, metaclass=_Capability):
    """Implemented by games that can still be played by earlier versions of their rules."""

    def under(self, rules_version: int) -> Game | None:
        """Returns the game by this version of the rules; None: it is not known."""


@runtime_checkable
class Revealing(Protocol, metaclass=_Capability):
    """Implemented by games in which a turn begins with a look at what chance brings. By default the look is part of the move
    before. If a position waits for looks, the look is a separate move of the seat that plays next, and decides nothing: until
    it is made, the move before it can be taken back. The table makes it when that seat's person looks or after a short while,
    so nobody has to.
    """

    def wait_for_looks(self, position: Any) -> None:
        """Make the position, its copies and its snapshots wait for each look from now on."""

    def reveal_move(self, position: Any) -> Move | None:
        """Returns the look if it is the only legal move of the one pending seat; None if something else is asked."""


@runtime_checkable
class Fleeting(Protocol[V], metaclass=_Capability):
    """Implemented by games in which something shown to all disappears again and has to be remembered."""

    def recall(self, position: Any, seat: Seat, level: str) -> V:
        """Returns the seat's view, with what a computer player of this level still remembers of what everybody was shown."""

    def linger(self, view: V) -> float:
        """Returns for how many seconds people should see something before a computer player's move hides it; 0 if nothing
        disappears.
        """

    def glance(self, view: V) -> float:
        """Returns after how many seconds something that nobody decides about any longer should disappear by itself; 0 if it
        stays until somebody moves, or nothing disappears. The rules know no time: positions and their views still show it.
        """

    def cover(self, view: V) -> V:
        """The view with everything covered that will disappear, for all messages except the one that is edited then."""

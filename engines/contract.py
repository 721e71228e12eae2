"""The contract between a game's rules and everything around them.

A game is a module (or package) of `engines/` that carries `GAME`, an object that keeps the `Game` protocol; `engines.games()`
finds it. The rules are pure: no clock, no I/O but component tables read once, no Discord, no global random. Positions leave
the table service only as views.

Terms: a *seat* is a player's number at the table, from 0 (the youngest in the table's seniority order); a *move* is a line of
words; a *stage* is one question the game asks (of one seat, or of several at once and in secret: a *joint* stage); a *turn* is
what a board tells in one line: its stages edit the same message.

`engines/base.py` has what most games write alike; a game is free not to use it.
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
"""What a word of the notation looks like: lower-case ASCII (a minus sign for negative values)."""

MOVE_LENGTH = 72
"""Longest move written with spaces, so that verb, table, stage and words fit Discord's 100-character `custom_id`."""


class Option(msgspec.Struct, frozen=True):
    """One choice of the lobby: a variant of the game."""

    key: str
    """Lower-case letters and `_`; the catalogue has `<game>.option.<key>` and `<game>.option.<key>.<value>`."""
    values: tuple[str, ...]
    """Words; the first is the default."""
    apart: bool = False
    """Whether games with another value of it are so different that their ratings are kept apart."""

    @property
    def default(self) -> str:
        return self.values[0]


class Choices(msgspec.Struct, frozen=True):
    """What may follow the words said so far. The fields from `slots` on change no rule: they tell whoever asks a person how to
    ask so that it is quick on a phone.
    """

    words: tuple[Word, ...] = ()
    """The next words, in the table's order; none twice, unless it may be chosen that often `together`."""
    complete: bool = False
    """What was said is a whole legal move already."""
    together: int = 1
    """How many of `words` are chosen at once, in any order (two cards of a hand)."""
    ask: str = ""
    """What is being asked: the last part of the message key `<game>.ask.<ask>`."""
    slots: int = 0
    """Above 0: how many words are still to be said; each counts by its place (a plan of six)."""
    stock: tuple[Word, ...] = ()
    """With `slots`: all words left for those places, each as often as it may be said."""
    again: Move = ()
    """The whole move that says the same as last time, where it is legal now."""
    rotate: bool = False
    """The words are turns of one thing (a tile): one is shown at a time, with a button that turns on."""
    plain: bool = False
    """The word that follows is the only one and says nothing new: it may be said without asking."""
    warn: str = ""
    """Of a complete move that would waste something: who says it is asked once more (`<game>.warn.<warn>`)."""


class EventData(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """What one kind of event tells. A game has a struct for each kind, made of plain data, such as
    `class Flip(EventData, frozen=True, tag="flip")`; the tag is what the kind is called where events are stored.
    """

    @property
    def kind(self) -> str:
        """The tag of its type."""
        return str(self.__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. The public line, the picture's story, the alt text, the replay and the export come from it.

    Stored as JSON; `engines.notation.read_event` reads it again, in the form of every version so far.
    """

    data: EventData
    """A member of `Game.event_type`. It names nothing that a reader in `to` may not know."""
    to: tuple[Seat, ...] | None = None
    """Who may know of it: seats, ascending; () nobody before the game is over; None everyone."""
    reveals: bool = False
    """After it a move cannot be taken back."""
    scene: bool = False
    """Worth a picture of its own, which can be drawn from `data` alone."""

    @property
    def kind(self) -> str:
        return self.data.kind


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know, and nothing else; games extend it with plain data of their own. Encodes to JSON with msgspec and
    back to an equal value.
    """

    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    seats: int
    """How many play."""
    stage: int
    """As in `Position`."""
    turn: int
    """As in `Position`."""
    pending: tuple[Seat, ...]
    """Who owes a move. (Everybody may know who, nobody what.)"""
    over: bool
    """Whether there is a result."""
    options: dict[str, str]
    """The value of every option."""
    private: bool = False
    """Whether something in it is for this seat alone: true exactly where the renderer has a picture of a hand."""
    chosen: Move = ()
    """What this seat has chosen in the joint stage that is still open, without the verb; () where it has not."""

    @property
    def viewer(self) -> Seat:
        """Whose view it is, where that must not be a spectator's."""
        assert self.seat is not None
        return self.seat


class Result(msgspec.Struct, frozen=True):
    """How it ended, each list by seat."""

    places: tuple[int, ...]
    """From 1; ties share (1, 2, 2, 4)."""
    scores: tuple[int, ...]
    """What is told as each seat's score."""
    reason: str
    """The rule that put the first before the second (`<game>.reason.<reason>`)."""
    rating_places: tuple[int, ...]
    """As `places`, without tie-breaks that say nothing of skill."""
    breakdown: tuple[dict[str, int], ...] = ()
    """What the score is made of (`<game>.score.<key>` → points or counts), in the order it should be told; () not told."""

    def by_place(self) -> list[Seat]:
        """The seats, the first place first."""
        return sorted(range(len(self.places)), key=lambda seat: self.places[seat])


class IllegalMove(ValueError):
    """A move the rules refuse. `key` is a message key of the catalogue, `parameters` its values (plain, nothing hidden)."""

    meant: Move = ()
    """The legal move that says the same, where the refused one only says too much; () where there is none."""

    def __init__(self, key: str, **parameters: Any) -> None:
        super().__init__(key)
        self.key = key
        self.parameters = parameters


class UnreadableSnapshot(ValueError):
    """Bytes that are no snapshot of this game, or one of a version that nothing here can read."""


class Position(Protocol):
    """Everything that is true on the table, hidden things included. Equal positions compare equal."""

    @property
    def stage(self) -> int:
        """Number of the question being asked: rises by at least one with each move of a single seat and with the last choice
        of a joint secret stage, and stays while a joint stage lacks a choice. A press that names an older stage is stale.
        """
        ...

    @property
    def turn(self) -> int:
        """Number of the turn or round being played, from 1: a new one gets a fresh board message."""
        ...

    def pending(self) -> tuple[Seat, ...]:
        """Seats that owe a move, ascending; () when the game is over."""
        ...

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """What may follow `said`. No words and not complete: nothing is asked of this seat, or `said` leads nowhere.

        In a joint stage it depends on nothing that others have chosen but not revealed, and a seat that has chosen is
        still offered its choices until the last one has chosen.
        """
        ...

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Play in place. Raises IllegalMove and changes nothing when the move is not legal for this seat now."""
        ...

    def retract(self, seat: Seat) -> list[Event]:
        """Take back this seat's choice of the joint stage still open. Raises IllegalMove where there is none."""
        ...

    def copy(self) -> Position: ...

    def view(self, seat: Seat | None) -> View: ...

    def result(self) -> Result | None: ...

    def snapshot(self) -> bytes:
        """Canonical versioned JSON; `Game.load(snapshot)` is equal to this position and gives the same bytes again."""
        ...


class Term(msgspec.Struct, frozen=True):
    """A reason of the computer player's, as data."""

    key: str
    """The message `<game>.term.<key>` tells it; {n} in it is the number, rounded."""
    number: float
    """How much, above 0: points, cards, a chance in percent; the message says which."""


class Brings(msgspec.Struct, frozen=True):
    """What a turn brings in points, as if they were counted at its end."""

    own: int
    """How many more the seat has than before the turn."""
    answered: int | None = None
    """The same when all others have answered; None: the points are counted before anybody can."""
    others: int = 0
    """How many more those answers bring to whom they bring most."""


class Candidate(msgspec.Struct, frozen=True):
    """A move as the computer player judges it."""

    move: Move
    """A whole legal move."""
    worth: float
    """The seat's expected share of the win after it, 0..1."""
    spread: float = 0.0
    """Half the width of the 95 % interval of `worth` where it is sampled; 0: a judgement by rules of thumb."""
    terms: tuple[Term, ...] = ()
    """What decided, weightiest first; what speaks for the move alone, () where nothing does in particular. Of whole turns: what
    this one has more of than the other one it is judged beside.
    """
    chosen: bool = False
    """The level would play it with the same chance (or might: a level that mixes its moves has several)."""
    line: tuple[Move, ...] = ()
    """All moves of the turn that it begins, where whole turns are judged (`Planned`)."""
    brings: Brings | None = None
    """What that turn brings, where that was asked for."""


class Statistic(msgspec.Struct, frozen=True):
    """A figure of a finished game that players argue about."""

    key: str
    """The message `<game>.stat.<key>` names it."""
    values: tuple[int, ...]
    """By seat."""


Crest: TypeAlias = Callable[[Any, Result], Iterable[Seat]]
"""Says which seats have earned a crest in a finished position with this result."""

V = TypeVar("V", bound=View)
P = TypeVar("P", bound=Position)


class GameOf(Protocol[V, P]):
    """The rules of one game with views `V` and positions `P`, stateless."""

    key: str
    """Its name in code, files and message keys: lower-case letters."""
    seats: range
    """How many can play."""
    options: tuple[Option, ...]
    """The variants that the lobby offers."""
    rules_version: int
    """Rises when the same seed and moves would give another game: records of before cannot be replayed any more."""
    view_type: type[V]
    """The type of all its views."""
    event_type: Any
    """The union of its kinds of `EventData`."""
    levels: tuple[str, ...]
    """Levels of the computer player, weakest first; the lower of the middle ones is the default (`engines.levels`)."""
    crests: Mapping[str, Crest]
    """By key (lower-case letters) what is worth remembering of a finished game; the catalogue has `<game>.crest.<key>` and
    `<game>.crest.<key>.how`. Each depends only on how the game was played, so it can be recomputed from what is stored.
    """

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> P:
        """A new game; options left out take their default. Raises IllegalMove on a number of seats or an option it has not."""
        ...

    def load(self, snapshot: bytes) -> P:
        """The position of a snapshot that this or any earlier version has made. Raises UnreadableSnapshot."""
        ...

    def determinize(self, view: V, rng: random.Random) -> P:
        """A full position that the viewer could be in: its `view(view.seat)` and choices equal the given ones."""
        ...

    def choose_move(self, view: V, rng: random.Random, level: str) -> Move:
        """The computer player: a legal move of `view.seat`, which must be pending, chosen from what the view tells."""
        ...

    def candidates(
        self, view: V, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """The best moves of `view.seat`, which must be pending, by the search that `choose_move` makes with the same chance
        and level, judged from what the view tells: at most `limit` (1 or more) and at least one, by falling worth, no move
        (`Planned`: no turn) twice; the first is one that is `chosen`. `also`: legal moves that are judged too; they follow in
        their order where they are not among these. Where words may be said in any order, a move stands in one. Hints and
        reviews are made of it.
        """
        ...

    def safe_move(self, position: P, seat: Seat) -> Move:
        """For somebody who is late: a legal move of a seat that is pending which gives nothing away, chosen from what the seat
        may know.
        """
        ...

    def standing(self, view: V) -> tuple[int, ...]:
        """By seat, the points that a spectator of this view would count."""
        ...

    def margin(self, event: Event) -> int | None:
        """By how little something contested was decided; None: nothing was."""
        ...

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """The figures of a game from all its events, in the order in which they should be told."""
        ...


Game: TypeAlias = GameOf[Any, Any]
"""A game of whatever kind, as everything outside its own files takes it."""


@runtime_checkable
class Obvious(Protocol):
    """What a game offers besides in which somebody is asked now and then who has nothing to decide."""

    def obvious(self, position: Any, seat: Seat) -> Move | None:
        """A legal move of a seat that is asked, where everybody can know that it has no other, or that none makes a difference;
        None: it decides, or others must not learn that it does not.
        """
        ...

    def opening(self, position: Any) -> list[Event]:
        """What has happened at a start (`position`) before anybody was asked."""
        ...


@runtime_checkable
class Successive(Protocol):
    """What a game offers besides in which the seats play one after the other."""

    def following(self, position: Position) -> Seat | None:
        """The seat that plays when the one that is pending now has played, as far as it is known; None: nobody knows."""
        ...


@runtime_checkable
class Planned(Protocol):
    """What a game offers besides whose turns are many moves, none of which is good or bad without the rest: it judges turns.
    Its `candidates` are whole turns then, with their line and what they bring, each beside the best of the others.
    """

    def left(self, view: Any) -> int | None:
        """How much of what a turn has to spend is left to the seat that acts (`<game>.left`); None outside of turns. In a turn
        the board has a button for each way to begin a move (`<game>.begin.<word>`).
        """
        ...

    def together(self, view: Any, moves: Sequence[Move]) -> int:
        """How many of these moves, which the view's seat made one after the other in a turn, are one decision; at least 1."""
        ...

    def compared(self, view: Any, rng: random.Random, level: str, played: Sequence[Move]) -> tuple[Candidate, ...]:
        """The moves of a decision that were played, by the first of them, and the best that it could have been instead, if
        there was anything else. The terms of the latter tell by how much it exceeds what was played.
        """
        ...


@runtime_checkable
class Revealing(Protocol):
    """What a game offers besides in which a turn begins with a look at what chance brings. By itself a position looks with the
    move before. One that waits has the look as a move of its own of the seat that plays next, and nobody decides anything by
    it: until it is made, the move before it can be taken back. The table makes it when that seat's person looks or after a
    short while, so that nobody has to.
    """

    def wait_for_looks(self, position: Any) -> None:
        """From now on the position waits with each look; its copies and snapshots do, too."""
        ...

    def reveal_move(self, position: Any) -> Move | None:
        """The look that is the only legal move of the one seat pending; None: something else is asked."""
        ...


@runtime_checkable
class Fleeting(Protocol[V]):
    """What a game offers besides in which something shown to all vanishes again, to be remembered by whoever can."""

    def recall(self, position: Any, seat: Seat, level: str) -> V:
        """The seat's view with what a computer player of this level still has in mind of what everybody was shown."""
        ...

    def linger(self, view: V) -> float:
        """Seconds for which people should be left to look before a computer player's move takes away what they see; 0: nothing
        vanishes.
        """
        ...

    def glance(self, view: V) -> float:
        """Seconds after which what everybody sees is to vanish by itself, because nobody decides about it any more; 0: it stays
        until somebody moves, or nothing vanishes. Time is none of the rules': positions and their views go on telling it.
        """
        ...

    def covered(self, view: V) -> V:
        """The view in which what will vanish is covered: for all but the one message that is edited when it does."""
        ...

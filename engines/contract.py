"""The contract between a game's rules and everything around them.

A game is a module (or package) of `engines/` that carries `GAME`, an object that keeps the `Game` protocol; `engines.games()`
finds it. The rules are pure: no clock, no I/O but component tables read once, no Discord, no global random. Positions leave
the hall only as views.

Terms: a *seat* is a player's number at the table, from 0 (the youngest in the table's seniority order); a *move* is a line of
words; a *stage* is one question the game asks (of one seat, or of several at once and in secret); a *turn* is what one board
message tells: stages of one turn edit the same message.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

Seat: TypeAlias = int
Word: TypeAlias = str
Move: TypeAlias = tuple[Word, ...]

WORD = r"[a-z0-9-]+"
"""What a word of the notation looks like: lower-case ASCII (a minus sign for negative values)."""

MOVE_LENGTH = 72
"""Longest move written with spaces, so that verb, table, stage and words fit Discord's 100-character `custom_id`."""


class Option(msgspec.Struct, frozen=True):
    """One choice of the lobby: a variant of the game. `values` are words, the first is the default."""

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]


class Choices(msgspec.Struct, frozen=True):
    """What may follow the words said so far.

    `words` are the next words, in the table's order, without repetition unless `together` > 1. `complete`: what was said is a
    whole legal move already. `together`: so many of `words` are chosen at once and in any order (two cards of a hand); a word
    that may be chosen twice then stands twice. `ask` is a message key's last part that tells what is being asked (the
    catalogue has `<game>.ask.<ask>`).

    What follows changes no rule; it tells a picker how to ask so that it is quick on a phone. `slots` > 0: so many words are
    still said, each counts by its place (a plan of six), and `stock` are all that are left for them, a word as often as it may
    be said: a form with a menu a place can ask for all at once. `again`: the whole move that says the same as last time, where
    it is legal now. `dial`: the words are turns of one thing (a tile): one is shown at a time, with a button that turns on.
    `plain`: the word that follows is the only one and says nothing new, so that a picker may say it by itself.
    `warn` (of a complete move): it would waste something; who says it is asked once more (`<game>.warn.<warn>`).
    """

    words: tuple[Word, ...] = ()
    complete: bool = False
    together: int = 1
    ask: str = ""
    slots: int = 0
    stock: tuple[Word, ...] = ()
    again: Move = ()
    dial: bool = False
    plain: bool = False
    warn: str = ""


class Event(msgspec.Struct, frozen=True):
    """Something that happened. The public line, the picture's story, the alt text, the replay and the export come from it.

    `data` is plain (JSON) and names nothing that a reader in `to` may not know; `to` None means everyone. `reveals`: after it
    a move can not be taken back. `scene`: worth a picture of its own, which can be drawn from `data` alone.
    """

    kind: str
    data: dict[str, Any] = {}
    to: tuple[Seat, ...] | None = None
    reveals: bool = False
    scene: bool = False


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat (`seat` None: a spectator) may know, and nothing else; games extend it with plain data of their own.

    `seats`: how many play. `stage` and `turn` as in `Position`. `pending`: who owes a move (public: who, never what).
    `over`: whether there is a result. Encodes to JSON with msgspec and back to an equal value.
    """

    seat: Seat | None
    seats: int
    stage: int
    turn: int
    pending: tuple[Seat, ...]
    over: bool
    options: dict[str, str]


class Result(msgspec.Struct, frozen=True):
    """How it ended, each list by seat.

    `places` are 1-based, ties share (1, 2, 2, 4). `reason` is the key of the rule that decided (`<game>.reason.<reason>`).
    `rating_places` leave out tie-breaks that say nothing of skill. `breakdown`: per seat, what the score is made of
    (key → points or counts), in the order it should be told.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    rating_places: tuple[int, ...]
    breakdown: tuple[dict[str, int], ...] = ()


class IllegalMove(ValueError):
    """A move the rules refuse. `key` is a message key of the catalogue, `parameters` its values (plain, nothing hidden)."""

    def __init__(self, key: str, **parameters: Any) -> None:
        super().__init__(key)
        self.key = key
        self.parameters = parameters


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


class Game(Protocol):
    """The rules of one game, stateless."""

    key: str
    seats: range
    options: tuple[Option, ...]
    rules_version: int
    view_type: type[View]
    levels: tuple[str, ...]
    """Levels of the computer player, weakest first; the last but one, or the only one, is the default."""

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        """A new game. Raises IllegalMove on a number of seats or an option it does not have."""
        ...

    def load(self, snapshot: bytes) -> Position: ...

    def imagine(self, view: View, rng: random.Random) -> Position:
        """A full position that the viewer could be in: its `view(view.seat)` and choices equal the given ones."""
        ...

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        """The computer player: a legal move of `view.seat`, which must be pending, chosen from what the view tells."""
        ...


@runtime_checkable
class Fleeting(Protocol):
    """What a game offers besides in which something shown to all vanishes again, to be remembered by whoever can."""

    def recall(self, position: Position, seat: Seat, level: str) -> View:
        """The seat's view with what a computer player of this level still has in mind of what everybody was shown."""
        ...

    def linger(self, view: View) -> float:
        """Seconds for which people should be left to look before a computer player's move takes away what they see; 0: nothing
        vanishes.
        """
        ...

    def glance(self, view: View) -> float:
        """Seconds after which what everybody sees is to vanish by itself, because nobody decides about it any more; 0: it stays
        until somebody moves, or nothing vanishes. Time is none of the rules': positions and their views go on telling it.
        """
        ...

    def settled(self, view: View) -> View:
        """The view without what will vanish: for all but the one message that is edited when it does."""
        ...

"""The state of a table of Torres as flat numbers, and what follows from it directly."""

import copy
from typing import Any, Self

import msgspec

from engines.base import BaseState, IsShort
from engines.contract import Seat
from engines.torres.components import KNIGHTS, PHASES, SHORT, TOWERS
from engines.torres.terrain import Terrain, terrain

CASTLE, START, CROWN, ACT, KEEP, KING, FIRST, OVER = range(8)
"""What the game asks: a starting castle (T21), a first knight (T1), the king's first castle (T1), an action of a turn, the
answer to a draw (T9), the king's journey (T17), the next starting player (T17), or nothing.
"""

ASKS = ("castle", "start", "crown", "act", "keep", "king", "first", "over")
"""The same as words, for views and catalogues."""

SOURCES = ("castles", "royal", "master", "bought", "slides")
"""The sources of points, in the order of `State.tallies`: the scorings' three gains, points bought, fields slid over (T16)."""

CASTLES_GAIN, ROYAL_GAIN, MASTER_GAIN, BOUGHT, SLIDES = range(len(SOURCES))


class LastAction(msgspec.Struct, frozen=True):
    """An action of a turn, as everybody saw it."""

    turn: int
    seat: Seat
    kind: str
    """The kind of its event."""
    start: str = ""
    """The square that a figure or a segment came from, or ""."""
    target: str = ""
    """The square it went to, or "": for a build and for `supply` the stack, for `under` the knight's square."""
    card: str = ""
    """The card played, or ""."""
    cost: int = 0
    """AP paid."""


class Scored(msgspec.Struct, frozen=True):
    """A finished scoring; all fields but `phase` are by seat."""

    phase: int
    castles: tuple[int, ...]
    """Points for castles (T14)."""
    royal: tuple[int, ...]
    """The royal bonus (T15)."""
    master: tuple[int, ...]
    """Points for the master card (T21)."""
    scores: tuple[int, ...]
    """The scores afterwards."""


class State(BaseState, kw_only=True):
    """The whole state. Squares are numbers and sets of squares masks (squares.py), cards are numbers (components.py), -1 means
    none. Lists are by seat, or by deck: one for each seat, a common one (T20), or none (T21).
    """

    rules: int
    """Version of the rules with which the game was started."""
    common: bool
    """The option `deck`; it has no effect in the master variant (T20)."""
    masters: bool
    """The option `master` (T21)."""
    seats: int
    seed: bytes
    """The secret from which chance is drawn."""
    draws: int = 0
    """Number of draws made so far."""
    stage: int = 1
    """Number of the question being asked."""
    turn: int = 1
    """Number of the turn, as the contract counts: successive questions to one seat."""
    mode: int
    """What is asked: CASTLE … OVER."""
    seat: int = 0
    """The seat that is asked."""
    phase: int = 1
    """Phase of the game, from 1."""
    round: int = 1
    """Round of the phase, from 1."""
    starter: int = 0
    """The seat that started the round."""
    done: int = 0
    """Number of finished turns in the round."""
    heights: bytes
    """Number of segments on each of the 64 squares."""
    king: int = -1
    knights: list[int]
    """By seat: the squares of its knights, a set."""
    supply: int
    """Segments in the general supply."""
    towers: list[tuple[int, ...]]
    """By seat: the heights of its towers, highest first, without the one built from in this turn."""
    used: int = -1
    """Segments left of the tower built from in this turn; -1 if there is none."""
    kept: list[int]
    """By seat: segments kept for the next phase."""
    ap: int = 0
    """Action points left."""
    carded: bool = False
    """Whether a card was played in this turn."""
    drawn: int = 0
    """Draws made in this turn."""
    fresh: tuple[int, ...] = ()
    """Cards drawn in this turn, which cannot be played yet; sorted."""
    looked: tuple[int, ...] = ()
    """Cards being looked at; sorted."""
    hands: list[tuple[int, ...]]
    """By seat: the cards in hand without the fresh ones; sorted."""
    played: list[tuple[int, ...]]
    """By seat: the cards played, in order."""
    tops: list[tuple[int, ...]]
    """By deck: the known cards on top, the highest first."""
    unseen: list[tuple[int, ...]]
    """By deck: the cards whose place nobody knows; sorted."""
    bottoms: list[tuple[int, ...]]
    """By deck: the cards put at the bottom, the lowest last."""
    drawer: list[int]
    """By deck: the seat that drew last and knows the cards on top."""
    sure: list[int]
    """By deck: how many of the lowest cards its drawer also knows."""
    master: int = -1
    """Number of the master card."""
    scores: list[int]
    """By seat: the field of its marker on the track."""
    tallies: list[int]
    """Points by source, five numbers (`SOURCES`) for each seat."""
    scorings: list[Scored] = msgspec.field(default_factory=list)
    deeds: list[LastAction] = msgspec.field(default_factory=list)
    """The actions of this turn and of the one before."""
    by_place: bool = True
    """Whether cards are drawn by their place in the deck, and so come in the same order however the game is played (T9a)."""
    short: IsShort = msgspec.UNSET
    """Whether the game is one phase of a few rounds (T28)."""

    def copy(self) -> Self:
        """Returns an equal state that shares nothing mutable (faster than the base's: the search makes thousands)."""
        twin = copy.copy(self)
        twin.knights = self.knights[:]
        twin.towers = self.towers[:]
        twin.kept = self.kept[:]
        twin.hands = self.hands[:]
        twin.played = self.played[:]
        twin.tops = self.tops[:]
        twin.unseen = self.unseen[:]
        twin.bottoms = self.bottoms[:]
        twin.drawer = self.drawer[:]
        twin.sure = self.sure[:]
        twin.scores = self.scores[:]
        twin.tallies = self.tallies[:]
        twin.scorings = self.scorings[:]
        twin.deeds = self.deeds[:]
        return twin

    def pending(self) -> tuple[Seat, ...]:
        return () if self.mode == OVER else (self.seat,)

    @property
    def terrain(self) -> Terrain:
        return terrain(self.heights)

    @property
    def occupied(self) -> int:
        """The squares with a figure on them."""
        taken = 1 << self.king if self.king >= 0 else 0
        for knights in self.knights:
            taken |= knights
        return taken

    @property
    def reserve(self) -> int:
        """Number of knights that the acting seat has not placed yet."""
        return KNIGHTS - self.knights[self.seat].bit_count()

    @property
    def deck(self) -> int:
        """The deck that the acting seat draws from."""
        return 0 if self.common else self.seat

    def deck_size(self, deck: int) -> int:
        return len(self.tops[deck]) + len(self.unseen[deck]) + len(self.bottoms[deck])

    @property
    def rounds(self) -> int:
        """T13: number of rounds in the phase, as many as towers were dealt."""
        return SHORT if self.short else len(TOWERS[self.seats][self.phase - 1])

    @property
    def phases(self) -> int:
        """T13, T28: number of phases of the game."""
        return 1 if self.short else PHASES

    def order(self, start: int) -> list[int]:
        """Returns the seats from one on, round the table."""
        return [(start + step) % self.seats for step in range(self.seats)]

    def royal_castle(self) -> int:
        """T17: returns the castle with the king, as a set of squares."""
        return self.terrain.castle_of(self.king) if self.king >= 0 else 0


def upgraded_from_1(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot of version 1 as one of version 2: its game draws on by the first version of the rules (T9a)."""
    return {**fields, "rules": 2, "by_place": fields.get("short", False)}

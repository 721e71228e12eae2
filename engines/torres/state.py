"""What is true on the table of Torres, as flat numbers, and what follows from it at once."""

from __future__ import annotations

import msgspec

from engines.torres.components import KNIGHTS, TOWERS
from engines.torres.squares import bits
from engines.torres.terrain import Terrain, terrain
from engines.torres.view import Deed, Scored

CASTLE, START, CROWN, ACT, KEEP, KING, FIRST, OVER = range(8)
"""What the game asks: a starting castle (T21), a first knight (T1), the king's first castle (T1), an action of a turn, the
answer to a draw (T9), the king's journey (T17), the next starting player (T17); nothing any more.
"""

SOURCES = ("castles", "royal", "master", "bought", "slides")
"""What points come from, in the order of `State.tallies`: the scorings' three gains, points bought, fields slid on (T16)."""

CASTLES_GAIN, ROYAL_GAIN, MASTER_GAIN, BOUGHT, SLIDES = range(len(SOURCES))


class State(msgspec.Struct, kw_only=True):
    """Squares are numbers and sets of squares masks (squares.py), cards are numbers (components.py), -1 is "none".

    `common` and `masters`: the options as they were chosen (T20: a common deck counts for nothing with the master variant).
    The table: `heights` (64 bytes), `king`, `knights` (a set by seat), `supply` (segments), `scores` and `tallies` (points by
    source, five numbers a seat) by seat, `scorings` done, `master` (number of the master card). The turn: `mode` (what is
    asked) of `seat`; `ap` left, `carded` (a card was played), `drawn` (cards drawn this turn), `fresh` (those cards, not
    playable yet), `looked` (cards being looked at). `towers`: by seat, highest first, without the one built from in this
    turn, of which `used` segments are left; `kept`: segments kept over the end of a phase. Cards: `hands` by seat, sorted,
    `played` by seat, in order. By deck (one a seat, or a common one, or none): `tops` (known cards on top, the highest
    first), `unseen` (all not known, in no order), `bottoms` (laid below, the lowest last), `drawer` (the seat that drew last
    and knows what lies on top), `sure` (so many of the lowest cards that seat knows too). Time: `phase` and `round` from 1,
    `starter` of the round, `done` turns of the round.
    """

    rules: int
    common: bool
    masters: bool
    seats: int
    seed: bytes
    draws: int = 0
    stage: int = 1
    turn: int = 1
    mode: int
    seat: int = 0
    phase: int = 1
    round: int = 1
    starter: int = 0
    done: int = 0
    heights: bytes
    king: int = -1
    knights: list[int]
    supply: int
    towers: list[tuple[int, ...]]
    used: int = -1
    kept: list[int]
    ap: int = 0
    carded: bool = False
    drawn: int = 0
    fresh: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()
    hands: list[tuple[int, ...]]
    played: list[tuple[int, ...]]
    tops: list[tuple[int, ...]]
    unseen: list[tuple[int, ...]]
    bottoms: list[tuple[int, ...]]
    drawer: list[int]
    sure: list[int]
    master: int = -1
    scores: list[int]
    tallies: list[int]
    scorings: list[Scored] = []
    deeds: list[Deed] = []

    def copy(self) -> State:
        """An equal state that shares nothing that changes."""
        return type(self)(
            rules=self.rules,
            common=self.common,
            masters=self.masters,
            seats=self.seats,
            seed=self.seed,
            draws=self.draws,
            stage=self.stage,
            turn=self.turn,
            mode=self.mode,
            seat=self.seat,
            phase=self.phase,
            round=self.round,
            starter=self.starter,
            done=self.done,
            heights=self.heights,
            king=self.king,
            knights=self.knights[:],
            supply=self.supply,
            towers=self.towers[:],
            used=self.used,
            kept=self.kept[:],
            ap=self.ap,
            carded=self.carded,
            drawn=self.drawn,
            fresh=self.fresh,
            looked=self.looked,
            hands=self.hands[:],
            played=self.played[:],
            tops=self.tops[:],
            unseen=self.unseen[:],
            bottoms=self.bottoms[:],
            drawer=self.drawer[:],
            sure=self.sure[:],
            master=self.master,
            scores=self.scores[:],
            tallies=self.tallies[:],
            scorings=self.scorings[:],
            deeds=self.deeds[:],
        )

    @property
    def terrain(self) -> Terrain:
        return terrain(self.heights)

    @property
    def occupied(self) -> int:
        """The squares that hold a figure."""
        taken = 1 << self.king if self.king >= 0 else 0
        for knights in self.knights:
            taken |= knights
        return taken

    @property
    def reserve(self) -> int:
        """Knights that the acting seat has not placed yet."""
        return KNIGHTS - self.knights[self.seat].bit_count()

    @property
    def deck(self) -> int:
        """The number of the deck that the acting seat draws from."""
        return 0 if self.common else self.seat

    def deck_size(self, deck: int) -> int:
        return len(self.tops[deck]) + len(self.unseen[deck]) + len(self.bottoms[deck])

    @property
    def rounds(self) -> int:
        """T13: as many rounds as towers were dealt."""
        return len(TOWERS[self.seats][self.phase - 1])

    def order(self, start: int) -> list[int]:
        """The seats from one on, round the table."""
        return [(start + step) % self.seats for step in range(self.seats)]

    def royal_castle(self) -> int:
        """T17: the castle the king stands in, as a set of squares."""
        return self.terrain.castle_of(self.king) if self.king >= 0 else 0

    def levels(self, seat: int) -> list[int]:
        """The levels of the seat's knights."""
        return [self.heights[square] for square in bits(self.knights[seat])]

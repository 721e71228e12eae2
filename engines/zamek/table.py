"""Everything that is true on a table of Zamek, in flat numbers; the rules that change it are in turns.py and final.py."""

from __future__ import annotations

from typing import Self, TypeVar

import msgspec

from engines import draws
from engines.zamek.board import Board, empty_board
from engines.zamek.components import PILE, SEAT, SUBJECTS, TOKENS, TOWERS
from engines.zamek.wall import TOKEN_KINDS

LAY, SCORE, USE, EXTRA, TARGET, OVER = range(6)
"""What is being asked: lay a tile, which area is scored next (Z10), whether a doubling token is used, whether `again` is (Z13),
which area an end token is for (Z17); or nothing.
"""

EARNINGS = ("road", "house", "sty", "meadow", "keep", "unfinished", "points")
"""What points are earned by: the first three in play, the others in the final scoring."""

T = TypeVar("T", bound="Table")


class Score(msgspec.Struct, frozen=True):
    """An area scored with the last tile. `seat` -1: a tie, nobody is paid. `token`: the one won by it, or -1."""

    label: int
    seat: int
    points: int
    doubled: bool
    token: int


class Table(msgspec.Struct):
    """`phase` and `active` seat; `drawn`: the tile to lay, -1 when there is none; `pile` and `out`: tiles not drawn
    (ascending) and put out of the game; `subjects`: 2 * node + seat of those on the board, in the order they were placed, and
    the `reserve` by seat; true `scores` and what they were `earned` by (len(EARNINGS) numbers a seat); `towers`: mask of
    those that still have a token; `hidden`: tokens nobody has seen (ascending), `held` by seat (a count of each kind, one
    seat after the other), `fresh`: those of `held` won in this turn (by kind, the active seat's), `spent`; `keeps`: square
    (-1: none) and tiles of each seat's; `finished`: labels whose subjects go home at the end of the turn, `due`: those of
    them still to be paid, `asked`: the one a doubling token is offered for; `scored`: since the last tile; `choice` and
    `layer`: what the last tile's seat said of a subject (0 none, else area + 1), and that seat, -1 before; `aims`: labels the
    end tokens are for (-1 none), in the order of final.queue.
    """

    seed: bytes
    draws: int
    stage: int
    turn: int
    phase: int
    active: int
    drawn: int
    pile: list[int]
    out: list[int]
    board: Board
    subjects: list[int]
    reserve: list[int]
    scores: list[int]
    earned: list[int]
    towers: int
    hidden: list[int]
    held: list[int]
    fresh: list[int]
    spent: list[int]
    keeps: list[int]
    finished: list[int]
    due: list[int]
    asked: int
    scored: list[Score]
    choice: int
    layer: int
    aims: list[int]

    def copy(self) -> Self:
        return self.__class__(
            self.seed,
            self.draws,
            self.stage,
            self.turn,
            self.phase,
            self.active,
            self.drawn,
            self.pile[:],
            self.out[:],
            self.board.copy(),
            self.subjects[:],
            self.reserve[:],
            self.scores[:],
            self.earned[:],
            self.towers,
            self.hidden[:],
            self.held[:],
            self.fresh[:],
            self.spent[:],
            self.keeps[:],
            self.finished[:],
            self.due[:],
            self.asked,
            self.scored[:],
            self.choice,
            self.layer,
            self.aims[:],
        )

    def below(self, n: int) -> int:
        """Chance: an even number in 0..n-1, drawn when somebody looks."""
        self.draws += 1
        return draws.below(self.seed, self.draws, n)

    def tokens(self, seat: int) -> list[int]:
        """The seat's tokens by kind."""
        kinds = len(TOKEN_KINDS)
        return self.held[seat * kinds : (seat + 1) * kinds]

    def usable(self, token: int) -> bool:
        """Z13: whether the active seat may use such a token now; not one won in this turn."""
        return self.held[self.active * len(TOKEN_KINDS) + token] > self.fresh[token]

    def place_subject(self, node: int, seat: int) -> None:
        self.subjects.append(2 * node + seat)
        self.board.sums[self.board.label[node]] += SEAT[seat]


def set_up(kind: type[T], seed: bytes) -> T:
    """Z1, Z2: a table before the first draw; seat 1 begins."""
    return kind(
        seed=seed,
        draws=0,
        stage=0,
        turn=0,
        phase=LAY,
        active=1,
        drawn=-1,
        pile=list(PILE),
        out=[],
        board=empty_board(),
        subjects=[],
        reserve=[SUBJECTS, SUBJECTS],
        scores=[0, 0],
        earned=[0] * (2 * len(EARNINGS)),
        towers=(1 << len(TOWERS)) - 1,
        hidden=list(TOKENS),
        held=[0] * (2 * len(TOKEN_KINDS)),
        fresh=[0] * len(TOKEN_KINDS),
        spent=[],
        keeps=[-1, 0, -1, 0],
        finished=[],
        due=[],
        asked=-1,
        scored=[],
        choice=0,
        layer=-1,
        aims=[],
    )

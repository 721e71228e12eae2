"""All that is true in a game of Zamek, in flat numbers, and the form in which it is stored."""

from typing import Any, Self, TypeVar

import msgspec

from engines.base import Chance
from engines.zamek.board import Board, empty_board
from engines.zamek.components import EDITION, HOUSE, PILE, SUBJECTS, TOKENS, TOWERS
from engines.zamek.turned_tiles import COUNT, SEAT
from engines.zamek.wall import TOKEN_KINDS

LAY, SCORE, USE, EXTRA, TARGET, OVER, DRAW = range(7)
"""Phases, by what is asked: lay a tile, which area is scored next (Z10), whether a doubling token is used, whether `again` is
(Z13), which area an end token is for (Z17); nothing; or that the next tile is drawn (Z3a).
"""

EARNINGS = ("road", "house", "sty", "meadow", "keep", "unfinished", "points")
"""What points are earned by: the first three in play, the others in the final scoring."""

VERSION = 2
"""Version of the stored form."""

S = TypeVar("S", bound="ZamekState")


class Score(msgspec.Struct, frozen=True):
    """An area that was scored."""

    label: int
    """The area's label on the board."""
    seat: int
    """Who was paid; -1: a tie, nobody was."""
    points: int
    """How much."""
    doubled: bool
    """Whether a doubling token was used."""
    token: int
    """The token won by the marker's move, -1 for none."""


class ZamekState(Chance, msgspec.Struct):
    """The state. Seats, tiles, squares, tokens and labels are numbers (components.py, turned_tiles.py, board.py)."""

    seed: bytes
    """The secret seed of all chance."""
    draws: int
    """How often chance was asked so far."""
    stage: int
    """The contract's stage: moves played so far."""
    turn: int
    """The contract's turn: tiles drawn to be laid so far, and the turns of choosing for end tokens."""
    phase: int
    """What is being asked."""
    active: int
    """The seat whose turn it is."""
    drawn: int
    """The tile to lay, -1 when there is none."""
    pile: list[int]
    """Tiles not drawn, ascending: which one comes is drawn when somebody looks."""
    out: list[int]
    """Tiles put out of the game (Z5)."""
    board: Board
    """The laid tiles and their areas."""
    subjects: list[int]
    """Subjects on the board as 2 * node + seat, in the order they were placed."""
    reserve: list[int]
    """Subjects in hand by seat."""
    scores: list[int]
    """True scores by seat, beyond 99 too."""
    earned: list[int]
    """What the scores were earned by: len(EARNINGS) numbers a seat, one seat after the other."""
    towers: int
    """The set of the towers that still carry a token."""
    hidden: list[int]
    """Tokens nobody has seen, ascending: on towers and out of the game."""
    held: list[int]
    """Tokens held: a count of each kind, one seat after the other."""
    fresh: list[int]
    """Those of the active seat that were won in this turn, by kind."""
    spent: list[int]
    """Tokens used in play."""
    keeps: list[int]
    """Of each seat's keep the house, as (smallest square << 4) + lowest area there (-1: none), and its tiles."""
    finished: list[int]
    """Labels of the areas whose subjects go home at the end of the turn."""
    due: list[int]
    """Those of them still to be paid."""
    asked: int
    """The area that a doubling token is offered for, -1 when none is."""
    scored: list[Score]
    """What was scored since the last tile was laid."""
    choice: int
    """What the last tile's seat said of a subject: 0 none, else the number of the area + 1."""
    layer: int
    """Who laid the last tile, -1 before the first."""
    aims: list[int]
    """Areas that the end tokens are for (-1: none), in the order of scoring.end_tokens, as far as they have been chosen."""
    looks: bool = False
    """Whether a tile is drawn by a look of its own (Z3a), and not with the move before."""

    def copy(self) -> Self:
        """An equal one that shares nothing that changes; written out because the computer player copies at every move."""
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
            self.looks,
        )

    def snapshot(self) -> bytes:
        """The stored form: canonical JSON; of the board only the tiles as they were laid."""
        fields = msgspec.structs.asdict(self)
        fields["board"] = self.board.laid
        return msgspec.json.encode({"version": VERSION, "edition": EDITION, **fields})

    def tokens(self, seat: int) -> list[int]:
        """The seat's tokens: how many of each kind."""
        kinds = len(TOKEN_KINDS)
        return self.held[seat * kinds : (seat + 1) * kinds]

    def usable(self, token: int) -> bool:
        """Z13: whether the active seat may use such a token now; not one won in this turn."""
        return self.held[self.active * len(TOKEN_KINDS) + token] > self.fresh[token]

    @property
    def seats(self) -> int:
        return 2

    def place_subject(self, node: int, seat: int) -> None:
        """Put a subject of the seat onto a node of the board; the reserve is the caller's."""
        self.subjects.append(2 * node + seat)
        self.board.sums[self.board.label[node]] += SEAT[seat]


def set_up(kind: type[S], seed: bytes) -> S:
    """Z1, Z2: the state before the first draw; seat 1 begins."""
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


_Stored = msgspec.defstruct(
    "_Stored",
    [
        ("version", int),
        ("edition", int),
        *(
            (field.name, list[int] if field.name == "board" else field.type)
            for field in msgspec.structs.fields(ZamekState)[:-1]
        ),
        ("looks", bool, False),
    ],
    forbid_unknown_fields=True,
)
"""A snapshot as it is read."""


def restored(kind: type[S], stored: dict[str, Any]) -> S:
    """The state of a snapshot of this version. Raises ValueError where these are not its fields, or other components."""
    fields = msgspec.structs.asdict(msgspec.convert(stored, _Stored))
    del fields["version"]
    if fields.pop("edition") != EDITION:
        raise ValueError("this game was begun with other tiles or another wall than data/components/zamek-*.toml hold now")
    state = kind(**{**fields, "board": _board_of(fields["board"])})
    for subject in state.subjects:
        state.board.sums[state.board.label[subject >> 1]] += SEAT[subject & 1]
    return state


def _board_of(laid: list[int]) -> Board:
    board = empty_board()
    for each in laid:
        board.lay(each >> 8, each & 255)
    return board


def upgraded_from_1(stored: dict[str, Any]) -> dict[str, Any]:
    """Version 1 named a keep's house by its square alone. Of several houses as large there it takes the first; seat 1 the last
    where both keeps would stand on the same.
    """
    board, keeps = _board_of(stored["board"]), stored["keeps"]
    named: list[int] = []
    for seat, (square, tiles) in enumerate(zip(keeps[::2], keeps[1::2], strict=True)):
        houses = [
            part
            for part in range(COUNT[board.turned[square]] if square >= 0 else 0)
            if board.kind[label := board.label[board.first[square] + part]] == HOUSE
            and board.place(label) == (square, part)
            and board.tiles(label) == tiles
        ]
        named += [(square << 4) + houses[-1 if seat and keeps[:2] == keeps[2:] else 0], tiles] if houses else [-1, 0]
    return {**stored, "version": 2, "keeps": named}

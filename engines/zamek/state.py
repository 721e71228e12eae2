"""The whole state of a game of Zamek in flat numbers, and its stored form."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

import msgspec

from engines import draws
from engines.base import Chance, IsShort
from engines.zamek.board import Board, empty_board
from engines.zamek.components import EDITION, PILE, SUBJECTS, TOKENS, TOWERS
from engines.zamek.turned_tiles import SEAT
from engines.zamek.wall import TOKEN_KINDS

LAY, SCORE, USE, EXTRA, TARGET, OVER, DRAW = range(7)
"""Phases, by what is asked: to lay a tile, which area is scored next (Z10), whether a doubling token is used, whether `again`
is used (Z13), which area an end token is for (Z17), nothing, or to draw the next tile (Z3a).
"""

EARNINGS = ("road", "house", "sty", "meadow", "keep", "unfinished", "points")
"""The sources of points: the first three in play, the others in the final scoring."""

TILE_DRAWS, TOKEN_DRAWS = 1, 2
"""What is drawn: the purposes of `engines.draws.in_stream`."""

SHORT, SHORT_KEEP = 16, 10
"""Tiles laid in the short form, and the most empty squares that a keep is paid for there (Z23)."""

VERSION = 3
"""Version of the stored form."""

S = TypeVar("S", bound="ZamekState")


class Score(msgspec.Struct, frozen=True):
    """An area that was scored."""

    label: int
    """The area's label on the board."""
    seat: int
    """The seat that was paid; -1 for a tie, in which nobody was."""
    points: int
    """The points paid."""
    doubled: bool
    """Whether a doubling token was used."""
    token: int
    """The token won by the marker's move; -1 for none."""


class ZamekState(Chance, msgspec.Struct):
    """The state. Seats, tiles, squares, tokens and labels are numbers (components.py, turned_tiles.py, board.py)."""

    seed: bytes
    """The secret seed from which all chance is drawn."""
    draws: int
    """Number of draws of chance so far."""
    stage: int
    """The contract's stage: the number of moves played so far."""
    turn: int
    """The contract's turn: the number of tiles drawn to be laid so far, plus the turns of choosing for end tokens."""
    phase: int
    """What is being asked."""
    active: int
    """The seat on turn."""
    drawn: int
    """The tile to lay; -1 if there is none."""
    pile: list[int]
    """Tiles not drawn, ascending. The next one is chosen when it is drawn."""
    out: list[int]
    """Tiles removed from the game (Z5)."""
    board: Board
    """The laid tiles and their areas."""
    subjects: list[int]
    """Subjects on the board as 2 * node + seat, in the order they were placed."""
    reserve: list[int]
    """Subjects in hand by seat."""
    scores: list[int]
    """True scores by seat, which can exceed 99."""
    earned: list[int]
    """Points by source: len(EARNINGS) numbers for each seat, one seat after the other."""
    towers: int
    """The set of towers that still have a token."""
    hidden: list[int]
    """Tokens nobody has seen, ascending: on towers and removed from the game."""
    held: list[int]
    """Tokens held: the number of each kind, one seat after the other."""
    fresh: list[int]
    """Tokens of the active seat that were won in this turn, by kind."""
    spent: list[int]
    """Tokens used in play."""
    keeps: list[int]
    """By seat, the house of its keep as (smallest square << 4) + lowest area there (-1: none), and the tiles of that house."""
    finished: list[int]
    """Labels of the areas whose subjects return at the end of the turn."""
    due: list[int]
    """The areas of these that are still to be paid."""
    asked: int
    """The area for which a doubling token is offered; -1 if none is."""
    scored: list[Score]
    """The areas scored since the last tile was laid."""
    choice: int
    """The subject of the last tile: 0 for none, else the number of the area + 1."""
    layer: int
    """The seat that laid the last tile; -1 before the first."""
    aims: list[int]
    """Areas chosen so far for the end tokens (-1: none), in the order of scoring.end_tokens."""
    looks: bool = False
    """Whether a tile is drawn by a separate look (Z3a) and not with the move before."""
    short: IsShort = msgspec.UNSET
    """Whether play ends after a few tiles (Z23)."""
    by_place: bool = True
    """Whether tiles and tokens are drawn by their place, and so come in the same order however the game is played (Z3b)."""

    def copy(self) -> Self:
        """Returns an equal state that shares nothing mutable; written out since the computer player copies at every move."""
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
            self.short,
            self.by_place,
        )

    def snapshot(self) -> bytes:
        """Returns the stored form: canonical JSON. Of the board it has only the tiles in the order they were laid."""
        fields = msgspec.structs.asdict(self)
        fields["board"] = self.board.laid
        if not self.short:
            del fields["short"]
        return msgspec.json.encode({"version": VERSION, "edition": EDITION, **fields})

    def tokens(self, seat: int) -> list[int]:
        """Returns the number of the seat's tokens, by kind."""
        kinds = len(TOKEN_KINDS)
        return self.held[seat * kinds : (seat + 1) * kinds]

    def usable(self, token: int) -> bool:
        """Z13: returns whether the active seat may use such a token now; one won in this turn does not count."""
        return self.held[self.active * len(TOKEN_KINDS) + token] > self.fresh[token]

    @property
    def seats(self) -> int:
        return 2

    def draw(self, kind: int, left: list[int], every: Sequence[int]) -> int:
        """Draw one of what is left of the tiles or tokens (TILE_DRAWS, TOKEN_DRAWS), and remove it."""
        if not self.by_place:
            return left.pop(self.below(len(left)))
        return left.pop(draws.below(self.seed, draws.in_stream(kind, len(every) - len(left)), len(left)))

    def place_subject(self, node: int, seat: int) -> None:
        """Put a subject of the seat onto a node of the board. The caller adjusts the reserve."""
        self.subjects.append(2 * node + seat)
        self.board.sums[self.board.label[node]] += SEAT[seat]


def set_up(kind: type[S], seed: bytes) -> S:
    """Z1, Z2: returns the state before the first draw; seat 1 begins."""
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
            for field in msgspec.structs.fields(ZamekState)[:-3]
        ),
        ("looks", bool, False),
        ("short", IsShort, msgspec.UNSET),
        ("by_place", bool, True),
    ],
    forbid_unknown_fields=True,
)
"""The fields of a snapshot."""


def restore(kind: type[S], stored: dict[str, Any]) -> S:
    """Returns the state of a snapshot of this version. Raises ValueError if its fields or its components are not current."""
    fields = msgspec.structs.asdict(msgspec.convert(stored, _Stored))
    del fields["version"]
    if fields.pop("edition") != EDITION:
        raise ValueError("this game was begun with other tiles or another wall than data/components/zamek-*.toml hold now")
    state = kind(**{**fields, "board": _board_of(fields["board"])})
    for subject in state.subjects:
        state.board.sums[state.board.label[subject >> 1]] += SEAT[subject & 1]
    return state


def upgraded_from_2(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot of version 2 as one of version 3: its game draws on by the first version of the rules (Z3b)."""
    return {**fields, "version": 3, "by_place": fields.get("short", False)}


def _board_of(laid: list[int]) -> Board:
    board = empty_board()
    for each in laid:
        board.lay(each >> 8, each & 255)
    return board

"""What may be known of a game of Zamek: the same for everybody except for `seat`.

Words: squares `a1` to `k9` (column, row, row 1 at the bottom); kinds of area `road house sty meadow`; areas of a tile `road1`
and so on; roles `herald squire farmer monk`; tokens `again house sty end_house end_sty end_road end_meadow end_keep
end_points`; tiles by the ids of data/components/zamek-tiles.toml, rotations in degrees clockwise. TILES and WALL in
`engines.zamek.components` (plain data) describe tiles, wall, towers and start fields; start fields are numbered as there.

The functions translate numbers of the state into the words of the view.
"""

import msgspec

from engines.contract import Seat, View
from engines.zamek.board import Board
from engines.zamek.components import KINDS, NAMES, ROLES, TILES, WORDS
from engines.zamek.state import ZamekState


class Laid(msgspec.Struct, frozen=True):
    """A tile on the board."""

    square: str
    tile: str
    rotation: int
    """Degrees clockwise."""


class Subject(msgspec.Struct, frozen=True):
    """A subject on the board."""

    seat: Seat
    role: str
    """The name of a subject on an area of its kind."""
    square: str
    """The square of the tile it was placed on."""
    area: str
    """The area of that tile."""


class Place(msgspec.Struct, frozen=True):
    """A whole area, named by its smallest square and its lowest area on that square's tile."""

    kind: str
    """Road, house, sty or meadow."""
    square: str
    """Its smallest square (column, then row)."""
    area: str
    """Its lowest area on the tile there."""
    squares: tuple[str, ...]
    starts: tuple[int, ...]
    """The numbers of its start fields."""


class Scored(msgspec.Struct, frozen=True):
    """An area finished with the last tile."""

    place: Place
    seat: Seat | None
    """The seat that was paid; None for a tie, in which nobody was."""
    points: int
    doubled: bool
    """Whether a token doubled it."""
    token: str
    """The token won by the marker's move; "" for none."""


class Offer(msgspec.Struct, frozen=True):
    """An area of the current question."""

    place: Place
    seat: Seat
    """The seat that it would pay."""
    points: int
    """The points it would pay; if a token is asked about, with the token."""


class Keep(msgspec.Struct, frozen=True):
    """A keep, which stands on a house."""

    square: str
    """The smallest square of the house."""
    tiles: int
    area: str = ""
    """The house's lowest area on the tile there; "" in older stored views, which did not have it."""


class Castle(msgspec.Struct, frozen=True):
    """Everything inside the wall."""

    laid: tuple[Laid, ...]
    """Tiles on the board, in the order they were laid."""
    subjects: tuple[Subject, ...]
    """Subjects on the board, in the order they were placed."""
    keeps: tuple[Keep | None, Keep | None]
    """Keeps by seat; None if the seat has none."""


class Spot(msgspec.Struct, frozen=True):
    """A square where the drawn tile fits."""

    square: str
    rotations: tuple[int, ...]
    """The rotations that fit, in degrees clockwise; of equal looks the smallest."""


class Aim(msgspec.Struct, frozen=True):
    """An end token and its area."""

    seat: Seat
    token: str
    place: Place | None
    """Its area; None if there is none for it."""


class MeadowScore(msgspec.Struct, frozen=True):
    """Z15: a meadow with monks."""

    place: Place
    chapels: int
    """Number of its chapels, including those of start fields."""
    monks: tuple[int, int]
    """Number of monks, by seat."""
    seat: Seat | None
    """The seat that is paid; None if neither has more monks."""
    each: int
    """Points for each chapel."""
    points: int
    """Points for the whole meadow."""


class KeepScore(msgspec.Struct, frozen=True):
    """Z16: the larger keep earns points for the largest group of empty squares."""

    tiles: tuple[int, int]
    """Tiles of each seat's keep."""
    bonus: tuple[int, int]
    """Tiles that `end_keep` tokens add to it."""
    group: tuple[str, ...]
    """The largest group of empty squares."""
    seat: Seat | None
    """The seat that is paid; None if the keeps are equal."""
    points: int


class AreaScore(msgspec.Struct, frozen=True):
    """Z17: an unfinished area that an end token pays for."""

    seat: Seat
    token: str
    """The kind of the token."""
    place: Place
    points: int


class Finale(msgspec.Struct, frozen=True):
    """The final scoring, in the order of the rules."""

    meadows: tuple[MeadowScore, ...]
    """Z15: every meadow with monks."""
    keeps: KeepScore
    """Z16: the keeps."""
    areas: tuple[AreaScore, ...]
    """Z17: the areas that tokens for unfinished areas pay for."""
    points: tuple[int, int]
    """Z17: the points of `end_points` tokens, by seat."""


class ZamekView(View, frozen=True, kw_only=True):
    """The game as a seat or a spectator sees it."""

    ask: str
    """The question to the pending seat: `draw lay score use again target`; "" at the end."""
    active: Seat
    """The seat on turn, also before its tile is drawn; at the end the seat that laid the last tile."""
    tile: str | None
    """The drawn tile, to be laid now; None if something else is asked."""
    spots: tuple[Spot, ...]
    """The squares where it fits."""
    left: int
    """Number of tiles left in the pile."""
    out: tuple[str, ...]
    laid: tuple[Laid, ...]
    """Tiles on the board, in the order they were laid."""
    last: Seat | None
    """The seat that laid the last one; None before the first."""
    last_subject: str
    """The area of that tile on which a subject was placed, or `none`; "" before the first."""
    subjects: tuple[Subject, ...]
    """Subjects on the board, in the order they were placed."""
    reserve: tuple[int, int]
    """Subjects in hand by seat."""
    scores: tuple[int, int]
    """True scores by seat, which can exceed 99."""
    markers: tuple[int, int]
    """The fields of the track with the markers."""
    earned: tuple[tuple[int, ...], tuple[int, ...]]
    """By seat, points by source: road, house, sty, meadow, keep, unfinished, points."""
    tokens: tuple[tuple[str, ...], tuple[str, ...]]
    """Tokens held by seat, face up."""
    fresh: tuple[str, ...]
    """Tokens of the active seat that were won in this turn."""
    spent: tuple[str, ...]
    """Tokens used in play."""
    towers: tuple[tuple[int, int], ...]
    """The towers that still have a token, by their fields."""
    keeps: tuple[Keep | None, Keep | None]
    """Keeps by seat; None if the seat has none."""
    empty: tuple[str, ...]
    scored: tuple[Scored, ...]
    """Areas finished by the last tile and already scored."""
    offers: tuple[Offer, ...]
    """The areas of the current question (`score`, `use`, `target`)."""
    token: str
    """The token of the current question; "" if it is about none."""
    aims: tuple[Aim, ...]
    """End tokens with their areas, as far as they are chosen."""
    finale: Finale | None
    """The final scoring; None until the game is over."""
    looks: bool
    """Whether each tile waits for a look (Z3a)."""

    @property
    def castle(self) -> Castle:
        """Everything inside the wall."""
        return Castle(self.laid, self.subjects, self.keeps)


def place_of(board: Board, label: int) -> Place:
    """Returns the area of a label, which must have a tile (start fields alone have no name)."""
    square, part = board.place(label)
    return Place(
        KINDS[board.kind[label]],
        NAMES[square],
        board.word(square, part),
        tuple(NAMES[each] for each in board.squares(label)),
        tuple(board.starts(label)),
    )


def label_at(board: Board, square: int, word: str) -> int:
    """Returns the label of the area that a word names on a laid tile. Raises ValueError if it has no such area."""
    return board.label[board.first[square] + WORDS[board.turned[square] >> 2].index(word)]


def laid_of(laid: int) -> Laid:
    """Returns the laid tile that a number of `Board.laid` stands for."""
    turned = laid & 255
    return Laid(NAMES[laid >> 8], TILES[turned >> 2].id, 90 * (turned & 3))


def subject_of(board: Board, subject: int) -> Subject:
    """Returns the subject that a number of the state stands for (2 * node + seat)."""
    node = subject >> 1
    square = next(laid >> 8 for laid in reversed(board.laid) if board.first[laid >> 8] <= node)
    area = board.word(square, node - board.first[square])
    return Subject(subject & 1, ROLES[board.kind[node]], NAMES[square], area)


def subject_word(state: ZamekState) -> str:
    """Returns the area of the last tile on which its seat placed a subject, or `none`."""
    return state.board.word(state.board.laid[-1] >> 8, state.choice - 1) if state.choice else "none"


def keeps_of(state: ZamekState) -> tuple[Keep | None, Keep | None]:
    """Returns the keeps by seat; None if the seat has none."""

    def keep(seat: int) -> Keep | None:
        house, tiles = state.keeps[2 * seat : 2 * seat + 2]
        square, part = house >> 4, house & 15
        return None if house < 0 else Keep(NAMES[square], tiles, state.board.word(square, part))

    return keep(0), keep(1)


def castle_of(state: ZamekState) -> Castle:
    """Returns everything inside the wall."""
    board = state.board
    laid = tuple(laid_of(each) for each in board.laid)
    return Castle(laid, tuple(subject_of(board, subject) for subject in state.subjects), keeps_of(state))

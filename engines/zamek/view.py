"""What may be known of a game of Zamek: the same for everybody but for `seat`.

Words: squares `a1` to `k9` (column, row, row 1 at the bottom); kinds of area `road house sty meadow`; areas of a tile `road1`
and so on; roles `herald squire farmer monk`; tokens `again house sty end_house end_sty end_road end_meadow end_keep
end_points`; tiles by the ids of data/components/zamek-tiles.toml, rotations in degrees clockwise. What tiles, wall, towers and
start fields look like stands in `engines.zamek.components` (TILES, WALL, both plain data), start fields are numbered as there.

Numbers of the state in the words of the view.
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
    """What it is called on an area of its kind."""
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
    """Who was paid; None: a tie, nobody was."""
    points: int
    doubled: bool
    """Whether a token doubled it."""
    token: str
    """The token won by the marker's move, "" for none."""


class Offer(msgspec.Struct, frozen=True):
    """An area that is asked for."""

    place: Place
    seat: Seat
    """Whom it would pay."""
    points: int
    """How much, with the token where a token is asked about."""


class Keep(msgspec.Struct, frozen=True):
    """A keep, which stands on a house."""

    square: str
    """The smallest square of the house."""
    tiles: int
    area: str = ""
    """Its lowest area on the tile there; "" in what was stored before it was told."""


class Castle(msgspec.Struct, frozen=True):
    """What lies inside the wall."""

    laid: tuple[Laid, ...]
    """Tiles on the board, in the order they were laid."""
    subjects: tuple[Subject, ...]
    """Subjects on the board, in the order they were placed."""
    keeps: tuple[Keep | None, Keep | None]
    """Keeps by seat, None where none is set."""


class Spot(msgspec.Struct, frozen=True):
    """A square where the drawn tile fits."""

    square: str
    rotations: tuple[int, ...]
    """How it fits: degrees clockwise, of those that look the same the smallest."""


class Aim(msgspec.Struct, frozen=True):
    """An end token and what it is for."""

    seat: Seat
    token: str
    place: Place | None
    """Its area; None: there is none for it."""


class MeadowScore(msgspec.Struct, frozen=True):
    """Z15: a meadow with monks."""

    place: Place
    chapels: int
    """Its chapels, those of start fields too."""
    monks: tuple[int, int]
    """Monks by seat."""
    seat: Seat | None
    """Who is paid; None: nobody has more monks."""
    each: int
    """What a chapel pays."""
    points: int
    """What the meadow pays."""


class KeepScore(msgspec.Struct, frozen=True):
    """Z16: the larger keep is paid for the largest group of empty squares."""

    tiles: tuple[int, int]
    """Tiles of each seat's keep."""
    bonus: tuple[int, int]
    """Tiles that `end_keep` tokens add to it."""
    group: tuple[str, ...]
    """The largest group of empty squares."""
    seat: Seat | None
    """Who is paid; None: the keeps are equal."""
    points: int


class AreaScore(msgspec.Struct, frozen=True):
    """Z17: an unfinished area that an end token pays for."""

    seat: Seat
    token: str
    """For which token."""
    place: Place
    points: int


class Finale(msgspec.Struct, frozen=True):
    """The final scoring, in its order."""

    meadows: tuple[MeadowScore, ...]
    """Z15: every meadow with monks."""
    keeps: KeepScore
    """Z16: the keeps."""
    areas: tuple[AreaScore, ...]
    """Z17: what tokens for unfinished areas bring."""
    points: tuple[int, int]
    """Z17: what the `end_points` tokens bring, by seat."""


class ZamekView(View, frozen=True, kw_only=True):
    """The game as a seat or a spectator sees it."""

    ask: str
    """What is asked of the pending seat: `draw lay score use again target`, "" when over."""
    active: Seat
    """Whose turn it is, also before its tile is drawn; at the end the last tile's seat."""
    tile: str | None
    """The drawn tile, to be laid now; None when something else is asked."""
    spots: tuple[Spot, ...]
    """Where it fits."""
    left: int
    """Tiles left in the pile."""
    out: tuple[str, ...]
    laid: tuple[Laid, ...]
    """Tiles on the board, in the order they were laid."""
    last: Seat | None
    """Who laid the last one; None before the first."""
    last_subject: str
    """Where a subject went with it: `none` or an area of it; "" before the first."""
    subjects: tuple[Subject, ...]
    """Subjects on the board, in the order they were placed."""
    reserve: tuple[int, int]
    """Subjects in hand by seat."""
    scores: tuple[int, int]
    """True scores by seat, beyond 99 too."""
    markers: tuple[int, int]
    """The fields of the track that the markers stand on."""
    earned: tuple[tuple[int, ...], tuple[int, ...]]
    """By seat, points by what they were earned by: road, house, sty, meadow, keep, unfinished, points."""
    tokens: tuple[tuple[str, ...], tuple[str, ...]]
    """Tokens held by seat, face up."""
    fresh: tuple[str, ...]
    """Those of the active seat that were won in this turn."""
    spent: tuple[str, ...]
    """Tokens used in play."""
    towers: tuple[tuple[int, int], ...]
    """The towers that still carry a token, by their fields."""
    keeps: tuple[Keep | None, Keep | None]
    """Keeps by seat, None where none is set."""
    empty: tuple[str, ...]
    scored: tuple[Scored, ...]
    """Areas finished with the last tile, as far as they are scored."""
    offers: tuple[Offer, ...]
    """The areas the question is about (`score`, `use`, `target`)."""
    token: str
    """The token the question is about, "" when it is about none."""
    aims: tuple[Aim, ...]
    """End tokens with what they are for, as far as it has been chosen."""
    finale: Finale | None
    """The final scoring; None until the game is over."""
    looks: bool
    """Whether each tile waits until somebody looks (Z3a)."""

    @property
    def castle(self) -> Castle:
        """What lies inside the wall."""
        return Castle(self.laid, self.subjects, self.keeps)


def place_of(board: Board, label: int) -> Place:
    """The area of a label; it has a tile on it (start fields alone have no name)."""
    square, part = board.place(label)
    return Place(
        KINDS[board.kind[label]],
        NAMES[square],
        board.word(square, part),
        tuple(NAMES[each] for each in board.squares(label)),
        tuple(board.starts(label)),
    )


def label_at(board: Board, square: int, word: str) -> int:
    """The label of the area that a word names on a laid tile. Raises ValueError where it has no such area."""
    return board.label[board.first[square] + WORDS[board.turned[square] >> 2].index(word)]


def laid_of(laid: int) -> Laid:
    """A tile as the board keeps it."""
    turned = laid & 255
    return Laid(NAMES[laid >> 8], TILES[turned >> 2].id, 90 * (turned & 3))


def subject_of(board: Board, subject: int) -> Subject:
    """A subject as the state keeps it (2 * node + seat)."""
    node = subject >> 1
    square = next(laid >> 8 for laid in reversed(board.laid) if board.first[laid >> 8] <= node)
    area = board.word(square, node - board.first[square])
    return Subject(subject & 1, ROLES[board.kind[node]], NAMES[square], area)


def subject_word(state: ZamekState) -> str:
    """Where the last tile's seat put a subject: an area of that tile, or `none`."""
    return state.board.word(state.board.laid[-1] >> 8, state.choice - 1) if state.choice else "none"


def keeps_of(state: ZamekState) -> tuple[Keep | None, Keep | None]:
    """The keeps by seat, None where none is set."""

    def keep(seat: int) -> Keep | None:
        house, tiles = state.keeps[2 * seat : 2 * seat + 2]
        square, part = house >> 4, house & 15
        return None if house < 0 else Keep(NAMES[square], tiles, state.board.word(square, part))

    return keep(0), keep(1)


def castle_of(state: ZamekState) -> Castle:
    """What lies inside the wall."""
    board = state.board
    laid = tuple(laid_of(each) for each in board.laid)
    return Castle(laid, tuple(subject_of(board, subject) for subject in state.subjects), keeps_of(state))

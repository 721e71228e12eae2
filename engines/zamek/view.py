"""What may be known of a game of Zamek - the same for everybody but for `seat` - and what its events tell.

Words: squares `a1` to `k9` (column, row, row 1 at the bottom); kinds of area `road house sty meadow`; areas of a tile `road1`
and so on; roles `herald squire farmer monk`; tokens `again house sty end_house end_sty end_road end_meadow end_keep
end_points`; tiles by the ids of data/components/zamek-tiles.toml, rotations in degrees clockwise. What tiles, wall, towers and
start fields look like stands in `engines.zamek.components` (TILES, WALL, both plain data), start fields are numbered as there.

A *place* in an event is the data of a `Place` below. Events (`data` by kind; all public):
- `out` {tile, left}, reveals: the drawn tile fits nowhere and is put out of the game.
- `draw` {turn, seat, tile, left}, reveals: a turn begins with this tile.
- `lay` {turn, seat, tile, square, rotation, subject (`none` or an area of the tile), role ("" without a subject)}.
- `tie` {place, subjects ([of seat 0, of seat 1])}: a finished area that pays nobody.
- `spent` {seat, token}: a token is used in play (`house`, `sty` for the `score` that follows, `again` for the turn that
  follows).
- `score` {seat, place, tiles, stocks (does it pay double for stocks), token (`house`, `sty` or ""), points, before, after}: an
  area is scored; the marker moves from `before` to `after` (true scores).
- `token` {seat, token, fields ([low, high]), left (towers with a token)}, reveals: the marker took a token of a tower.
- `keep` {seat, square, tiles, before (tiles, 0: set for the first time)}: a keep is set or moved.
- `home` {subjects ([{seat, role, square, area}, ...])}: subjects go back to their reserves.
- `pass` {seat}: the token `again` is kept for later.
- `end` {seat (laid the last tile), left (tiles that fit nowhere), towers (tokens that go out unseen)}.
- `aim` {seat, token, place, asked (or the only target)}: an end token has its area.
- `final-meadows`, `final-keeps`, `final-areas`, scenes, each there only if there is something to tell: {table, before, after
  (scores)} and the part of the `Finale` it tells: {meadows}, {keeps}, {areas, points}. `table`: {laid, subjects, keeps}
  as in the view.
- `over` {scores, winners (seats)}.
"""

from __future__ import annotations

import msgspec

from engines.contract import Seat, View


class Laid(msgspec.Struct, frozen=True):
    """A tile on the board."""

    square: str
    tile: str
    rotation: int


class Subject(msgspec.Struct, frozen=True):
    """A subject on the board: `area` of the tile on `square`."""

    seat: Seat
    role: str
    square: str
    area: str


class Place(msgspec.Struct, frozen=True):
    """An area: its name in the notation (`square`, `area`), all its `squares` and the numbers of its start fields."""

    kind: str
    square: str
    area: str
    squares: tuple[str, ...]
    starts: tuple[int, ...]


class Scored(msgspec.Struct, frozen=True):
    """An area finished with the last tile. `seat` None: a tie. `token`: won by the marker's move, else ""."""

    place: Place
    seat: Seat | None
    points: int
    doubled: bool
    token: str


class Offer(msgspec.Struct, frozen=True):
    """An area that is asked for; `points` are for `seat` (with the token where a token is asked about)."""

    place: Place
    seat: Seat
    points: int


class Keep(msgspec.Struct, frozen=True):
    """A keep stands on a house of so many tiles, named by its smallest square."""

    square: str
    tiles: int


class Spot(msgspec.Struct, frozen=True):
    """A square where the drawn tile fits, and how."""

    square: str
    rotations: tuple[int, ...]


class Aim(msgspec.Struct, frozen=True):
    """An end token and its area (`place` None: there is none for it)."""

    seat: Seat
    token: str
    place: Place | None


class MeadowScore(msgspec.Struct, frozen=True):
    """Z15: a meadow with monks (by seat); `each` chapel pays so much to `seat` (None: nobody has more monks)."""

    place: Place
    chapels: int
    monks: tuple[int, int]
    seat: Seat | None
    each: int
    points: int


class KeepScore(msgspec.Struct, frozen=True):
    """Z16: `tiles` of each keep, `bonus` of `end_keep` tokens; the larger one is paid the largest empty `group` of squares."""

    tiles: tuple[int, int]
    bonus: tuple[int, int]
    group: tuple[str, ...]
    seat: Seat | None
    points: int


class AreaScore(msgspec.Struct, frozen=True):
    """Z17: an unfinished area that an end token pays for."""

    seat: Seat
    token: str
    place: Place
    points: int


class Finale(msgspec.Struct, frozen=True):
    """The final scoring, in the order it is told. `points`: of the `end_points` tokens, by seat."""

    meadows: tuple[MeadowScore, ...]
    keeps: KeepScore
    areas: tuple[AreaScore, ...]
    points: tuple[int, int]


class ZamekView(View, frozen=True, kw_only=True):
    """The table of Zamek.

    `ask`: what is asked of the pending seat (`lay score use again target`, "" when over). `active`: whose turn it is (the last
    tile's seat at the end). `tile` drawn and to be laid (None unless it is), `spots` where it fits, `left` in the pile, `out`
    of the game. `laid` in the order it was laid; `last`: who laid the last one, and `last_subject` (`none` or an area of it;
    "" before the first). `subjects` in the order they were placed, `reserve` by seat. `scores` are true scores, `markers` the
    fields they stand on; `earned` by seat and kind of points (road, house, sty, meadow, keep, unfinished, points). `tokens`
    by seat, face up; `fresh`: those of the active seat won in this turn; `spent` ones; `towers` that still carry one, by
    their fields. `keeps` by seat. `empty` squares. `scored` since the last tile. `offers`: the areas the question is about
    (`score`, `use`, `target`), `token` the one it is about ("" otherwise). `aims` of end tokens so far, `finale` when over.
    """

    ask: str
    active: Seat
    tile: str | None
    spots: tuple[Spot, ...]
    left: int
    out: tuple[str, ...]
    laid: tuple[Laid, ...]
    last: Seat | None
    last_subject: str
    subjects: tuple[Subject, ...]
    reserve: tuple[int, int]
    scores: tuple[int, int]
    markers: tuple[int, int]
    earned: tuple[tuple[int, ...], tuple[int, ...]]
    tokens: tuple[tuple[str, ...], tuple[str, ...]]
    fresh: tuple[str, ...]
    spent: tuple[str, ...]
    towers: tuple[tuple[int, int], ...]
    keeps: tuple[Keep | None, Keep | None]
    empty: tuple[str, ...]
    scored: tuple[Scored, ...]
    offers: tuple[Offer, ...]
    token: str
    aims: tuple[Aim, ...]
    finale: Finale | None

"""The castle in the picture: the places of its squares, which areas of the laid tiles form one area across their borders, its
wall with the score track, towers and start fields.

Columns and rows with tiles are as wide as fits, the others narrow: early in the game little is in use, and that is shown large,
but the whole wall stays in the picture.
"""

import functools
from typing import TypeAlias

import msgspec
from PIL import Image, ImageDraw

from engines.zamek.board import Board, empty_board
from engines.zamek.components import HOUSE, MEADOW, ROAD, SQUARE, STY, TILE, TILES, TRACK, WALL
from render.canvas import number, paste
from render.pen import Pen, Point
from render.sprite_cache import drawn_once
from render.theme import INK, RGB, SECONDARY, TEXT, WIDTH, Colour, Shade, mix, plain, rgb
from render.zamek import pieces

Laid: TypeAlias = dict[str, tuple[str, int]]
"""Tile and quarter turns by square."""

_AT = {WALL.name(number): spot for number, spot in enumerate(WALL.squares)}
_NAMED = {spot: name for name, spot in _AT.items()}

THICK, LANE = 56, 38
"""The thickness of the wall, and that of its part with the track (px)."""

ROUND = 31
"""Radius of a tower (px)."""

SEAL = 46
"""Size of the middle of a tower (px)."""

SIDE = THICK + 10
"""The space that the wall and its merlons take on each side (px)."""

YARD = Shade("#4A4038", "#DCCFB4", "#12100E")
"""The colour of the ground inside the wall."""
FAINT = Shade("#8C8C8E", "#73674F", "#D2D7DE")
"""The colour of the names of empty squares."""
STONE, SHADE = (184, 170, 148), (120, 108, 94)
SIZES = (160, 148, 136, 126, 116, 108, 100, 94, 88, 86)
"""The sizes of a tile (px): few, so that few must be drawn."""

_NARROW_X = [62, 62, 62, 62, 86, 86, 62, 62, 70, 72, 72]
_NARROW_Y = [72, 72, 62, 62, 62, 62, 62, 72, 72]
_HIGHEST = 880


def xy(square: str) -> tuple[int, int]:
    """Column and row of a square, counted from the top left."""
    return _AT[square]


def square_name(x: int, y: int) -> str | None:
    """The square in a column and row; None outside the wall."""
    return _NAMED.get((x, y))


def part(tile: str, area: str) -> int:
    """The number of an area of a tile, given by its word."""
    return next(number for number, each in enumerate(TILES[TILE[tile]].areas) if each.word == area)


def connected_areas(laid: Laid, square: str, number: int) -> list[tuple[str, int]]:
    """All pairs (square, area) that form one area with this one (Z7)."""
    board = _board(tuple(laid.items()))
    label = _label(board, square, number)
    parts = [(at, part) for at, (tile, _) in laid.items() for part in range(len(TILES[TILE[tile]].areas))]
    return [(at, part) for at, part in parts if _label(board, at, part) == label]


def count_tiles(laid: Laid, square: str, number: int) -> int:
    """The number of tiles of an area, its start fields included (Z7)."""
    board = _board(tuple(laid.items()))
    return board.tiles(_label(board, square, number))


def _label(board: Board, square: str, number: int) -> int:
    return board.label[board.first[SQUARE[square]] + number]


@functools.lru_cache(maxsize=16)
def _board(laid: tuple[tuple[str, tuple[str, int]], ...]) -> Board:
    board = empty_board()
    for square, (tile, turns) in laid:
        board.lay(SQUARE[square], 4 * TILE[tile] + turns)
    return board


class Frame(msgspec.Struct, frozen=True):
    """The places of everything in the picture (px)."""

    xs: tuple[int, ...]
    """The grid lines from left to right."""
    ys: tuple[int, ...]
    """The grid lines from top to bottom."""
    size: int
    """Width of a tile."""
    fields: tuple[tuple[Point, float, bool], ...]
    """For each field of the track: its centre, its length (0: on a tower), and whether it is horizontal."""
    towers: tuple[Point, ...]
    """The centres of the towers."""

    def box(self, square: str) -> tuple[int, int, int, int]:
        """Left, top, width and height of a square."""
        x, y = xy(square)
        return self.xs[x], self.ys[y], self.xs[x + 1] - self.xs[x], self.ys[y + 1] - self.ys[y]

    @property
    def bottom(self) -> int:
        """The y below the wall."""
        return self.ys[-1] + SIDE


def _fit(columns: set[int], rows: set[int]) -> tuple[list[int], list[int], int]:
    """The widths of the columns, the heights of the rows, and the size of a tile: the largest with which those in use fit. The
    others are narrow, and share what space remains.
    """
    wide, high = _NARROW_X[: WALL.width], _NARROW_Y[: WALL.height]
    wide += [62] * (WALL.width - len(wide))
    high += [62] * (WALL.height - len(high))
    for size in SIZES:
        across = [size if n in columns else min(size, narrow) for n, narrow in enumerate(wide)]
        down = [size if n in rows else min(size, narrow) for n, narrow in enumerate(high)]
        if sum(across) + 2 * SIDE <= WIDTH and sum(down) <= _HIGHEST:
            break
    spare = WIDTH - 2 * SIDE - sum(across)
    empty = [n for n in range(len(across)) if n not in columns and across[n] < size]
    for n in empty:
        across[n] += min(size - across[n], spare // len(empty))
    return across, [max(each, min(size, 66)) for each in down], size


def measure(used: tuple[str, ...], top: int) -> Frame:
    """The frame of a castle with tiles on these squares, below `top` px."""
    columns = {xy(square)[0] for square in used}
    rows = {xy(square)[1] for square in used}
    across, down, size = _fit(columns, rows)
    left = (WIDTH - sum(across)) // 2
    xs = tuple(left + sum(across[:n]) for n in range(len(across) + 1))
    ys = tuple(top + SIDE + sum(down[:n]) for n in range(len(down) + 1))
    towers = ring(xs, ys, THICK - LANE / 2 - 2)
    return Frame(xs, ys, size, _fields(towers), tuple(towers))


def _outwards() -> list[tuple[int, int]]:
    """The direction away from both walls, for each corner of the wall."""
    found = []
    corners = [tower.corner for tower in WALL.towers]
    for i, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[i - 1], corners[(i + 1) % len(corners)]
        ux, uy, vx, vy = (x > ax) - (x < ax), (y > ay) - (y < ay), (bx > x) - (bx < x), (by > y) - (by < y)
        found.append((uy + vy, -ux - vx))
    return found


_OUT = _outwards()


def ring(xs: tuple[int, ...], ys: tuple[int, ...], off: float) -> list[Point]:
    """The wall's outline moved outwards by `off` px."""
    corners = [tower.corner for tower in WALL.towers]
    return [(xs[x] + ox * off, ys[y] + oy * off) for (x, y), (ox, oy) in zip(corners, _OUT, strict=True)]


def _fields(towers: list[Point]) -> tuple[tuple[Point, float, bool], ...]:
    found: list[tuple[Point, float, bool]] = [((0.0, 0.0), 0.0, False)] * TRACK
    for i, tower in enumerate(WALL.towers):
        (ax, ay), (bx, by) = towers[i], towers[(i + 1) % len(towers)]
        following = WALL.towers[(i + 1) % len(towers)].fields[0] or TRACK
        n = following - tower.fields[1] - 1
        length = abs(bx - ax) + abs(by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        step = (length - 2 * ROUND) / max(1, n)
        for k in range(n):
            at = ROUND + step * (k + 0.5)
            found[tower.fields[1] + 1 + k] = ((ax + ux * at, ay + uy * at), step, bool(ux))
        # A marker on a tower is placed towards the wall it came from, or the wall it will leave along.
        (px, py) = towers[i - 1]
        back = abs(ax - px) + abs(ay - py)
        found[tower.fields[0]] = ((ax - (ax - px) / back * 17, ay - (ay - py) / back * 17), 0.0, False)
        found[tower.fields[1]] = ((ax + ux * 17, ay + uy * 17), 0.0, False)
    return tuple(found)


def draw(im: Image.Image, frame: Frame, towers: tuple[tuple[int, int], ...]) -> None:
    """Draw the yard, the wall, the track, the start fields and the towers; those in `towers` (by fields) still have a token."""
    pen = ImageDraw.Draw(im)
    _merlons(im, frame)
    for off, colour in (
        (THICK + 3, INK),
        (THICK, (150, 138, 120)),
        (THICK - 4, STONE),
        (THICK - LANE - 1, INK),
        (THICK - LANE - 4, SHADE),
        (3, INK),
        (0, YARD),
    ):
        pen.polygon(ring(frame.xs, frame.ys, off), fill=rgb(colour))
    line = seam()
    for x, y in WALL.squares:
        box = (frame.xs[x], frame.ys[y], frame.xs[x + 1], frame.ys[y + 1])
        pen.rectangle(box, outline=line, width=1)
    _track(im, pen, frame)
    for start in WALL.starts:
        _start(im, frame, start.square, start.side, start.kind, chapel=start.chapel)
    for tower, spot in zip(WALL.towers, frame.towers, strict=True):
        paste(im, pieces.tower(2 * ROUND + 4), spot, "c")
        there = tower.token and tower.fields in towers
        paste(im, pieces.seal(str(tower.fields[0]), SEAL, there=there), spot, "c")


def seam() -> RGB:
    """The colour of the lines between empty squares."""
    return mix(YARD, TEXT if plain() else INK, 0.42)


def _merlons(im: Image.Image, frame: Frame) -> None:
    edge = ring(frame.xs, frame.ys, THICK + 3)
    for (ax, ay), (bx, by) in zip(edge, [*edge[1:], edge[0]], strict=True):
        length = abs(bx - ax) + abs(by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        n = max(1, int((length - 60) // 26))
        for k in range(n):
            at = (length - (n - 1) * 26) / 2 + k * 26
            paste(im, _merlon(), (ax + ux * at - 8, ay + uy * at - 8))


@drawn_once
def _merlon() -> Image.Image:
    """One merlon of two hundred: pasting them is much faster than rounding the corners of each."""
    sprite = Image.new("RGBA", (17, 17), (0, 0, 0, 0))
    ImageDraw.Draw(sprite).rounded_rectangle((0, 0, 16, 16), 2, fill=STONE, outline=rgb(INK), width=3)
    return sprite


def _track(im: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame) -> None:
    line = mix(INK, STONE, 0.3)
    for field, ((x, y), step, across) in enumerate(frame.fields):
        if step:
            rx, ry = (step / 2, LANE / 2 - 1) if across else (LANE / 2 - 1, step / 2)
            fill = (238, 222, 188) if field % 5 == 0 else (206, 192, 166) if field % 2 else (190, 175, 149)
            pen.rectangle((x - rx, y - ry, x + rx, y + ry), fill=fill, outline=line)
    for field, (spot, step, _) in enumerate(frame.fields):
        if step and field % 5 == 0:
            number(im, spot, str(field), SECONDARY, INK, room=LANE + 2, secondary=True)


def _start(im: Image.Image, frame: Frame, square: int, side: int, kind: int, *, chapel: bool) -> None:
    """Draw a start field: a picture set into the inner walk of the wall."""
    x, y = WALL.squares[square]
    along = frame.xs[x + 1] - frame.xs[x] if side % 2 == 0 else frame.ys[y + 1] - frame.ys[y]
    sprite = gate(kind, side, along - 2, chapel=chapel)
    cx, cy = (frame.xs[x] + frame.xs[x + 1]) / 2, (frame.ys[y] + frame.ys[y + 1]) / 2
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    half_x, half_y = (frame.xs[x + 1] - frame.xs[x]) / 2, (frame.ys[y + 1] - frame.ys[y]) / 2
    paste(im, sprite, (cx + dx * (half_x + 8), cy + dy * (half_y + 8)), "c")


@drawn_once
def gate(kind: int, side: int, along: int, *, chapel: bool, k: float = 1.0) -> Image.Image:
    """A start field of a kind of area on a side of its square, `along` px long and 30 × `k` px deep."""
    across = side % 2 == 0
    deep = round(30 * k)
    w, h = (along, deep) if across else (deep, along)
    pen = Pen(w, h)
    ground: Colour = {ROAD: pieces.PAVING, HOUSE: pieces.YARD, STY: pieces.MUD, MEADOW: pieces.GRASS}[kind]
    cx, cy, rim, line = w / 2, h / 2, 6 * k, 2.5 * k
    inset_x, inset_y = (0.0, rim) if across else (rim, 0.0)
    pen.rect(inset_x, inset_y, w - inset_x, h - inset_y, 0, ground, INK, line)
    spread = along * 0.3
    if kind == ROAD:
        wide = min(11 * k, along * 0.12)
        rx, ry = (wide, 12 * k) if across else (12 * k, wide)
        pen.rect(cx - rx, cy - ry, cx + rx, cy + ry, 2, pieces.ROAD, INK, line)
        for far in (-spread, spread):
            pen.circle(cx + far * across, cy + far * (not across), 8.5 * k, STONE, w=3 * k)
            pen.circle(cx + far * across, cy + far * (not across), 3 * k, INK, w=0)
    elif kind == HOUSE:
        for far in (-spread, 0, spread):
            pieces.cottage(pen, cx + far * across, cy + 11 * k + far * (not across), 23 * k, 2 * k)
    elif kind == STY:
        for far in (-spread, spread):
            pieces.pig(pen, cx + far * across - 3 * k, cy + 9 * k + far * (not across), 22 * k, 2 * k)
    if chapel:
        pieces.chapel(pen, cx, cy + 12 * k, 19 * k, 2 * k)
    return pen.finish()

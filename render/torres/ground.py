"""The board of Torres from above: meadow, stacks lifted a little for each level, castle outlines, level digits.

A square's top face is CELL px wide; each level lifts it by LIFT px up to TALLEST, so that no stack hides the row behind.
"""
# ruff: noqa: PLR0917 - drawing takes places and sizes

from PIL import Image, ImageDraw

from engines.torres.squares import COLUMNS, NUMBER, SIZE, SQUARES, bits
from engines.torres.terrain import terrain as castles
from render.canvas import number, paste, picture, text
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, MUTED, PAPER, TEXT, WHITE, Colour, light, mix, plain, rgb
from render.torres.figures import LABEL, stone

CELL, LIFT, TALLEST = 126, 7, 6
LEFT, EDGE = 62, 6
SIDE = CELL * SIZE
ROOF = 38
"""Space above the board (px): row 8 may be this high, with a crown above it."""

RIM = 46
"""Space below the board for the letters of the columns (px)."""

HEIGHT = ROOF + SIDE + RIM
ACROSS = LEFT + SIDE + EDGE
"""Size of the board with its rim (px)."""

SHADE = 0.36
"""How much darker the meadow is in the shade."""

TINTS: tuple[Colour, ...] = ("#A98F65", "#92595C", "#5E7C94", "#74608A")
"""Colours that castles have some of, in turn: sandstone, brick, slate, porphyry."""

TINTED = 0.3
"""How much of it."""

Rect = tuple[int, int, int, int]


def lift(level: int) -> int:
    """How much higher the top of a stack is drawn (px)."""
    return LIFT * min(level, TALLEST)


def corner(square: str) -> tuple[int, int]:
    """The upper left corner of a square's ground (px from the upper left corner of the whole board with its rim)."""
    column, row = divmod(NUMBER[square], SIZE)
    return LEFT + column * CELL, ROOF + (SIZE - 1 - row) * CELL


@drawn_once
def terrain(heights: tuple[int, ...], royal: frozenset[str]) -> Image.Image:
    """The board without figures: ACROSS × HEIGHT px, RGB. `royal`: the squares of the royal castle."""
    tints = _tints(heights)
    im = picture(HEIGHT, ACROSS)
    im.paste(_meadow(), (LEFT - EDGE, ROOF - EDGE))
    _rims(im)
    _shadows(im, heights)
    for row in reversed(range(SIZE)):
        for column in range(SIZE):
            _stack(im, heights, column, row, tints[column * SIZE + row])
    draw = ImageDraw.Draw(im)
    kept = {f"{COLUMNS[n // SIZE]}{n % SIZE + 1}" for n, height in enumerate(heights) if height}
    _outlines(draw, heights, kept - royal, 0)
    _outlines(draw, heights, set(royal), 7)
    for square, level in zip(SQUARES, heights, strict=True):
        digit(im, square, level)
    return im


def _tints(heights: tuple[int, ...]) -> list[int]:
    """The number of each square's tint; neighbouring castles seldom have the same, since they are counted along the columns."""
    found = [0] * len(heights)
    for i, castle in enumerate(castles(bytes(heights)).castles):
        for square in bits(castle):
            found[square] = i % len(TINTS)
    return found


def digit(im: Image.Image, square: str, level: int) -> None:
    """Write the level in the upper left of a stack."""
    if level:
        x, y = corner(square)
        size = 52 if level < 10 else LABEL
        at = (x + 29, y - lift(level) + 34)
        number(im, at, str(level), size, INK, stroke=4, edge=light(stone(level), 0.45))


def _at(heights: tuple[int, ...], column: int, row: int) -> int:
    return heights[column * SIZE + row] if 0 <= column < SIZE and 0 <= row < SIZE else 0


def parts() -> None:
    """Draw and cache the parts of every terrain."""
    _meadow()
    for level in range(1, TALLEST + 1):
        _face(level)
        for tint in range(len(TINTS)):
            _top(level, tint)


@drawn_once
def _meadow() -> Image.Image:
    """The ground with its squares, and the board's edge around it."""
    edge = EDGE
    im = Image.new("RGB", (SIDE + 2 * edge, SIDE + 2 * edge), rgb("#33402B"))
    draw = ImageDraw.Draw(im)
    for column in range(SIZE):
        for row in range(SIZE):
            x, y = edge + column * CELL, edge + row * CELL
            draw.rectangle((x, y, x + CELL - 1, y + CELL - 1), fill="#7AA862" if (column + row) % 2 == 0 else "#6C9A57")
            for dx, dy in () if plain() else ((22, 96), (88, 30)):
                a, b = x + (dx + 31 * column + 17 * row) % 96 + 8, y + (dy + 23 * column + 41 * row) % 96 + 12
                for lean in (-5, 0, 5):
                    draw.line((a, b, a + lean, b - 9), fill="#5D8A4B", width=2)
    return im


def _rims(im: Image.Image) -> None:
    for i in range(SIZE):
        y = ROOF + (SIZE - 1 - i) * CELL + CELL / 2
        number(im, (LEFT - 31, y), str(i + 1), LABEL, mix(MUTED, TEXT, 0.6))
        text(im, (LEFT + i * CELL + CELL / 2, ROOF + SIDE + 37), COLUMNS[i], "text", LABEL, mix(MUTED, TEXT, 0.6), "m")


def _shadows(im: Image.Image, heights: tuple[int, ...]) -> None:
    """Draw the stacks' shadows on the meadow, to the lower right, longer for higher ones. They have hard edges: soft ones would
    make the file larger.
    """
    mask = Image.new("1", _meadow().size)
    draw = ImageDraw.Draw(mask)
    for n, level in enumerate(heights):
        if level:
            x, y = EDGE + n // SIZE * CELL, EDGE + (SIZE - 1 - n % SIZE) * CELL
            reach = 10 + 9 * min(level, TALLEST)
            right, low = min(x + CELL + reach, EDGE + SIDE - 1), min(y + CELL + reach * 0.5, EDGE + SIDE - 1)
            corners = [(x + CELL, y), (right, y + reach * 0.5), (right, low), (x + reach * 0.5, low), (x, y + CELL)]
            draw.polygon(corners, fill=1)
    im.paste(_shaded_meadow(), (LEFT - EDGE, ROOF - EDGE), mask)


@drawn_once
def _shaded_meadow() -> Image.Image:
    """The meadow in the shade, which is copied: blending takes longer."""
    return Image.blend(_meadow(), Image.new("RGB", _meadow().size, rgb(INK)), SHADE)


@drawn_once
def _top(level: int, tint: int) -> Image.Image:
    """The top of a stack: paving in the level's colour with some of the castle's tint, and a light upper edge."""
    fill = mix(stone(level), TINTS[tint], TINTED if tint else 0)
    seam, bright = mix(fill, INK, 0.13), light(fill, 0.35)
    im = Image.new("RGB", (CELL, CELL), rgb(fill))
    draw = ImageDraw.Draw(im)
    for i in range(1, 4):
        y = i * CELL // 4
        draw.line((0, y, CELL, y), fill=seam, width=2)
    for i in range(4):
        y = i * CELL // 4
        for x in (31, 95) if i % 2 == 0 else (63, 126):
            draw.line((x, y, x, y + CELL // 4), fill=seam, width=2)
    draw.rectangle((0, 0, CELL - 1, 3), fill=bright)
    draw.rectangle((CELL - 2, 0, CELL - 1, CELL - 1), fill=mix(fill, INK, 0.4))
    draw.rectangle((0, CELL - 2, CELL - 1, CELL - 1), fill=mix(fill, INK, 0.4))
    return im


@drawn_once
def _face(level: int) -> Image.Image:
    """The south wall of a stack, LIFT px for each level, with windows."""
    h = lift(level)
    im = Image.new("RGB", (CELL, h), rgb("#5A4630"))
    draw = ImageDraw.Draw(im)
    for i in range(0, h, LIFT):
        draw.rectangle((0, i, CELL - 1, i + LIFT - 2), fill="#6B5439" if (i // LIFT) % 2 == 0 else "#614B32")
        for x in (20, 60, 100):
            draw.rectangle((x - 4, i + 1, x + 4, i + LIFT - 3), fill="#3A2C1E")
    return im


@drawn_once
def _lit_edge(steps: int, level: int, tint: int) -> Image.Image:
    """The west edge of a stack that is this much higher than its neighbour there, in the light."""
    fill = mix(stone(level), TINTS[tint], TINTED if tint else 0)
    im = Image.new("RGB", (4 + 2 * steps, CELL), mix(fill, PAPER, 0.75))
    ImageDraw.Draw(im).line((im.width - 1, 0, im.width - 1, CELL), fill=mix(fill, INK, 0.25), width=1)
    return im


@drawn_once
def _west_shade(steps: int) -> Image.Image:
    """The shadow of a higher neighbour on the west, longer for a higher one."""
    w = 8 + 13 * steps
    sprite = Image.new("RGBA", (w, CELL), (*rgb(INK), 0))
    ramp = Image.linear_gradient("L").rotate(90).resize((w, CELL)).point(lambda v: v * 110 // 255)
    sprite.putalpha(ramp)
    return sprite


def _stack(im: Image.Image, heights: tuple[int, ...], column: int, row: int, tint: int) -> None:
    level = _at(heights, column, row)
    if not level:
        return
    x, y = LEFT + column * CELL, ROOF + (SIZE - 1 - row) * CELL
    up = lift(level)
    if _at(heights, column, row - 1) < level:
        im.paste(_face(min(level, TALLEST)), (x, y + CELL - up))
    im.paste(_top(min(level, TALLEST), tint), (x, y - up))
    higher = _at(heights, column - 1, row) - level
    if higher > 0:
        paste(im, _west_shade(min(higher, 4)), (x, y - up))
    elif higher < 0:
        im.paste(_lit_edge(min(-higher, 5), min(level, TALLEST), tint), (x, y - up))


def _edges(heights: tuple[int, ...], squares: set[str]) -> list[Rect]:
    """The lines around the castles that these squares form."""
    found: list[Rect] = []
    for square in squares:
        column, row = divmod(NUMBER[square], SIZE)
        x, y = corner(square)
        up = lift(_at(heights, column, row))
        if not _at(heights, column, row + 1):
            found.append((x, y - up, x + CELL, y - up))
        if not _at(heights, column, row - 1):
            found.append((x, y + CELL, x + CELL, y + CELL))
        for side, at in ((-1, x), (1, x + CELL)):
            other = _at(heights, column + side, row)
            if not other:
                below = _at(heights, column + side, row - 1) if _at(heights, column, row - 1) else 0
                above = _at(heights, column, row + 1) and _at(heights, column + side, row + 1)
                found.append((at, y if above else y - up, at, y + CELL - lift(below)))
            elif lift(other) < up and not _at(heights, column, row + 1) and not _at(heights, column + side, row + 1):
                found.append((at, y - up, at, y - lift(other)))
    return found


def _outlines(draw: ImageDraw.ImageDraw, heights: tuple[int, ...], squares: set[str], gold: int) -> None:
    """Draw outlines in ink, with a gold line of that width inside them for the royal castle."""
    edges = _edges(heights, squares)
    half = 4 if not gold else 6
    for x0, y0, x1, y1 in edges:
        draw.rectangle((x0 - half, y0 - half, x1 + half, y1 + half), fill=rgb(INK))
    for x0, y0, x1, y1 in edges if gold else ():
        draw.rectangle((x0 - gold // 2, y0 - gold // 2, x1 + gold // 2, y1 + gold // 2), fill=rgb(GOLD))


def frame(im: Image.Image, square: str, level: int, colour: Colour = WHITE, w: int = 7, inset: int = 5) -> None:
    """Draw a frame on a square's top face, with a dark line inside and outside it."""
    x, y = corner(square)
    x0, y0 = x + inset, y - lift(level) + inset
    x1, y1 = x + CELL - 1 - inset, y - lift(level) + CELL - 1 - inset
    draw = ImageDraw.Draw(im)
    draw.rectangle((x0 - 2, y0 - 2, x1 + 2, y1 + 2), outline=rgb(INK), width=w + 4)
    draw.rectangle((x0, y0, x1, y1), outline=rgb(colour), width=w)


@drawn_once
def target(colour: Colour = GOLD) -> Image.Image:
    """The mark of a square that can be chosen: a translucent inset with a strong edge."""
    im = Image.new("RGBA", (CELL, CELL), (0, 0, 0, 0))
    draw = ImageDraw.Draw(im)
    draw.rectangle((9, 9, CELL - 10, CELL - 10), fill=(*rgb(colour), 58), outline=(*rgb(INK), 255), width=7)
    draw.rectangle((11, 11, CELL - 12, CELL - 12), outline=(*rgb(colour), 255), width=4)
    return im

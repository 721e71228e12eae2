"""The finished island of Torres as a trophy: all castles in relief, with a flag for each knight and the king's crown."""

from PIL import Image, ImageDraw

from engines.torres.squares import NUMBER, SIZE
from engines.torres.view import TorresView
from render import podium
from render.art import icons
from render.canvas import paste, rounded_mask
from render.pen import Pen, Points
from render.pen import shape as outline
from render.sprite_cache import drawn_once, piece
from render.theme import INK, WHITE, Look, dark, light, mix, player, rgb
from render.torres import figures

SEA, FOAM, GRASS, MEADOW, CLIFF = "#6FA9BF", "#A9D0DB", "#7AA862", "#6C9A57", "#6B543A"
HALVES = (62, 58, 54, 50, 46, 42, 38, 34, 30)
"""Half the widths that a square may have (px): few, so that few stacks must be drawn."""

EARTH = 26
"""Height of the island above the sea (px)."""

MAST = 1.55
"""The height of a flag by its width."""

SMALLEST_FLAG = 46
"""The least width of a flag (px)."""


def draw(view: TorresView, high: int) -> Image.Image:
    """Draw the island, podium.ACROSS px wide and at most `high` px high."""
    half, above = _measure(view, high)
    high = min(high, above + SIZE * half + EARTH + 30)
    middle, top = podium.ACROSS // 2, high - SIZE * half - EARTH - 18
    im = Image.new("RGB", (podium.ACROSS, high), rgb(SEA))
    _sea(im, middle, top, half)
    order = sorted(NUMBER, key=_depth)
    for square in order:
        if level := view.level(square):
            sprite = stack(level, half)
            x, y = _middle(square, middle, top, half)
            paste(im, sprite, (x - half - 2, y - half / 2 - level * _lift(half) - 2))
    standing = {square: player(seat, view.seats) for seat, squares in enumerate(view.knights) for square in squares}
    for square in order:
        x, y = _middle(square, middle, top, half)
        foot = y - view.level(square) * _lift(half)
        if square == view.king:
            crown = icons.crown(round(half * 1.25))
            paste(im, crown, (x - crown.width / 2, foot - crown.height))
        if square in standing:
            sprite = flag(standing[square], _flag(half))
            paste(im, sprite, (x - sprite.width * 0.13, foot - sprite.height + 6))
    im.putalpha(rounded_mask(im.width, im.height, 20))
    return im


def _depth(square: str) -> tuple[int, int]:
    """What is drawn later stands before the others."""
    column, row = divmod(NUMBER[square], SIZE)
    return column + SIZE - 1 - row, column


def _lift(half: int) -> float:
    """The height of one level."""
    return half * 0.42


def _flag(half: int) -> int:
    """The width of a flag."""
    return max(SMALLEST_FLAG, half)


def _middle(square: str, middle: int, top: int, half: int) -> tuple[float, float]:
    """The centre of a square's ground."""
    column, row = divmod(NUMBER[square], SIZE)
    behind = SIZE - 1 - row
    return middle + (column - behind) * half, top + (column + behind + 1) * half / 2


def _measure(view: TorresView, high: int) -> tuple[int, int]:
    """Half the width of a square, and the room above the ground's furthest corner: as large as fits."""
    flags = {square for squares in view.knights for square in squares}
    found = (HALVES[-1], 0)
    for half in HALVES:
        above = 20.0
        for square in NUMBER:
            level = view.level(square)
            mast = _flag(half) * MAST if square in flags else half if square == view.king else 0
            above = max(above, level * _lift(half) + mast - _middle(square, 0, 0, half)[1] + 12)
        found = (half, round(above))
        if above + SIZE * half + EARTH + 30 <= high:
            break
    return found


def _sea(im: Image.Image, middle: int, top: int, half: int) -> None:
    """Draw the island without its castles."""
    draw = ImageDraw.Draw(im)
    wide, tall = SIZE * half, SIZE * half / 2
    for y in range(18, im.height, 46):
        for x in range((y * 7) % 90 - 60, im.width, 170):
            draw.arc((x, y, x + 44, y + 14), 200, 340, fill=rgb(FOAM), width=3)

    def rhombus(grow: float, down: float) -> Points:
        y = top + down
        return [
            (middle, y - grow / 2), (middle + wide + grow, y + tall), (middle, y + 2 * tall + grow / 2),
            (middle - wide - grow, y + tall),
        ]  # fmt: skip

    draw.polygon(rhombus(36, EARTH), fill=rgb(FOAM))
    draw.polygon(rhombus(6, EARTH), fill=rgb(INK))
    left, right, low = middle - wide, middle + wide, top + tall
    near = [(middle, low + tall), (middle, low + tall + EARTH)]
    draw.polygon([(left, low), *near, (left, low + EARTH)], fill=rgb(dark(CLIFF, 0.1)))
    draw.polygon([(right, low), *near, (right, low + EARTH)], fill=rgb(CLIFF))
    draw.polygon(rhombus(3, 0), fill=rgb(INK))
    for square, number in NUMBER.items():
        across, down = _middle(square, middle, top, half)
        column, row = divmod(number, SIZE)
        corners = [(across, down - half / 2), (across + half, down), (across, down + half / 2), (across - half, down)]
        draw.polygon(corners, fill=rgb(GRASS if (column + row) % 2 == 0 else MEADOW))


@drawn_once
def stack(level: int, half: int) -> Image.Image:
    """A stack of segments in relief: its top in the colour of the level, a lit and a dark side."""
    lift = _lift(half)
    high = level * lift
    pen = Pen(2 * half + 4, half + high + 4)
    pen.to(2, 2)
    left, right, back, front, middle = 0.0, 2.0 * half, 0.0, float(half), float(half)
    stone = figures.stone(level)
    for sides, colour in (
        ([(left, half / 2), (middle, front), (middle, front + high), (left, half / 2 + high)], dark("#A98F65", 0.12)),
        ([(right, half / 2), (middle, front), (middle, front + high), (right, half / 2 + high)], dark("#8B7350", 0.3)),
    ):
        pen.poly(sides, colour, w=0)
    for n in range(1, level):
        seam = n * lift
        pen.line([(left, half / 2 + seam), (middle, front + seam), (right, half / 2 + seam)], mix("#6B543A", INK, 0.25), 2)
    for n in range(level):
        window = n * lift + lift * 0.35
        for x in (0.3, 0.7):
            at = (left + x * half, half / 2 + x * half / 2 + window)
            pen.poly([at, (at[0] + 6, at[1] + 3), (at[0] + 6, at[1] + 3 + lift * 0.4), (at[0], at[1] + lift * 0.4)], INK, w=0)
    pen.poly([(middle, back), (right, half / 2), (middle, front), (left, half / 2)], stone, w=0)
    pen.line([(left + 3, half / 2), (middle, back + 2), (right - 3, half / 2)], light(stone, 0.5), 3)
    rim: list[tuple[float, float]] = [
        (middle, back), (right, half / 2), (right, half / 2 + high), (middle, front + high), (left, half / 2 + high),
        (left, half / 2),
    ]  # fmt: skip
    pen.line(rim, INK, 2, closed=True)
    pen.line([(left, half / 2), (middle, front), (right, half / 2)], mix(stone, INK, 0.55), 2)
    return pen.finish()


@piece
def flag(look: Look, w: int) -> Image.Image:
    """A knight's flag, `w` px wide: a banner in the player's colour with the player's shape."""
    pen = Pen(62, 62 * MAST)
    foot = 62 * MAST - 8
    pen.line([(8, 6), (8, foot)], WHITE, 11).line([(8, 6), (8, foot)], INK, 7)
    banner = [(8, 6), (58, 6), (50, 27), (58, 48), (8, 48)]
    pen.poly(banner, WHITE, WHITE, 7).poly(banner, look.colour, INK, 3)
    pen.poly(outline(look.shape, 30, 29 if look.shape == "triangle" else 27, 13), INK, WHITE, 2)
    return pen.finish(w, round(w * MAST))

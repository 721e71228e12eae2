"""The finished castle of Zamek as a trophy: its tiles and people inside a closed wall, under the winner's flags."""

from PIL import Image, ImageDraw

from engines.contract import Result
from engines.zamek.components import WALL
from engines.zamek.view import ZamekView
from render import frame as common
from render import podium
from render.art import icons
from render.canvas import paste
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, Colour, light, mix, rgb
from render.zamek import castle, pieces, wall
from render.zamek.wall import SHADE, STONE, YARD, Frame

TILE = 86
"""Size of the tiles before they are reduced: the one in which boards of late games have them (px)."""

THICK, TURRET, TALL = 20, 54, 74
"""Thickness of the wall, and width and height of a tower (px)."""

FIGURE = 0.88
"""How much of a tile's height a subject takes: more than on the board, where tiles are larger."""

WATCHER = 190
"""Height of the figures beside the castle (px)."""


def draw(view: ZamekView, result: Result, high: int) -> Image.Image:
    """Draw the castle, podium.ACROSS px wide and `high` px high."""
    winners = [look for look, place in zip(castle.looks(), result.places, strict=True) if place == 1]
    flag = winners[0].colour if len(winners) == 1 else GOLD
    im = common.hills(podium.ACROSS, high).copy()
    top = TALL + 6
    k = min((high - top - THICK - 10) / (WALL.height * TILE), (podium.ACROSS - 2 * THICK - 40) / (WALL.width * TILE))
    wide, tall = round(k * WALL.width * TILE), round(k * WALL.height * TILE)
    left, above = (podium.ACROSS - wide) // 2, high - THICK - 8 - tall
    xs = tuple(left + round(n * wide / WALL.width) for n in range(WALL.width + 1))
    ys = tuple(above + round(n * tall / WALL.height) for n in range(WALL.height + 1))
    _wall(im, xs, ys)
    _inside(im, view, (left, above, wide, tall), xs, ys)
    for x, y in sorted(wall.ring(xs, ys, THICK / 2), key=lambda spot: spot[1]):
        sprite = _turret(flag)
        paste(im, sprite, (x - sprite.width / 2, y - sprite.height + THICK))
    _watchers(im, result, left)
    return im


def _wall(im: Image.Image, xs: tuple[int, ...], ys: tuple[int, ...]) -> None:
    """Draw the wall with its merlons, and the yard."""
    draw = ImageDraw.Draw(im)
    edge = wall.ring(xs, ys, THICK)
    for (ax, ay), (bx, by) in zip(edge, [*edge[1:], edge[0]], strict=True):
        steps = max(1, int((abs(bx - ax) + abs(by - ay)) // 20))
        for i in range(steps + 1):
            x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
            draw.rectangle((x - 6, y - 6, x + 6, y + 6), fill=STONE, outline=rgb(INK), width=2)
    for off, colour in ((THICK + 2, INK), (THICK - 1, STONE), (THICK * 0.45, SHADE), (3, INK), (0, YARD)):
        draw.polygon(wall.ring(xs, ys, off), fill=rgb(colour))


def _inside(im: Image.Image, view: ZamekView, box: tuple[int, int, int, int], xs: tuple[int, ...], ys: tuple[int, ...]) -> None:
    """Draw the tiles and everybody on them, reduced to a box (left, top, width, height)."""
    left, above, wide, tall = box
    across, down = (tuple(n * TILE for n in range(count + 1)) for count in (WALL.width, WALL.height))
    whole = Image.new("RGB", (across[-1], down[-1]), rgb(YARD))
    where = Frame(across, down, TILE, (), ())
    castle.lay(whole, where, view.castle)
    mask = Image.new("L", im.size)
    ImageDraw.Draw(mask).polygon(wall.ring(xs, ys, 0), fill=255)
    laid = Image.new("RGB", im.size)
    laid.paste(whole.resize((wide, tall), Image.Resampling.LANCZOS, reducing_gap=2.0), (left, above))
    im.paste(laid, (0, 0), mask)
    castle.people(im, Frame(xs, ys, round(wide / WALL.width), (), ()), view.castle, FIGURE)


@drawn_once
def _turret(flag: Colour) -> Image.Image:
    """A round tower with a pointed roof and a flag."""
    w, h = TURRET, TALL
    pen = Pen(w, h)
    pen.rect(13, 36, w - 13, h - 2, 3, mix(STONE, SHADE, 0.3), INK, 3)
    pen.rect(16, 38, 24, h - 5, 0, light(STONE, 0.35), w=0)
    pen.rect(w / 2 - 3, 46, w / 2 + 3, 58, 3, INK, w=0)
    pen.poly([(9, 38), (w / 2, 14), (w - 9, 38)], "#8E2F22", INK, 3)
    pen.line([(w / 2, 15), (w / 2, 3)], INK, 3)
    pen.poly([(w / 2 + 1, 3), (w - 3, 9), (w / 2 + 1, 15)], flag, INK, 2)
    return pen.finish()


def _watchers(im: Image.Image, result: Result, room: int) -> None:
    """Draw a large figure of each player beside the castle, the winner's with a crown."""
    for seat, look in enumerate(castle.looks()):
        size = min(WATCHER, round(room * 0.95))
        figure = pieces.subject(look, ("herald", "squire")[seat], size)
        x = room * 0.42 if seat == 0 else im.width - room * 0.42
        foot = im.height - 22
        paste(im, figure, (x - figure.width / 2, foot - figure.height))
        if result.places[seat] == 1:
            paste(im, icons.crown(84), (x - 42, foot - figure.height - 62))

"""The end of a game of Zamek, and its key art, drawn from its own pieces."""

from PIL import Image

from engines.contract import Result
from engines.zamek.view import ZamekView
from render import frame as common
from render import podium
from render.canvas import number, paste
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen
from render.theme import GOLD, INK, SMALL, TEXT, WIDTH, Colour
from render.zamek import castle, pieces, tiles, wall

_ROW = (("A9", 2), ("C3", 1), ("F3", 0), ("D8", 1), ("A6", 0), ("C2", 1), ("A11", 0), ("D9", 3), ("B2", 1))
_PEOPLE = ((1, "herald"), (4, "farmer"), (6, "squire"), (8, "monk"))

SIGNS = {
    "road": "end_road",
    "house": "house",
    "sty": "sty",
    "meadow": "end_meadow",
    "keep": "end_keep",
    "unfinished": "unfinished",
    "points": "end_points",
}
"""Kind of points → the sign beside them, drawn like a token."""


def scenery(flag: Colour) -> Image.Image:
    """A corner of the castle under the winner's flag, for the head of the final picture."""
    return _vista(WIDTH - 2 * MARGIN, podium.HEAD, flag, 5).convert("RGBA")


def cover(w: int, h: int) -> Image.Image:
    """Key art: tiles of the castle in front of its wall and towers, subjects and keeps upon them."""
    return _vista(w, h, GOLD, 0)


def _vista(w: int, h: int, flag: Colour, first: int) -> Image.Image:
    sprite = common.hills(w, h).convert("RGBA")
    size = round(h * 0.47)
    base = h - size + 4
    count = w // size + 2
    left = (w - count * size) // 2
    pen = Pen(w, h)
    k = h / 360
    top = base - 26 * k
    pen.rect(-9, top, w + 9, base + 40, 0, wall.STONE, INK, 5 * k)
    step = 46 * k
    for i in range(int(w / step) + 2):
        pen.rect(i * step - step, top - 22 * k, i * step - step * 0.45, top + 4 * k, 0, wall.STONE, INK, 5 * k)
    for x in (w * 0.16, w * 0.52, w * 0.86):
        r = 52 * k
        pen.rect(x - r, top - 62 * k, x + r, base + 10, 0, (150, 138, 120), INK, 5 * k)
        for off in (-1.16, -0.36, 0.44):
            pen.rect(x + off * r, top - 92 * k, x + (off + 0.62) * r, top - 58 * k, 0, (150, 138, 120), INK, 5 * k)
        pen.rect(x - 13 * k, top - 44 * k, x + 13 * k, top - 4 * k, 12 * k, INK, w=0)
        pen.line([(x, top - 90 * k), (x, top - 142 * k)], INK, 6 * k)
        pen.poly([(x, top - 142 * k), (x + 56 * k, top - 126 * k), (x, top - 108 * k)], flag, w=5 * k)
    paste(sprite, pen.done(), (0, 0))
    for i in range(count):
        tile, turns = _ROW[(first + i) % len(_ROW)]
        sprite.paste(tiles.sprite(tile, turns, size), (left + i * size, base))
    for i, role in _PEOPLE:
        if i < count:
            figure = pieces.subject(castle.looks()[i % 2], role, round(size * 0.78))
            paste(sprite, figure, (left + i * size + size / 2, base + size * 0.5), "c")
    mask = common.hills(w, h).getchannel("A")
    sprite.putalpha(mask)
    return sprite


def draw(view: ZamekView, result: Result, audience: Audience) -> Image.Image:
    """Draw places, what each score is made of, the rule that decided, and how the keeps were scored."""
    return podium.ended(
        "zamek",
        result,
        audience,
        scenery(castle.looks()[result.by_place()[0]].colour),
        heading=audience.words("zamek.final.heading"),
        signs=lambda seat: (_made_of(result.breakdown[seat]),),
        below=below(view, audience),
    )


def below(view: ZamekView, audience: Audience) -> tuple[str, ...]:
    """How the keeps were scored, in a line."""
    if view.finale is None or view.finale.keeps.seat is None:
        return ()
    keeps = view.finale.keeps
    sizes = [tiles + bonus for tiles, bonus in zip(keeps.tiles, keeps.bonus, strict=True)]
    return (audience.words("zamek.final.keeps", more=max(sizes), less=min(sizes), n=keeps.points),)


def _made_of(parts: dict[str, int]) -> Image.Image:
    """Signs of all kinds of points, each with its points; kinds without points are left out."""
    found = [(SIGNS[key], points) for key, points in parts.items() if points]
    step = min(124, 640 // max(1, len(found)))
    out = Image.new("RGBA", (max(1, step * len(found)), 64))
    for i, (sign, points) in enumerate(found):
        paste(out, pieces.token(sign, 48), (i * step, 8))
        number(out, (i * step + 51, 33), str(points), SMALL, TEXT, "l", room=step - 52)
    return out

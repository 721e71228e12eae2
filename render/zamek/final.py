"""The end of a game of Zamek, and its key art, drawn from its own pieces."""

from PIL import Image

from engines.contract import Result
from engines.zamek.view import ZamekView
from render import frame as common
from render import podium
from render.canvas import paste
from render.contract import Audience, Epilogue
from render.pen import Pen
from render.podium import ScorePart
from render.theme import GOLD, INK
from render.zamek import castle, pieces, tiles, trophy, wall

_ROW = (("A9", 2), ("C3", 1), ("F3", 0), ("D8", 1), ("A6", 0), ("C2", 1), ("A11", 0), ("D9", 3), ("B2", 1))
_PEOPLE = ((1, "herald"), (4, "farmer"), (6, "squire"), (8, "monk"))


def cover(w: int, h: int) -> Image.Image:
    """Key art: tiles of the castle in front of its wall and towers, subjects and keeps upon them."""
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
        pen.poly([(x, top - 142 * k), (x + 56 * k, top - 126 * k), (x, top - 108 * k)], GOLD, w=5 * k)
    paste(sprite, pen.finish(), (0, 0))
    for i in range(count):
        tile, turns = _ROW[i % len(_ROW)]
        sprite.paste(tiles.sprite(tile, turns, size), (left + i * size, base))
    for i, role in _PEOPLE:
        if i < count:
            figure = pieces.subject(castle.looks()[i % 2], role, round(size * 0.78))
            paste(sprite, figure, (left + i * size + size / 2, base + size * 0.5), "c")
    mask = common.hills(w, h).getchannel("A")
    sprite.putalpha(mask)
    return sprite


def draw(view: ZamekView, result: Result, epilogue: Epilogue, audience: Audience) -> Image.Image:
    """Draw the castle, and what each score is made of."""
    words = audience.words
    return podium.final_picture(
        "zamek",
        result,
        audience,
        epilogue,
        lambda high: trophy.draw(view, result, high),
        parts=lambda seat: [
            ScorePart(words(f"zamek.score.{source}"), points) for source, points in result.breakdown[seat].items()
        ],
    )

"""The end of a game of Torres, and its key art."""

from PIL import Image

from engines.contract import Result
from engines.torres.view import TorresView
from render import frame, podium
from render.canvas import paste
from render.contract import Audience, Epilogue
from render.pen import Pen
from render.podium import ScorePart
from render.theme import player
from render.torres import figures, trophy

STACK_W, STACK_H = 74, 46
"""Width and height of a segment seen from the side, at full size (px)."""


def cover(w: int, h: int) -> Image.Image:
    """Key art: a castle of many levels with the king on top and the knights of four colours climbing it."""
    sprite = frame.hills(w, h).convert("RGBA")
    k = h / 360
    wide, high, base = STACK_W * k * 1.2, STACK_H * k * 1.2, round(h * 0.95)
    heights = (1, 2, 3, 3, 4, 2, 3, 2, 1)
    left = (w - wide * len(heights)) / 2
    for i, n in enumerate(heights):
        towers(sprite, round(left + i * wide), base, n, k * 1.2)
    looks = [player(seat, 4) for seat in range(4)]
    for look, i in zip(looks, (1, 3, 6, 8), strict=True):
        _stand(sprite, figures.knight(look, round(84 * k)), left + (i + 0.5) * wide, base - round(heights[i] * high))
    _stand(sprite, figures.king(round(78 * k)), left + 4.5 * wide, base - round(heights[4] * high))
    return sprite


def towers(im: Image.Image, x: int, base: int, n: int, k: float) -> None:
    """Draw a stack of n segments seen from the side."""
    w, h = round(STACK_W * k), round(STACK_H * k)
    for i in range(n):
        pen = Pen(w + 2, h + 2)
        figures.block(pen, 1, 1, w, h, figures.stone(i + 1))
        paste(im, pen.finish(), (x, base - (i + 1) * h))


def _stand(im: Image.Image, figure: Image.Image, x: float, foot: float) -> None:
    paste(im, figure, (x - figure.width / 2, foot - figure.height * 0.97))


def draw(view: TorresView, result: Result, epilogue: Epilogue, audience: Audience) -> Image.Image:
    """Draw the island, and what each score is made of."""
    words = audience.words
    return podium.final_picture(
        "torres",
        result,
        audience,
        epilogue,
        lambda high: trophy.draw(view, high),
        parts=lambda seat: [
            ScorePart(words(f"torres.scoring.{source}"), points) for source, points in result.breakdown[seat].items()
        ],
    )

"""The end of a game of Torres: places, points and what they are made of, and the points of each phase; and the key art, which
is also at its head, small.
"""

from PIL import Image

from engines.contract import Result
from engines.torres.view import TorresView
from render import frame, podium
from render.canvas import paste, width
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen
from render.prose import SHORTEST, cut
from render.theme import SMALL, WIDTH, Look, player
from render.torres import figures, prose

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


def scenery(look: Look) -> Image.Image:
    """The winner's knight on the highest tower with the king beside it, for the head of the final picture."""
    w, h = WIDTH - 2 * MARGIN, podium.HEAD
    sprite = frame.hills(w, h).copy()
    base = round(h * 0.93)
    for x, n in ((30, 2), (114, 1), (198, 3), (282, 2)):
        towers(sprite, x, base, n, 0.78)
    _stand(sprite, figures.knight(look), 228, base - 3 * 36)
    _stand(sprite, figures.king(66), 60, base - 2 * 36)
    return sprite


def towers(im: Image.Image, x: int, base: int, n: int, k: float) -> None:
    """Draw a stack of n segments seen from the side."""
    w, h = round(STACK_W * k), round(STACK_H * k)
    for i in range(n):
        pen = Pen(w + 2, h + 2)
        figures.block(pen, 1, 1, w, h, figures.stone(i + 1))
        paste(im, pen.done(), (x, base - (i + 1) * h))


def _stand(im: Image.Image, figure: Image.Image, x: float, foot: float) -> None:
    paste(im, figure, (x - figure.width / 2, foot - figure.height * 0.97))


def draw(view: TorresView, result: Result, audience: Audience) -> Image.Image:
    """Draw places, points and what they are made of, the points of each phase, and the rule that decided."""
    return podium.ended(
        "torres",
        result,
        audience,
        scenery(player(result.by_place()[0], view.seats)),
        made_of=lambda seat: prose.made_of(result.breakdown[seat], audience.words),
        below=tuple(_phases(view, result, audience)),
    )


def _phases(view: TorresView, result: Result, audience: Audience) -> list[str]:
    """The points of each phase by player, with names as long as there is room for."""
    names = frame.names(audience)
    room = WIDTH - 2 * MARGIN - 24
    longest = max(map(len, names))
    while True:
        said = prose.phases(view, result, audience.words, [cut(name, longest) for name in names])
        if longest <= SHORTEST or all(width(line, "bold", SMALL) <= room for line in said):
            return said
        longest -= 1

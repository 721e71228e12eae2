"""The end of a game of Budowa zamku, and the key art."""

from collections.abc import Mapping

from PIL import Image

from data.words import Words
from engines.budowa.view import BudowaView
from engines.contract import Result
from render import frame, podium
from render.budowa import figures, prose, towers, trophy
from render.canvas import paste
from render.contract import Audience, Epilogue
from render.pen import Pen, Point
from render.podium import ScorePart
from render.theme import GOLD, INK, Colour, dark, light

COURT = ("knight", "princess", "king", "queen", "wizard")


def final(view: BudowaView, result: Result, epilogue: Epilogue, audience: Audience) -> Image.Image:
    """Draw the castles as skylines, and what each score is made of."""
    words, figures_count = audience.words, view.board.figures
    return podium.final_picture(
        "budowa",
        result,
        audience,
        epilogue,
        lambda high: trophy.draw(view, result, high),
        parts=lambda seat: _parts(words, result.breakdown[seat]),
        remark=lambda seat: "" if figures_count else words("budowa.made-of.last", n=result.breakdown[seat]["last"]),
        tie=prose.tie(figures=figures_count),
    )


def _parts(words: Words, points: Mapping[str, int]) -> list[ScorePart]:
    """What a score with figures consists of; without them it is a number of elements."""
    if "elements" in points:
        return [ScorePart(words("budowa.score.elements"), points["elements"])]
    court = sum(points[figure] for figure in ("king", "queen", "knight", "princess"))
    made = {"cards": points["cards"], "figures": court, "pairs": points["pairs"]}
    return [ScorePart(words(f"budowa.made-of.{source}"), each) for source, each in made.items()]


def wall(w: int, h: int, flag: Colour) -> Image.Image:
    """A stretch of wall between two towers, with the five figures above it."""
    p = Pen(w, h, line=3)
    tower, y = w * 0.13, h * 0.56
    k = (w - 2 * tower) / 5 / 66
    for i, kind in enumerate(COURT):
        p.to(tower + 2 + i * 66 * k, y - 50 * k, k)
        figures.DRAW[kind](p)
    p.to()
    step = (w - 2 * tower) / 13
    crest: list[Point] = [(tower, h - 2)]
    for i in range(13):
        top = y if i % 2 == 0 else y + step * 0.55
        crest += [(tower + i * step, top), (tower + (i + 1) * step, top)]
    p.poly([*crest, (w - tower, h - 2)], towers.BRICK, w=4)
    for row in range(3):
        for i in range(7):
            x, a = tower + (i + 0.5 * (row % 2)) * (w - 2 * tower) / 7 + 6, y + step + 8 + row * h * 0.11
            if x + step < w - tower and a + h * 0.06 < h:
                p.box((x, a, x + step, a + h * 0.06), 4, towers.BRICK_LOW, w=0)
    for x in (0.0, w - tower):
        top = h * 0.3
        p.line([(x + tower / 2, top), (x + tower / 2, 6)], INK, 6)
        p.poly([(x + tower / 2 + 2, 6), (x + tower / 2 + tower * 0.42, 6 + h * 0.06), (x + tower / 2 + 2, 6 + h * 0.12)], flag)
        a = tower * 0.22
        p.poly([(x + 2, h - 2), (x + 2, top), (x + a, top), (x + a, top + 12), (x + 1.6 * a, top + 12), (x + 1.6 * a, top),
                (x + tower - 1.6 * a, top), (x + tower - 1.6 * a, top + 12), (x + tower - a, top + 12), (x + tower - a, top),
                (x + tower - 2, top), (x + tower - 2, h - 2)], towers.STONE, w=4)  # fmt: skip
        p.box((x + 6, h - h * 0.1, x + tower - 6, h - 6), 0, dark(towers.STONE, 0.2), w=0)
        p.box((x + tower * 0.38, top + h * 0.2, x + tower * 0.62, top + h * 0.36), tower * 0.1, light(GOLD, 0.2), w=3)
    return p.finish()


def cover(w: int, h: int) -> Image.Image:
    """Key art: the court on a long wall."""
    sprite = frame.hills(w, h).convert("RGBA")
    wide = min(w - 40, round(h * 2.6))
    paste(sprite, wall(wide, round(h * 0.9), GOLD), ((w - wide) / 2, round(h * 0.1)))
    return sprite

"""The end: places, forts and points; and the key art of Rzymianie do domu! with its landscape."""

from PIL import Image

from data.words import Words
from engines.contract import Result
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS
from engines.rzymianie.view import RzymianieView
from render import frame, podium
from render.canvas import paste
from render.contract import Audience, Epilogue
from render.pen import Pen
from render.podium import Captions, PodiumPlace, ScorePart
from render.rzymianie import clans, prose, trophy
from render.rzymianie.trophy import tower, warrior
from render.theme import INK, WHITE, mix

STONE = "#9A948A"
STANDING = (Fort("niefort", 3), Fort("komfort", 2), Fort("fortheca", -3), Fort("fokus", 4))
"""The forts in the landscape, from the left."""

FEW = 3
"""The most clans whose forts are named beside their bars; those of more are only drawn."""


def cover(w: int, h: int) -> Image.Image:
    """Key art: warriors of the four clans behind a battlement, with the forts on the hills behind them."""
    sprite = _landscape(w, h, round(w * 0.125))
    size = round(h * 0.6)
    for i, card in enumerate(("horsie", "axx", "qween", "archr", "filchy")):
        at = round(w * (0.1 + 0.2 * i) - size * 0.62)
        paste(sprite, warrior(card, clans.look(i % len(CLANS)), size), (at, h - round(size * 1.02) - round(h * 0.12)))
    high = round(h * 0.26)
    paste(sprite, _masonry(w, high), (0, h - high))
    sprite.putalpha(frame.hills(w, h).getchannel("A"))
    return sprite


def _landscape(w: int, h: int, left: int) -> Image.Image:
    """Hills with a row of forts on them."""
    sprite = frame.hills(w, h).copy()
    size = round(h * 0.46)
    step = (w - 2 * left - size) / (len(STANDING) - 1)
    for i, fort in enumerate(STANDING):
        standing = tower(fort.kind, size)
        paste(sprite, standing, (round(left + i * step), round(h * 0.65) - standing.height))
    return sprite


def _masonry(w: int, h: int) -> Image.Image:
    """A battlemented wall."""
    stone = mix(STONE, WHITE, 0.1)
    seam = mix(stone, INK, 0.35)
    pen = Pen(w, h)
    tooth = h * 0.3
    pen.rect(-6, tooth, w + 6, h + 6, 0, stone, INK, 3)
    for x in range(0, w, round(tooth * 2)):
        pen.rect(x, 0, x + tooth * 1.2, tooth + 4, 0, stone, INK, 3)
    pen.rect(-6, tooth + 2, w + 6, h, 0, stone, w=0)
    for row in range(3):
        y = tooth + (h - tooth) * (row + 0.4) / 3
        pen.line([(0, y), (w, y)], seam, 2)
        for x in range(0, w, round(h * 0.5)):
            at = x + (row % 2) * h * 0.25
            pen.line([(at, y), (at, y + (h - tooth) / 3)], seam, 2)
    return pen.finish()


def draw(view: RzymianieView, result: Result, epilogue: Epilogue, audience: Audience) -> Image.Image:
    """Draw the clans with the forts they took, and what each score is made of; neutral clans have no place."""
    words, drawn = audience.words, clans.names(view.clans, audience)
    order = result.by_place()
    rows = [
        PodiumPlace(
            result.places[clan] if clan < view.seats and result.reason != trophy.LOST else 0,
            clans.look(clan),
            drawn[clan],
            str(view.points[clan]).replace("-", "−"),
            tuple(_parts(view, clan, words)),
            _remark(view, clan, words),
        )
        for clan in (*order, *range(view.seats, view.clans))
    ]
    below = (epilogue.story, *prose.decision_lines(result, words))
    captions = Captions(prose.winner(result, drawn, words), tuple(filter(None, below)), epilogue.origin, epilogue.brief)
    return podium.draw(rows, captions, lambda high: trophy.draw(view, result, high))


def _remark(view: RzymianieView, clan: int, words: Words) -> str:
    """How many forts the clan took, which breaks ties, and whether it is neutral."""
    taken = words.count("rzymianie.final.forts", len(view.forts[clan]))
    return taken if clan < view.seats else f"{words('rzymianie.neutral')} · {taken}"


def _parts(view: RzymianieView, clan: int, words: Words) -> list[ScorePart]:
    """The points by kind of fort."""
    taken = trophy.best(view.forts[clan])
    return [
        ScorePart(
            words(f"rzymianie.fort.{kind}") if view.clans <= FEW else "",
            sum(fort.value for fort in taken if fort.kind == kind),
        )
        for kind in dict.fromkeys(fort.kind for fort in taken)
    ]

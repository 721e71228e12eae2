"""The picture of the end: places, forts and points."""

from __future__ import annotations

from PIL import Image

from engines.contract import Result
from engines.rzymianie.attack import Fort
from engines.rzymianie.view import RzymianieView
from render import podium
from render.canvas import number, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN
from render.podium import Row, Told
from render.rzymianie import clans, cover, forts, prose
from render.sprite_cache import drawn_once
from render.theme import BG, MUTED, TEXT, WIDTH, mix

NEUTRAL = 92


def draw(view: RzymianieView, result: Result, audience: Audience) -> Image.Image:
    """Places, forts and points, the rule that decided, and below them the neutral clans, which have no place."""
    words, drawn = audience.words, clans.names(view.clans, audience)
    order = result.by_place()
    rows = [
        Row(
            result.places[seat] if result.reason != prose.LOST else 0,
            clans.LOOKS[seat],
            drawn[seat],
            str(result.scores[seat]).replace("-", "−"),
            words.count("rzymianie.final.forts", len(view.forts[seat])),
        )
        for seat in order
    ]
    head = Told(words("rzymianie.over"), prose.winner(result, drawn, words), (prose.reason(result, words),))
    signs = [tuple(forts.sign(fort.kind, fort.value, 52, 60) for fort in best(view.forts[seat])) for seat in order]
    im = podium.draw(rows, head, scenery(), signs)
    return _with_neutrals(im, view, audience) if view.clans > view.seats else im


def best(taken: tuple[Fort, ...]) -> list[Fort]:
    """The highest first, as ties are broken."""
    return sorted(taken, key=lambda fort: -fort.value)


def _with_neutrals(im: Image.Image, view: RzymianieView, audience: Audience) -> Image.Image:
    words, n = audience.words, view.clans - view.seats
    whole = picture(im.height + 54 + n * (NEUTRAL + 8) + MARGIN - 8)
    whole.paste(im, (0, 0))
    y = im.height
    text(whole, (MARGIN + 12, y + 30), words("rzymianie.final.neutrals"), "bold", 42, MUTED, room=1000)
    for i, clan in enumerate(range(view.seats, view.clans)):
        look, top = clans.LOOKS[clan], y + 54 + i * (NEUTRAL + 8)
        plate(whole, (MARGIN, top), WIDTH - 2 * MARGIN, NEUTRAL, 16, mix(BG, look.tint, 0.14), look.rim, 3)
        paste(whole, clans.badge(clan, 64), (MARGIN + 16, top + 14))
        text(whole, (MARGIN + 96, top + 58), clans.title(clan, words), "bold", 42, TEXT, room=220)
        points = str(view.points[clan]).replace("-", "−")
        right = WIDTH - MARGIN - 28
        right -= round(number(whole, (right, top + NEUTRAL / 2), points, 62, TEXT, "r")) + 20
        left = MARGIN + 330
        step = min(58.0, (right - left - 52) / max(1, len(view.forts[clan]) - 1))
        for k, fort in enumerate(best(view.forts[clan])):
            paste(whole, forts.sign(fort.kind, fort.value, 52, 60), (left + k * step, top + 16))
    return whole


@drawn_once
def scenery() -> Image.Image:
    """The wall with its forts at dusk, for the head of the final picture."""
    return cover.landscape(WIDTH - 2 * MARGIN, podium.HEAD, forts_of=cover.STANDING[:3], left=30, night=True)

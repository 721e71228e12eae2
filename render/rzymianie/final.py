"""The end: places, forts and points; and the key art of Rzymianie do domu! with its landscape."""

from PIL import Image

from engines.contract import Result
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import CLANS
from engines.rzymianie.view import RzymianieView
from render import frame, podium
from render.canvas import faded, number, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen
from render.podium import Captions, PodiumPlace
from render.rzymianie import buildings, clans, figures, forts, prose
from render.sprite_cache import drawn_once
from render.theme import BG, INK, MUTED, NIGHT, TEXT, WHITE, WIDTH, mix

STONE = "#9A948A"
STANDING = (Fort("niefort", 3), Fort("komfort", 2), Fort("fortheca", -3), Fort("fokus", 4))
"""The forts in the landscape, from the left."""

NEUTRAL = 92


def cover(w: int, h: int) -> Image.Image:
    """Key art: warriors of the four clans behind a battlement, with the forts on the hills behind them."""
    sprite = landscape(w, h, forts_of=STANDING, left=round(w * 0.125), night=False)
    size = round(h * 0.6)
    for i, card in enumerate(("horsie", "axx", "qween", "archr", "filchy")):
        at = round(w * (0.1 + 0.2 * i) - size * 0.62)
        paste(sprite, _warrior(card, i % len(CLANS), size), (at, h - round(size * 1.02) - round(h * 0.12)))
    high = round(h * 0.26)
    paste(sprite, _masonry(w, high, dark=False), (0, h - high))
    sprite.putalpha(frame.hills(w, h).getchannel("A"))
    return sprite


def landscape(w: int, h: int, forts_of: tuple[Fort, ...], left: int, *, night: bool) -> Image.Image:
    """Hills with a row of forts on them; at night also a wall."""
    sprite = frame.hills(w, h, night=night).copy()
    base, high = round(h * 0.78), round(h * 0.2)
    if night:
        paste(sprite, _masonry(w, high, dark=True), (0, base - high + 6))
    size = round(h * (0.56 if night else 0.46))
    step = size * 0.86 if night else (w - 2 * left - size) / (len(forts_of) - 1)
    for i, fort in enumerate(forts_of):
        tower = _tower(fort.kind, size)
        at = (round(left + i * step), base - tower.height + round(h * (0.02 if night else -0.13)))
        paste(sprite, faded(tower, colour=0.8, light=0.85, to=NIGHT, t=0.12) if night else tower, at)
    sprite.putalpha(frame.hills(w, h, night=night).getchannel("A"))
    return sprite


def _tower(kind: str, size: int) -> Image.Image:
    cover, _ = buildings.FORTS[kind]
    pen = Pen(148, 170)
    cover(pen)
    return pen.done(size, round(size * 170 / 148))


def _masonry(w: int, h: int, *, dark: bool) -> Image.Image:
    """A battlemented wall."""
    stone = mix(STONE, NIGHT, 0.5) if dark else mix(STONE, WHITE, 0.1)
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
    return pen.done()


def _warrior(card: str, clan: int, size: int) -> Image.Image:
    """A warrior without its card; `size` is the side of the square of a portrait (px)."""
    pen = Pen(size * 1.25, size * 1.1)
    pen.to(size * 0.1, size * 0.1, size / 100)
    figures.PORTRAITS[card](pen, clans.LOOKS[clan].colour)
    return pen.done()


def draw(view: RzymianieView, result: Result, audience: Audience) -> Image.Image:
    """Draw places, forts and points, the rule that decided, and below them the neutral clans, which have no place."""
    words, drawn = audience.words, clans.names(view.clans, audience)
    order = result.by_place()
    rows = [
        PodiumPlace(
            result.places[seat] if result.reason != prose.LOST else 0,
            clans.LOOKS[seat],
            drawn[seat],
            str(result.scores[seat]).replace("-", "−"),
            words.count("rzymianie.final.forts", len(view.forts[seat])),
        )
        for seat in order
    ]
    head = Captions(words("rzymianie.over"), prose.winner(result, drawn, words), (prose.reason(result, words),))
    signs = [tuple(forts.sign(fort.kind, fort.value, 52, 60) for fort in best(view.forts[seat])) for seat in order]
    im = podium.draw(rows, head, scenery(), signs)
    return _with_neutrals(im, view, audience) if view.clans > view.seats else im


def best(taken: tuple[Fort, ...]) -> list[Fort]:
    """The forts with the highest first, in which order ties are broken."""
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
        signs = [forts.sign(fort.kind, fort.value, 52, 60) for fort in best(view.forts[clan])]
        frame.row(whole, signs, (left, top + 46), 58, right - left)
    return whole


@drawn_once
def scenery() -> Image.Image:
    """The wall with its forts at dusk, for the head of the final picture."""
    return landscape(WIDTH - 2 * MARGIN, podium.HEAD, forts_of=STANDING[:3], left=30, night=True)

"""The cards of Rycerze i zamki: faces, backs, empty places, and marks for what happened to them."""
# ruff: noqa: PLR0917 - drawing functions take places and sizes

from collections.abc import Iterator

import msgspec
from PIL import Image

from engines.rycerze.components import CARD, MATERIALS, SHEPHERD, STRENGTH
from render.art import icons, shields
from render.canvas import border, dashed_box, fade, fit, glow, number, panel, paste, plate, rounded_mask, text, width
from render.pen import Pen, shape
from render.rycerze.figures import FIGURES, beast, rider
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, PAPER, SEPIA, SMALL, TEXT, WHITE, Colour, Look, mix

PAD = 9
"""The distance from a face's edge to its scene (px)."""
GLOW = 36
"""How far the glow of a chosen card reaches beyond it (px)."""
HALF = 0.4
"""The fading above which a face's text has the colour of text on the page."""


class Size(msgspec.Struct, frozen=True):
    """Measures of a card face (px): width, height, heights of the shield that counts and of the others, height of the name bar,
    and the space kept free at its left for a letter.
    """

    w: int
    h: int
    big: int
    small: int
    bar: int = 48
    left: int = 0


def strengths(card: str) -> tuple[int, ...] | None:
    """Strength in stone, brick and wood; None for the shepherd."""
    number = CARD[card]
    return None if number == SHEPHERD else tuple(row[number] for row in STRENGTH)


@drawn_once
def figure(kind: str, w: int) -> Image.Image:
    """The scene of a card, `w` wide and 220/240 of that high."""
    return FIGURES[kind]().finish(w, round(w * 220 / 240))


@drawn_once
def cut_out(kind: str, w: int) -> Image.Image:
    """The knight or the dragon without a scene, for key art."""
    return {"knight": rider, "dragon": beast}[kind](Pen(240, 220, line=4)).finish(w, round(w * 220 / 240))


@piece
def face(kind: str, name: str, size: Size, counts: str | None, returns: str, bare: bool = False) -> Image.Image:
    """A card's face: name, scene and strengths, the one in the material that `counts` large; `returns` is the word below a
    shepherd. A `bare` card has no strengths (something will cover them).
    """
    sprite = _plain_face(kind, size).copy()
    for at, box, value, material in () if bare else _shields(kind, size, counts):
        paste(sprite, shields.strength(material, *box, value, material == counts), at)
    if strengths(kind) is None:
        _returns(sprite, size, returns, "#4E8F3C", SEPIA)
    _name(sprite, size, name, SEPIA)
    return sprite


@piece
def dull_face(kind: str, name: str, size: Size, counts: str | None, returns: str, bare: bool, t: float) -> Image.Image:
    """A greyed face; `t` is how much it fades into the page. Its text does not fade and stays readable."""
    ink: Colour = TEXT if t > HALF else INK
    sprite = _plain_face(kind, size).copy()
    found = [] if bare else [*_shields(kind, size, counts)]
    for at, box, _, material in found:
        paste(sprite, shields.plain(material, *box, material == counts), at)
    sprite = fade(sprite, light=0.78 - 0.3 * (t - 0.16), t=t)
    for (x, y), (w, h), value, _ in found:
        number(sprite, (x + w / 2, y + h * 0.46), str(value), max(SMALL, round(h * 0.6)), ink)
    if strengths(kind) is None:
        _returns(sprite, size, returns, ink, ink)
    _name(sprite, size, name, ink)
    return sprite


@drawn_once
def _plain_face(kind: str, size: Size) -> Image.Image:
    """A face without strengths and words."""
    sprite = panel(size.w, size.h, 18, PAPER, INK, 4).copy()
    wide, high = size.w - 2 * PAD, size.h - size.bar - size.small - 24
    whole = figure(kind, wide)
    scene = whole.crop((0, max(0, whole.height - high), wide, whole.height))
    sprite.paste(scene, (PAD, size.bar), rounded_mask(wide, scene.height, 10))
    paste(sprite, border(wide, scene.height, 11), (PAD - 1, size.bar - 1))
    return sprite


def _name(sprite: Image.Image, size: Size, name: str, ink: Colour) -> None:
    text(sprite, ((size.w + size.left) / 2, size.bar / 2 + 12), name, "bold", 42, ink, "m", size.w - 5 - size.left)


def _returns(sprite: Image.Image, size: Size, returns: str, arrow: Colour, ink: Colour) -> None:
    """Write below a shepherd that it comes back."""
    scene = min(size.h - size.bar - size.small - 24, figure("shepherd", size.w - 2 * PAD).height)
    centre = (size.bar + scene + size.h - PAD) / 2
    word, letters = fit(returns, "bold", 42, size.w - 100)
    x = (size.w - 64 - width(word, "bold", letters)) / 2
    paste(sprite, icons.back_arrow(58, arrow), (x, centre - 29))
    text(sprite, (x + 64, centre + 13), word, "bold", letters, ink)


def _shields(kind: str, size: Size, counts: str | None) -> Iterator[tuple[tuple[float, float], tuple[int, int], int, str]]:
    """For each strength on a face: place, size of its shield, value and material; none for a shepherd."""
    values = strengths(kind) or ()
    highs = [size.big if material == counts else size.small for material in MATERIALS]
    if counts is None:
        highs = [size.small + 6] * 3
    wides = [round(high * 0.8) for high in highs]
    gap = min(12.0, (size.w - 18 - sum(wides)) / 2)
    x = (size.w - sum(wides) - 2 * gap) / 2
    for value, material, wide, high in zip(values, MATERIALS, wides, highs, strict=False):
        yield (x, size.h - PAD - 3 - high), (wide, high), value, material
        x += wide + gap


@piece
def back(look: Look, w: int, h: int) -> Image.Image:
    """A card face down, in its owner's colour, with a small shield with the owner's shape."""
    pen = Pen(w, h)
    pen.box((2, 2, w - 2, h - 2), 14, mix(look.tint, INK, 0.25), w=4)
    pen.box((9, 9, w - 9, h - 9), 9, mix(look.tint, INK, 0.45), mix(look.tint, WHITE, 0.55), 2.5)
    step = 17
    for i in range(h // step + 1):
        for j in range(w // step + 1):
            if (i + j) % 2 and 18 < j * step < w - 16 and 18 < i * step < h - 16:
                pen.poly(shape("diamond", j * step, i * step, 5), mix(look.tint, INK, 0.2), w=0)
    sprite = pen.finish()
    sign = round(w * 0.66)
    emblem = Pen(100, 112)
    emblem.poly(shields.outline(100, 112, 8), mix(look.tint, WHITE, 0.15), w=6)
    emblem.poly(shape(look.shape, 50, 52, 27), WHITE, w=5)
    paste(sprite, emblem.finish(sign, round(sign * 1.12)), (w / 2, h / 2), "c")
    return sprite


@piece
def open_card(kind: str, look: Look, w: int, h: int, material: str) -> Image.Image:
    """A card face up in place of a `back`: its scene, and its strength in the material that counts."""
    sprite = panel(w, h, 14, PAPER, look.rim, 5).copy()
    scene = figure(kind, w - 16)
    paste(sprite, scene, (8, 10))
    values = strengths(kind)
    if material and values is not None:
        number(sprite, (w / 2, h - 28), str(values[MATERIALS.index(material)]), 46, INK)
    return sprite


def place(w: int, h: int, look: Look) -> Image.Image:
    """The place for a card that is not laid yet."""
    return dashed_box(w, h, 14, mix(look.rim, TEXT, 0.25), None, 4)


def shine(im: Image.Image, x: int, y: int, w: int, h: int) -> None:
    """Draw a golden frame with a glow, which goes under a card, and GLOW px further on each side."""
    paste(im, glow(w, h, 22, GOLD, GLOW // 3, 1.0), (x - GLOW, y - GLOW))
    plate(im, (x - 8, y - 8), w + 16, h + 16, 25, GOLD, INK, 3)

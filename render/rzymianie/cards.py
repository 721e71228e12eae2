"""The warriors' cards: faces, backs, small discarded ones, and marks for what happened to them."""

from PIL import Image

from data.words import Words
from engines.rzymianie.components import STRENGTHS
from render.art import icons
from render.canvas import dashed_box, fade, number, panel, paste, rounded_mask, text
from render.pen import Pen, bezier, shape
from render.rzymianie.clans import SIGN
from render.rzymianie.figures import PORTRAITS, STRAW
from render.rzymianie.forts import corner
from render.sprite_cache import drawn_once, piece
from render.theme import ACCENT, GREY, INK, MUTED, PAPER, SECONDARY, STRIKE, TEXT, WHITE, Look, dark, light, mix, on, plain

W, H = 146, 160
STEP = 122
"""The width of an overlapped card that stays visible (px)."""
BAR = 38
CHIP = 58


def name(card: str, words: Words) -> str:
    """A warrior's name, so far the same in all languages."""
    return words(f"rzymianie.warrior.{card}")


def card_name(card: str, words: Words) -> str:
    """Name and strength: `Axx 4`."""
    return f"{name(card, words)} {STRENGTHS[card]}"


def portrait(card: str, look: Look, w: int, h: int, k: float) -> Image.Image:
    """The warrior in a box, for cached sprites; `k` scales the drawing of 100 x 100, which stands on the box's lower edge."""
    pen = Pen(w, h, PAPER)
    hill = [(0, h - 2), *bezier((0, h - 8), (w * 0.4, h - 26), (w, h - 12)), (w, h)]
    pen.poly([(0, h), *hill], mix(PAPER, STRAW, 0.5), w=0)
    pen.to(w * 0.5 - 47 * k, h - 99 * k, k)
    PORTRAITS[card](pen, look.colour)
    return pen.finish()


@piece
def thumb(card: str, look: Look, w: int, h: int, used: bool) -> Image.Image:
    """The warrior in a box with rounded corners, grey if `used` up."""
    sprite = portrait(card, look, w, h, 0.92).copy()
    sprite.putalpha(rounded_mask(w, h, 9))
    return fade(sprite, light=0.6, t=0.3) if used else sprite


@piece
def face(card: str, look: Look, said: str) -> Image.Image:
    """A warrior face up: strength in the corner, the name on the part that stays visible when cards overlap."""
    sprite = panel(W, H, 13, look.colour).copy()
    high = H - BAR - 8
    sprite.paste(portrait(card, look, W - 14, high, 1.04), (7, 8), rounded_mask(W - 14, high, 8))
    pen = Pen(W, H)
    pen.rect(7, 8, W - 7, H - BAR, 8, None, INK, 2.5)
    pen.rect(0, 0, W, H, 13, None, INK, 3)
    pen.poly(corner(50, 56, 12, 1.5, 1.5), WHITE, INK, 3)
    pen.poly(shape(look.shape, W - 15, H - BAR / 2, 9), light(look.colour, 0.55), INK, 2.5)
    paste(sprite, pen.finish(), (0, 0))
    number(sprite, (26, 30), str(STRENGTHS[card]), 54, INK)
    text(sprite, (8, H - 11), said, "bold", 34, look.ink, room=STEP - 9, least=SECONDARY, secondary=True)
    return sprite


@drawn_once
def small_face(card: str, look: Look, w: int, h: int) -> Image.Image:
    """A warrior that others see face down: a face of the size of a `back`, without its name."""
    sprite = panel(w, h, 12, look.colour).copy()
    sprite.paste(portrait(card, look, w - 12, h - 12, 1.0), (6, 6), rounded_mask(w - 12, h - 12, 8))
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, 12, None, INK, 3)
    pen.poly(corner(46, 52, 11, 1.5, 1.5), WHITE, INK, 3)
    paste(sprite, pen.finish(), (0, 0))
    number(sprite, (24, 28), str(STRENGTHS[card]), 48, INK)
    return sprite


@piece
def dull(card: str, look: Look, said: str) -> Image.Image:
    """A greyed face: cancelled."""
    sprite = fade(face(card, look, said), colour=0.1, light=0.95, t=0.2)
    _name_below(sprite, said)
    return sprite


@piece
def used_card(card: str, look: Look, said: str) -> Image.Image:
    """A face faded into the page: used up. Its text does not fade and stays readable."""
    sprite = fade(face(card, look, said), light=0.6, t=0.35)
    paste(sprite, panel(50, 56, 12, GREY, INK, 3), (1, 1))
    number(sprite, (26, 30), str(STRENGTHS[card]), 54, INK)
    _name_below(sprite, said)
    return sprite


def _name_below(sprite: Image.Image, said: str) -> None:
    """Write the name on a dark bar of its own."""
    paste(sprite, panel(W - 6, BAR - 6, 8, "#4A4D52"), (3, H - BAR + 2))
    text(sprite, (8, H - 11), said, "bold", 34, WHITE, room=STEP - 9, least=SECONDARY, secondary=True)


@drawn_once
def rim(lit: bool = False) -> Image.Image:
    """The frame under a card that has just been turned up, or with `lit` one that can be chosen."""
    return panel(W + 12, H + 12, 18, ACCENT if lit else TEXT, INK, 2)


@piece
def back(look: Look, w: int = 112, h: int = 128) -> Image.Image:
    """A warrior face down: the clan's shape on a ring."""
    c, r = look.colour, min(w, h) * 0.37
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, 13, dark(c, 0.42), INK, 3)
    pen.rect(8, 8, w - 8, h - 8, 8, dark(c, 0.24), INK, 2)
    for x, y in ((20, 20), (w - 20, 20), (20, h - 20), (w - 20, h - 20)):
        pen.circle(x, y, 5, c, INK, 2)
    pen.circle(w / 2, h / 2, r, dark(c, 0.62), INK, 3)
    pen.circle(w / 2, h / 2, r - 6, None, c, 3)
    pen.poly(shape(look.shape, w / 2, h / 2 + (3 if look.shape == "triangle" else 0), r * 0.52), c, INK, 3)
    return pen.finish()


@drawn_once
def empty(look: Look, w: int = 112, h: int = 128) -> Image.Image:
    """The place for a warrior that is not laid yet."""
    return dashed_box(w, h, 13, mix(look.rim, MUTED, 0.35), None, 3)


@piece
def spent_card(card: str, look: Look) -> Image.Image:
    """A small card for a warrior discarded this turn; its strength identifies it."""
    fill = mix(look.colour, "#33373D", 0.9 if plain() else 0.72)
    sprite = panel(46, 56, 9, fill, mix(look.colour, INK, 0.5), 3).copy()
    number(sprite, (23, 28), str(STRENGTHS[card]), SIGN, mix(on(fill), GREY, 0 if plain() else 0.25))
    return sprite


# ---------------------------------------------------------------- marks


def cross() -> Image.Image:
    """The strokes that cross out a cancelled card."""
    return icons.cross_out(W - 50, H - BAR - 34)


@drawn_once
def discard_mark(size: int = CHIP) -> Image.Image:
    """The mark of a discarded card."""
    pen = Pen(100, 100)
    for r, c in ((46, INK), (42, WHITE), (37, STRIKE)):
        pen.circle(50, 50, r, c, w=0)
    for a, b in (((36, 36), (64, 64)), ((64, 36), (36, 64))):
        pen.line([a, b], WHITE, 11)
    return pen.finish(size, size)


@drawn_once
def heart(size: int = CHIP) -> Image.Image:
    """The mark of a seduced warrior."""
    pen = Pen(100, 100)
    left, right = bezier((50, 92), (0, 52), (10, 22)), bezier((50, 30), (62, 6), (90, 22))
    way = [*left, *bezier((10, 22), (38, 6), (50, 30)), *right, *bezier((90, 22), (100, 52), (50, 92))]
    for w, c in ((22, INK), (12, WHITE)):
        pen.line(way, c, w, closed=True)
    pen.poly(way, "#E0457B", w=0)
    return pen.finish(size, size)


@drawn_once
def barred_mark() -> Image.Image:
    """The mark of a clan that may not take the fort."""
    pen = Pen(100, 100)
    for r, c in ((46, INK), (42, WHITE), (38, STRIKE), (26, WHITE)):
        pen.circle(50, 50, r, c, w=0)
    pen.line([(32, 68), (68, 32)], STRIKE, 12)
    return pen.finish(CHIP, CHIP)

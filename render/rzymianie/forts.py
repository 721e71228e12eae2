"""The cards of the forts, and small icons of them."""

from PIL import Image

from data.words import Words
from engines.rzymianie.attack import Fort
from render.canvas import dashed_box, fade, number, paste, rounded_mask, text
from render.pen import Pen, Points, arc
from render.rzymianie.buildings import FORTS
from render.rzymianie.clans import SIGN
from render.sprite_cache import drawn_once, piece
from render.theme import GOLD, INK, PAPER, SECONDARY, SLATE, WHITE, Shade, mix

W, H = 147, 178
PLATE = 38
RED = Shade("#D6281A", "#D6281A", "#AC160B")
GAP = Shade("#24282E", "#E4D9C2", "#0C0E12")
"""The colour of a place whose fort is gone."""
GAP_EDGE = Shade("#69696E", "#A49A88", "#8A909A")
GAP_INK = Shade("#777A80", "#827762", "#C9CED6")
HECA = "fortheca"


def value(fort: Fort) -> str:
    """The points as text, with a true minus sign."""
    return str(fort.value) if fort.value >= 0 else f"−{-fort.value}"


def name(fort: Fort, words: Words) -> str:
    """The name of the kind of fort."""
    return words(f"rzymianie.fort.{fort.kind}")


def fort_name(fort: Fort, words: Words) -> str:
    """Name and points: `KomFort 2`."""
    return f"{name(fort, words)} {value(fort)}"


def fort_as_object(fort: Fort, words: Words) -> str:
    """The same as the object of taking or giving up (in the accusative)."""
    return f"{words(f'rzymianie.taken.{fort.kind}')} {value(fort)}"


def corner(w: float, h: float, r: float, x: float = 0, y: float = 0) -> Points:
    """A plate in the upper left corner: two of its corners are round."""
    start = [(x, y + h), *arc(x + r, y + r, r, r, 180, 270, 8), (x + w, y)]
    return [*start, *arc(x + w - r, y + h - r, r, r, 0, 90, 8)]


@piece
def card(kind: str, points: int, title: str) -> Image.Image:
    """A fort's card; a negative value is white on a red shield that points down."""
    draw, sky = FORTS[kind]
    pen = Pen(W, H)
    pen.rect(0, 0, W, H, 14, sky, w=0)
    pen.to(0, -28)
    draw(pen)
    pen.to()
    sprite = pen.finish()
    bad = points < 0
    top = Pen(W, H)
    top.rect(0, H - PLATE, W, H + 20, 0, "#96241A" if bad else PAPER, w=0)
    top.line([(2, H - PLATE), (W - 2, H - PLATE)], INK, 3)
    if bad:
        top.poly([(4, 4), (78, 4), (78, 48), (41, 76), (4, 48)], RED, INK, 4)
    else:
        top.poly(corner(56, 58, 13, 2, 2), WHITE, INK, 4)
    paste(sprite, top.finish(), (0, 0))
    fort = Fort(kind, points)
    number(sprite, (41, 33) if bad else (29, 31), value(fort), 54, WHITE if bad else INK)
    text(sprite, (W / 2, H - 10), title, "bold", 34, WHITE if bad else INK, "m", W - 10, least=SECONDARY, secondary=True)
    sprite.putalpha(rounded_mask(W, H, 14))
    rim = Pen(W, H)
    rim.rect(0, 0, W, H, 14, None, INK, 4)
    paste(sprite, rim.finish(), (0, 0))
    return sprite


@drawn_once
def dim(kind: str, points: int, title: str) -> Image.Image:
    """A fort that is not contested now and cannot be taken."""
    sprite = fade(card(kind, points, title), colour=0.75, light=0.72, t=0.1)
    if points < 0:  # fading would make white on red too faint
        number(sprite, (41, 33), value(Fort(kind, points)), 54, WHITE)
    return sprite


def of(fort: Fort, words: Words, *, faint: bool = False) -> Image.Image:
    """The fort's card; `faint`: it cannot be taken now."""
    return (dim if faint else card)(fort.kind, fort.value, name(fort, words))


@drawn_once
def gap(place: int) -> Image.Image:
    """The place of a fort that is gone."""
    sprite = dashed_box(W, H, 14, GAP_EDGE, GAP, 3).copy()
    number(sprite, (W / 2, H / 2), str(place), 56, GAP_INK, secondary=True)
    return sprite


@drawn_once
def plate(place: int, lit: bool) -> Image.Image:
    """The number of a place in the wall, as in menus; `lit`: it can be chosen now."""
    pen = Pen(48, 48)
    pen.circle(24, 24, 20, GOLD if lit else SLATE, WHITE if not lit else INK, 3)
    sprite = pen.finish()
    number(sprite, (24, 24), str(place), SIGN, INK if lit else WHITE)
    return sprite


@piece
def sign(kind: str, points: int, w: int, h: int) -> Image.Image:
    """A taken fort as a small icon: its points on its colour; a FortHeca is red and has a skull."""
    bad = kind == HECA
    fill = RED if bad else mix(FORTS[kind][1], WHITE, 0.25)
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, 9, fill, WHITE if bad else INK, 3)
    sprite = pen.finish()
    said = value(Fort(kind, points))
    if bad:
        paste(sprite, skull(round(h * 0.46)), (w / 2, h * 0.26), "c")
        number(sprite, (w / 2, h * 0.7), said, max(SECONDARY, round(h * 0.58)), WHITE, secondary=True)
    else:
        number(sprite, (w / 2, h / 2), said, max(SIGN, round(h * 0.68)), INK)
    return sprite


@drawn_once
def skull(size: int) -> Image.Image:
    """The skull of a FortHeca."""
    pen = Pen(size, size).to(0, 0, size / 40)
    pen.oval(20, 17, 14, 13, WHITE, INK, 3)
    pen.rect(12, 24, 28, 36, 3, WHITE, INK, 3).rect(13.6, 20, 26.4, 29, 0, WHITE, w=0)
    pen.oval(14.5, 18, 4, 4.4, RED, w=0).oval(25.5, 18, 4, 4.4, RED, w=0)
    pen.line([(17, 30), (17, 35)], INK, 2).line([(23, 30), (23, 35)], INK, 2)
    return pen.finish()

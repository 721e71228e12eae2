"""Small icons: badges of the players, crown, sword, tent, cards, drum, coins, medals."""

import math

from PIL import Image, ImageFilter

from render.canvas import fit, number, paste, text, width
from render.pen import Pen, Point, shape, smooth
from render.sprite_cache import drawn_once
from render.theme import COLOURS, GOLD, GOOD, INK, PAPER, SEPIA, SMALL, STRIKE, WHITE, Colour, Look, Shade, mix, rgb

PLAIN = Shade("#59626E", "#59626E", "#3A424C")
"""The colour of places below third."""
_METAL = {1: ("#F6BE3B", "#B07A12"), 2: ("#D3DAE0", "#7F8A94"), 3: ("#D9935A", "#8A5226")}


@drawn_once
def badge(look: Look, size: int) -> Image.Image:
    """The player's shape and colour, with a light rim so that blue is visible on dark."""
    pen = Pen(size, size)
    for k, fill in ((0.45, INK), (0.41, WHITE), (0.335, look.colour)):
        pen.poly(shape(look.shape, size / 2, size / 2, size * k), fill, fill, size * 0.03)
    return pen.finish()


@drawn_once
def spot(colour: str, size: int) -> Image.Image:
    """The colour of this word, without a player's shape."""
    pen = Pen(size, size)
    for k, fill in ((0.48, INK), (0.43, WHITE), (0.36, COLOURS[colour])):
        pen.circle(size / 2, size / 2, size * k, fill, w=0)
    return pen.finish()


@drawn_once
def sword(size: int) -> Image.Image:
    """A bare sword, its point up and right."""
    pen = Pen(100, 100, line=4)
    pen.poly([(74, 10), (90, 10), (90, 26), (48, 68), (32, 52)], "#EEF2F5")
    pen.line([(80, 20), (43, 57)], "#9FABB6", 3.5)
    pen.limb([(23, 47), (53, 77)], 8, GOLD, w=3)
    pen.limb([(36, 64), (25, 75)], 9, "#8A4B22", w=3)
    pen.circle(20, 80, 8, GOLD, w=3)
    return pen.finish(size, size)


@drawn_once
def sword_medal(size: int) -> Image.Image:
    """The sword on a red medal: marks the seat that holds it."""
    pen = Pen(100, 100)
    pen.circle(50, 50, 45, "#5B2A2A", GOLD, 6)
    sprite = pen.finish(size, size)
    paste(sprite, sword(round(size * 0.86)), (size * 0.5, size * 0.49), "c")
    return sprite


@drawn_once
def tent(size: int) -> Image.Image:
    """The camp."""
    pen = Pen(100, 100, line=6)
    pen.line([(50, 22), (50, 6)], "#C9B48A", 5)
    pen.poly([(52, 5), (76, 11), (52, 18)], "#E0473F", w=2)
    pen.poly([(50, 22), (92, 86), (8, 86)], PAPER, w=7)
    pen.poly([(50, 22), (70, 86), (50, 86), (36, 86)], mix(PAPER, SEPIA, 0.35), w=0)
    pen.poly([(50, 40), (62, 86), (38, 86)], INK, w=3)
    pen.line([(50, 22), (92, 86), (8, 86), (50, 22)], INK, 7)
    return pen.finish(size, size)


@drawn_once
def hand(size: int) -> Image.Image:
    """A fan of three cards."""
    pen = Pen(100, 100)
    for turn, fill in ((-20, "#B48F58"), (0, "#D9BC84"), (20, PAPER)):
        a = math.radians(turn)
        corners = [(-18, -96), (18, -96), (18, -40), (-18, -40)]
        fan: list[Point] = [
            (50 + x * math.cos(a) - y * math.sin(a), 116 + x * math.sin(a) + y * math.cos(a)) for x, y in corners
        ]
        pen.poly(fan, fill, w=6)
    return pen.finish(size, size)


@drawn_once
def back_arrow(size: int, colour: Colour = WHITE) -> Image.Image:
    """An arrow: something goes back to where it came from."""
    pen = Pen(100, 100)
    bow = smooth([(74, 76), (82, 52), (66, 34), (40, 34)], closed=False)
    for thick, c in ((26.0, INK), (14.0, colour)):
        pen.line(bow, c, thick)
        grown = (thick - 14) / 2
        pen.poly([(12 - grown, 34), (44 + grown * 0.6, 8 - grown), (44 + grown * 0.6, 60 + grown)], c, c, grown)
    return pen.finish(size, size)


@drawn_once
def crown(size: int, colour: Colour = GOLD) -> Image.Image:
    """A crown."""
    pen = Pen(100, 100, line=6)
    pen.poly([(12, 30), (32, 54), (50, 18), (68, 54), (88, 30), (82, 82), (18, 82)], colour)
    for x, y in ((12, 28), (50, 16), (88, 28)):
        pen.circle(x, y, 6, colour, w=4)
    pen.line([(22, 70), (78, 70)], mix(colour, INK, 0.35), 4)
    return pen.finish(size, size)


@drawn_once
def tilted_crown(size: int) -> Image.Image:
    """A tilted crown with a white rim, for a corner."""
    plain = crown(2 * size)
    rim = Image.new("L", (round(2.5 * size),) * 2, 0)
    rim.paste(plain.getchannel("A"), (size // 4, size // 4))
    rim = rim.filter(ImageFilter.GaussianBlur(size * 0.06)).point(lambda v: 255 if v > 40 else 0)
    sprite = Image.new("RGBA", rim.size, (*rgb(WHITE), 0))
    sprite.putalpha(rim)
    paste(sprite, plain, (size // 4, size // 4))
    return sprite.rotate(16, Image.Resampling.BICUBIC).resize((round(size * 1.25),) * 2, Image.Resampling.LANCZOS)


@drawn_once
def drum(size: int) -> Image.Image:
    """The recruiting drum, with sticks and cords."""
    pen = Pen(100, 100, line=5)
    side = smooth([(14, 78), (30, 89), (50, 92), (70, 89), (86, 78)], closed=False)
    pen.poly([(86, 40), (14, 40), *side], "#C0392B")
    pen.glaze([(64, 30), (90, 30), (90, 96), (64, 96)], INK, 0.18)
    for i in range(4):
        x = 14 + i * 18
        pen.line([(x, 44), (x + 9, 80 + (6 if 0 < i < 3 else 0)), (x + 18, 44)], PAPER, 3)
    pen.line([(14, 42), (14, 78)], INK, 5)
    pen.line([(86, 42), (86, 78)], INK, 5)
    pen.ellipse((14, 28, 86, 54), GOLD)
    pen.ellipse((21, 31, 79, 50), PAPER, w=3)
    for a, b in (((26, 14), (54, 40)), ((86, 8), (60, 38))):
        pen.limb([a, b], 5, "#B98A4E", w=2.5)
        pen.circle(*b, 5, "#D9B27C", w=2.5)
    return pen.finish(size, size)


@drawn_once
def hourglass(size: int) -> Image.Image:
    """An hourglass: somebody is still thinking."""
    pen = Pen(100, 100, line=5)
    pen.poly([(28, 18), (72, 18), (70, 34), (54, 50), (70, 66), (72, 82), (28, 82), (30, 66), (46, 50), (30, 34)], "#CFE3F2")
    pen.poly([(34, 32), (66, 32), (50, 48)], GOLD, w=0)
    pen.poly([(31, 80), (69, 80), (66, 70), (50, 62), (34, 70)], GOLD, w=0)
    pen.line([(50, 48), (50, 66)], GOLD, 3)
    for y in (16, 84):
        pen.limb([(24, y), (76, y)], 8, "#A46A35", w=3.5)
    return pen.finish(size, size)


@drawn_once
def robot(size: int) -> Image.Image:
    """A robot: a computer player."""
    pen = Pen(100, 100, line=6)
    pen.line([(50, 26), (50, 12)], INK, 6)
    pen.circle(50, 11, 7, GOLD)
    for x in (8, 92):
        pen.limb([(x, 50), (x, 62)], 8, "#8E9AA6", w=5)
    pen.box((16, 26, 84, 86), 16, "#CDD5DC")
    pen.box((27, 40, 73, 60), 10, "#2A2F36", w=0)
    for x in (38, 62):
        pen.circle(x, 50, 6, "#7FE0F0", w=0)
    pen.line([(36, 72), (64, 72)], INK, 6)
    return pen.finish(size, size)


@drawn_once
def white_flag(size: int) -> Image.Image:
    """A white flag: somebody has left the game."""
    pen = Pen(100, 100, line=6)
    pen.limb([(22, 12), (22, 92)], 7, "#A46A35", w=4)
    pen.poly(smooth([(26, 14), (46, 8), (66, 18), (90, 12), (84, 34), (90, 56), (66, 62), (46, 52), (26, 58)]), WHITE)
    return pen.finish(size, size)


@drawn_once
def coin(size: int, said: str) -> Image.Image:
    """Points on a gold coin."""
    pen = Pen(100, 100)
    pen.circle(50, 50, 45, GOLD, w=5)
    pen.circle(50, 50, 35, mix(GOLD, WHITE, 0.38), mix(GOLD, SEPIA, 0.5), 2.5)
    sprite = pen.finish(size, size)
    number(sprite, (size / 2, size / 2), said, round(size * 0.62), INK)
    return sprite


@drawn_once
def chip(said: str, size: int, fill: Colour = STRIKE) -> Image.Image:
    """A round label of one or two characters, for a corner."""
    sprite = _disc(size, fill)
    number(sprite, (size / 2, size / 2), said, max(SMALL, round(size * 0.52)), WHITE)
    return sprite


@drawn_once
def tick(size: int) -> Image.Image:
    """A tick: done."""
    sprite = _disc(size, GOOD)
    pen = Pen(100, 100)
    pen.line([(30, 52), (44, 67), (71, 34)], WHITE, 12)
    paste(sprite, pen.finish(size, size), (0, 0))
    return sprite


def _disc(size: int, fill: Colour) -> Image.Image:
    pen = Pen(100, 100)
    for r, c in ((46, INK), (42, WHITE), (37, fill)):
        pen.circle(50, 50, r, c, w=0)
    return pen.finish(size, size)


@drawn_once
def cross_out(w: int, h: int) -> Image.Image:
    """Two red strokes through something."""
    pen = Pen(w, h)
    m = 16
    for thick, c in ((20, INK), (15, WHITE), (9, STRIKE)):
        pen.line([(m, m), (w - m, h - m)], c, thick)
        pen.line([(w - m, m), (m, h - m)], c, thick)
    return pen.finish()


def metal(place: int) -> str | None:
    """The colour of gold, silver or bronze; None for places below."""
    return _METAL[place][0] if place in _METAL else None


@drawn_once
def medal(place: int, size: int) -> Image.Image:
    """A medal with the place on it; gold, silver and bronze have a ribbon."""
    hung = place in _METAL
    face, rim = _METAL.get(place, ("#3C434D", "#20242A"))
    pen = Pen(100, 112)
    if hung:
        for x, c in ((26, "#C4212F"), (54, "#8E1822")):
            lean = (x - 38) * 0.4
            pen.poly([(x, 60), (x + 22, 60), (x + 22 + lean, 108), (x + 10 + lean, 98), (x + lean, 108)], c, w=4)
    pen.circle(50, 46, 41, face, w=5)
    pen.circle(50, 46, 33, mix(face, WHITE, 0.28 if hung else 0.06), rim, 3)
    sprite = pen.finish(size, round(size * 1.12))
    if not hung:
        sprite = sprite.crop((0, 0, size, round(size * 0.92)))
    said = str(place)
    number(sprite, (size / 2, size * 0.46), said, round(size * (0.52 if len(said) < 3 else 0.36)), INK if hung else WHITE)
    return sprite


@drawn_once
def disc(place: int, size: int) -> Image.Image:
    """A place, small and plain: a disc in its metal with the place on it."""
    metal = place in _METAL
    pen = Pen(size, size)
    pen.circle(size / 2, size / 2, size / 2 - 2, mix(_METAL[place][0], WHITE, 0.2) if metal else PLAIN, w=3)
    sprite = pen.finish()
    number(sprite, (size / 2, size / 2), str(place), max(SMALL, round(size * 0.66)), INK if metal else WHITE)
    return sprite


@drawn_once
def ribbon(w: int, h: int, said: str, icon: str) -> Image.Image:
    """A band with an icon (`tent`, `return`, `crown`, `sword`, `hand`) and a word, for over a card."""
    pen = Pen(w, h)
    pen.box((2, 2, w - 2, h - 2), 10, "#382E27", WHITE, 3)
    sprite = pen.finish()
    sign = {"tent": tent, "return": back_arrow, "crown": crown, "sword": sword, "hand": hand}[icon](round(h * 0.66))
    word, size = fit(said, "bold", SMALL, w - sign.width - 18)
    x = (w - width(word, "bold", size) - sign.width - 6) / 2
    paste(sprite, sign, (x, (h - sign.height) / 2 - h * 0.03))
    text(sprite, (x + sign.width + 6, h / 2 + size * 0.3), word, "bold", size, WHITE)
    return sprite

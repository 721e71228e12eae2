"""How everything looks: colours, the players' colours and shapes, fonts and sizes.

A colour is `#rrggbb` or a tuple of three numbers 0-255.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec

from engines.contract import Seat

Colour: TypeAlias = str | tuple[int, int, int]
RGB: TypeAlias = tuple[int, int, int]

FONTS = Path(__file__).parent.parent / "data" / "fonts"
FACES = {
    "digits": "AtkinsonHyperlegibleNext_800ExtraBold.ttf",
    "text": "AtkinsonHyperlegibleNext_700Bold.ttf",
    "body": "AlegreyaSans_700Bold.ttf",
    "bold": "AlegreyaSans_800ExtraBold.ttf",
    "title": "GrenzeGotisch_700Bold.ttf",
    "other": "DejaVuSans-Bold.ttf",
}
"""`digits` for numbers, `bold` for names and short words, `body` for running words, `title` for headings of our own (never
names), `text` for small labels such as squares; `other` steps in where one of these lacks a letter.
"""

WIDTH = 1080
"""Every picture is this wide (px)."""

SMALLEST = 38
"""No text that one needs is smaller (px at WIDTH): on a phone 360 px wide that is 12.7 px."""

SECONDARY = 30
"""Least size of what may be missed, since it stands elsewhere too."""

NAME = 34
"""To this size a name shrinks before it is cut, where the seat's colour, shape and letter stand beside it."""

BG, PANEL, PANEL_HI = "#1E1E24", "#2A2F36", "#3A4250"
INK, PAPER, PAPER_LOW, SEPIA = "#1E1812", "#F5EAD0", "#E7D5AC", "#4A3A26"
WHITE, MUTED, GOLD, STRIKE, GOOD = "#F7F4EC", "#B4BAC3", "#F6BE3B", "#C4212F", "#2F8F4E"
SKY, YELLOW, BLUE, VERMILION = "#56B4E9", "#F0E442", "#0072B2", "#D55E00"
ORANGE, GREEN, PURPLE = "#E69F00", "#009E73", "#CC79A7"
SKIN, STEEL, STEEL_DARK = "#F0C39A", "#CDD5DC", "#8E9AA6"
WOOD, EARTH, STRAW = "#A46A35", "#4A2F1B", "#DEB25C"

MATERIALS = {
    "stone": ("#969DA5", "#5A6168", "#BCC3C9", "#3E6183"),
    "brick": ("#B9472E", "#74271A", "#D9704F", "#46505E"),
    "wood": ("#94622F", "#563615", "#BD8A4E", "#D9B25C"),
}
"""Building material → base, dark, light, roof."""

SHAPES = ("circle", "square", "triangle", "diamond")
LETTERS = "ABCD"
_SETS: dict[int, tuple[str, ...]] = {
    1: (BLUE,),
    2: (BLUE, YELLOW),
    3: (SKY, YELLOW, VERMILION),
    4: (SKY, YELLOW, BLUE, VERMILION),
}
_TINTS = {YELLOW: "#E3A92F", BLUE: "#1E7FC0"}


class Look(msgspec.Struct, frozen=True):
    """How a player is recognised: colour, shape and letter, each enough on its own. `tint`: the colour tuned for large dark
    areas; `rim`: a line in the colour that still shows on the dark table; `ink`: text on the colour.
    """

    colour: str
    tint: str
    rim: str
    shape: str
    letter: str
    ink: str


def player(seat: Seat, seats: int) -> Look:
    """The look of a seat at a table of `seats` (1-4) players."""
    colour = _SETS[seats][seat]
    return Look(
        colour=colour,
        tint=_TINTS.get(colour, colour),
        rim="#2C8FD6" if colour == BLUE else colour,
        shape=SHAPES[seat],
        letter=LETTERS[seat],
        ink=on(colour),
    )


def rgb(colour: Colour) -> RGB:
    """The three numbers of a colour."""
    if isinstance(colour, tuple):
        return colour
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: Colour, b: Colour, t: float) -> RGB:
    """The colour t of the way from a to b."""
    (r, g, b_), (x, y, z) = rgb(a), rgb(b)
    return round(r + (x - r) * t), round(g + (y - g) * t), round(b_ + (z - b_) * t)


def dark(colour: Colour, t: float = 0.3) -> RGB:
    """The colour towards ink."""
    return mix(colour, INK, t)


def light(colour: Colour, t: float = 0.3) -> RGB:
    """The colour towards cream."""
    return mix(colour, WHITE, t)


def on(colour: Colour) -> str:
    """Ink or cream, whichever reads better on the colour."""
    r, g, b = rgb(colour)
    return INK if 0.299 * r + 0.587 * g + 0.114 * b > 112 else WHITE

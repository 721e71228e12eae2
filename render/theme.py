"""Defines how everything looks: colours in each theme, the players' colours and shapes, fonts and sizes.

A colour is `#rrggbb`, a tuple of three numbers 0-255, or a `Shade`, which differs in each theme. Backgrounds, and what is drawn
on them, are shades; painted objects (stone, cards, figures) are the same everywhere. A shade is resolved to numbers (`rgb`,
`mix`) only while something is drawn; `using` sets the theme. Resolved at import, it would always be the default theme's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from data.shapes import AUTO
from data.themes import DEFAULT, THEMES
from engines import colours
from engines.contract import Seat

RGB: TypeAlias = tuple[int, int, int]

_NOW: ContextVar[str] = ContextVar("theme", default=DEFAULT)
_SHAPE: ContextVar[str] = ContextVar("shape", default=AUTO)
_CHOSEN: ContextVar[tuple[str, ...]] = ContextVar("chosen", default=())

FONTS = Path(__file__).parent.parent / "data" / "fonts"
FACES = {
    "digits": "ZamkiLegible-ExtraBold.ttf",
    "text": "ZamkiLegible-Bold.ttf",
    "body": "ZamkiSans-Bold.ttf",
    "bold": "ZamkiSans-ExtraBold.ttf",
    "title": "ZamkiTitle-Bold.ttf",
    "other": "ZamkiLetters-Bold.ttf",
}
"""`digits` for numbers, `bold` for names and short words, `body` for running text, `title` for our own headings (never names),
`text` for small labels such as squares; `other` is the fallback if one of these lacks a letter.
"""

WIDTH = 1080
"""The width of a picture (px)."""

SMALL = 42
"""The size of small texts (px at WIDTH): a picture 1336 px high shows it 11 px large in a desktop's box."""

SMALLEST = 38
"""The least size of important text (px at WIDTH): 12.7 px on a phone 360 px wide."""

SECONDARY = 30
"""The least size of text that may be missed, because it is repeated elsewhere (px at WIDTH)."""

NAME = 34
"""The size to which a name shrinks before it is cut, if the seat's colour and shape are beside it (px at WIDTH)."""

INK, PAPER, PAPER_LOW, SEPIA = "#1E1812", "#F5EAD0", "#E7D5AC", "#4A3A26"
GOLD, GOOD = "#F6BE3B", "#2F8F4E"
SKY, YELLOW, ORANGE = "#56B4E9", "#F0E442", "#E69F00"
SKIN, STEEL, STEEL_DARK = "#F0C39A", "#CDD5DC", "#8E9AA6"
WOOD, EARTH, STRAW = "#A46A35", "#4A2F1B", "#DEB25C"
SLATE, GREY = "#2A2F36", "#B4BAC3"
"""Colours of signs with a background of their own, the same in each theme."""

SHAPES = ("circle", "square", "triangle", "diamond")
"""The players' shapes, by seat."""


class Shade(msgspec.Struct, frozen=True):
    """A colour with a value for each of `data.themes.THEMES`."""

    dark: str
    light: str
    contrast: str


Colour: TypeAlias = str | tuple[int, int, int] | Shade

BG = Shade("#1E1E24", "#F1E9D8", "#000000")
"""The page."""
PANEL = Shade("#2A2F36", "#FFFAEE", "#0C0E12")
"""A panel on the page."""
PANEL_HI = Shade("#3A4250", "#E3D8C1", "#2B313B")
TEXT = Shade("#F7F4EC", "#1E1812", "#FFFFFF")
"""Words and digits on the page, on panels, and on either with some of a player's colour."""
CAPTION = Shade("#F5EAD0", "#4A3318", "#FFFFFF")
"""Headings and remarks on these backgrounds."""
MUTED = Shade("#B4BAC3", "#534A3E", "#D7DDE6")
"""Less important text on them."""
ACCENT = Shade("#F6BE3B", "#744700", "#FFE066")
"""Highlights on them: the player on turn, what was won, what may be chosen."""
SOFT = Shade("#D5D9DE", "#4C4338", "#E8ECF2")
"""Running text on them."""

WHITE, STRIKE = Shade("#F7F4EC", "#F7F4EC", "#FFFFFF"), Shade("#C4212F", "#C4212F", "#AE1220")
BLUE, VERMILION = Shade("#0072B2", "#0072B2", "#005894"), Shade("#D55E00", "#D55E00", "#FF8530")
GREEN, PURPLE = Shade("#009E73", "#009E73", "#12C596"), Shade("#CC79A7", "#CC79A7", "#E592C2")
"""Colours of such signs that differ by theme."""

MATERIALS: dict[str, tuple[Colour, Colour, Colour, Colour]] = {
    "stone": ("#969DA5", "#5A6168", "#BCC3C9", "#3E6183"),
    "brick": ("#B9472E", "#74271A", "#D9704F", "#46505E"),
    "wood": (Shade("#94622F", "#94622F", "#C4914C"), "#563615", "#BD8A4E", "#D9B25C"),
}
"""Building material → base, dark, light, roof."""

COLOURS: dict[str, Colour] = {
    "sky": SKY,
    "yellow": YELLOW,
    "blue": BLUE,
    "vermilion": VERMILION,
    "gold": YELLOW,
    "green": GREEN,
    "violet": PURPLE,
    "red": VERMILION,
}
"""The players' colours by their words: of all games that do not name their own, and of clans."""
_TINTS: dict[Colour, Colour] = {YELLOW: "#E3A92F", BLUE: "#1E7FC0"}
RIMS: dict[Colour, Colour] = {
    SKY: Shade(SKY, "#2A86C2", SKY),
    YELLOW: Shade(YELLOW, "#8F7600", YELLOW),
    BLUE: Shade("#2C8FD6", "#00518A", "#2E86DE"),
    VERMILION: Shade("#D55E00", "#B84B00", "#FF8530"),
    GREEN: Shade("#009E73", "#00775A", "#12C596"),
    PURPLE: Shade("#CC79A7", "#A3477C", "#E592C2"),
}
"""A player's colour → the colour of its outlines, which stands out from the page."""


@contextmanager
def using(theme: str, shape: str = AUTO, chosen: tuple[str, ...] = ()) -> Iterator[None]:
    """Draw in this theme and shape, and the players in the colours they have `chosen`, by seat ("": none). An unknown theme is
    the default.
    """
    tokens = _NOW.set(theme if theme in THEMES else DEFAULT), _SHAPE.set(shape)
    token = _CHOSEN.set(chosen if any(chosen) else ())
    try:
        yield
    finally:
        _NOW.reset(tokens[0])
        _SHAPE.reset(tokens[1])
        _CHOSEN.reset(token)


def now() -> str:
    """The current theme."""
    return _NOW.get()


def shape() -> str:
    """The current shape (`data.shapes`). No sprite depends on it: sprites are cached for all shapes."""
    return _SHAPE.get()


def chosen_colours() -> tuple[str, ...]:
    """The colours that the players have chosen, by seat; () if nobody has. Sprites depend on them only by their arguments."""
    return _CHOSEN.get()


def plain() -> bool:
    """Whether drawings are to be plain: no grain, no tufts of grass, thicker outlines."""
    return _NOW.get() == "contrast"


class Look(msgspec.Struct, frozen=True):
    """How a player is recognised: by colour and shape, each enough on its own. `tint`: the colour adjusted for large
    areas mixed with the page; `rim`: for outlines, which must stand out from the page; `ink`: for text on the colour.
    """

    colour: Colour
    tint: Colour
    rim: Colour
    shape: str
    ink: Colour


def player(seat: Seat, seats: int) -> Look:
    """The look of a seat at a table of `seats` (1-4) players, who may have chosen their colours."""
    colour = COLOURS[share_colours(chosen_colours(), seats)[seat]]
    return Look(
        colour=colour,
        tint=_TINTS.get(colour, colour),
        rim=RIMS[colour],
        shape=SHAPES[seat],
        ink=on(colour),
    )


@lru_cache
def share_colours(chosen: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The words of the colours that `seats` (1-4) players wear who have `chosen` these. Colours that a game names itself are
    worn where all players have them.
    """
    if len(chosen) != seats:
        chosen = ("",) * seats
    if len({COLOURS.get(each) for each in chosen} - {None}) == seats:
        return chosen
    return colours.shared_out(chosen, colours.USUAL[seats], colours.COLOURS)


def rgb(colour: Colour) -> RGB:
    """The three numbers of a colour; a shade has those of the current theme."""
    if isinstance(colour, tuple):
        return colour
    if isinstance(colour, Shade):
        colour = str(getattr(colour, _NOW.get()))
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: Colour, b: Colour, t: float) -> RGB:
    """The colour t of the way from a to b."""
    (r, g, b_), (x, y, z) = rgb(a), rgb(b)
    return round(r + (x - r) * t), round(g + (y - g) * t), round(b_ + (z - b_) * t)


def dark(colour: Colour, t: float = 0.3) -> RGB:
    """The colour mixed with ink."""
    return mix(colour, INK, t)


def light(colour: Colour, t: float = 0.3) -> RGB:
    """The colour mixed with cream."""
    return mix(colour, WHITE, t)


def luminance(colour: Colour) -> float:
    """How light a colour is, from 0 to 1 (WCAG's relative luminance)."""
    levels = (value / 255 for value in rgb(colour))
    r, g, b = (level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours (WCAG), from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def on(colour: Colour) -> Colour:
    """Ink or cream, whichever reads better on the colour."""
    return INK if contrast(INK, colour) >= contrast(WHITE, colour) else WHITE

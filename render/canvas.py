"""Composes pictures: sprites are pasted and text is set on a plain RGB image.

Sprites and labels are made once and cached; nothing changes a cached one. `render/fonts.py` says where the glyphs of a text
stand. A lock guards the font objects, which two drawing threads share. Any name is turned into something that the fonts can
draw.
"""

# ruff: noqa: PLR0917 - drawing functions take places, sizes and colours in the usual order
import math
import threading
import unicodedata
from collections.abc import Set as AbstractSet
from contextvars import ContextVar
from functools import cache, lru_cache

import msgspec
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from render import fonts
from render.pen import Pen
from render.sprite_cache import core, drawn_once, edges
from render.theme import BG, FACES, FONTS, INK, RGB, SECONDARY, SMALL, SMALLEST, TEXT, WHITE, WIDTH, Colour, rgb

LONGEST = 80
"""Characters of a name that are kept, before anything is measured; no picture has room for more."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKS = {"Mn", "Me", "Mc"}

WIDE_EDGE = 3
"""An outline at least this wide (px) separates a text from what is below it."""

FONTS_KEPT = 24
"""Fonts that are cached, each a face at a size: one takes 200 KiB, and a quarter of a millisecond to make."""

GLYPHS_KEPT = 1024
"""Glyphs that are cached, each a kilobyte or two."""

_FONTS_IN_USE = threading.Lock()


def code_points(face: str) -> AbstractSet[int]:
    """Code points that the face has a glyph for."""
    return fonts.face(face).glyphs.keys()


@cache
def _drawable() -> frozenset[int]:
    """Code points that can be drawn in names."""
    return frozenset(code_points("bold") | code_points("other"))


def readable(text: str) -> str:
    """The text without what breaks a line or cannot be drawn: controls, direction marks and emoji are dropped, letters of
    mathematical alphabets become plain ones, stacked accents are cut to one, runs of letters missing from all fonts become one
    dot. Returns "" if nothing is left.
    """
    text = unicodedata.normalize("NFKC", text[: 4 * LONGEST])
    known = _drawable()
    out: list[str] = []
    for char in text:
        kind = unicodedata.category(char)
        if char.isspace():
            out.append(" ")
        elif kind in _HIDDEN:
            continue
        elif kind in _MARKS:
            if out and out[-1] not in " ·" and unicodedata.category(out[-1]) not in _MARKS and ord(char) in known:
                out.append(char)
        elif ord(char) in known:
            out.append(char)
        elif kind[0] in "LN" and (not out or out[-1] != "·"):
            out.append("·")
    return " ".join("".join(out).split())[:LONGEST]


def name(text: str, otherwise: str) -> str:
    """A person's name as it is drawn; `otherwise` if it has no letter or digit that can be drawn (only emoji, for instance)."""
    drawn = readable(text)
    return drawn if any(char.isalnum() for char in drawn) else otherwise


def face_for(face: str, text: str) -> str:
    """The face itself, or the fallback if it lacks a letter of the text."""
    has = code_points(face)
    return face if all(ord(char) in has for char in text) else "other"


class Placed(msgspec.Struct, frozen=True):
    """A text that was set: as wanted and as drawn, its size, its box and the size of the picture."""

    wanted: str
    text: str
    size: int
    box: tuple[float, float, float, float]
    picture: tuple[int, int]
    secondary: bool = False
    colour: RGB = (0, 0, 0)
    edge: RGB | None = None
    """The outline, if it is wide enough to be the background of the text."""
    below: Image.Image | None = None
    """The pixels of the box before the text was set."""
    shown: Image.Image | None = None
    """The pixels of the box afterwards."""


watch: ContextVar[list[Placed] | None] = ContextVar("watch", default=None)
"""If a list is set here, every text that is set is appended to it: tests check sizes and what would stick out."""


def picture(height: int, width: int = WIDTH, fill: Colour = BG) -> Image.Image:
    """An empty picture."""
    return Image.new("RGB", (width, height), rgb(fill))


# ---------------------------------------------------------------- text


@lru_cache(maxsize=FONTS_KEPT)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face of the theme at a pixel size."""
    return ImageFont.truetype(str(FONTS / FACES[face]), size, layout_engine=ImageFont.Layout.BASIC)


def width(text: str, face: str, size: int) -> float:
    """The width of the text when set (px)."""
    return fonts.line(text, face_for(face, text), size).wide


@lru_cache(maxsize=2048)
def fit(text: str, face: str, size: int, room: float, least: int = SMALLEST) -> tuple[str, int]:
    """Text and size that fit in `room`: the size is reduced first, but not below `least`; then the text is cut."""
    while size > least and width(text, face, size) > room:
        size -= 1
    if width(text, face, size) <= room:
        return text, size
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", face, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…", size


def fit_name(said: str, name: str, face: str, size: int, room: float, least: int = SMALL) -> str:
    """A sentence with a name in it. Only the name is cut, if the sentence does not fit in `room` even at size `least`."""
    short = name
    while len(short) > 1 and width(said.replace(name, short), face, min(size, least)) > room:
        short = f"{short.rstrip('…')[:-1].rstrip()}…" if short != "…" else ""
    return said.replace(name, short) if name else said


@drawn_once
def label(
    text: str, face: str, size: int, colour: Colour, stroke: int = 0, edge: Colour = INK
) -> tuple[Image.Image, tuple[int, int]]:
    """A text as a sprite without empty borders, and what was cut off its left and top. Before the cut, the baseline is `ascent
    + stroke + 4` below the top and starts `stroke + 4` from the left.
    """
    face = face_for(face, text)
    line, drawn_in = fonts.line(text, face, size), font(face, size)
    up, down = drawn_in.getmetrics()
    room = (math.ceil(line.wide) + 2 * stroke + 8, up + down + 2 * stroke + 8)
    origin = (4 + stroke, 4 + stroke + up)
    mask = _mask(line, face, size, stroke, room, origin)
    sprite = Image.new("RGBA", room, rgb(edge if stroke else colour))
    sprite.putalpha(mask)
    if stroke:
        sprite.paste(rgb(colour), mask=_mask(line, face, size, 0, room, origin))
    box = mask.getbbox() or (0, 0, 1, 1)
    return sprite.crop(box), box[:2]


def _mask(
    line: fonts.SetLine, face: str, size: int, stroke: int, room: tuple[int, int], origin: tuple[int, int]
) -> Image.Image:
    """Where a line that begins at `origin` has ink."""
    mask = Image.new("L", room)
    for glyph in line.glyphs:
        ink, left, top = _ink(glyph.char, face, size, stroke)
        mask.paste(255, (origin[0] + glyph.x + left, origin[1] + glyph.y + top), ink)
    return mask


@lru_cache(maxsize=GLYPHS_KEPT)
def _ink(char: str, face: str, size: int, stroke: int) -> tuple[Image.Image, int, int]:
    """A glyph as a mask, and where its corner is from its origin."""
    drawn_in = font(face, size)
    with _FONTS_IN_USE:
        left, top, right, bottom = (round(side) for side in drawn_in.getbbox(char, anchor="ls", stroke_width=stroke))
        ink = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(ink).text((-left, -top), char, 255, drawn_in, anchor="ls", stroke_width=stroke)
    return ink, left, top


def text(
    im: Image.Image,
    xy: tuple[float, float],
    said: str,
    face: str = "bold",
    size: int = 40,
    colour: Colour = TEXT,
    anchor: str = "l",
    room: float | None = None,
    least: int = SMALLEST,
    stroke: int = 0,
    edge: Colour = INK,
    secondary: bool = False,
) -> float:
    """Set a line whose baseline starts (anchor `l`), is centred (`m`) or ends (`r`) at xy. Returns the width used.

    `room`: shrink to `least`, then cut. Names must have been made `readable` before. Raises ValueError below SMALLEST, or below
    SECONDARY for `secondary` text, which readers may miss because it is repeated elsewhere.
    """
    smallest = SECONDARY if secondary else SMALLEST
    if size < smallest:
        raise ValueError(f"text of {size} px: {said!r}")
    shown = said
    if room is not None:
        shown, size = fit(said, face, size, room, min(size, max(smallest, least)))
    sprite, cut = label(shown, face, size, colour, stroke, edge)
    wide = width(shown, face, size)
    up = font(face_for(face, shown), size).getmetrics()[0]
    x, y = xy[0] - {"l": 0.0, "m": wide / 2, "r": wide}[anchor], xy[1] - up
    box = (x - stroke, xy[1] - size * 0.72 - stroke, x + wide + stroke, xy[1] + size * 0.1 + stroke)
    seen = watch.get()
    spot = (round(box[0]), round(box[1]), round(box[2]), round(box[3]))
    below = None if seen is None else im.crop(spot)
    paste(im, sprite, (round(x - 4 - stroke) + cut[0], round(y - 4 - stroke) + cut[1]))
    if seen is not None:
        around = rgb(edge) if stroke >= WIDE_EDGE else None
        seen.append(Placed(said, shown, size, box, im.size, secondary, rgb(colour), around, below, im.crop(spot)))
    return wide


@cache
def _digit_middle(face: str, size: int) -> float:
    with _FONTS_IN_USE:
        box = font(face, size).getbbox("0", anchor="ls")
    return (box[1] + box[3]) / 2


def number(
    im: Image.Image,
    xy: tuple[float, float],
    said: str,
    size: int,
    colour: Colour = TEXT,
    anchor: str = "m",
    stroke: int = 0,
    edge: Colour = INK,
    room: float | None = None,
    secondary: bool = False,
) -> float:
    """Set digits or a single letter vertically centred on xy. Returns the width used."""
    y = xy[1] - _digit_middle("digits", size)
    return text(im, (xy[0], y), said, "digits", size, colour, anchor, room=room, stroke=stroke, edge=edge, secondary=secondary)


def lines(said: str, face: str, size: int, room: float, most: int) -> list[str]:
    """The text broken at spaces into at most `most` lines; the last line may be longer than `room`."""
    out: list[str] = []
    for word in said.split():
        if out and (len(out) == most or width(f"{out[-1]} {word}", face, size) <= room):
            out[-1] += f" {word}"
        else:
            out.append(word)
    return out


# ---------------------------------------------------------------- sprites


def on_ground(sprite: Image.Image, colour: Colour) -> Image.Image:
    """A sprite on a plain background of its own size, which can be pasted ten times as fast."""
    out = Image.new("RGB", sprite.size, rgb(colour))
    out.paste(sprite, (0, 0), sprite)
    return out


def paste(im: Image.Image, sprite: Image.Image, xy: tuple[float, float], anchor: str = "nw") -> None:
    """Paste a sprite on a picture, or on another sprite whose edges stay opaque; anchor: `nw` the corner, `c` the centre."""
    x, y = xy
    if anchor == "c":
        x, y = x - sprite.width / 2, y - sprite.height / 2
    left, top = round(x), round(y)
    if sprite.mode == "RGB":
        im.paste(sprite, (left, top))
    elif im.mode == "RGBA":
        im.alpha_composite(sprite, (max(left, 0), max(top, 0)), (max(-left, 0), max(-top, 0)))
    elif (opaque := core(sprite)) is None:
        im.paste(sprite, (left, top), sprite)
    else:
        _paste_around(im, sprite, left, top, opaque)


def _paste_around(im: Image.Image, sprite: Image.Image, left: int, top: int, opaque: tuple[int, int, int, int]) -> None:
    """Copy the opaque middle and blend only the border: blending a pixel takes ten times as long."""
    im.paste(sprite.crop(opaque), (left + opaque[0], top + opaque[1]))
    for part, x, y in edges(sprite, opaque):
        im.paste(part, (left + x, top + y), part)


@drawn_once
def panel(w: int, h: int, r: int, fill: Colour, edge: Colour | None = None, edge_w: float = 4) -> Image.Image:
    """A box with rounded corners and an optional outline, as a sprite."""
    return _panel(w, h, r, fill, edge, edge_w)


def plate(
    im: Image.Image,
    xy: tuple[float, float],
    w: int,
    h: int,
    r: int,
    fill: Colour,
    edge: Colour | None = None,
    edge_w: float = 4,
) -> None:
    """Paste a panel on a plain picture. Only its corners are blended, the rest is copied: large panels are most of the work."""
    left, top = round(xy[0]), round(xy[1])
    for part, x, y, mask in _parts(w, h, r, fill, edge, edge_w):
        im.paste(part, (left + x, top + y), mask)


@drawn_once
def _parts(
    w: int, h: int, r: int, fill: Colour, edge: Colour | None, edge_w: float
) -> tuple[tuple[Image.Image, int, int, Image.Image | None], ...]:
    """A panel cut into its opaque parts (without a mask) and its four corners, each with its place."""
    sprite, c = _panel(w, h, r, fill, edge, edge_w), _corner(r, edge_w)
    if min(w, h) <= 2 * c:
        return ((sprite, 0, 0, sprite),)
    boxes = [(0, c, w, h - c), (c, 0, w - c, c), (c, h - c, w - c, h)]
    solid = tuple((sprite.crop(box).convert("RGB"), box[0], box[1], None) for box in boxes)
    corners = [(sprite.crop((x, y, x + c, y + c)), x, y) for y in (0, h - c) for x in (0, w - c)]
    return (*solid, *((part, x, y, part) for part, x, y in corners))


def _corner(r: int, edge_w: float) -> int:
    """The side of a square that contains a panel's corner."""
    return math.ceil(max(r, 1) + edge_w) + 1


def _panel(w: int, h: int, r: int, fill: Colour, edge: Colour | None, edge_w: float) -> Image.Image:
    half = edge_w / 2 if edge else 0.0
    side = 2 * _corner(r, edge_w)
    if w <= side or h <= side:
        return _box(w, h, r, fill, edge, half)
    return stretch(_corners(side, r, fill, edge, half), w, h)


@drawn_once
def _corners(side: int, r: int, fill: Colour, edge: Colour | None, half: float) -> Image.Image:
    """The smallest box with these corners; boxes of all sizes are made from it."""
    return _box(side, side, r, fill, edge, half)


def _box(w: int, h: int, r: int, fill: Colour, edge: Colour | None, half: float) -> Image.Image:
    pen = Pen(w, h)
    pen.box((half, half, w - half, h - half), r, fill, edge or fill, 2 * half)
    return pen.finish()


def stretch(small: Image.Image, w: int, h: int) -> Image.Image:
    """A larger box with the corners of a small one; the rows and columns in its middle are repeated. Drawing large boxes at
    four times their size would cost a hundred times as much.
    """
    c = small.width // 2
    across = Image.new("RGBA", (w, small.height))
    across.paste(small.crop((c, 0, c + 1, small.height)).resize((w, small.height)), (0, 0))
    across.paste(small.crop((0, 0, c, small.height)), (0, 0))
    across.paste(small.crop((small.width - c, 0, small.width, small.height)), (w - c, 0))
    c = small.height // 2
    out = Image.new("RGBA", (w, h))
    out.paste(across.crop((0, c, w, c + 1)).resize((w, h)), (0, 0))
    out.paste(across.crop((0, 0, w, c)), (0, 0))
    out.paste(across.crop((0, small.height - c, w, small.height)), (0, h - c))
    return out


@drawn_once
def border(w: int, h: int, r: int) -> Image.Image:
    """A line around a rounded box of w × h; paste it one pixel further left and up."""
    pen = Pen(w + 2, h + 2)
    pen.box((1.5, 1.5, w + 0.5, h + 0.5), r, None, INK, 3)
    return pen.finish()


@drawn_once
def dashed_box(w: int, h: int, r: int, edge: Colour, fill: Colour | None = None, edge_w: float = 4) -> Image.Image:
    """A box with a dashed outline: an empty place."""
    pen = Pen(w, h)
    if fill:
        pen.box((2, 2, w - 2, h - 2), r, fill, w=0)
    k = r * 0.3
    corners = [(r, 3), (w - r, 3), (w - k, k), (w - 3, r), (w - 3, h - r), (w - k, h - k)]
    corners += [(w - r, h - 3), (r, h - 3), (k, h - k), (3, h - r), (3, r), (k, k)]
    pen.dashes(corners, edge, edge_w, 14, 11)
    return pen.finish()


@drawn_once
def glow(w: int, h: int, r: int, colour: Colour, blur: int, strength: float = 1.0) -> Image.Image:
    """A soft light or shadow of a rounded box, with a margin of 3 × blur on each side."""
    margin = blur * 3
    mask = Image.new("L", (w + 2 * margin, h + 2 * margin), 0)
    ImageDraw.Draw(mask).rounded_rectangle((margin, margin, margin + w, margin + h), r, fill=round(255 * strength))
    sprite = Image.new("RGBA", mask.size, (*rgb(colour), 0))
    sprite.putalpha(mask.filter(ImageFilter.GaussianBlur(blur)))
    return sprite


def fade(sprite: Image.Image, colour: float = 0.12, light: float = 0.78, to: Colour = BG, t: float = 0.16) -> Image.Image:
    """A greyed and darkened copy: `colour` and `light` are the shares of them that remain, `t` how much of `to` is mixed in."""
    out = ImageEnhance.Brightness(ImageEnhance.Color(sprite.convert("RGB")).enhance(colour)).enhance(light)
    out = Image.blend(out, Image.new("RGB", out.size, rgb(to)), t)
    out.putalpha(sprite.getchannel("A"))
    return out


@drawn_once
def rounded_mask(w: int, h: int, r: int) -> Image.Image:
    """A mask (L) of a rounded box."""
    return _panel(w, h, r, WHITE, None, 0).getchannel("A")

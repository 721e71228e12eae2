"""Encodes a drawn picture as PNG in the colours of a palette made in advance (docs/decisions/16-encoding.md)."""

import struct
import zlib
from contextvars import ContextVar
from functools import cache
from operator import mul
from pathlib import Path

from PIL import Image, ImageChops

from data.shapes import TALL, WIDE
from data.themes import DEFAULT
from render.contract import ALT_LENGTH, Picture
from render.frame import FOOT, beside, frieze, with_foot
from render.sheet import Indexed, Sheet
from render.sprite_cache import drawn_once
from render.theme import WIDTH, now, shape
from render.word_places import take_places

try:
    from isal.isal_zlib import compress
except ImportError:
    from zlib import compress

PALETTES = Path(__file__).parent.parent / "data" / "palettes"
"""One file for each game and theme (`<game>.act`, `<game>.<theme>.act`), and `house` for pictures of no game: 256 colours of
three bytes each (made by tools/palettes.py).
"""

LARGEST_MEAN = 4.0
"""The largest mean distance of a picture from a palette's colours, in levels of the colour channel that is furthest off."""

STEP = 6
_COARSE = [min(252, (value + STEP // 2) // STEP * STEP) for value in range(256)] * 3
_SAMPLED = 8
_LEVELS = range(0, 256, 32)
"""One level in each block of colours for which Pillow looks up the nearest palette colours together."""
_TRUE_COLOUR, _INDEXED = 2, 3

drawn: ContextVar[list[Image.Image] | None] = ContextVar("drawn", default=None)
"""If a list is set here, every picture is appended to it as drawn: tests and tools compare it with the file."""


def encode(im: Image.Image | Sheet, alt: str, palette: str) -> Picture:
    """Encode a picture (RGB, or made of parts) as PNG with its alt text, which is cut to Discord's length. `palette` is a
    game's key or `house`; the palette for the current theme is used.

    The foot (`render.frame`) is added below a picture of full width, or a narrower one in the tall shape, and beside one in the
    wide shape. With a palette of its own, encoding takes a third of the time and two thirds of the bytes. If there is none, or
    the colours do not fit it, they are rounded to multiples of STEP instead, which nobody sees either.
    """
    across = im.width
    if shape() == WIDE and im.width == WIDTH:
        im = beside(_whole(im))
    foot = im.width == WIDTH or (im.width < WIDTH and shape() == TALL)

    def whole() -> Image.Image:
        return with_foot(_whole(im)) if foot else _whole(im)

    if (seen := drawn.get()) is not None:
        seen.append(whole())
    data = _encode_indexed(im, palette_name(palette), foot) or _png(whole().point(_COARSE), _TRUE_COLOUR)
    size = im.width, im.height + (FOOT if foot else 0)
    return Picture(data, "png", shorten(alt), size, take_places(im.width - across))


def palette_name(palette: str) -> str:
    """The name of a palette's file in the current theme."""
    return palette if now() == DEFAULT else f"{palette}.{now()}"


def shorten(said: str) -> str:
    """The text, cut with an ellipsis if it is too long for an alt text."""
    return said if len(said) <= ALT_LENGTH else said[: ALT_LENGTH - 1].rstrip() + "…"


def warm(name: str) -> None:
    """Make Pillow look up a palette's nearest colours for all others, so that the first pictures need not."""
    palette = _palette(palette_name(name))
    if palette is not None:
        every = bytes(level for red in _LEVELS for green in _LEVELS for blue in _LEVELS for level in (red, green, blue))
        Image.frombytes("RGB", (len(_LEVELS), len(_LEVELS) ** 2), every).quantize(palette=palette, dither=Image.Dither.NONE)


@cache
def _palette(name: str) -> Image.Image | None:
    path = PALETTES / f"{name}.act"
    if not path.is_file():
        return None
    im = Image.new("P", (1, 1))
    im.info["act"] = path.read_bytes()
    im.putpalette(im.info["act"])
    # Pillow builds its table of nearest colours when a palette is first used; two threads must not do that at the same time.
    Image.new("RGB", (1, 1)).quantize(palette=im, dither=Image.Dither.NONE)
    return im


@drawn_once
def _frieze(name: str, wide: int) -> Image.Image:
    """The foot in the colours of a palette, which must exist."""
    return frieze(wide).quantize(palette=_palette(name), dither=Image.Dither.NONE)


def _whole(im: Image.Image | Sheet) -> Image.Image:
    return im.whole() if isinstance(im, Sheet) else im


def _encode_indexed(im: Image.Image | Sheet, name: str, foot: bool) -> bytes | None:
    """Encode in the colours of a palette, with the foot below if wanted; None if there is no palette or it does not fit."""
    found = im.in_palette(name, _nearest) if isinstance(im, Sheet) else _nearest(im, name)
    palette = _palette(name)
    if found is None or palette is None or max(found[1]) > LARGEST_MEAN:
        return None
    return _png(found[0], _INDEXED, palette.info["act"], _frieze(name, im.width) if foot else None)


def _nearest(im: Image.Image, name: str) -> Indexed | None:
    """Returns a picture in the colours of a palette (see `Indexed`); None if there is no such palette."""
    palette = _palette(name)
    if palette is None:
        return None
    nearest = im.quantize(palette=palette, dither=Image.Dither.NONE)
    size = (-(-im.width // _SAMPLED), -(-im.height // _SAMPLED))
    some, same = im.resize(size, Image.Resampling.NEAREST), nearest.resize(size, Image.Resampling.NEAREST)
    counts, pixels = ImageChops.difference(some, same.convert("RGB")).histogram(), some.width * some.height
    return nearest, tuple(sum(map(mul, counts[at : at + 256], range(256))) / pixels for at in (0, 256, 512))


def _png(im: Image.Image, colour_type: int, colours: bytes = b"", foot: Image.Image | None = None) -> bytes:
    """The file, every row unfiltered: filters gain nothing on flat colours, and Pillow takes ten times as long trying them."""
    width, height = im.size
    if colour_type == _INDEXED:
        # An extra column on the left provides the zero before each row.
        wider = Image.new("P", (width + 1, height + (foot.height if foot else 0)))
        wider.paste(im, (1, 0))
        if foot:
            wider.paste(foot, (1, height))
        height = wider.height
        rows = wider.tobytes()
    else:
        pixels, length = im.tobytes(), 3 * im.width
        rows = b"".join([b"\0" + pixels[at : at + length] for at in range(0, len(pixels), length)])
    header = struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", colours), (b"IDAT", compress(rows, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts if data or kind == b"IEND")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

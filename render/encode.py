"""A drawn picture becomes a file: PNG in the colours of a palette that was made beforehand (docs/decisions/16-encoding.md)."""

import struct
import zlib
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from data.shapes import TALL, WIDE
from data.themes import DEFAULT
from render.contract import ALT_LENGTH, Picture
from render.frame import beside, footed, frieze
from render.sprite_cache import drawn_once
from render.theme import WIDTH, now, shape

try:
    from isal.isal_zlib import compress
except ImportError:
    from zlib import compress

PALETTES = Path(__file__).parent.parent / "data" / "palettes"
"""A file a game and theme (`<game>.act`, `<game>.<theme>.act`), and `house` for what belongs to none: 256 colours of three
bytes each (tools/palettes.py makes them).
"""

LARGEST_MEAN = 4.0
"""How far from a palette's colours a picture may be on the average, in levels of the colour that is off most."""

STEP = 6
_COARSE = [min(252, (value + STEP // 2) // STEP * STEP) for value in range(256)] * 3
_SAMPLED = 8
_LEVELS = range(0, 256, 32)
"""One in each of the blocks for which Pillow looks up the nearest colours together."""
_TRUE_COLOUR, _INDEXED = 2, 3

drawn: ContextVar[list[Image.Image] | None] = ContextVar("drawn", default=None)
"""A list put here is given every picture as it was drawn: tests and tools compare it with the file."""


def encode(im: Image.Image, alt: str, palette: str) -> Picture:
    """The picture (RGB) as PNG with its description, which is cut to Discord's length. `palette`: a game's key, or `house`; the
    one of the theme that is drawn in.

    A picture as wide as all, or narrower and tall, gets its foot (`render.frame`) below it; where it is wide, beside it. In
    a palette of its own it takes a third of the time and two thirds of the bytes. Where there is none, or it is drawn in other
    colours, the colours are rounded to multiples of STEP instead; nobody sees that either.
    """
    if shape() == WIDE and im.width == WIDTH:
        im = beside(im)
    foot = im.width == WIDTH or (im.width < WIDTH and shape() == TALL)
    if (seen := drawn.get()) is not None:
        seen.append(footed(im) if foot else im)
    data = _indexed(im, named(palette), foot) or _png((footed(im) if foot else im).point(_COARSE), _TRUE_COLOUR)
    return Picture(data, "png", shortened(alt, ALT_LENGTH))


def named(palette: str) -> str:
    """What a palette's file is called in the theme that is drawn in."""
    return palette if now() == DEFAULT else f"{palette}.{now()}"


def shortened(said: str, length: int) -> str:
    """The text, or its beginning with an ellipsis."""
    return said if len(said) <= length else said[: length - 1].rstrip() + "…"


def warm(name: str) -> None:
    """Have Pillow look up the nearest colours of a palette for all others, which the first pictures would do else."""
    palette = _palette(named(name))
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
    # Pillow makes its table of nearest colours when a palette is first used, which two threads must not do at once.
    Image.new("RGB", (1, 1)).quantize(palette=im, dither=Image.Dither.NONE)
    return im


@drawn_once
def _frieze(name: str, wide: int) -> Image.Image:
    """The foot in the colours of a palette that there is."""
    return frieze(wide).quantize(palette=_palette(name), dither=Image.Dither.NONE)


def _indexed(im: Image.Image, name: str, foot: bool) -> bytes | None:
    """The file in the colours of a palette, with the foot below it if wanted; None where there is none or they do not fit."""
    palette = _palette(name)
    if palette is None:
        return None
    nearest = im.quantize(palette=palette, dither=Image.Dither.NONE)
    size = (im.width // _SAMPLED, im.height // _SAMPLED)
    some, same = im.resize(size, Image.Resampling.NEAREST), nearest.resize(size, Image.Resampling.NEAREST)
    if max(ImageStat.Stat(ImageChops.difference(some, same.convert("RGB"))).mean) > LARGEST_MEAN:
        return None
    return _png(nearest, _INDEXED, palette.info["act"], _frieze(name, im.width) if foot else None)


def _png(im: Image.Image, colour_type: int, colours: bytes = b"", foot: Image.Image | None = None) -> bytes:
    """The file, every row unfiltered: flat colours gain nothing by filters, and Pillow takes ten times as long to try them."""
    width, height = im.size
    if colour_type == _INDEXED:
        # A column more on the left makes the zero that stands before each row.
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

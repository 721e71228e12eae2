"""Sets a line of text: which glyphs, and where. Nothing but the fonts decides it, so it is the same on every machine.

The fonts are made for this (data/fonts/README.md): lining tabular figures, a `kern` table of classes, ligatures with code
points. `render/script.py` has the order of the letters. Accents that are not part of a letter are centred on it. Decision 20
says why Pillow does not set the text.
"""

import struct
import unicodedata
from functools import cache, lru_cache

import msgspec

from render.script import clusters, mark
from render.theme import FACES, FONTS

LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
ABOVE, BELOW = 230, 220
"""Combining classes of marks that stand above and below a letter, and not through it."""
GAP = 0.04
"""Between a letter and its mark, as a share of the size."""
PART = 64
"""A pixel has as many parts as FreeType counts in."""


class Glyph(msgspec.Struct, frozen=True, gc=False):
    """A character that is drawn as it is, and the place of its origin from the line's (px), to the right and downwards."""

    char: str
    x: int
    y: int


class SetLine(msgspec.Struct, frozen=True):
    """A text that is set, and how wide it is (px)."""

    glyphs: tuple[Glyph, ...]
    wide: float


class Face:
    """What setting text needs of a font's tables. Distances are in units of the font, of which its size has `units`."""

    def __init__(self, face: str) -> None:
        self._data = data = (FONTS / FACES[face]).read_bytes()
        (count,) = struct.unpack_from(">H", data, 4)
        tables = {data[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">I", data, 20 + 16 * i)[0] for i in range(count)}
        (self.units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
        (self._long,) = struct.unpack_from(">H", data, tables[b"head"] + 50)
        (self._widths,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
        self._hmtx, self._loca, self._glyf = tables[b"hmtx"], tables[b"loca"], tables[b"glyf"]
        self._kern = tables[b"kern"] + 4
        self.glyphs = self._codes(tables[b"cmap"])

    def _codes(self, cmap: int) -> dict[int, int]:
        """Code points and their glyphs, from the one subtable, of format 12."""
        start = cmap + struct.unpack_from(">I", self._data, cmap + 8)[0]
        (groups,) = struct.unpack_from(">I", self._data, start + 12)
        found: dict[int, int] = {}
        for k in range(groups):
            first, last, glyph = struct.unpack_from(">III", self._data, start + 16 + 12 * k)
            found.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
        return found

    def advance(self, char: str) -> int:
        """How far the next letter is from this one."""
        at = min(self.glyphs.get(ord(char), 0), self._widths - 1)
        width: int = struct.unpack_from(">H", self._data, self._hmtx + 4 * at)[0]
        return width

    def kerning(self, first: str, second: str) -> int:
        """By how much the second letter is farther (negative: nearer) after the first, from a `kern` table of classes."""
        _, left, right, _ = struct.unpack_from(">4H", self._data, self._kern + 6)
        row, column = self._class(left, first), self._class(right, second)
        if not row:
            return 0
        value: int = struct.unpack_from(">h", self._data, self._kern + row + column)[0]
        return value

    def _class(self, table: int, char: str) -> int:
        first, count = struct.unpack_from(">2H", self._data, self._kern + table)
        at = self.glyphs.get(ord(char), 0) - first
        found: int = struct.unpack_from(">H", self._data, self._kern + table + 4 + 2 * at)[0] if 0 <= at < count else 0
        return found

    def box(self, char: str) -> tuple[int, int, int, int]:
        """The left, lower, right and upper edge of a glyph's ink."""
        glyph = self.glyphs.get(ord(char), 0)
        size, kind = (4, ">2I") if self._long else (2, ">2H")
        start, end = struct.unpack_from(kind, self._data, self._loca + size * glyph)
        if start == end:
            return 0, 0, 0, 0
        found: tuple[int, int, int, int] = struct.unpack_from(
            ">4h", self._data, self._glyf + start * (1 if self._long else 2) + 2
        )
        return found


@cache
def face(name: str) -> Face:
    """A face of the theme (`FACES`)."""
    return Face(name)


@lru_cache(maxsize=1024)
def line(text: str, name: str, size: int) -> SetLine:
    """A text in a face at a pixel size."""
    font = face(name)
    for letters, one in LIGATURES.items():
        if letters in text and ord(one) in font.glyphs:
            text = text.replace(letters, one)
    glyphs: list[Glyph] = []
    at, last = 0, ""
    for each in clusters(text, font.glyphs.keys()):
        base = each[0]
        if last:
            at += _parts(font.kerning(last, base), size, font.units)
        glyphs.append(Glyph(base, _pixels(at), 0))
        for char in filter(mark, each[1:]):
            right, up = _beside(font, base, char)
            glyphs.append(Glyph(char, _pixels(at + _parts(right, size, font.units)), -_pixels(_parts(up, size, font.units))))
        at += _parts(font.advance(base), size, font.units)
        last = base
    return SetLine(tuple(glyphs), at / PART)


def _parts(units: int, size: int, of: int) -> int:
    scale = ((size * PART << 16) + of // 2) // of
    return (units * scale + 0x8000) >> 16


def _pixels(parts: int) -> int:
    return (parts + PART // 2) // PART


def _beside(font: Face, base: str, char: str) -> tuple[int, int]:
    """How far a mark's origin is to the right of its letter's and above it: its ink is centred, and touches no ink."""
    left, low, right, high = font.box(base)
    mark_left, mark_low, mark_right, mark_high = font.box(char)
    kind, gap = unicodedata.combining(char), round(GAP * font.units)
    up = 0
    if kind == ABOVE:
        up = max(0, high + gap - mark_low)
    elif kind == BELOW:
        up = min(0, low - gap - mark_high)
    return (left + right - mark_left - mark_right) // 2, up

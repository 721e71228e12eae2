"""Which letters a font has, and how any name at all becomes something that can be drawn."""

from __future__ import annotations

import struct
import unicodedata
from functools import cache

from render.theme import FACES, FONTS

LONGEST = 80
"""Names are cut here before anything is measured; no picture has room for more."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKS = {"Mn", "Me", "Mc"}


@cache
def covered(face: str) -> frozenset[int]:
    """Code points for which the face has a glyph, read from the font's own table (formats 4 and 12)."""
    data = (FONTS / FACES[face]).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {data[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">I", data, 20 + 16 * i)[0] for i in range(count)}
    start = tables[b"cmap"]
    (subtables,) = struct.unpack_from(">H", data, start + 2)
    found: set[int] = set()
    for i in range(subtables):
        (offset,) = struct.unpack_from(">I", data, start + 8 + 8 * i)
        found |= _subtable(data, start + offset)
    return frozenset(found)


def _subtable(data: bytes, at: int) -> set[int]:
    (kind,) = struct.unpack_from(">H", data, at)
    found: set[int] = set()
    if kind == 4:
        (twice,) = struct.unpack_from(">H", data, at + 6)
        n = twice // 2
        ends = struct.unpack_from(f">{n}H", data, at + 14)
        starts = struct.unpack_from(f">{n}H", data, at + 16 + twice)
        for first, last in zip(starts, ends, strict=True):
            if first != 0xFFFF:
                found.update(range(first, last + 1))
    elif kind == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for k in range(groups):
            first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * k)
            found.update(range(first, last + 1))
    return found


@cache
def _drawable() -> frozenset[int]:
    """Code points that names can be drawn with."""
    return covered("bold") | covered("other")


def readable(text: str) -> str:
    """The text without what breaks a line or cannot be drawn at all: controls, direction marks and emoji go, letters of
    mathematical alphabets become plain ones, stacks of accents are cut to one, runs of letters that no font here has become
    one dot. May be "" when nothing is left.
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
    """A person's name as it is drawn; `otherwise` where nothing in it can be told apart (only emoji, for instance)."""
    drawn = readable(text)
    return drawn if any(char.isalnum() for char in drawn) else otherwise


def face_for(face: str, text: str) -> str:
    """The face itself, or the stand-in where it lacks a letter of the text."""
    has = covered(face)
    return face if all(ord(char) in has for char in text) else "other"

"""The fonts of the pictures: `python -m tools.fonts FOLDER` makes those in `data/fonts` from the originals in FOLDER.

Text is set without a shaping library (`render/fonts.py`), so what such a library would do is made part of the fonts: each
digit is the lining, tabular one, pairs are kerned by a `kern` table instead of GPOS, the usual ligatures have code points, and
glyphs without a code point are left out. The changed fonts have names of their own. data/fonts/README.md says where the
originals are from.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_unkown

from render.theme import FONTS

FIGURES = ("lnum", "tnum")
LIGATURES = {0xFB00: "f_f", 0xFB03: "f_f_i", 0xFB04: "f_f_l"}
"""Code points of ligatures for which the originals have a glyph and no code point."""
RENAMED, TRADEMARK = (1, 2, 3, 4, 6, 16, 17), 7
"""Numbers of entries in the table of names."""


class Original(NamedTuple):
    """A font as its authors published it, and the names of the changed one."""

    file: str
    sha256: str
    family: str
    style: str


ORIGINALS = (
    Original(
        "AlegreyaSans_700Bold.ttf", "13883398da53d847135a21b2ba9b8982143bb1d393a88e3b18912d0fdba673f8", "Zamki Sans", "Bold"
    ),
    Original(
        "AlegreyaSans_800ExtraBold.ttf",
        "260d5d5741cf9dab349de9cf6ad2b4f809dcf9932d8af2a60e4d6c3dff61684b",
        "Zamki Sans",
        "ExtraBold",
    ),
    Original(
        "AtkinsonHyperlegibleNext_700Bold.ttf",
        "4ba7415b7095e546720446b6d47daa95d6f482d9fd40c729793e21d67cc9f366",
        "Zamki Legible",
        "Bold",
    ),
    Original(
        "AtkinsonHyperlegibleNext_800ExtraBold.ttf",
        "825ade096c646dda7cf3dc7b82db21b089fc52ce874a230a0a326c826024bb8d",
        "Zamki Legible",
        "ExtraBold",
    ),
    Original(
        "DejaVuSans-Bold.ttf", "0d977336a6d5fba34eab8e3199eb218327161b5143749f802982c2bc34df0c96", "Zamki Letters", "Bold"
    ),
    Original(
        "GrenzeGotisch_700Bold.ttf", "d128fca12f1579ef4e334f75a4c01bb3c184383659bb035f55101200e27a19ef", "Zamki Title", "Bold"
    ),
)


def made(original: Original, folder: Path) -> TTFont:
    """Returns the changed font. Raises SystemExit if the file in `folder` is another one than the changes were made for."""
    path = folder / original.file
    if hashlib.sha256(path.read_bytes()).hexdigest() != original.sha256:
        raise SystemExit(f"{path} is another version than that of data/fonts/README.md.")
    font = TTFont(path, recalcTimestamp=False)
    codes = {code: _figure(font, glyph) for code, glyph in font.getBestCmap().items()}
    codes |= {code: glyph for code, glyph in LIGATURES.items() if code not in codes and glyph in font.getReverseGlyphMap()}
    pairs = _pairs(font, frozenset(codes.values()))
    table = newTable("cmap")
    table.tableVersion, table.tables = 0, [_all(codes)]
    font["cmap"] = table
    options = Options(layout_features=[], name_IDs=["*"], name_languages=["*"], notdef_outline=True, glyph_names=False)
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "FFTM", "STAT", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font["kern"] = _kern(font, pairs)
    _rename(font, original)
    return font


def _all(codes: dict[int, str]) -> CmapSubtable:
    """The one subtable that `render/fonts.py` reads."""
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language, table.cmap = 3, 10, 0, codes
    return table


def _lookups(table: Any, *features: str) -> list[Any]:
    """The lookups of features as a text in Latin letters gets them, in their order: their subtables."""
    scripts = {each.ScriptTag: each.Script for each in table.ScriptList.ScriptRecord}
    system = scripts.get("latn", scripts["DFLT"]).DefaultLangSys
    records = [table.FeatureList.FeatureRecord[index] for index in system.FeatureIndex]
    numbers = {number for each in records if each.FeatureTag in features for number in each.Feature.LookupListIndex}
    return [[getattr(part, "ExtSubTable", part) for part in table.LookupList.Lookup[n].SubTable] for n in sorted(numbers)]


def _figure(font: TTFont, glyph: str) -> str:
    """The lining and tabular form of a digit; of any other glyph, itself."""
    for parts in _lookups(font["GSUB"].table, *FIGURES):
        for part in parts:
            glyph = part.mapping.get(glyph, glyph)
    return glyph


def _pairs(font: TTFont, glyphs: frozenset[str]) -> dict[tuple[str, str], int]:
    """How much nearer (negative) or farther the second glyph of a pair stands, in units of the font."""
    found: dict[tuple[str, str], int] = {}
    for parts in _lookups(font["GPOS"].table, "kern"):
        here: dict[tuple[str, str], int] = {}
        for part in parts:  # for each pair the first that has it counts
            for pair, value in (_one_by_one if part.Format == 1 else _by_class)(part, glyphs):
                here.setdefault(pair, value)
        for pair, value in here.items():
            found[pair] = found.get(pair, 0) + value
    return {pair: value for pair, value in found.items() if value}


def _one_by_one(part: Any, glyphs: frozenset[str]) -> Any:
    for first, pairs in zip(part.Coverage.glyphs, part.PairSet, strict=True):
        for each in pairs.PairValueRecord if first in glyphs else ():
            if each.SecondGlyph in glyphs:
                yield (first, each.SecondGlyph), _advance(each.Value1)


def _by_class(part: Any, glyphs: frozenset[str]) -> Any:
    seconds = [(glyph, kind) for glyph, kind in part.ClassDef2.classDefs.items() if glyph in glyphs]
    for first in part.Coverage.glyphs:
        if first in glyphs:
            values = part.Class1Record[part.ClassDef1.classDefs.get(first, 0)].Class2Record
            for second, kind in seconds:
                yield (first, second), _advance(values[kind].Value1)


def _advance(value: Any) -> int:
    return getattr(value, "XAdvance", 0) or 0


def _kern(font: TTFont, pairs: dict[tuple[str, str], int]) -> Any:
    """One subtable of format 2: glyphs that kern alike share a class, and a matrix has a value for each two classes."""
    glyphs = font.getReverseGlyphMap()
    lefts, rights = sorted({first for first, _ in pairs}, key=glyphs.__getitem__), sorted({second for _, second in pairs})
    rows = {first: tuple(pairs.get((first, second), 0) for second in rights) for first in lefts}
    columns = {second: tuple(pairs.get((first, second), 0) for first in lefts) for second in rights}
    left_classes, right_classes = _classes(rows), _classes(columns)
    width = 2 * (len(set(right_classes.values())) + 1)
    header = 14
    left = _class_table({glyphs[first]: kind * width for first, kind in left_classes.items()})
    right = _class_table({glyphs[second]: kind * 2 for second, kind in right_classes.items()})
    matrix = [0] * (width // 2 * (len(set(left_classes.values())) + 1))
    for (first, second), value in pairs.items():
        matrix[(left_classes[first] * width + right_classes[second] * 2) // 2] = value
    at = header + len(left(0)) + len(right(0))
    body = left(at) + right(0) + struct.pack(f">{len(matrix)}h", *matrix)
    places = struct.pack(">4H", width, header, header + len(left(0)), at)
    part = KernTable_format_unkown(2)
    part.data = struct.pack(">3H", 0, 6 + len(places) + len(body), 2 << 8 | 1) + places + body
    table = newTable("kern")
    table.version, table.kernTables = 0, [part]
    return table


def _classes(values: dict[str, tuple[int, ...]]) -> dict[str, int]:
    """Numbers from 1, the same for glyphs with the same values; 0 is every other glyph's."""
    kinds: dict[tuple[int, ...], int] = {}
    return {glyph: kinds.setdefault(each, len(kinds) + 1) for glyph, each in values.items()}


def _class_table(classes: dict[int, int]) -> Callable[[int], bytes]:
    """A table of classes, by what is added to each of them."""
    first, last = min(classes), max(classes)
    return lambda more: struct.pack(
        f">{last - first + 3}H", first, last - first + 1, *(more + classes.get(glyph, 0) for glyph in range(first, last + 1))
    )


def _rename(font: TTFont, original: Original) -> None:
    names, full = font["name"], f"{original.family} {original.style}"
    plain = original.style == "Bold"  # the older pair of names knows Regular and Bold alone
    was = names.getDebugName(4)
    for number in (*RENAMED, TRADEMARK, 10):
        names.removeNames(nameID=number)
    given = {
        1: original.family if plain else full,
        2: "Bold" if plain else "Regular",
        3: f"{full}, made from {was}",
        4: full,
        6: full.replace(" ", "", 1).replace(" ", "-"),
        10: f"{was} with lining tabular figures and a table of kerning, made for the pictures of Zamki.",
        **({} if plain else {16: original.family, 17: original.style}),
    }
    for number, said in given.items():
        names.setName(said, number, 3, 1, 0x409)


def main(folder: Path) -> None:
    """Make the fonts."""
    for original in ORIGINALS:
        font = made(original, folder)
        name = f"{font['name'].getDebugName(6)}.ttf"
        font.save(FONTS / name)
        print(f"{name}: {len(font.getGlyphOrder())} glyphs, {(FONTS / name).stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

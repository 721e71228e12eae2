"""Text is set as a shaping library would, by the fonts alone."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat, features

from render import canvas, fonts
from render.theme import FACES, FONTS

SIZE = 42
LATIN = "abZ AV To fi ąęłżŚ äöß Đặç 0123 ()[]  .,:;-+/%!?$#«»„”"
MIXED = "abZ אבגד محمدلا 0123 ()[]  .,:;-+/% !?$#«»٣٤"


@pytest.mark.parametrize("face", FACES)
def test_figures_are_tabular_and_lining(face: str) -> None:
    assert len({canvas.width(digit, face, SIZE) for digit in "0123456789"}) == 1
    heights = {fonts.face(face).box(digit)[3] - fonts.face(face).box("0")[3] for digit in "0123456789"}
    assert max(map(abs, heights)) < 0.05 * fonts.face(face).units


@pytest.mark.parametrize("face", sorted(FACES.keys() - {"title"}))
def test_pairs_are_kerned(face: str) -> None:
    for pair in ("AV", "To"):
        assert canvas.width(pair, face, SIZE) < sum(canvas.width(letter, face, SIZE) for letter in pair)


def test_a_line_is_as_wide_as_its_letters_at_any_size() -> None:
    """To a 64th of a pixel for each letter: rounded widths would add up."""
    for face in FACES:
        units = canvas.width("HnHnoo", face, 1000)
        for size in range(20, 70, 7):
            assert abs(canvas.width("HnHnoo", face, size) - units * size / 1000) < 6 / 64


def test_ligatures_are_one_glyph() -> None:
    assert [glyph.char for glyph in fonts.line("effi fl", "title", SIZE).glyphs] == ["e", "ﬃ", " ", "ﬂ"]
    assert [glyph.char for glyph in fonts.line("fi", "digits", SIZE).glyphs] == ["f", "i"], "it has none"


@pytest.mark.parametrize("text", ["g̃", "ẹ́", "x̂", "Т̆", "q̣", "שָ", "مُ", "Z̵"])
def test_marks_are_centred_on_their_letter_and_take_no_room(text: str) -> None:
    name = canvas.face_for("bold", text)
    face, (base, mark) = fonts.face(name), fonts.line(text, name, SIZE).glyphs
    middle = [(face.box(each.char)[0] + face.box(each.char)[2]) / 2 * SIZE / face.units + each.x for each in (base, mark)]
    assert abs(middle[0] - middle[1]) <= 1
    assert canvas.width(text, "bold", SIZE) == canvas.width(base.char, name, SIZE)
    low, high = (face.box(mark.char)[side] * SIZE / face.units - mark.y for side in (1, 3))
    if unicodedata.combining(mark.char) == fonts.ABOVE:
        assert low > face.box(base.char)[3] * SIZE / face.units
    if unicodedata.combining(mark.char) == fonts.BELOW:
        assert high < face.box(base.char)[1] * SIZE / face.units


@pytest.mark.long
@given(st.text(max_size=60), st.sampled_from(sorted(FACES)))
def test_whatever_is_set_has_a_width_and_each_glyph_a_place(text: str, face: str) -> None:
    line = fonts.line(canvas.readable(text), canvas.face_for(face, canvas.readable(text)), SIZE)
    assert line.wide >= 0
    assert all(-SIZE <= glyph.x <= line.wide + SIZE for glyph in line.glyphs)


def by_raqm(text: str, face: str, size: int) -> Image.Image:
    font = ImageFont.truetype(str(FONTS / FACES[face]), size, layout_engine=ImageFont.Layout.RAQM)
    im = Image.new("L", (round(font.getlength(text, direction="ltr")) + size, 2 * size))
    ImageDraw.Draw(im).text((size // 2, size), text, 255, font, anchor="ls", direction="ltr")
    return im.crop(im.getbbox())


@pytest.mark.skipif(not features.check("raqm"), reason="no FriBiDi")
@pytest.mark.parametrize("letters", [LATIN, MIXED], ids=["Latin", "mixed"])
def test_raqm_sets_it_the_same(letters: str) -> None:
    """Order, forms, kerning and places. It knows no ligatures of our fonts, so it gets them as code points, and it does not
    kern where the direction turns.
    """
    rng = random.Random(1)
    for _ in range(300):
        typed = canvas.readable("".join(rng.choices(letters, k=rng.randint(3, 14)))) or "a"
        face = canvas.face_for("bold", typed)
        for several, one in fonts.LIGATURES.items():
            typed = typed.replace(several, one)
        ours, theirs = canvas.label(typed, "bold", SIZE, "#FFFFFF")[0].getchannel("A"), by_raqm(typed, face, SIZE)
        assert ours.size == theirs.size, ascii(typed)
        assert ImageStat.Stat(ImageChops.difference(ours, theirs)).mean[0] <= (0 if letters == LATIN else 6), ascii(typed)


@pytest.mark.parametrize("path", sorted(FONTS.glob("*.ttf")), ids=lambda path: path.name)
def test_a_changed_font_has_a_name_and_a_licence_of_its_own(path: Path) -> None:
    font = TTFont(path)
    names = [font["name"].getDebugName(number) or "" for number in (1, 3, 4, 6, 16)]
    assert all(name.replace(" ", "").startswith("Zamki") for name in names if name)
    assert font["name"].getDebugName(0), "the copyright notice stays"
    (text,) = FONTS.glob(f"{path.stem.partition('-')[0]}-*.txt")
    assert f"]({text.name})" in (FONTS / "README.md").read_text(encoding="utf-8")
    assert {"GSUB", "GPOS", "GDEF"}.isdisjoint(font.keys())

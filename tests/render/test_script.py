"""Letters in the order and the forms in which they are drawn: names from right to left in a line from left to right."""

from __future__ import annotations

import pytest

from render.fonts import face
from render.script import clusters


def drawn(text: str) -> str:
    return "".join(clusters(text, face("other").glyphs.keys()))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ola", "Ola"),
        ("אבג", "גבא"),
        ("Ola אבג!", "Ola גבא!"),
        ("אבג דהו", "והד גבא"),
        ("אבג, דהו", "והד ,גבא"),
        ("אבג 123", "123 גבא"),
        ("אבג 12-13", "12-13 גבא"),
        ("אבג 12.5%", "12.5% גבא"),
        ("12 אבג", "12 גבא"),
        ("אבג abc דהו", "גבא abc והד"),
        ("(אבג)", "(גבא)"),
        ("אבג (דהו)", "(והד) גבא"),
        ("אבג (abc) דהו", "גבא (abc) והד"),
        ("אבג <דה> ו", "ו <הד> גבא"),
        ("\u202eevil", "evil"),
        ("a\u200db", "ab"),
    ],
)
def test_what_is_written_from_right_to_left_stands_in_its_order(typed: str, shown: str) -> None:
    assert drawn(typed) == shown


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("ب", "ﺏ"),
        ("ببب", "ﺐﺒﺑ"),
        ("دب", "ﺏﺩ"),
        ("محمد", "ﺪﻤﺤﻣ"),
        ("لا", "ﻻ"),
        ("بلا", "ﻼﺑ"),
        ("الله", "ﻪﻠﻟﺍ"),
        ("بء", "\ufe80\ufe8f"),
        ("بـب", "ﺐـﺑ"),
        ("پژ", "ﮋﭘ"),
        ("٣٤", "٣٤"),
        ("ب٣٤", "٣٤ﺏ"),
    ],
)
def test_arabic_letters_join(typed: str, shown: str) -> None:
    assert drawn(typed) == shown


def test_marks_stay_on_their_letter() -> None:
    assert clusters("שָלום", face("other").glyphs.keys())[-1] == "שָ"
    assert drawn("مُحَمد") == "ﺪﻤﺤَﻣُ"
    assert clusters("xâ", face("other").glyphs.keys()) == ["x", "â"]


def test_a_form_without_a_glyph_is_the_plain_letter() -> None:
    assert "".join(clusters("ببب", {ord("ب")})) == "ببب"

import re
from collections import defaultdict
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord.ui import TextDisplay
from hypothesis import given
from hypothesis import strategies as st

from asking.names import NAME, plain
from chat.wire.layout import Card
from chat.wire.text import TITLE_PART, clip, cut, escape, fit, link, person_name, ranking_line, unbroken, visible_length
from data.words import languages, words
from engines import games
from render import canvas
from tests.support.markup import broken

ROOM = 244
"""Css pixels that a title has in a card on a phone of 360 px."""

LABEL_ROOM = 195
"""Pixels that a label has in a button with an emoji on such a phone."""

LABEL = re.compile(r'\bbutton\(\s*(?:\w+\.)?(?:words|spoken)\("([\w.-]+)"')
ROOT = Path(__file__).parents[2]

NAMES = st.text(max_size=60)


@pytest.mark.long
@given(NAMES)
def test_a_plain_name_is_one_short_line_without_direction_marks(name: str) -> None:
    shown = plain(name)
    assert 1 <= len(shown) <= NAME
    assert not set(shown) & set("\n\r\t\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


@pytest.mark.long
@given(NAMES)
def test_an_escaped_name_formats_and_mentions_nobody(name: str) -> None:
    shown = escape(name).removeprefix("\u2068").removesuffix("\u2069")
    for at, letter in enumerate(shown):
        if letter in "*_~`|>#[]()<:":
            assert shown[at - 1] == "\\"
        if letter == "@":
            assert shown[at + 1] == "\u200b"


@pytest.mark.parametrize("name", ["<@123>", "@everyone", "<#1>", "**bold**", "[a](http://b.c)", "||x||", "`x`"])
def test_what_would_mean_something_means_nothing(name: str) -> None:
    assert name not in escape(name)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_parts_of_titles_have_room_on_a_narrow_phone(language: str) -> None:
    """Measured in the face of pictures, a little larger than titles are: both are bold."""
    say = words(language)
    titles = [said.partition("\n")[0] for said in map(say, sorted(say.keys())) if said.startswith("### ")]
    given = {
        "game": "",
        "table": 12345,
        "page": 10,
        "pages": 12,
        "step": 10,
        "steps": 12,
        "number": 123,
        "when": say("render.when", first=12),
    }
    for game in games():
        named = given | {"game": say(f"{game}.name")}
        for title in titles:
            whole = title.format_map(defaultdict(str, named))
            shown = unbroken(whole)
            assert shown.startswith("### ")
            assert shown.replace("\u00a0", " ") == whole
            for part in shown.removeprefix("### ").split(" "):
                if "\u00a0" in part:
                    letters = "".join(letter for letter in part.replace("\u00a0", " ") if ord(letter) < 0x2000)
                    assert canvas.width(letters, "bold", 20) <= ROOM, part


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_labels_of_buttons_have_room_on_a_narrow_phone(language: str) -> None:
    say, sources = words(language), chain.from_iterable((ROOT / folder).rglob("*.py") for folder in ("chat", "cogs"))
    keys = {key for path in sources for key in LABEL.findall(path.read_text(encoding="utf-8")) if say.has(key)}
    assert "cogs.games.alone" in keys
    assert not [say(key) for key in sorted(keys) if canvas.width(say(key), "bold", 18) > LABEL_ROOM]


def test_short_parts_of_a_title_are_not_broken() -> None:
    nbsp = "\u00a0"
    said = unbroken("### 🃏 Rycerze i zamki · stół 12 · twoja ręka 🩵\n-# 🏆 turniej 3")
    assert said.replace(nbsp, "_") == "### 🃏 Rycerze i zamki · stół_12_· twoja_ręka_🩵\n-# 🏆 turniej 3"
    long = unbroken(f"### stół 12: zaliczyć partię {'x' * TITLE_PART} 3")
    assert long.replace(nbsp, "_") == f"### stół_12: zaliczyć partię {'x' * TITLE_PART}_3"


def test_names_written_from_right_to_left_are_kept_apart() -> None:
    assert escape("דוד") == "\u2068דוד\u2069"
    assert plain("") == plain("\u202e\n") == "?"


INVISIBLE = "\u00ad\u034f\u115f\u180b\u180e\u200b\u200c\u200d\u2800\u3164\ufe0f\ufff9\ufffa\ufffb\uffa0\U000e0041\U000e0100"


@pytest.mark.parametrize("letter", INVISIBLE)
def test_nothing_invisible_makes_a_name_or_another_one(letter: str) -> None:
    assert plain(letter) == plain(letter * 3) == "?"
    for name in (f"A{letter}da", f"Ada{letter}", f"{letter}Ada", f"Ada {letter}"):
        assert plain(name) == "Ada"
    assert plain(f"👨\u200d{letter}").rstrip("\ufe0f") == "👨"


@pytest.mark.parametrize("name", ["❤️", "1️⃣", "👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "نامه‌ای", "क्‍ष", "葛󠄀", "שָׁלוֹם", "Zażółć", "नमस्ते", "???"])
def test_what_belongs_to_a_letter_or_a_sign_stays(name: str) -> None:
    assert plain(name) == name


def test_marks_do_not_pile_up() -> None:
    assert plain("a\u0301\u0302\u0303\u0304b\u0301") == "a\u0301\u0302b\u0301"
    assert plain("\u0301\u0302") == "?"


def test_who_shows_nothing_has_the_name_they_log_in_with() -> None:
    assert person_name(SimpleNamespace(name="ada.l", display_name="\u3164")) == "ada.l"
    assert person_name(SimpleNamespace(name="ada.l", display_name="Ada")) == "Ada"


def test_texts_are_cut_to_their_limit() -> None:
    assert cut("abcdef", 6) == clip("abcdef", 6) == "abcdef"
    assert cut("abcdef", 4) == clip("abcdef", 4) == "abc…"
    assert cut("wins the castle", 12) == "wins the…", "after a word"
    assert fit(["old", "newer", "newest"], 17) == "old\nnewer\nnewest", "all of it fits"
    assert fit(["old", "newer", "newest"], 14) == "…\nnewer\nnewest", "what is left out is not left out in silence"
    assert fit(["old", "newer", "newest"], 13) == "…\nnewest"


KNIGHT = "<:torres_knight_76ac3a:1576070540001542000>"
MARKUP = ["**", "`", "~~", KNIGHT, "<t:1700000000:R>", "<@123>", "[here](https://a.b/c)", "\\*"]
PARTS = st.sampled_from(["a", "word", " ", "\n", "⚔️", "🏰", "🇵🇱", "1️⃣", "ą", *MARKUP])


@given(st.lists(PARTS).map("".join), st.integers(1, 60))
def test_nothing_is_cut_inside_its_markup(text: str, limit: int) -> None:
    for short, size in ((cut(text, limit), visible_length), (clip(text, limit), len)):
        assert size(short) <= limit
        assert (short == text) == (size(text) <= limit)
        if short != text:
            body = short.rstrip("*~`").removesuffix("…").rstrip("*~`")
            assert text.startswith(body)
            assert not list(broken({"content": short}))
            assert short.count("[") == short.count("](https://a.b/c)")
            assert short.count("\\") == short.count("\\*")
            for mark in ("**", "~~", "`"):
                assert text.count(mark) % 2 or short.count(mark) % 2 == 0, "what is begun is ended"


def test_what_is_seen_is_counted() -> None:
    assert visible_length("abc") == 3
    assert visible_length(f"{KNIGHT} a") == 4
    assert visible_length("**bold** `code`") == 9
    assert visible_length("[here](https://a.b/c)") == 4
    assert visible_length("⚔️🏰🇵🇱") == 6
    assert cut(f"{KNIGHT} Ada +2 (sty)", 15) == f"{KNIGHT} Ada +2 (sty)"


def test_links() -> None:
    assert link(1, 2, 3) == "https://discord.com/channels/1/2/3"
    assert link(None, 2, 3) == "https://discord.com/channels/@me/2/3"


def test_places_that_are_shared_are_told_as_they_are() -> None:
    lines = [ranking_line(place, name) for place, name in ((1, "Ada"), (1, "Borys"), (3, "Chloe"), (None, "Dmitri"))]
    assert lines == ["1\\. Ada", "1\\. Borys", "3\\. Chloe", "– Dmitri"], "no Markdown list, which would be numbered again"


def test_forgotten_people_are_not_mentioned() -> None:
    """Discord refuses a message that may ping somebody without an id."""
    card = Card(text="<@-7> <@5>, <@-7>", asks="<@5> <@-70>!", pings=(5, -7))
    sent = card.posting()
    assert sent["allowed_mentions"].to_dict()["users"] == [5]
    assert [item.content for item in sent["view"].walk_children() if isinstance(item, TextDisplay)] == [" <@5>,", "<@5>!"]

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.wire.text import NAME, cut, escaped, fit, link, plain

NAMES = st.text(max_size=60)


@given(NAMES)
def test_a_plain_name_is_one_short_line_without_marks_of_direction(name: str) -> None:
    shown = plain(name)
    assert 1 <= len(shown) <= NAME
    assert not set(shown) & set("\n\r\t\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


@given(NAMES)
def test_an_escaped_name_formats_and_mentions_nobody(name: str) -> None:
    shown = escaped(name).removeprefix("\u2068").removesuffix("\u2069")
    for at, letter in enumerate(shown):
        if letter in "*_~`|>#[]()<:":
            assert shown[at - 1] == "\\"
        if letter == "@":
            assert shown[at + 1] == "\u200b"


@pytest.mark.parametrize("name", ["<@123>", "@everyone", "<#1>", "**bold**", "[a](http://b.c)", "||x||", "`x`"])
def test_what_would_mean_something_means_nothing(name: str) -> None:
    assert name not in escaped(name)


def test_names_written_from_right_to_left_are_kept_apart() -> None:
    assert escaped("דוד") == "\u2068דוד\u2069"
    assert plain("") == plain("\u202e\n") == "?"


def test_texts_are_cut_to_their_limit() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdef", 4) == "abc…"
    assert fit(["old", "newer", "newest"], 12) == "newest"
    assert fit(["old", "newer", "newest"], 13) == "newer\nnewest"


def test_links() -> None:
    assert link(1, 2, 3) == "https://discord.com/channels/1/2/3"
    assert link(None, 2, 3) == "https://discord.com/channels/@me/2/3"

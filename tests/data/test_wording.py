"""Each catalogue speaks with one voice: one word for one thing, "you" in small letters, nothing that reads like a machine."""

import re

import pytest

from data.guides import guide
from data.words import SHARED, MissingMessage, words
from engines import games
from engines.levels import LEVELS
from tests.support.conformance import hooks
from tests.support.wording import (
    HEADING,
    KNOWN,
    LANGUAGES,
    NEVER_IN,
    SAID,
    buttons,
    first_and_last,
    headings,
    helpless,
    same_names,
    wrong,
)
from tools.words import complete


@pytest.mark.parametrize("language", KNOWN)
def test_one_word_for_one_thing(language: str) -> None:
    found = [*wrong(language)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", NEVER_IN)
def test_a_game_is_told_in_the_words_of_its_rulebook(game: str) -> None:
    said = ((key, text) for key, texts in SAID["pl"].items() for text in texts if key.startswith(f"{game}."))
    heard = [f"{key}: {found[0]!r}" for key, text in said if (found := re.search(NEVER_IN[game], text))]
    assert not heard, "\n".join(heard)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_stand_in_code(language: str) -> None:
    bare = re.compile(r"/(zamki|turniej|tournament|turnier)\b")
    wrong = [
        key
        for key, texts in SAID[language].items()
        if not key.startswith("cogs.command.")
        for text in texts
        if bare.search(re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL))
    ]
    assert not wrong, wrong


RELATIVE = r"(?:\{when\}|<t:\{\w+\}:R>)"
"""A moment that Discord shows as the time until it: "in 3 days"."""

BEFORE = {"en": "after|before|by|from|in|since|till|until", "pl": "do|od|po|przed|za", "de": "ab|bis|in|nach|seit|vor"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_preposition_stands_before_a_relative_time(language: str) -> None:
    before = re.compile(rf"\b(?:{BEFORE[language]}) {RELATIVE}", re.IGNORECASE)
    wrong = [key for key, texts in SAID[language].items() for text in texts if before.search(text)]
    assert not wrong, "“until in 3 days”: " + ", ".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_pages_of_rules_have_short_headings(language: str, game: str) -> None:
    found = headings(language, game)
    assert max(map(len, found)) <= HEADING, found
    assert (found[0], found[-1]) == first_and_last(language, game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_are_called_the_same_in_every_game(language: str) -> None:
    assert {game.levels for game in games().values()} == {LEVELS}
    for level in LEVELS:
        assert words(language)(f"cogs.level.{level}"), "what kind of player it is"
        names = {words(language)(f"{key}.level.{level}") for key in games()}
        assert len(names) == 1, names


@pytest.mark.parametrize("game", games())
def test_a_game_repeats_no_text_that_all_games_share(game: str) -> None:
    """A refusal that a page of the game's rules explains stays its own."""
    explained = {f"illegal.{refusal}" for page in guide(game).page for refusal in page.why}
    shared = {key.removeprefix(f"{SHARED}.") for key in SAID["en"] if key.startswith(f"{SHARED}.")}
    again = [
        part
        for part in shared - explained
        if all(SAID[language].get(f"{game}.{part}") == SAID[language][f"{SHARED}.{part}"] for language in complete())
    ]
    assert not again


def test_what_all_games_say_is_said_only_for_games() -> None:
    assert words("en")("torres.over") == words("en")(f"{SHARED}.over")
    assert not words("en").has("cogs.over")
    with pytest.raises(MissingMessage):
        words("en")("torres.no-such-message")


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_name_of_its_own_in_each_language(game: str) -> None:
    """A game that is called the same everywhere, because it is a place, says so in its laws.py (`SAME_NAME`)."""
    assert not [*same_names(game, marked=getattr(hooks(game), "SAME_NAME", False))]


@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("kind", [".illegal.", ".refusal."])
def test_a_refusal_says_what_to_do_instead(kind: str, language: str) -> None:
    found = [*helpless(language, kind)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_named_in_bold_as_they_are_called(language: str) -> None:
    found = [*buttons(language)]
    assert not found, "\n".join(found)

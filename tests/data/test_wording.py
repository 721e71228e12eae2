"""Both catalogues speak with one voice: one word for one thing, "you" in small letters, nothing that reads like a machine."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from data.words import LOCALE
from engines import games
from engines.levels import LEVELS

LANGUAGES = ("en", "pl")


def messages(language: str) -> dict[str, list[str]]:
    """All texts of a language by key; several where the message has plural forms."""
    found = {}
    for path in sorted((Path(LOCALE) / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                if message.id:
                    plural = not isinstance(message.id, str)
                    found[message.id[0] if plural else message.id] = list(message.string) if plural else [str(message.string)]
    return found


SAID = {language: messages(language) for language in LANGUAGES}

# A pattern that no text may hold, and what is said instead.
NEVER: dict[str, dict[str, str]] = {
    "pl": {
        r"\b[wW] ręku\b": "na ręce",
        r"(?<![.!?:>*#\n] )(?<![\n*\"„])(?<!^)\b(Twój|Twoj\w+|Twoi\w*|Ciebie|Tobie|Tobą|Cię|Ci)\b": "in small letters",
        r"\bCzekamy:": "Czekamy na:",
        r"\b(gra|gry|gier)\b(?= (rankingow|rozegran))": "partia",
        r"O wyniku przesądziło": "Rozstrzyga",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"\"": "„ ”",
        r"  ": "one space",
    },
    "en": {
        r"\bcan not\b": "cannot",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"  ": "one space",
    },
}
TABLES = re.compile(r"```.*?```", re.DOTALL)
"""Tables in fixed width keep their spaces."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    wrong = [
        f"{key}: {found[0]!r}, better: {better}"
        for key, texts in SAID[language].items()
        for text in texts
        for pattern, better in NEVER[language].items()
        if (found := re.search(pattern, TABLES.sub("", text)))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_are_called_the_same_in_every_game(language: str) -> None:
    assert {game.levels for game in games().values()} == {LEVELS}
    for level in LEVELS:
        assert SAID[language][f"cogs.level.{level}"], "what kind of player it is"
        names = {SAID[language][f"{key}.level.{level}"][0] for key in games()}
        assert len(names) == 1, names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_name_of_its_own_in_the_language(language: str) -> None:
    """Torres is a place and is called so everywhere."""
    names = {key: SAID[language][f"{key}.name"][0] for key in games()}
    assert len(set(names.values())) == len(names)
    if language != "pl":
        assert [key for key, name in names.items() if name == SAID["pl"][f"{key}.name"][0]] == ["torres"]


def test_fields_are_the_same_in_both_languages() -> None:
    for key, texts in SAID["en"].items():
        fields = [{field for text in SAID[language][key] for field in re.findall(r"\{(\w+)\}", text)} for language in LANGUAGES]
        assert fields[0] == fields[1], key
        assert texts

"""Both catalogues speak with one voice: one word for one thing, "you" in small letters, nothing that reads like a machine."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from data.guides import guide
from data.words import LOCALE, SHARED, MissingMessage, words
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
        r"O wyniku przesądziło|Rozstrzyga:": "a sentence: Remis rozstrzyga …",
        r"[rR]usz\w* się\b|\bsię rusz\w*|rusza komputer": "zagrać, zrobić ruch",
        r"wyklucz\w* (cię )?od\b|wyklucz\w* od stołów": "odsunąć od",
        r"nie liczy się nikomu": "nie liczy się do rankingu",
        r"\b[wW] chwili|\bwzywan": "gdy; wołać",
        r"\bjako (czas|cisz)": "nie rozumiem tego czasu",
        r"FortHek": "FortHece, FortHecę, FortHecom",
        r"Sami Filchy": "Same Filchy",
        r"[zZ]obowiązani": "skrót",
        r"\b[rR]eguł": "zasady",
        r"\bzakończon": "skończony",
        r"\b\w+(łeś|łaś|łbyś|łabyś)\b": "no gender",
        r" …|—": "no space before …; one dash: –",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"\"": "„ ”",
        r"  ": "one space",
    },
    "en": {
        r"\bcan not\b": "cannot",
        r"\banew\b": "again",
        r"\b(for|silent for) long\b": "for a long time",
        r"\bclocks? stands?\b": "are stopped",
        r"\bput out\b": "removed",
        r"as it was said|\bdearest\b|\bthe own\b|[oO]f which time": "costliest; their; period",
        r"counts? for (nothing|nobody)|\bmade? .{0,24}\bvoid\b": "unrated; voided",
        r"[Aa]sked (now|of)\b": "to decide",
        r"(^|[.:;,] )[Ww]ho (has|have|first|stayed|laid|tries)\b|\bto who\b": "whoever",
        r"'|\b(can|don|isn|won|doesn)’t\b|\b([Ii]t|[Tt]hat)’s\b": "’, and no contractions",
        r" …|—": "no space before …; one dash: –",
        r" - ": "a dash: –",
        r"\.\.\.": "…",
        r"  ": "one space",
    },
}
HEADING = 20
"""Characters of a heading of the rules."""

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


# The same for the texts of one game in Polish: its rulebook's word for a thing.
NEVER_IN = {
    "rycerze": r"wojownik|\bbębn|\bbęben\b",
    "torres": r"\bzapas",
    "zamek": r"kaplic[aey]\b|zakonni|rezerw|odsł|układa|położ",
    "budowa": r"dokład|dołoż|\bpol[aeu]\b",
}


@pytest.mark.parametrize("game", NEVER_IN)
def test_a_game_is_told_in_the_words_of_its_rulebook(game: str) -> None:
    said = ((key, text) for key, texts in SAID["pl"].items() for text in texts if key.startswith(f"{game}."))
    wrong = [f"{key}: {found[0]!r}" for key, text in said if (found := re.search(NEVER_IN[game], text))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_stand_in_code(language: str) -> None:
    bare = re.compile(r"/(zamki|turniej|tournament)\b")
    wrong = [
        key
        for key, texts in SAID[language].items()
        if not key.startswith("cogs.command.")
        for text in texts
        if bare.search(re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL))
    ]
    assert not wrong, wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_pages_of_rules_have_short_headings(language: str, game: str) -> None:
    """A heading stands on the button below a refusal, beside "Why?", on a phone."""
    headings = re.findall(r"(?m)^\*\*(.+?)[.:]?\*\*", SAID[language][f"{game}.rules"][0])
    assert max(map(len, headings)) <= HEADING, headings
    assert (headings[0], headings[-1]) == {"pl": ("Cel", "Ruchy wpisywane"), "en": ("Goal", "Typed moves")}[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_are_called_the_same_in_every_game(language: str) -> None:
    assert {game.levels for game in games().values()} == {LEVELS}
    for level in LEVELS:
        assert SAID[language][f"cogs.level.{level}"], "what kind of player it is"
        names = {words(language)(f"{key}.level.{level}") for key in games()}
        assert len(names) == 1, names


@pytest.mark.parametrize("game", games())
def test_a_game_says_by_itself_only_what_it_says_otherwise_than_all(game: str) -> None:
    """A refusal that a page of the game's rules explains stays its own."""
    explained = {f"illegal.{refusal}" for page in guide(game).page for refusal in page.why}
    shared = {key.removeprefix(f"{SHARED}.") for key in SAID["en"] if key.startswith(f"{SHARED}.")}
    again = [
        part
        for part in shared - explained
        if all(SAID[language].get(f"{game}.{part}") == SAID[language][f"{SHARED}.{part}"] for language in LANGUAGES)
    ]
    assert not again


def test_what_all_games_say_is_said_only_for_games() -> None:
    assert words("en")("torres.over") == words("en")(f"{SHARED}.over")
    assert not words("en").has("cogs.over")
    with pytest.raises(MissingMessage):
        words("en")("torres.no-such-message")


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

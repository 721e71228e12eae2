"""What the words promise of Zamek is what the engine does."""

from __future__ import annotations

import re

import pytest

from data.words import words
from engines.zamek import scoring
from engines.zamek.components import WALL
from engines.zamek.events import MeadowsScored
from engines.zamek.wall import TOKEN_KINDS
from tests.games.zamek.staging import begin, give, last, one, set_keeps, tell
from tests.support.wording import KNOWN


@pytest.mark.rule("Z16", "Z17")
@pytest.mark.parametrize("language", KNOWN)
def test_the_rules_say_that_end_tokens_work_in_the_scoring(language: str) -> None:
    castle = begin()
    set_keeps(castle, ("a1", 2), ("h1", 3))
    assert scoring.keep_points(castle)[0] == 1
    give(castle, 0, "end_keep")
    assert scoring.keep_points(castle)[0] == 0, "the token decides which keep is the larger"
    castle = begin()
    give(castle, 1, "end_meadow")
    tell(castle, "A1 h1 0 meadow1", "C1 f9 0 none")
    assert [each.each for each in one(last(castle, "A11", "h2 0 none"), MeadowsScored).meadows if each.points] == [4]
    speak = words(language)
    end = next(page for page in speak("zamek.rules").split("\n\n") if re.match(r"\*\*(Koniec|The end|Ende)", page))
    working = next(
        sentence for sentence in end.split(". ") if re.search("w tym liczeniu:|in this scoring:|in dieser Wertung:", sentence)
    )
    for token in ("end_meadow", "end_keep"):
        assert f"*{speak(f'zamek.token.{token}')}*" in working
    assert not re.search(r"Potem liczą się|Then the end tokens|Danach zählen", end)


@pytest.mark.rule("Z12")
@pytest.mark.parametrize("language", KNOWN)
def test_the_rules_say_that_the_wall_is_the_track(language: str) -> None:
    assert {len(tower.fields) for tower in WALL.towers} == {2}
    rules = words(language)("zamek.rules")
    assert re.search("Mur to tor punktów|The wall is the score track|Die Mauer ist die Zählleiste", rules)
    assert re.search("Każda wieża ma na nim dwa pola|Each tower has two fields|Jeder Turm hat zwei Felder", rules)


@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("kind", TOKEN_KINDS)
def test_a_token_has_one_name_and_one_short_form_of_it(language: str, kind: str) -> None:
    speak = words(language)
    name, short = speak(f"zamek.token.{kind}"), speak(f"zamek.short.{kind}")
    brief = (("nieukończon[ya]", "nieu."), ("offene[rs]", "off."), ("Bergfried", "Bergfr."))
    assert short in {name, *(re.sub(long, less, name) for long, less in brief)}
    assert f"*{name}*" in speak("zamek.rules")


@pytest.mark.parametrize("language", KNOWN)
def test_the_numbers_told_are_those_that_are_scored(language: str) -> None:
    """Of the tokens that count at the end."""
    speak = words(language)
    each = {token: scoring.END_TILE_POINTS[area] for token, area in scoring.AREA_OF.items() if area in scoring.END_TILE_POINTS}
    for token, points in each.items():
        assert re.findall(r"\d", speak(f"zamek.does.{TOKEN_KINDS[token]}")) == [str(points)]
    assert re.findall(r"\d", speak("zamek.part.meadow")) == [str(scoring.CHAPEL_POINTS)]
    assert re.findall(r"\d", speak("zamek.does.end_keep")) == [str(scoring.KEEP_BONUS)]
    assert re.findall(r"\d", speak("zamek.does.end_points")) == [str(scoring.TOKEN_POINTS)]

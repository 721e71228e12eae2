"""What the words promise of Rzymianie do domu! is what the engine does."""

from __future__ import annotations

import re

import pytest

from data.words import words
from engines.rzymianie.components import FORT, FORTHECA, KINDS, STACK, STRENGTHS, VALUES
from render import renderers
from tests.games.rzymianie.rounds import attack
from tests.support.wording import KNOWN

EACH = {"pl": "obie liczą się jako 1", "en": "each still counts 1", "de": "jede zählt trotzdem 1"}


@pytest.mark.rule("H4b")
@pytest.mark.parametrize("language", KNOWN)
def test_two_qweens_count_their_strength(language: str) -> None:
    game = attack("qween qween", up=["", "svord"], wall="niefort1 niefort3 niefort4 fokus4 niefort5 fortuna8", round=2)
    assert game.round.sums == (1, 4)
    line = next(line for line in words(language)("rzymianie.rules").splitlines() if "**Qween" in line)
    assert EACH[language] in line
    assert not re.search(r"znoszą się|do nothing|heben sich auf", line)


@pytest.mark.rule("H5")
@pytest.mark.parametrize("language", KNOWN)
def test_komfort_may_keep(language: str) -> None:
    game = attack("archr svord", wall="niefort1 komfort2 niefort3 fokus4 niefort5 fortuna8")
    assert game.may(0) == ["keep archr", "keep none"]
    may = re.compile(r"\bmoże(sz)?\b|\bmay\b|\bdarf(st)?\b")
    speak = words(language)
    sentence = next(part for part in re.split(r"[.] ", speak("rzymianie.rules")) if "KomFort (2)" in part)
    for text in (sentence, speak("rzymianie.does.komfort"), speak("rzymianie.lesson.komfort")):
        assert may.search(text), text


@pytest.mark.rule("H4d")
@pytest.mark.parametrize("language", KNOWN)
def test_filchy_keeps_out_of_the_fort_it_is_turned_up_at_alone(language: str) -> None:
    assert attack("filchy svord").round.winner == 1
    assert attack("qween svord", up=["filchy", ""], rest=["druhid axx archr", ""]).round.winner == 0, "6 counts from then on"
    text = words(language)("rzymianie.lesson.done")
    assert re.search(r"nie bierze tego fortu|cannot take the fort at which|kann das Fort nicht erobern, an dem", text)
    assert not re.search(r"brać fortów|take forts|Forts (nehmen|erobern)", text)


@pytest.mark.rule("H4", "H6", "H8")
@pytest.mark.parametrize("language", KNOWN)
def test_abilities_that_are_a_choice_are_told_as_one(language: str) -> None:
    speak = words(language)
    for warrior in ("axx", "druhid", "svord"):
        line = next(
            line for line in speak("rzymianie.rules").splitlines() if f"**{speak(f'rzymianie.warrior.{warrior}')} " in line
        )
        for text in (line, speak(f"rzymianie.ability.{warrior}")):
            assert re.search(r"\bmoże(sz)?\b|\bmay\b|\bdarf(st)?\b", text), text


@pytest.mark.parametrize("language", KNOWN)
def test_a_turn_is_told_as_on_the_board(language: str) -> None:
    """The contract's turn 15 is the orders of the third turn: the board says so, and so does every other text."""
    drawn, speak = renderers()["rzymianie"], words(language)
    word = {"pl": ("tura", "runda"), "en": ("turn", "round"), "de": ("Durchgang", "Runde")}[language]
    assert drawn.when(15, speak).startswith(f"{word[0]} 3, ")
    assert drawn.when(18, speak) == f"{word[0]} 3, {word[1]} 3"
    assert [drawn.moment(turn) for turn in (1, 2, 7, 8, 21)] == [(1,), (1, 1), (1, 6), (2,), (3, 6)]
    game = attack("qween svord", turn=3, round=3)
    assert drawn.moment(game.position.turn) == (game.position.game_turn, game.position.round)
    told = drawn.when(game.position.turn, speak).casefold()
    for part in (f"{word[0]} 3", f"{word[1]} {game.position.round}"):
        assert part.casefold() in told


@pytest.mark.parametrize("language", KNOWN)
def test_the_numbers_told_are_those_in_the_box(language: str) -> None:
    speak = words(language)
    rules = speak("rzymianie.rules")
    for card, strength in STRENGTHS.items():
        assert f"**{speak(f'rzymianie.warrior.{card}')} {strength}**" in rules
    told = {
        kind: [
            value
            for each, value in zip(KINDS, VALUES, strict=True)
            if each == kind
            for _ in range(STACK.count(FORT[kind, value]))
        ]
        for kind in dict.fromkeys(KINDS)
    }
    for kind, values in told.items():
        listed = values if kind == FORTHECA else dict.fromkeys(values)
        assert f"({', '.join(str(value).replace('-', '−') for value in sorted(listed, key=abs))})" in rules, kind

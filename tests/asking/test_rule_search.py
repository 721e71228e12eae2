"""Rules found by words: in three languages, with accents and endings forgiven, and a slip of the finger."""

import pytest

import engines
from asking.rule_search import BEST, find, rule
from asking.rulebook import screen_of, sections
from data.words import words
from tools.words import complete

GAMES = tuple(sorted(engines.games()))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_number_means_the_same_rule_in_every_language(game: str) -> None:
    numbers = [[rule.number for section in sections(game, words(each)) for rule in section.rules] for each in complete()]
    assert all(each == numbers[0] for each in numbers)
    assert len(set(numbers[0])) == len(numbers[0])
    for language in complete():
        for section in sections(game, words(language)):
            for clause in section.rules:
                assert screen_of(game, words(language), clause).page == section.key


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("pl", "czarodziej", "budowa 7.1"),
        ("pl", "czarodzieja", "budowa 7.1"),
        ("pl", "CZARODZEIJ", "budowa 7.1"),
        ("pl", "laka mnisi", "zamek 2.3"),
        ("pl", "pasterz wraca", "rycerze 2.1"),
        ("pl", "rycerz w zamku królewskim", "torres 5.1"),
        ("pl", "kto uwodzi", "rzymianie 3.2"),
        ("en", "buy points", "torres 4.6"),
        ("en", "wizzard", "budowa 7.1"),
        ("en", "passage through a castle", "torres 4.3"),
        ("de", "konigsburg", "torres 2.1"),
        ("de", "Zauberern", "budowa 7.1"),
    ],
)
def test_it_is_found_by_its_words(language: str, question: str, expected: str) -> None:
    found = find(GAMES, language, question)
    assert len(found) <= BEST
    assert f"{found[0].game} {found[0].clause.number}" == expected


@pytest.mark.parametrize("question", ["", "the", "qqqqqq", "🏰 ?!", "a" * 5000])
def test_words_of_no_rule_find_nothing(question: str) -> None:
    assert find(GAMES, "en", question) == ()


def test_it_looks_in_one_game_if_asked_to() -> None:
    assert {hit.game for hit in find(GAMES, "pl", "remis", inside="rycerze")} == {"rycerze"}
    assert find(GAMES, "pl", "czarodziej", inside="rycerze") == ()


def test_a_rule_is_known_by_its_number() -> None:
    hit = rule("torres", "en", "4.6")
    assert hit is not None
    assert "Buy a point" in hit.clause.text
    assert rule("torres", "en", "4.66") is None

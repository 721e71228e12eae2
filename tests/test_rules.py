"""Every rule of docs/rules has a test that names it, and nothing cites a rule that does not exist."""

import functools

import pytest

from engines import games
from tools.rules import RULES, Sheet, sheets

each_sheet = pytest.mark.parametrize("game", sorted(path.stem for path in RULES.glob("*.md")))


@functools.cache
def by_game() -> dict[str, Sheet]:
    return {sheet.game: sheet for sheet in sheets()}


def test_every_game_has_a_sheet_of_rules() -> None:
    assert {sheet.game for sheet in by_game().values() if sheet.rules} == set(games())


@each_sheet
def test_every_rule_is_named_by_a_test(game: str) -> None:
    assert not by_game()[game].unproved


@each_sheet
def test_every_number_that_is_cited_exists(game: str) -> None:
    assert not by_game()[game].unknown


@each_sheet
def test_a_number_stands_for_one_rule(game: str) -> None:
    rules = by_game()[game].rules
    assert len(set(rules)) == len(rules)

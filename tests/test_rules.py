"""Each game has a sheet of rules. What it must hold, `completeness` demands: a test for each rule, one number a rule."""

from engines import games
from tools.rules import RULES


def test_every_game_has_a_sheet_of_rules() -> None:
    assert {path.stem for path in RULES.glob("*.md")} == set(games())

"""What the words promise of Torres is what the engine gives."""

from __future__ import annotations

import random
import re

import pytest

from data.words import words
from engines import games
from engines.contract import IllegalMove
from engines.notation import random_game
from engines.torres.components import CASTLES_IN, MASTER_POINTS, ROYAL, TOWERS
from engines.torres.scoring import master_points
from engines.torres.statistics import statistics
from render import renderers
from render.contract import Epilogue
from tests.games.torres.boards import board, refused
from tests.support import samples
from tests.support.wording import KNOWN

PHASES = "1 / 2 / 3"


def listed(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(str, numbers))


@pytest.mark.rule("T21b", "T21c")
@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize(("card", "alone", "tied"), [("border", "0a", "0a 0b"), ("diagonals", "0a", ". 0b\n0a .")])
def test_the_most_earn_one_more_of_the_phase_and_a_tie_nothing(language: str, card: str, alone: str, tied: str) -> None:
    text = words(language)(f"torres.master.{card}.text")
    more = []
    for phase in (1, 2, 3):
        each = MASTER_POINTS[card][phase - 1]
        three = board(alone, phase=phase, master=card, lawful=False)
        three.knights = [0b1 | 1 << 63 | (1 << 7 if card == "border" else 1 << 9), 0]  # a1, h8 and a third
        more.append(master_points(three)[0] - 3 * each)
        # knights of both on the same number of squares
        assert master_points(board(tied, phase=phase, master=card, lawful=False)) == [each, each]
    assert tuple(more) == MASTER_POINTS[card], "not doubled: one more of the phase, however many knights there are"
    assert text.count(listed(MASTER_POINTS[card])) == 2
    assert PHASES in text
    assert re.search("bez remisu|no tie|ohne Gleichstand", text)
    assert not re.search("raz tyle|as much|once more|noch einmal so viel", text)


@pytest.mark.rule("T21d")
@pytest.mark.parametrize("language", KNOWN)
def test_the_phases_of_the_castles_card_are_told(language: str) -> None:
    text = words(language)("torres.master.castles.text")
    for part in (PHASES, listed(CASTLES_IN), listed(MASTER_POINTS["castles"])):
        assert part in text


@pytest.mark.rule("T13", "T15")
@pytest.mark.parametrize("language", KNOWN)
def test_the_pages_of_rules_have_what_one_needs_to_begin(language: str) -> None:
    rules = words(language)("torres.rules")
    for seats, phases in TOWERS.items():
        rounds = [len(towers) for towers in phases]
        said = f"{rounds[0]}, {rounds[1]} {words(language)('render.and', first='', last='').strip()} {rounds[2]}"
        assert said in rules, (seats, said)
    joined = re.sub(" (i|and|und) ", ", ", rules)
    assert ", ".join(map(str, TOWERS[3][0])) in joined
    assert ", ".join(map(str, TOWERS[3][1])) in joined
    assert listed(ROYAL) in rules


@pytest.mark.rule("T16")
def test_the_figures_of_a_game_add_up_to_its_scores() -> None:
    """A phase is told as what was scored: slides have a line of their own, here as in the end's picture."""
    game = games()["torres"]
    slid = 0
    for number in range(3):
        position = game.start(4, {"master": "on"}, bytes([number] * 16))
        told = [event for _, _, events in random_game(position, random.Random(number)) for event in events]
        figures = {each.key: each.values for each in statistics(told, 4)}
        result = position.result()
        assert result is not None
        for seat in range(4):
            scored = sum(figures[f"phase-{phase}"][seat] for phase in (1, 2, 3))
            made = result.breakdown[seat]
            assert scored == made["castles"] + made["royal"] + made["master"]
            assert figures["slides"][seat] == made["slides"]
            assert scored + figures["bought"][seat] + figures["slides"][seat] == result.scores[seat]
            slid += made["slides"]
    assert slid, "some slide was told"


def test_an_unnecessary_name_of_a_tower_must_be_true() -> None:
    position = board(". 1 . . 0a", towers=[(2, 2), (2, 2)])
    for line, meant in (("build 2 a1", ("build", "a1")), ("build 2 c1", ("build", "c1")), ("build 3 c1", ()), ("build 2", ())):
        with pytest.raises(IllegalMove, match=r"tower-equal") as caught:
            position.play(0, tuple(line.split()))
        assert caught.value.meant == meant
    refused(position, "build 2 h8", "founds")
    refused(position, "build 2 e1", "knight-there", square="e1")
    position.play(0, ("build", "c1"))
    with pytest.raises(IllegalMove, match=r"tower-settled") as caught:
        position.play(0, ("build", "1", "b2"))
    assert caught.value.meant == ("build", "b2")


@pytest.mark.long
@pytest.mark.parametrize("language", KNOWN)
def test_the_end_says_that_slides_are_outside_a_phases_points(language: str) -> None:
    """And the points of a phase are those that the story's figures tell."""
    drawn, game, speak = renderers()["torres"], games()["torres"], words(language)
    position = game.start(4, {}, bytes([1] * 16))
    told = [event for _, _, events in random_game(position, random.Random(1)) for event in events]
    result = position.result()
    assert result is not None
    ended = drawn.final_text(position.view(None), result, Epilogue(), samples.audience(4, language))
    assert (speak("torres.final.slides") in ended) == any(made["slides"] for made in result.breakdown)
    for figure in statistics(told, 4)[:3]:
        gains = " · ".join(f"{name} {points}" for name, points in zip(samples.NAMES, figure.values, strict=True))
        assert speak("torres.final.phase", phase=figure.key[-1], gains=gains) in ended

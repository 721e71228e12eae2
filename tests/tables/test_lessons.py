"""The table of a lesson: the same every time, right moves alone, and nothing that its learner may not know."""

import pytest

from data.guides import guide
from engines import games
from engines.contract import IllegalMove
from engines.notation import write
from tables.history.lessons import LessonTable

TAUGHT = [game for game in games() if guide(game).lesson is not None]


def table(game: str, moves: list[str] | None = None) -> LessonTable:
    lesson = guide(game).lesson
    assert lesson is not None
    return LessonTable(games()[game], lesson, moves or [])


@pytest.mark.parametrize("game", TAUGHT)
def test_each_step_can_be_made_as_it_is_pointed_at_and_resumed(game: str) -> None:
    now, made = table(game), []
    while now.step is not None:
        assert now.right(now.wanted), now.step.key
        assert not now.choices(now.wanted).words
        made.append(write(now.wanted))
        now.play(now.wanted)
        assert all(event.to is None or 0 in event.to for event in now.events)
        assert table(game, made).view == now.view
    assert now.made == len(made)
    assert now.wanted == ()


def test_every_move_that_a_step_takes_can_be_followed_to_the_end() -> None:
    first = ["start c6", "build b6", "build a6", "build b6", "move c6 b6", "draw"]
    for taken in ("keep climb top six bottom gate", "keep climb bottom gate bottom six"):
        now = table("torres", [*first, taken])
        now.play(now.wanted)
        assert now.step is None


def test_other_moves_are_not_right_however_legal() -> None:
    now = table("rycerze")
    assert now.right(("play", "catapult", "knight")), "two cards may stand in any order"
    assert not now.right(("play", "dragon", "knight"))
    assert now.choices(("play", "dragon", "knight")).complete
    with pytest.raises(IllegalMove):
        now.play(("play", "dragon", "knight"))
    assert now.made == 0
    with pytest.raises(IllegalMove):
        table("rycerze", ["play dragon knight"])

"""What castles are worth now: as they would be scored, in the picture and in the texts."""

from __future__ import annotations

import pytest

from engines.torres.components import ROYAL
from engines.torres.scoring import castle_points, royal_knights
from engines.torres.squares import NUMBER, names
from engines.torres.view import TorresView
from render import sprite_cache
from render.torres import RENDERER, marks, worth
from tests.games.torres.samples import asking, game
from tests.support import samples
from tests.support.picture_checks import watched


def knights(view: TorresView, seat: int) -> int:
    return sum(1 << NUMBER[square] for square in view.knights[seat])


@pytest.mark.rule("T14")
def test_castles_are_worth_what_a_scoring_would_give() -> None:
    for position in game(4)[0][::7]:
        view = position.view(None)
        found = [each for castle in worth.worths(view) for each in castle]
        for seat in range(view.seats):
            own = [each for each in found if each.seat == seat]
            assert sum(each.points for each in own) == castle_points(view.terrain, knights(view, seat))
            assert {each.square for each in own} <= set(view.knights[seat])
            assert all(each.level == view.level(each.square) for each in own)


@pytest.mark.rule("T15")
def test_the_royal_bonus_is_that_of_the_phase() -> None:
    seen = set()
    for position in game(4)[0]:
        view = position.view(None)
        found = worth.bonus(view)
        assert (found is None) == (view.asks not in {"act", "keep"})
        if found:
            royal = sum(1 << NUMBER[square] for castle in view.castles if castle.royal for square in castle.squares)
            earning = [royal_knights(view.terrain, royal, knights(view, seat), view.phase) for seat in range(view.seats)]
            assert found.points == ROYAL[view.phase - 1]
            assert set(found.squares) == {square for mask in earning for square in names(mask)}
            seen.add(bool(found.squares))
    assert seen == {True, False}


@pytest.mark.long
def test_picture_and_texts_say_what_castles_are_worth() -> None:
    view, audience = asking("act", 4).view(None), samples.audience(4, "en")
    said = [each.said for castle in worth.worths(view) for each in castle]
    assert said
    sprite_cache.clear()
    with watched() as seen:
        picture = RENDERER.board(view, audience)
    written = [text.text for text in seen]
    text = RENDERER.text(view, audience)
    assert all(each in written and each in text for each in said)
    bonus = worth.bonus(view)
    assert bonus is not None
    assert f"+{bonus.points}" in written
    assert f"Royal bonus: {bonus.points} on level {bonus.level}" in picture.alt
    assert f"Royal bonus: {bonus.points} on level {bonus.level}" in text


def test_the_latest_actions_have_the_ways_of_what_moved() -> None:
    for position in game(4)[0][::5]:
        view = position.view(None)
        actions = marks.latest_actions(view)
        newest = [deed for deed in view.deeds if deed.turn == view.deeds[-1].turn]
        assert [(way.start, way.end) for way in actions.ways] == [
            (deed.start, deed.target) for deed in newest if deed.start and deed.target
        ]

"""What others may see of a turn, move by move, and what the view is good for. (Leaks are searched by the conformance tests.)"""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.torres import terrain as terrains
from engines.torres.seen import look
from tests.engines.torres.torres_tale import GAME, board, new_game, say

SECRET = {"hand", "fresh", "looked", "tops", "bottoms"}


def test_a_view_tells_only_its_seat_what_it_holds() -> None:
    game = board("1a 1 . 1k . 1b", hand="six gate")
    say(game, "draw")
    for viewer in (1, None):
        view = game.view(viewer)
        assert all(getattr(view, field) == () for field in SECRET)
    own = game.view(0)
    assert own.hand == ("gate", "six")
    assert len(own.looked) == 3
    assert msgspec.structs.replace(own, seat=None, hand=(), looked=()) == game.view(None)


def test_a_view_never_carries_the_seed() -> None:
    game = new_game(4)
    assert game.seed.hex().encode() not in msgspec.json.encode(game.view(0))
    fields = {field.name for field in msgspec.structs.fields(type(game.view(0)))}
    assert not fields & {"seed", "draws", "unseen"}


def test_the_deeds_of_this_turn_and_the_last_one_are_told() -> None:
    game = board("1a 1 . 1k . 1b")
    say(game, "build a2", "move a1 b1", "point", "end", "draw")
    deeds = game.view(None).deeds
    assert [(deed.seat, deed.kind, deed.start, deed.target) for deed in deeds] == [
        (0, "build", "", "a2"),
        (0, "move", "a1", "b1"),
        (0, "point", "", ""),
        (0, "end", "", ""),
        (1, "draw", "", ""),
    ]
    say(game, "keep " + " top ".join(game.view(1).looked), "end", "point")
    assert {deed.turn for deed in game.view(None).deeds} == {game.turn, game.turn - 1}, "older turns are forgotten"


def test_the_view_helps_to_draw_the_board() -> None:
    game = board("1a 2 . 1k . 1b")
    view = game.view(None)
    assert view.level("b1") == 2
    assert view.reach("a1")["b1"] == 1
    assert [(castle.squares, castle.base, castle.height, castle.royal) for castle in view.castles] == [
        (("a1", "b1"), 2, 2, False),
        (("d1",), 1, 1, True),
        (("f1",), 1, 1, False),
    ]


def test_a_common_deck_is_imagined_for_everyone() -> None:
    """While one looks at three cards the others know only how many; the one knows which."""
    game = board("1a 1 . 1k . 1b", common=True, hand="six")
    say(game, "draw")
    rng = random.Random(1)
    for viewer in (0, 1, None):
        world = GAME.imagine(game.view(viewer), rng)
        world.check()
        assert look(world, viewer) == game.view(viewer)
        assert len(world.looked) == 3
        assert world.drawer == [0], "everybody sees who draws"
        if viewer == 0:
            assert world.looked == game.looked
            line = "keep " + " bottom ".join(game.view(0).looked)
            say(world, line)
            say(kept := game.copy(), line)
            assert world.view(0) == kept.view(0), "the viewer will know what was laid below"
    say(game, "keep " + game.view(0).looked[0] + "".join(f" bottom {card}" for card in game.view(0).looked[1:]))
    world = GAME.imagine(game.view(0), rng)
    assert (world.bottoms, world.sure, world.drawer) == (game.bottoms, game.sure, [0])


def test_terrains_met_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrains, "_KEPT", 3)
    rng = random.Random(1)
    for _ in range(20):
        terrains.terrain(bytes(rng.randrange(2) for _ in range(64)))
    assert len(terrains._met) <= 3


@pytest.mark.parametrize(
    ("said", "ask"),
    [
        ("", "act"),
        ("move", "knight"),
        ("move a1", "target"),
        ("place", "place"),
        ("build", "tower"),
        ("build 2", "build"),
        ("card", "card"),
        ("card gate", "knight"),
        ("card gate a1", "target"),
        ("card under", "knight"),
        ("card under a1", "under-tower"),
        ("card supply", "build"),
        ("card higher", "place"),
        ("end", "dissolve"),
        ("end 1", "spread"),
    ],
)
def test_each_word_of_a_turn_is_asked_for_in_its_own_words(said: str, ask: str) -> None:
    game = board("1a 2 . 1k . 1b", hand="gate under supply higher", towers=[(2, 1, 1), (2, 2, 2)])
    assert game.choices(0, tuple(said.split())).ask == ask


def test_once_a_tower_is_chosen_it_is_asked_for_no_more() -> None:
    game = board("1a 1 . 1k . 1b", towers=[(2, 1, 1), (2, 2, 2)])
    say(game, "build 2 a2")
    assert game.choices(0, ("build",)).ask == "build"
    assert game.choices(0, ("end",)).words == ()
    equal = board("1a 1 . 1k . 1b", towers=[(2, 2), (2, 2)])
    assert equal.choices(0, ("build",)).ask == "build"


def test_the_answer_to_a_draw_is_asked_for_card_by_card() -> None:
    game = board("1a 1 . 1k . 1b")
    say(game, "draw")
    kept, other, _ = game.view(0).looked
    asks = [game.choices(0, tuple(said.split())).ask for said in ("", "keep", f"keep {kept}", f"keep {kept} top")]
    assert asks == ["keep", "keep", "return", "returned"]
    assert game.choices(0, ("keep", kept, "top", other)).words == ("top", "bottom")

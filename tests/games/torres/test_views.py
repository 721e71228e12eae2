"""What others may see of a turn, move by move, and what the view is good for. (Leaks are searched by the conformance tests.)"""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.notation import legal_moves
from engines.torres import terrain as terrains
from engines.torres.events import KingMoved
from engines.torres.position import TorresPosition
from engines.torres.squares import NUMBER, steps_between
from engines.torres.state import KEEP
from engines.torres.view import observe
from tests.games.torres.boards import GAME, board, new_game, say
from tests.games.torres.laws import laws
from tests.games.torres.random_games import VARIANTS, lively_game

SECRET = {"hand", "fresh", "looked", "tops", "bottoms"}


@pytest.mark.rule("T22")
def test_a_view_tells_only_its_seat_what_it_holds() -> None:
    game = board("1a 1 . 1k . 1b", hand="six gate")
    say(game, "draw")
    for viewer in (1, None):
        view = game.view(viewer)
        assert all(getattr(view, field) == () for field in SECRET)
    own = game.view(0)
    assert own.hand == ("gate", "six")
    assert len(own.looked) == 3
    assert msgspec.structs.replace(own, seat=None, private=False, hand=(), looked=()) == game.view(None)


@pytest.mark.rule("T22")
def test_a_view_with_what_only_its_seat_may_see_is_private() -> None:
    def private(position: TorresPosition) -> list[bool]:
        return [position.view(viewer).private for viewer in (0, 1, None)]

    assert private(new_game()) == [False, True, False], "who waits has the cards to look at, who is asked only the board"
    assert private(board("1a 1 . 1k . 1b")) == [False, True, False]
    game = board("1a 1 . 1k . 1b", hand="six")
    assert private(game) == [True, True, False]
    say(game, "draw")
    assert private(game) == [True, True, False]
    assert private(board("1a 1 . 1k . 1b", master="row")) == [False, True, False], "everybody knows who holds what"
    ended = board("1a 1 . 1k . 1b", hand="six", phase=3, round=4, seat=0, done=1, towers=[(2,), ()])
    say(ended, "end")
    assert private(ended) == [True, True, False]


def test_a_view_tells_who_is_asked_and_when_it_is_over() -> None:
    game = board("1a 1 . 1k . 1b", seat=1, phase=3, round=4, done=1, towers=[(), (2,)], scores=(4, 0))
    for viewer in (0, 1, None):
        view = game.view(viewer)
        assert (view.pending, view.over, view.acting, view.asks) == ((1,), False, 1, "act")
    say(game, "point", "end")
    for viewer in (0, 1, None):
        view = game.view(viewer)
        assert (view.pending, view.over, view.asks) == ((), True, "over")
        assert view.scores == (6, 2)
        assert view.tallies == ((2, 0, 0, 4, 0), (1, 0, 0, 1, 0))
        assert view.scorings[-1].castles == (2, 1)


@pytest.mark.rule("T22")
def test_a_view_never_carries_the_seed() -> None:
    game = new_game(4)
    assert game.seed.hex().encode() not in msgspec.json.encode(game.view(0))
    fields = {field.name for field in msgspec.structs.fields(type(game.view(0)))}
    assert not fields & {"seed", "draws", "unseen"}


def test_the_deeds_of_this_turn_and_the_last_one_are_told() -> None:
    game = board("1a 1 . 1k . 1b", hand="jump climb six")
    say(game, "build a2", "move a1 b1", "card six", "point", "place a1", "end", "draw")
    deeds = game.view(None).deeds
    assert [(deed.seat, deed.kind, deed.start, deed.target, deed.card, deed.cost) for deed in deeds] == [
        (0, "build", "", "a2", "", 1),
        (0, "move", "a1", "b1", "", 1),
        (0, "card", "", "", "six", 0),
        (0, "point", "", "", "", 1),
        (0, "place", "", "a1", "", 2),
        (0, "end", "", "", "", 0),
        (1, "draw", "", "", "", 1),
    ]
    say(game, "keep " + " top ".join(game.view(1).looked))
    assert (game.deeds[-1].kind, game.deeds[-1].seat) == ("keep", 1)
    say(game, "end", "point")
    assert {deed.turn for deed in game.view(None).deeds} == {game.turn, game.turn - 1}, "older turns are forgotten"


def test_deeds_between_the_phases_are_told() -> None:
    game = board("1k . 1a 1 . 1b 1", round=4, seat=1, done=1, towers=[(), (2,)])
    say(game, "end")
    (event,) = say(travelled := game.copy(), "king d1")
    assert event.data == KingMoved(seat=0, start="a1", target="d1")
    deed = travelled.deeds[-1]
    assert (deed.kind, deed.start, deed.target) == ("king", "a1", "d1")
    say(game, "stay", "first 1")
    assert [(deed.kind, deed.seat) for deed in game.deeds[-2:]] == [("stay", 0), ("first", 0)]


def test_the_view_helps_to_draw_the_board() -> None:
    assert board("1k . 1a . 1b").view(None).king == "a1"
    assert new_game().view(None).king == ""
    game = board("1a 2 . 1k . 1b")
    view = game.view(None)
    assert view.level("b1") == 2
    assert view.reach("a1")["b1"] == 1
    assert [(castle.squares, castle.base, castle.height, castle.royal) for castle in view.castles] == [
        (("a1", "b1"), 2, 2, False),
        (("d1",), 1, 1, True),
        (("f1",), 1, 1, False),
    ]


@pytest.mark.rule("T20a")
def test_a_common_deck_is_dealt_again_for_everyone() -> None:
    """While one looks at three cards the others know only how many; the one knows which."""
    game = board("1a 1 . 1k . 1b", common=True, hand="six")
    say(game, "draw")
    rng = random.Random(1)
    for viewer in (0, 1, None):
        world = GAME.determinize(game.view(viewer), rng)
        laws(world)
        assert observe(world, viewer) == game.view(viewer)
        assert len(world.looked) == 3
        assert world.drawer == [0], "everybody sees who draws"
        if viewer == 0:
            assert world.looked == game.looked
            line = "keep " + " bottom ".join(game.view(0).looked)
            say(world, line)
            say(kept := game.copy(), line)
            assert world.view(0) == kept.view(0), "the viewer will know what was laid below"
    say(game, "keep " + game.view(0).looked[0] + "".join(f" bottom {card}" for card in game.view(0).looked[1:]))
    world = GAME.determinize(game.view(0), rng)
    assert (world.bottoms, world.sure, world.drawer) == (game.bottoms, game.sure, [0])


@pytest.mark.rule("T22")
@pytest.mark.parametrize(
    "variant", [VARIANTS[0], *(pytest.param(variant, marks=pytest.mark.long) for variant in VARIANTS[1:])], ids=str
)
def test_a_position_dealt_again_looks_the_same_to_the_viewer(variant: dict[str, str]) -> None:
    rng = random.Random(11)
    for position in lively_game(rng, seats=3, variant=variant):
        if position.mode != KEEP and rng.random() < 0.8:
            continue
        for viewer in (None, 0, 1, 2):
            world = GAME.determinize(position.view(viewer), rng)
            laws(world)
            assert world.view(viewer) == position.view(viewer)
            assert (world.master, len(world.looked), len(world.fresh)) == (
                position.master,
                len(position.looked),
                len(position.fresh),
            )
            assert [*map(len, world.hands)] == [*map(len, position.hands)]
            assert (len(world.seed), world.seed == position.seed) == (16, False)
            if viewer == position.seat and position.pending():
                assert legal_moves(world, viewer) == legal_moves(position, viewer)


def test_terrains_met_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrains, "_KEPT", 3)
    heights = [bytes([*map(int, f"{number:064b}")]) for number in range(4)]
    first = terrains.terrain(heights[0])
    assert terrains.terrain(heights[0]) is first
    for each in heights[1:]:
        terrains.terrain(each)
    assert terrains.terrain(heights[0]) is not first


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


@pytest.mark.parametrize(("drawing", "own"), [("1a 1 . 1k . 1b", "a1"), ("1b 1 . 1k . 1a", "f1")])
def test_squares_are_offered_nearest_first(drawing: str, own: str) -> None:
    game = board(drawing)
    built, reached = (game.choices(0, said).words for said in (("build",), ("move", own)))
    assert list(built) == sorted(built, key=lambda square: (steps_between(NUMBER[square], NUMBER[own]), square))
    assert len(reached) > 20

    def left_after(square: str) -> int:
        after = game.copy()
        say(after, f"move {own} {square}")
        return after.view(0).ap

    assert list(reached) == sorted(reached, key=lambda square: (-left_after(square), square))


def test_the_tower_to_dissolve_is_offered_highest_first() -> None:
    assert board("1a 1 . 1k . 1b", towers=[(3, 2, 1), (2, 2)]).choices(0, ("end",)).words == ("3", "2", "1")


@pytest.mark.rule("T12")
def test_action_points_are_left_only_to_a_seat_that_acts() -> None:
    game = board("1a 1 . 1k . 1b", ap=4)
    assert GAME.remaining(game.view(0)) == 4
    say(game, "draw")
    assert GAME.remaining(game.view(0)) is None, "one of the cards drawn is kept first"


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

"""Knights on the board: placing (T3), steps (T4), passages through castles (T5), from-to moves (T6), the king (T18)."""

from __future__ import annotations

import itertools
import random

import pytest

from engines.torres import terrain as terrains
from engines.torres.events import KnightMoved, KnightPlaced, Stop
from engines.torres.position import TorresPosition
from engines.torres.squares import NUMBER, steps_between
from tests.games.torres import oracle
from tests.games.torres.boards import after, board, knights, new_game, refused, say
from tests.support.event_data import data_of


def test_steps_are_counted_along_rows_and_columns() -> None:
    assert [steps_between(NUMBER["c3"], NUMBER[other]) for other in ("c3", "c5", "a3", "d1", "h8")] == [0, 2, 2, 3, 10]


def test_castles_stay_in_order_while_they_grow() -> None:
    rng = random.Random(5)
    for _ in range(20):
        land = terrains.terrain(bytes(64))
        for square in rng.sample(range(64), 12):
            land = land.with_segment(square)
            assert land.castles == sorted(land.castles, key=lambda castle: castle & -castle)


@pytest.mark.rule("T3")
def test_t3_a_new_knight_stands_beside_another_and_no_higher() -> None:
    game = board(
        """
        .  2  .
        1  1a 1
        .  .  .
        """
    )
    assert after(game, "place") == ["a2", "b1", "c2"]
    refused(game, "place b3", "place-high", square="b3", level=2, most=1)
    refused(game, "place c3", "not-beside", square="c3")
    refused(game, "place b2", "knight-there", square="b2")
    (event,) = say(game, "place a2")
    assert event.data == KnightPlaced(seat=0, square="a2", level=1, cost=2, ap=3)
    assert knights(game) == ["a2", "b2"]


@pytest.mark.rule("T3")
def test_t3_placing_costs_two_points() -> None:
    game = board("0a . 0b", ap=1)
    assert after(game, "place") == []
    refused(game, "place b1", "ap", need=2, left=1)


@pytest.mark.rule("T3")
def test_t3_only_six_knights_come_onto_the_board() -> None:
    game = board("0a 0a 0a 0a 0a 0a . 0b")
    refused(game, "place g1", "no-reserve")
    assert game.view(0).reserve == (0, 5)


@pytest.mark.rule("T3", "T18")
def test_t3_the_kings_square_is_not_free() -> None:
    game = board("1k 1a 0b")
    refused(game, "place a1", "king-there", square="a1")


@pytest.mark.rule("T4")
def test_t4_a_step_goes_one_level_up_and_any_number_down() -> None:
    game = board(
        """
        .  1  .
        3  2a 2
        .  4  2
        """,
        ap=1,
    )
    assert {"a2", "b3", "c2"} <= set(after(game, "move b2"))
    assert "b1" not in after(game, "move b2"), "two levels up"
    refused(game, "move b2 b1", "unreachable", start="b2", square="b1")
    (event,) = say(game, "move b2 b3")
    assert data_of(event, KnightMoved).path == (Stop("b3", through=False),)
    assert (data_of(event, KnightMoved).cost, data_of(event, KnightMoved).level, data_of(event, KnightMoved).ap) == (1, 1, 0)


@pytest.mark.rule("T4")
def test_t4_figures_are_neither_entered_nor_passed() -> None:
    game = board(
        """
        .  .  .
        0a 0b .
        0b 0b .
        """,
        ap=2,
    )
    assert after(game, "move a2") == ["a3", "a4", "b3"]
    refused(game, "move a2 b2", "knight-there", square="b2")
    refused(game, "move a2 c2", "far", square="c2", need=4, left=2)
    refused(game, "move b2 b3", "no-knight", square="b2")
    refused(game, "move a2 a2", "same", square="a2")


@pytest.mark.rule("T4")
def test_t4_a_walled_in_knight_has_nowhere_to_go() -> None:
    game = board(
        """
        .  .  .  .
        0b 0b .  .
        0a 0b .  .
        """
    )
    assert after(game, "move") == []
    refused(game, "move a1 c3", "unreachable")


@pytest.mark.rule("T5")
def test_t5_a_passage_costs_one_point_however_long() -> None:
    game = board(
        """
        .  .  .  .  .  .
        .  .  .  .  .  .
        0a 2  1  1  2  .
        """,
        ap=1,
    )
    # in at b1, through c1 and d1 to e1; out of any of them onto the ground, never onto a roof
    assert after(game, "move a1") == ["a2", "b2", "c2", "d2", "e2", "f1"]
    (event,) = say(game, "move a1 f1")
    assert data_of(event, KnightMoved).path == (Stop("f1", through=True),)


@pytest.mark.rule("T5")
def test_t5_the_gate_must_be_at_the_knights_level() -> None:
    """T5: at level h the knight enters a stack higher than h."""
    game = board(
        """
        .  .  .  .
        1  .  .  .
        2a 2  2  .
        """,
        ap=1,
    )
    assert after(game, "move a1") == ["a2", "b1"], "b1 is no higher than 2: the knight steps on it but does not enter"
    game = board(
        """
        .  .  .  .
        1  .  .  .
        2a 3  2  .
        """,
        ap=1,
    )
    # in at b1 on floor 2, out on the roof of c1 (height 2); sunk to floor 1 through c1 to d1; on floor 0 through a2 to a3
    assert after(game, "move a1") == ["a2", "a3", "b1", "b2", "c1", "c2", "d1"]


@pytest.mark.rule("T5")
def test_t5_inside_a_castle_a_knight_never_rises() -> None:
    game = board(
        """
        .  .  .  .  .
        .  .  .  .  .
        1a 3  1  3  1
        """,
        ap=1,
        phase=2,
    )
    moves = after(game, "move a1")
    assert "c1" in moves, "out of b1 on floor 1 onto the roof of c1"
    assert "e1" not in moves, "c1 lets pass only on floor 0, and from there no roof of level 1 is reached"
    assert {"d2", "e2"} <= set(moves), "but the ground beside d1 and e1 is"


@pytest.mark.rule("T5")
def test_t5_a_knight_on_a_roof_leaves_the_corridor_open() -> None:
    game = board(
        """
        .  .  .  .  .
        .  .  .  .  .
        0a 1b 2b 1k .
        """,
        ap=1,
    )
    assert "e1" in after(game, "move a1")


@pytest.mark.rule("T5", "T18")
def test_t5_t18_the_king_blocks_his_square_but_no_corridor() -> None:
    game = board(
        """
        .  .  .
        0b 0b .
        0a 1k .
        """,
        ap=5,
    )
    assert "c1" in after(game, "move a1")
    refused(game, "move a1 b1", "king-there", square="b1")
    refused(game, "build b1", "king-there", square="b1")


@pytest.mark.rule("T5")
def test_t5_leaving_back_to_where_it_came_from_is_no_move() -> None:
    game = board("0a 1 .")
    assert "a1" not in after(game, "move a1")


@pytest.mark.rule("T5")
def test_t5_two_castles_cost_a_point_each() -> None:
    game = board(
        """
        0b 0b .  0b 0b
        0a 1  .  1  .
        """,
        ap=2,
    )
    (event,) = say(game, "move a1 e1")
    assert data_of(event, KnightMoved).path == (
        Stop("c1", through=True),
        Stop("e1", through=True),
    )
    assert data_of(event, KnightMoved).cost == 2


@pytest.mark.rule("T5")
def test_t5_a_roof_of_the_same_castle_may_be_the_way_out() -> None:
    game = board(
        """
        .  .  .
        1  3  .
        1a 2  1
        """,
        ap=1,
        phase=2,
    )
    assert "c1" in after(game, "move a1"), "in at b1 on floor 1, out onto the roof of c1"


@pytest.mark.rule("T6")
def test_example_4_steps_and_one_passage_cost_four() -> None:
    """Worked example 4: c1 height 2, e1 height 1, e2 height 2, knight on a1."""
    game = board(
        """
        .  .  .  .  2
        0a .  2  .  1
        """,
        lawful=False,
    )
    (event,) = say(game, "move a1 e2")
    assert data_of(event, KnightMoved).cost == 4
    assert data_of(event, KnightMoved).path == (
        Stop("b1", through=False),
        Stop("d1", through=True),
        Stop("e1", through=False),
        Stop("e2", through=False),
    )
    assert game.ap == 1


@pytest.mark.rule("T6")
@pytest.mark.parametrize(("target", "cost"), [("b1", 1), ("d1", 2), ("e1", 3), ("e2", 4), ("c2", 2), ("d2", 3), ("f1", 3)])
def test_t6_a_move_costs_the_fewest_points(target: str, cost: int) -> None:
    game = board(
        """
        .  .  .  .  2  .
        0a .  2  .  1  .
        """,
        lawful=False,
    )
    assert game.view(0).reach("a1")[target] == cost
    say(game, f"move a1 {target}")
    assert game.ap == 5 - cost


@pytest.mark.rule("T6")
def test_t6_the_view_tells_the_same_costs_as_the_moves() -> None:
    game = board(
        """
        .  1  2  .
        0a 1  .  1k
        """
    )
    assert sorted(game.view(0).reach("a1")) == sorted(after(game, "move a1"))


@pytest.mark.long
@pytest.mark.rule("T4", "T5", "T6")
def test_t4_t5_t6_an_independent_slow_search_finds_the_same() -> None:
    """On random boards (lawful or not), every square, several numbers of AP."""
    rng = random.Random(46)
    game = new_game(2)
    game.mode = 3
    for _ in range(20):
        most = rng.choice([1, 2, 3, 5])
        game.heights = bytes(rng.choice([0, 0, rng.randint(0, most)]) for _ in range(64))
        squares = rng.sample(range(64), 9)
        game.knights = [sum(1 << s for s in squares[:4]), sum(1 << s for s in squares[4:8])]
        game.king = squares[8]
        game.ap = rng.randint(1, 7)
        table = oracle.Table(game)
        for start in table.own:
            expected = oracle.walk(table, start, game.ap)
            named = oracle.name(start)
            found = game.view(0).reach(named)
            assert found == {oracle.name(square): cost for square, cost in expected.items()}
            assert sorted(after(game, f"move {named}")) == sorted(found)
            for square, cost in list(expected.items())[::5]:
                check_path(game, start, square, cost)


def check_path(game: TorresPosition, start: tuple[int, int], target: tuple[int, int], cost: int) -> None:
    """A path that is told leads there in as many stops as it costs, each within one point's reach of the one before."""
    (event,) = say(trial := game.copy(), f"move {oracle.name(start)} {oracle.name(target)}")
    assert trial.ap == game.ap - cost
    stops = [start, *(divmod(NUMBER[stop.square], 8) for stop in data_of(event, KnightMoved).path)]
    assert len(stops) == cost + 1
    assert stops[-1] == target
    table = oracle.Table(game)
    table.figures.remove(start)
    for (here, there), stop in zip(itertools.pairwise(stops), data_of(event, KnightMoved).path, strict=True):
        assert there in oracle.one_point(table, here)
        assert stop.through == (there not in oracle.sides(here))


def test_a_square_is_a_letter_and_a_digit() -> None:
    game = board("0a . 0b")
    refused(game, "move a1 z9", "square", word="z9")
    refused(game, "move a1", "short")
    refused(game, "place", "short")
    refused(game, "fly a1 b1", "unknown", word="fly")
    assert NUMBER["b1"] == 8

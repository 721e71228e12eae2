"""The computer player: what it takes, what it turns, and that memory is what it wins by."""

from __future__ import annotations

import random

import pytest

from engines.budowa.bots import choose_move, fits
from engines.budowa.components import CARDS, SPOT, top
from engines.budowa.position import BudowaPosition
from engines.budowa.view import BudowaView
from engines.contract import Move
from engines.notation import random_move
from tests.games.budowa.tale import GAME, say, table
from tests.support.novice_win_rate import beats_easy
from tests.support.random_game_count import WHOLE


def advice(position: BudowaPosition, level: str = "hard") -> Move:
    return GAME.choose_move(GAME.recall(position, position.active, level), random.Random(1), level)


def test_it_builds_what_is_near_and_leaves_what_is_far() -> None:
    position = table([10], [12], lie={"c7": 14, "d1": 40})
    say(position, "flip c7")
    assert advice(position) == ("build",)
    position = table([10], [12], lie={"c7": 14, "d1": 40})
    say(position, "flip d1")
    assert advice(position) == ("back",)


def test_it_turns_the_lowest_card_it_remembers_that_fits() -> None:
    position = table([10], [12], notes="on")
    for spot, card in (("a1", 16), ("b1", 13), ("c1", 45)):
        position.grid["abcde".index(spot[0]) * 9] = card
    assert advice(position) == ("flip", "b1")


def test_a_card_that_has_just_gone_back_can_be_turned() -> None:
    position = table([41], [30], lie={"c7": 33})
    say(position, "flip c7")
    told = GAME.recall(position, 1, "hard")
    assert told.open is None
    assert [(note.spot, note.number) for note in told.board.notes if note.spot == "c7"] == [("c7", 33)]
    assert advice(position) == ("flip", "c7")
    while GAME.recall(position, 1, "easy").board.notes:
        position.looked[SPOT["c7"]] += 1  # turned in another turn, it would have been forgotten
    assert GAME.recall(position, 1, "easy") == GAME.cover(position.view(1))


def test_it_uses_the_wizard() -> None:
    position = table([4, 17, 26, 28], [12], lie={"c7": 23}, figures="on")
    say(position, "flip c7")
    assert advice(position) == ("insert",)


def test_a_figure_is_worth_a_wider_gap() -> None:
    assert not fits((), 22, [*CARDS], figures=False)
    assert fits((8,), 22, [*CARDS], figures=True)


def test_it_counts_the_cards_that_can_still_come() -> None:
    assert not fits((10,), 30, [*CARDS], figures=False)
    assert fits((10,), 30, [card for card in CARDS if not 10 < card < 25], figures=False), "what is built passes nothing over"
    castle = (3, 13, 16, 21, 28, 36, 39)
    assert not fits(castle, 46, [*CARDS], figures=False), "then no card is left for the tenth place"
    assert fits(castle, 46, [46], figures=False), "nothing else can come"


def test_a_master_builds_what_is_left_before_the_game_ends() -> None:
    """By the gap rule 44 on 30 is too far with four cards to go; but nothing else is left for anybody."""
    position = table([10, 20, 28, 30], [12, 15, 20, 46], lie={"c7": 44})
    position.grid = [card if spot == SPOT["c7"] else -1 for spot, card in enumerate(position.grid)]
    assert advice(position, "master") == ("flip", "c7")
    say(position, "flip c7")
    assert advice(position, "master") == ("build",)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="genius"):
        GAME.choose_move(table([10], [12]).view(0), random.Random(1), "genius")


def move_of(position: BudowaPosition, seat: int, mind: str, rng: random.Random) -> Move:
    return random_move(position, seat, rng) if mind == "random" else choose_move(GAME.recall(position, seat, mind), rng, mind)


def wins_more(bound: float, level: str, other: str, games: int, seats: int = 2) -> bool:
    """Whether one seat of a level wins more than this share of these games among others of another (`random`: any move). No
    game is played that could not change the answer.
    """
    won = 0.0
    for number in range(games):
        rng = random.Random(number)
        position = GAME.start(seats, {}, rng.randbytes(16))
        mine = number % seats
        while pending := position.pending():
            seat = pending[0]
            mind = level if seat == mine else other
            position.play(seat, move_of(position, seat, mind, rng))
        result = position.result()
        assert result is not None
        places = result.places
        won += (places[mine] == 1) / places.count(1)
        if won > bound * games:
            return True
    return False


@pytest.mark.long
def test_the_levels_are_one_above_the_other() -> None:
    assert wins_more(0.9, "easy", "random", 60)
    assert wins_more(0.55, "normal", "easy", 150)
    assert wins_more(0.6, "hard", "normal", 150)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_memory_decides_measured_on_many_games() -> None:
    assert wins_more(0.8, "hard", "easy", 400)
    assert wins_more(0.65, "hard", "normal", 400)
    assert wins_more(0.6, "normal", "easy", 400)
    assert wins_more(0.6, "hard", "easy", 400, seats=4)


@pytest.mark.long
def test_a_master_beats_who_goes_by_rule() -> None:
    assert wins_more(0.6, "master", "hard", 24 if WHOLE else 12)


@pytest.mark.long
def test_who_builds_what_is_near_beats_easy() -> None:
    """A new adult, of whom a player stands in that remembers half of what was turned and builds what is near."""
    assert beats_easy(GAME, adult, 5)


def adult(view: BudowaView, rng: random.Random) -> tuple[str, ...]:
    """The lowest card it remembers that is near, else one it knows nothing of; builds what is near."""
    assert view.seat is not None
    last = top(view.board.castles[view.seat])
    near = range(last + 1, last + 9)
    if view.ask == "decide":
        assert view.open is not None
        return ("insert",) if "insert" in view.can else ("build",) if view.open.number in near else ("back",)
    known = {note.number: note.spot for note in view.board.notes}
    if fitting := [number for number in sorted(known) if number in near]:
        return ("flip", known[fitting[0]])
    return ("flip", rng.choice([spot for spot in view.board.spots if spot not in known.values()] or view.board.spots))

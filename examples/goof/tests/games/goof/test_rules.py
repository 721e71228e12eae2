"""The rules of Goofspiel, tested by playing."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.base import UNCHOSEN
from engines.contract import IllegalMove
from engines.goof import GAME
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.position import GoofPosition
from tests.support import samples
from tests.support.event_data import data_of

SEED = bytes(16)


def table(seats: int, prizes: list[int], bids: list[list[int]], cards: int = 5) -> GoofPosition:
    """A table in the round of the last of `prizes`, after these bids."""
    return GoofPosition(seed=SEED, seats=seats, cards=cards, prizes=prizes, bids=bids, chosen=[UNCHOSEN] * seats)


def bid(position: GoofPosition, *cards: int) -> RoundEnded:
    """All bid, the youngest first; returns the revealed round."""
    *before, told = [position.play(seat, ("bid", str(card))) for seat, card in enumerate(cards)]
    assert not any(before), "nothing is told before the last has bid"
    return data_of(told[0], RoundEnded)


@pytest.mark.rule("G1")
@pytest.mark.parametrize("cards", [5, 7])
def test_everybody_holds_all_cards_and_prizes_are_worth_as_much(cards: int) -> None:
    position = GAME.start(3, {"cards": str(cards)}, SEED)
    assert [position.hand(seat) for seat in range(3)] == [list(range(1, cards + 1))] * 3
    assert sorted([*position.prizes, *position.unseen()]) == list(range(1, cards + 1))


@pytest.mark.rule("G2")
def test_every_prize_is_as_likely_to_come() -> None:
    seen = Counter(GAME.start(2, {"cards": "5"}, n.to_bytes(16, "big")).prizes[0] for n in range(1000))
    assert set(seen) == {1, 2, 3, 4, 5}
    assert all(150 < times < 250 for times in seen.values())


@pytest.mark.rule("G2", "G3")
def test_the_last_bid_reveals_all_and_turns_up_the_next_prize() -> None:
    position = table(2, [3], [])
    assert position.play(0, ("bid", "5")) == []
    assert position.view(1).ready == (True, False)
    ended, turned = position.play(1, ("bid", "2"))
    assert ended.data == RoundEnded(round=1, bids=(5, 2), lying=(3,), winner=0, points=(3, 0))
    assert data_of(turned, PrizeTurned).prize in {1, 2, 4, 5}
    assert position.hand(0) == [1, 2, 3, 4]


@pytest.mark.rule("G3")
def test_a_bid_can_be_changed_or_retracted_until_all_have_bid() -> None:
    position = table(2, [3], [])
    position.play(0, ("bid", "5"))
    position.play(0, ("bid", "1"))
    assert position.view(0).chosen == ("1",)
    position.retract(0)
    assert position.view(0).chosen == ()
    assert position.pending() == (0, 1)
    with pytest.raises(IllegalMove):
        position.retract(0)


@pytest.mark.rule("G4")
def test_the_highest_bid_that_nobody_else_made_takes_the_prizes() -> None:
    assert bid(table(2, [4], []), 3, 2).winner == 0
    assert bid(table(3, [4], []), 5, 5, 2).winner == 2
    assert bid(table(4, [4], []), 5, 5, 2, 3).winner == 3


@pytest.mark.rule("G5")
def test_prizes_that_nobody_takes_stay_for_the_next_round() -> None:
    position = table(2, [4], [])
    assert bid(position, 3, 3).winner is None
    assert position.lying() == [4, position.prizes[-1]]
    told = bid(position, 5, 1)
    assert told.winner == 0
    assert told.points == (4 + position.prizes[1], 0)


@pytest.mark.rule("G5")
def test_what_lies_there_after_the_last_round_goes_to_nobody() -> None:
    position = table(2, [1, 2, 3, 4, 5], [[1, 2], [2, 1], [3, 4], [4, 3]])
    bid(position, 5, 5)
    assert samples.ended(position).scores == (2 + 4, 1 + 3)


@pytest.mark.rule("G6")
def test_most_points_win_and_equals_share_their_place() -> None:
    position = table(3, [1, 2, 3, 4, 5], [[1, 2, 3], [5, 1, 2], [2, 5, 1], [3, 4, 5]])
    bid(position, 4, 3, 4)
    result = samples.ended(position)
    assert (result.scores, result.places) == ((2, 3 + 5, 1 + 4), (3, 1, 2))
    shared = table(2, [1, 2, 3, 4, 5], [[1, 2], [2, 1], [4, 3], [3, 4]])
    bid(shared, 5, 5)
    ended = samples.ended(shared)
    assert (ended.scores, ended.places, ended.reason) == ((5, 5), (1, 1), "shared")


def test_three_prizes_with_one_bid_earn_a_crest() -> None:
    position = table(2, [1, 2, 3, 4, 5], [[1, 1], [2, 2], [5, 4], [3, 5]])
    bid(position, 4, 3)
    assert GAME.crests["heap"](position, samples.ended(position)) == {0}


def test_the_figures_are_the_best_heap_and_the_lost_bids() -> None:
    position = table(2, [4], [])
    told = [event for move in ((3, 3), (5, 1)) for seat in (0, 1) for event in position.play(seat, ("bid", str(move[seat])))]
    best, alike = GAME.statistics(told, 2)
    assert best.values == (4 + position.prizes[1], 0)
    assert alike.values == (1, 1)
    assert [GAME.margin(event) for event in told] == [0, None, 4, None]


@pytest.mark.parametrize(("move", "key"), [(("bid",), "bid-one-card"), (("bid", "9"), "not-in-hand"), ((), "bid-one-card")])
def test_what_is_no_bid_is_refused_with_its_reason(move: tuple[str, ...], key: str) -> None:
    assert samples.refused(table(2, [3], []), 0, move).key == f"goof.illegal.{key}"

"""The end: R7, the longer match of R9, and what R10 says of ratings."""

from __future__ import annotations

import random

import pytest

from engines.contract import Result
from engines.notation import random_game
from engines.rycerze import GAME
from engines.rycerze.components import CARD, TILE
from engines.rycerze.events import CastleWon, GameEnded, Round
from engines.rycerze.position import RycerzePosition
from tests.games.rycerze.stored import RUNNING
from tests.games.rycerze.tale import BLUFF, of, say, table


def ended(castles: list[str], camps: list[str], match: str = "off", scores: tuple[list[int], ...] = ()) -> RycerzePosition:
    """A finished game: by seat the castles won and the cards in the camp; `scores`: the games before it."""
    position = table("large-stone", seats=len(castles), match=match)
    for seat, words in enumerate(castles):
        for word in words.split():
            position.owners[TILE[word]] = seat
    position.hands = [63 - sum(1 << CARD[card] for card in words.split()) for words in camps]
    position.seen = [0, 1, 2, 3, 4, 5, 6]
    position.scores = list(scores)
    position.game = len(scores) + 1
    position.over = True
    return position


def result(*arguments: object, **named: object) -> Result:
    found = ended(*arguments, **named).result()  # type: ignore[arg-type]
    assert found is not None
    return found


# -- R7 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R7")
def test_r7_most_points_win() -> None:
    end = result(["large-stone small-stone", "large-brick", "large-wood small-wood small-brick"], ["", "", "knight dragon"])
    assert end.scores == (3, 2, 4)
    assert end.places == (2, 3, 1)
    assert end.reason == "points"
    assert end.rating_places == (2, 3, 1)
    assert end.breakdown[0] == {"large": 2, "small": 1, "cards": 8}
    assert end.breakdown[2] == {"large": 2, "small": 2, "cards": 6}


@pytest.mark.rule("R7")
def test_r7_a_tie_goes_to_more_cards_in_hand() -> None:
    end = result(["large-stone", "large-brick"], ["knight dragon", "archer"])
    assert end.places == (2, 1)
    assert end.reason == "cards"
    assert end.rating_places == (2, 1)


@pytest.mark.rule("R7", "R10")
def test_r7_then_to_the_younger_which_no_rating_counts() -> None:
    end = result(["large-stone", "large-brick", "small-wood"], ["knight", "archer", ""])
    assert end.places == (1, 2, 3)
    assert end.reason == "younger"
    assert end.rating_places == (1, 1, 3)  # R10


@pytest.mark.rule("R7")
def test_r7_each_place_is_told_by_the_same_rule() -> None:
    end = result(["large-stone", "small-brick", "small-wood", "small-stone"], ["", "knight", "", "archer"])
    assert end.places == (1, 3, 2, 4)
    assert end.reason == "points"
    assert end.rating_places == (1, 3, 2, 3)


# -- R9 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r9_a_match_has_as_many_games_as_players(seats: int) -> None:
    rng = random.Random(seats)
    position = GAME.start(seats, {"match": "on"}, rng.randbytes(16))
    orders, swords = [position.seniority], [position.sword]
    ended_games: list[GameEnded] = []
    game, sums = 1, [0] * seats
    for _, _, events in random_game(position, rng):
        for event in events:
            if isinstance(ended := event.data, GameEnded):
                ended_games.append(ended)
                sums = [own + points for own, points in zip(sums, ended.points, strict=True)]
                assert ended.totals == tuple(sums)
                assert ended.games == seats
                assert event.scene
        if position.game > game:
            game = position.game
            orders.append(position.seniority)
            swords.append(position.sword)
            assert position.turn == (game - 1) * 7 + len(position.seen)
            assert set(position.view(None).hands) == {8}
            assert position.totals() == sums
            assert position.view(None).scores[-1] == tuple(ended_games[-1].points)
    assert orders == [tuple((first + place) % seats for place in range(seats)) for first in range(seats)]
    assert swords == list(range(seats))  # R1: with the youngest of each game
    assert [told.game for told in ended_games] == list(range(1, seats + 1))
    assert position.turn == 7 * seats
    end = position.result()
    assert end is not None
    assert end.scores == tuple(sums)
    assert [end.breakdown[0][f"game-{number}"] for number in range(1, seats + 1)] == [told.points[0] for told in ended_games]


@pytest.mark.rule("R9")
def test_r9_the_sword_follows_this_games_points_and_seniority() -> None:
    position = table("large-stone", match="on", seats=2)
    rng = random.Random(1)
    while position.game == 1:
        next(random_game(position, rng))
    assert position.seniority == (1, 0)
    assert position.sword == 1
    position.scores = [[9, 0]]
    position.seen[0] = TILE["large-stone"]
    castle = of(say(position, BLUFF, "knight shepherd"), "castle")
    assert castle.points == (0, 2)
    assert castle.totals == (9, 2)
    assert castle.sword == 0  # poorest of this game, although far ahead on the sum


@pytest.mark.rule("R9")
def test_r9_points_are_added_up() -> None:
    end = result(["large-stone small-stone", "large-brick"], ["", ""], match="on", scores=([1, 7],))
    assert end.scores == (4, 9)
    assert end.places == (2, 1)
    assert end.breakdown == ({"game-1": 1, "game-2": 3, "cards": 8}, {"game-1": 7, "game-2": 2, "cards": 8})


@pytest.mark.rule("R9")
def test_r9_a_tied_sum_goes_to_more_cards_after_the_last_game() -> None:
    end = result(["large-stone", "small-brick"], ["knight", ""], match="on", scores=([3, 4],))
    assert (end.scores, end.places, end.reason) == ((5, 5), (2, 1), "cards")


@pytest.mark.rule("R9")
def test_r9_then_to_the_younger_in_the_last_games_order() -> None:
    end = result(["large-stone", "small-brick"], ["knight", "dragon"], match="on", scores=([3, 4],))
    assert (end.scores, end.places, end.reason) == ((5, 5), (2, 1), "younger")
    assert end.rating_places == (1, 1)


@pytest.mark.rule("R9")
def test_r9_each_game_tells_its_own_order_of_places() -> None:
    position = table("large-stone", match="on", seats=3)
    for _, _, events in random_game(position, random.Random(5)):
        for event in events:
            if isinstance(ended := event.data, GameEnded):
                points, cards, order = ended.points, ended.hands, ended.order
                keys = [(points[seat], cards[seat]) for seat in order]
                assert keys == sorted(keys, reverse=True)
                expected = "points" if keys[0][0] > keys[1][0] else "cards" if keys[0] > keys[1] else "younger"
                assert ended.reason == expected
                assert all(ended.put_out not in castles for castles in ended.castles)


# -- the story of a whole game ----------------------------------------------------------------------------------------------


def test_an_event_tells_the_whole_round_from_its_data_alone() -> None:
    rng = random.Random(11)
    for seats in (2, 3, 4):
        position = GAME.start(seats, {}, rng.randbytes(16))
        for _, _, events in random_game(position, rng):
            for event in events:
                if isinstance(ended := event.data, Round):
                    assert event.scene
                    assert ended.tiles[-1] == ended.tile
                    assert len(ended.tiles) == ended.round
                    assert [hand + camp for hand, camp in zip(ended.hands, ended.camps, strict=True)] == [8] * seats
                if isinstance(ended, CastleWon):
                    winner = ended.winner
                    assert ended.tile == ended.castles[winner][-1]
                    assert ended.by == "strength" or winner == ended.sword_before
                    assert sum(fates.count("wins") for fates in ended.fates) == (ended.by == "strength")
        assert position.view(None).put_out is not None


# -- what is stored ---------------------------------------------------------------------------------------------------------


def test_a_snapshot_of_another_version_is_not_read() -> None:
    snapshot = table("large-stone").snapshot()
    assert b'"version":1' in snapshot
    with pytest.raises(ValueError, match="version 2"):
        GAME.load(snapshot.replace(b'"version":1', b'"version":2'))


def test_a_snapshot_is_small() -> None:
    position = table("large-stone", seats=4, match="on")
    longest = 0
    for _ in random_game(position, random.Random(4)):
        longest = max(longest, len(position.snapshot()))
    assert longest < 600  # bytes


def test_a_table_of_the_version_before_ends_the_same() -> None:
    position = GAME.load(RUNNING)
    assert position.snapshot() == RUNNING
    rng = random.Random(9)
    for _ in random_game(position, rng):
        pass
    end = position.result()
    assert end is not None
    assert (end.places, end.scores) == ((2, 3, 1), (8, 4, 12))

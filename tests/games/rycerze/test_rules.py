"""Rules R1-R10 of Rycerze i zamki, each told as a little game. Seat 0 is the youngest."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from bench.engines_rycerze import listed_playout
from engines.contract import Choices, IllegalMove
from engines.notation import legal_moves, random_game
from engines.rycerze import GAME
from engines.rycerze.components import ALL, ARMY, CARD, CARDS, HELD, STACK, STRENGTH, TILE
from engines.rycerze.events import Over, TileTurned
from engines.rycerze.fast import standing, table_of
from engines.rycerze.position import alone, sword_after
from tests.games.rycerze.tale import BLUFF, of, say, stack, table
from tests.support.event_data import all_of

# -- components -------------------------------------------------------------------------------------------------------------


def test_the_published_strengths_of_the_knight() -> None:
    assert [strengths[CARD["knight"]] for strengths in STRENGTH] == [6, 3, 2]


def test_only_the_same_card_ties() -> None:
    for strengths in STRENGTH:
        assert sorted(strengths) == [1, 2, 3, 4, 5, 6]


def test_no_card_is_at_least_as_good_as_another_everywhere() -> None:
    for one in range(ARMY):
        for other in range(ARMY):
            assert one == other or any(strengths[one] < strengths[other] for strengths in STRENGTH)


# -- R1 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R1")
def test_r1_the_start() -> None:
    position = table("large-brick", seats=3)
    view = position.view(1)
    assert view.hand == ("knight", "catapult", "dragon", "footman", "archer", "peasant", "shepherd", "shepherd")
    assert view.hands == (8, 8, 8)
    assert view.camps == (0, 0, 0)
    assert view.sword == 0
    assert (view.game, view.games, view.round, view.stage, view.turn) == (1, 1, 1, 1, 1)
    assert view.tiles == ("large-brick",)
    assert view.pending == (0, 1, 2)


@pytest.mark.rule("R1")
def test_r1_seven_rounds_are_played_for_one_tile_each() -> None:
    for number in range(60):
        rng = random.Random(number)
        position = GAME.start(3, {}, rng.randbytes(16))
        order = stack(position.seed)
        turned = list(position.seen)
        told: list[Over] = []
        for _, _, events in random_game(position, rng):
            turned += [TILE[each.tile] for each in all_of(events, TileTurned)]
            told += all_of(events, Over)
            assert (position.view(None).put_out is None) == (not position.over)
        assert turned == order[:7]
        assert [over.put_out for over in told] == [position.view(None).put_out]
        assert TILE[told[0].put_out] == order[7]


@pytest.mark.rule("R1")
def test_r1_every_tile_is_as_likely_to_be_put_out() -> None:
    counts = Counter(stack(number.to_bytes(3, "big"))[7] for number in range(8000))
    assert all(abs(counts[tile] - 1000 * STACK.count(tile)) < 4 * 42 for tile in set(STACK))


@pytest.mark.rule("R1")
def test_r1_no_order_of_the_stack_is_stored() -> None:
    one, other = table("large-brick", "drum"), table("large-brick", "small-wood")
    assert stack(one.seed) != stack(other.seed)
    other.seed = one.seed
    assert one == other


# -- R2 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R2")
def test_r2_all_choose_in_secret_and_are_revealed_in_one_step() -> None:
    position = table("large-brick", seats=3)
    public = position.view(None)
    assert position.play(2, ("play", "knight", "dragon")) == []
    assert position.pending() == (0, 1)
    assert position.view(2).chosen == ("knight", "dragon")
    assert position.view(0).chosen == ()
    assert position.view(None).ready == (False, False, True)
    assert position.view(None).stage == public.stage
    assert position.play(0, ("play", "footman", "shepherd")) == []
    events = position.play(1, ("play", "shepherd", "shepherd"))
    assert [event.kind for event in events] == ["castle", "tile"]
    assert of(events, "castle").cards == (("footman", "shepherd"), ("shepherd", "shepherd"), ("knight", "dragon"))
    assert all(event.reveals for event in events)
    assert position.stage == 2


@pytest.mark.rule("R2")
def test_r2_a_choice_may_be_changed_until_the_last_has_chosen() -> None:
    position = table("large-brick")
    position.play(0, ("play", "knight", "dragon"))
    position.play(0, ("play", "archer", "shepherd"))
    position.retract(0)
    assert position.pending() == (0, 1)
    position.play(1, ("play", "shepherd", "shepherd"))
    events = position.play(0, ("play", "peasant", "footman"))
    assert of(events, "castle").cards[0] == ("footman", "peasant")
    with pytest.raises(IllegalMove):
        position.retract(0)


@pytest.mark.rule("R2")
def test_r2_any_order_is_accepted_but_only_one_is_listed() -> None:
    position = table("large-brick")
    moves = legal_moves(position, 0)
    assert len(moves) == 22  # 15 pairs of army cards, 6 of one and a shepherd, two shepherds
    assert ("play", "dragon", "shepherd") in moves
    assert ("play", "shepherd", "dragon") not in moves
    other = position.copy()
    position.play(0, ("play", "dragon", "shepherd"))
    other.play(0, ("play", "shepherd", "dragon"))
    assert position == other


# -- R3 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R3")
def test_r3_example_1_the_dragon_takes_the_large_brick_castle() -> None:
    julka, hania, antek = 0, 1, 2
    position = table("large-brick", seats=3)
    events = say(position, "knight shepherd", "knight dragon", "footman shepherd")
    castle = of(events, "castle")
    assert castle.fates == (("cancelled", "returns"), ("cancelled", "wins"), ("camp", "returns"))
    assert castle.shown == {"knight": 2, "dragon": 1, "footman": 1, "shepherd": 2}
    assert (castle.winner, castle.strength, castle.by) == (hania, 6, "strength")
    assert (castle.value, castle.points, castle.castles) == (2, (0, 2, 0), ((), ("large-brick",), ()))
    assert [position.view(seat).camp for seat in (julka, hania, antek)] == [("knight",), ("knight", "dragon"), ("footman",)]
    assert position.view(julka).hand.count("shepherd") == 2


@pytest.mark.rule("R3")
def test_r3_example_2_the_sword_takes_the_small_wooden_castle() -> None:
    antek, hania, julka = 0, 1, 2
    position = table("small-wood", seats=3)
    assert position.sword == antek
    castle = of(say(position, "archer shepherd", "archer peasant", "peasant shepherd"), "castle")
    assert (castle.winner, castle.strength, castle.by) == (antek, 0, "sword")
    assert castle.fates == (("cancelled", "returns"), ("cancelled", "cancelled"), ("cancelled", "returns"))
    assert position.view(None).camps == (1, 2, 1)
    assert position.view(hania).camp == ("archer", "peasant")
    assert position.view(julka).points == (1, 0, 0)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("tile", ["large-stone", "small-stone", "large-brick", "small-brick", "large-wood", "small-wood"])
def test_r3_the_strongest_for_the_material_wins(tile: str) -> None:
    strengths = STRENGTH[("stone", "brick", "wood").index(tile.split("-")[1])]
    fresh = table(tile)
    for one in range(ARMY):
        for other in range(ARMY):
            if one != other:
                position = fresh.copy()
                castle = of(say(position, f"{CARDS[one]} shepherd", f"{CARDS[other]} shepherd"), "castle")
                assert castle.winner == (0 if strengths[one] > strengths[other] else 1)
                assert castle.strength == max(strengths[one], strengths[other])


@pytest.mark.rule("R3")
def test_r3_only_shepherds_leave_the_castle_to_the_sword() -> None:
    position = table("large-wood", seats=2)
    castle = of(say(position, BLUFF, BLUFF), "castle")
    assert (castle.winner, castle.by) == (0, "sword")
    assert position.view(None).camps == (0, 0)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("holders", [2, 3, 4])
def test_r3_a_card_shown_more_than_once_is_cancelled(holders: int) -> None:
    position = table("large-stone", seats=4)
    castle = of(say(position, *(["knight peasant"] + ["knight shepherd"] * 3)[:holders], *[BLUFF] * (4 - holders)), "castle")
    assert castle.shown["knight"] == holders
    assert castle.winner == 0  # by the only peasant
    assert castle.strength == 3
    assert [fates[0] for fates in castle.fates[:holders]] == ["cancelled"] * holders


@pytest.mark.rule("R3")
def test_r3_what_is_alone_agrees_with_counting() -> None:
    rng = random.Random(3)
    position = table("large-stone", seats=4)
    pairs = [move[1:] for move in legal_moves(position, 0)]
    for _ in range(500):
        shown = [rng.randrange(len(pairs)) for _ in range(rng.randint(2, 4))]
        every = Counter(word for pair in shown for word in pairs[pair])
        expected = {word for word, times in every.items() if times == 1 and word != "shepherd"}
        assert {CARDS[card] for card in HELD[alone(shown)]} == expected


# -- R4 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R4")
def test_r4_the_sword_goes_to_the_fewest_points() -> None:
    position = table("large-stone", "small-stone", "small-brick", seats=3)
    castle = of(say(position, "knight shepherd", BLUFF, BLUFF), "castle")
    assert (castle.points, castle.sword_before, castle.sword) == ((2, 0, 0), 0, 1)
    castle = of(say(position, BLUFF, "catapult shepherd", BLUFF), "castle")
    assert (castle.points, castle.sword_before, castle.sword) == ((2, 1, 0), 1, 2)
    castle = of(say(position, BLUFF, BLUFF, "dragon shepherd"), "castle")
    assert (castle.points, castle.sword) == ((2, 1, 1), 1)


@pytest.mark.rule("R4")
def test_r4_a_recruitment_does_not_move_the_sword() -> None:
    assert sword_after([1, 1, 0], (0, 1, 2)) == 2
    position = table("large-stone", "drum", seats=2)
    say(position, "knight shepherd", BLUFF)
    assert position.sword == 1
    recruitment = of(say(position, "knight", ""), "recruitment")
    assert recruitment.sword == position.sword == 1


@pytest.mark.rule("R4")
def test_r4_an_early_recruitment_leaves_the_sword() -> None:
    assert table("drum", "large-stone", seats=4).sword == 0


# -- R5 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R5")
def test_r5_nobody_but_the_owner_looks_into_a_camp() -> None:
    position = table("large-stone", "drum", "small-stone", seats=2)
    say(position, "knight catapult", "archer peasant")
    others = position.view(1)
    assert position.view(0).camp == ("knight", "catapult")
    assert others.camp == ("archer", "peasant")
    assert position.view(None).camp == position.view(None).hand == ()
    same = position.copy()
    say(position, "knight", "archer")
    say(same, "catapult", "archer")
    assert position.view(0) != same.view(0)
    assert position.view(1) == same.view(1)
    assert position.view(None) == same.view(None)


# -- R6 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R6")
def test_r6_everyone_with_a_camp_takes_one_card_back_all_at_once() -> None:
    position = table("large-stone", "drum", seats=3)
    say(position, "knight catapult", "archer shepherd", BLUFF)
    assert position.pending() == (0, 1)
    assert position.view(None).ready == (False, False, True)
    assert position.choices(0).words == ("recruit",)
    assert position.choices(0, ("recruit",)).words == ("knight", "catapult")
    assert position.choices(2).words == ()
    assert position.play(0, ("recruit", "knight")) == []
    assert position.view(0).hand.count("knight") == 0  # not before all have chosen
    events = position.play(1, ("recruit", "archer"))
    assert of(events, "recruitment").recruited == (True, True, False)
    assert "knight" not in str(events)
    assert "archer" not in str(events)
    assert position.view(0).hand == ("knight", "dragon", "footman", "archer", "peasant", "shepherd", "shepherd")
    assert position.view(0).recruits == ("knight",)
    assert position.view(2).recruits == ("",)


@pytest.mark.rule("R6")
def test_r6_an_empty_camp_is_passed_over_with_a_reason() -> None:
    position = table("large-stone", "drum", seats=2)
    say(position, "knight shepherd", BLUFF)
    with pytest.raises(IllegalMove) as refusal:
        position.play(1, ("recruit", "knight"))
    assert refusal.value.key == "rycerze.illegal.empty-camp"


@pytest.mark.rule("R6")
def test_r6_a_recruitment_that_nobody_can_use_is_played_at_once() -> None:
    position = table("large-stone", "drum", "small-brick")
    events = say(position, BLUFF, BLUFF)
    assert [event.kind for event in events] == ["castle", "tile", "recruitment", "tile"]
    assert of(events, "recruitment").recruited == (False, False)
    assert (position.turn, position.stage) == (3, 3)
    assert table("drum", "drum").turn == 3  # two drums on top: nobody has a camp yet


@pytest.mark.rule("R6")
def test_r6_a_single_card_in_the_camp_is_still_asked_for() -> None:
    position = table("large-stone", "drum", seats=2)
    say(position, "knight shepherd", "archer shepherd")
    assert position.pending() == (0, 1)
    assert legal_moves(position, 0) == [("recruit", "knight")]


@pytest.mark.rule("R6")
def test_r6_only_shepherds_in_hand_are_still_asked_for() -> None:
    position = table("large-stone", "small-stone", "large-brick", "large-wood")
    say(position, "knight catapult", BLUFF)
    say(position, "dragon footman", BLUFF)
    say(position, "archer peasant", BLUFF)
    assert position.view(0).hand == ("shepherd", "shepherd")
    assert position.pending() == (0, 1)
    assert legal_moves(position, 0) == [("play", "shepherd", "shepherd")]


# -- R8 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R8")
def test_r8_two_shepherds_always_stay() -> None:
    rng = random.Random(8)
    for seats in (2, 3, 4):
        for _ in range(40):
            position = GAME.start(seats, {}, rng.randbytes(16))
            for seat, _, _ in random_game(position, rng):
                assert position.view(seat).hand.count("shepherd") == 2


# -- R10 --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("seats", "published"),
    [
        (2, (0.54, 0.46)),
        pytest.param(3, (0.39, 0.31, 0.30), marks=pytest.mark.long),
        pytest.param(4, (0.30, 0.26, 0.22, 0.22), marks=pytest.mark.long),
    ],
)
def test_r10_the_youngest_has_the_published_edge(seats: int, published: tuple[float, ...]) -> None:
    rng = random.Random(seats)
    games, wins = 6000, Counter[int]()
    for _ in range(games):
        fast = table_of(GAME.start(seats, {}, rng.randbytes(16)))
        assert fast.hands == [ALL] * seats
        listed_playout(fast, rng)
        places = standing(fast.points, fast.hands)
        wins[places.index(max(places))] += 1
    for seat, share in enumerate(published):
        assert abs(wins[seat] / games - share) < 0.026  # four standard errors and the rounding of the published figures


# -- refusals ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("recruit knight", "play-now"),
        ("", "play-now"),
        ("play knight", "two-cards"),
        ("play knight catapult dragon", "two-cards"),
        ("play knight unicorn", "unknown-card"),
        ("play knight knight", "one-of-each"),
        ("play footman catapult", "not-in-hand"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_its_reason(move: str, reason: str) -> None:
    position = table("large-stone", "small-stone")
    say(position, "footman shepherd", BLUFF)
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, tuple(move.split()))
    assert refusal.value.key == f"rycerze.illegal.{reason}"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play knight shepherd", "recruit-now"),
        ("recruit", "one-card"),
        ("recruit footman knight", "one-card"),
        ("recruit unicorn", "unknown-card"),
        ("recruit shepherd", "shepherd-camp"),
        ("recruit knight", "not-in-camp"),
    ],
)
def test_what_cannot_be_recruited_is_refused_with_its_reason(move: str, reason: str) -> None:
    position = table("large-stone", "drum")
    say(position, "footman shepherd", BLUFF)
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, tuple(move.split()))
    assert refusal.value.key == f"rycerze.illegal.{reason}"


def test_nothing_is_played_after_the_end() -> None:
    position = table("large-stone")
    for _ in random_game(position, random.Random(0)):
        pass
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, ("play", "knight", "dragon"))
    assert refusal.value.key == "rycerze.illegal.over"


def test_what_may_follow_is_said_word_by_word() -> None:
    position = table("large-stone", "drum")
    hand = ("knight", "catapult", "dragon", "footman", "archer", "peasant", "shepherd", "shepherd")
    assert position.choices(2) == position.choices(-1) == Choices()
    assert position.choices(0) == Choices(("play",), ask="play")
    assert position.choices(0, ("play",)) == Choices(hand, together=2, ask="play")
    assert position.choices(0, ("play", "shepherd")) == Choices((*hand[:6], "shepherd"), ask="play")
    assert position.choices(0, ("play", "knight")) == Choices((*hand[1:6], "shepherd"), ask="play")
    assert position.choices(0, ("play", "knight", "dragon")) == Choices(complete=True)
    for said in (("recruit",), ("play", "unicorn"), ("play", "knight", "knight"), ("play", *hand[:3])):
        assert position.choices(0, said) == Choices()
    say(position, "footman shepherd", "knight catapult")
    assert position.choices(1) == Choices(("recruit",), ask="recruit")
    assert position.choices(1, ("recruit",)) == Choices(("knight", "catapult"), ask="recruit")
    assert position.choices(1, ("recruit", "knight")) == Choices(complete=True)
    for said in (("play",), ("recruit", "dragon"), ("recruit", "knight", "catapult")):
        assert position.choices(1, said) == Choices()


def test_no_seat_beyond_the_last_chooses() -> None:
    position = table("large-stone")
    for seat in (-1, 2):
        with pytest.raises(IllegalMove) as refusal:
            position.play(seat, ("play", "knight", "dragon"))
        assert refusal.value.key == "rycerze.illegal.no-seat"


@pytest.mark.rule("R6")
@pytest.mark.parametrize("card", ["knight", "catapult", "dragon", "archer", "peasant"])
def test_r6_a_card_that_is_still_in_hand_is_not_taken_back(card: str) -> None:
    position = table("large-stone", "drum")
    say(position, "footman shepherd", BLUFF)
    with pytest.raises(IllegalMove) as refusal:
        position.play(0, ("recruit", card))
    assert (refusal.value.key, refusal.value.parameters) == ("rycerze.illegal.not-in-camp", {"card": card})


@pytest.mark.rule("R2")
def test_r2_taking_a_choice_back_tells_nothing() -> None:
    position = table("large-stone")
    position.play(0, ("play", "knight", "dragon"))
    assert position.retract(0) == []
    assert position.pending() == (0, 1)


@pytest.mark.rule("R1")
def test_r1_a_new_game_is_stored_like_this() -> None:
    """Snapshots of running games are read by every later version."""
    stored = msgspec.json.decode(table("large-stone", seats=3).snapshot())
    assert len(stored.pop("seed")) == 8
    assert stored == {
        "seats": 3, "match": False, "game": 1, "sword": 0, "seen": [TILE["large-stone"]], "owners": [-1] * 6,
        "hands": [63] * 3, "chosen": [-1] * 3, "shown": [], "scores": [], "over": False, "version": 1,
    }  # fmt: skip
    assert (list(GAME.seats), GAME.rules_version) == ([2, 3, 4], 1)


# -- what the tables ask ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_last_turn_and_the_standing_are_known(seats: int) -> None:
    position = GAME.start(seats, {}, bytes(16))
    for _ in random_game(position, random.Random(seats)):
        assert GAME.standing(position.view(None)) == position.view(0).totals
    assert position.turn == GAME.turns[seats]


def test_matches_are_rated_apart_from_single_games() -> None:
    assert [option.key for option in GAME.options if option.apart] == ["match"]

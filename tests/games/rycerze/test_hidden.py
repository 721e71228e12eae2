"""What a seat can know: imagined worlds, and leaks of this game's own secrets."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Event
from engines.notation import legal_moves, random_game, random_move
from engines.rycerze import GAME, events
from engines.rycerze.components import CARDS, PAIR_WORDS
from engines.rycerze.determinize import histories
from engines.rycerze.position import RycerzePosition
from engines.rycerze.state import RycerzeState
from tests.games.rycerze.laws import laws
from tests.games.rycerze.tale import BLUFF, say, table
from tests.support import conformance as conform


def after_a_recruitment() -> RycerzePosition:
    """Seat 1 has shown knight, catapult and dragon, and taken back one of the first two."""
    position = table("large-stone", "drum", "small-stone", seats=2)
    say(position, "peasant shepherd", "knight catapult")
    say(position, "peasant", "knight")
    return position


def test_each_possible_card_taken_back_is_imagined_as_often() -> None:
    position = after_a_recruitment()
    rng = random.Random(1)
    taken = Counter(GAME.determinize(position.view(0), rng).view(1).recruits for _ in range(2000))
    assert set(taken) == {("knight",), ("catapult",)}
    assert abs(taken["knight",] - 1000) < 4 * 23


def test_what_has_been_shown_since_rules_the_other_worlds_out() -> None:
    position = after_a_recruitment()
    say(position, BLUFF, "knight dragon")
    assert len(histories(position.view(0), 1)) == 1
    assert GAME.determinize(position.view(0), random.Random(1)).view(1).recruits == ("knight",)


@pytest.mark.rule("R5")
def test_an_owner_knows_what_they_took_back() -> None:
    position = after_a_recruitment()
    assert [taken for taken, _ in histories(position.view(1), 1)] == [(0,)]
    assert len(histories(position.view(None), 1)) == 2


def test_an_open_choice_of_another_is_imagined_as_any_choice() -> None:
    position = table("large-brick", seats=2)
    position.play(1, ("play", "knight", "dragon"))
    rng = random.Random(2)
    imagined = Counter(GAME.determinize(position.view(0), rng).view(1).chosen for _ in range(2200))
    assert set(imagined) == set(PAIR_WORDS)
    assert max(imagined.values()) < 160  # each about 100 times


def test_two_recruitments_and_the_long_variant_are_determinized() -> None:
    position = table("large-stone", "drum", "small-stone", "drum", seats=2, match="on")
    say(position, "peasant archer", "knight catapult")
    say(position, "peasant", "knight")
    say(position, "footman shepherd", BLUFF)
    position.play(1, ("recruit", "catapult"))
    for viewer in (0, 1, None):
        world = GAME.determinize(position.view(viewer), random.Random(3))
        assert world.match
        assert world.view(viewer) == position.view(viewer)
        assert len(world.shown) == len(position.shown)
        if viewer == 1:
            assert (world.chosen[1], world.view(1).chosen) == (position.chosen[1], ("catapult",))
    say(position, "archer")
    world = GAME.determinize(position.view(0), random.Random(4))
    assert world.view(0).recruits == ("peasant", "archer")
    assert not GAME.determinize(table("large-stone").view(0), random.Random(5)).match


def test_the_future_of_an_imagined_position_is_not_the_true_one() -> None:
    position = table("large-brick", seats=2)
    rng = random.Random(3)
    coming: Counter[int] = Counter()
    for _ in range(300):
        imagined = GAME.determinize(position.view(0), rng)
        say(imagined, BLUFF, BLUFF)
        coming[imagined.seen[1]] += 1
    assert len(coming) == 6


@pytest.mark.parametrize("leak", ["taken", "camp"])
def test_a_public_event_that_leaks_a_recruited_card_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = events.recruitment

    def leaking(state: RycerzeState) -> Event:
        event, taken = honest(state), state.shown[-1]
        told: dict[str, Any] = {"taken": [CARDS[card] for card in taken], "camp": [63 ^ hand for hand in state.hands]}
        leaked: Any = {**msgspec.to_builtins(event.data), leak: told[leak]}
        return msgspec.structs.replace(event, data=leaked)

    monkeypatch.setattr(events, "recruitment", leaking)
    position = table("large-stone", "drum", "small-stone", seats=3)
    say(position, "peasant archer", "knight catapult", "dragon footman")

    def search() -> None:
        for number in range(20):
            conform.check_hidden("rycerze", GAME, position, 0, random.Random(number))

    with pytest.raises(AssertionError):
        search()


games = st.tuples(
    st.integers(2, 4), st.sampled_from(["off", "on"]), st.binary(min_size=16, max_size=16), st.randoms(use_true_random=True)
)


@settings(max_examples=3, deadline=None)
@given(games)
def test_any_position_can_be_stored_imagined_and_played_on(game: tuple[int, str, bytes, random.Random]) -> None:
    store_imagine_and_play_on(game)


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(games)
def test_many_positions_can_be_stored_imagined_and_played_on(game: tuple[int, str, bytes, random.Random]) -> None:
    store_imagine_and_play_on(game)


def store_imagine_and_play_on(game: tuple[int, str, bytes, random.Random]) -> None:
    seats, match, seed, rng = game
    position = GAME.start(seats, {"match": match}, seed)
    for _ in range(rng.randrange(7 * seats)):
        if not position.pending():
            break
        seat = rng.choice(position.pending())
        position.play(seat, random_move(position, seat, rng))
    laws(position)
    assert GAME.load(position.snapshot()) == position
    for viewer in (None, *range(seats)):
        imagined = GAME.determinize(position.view(viewer), rng)
        laws(imagined)
        assert imagined.view(viewer) == position.view(viewer)
        for _ in random_game(imagined, rng):
            pass
        assert imagined.result() is not None


lines = st.lists(st.sampled_from(["play", "recruit", *CARDS, "", "x"]), max_size=4)


@settings(max_examples=20, deadline=None)
@given(games, st.integers(-1, 4), lines)
def test_any_line_of_words_is_played_or_refused_as_choices_say(
    game: tuple[int, str, bytes, random.Random], seat: int, words: list[str]
) -> None:
    play_or_refuse(game, seat, words)


@pytest.mark.long
@settings(max_examples=120, deadline=None)
@given(games, st.integers(-1, 4), lines)
def test_lines_are_played_or_refused_as_choices_say(
    game: tuple[int, str, bytes, random.Random], seat: int, words: list[str]
) -> None:
    play_or_refuse(game, seat, words)


def play_or_refuse(game: tuple[int, str, bytes, random.Random], seat: int, words: list[str]) -> None:
    seats, match, seed, rng = game
    position = GAME.start(seats, {"match": match}, seed)
    for _ in range(rng.randrange(20)):
        if position.pending():
            mover = rng.choice(position.pending())
            position.play(mover, random_move(position, mover, rng))
    before = position.snapshot()
    move = tuple(words)
    refusal = conform.refusal_of(position.play, seat, move)
    if refusal is None:
        assert (move[0], *sorted(move[1:])) in {
            (other[0], *sorted(other[1:])) for other in legal_moves(GAME.load(before), seat)
        }
    else:
        assert position.snapshot() == before
        conform.check_message(refusal)

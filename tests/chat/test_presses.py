import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cogs
import engines
from chat.cards.picker import read_words
from chat.press.presses import Press, make, parse, verbs
from chat.wire import limits
from engines.contract import MOVE_LENGTH
from engines.notation import random_game

VERBS = [verb.name for cog in cogs.classes() for verb in verbs(cog).values()]


@pytest.mark.long
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_what_is_made_is_read_back(verb: str) -> None:
    assert parse(make(verb, 12, 3, ("play", "dragon"))) == Press(verb, 12, 3, ("play", "dragon"))
    assert parse(make(verb, 12)) == Press(verb, 12, 0)


def test_verbs_carry_their_features_name() -> None:
    for cog in cogs.classes():
        feature = cog.__module__.split(".")[1]
        for verb in verbs(cog).values():
            assert verb.name.startswith(f"{feature}."), verb.name


@pytest.mark.long
@given(st.text(max_size=120))
def test_whatever_else_is_nobodys(text: str) -> None:
    press = parse(text)
    assert press is None or make(press.verb, press.table, press.stage, press.words)


@pytest.mark.parametrize(
    "text", ["", "hand", "hand:1", "hand:x:1", "hand:1:1:A B", "hand:-1:1", "play.hand:1:1:" + "x" * 99, "hand:1:1\n"]
)
def test_ids_that_are_none_of_ours(text: str) -> None:
    assert parse(text) is None


def test_the_longest_move_of_a_table_far_in_the_future_fits() -> None:
    words = tuple(["x" * 8] * (MOVE_LENGTH // 9))
    assert len(make("play.page", 10**9, 10**5, words)) <= limits.CUSTOM_ID


@pytest.mark.parametrize("key", sorted(engines.games()))
def test_all_moves_of_random_games_fit_into_an_id(key: str) -> None:
    game = engines.games()[key]
    position = game.start(game.seats[-1], {}, b"\x01" * 16)
    for number, (_, move, _) in enumerate(random_game(position, random.Random(1))):
        assert parse(make("play.pick", 10**9, 10**4, ("_100", *move))) is not None
        if number > 60:
            break


def test_the_words_picked_are_those_said_and_chosen() -> None:
    press = Press("pick", 1, 1, ("play", "_25"), values=("3.dragon", "7.shepherd"))
    assert read_words(press) == ("play", "dragon", "shepherd")

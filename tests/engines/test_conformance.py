"""Every game that is found keeps the contract. What is checked stands in conform.py; how a game helps, too."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import render
from data.words import words
from engines.contract import WORD, IllegalMove, Result, Revealing
from engines.notation import legal_moves, random_move
from render.contract import Audience, Person
from tests.support import completeness
from tests.support import conformance as conform
from tests.support import golden_games as golden
from tests.support.cases import cases
from tests.support.conformance import Case, all_cases, few, found, hooks, probes, viewers
from tests.support.leaky_games import LEAKS, Leaky, LeakyGame
from tests.support.random_game_count import WHOLE

ROOT = Path(__file__).parents[2]

each_game = pytest.mark.parametrize("key", list(found()))


QUICK = {key: min(conform.covering(key), key=lambda case: case.seats) for key in found()}
"""The case of each game that the quick tests try; the long ones try the others."""


def marked_cases(chosen: Iterable[Case]) -> list[Any]:
    return [pytest.param(case, marks=() if case in QUICK.values() else pytest.mark.long, id=case.name) for case in chosen]


each_case = pytest.mark.parametrize("case", marked_cases(all_cases()))
"""All combinations of seats and options."""

each_pair = pytest.mark.parametrize(
    "case",
    marked_cases(
        all_cases() if WHOLE else dict.fromkeys(case for key in found() for case in (QUICK[key], *conform.covering_pairs(key)))
    ),
)
"""In CI each two of seats and options that go together (ZAMKI_WHOLE=1: all combinations)."""


# -- the game as it presents itself -----------------------------------------------------------------------------------------


@each_game
def test_a_game_presents_itself(key: str) -> None:
    game = found()[key]
    assert re.fullmatch(r"[a-z]+", game.key)
    assert game.key == key
    assert game.rules_version >= 1
    assert game.levels
    assert len(set(game.levels)) == len(game.levels)
    for option in game.options:
        assert re.fullmatch(r"[a-z_]+", option.key)
        assert len(option.values) > 1
        assert all(re.fullmatch(WORD, value) for value in option.values)
        assert any((option.key, value) in case.options for value in option.values for case in conform.cases(key))
    assert {case.seats for case in conform.cases(key)} == set(game.seats)


@each_game
def test_a_game_refuses_what_it_does_not_offer(key: str) -> None:
    game = found()[key]
    first = conform.cases(key)[0]
    for seats, options in (
        (min(game.seats) - 1, {}),
        (max(game.seats) + 1, {}),
        (-3, {}),
        (first.seats, {**dict(first.options), "no-such-option": "on"}),
        *((first.seats, {**dict(first.options), option.key: "no-such-value"}) for option in game.options),
    ):
        with pytest.raises(IllegalMove) as refusal:
            game.start(seats, options, b"seed")
        conform.check_message(refusal.value)


@each_game
def test_options_left_out_take_their_default(key: str) -> None:
    game = found()[key]
    defaults = {option.key: option.default for option in game.options}
    for case in conform.cases(key):
        given = {name: value for name, value in case.options if defaults[name] != value}
        assert game.start(case.seats, given, b"seed") == game.start(case.seats, dict(case.options), b"seed")


@pytest.mark.parametrize("key", cases(found(), ["budowa", "rycerze", "goof"]))
def test_nothing_is_missing(key: str) -> None:
    """Rules, renderer, tests, documents, golden games and every word in every language; each with the remedy."""
    lacks = completeness.missing(key)
    assert not lacks, "\n" + "\n".join(lacks)


@each_game
def test_a_view_says_whether_it_is_private_as_the_renderer_draws(key: str) -> None:
    case = conform.covering(key)[0]
    everywhere = probes(case)
    renderer = render.renderers()[key]
    audience = Audience(tuple(Person(f"P{seat}") for seat in range(case.seats)), words("en"))
    for position in everywhere[:: max(1, len(everywhere) // 2)]:
        for viewer in viewers(position):
            view = position.view(viewer)
            assert view.private == (renderer.hand(view, audience) is not None), (viewer, view.stage)


# -- whole games ------------------------------------------------------------------------------------------------------------


@each_case
def test_a_random_game_keeps_the_contract_at_every_step(case: Case) -> None:
    rng = random.Random(f"steps {case.name}")
    position = case.start(rng.getrandbits(64))
    if isinstance(case.game, Revealing):
        case.game.wait_for_looks(position)
    laws = hooks(case.key).laws
    laws(position)
    number = 0
    while pending := position.pending():
        if number in conform.PROBES:
            conform.check_views(case, position)
        conform.check_look(case, position)
        before = (position.stage, position.turn, pending)
        seat = rng.choice(pending)
        events = position.play(seat, random_move(position, seat, rng))
        conform.check_step(case.game, before, seat, position, events)
        laws(position)
        number += 1
    conform.check_views(case, position)
    assert all(legal_moves(position, seat) == [] for seat in range(case.seats))
    result = position.result()
    assert result is not None
    check_result(result, case.seats)
    assert case.game.standing(position.view(None)) == result.scores


def check_result(result: Result, seats: int) -> None:
    assert len(result.places) == len(result.scores) == len(result.rating_places) == seats
    assert len(result.breakdown) in (0, seats)
    for places in (result.places, result.rating_places):
        if seats > 1:
            assert all(place == 1 + sum(other < place for other in places) for place in places), "ties share, then a gap"
    for mine, my_rating in zip(result.places, result.rating_places, strict=True):
        for other, other_rating in zip(result.places, result.rating_places, strict=True):
            assert not (my_rating < other_rating and mine >= other), "rating places only leave tie-breaks out"
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


@each_case
def test_two_games_side_by_side_do_not_disturb_each_other(case: Case) -> None:
    def steps(seed: int) -> Iterator[bytes]:
        rng = random.Random(seed)
        position = case.start(seed)
        for _ in range(25):
            if not (pending := position.pending()):
                break
            seat = rng.choice(pending)
            position.play(seat, random_move(position, seat, rng))
            yield position.snapshot()

    alone = [list(steps(1)), list(steps(2))]
    left, right = steps(1), steps(2)
    together: list[list[bytes]] = [[], []]
    for _ in range(26):
        together[0] += [snapshot] if (snapshot := next(left, b"")) else []
        together[1] += [snapshot] if (snapshot := next(right, b"")) else []
    assert together == alone


# -- the closer checks, at some positions of a game -------------------------------------------------------------------------


@each_pair
def test_legal_moves_are_complete_and_can_be_played(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_moves(position, random.Random(number), most=25)


@each_pair
def test_illegal_moves_are_refused_and_change_nothing(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_refusals(position, random.Random(number), moves_each=3)


@each_pair
def test_a_snapshot_brings_the_position_back_byte_for_byte(case: Case) -> None:
    for position in few(case):
        conform.check_snapshot(case, position)


@each_pair
def test_copies_are_independent(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_copies(case, position, random.Random(number))


@each_pair
def test_simultaneous_choices_may_arrive_in_any_order(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_orders(position, random.Random(number), orders=6)


@each_pair
def test_an_open_choice_can_be_taken_back(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_retract(position, random.Random(number))


@each_pair
def test_what_a_viewer_imagines_looks_the_same_to_that_viewer(case: Case) -> None:
    for number, position in enumerate(few(case)):
        conform.check_determinize(case.key, case.game, position, random.Random(number))


@each_pair
def test_nothing_hidden_changes_a_byte_of_what_a_viewer_gets(case: Case) -> None:
    for number, position in enumerate(few(case)):
        for viewer in viewers(position):
            conform.check_hidden(case.key, case.game, position, viewer, random.Random(number))


@each_pair
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(case: Case, leak: type[Leaky]) -> None:
    if conform.is_open(case.key) or not any(leak.fits(position) for position in probes(case)):
        pytest.skip("this game has no place for such a leak")

    def search() -> None:
        game = LeakyGame(case.game, leak)
        for number, position in enumerate(probes(case)):
            for viewer in viewers(position):
                conform.check_hidden(case.key, game, leak(position.copy()), viewer, random.Random(number))

    with pytest.raises(AssertionError):
        search()


@each_pair
def test_the_weakest_computer_player_makes_legal_moves(case: Case) -> None:
    chosen = [position for position in probes(case) if position.pending()]
    conform.check_choose_move(case.game, chosen[len(chosen) // 2], case.game.levels[0])


def levels_by_turns() -> Iterator[Any]:
    """Cases with the levels that play there."""
    for key, game in found().items():
        chosen = conform.cases(key) if WHOLE else golden.wanted(key)
        for number, case in enumerate(chosen):
            levels = game.levels if WHOLE else game.levels[number % len(game.levels) :: len(chosen)]
            yield pytest.param(case, levels, id=case.name)


@pytest.mark.long
@pytest.mark.parametrize(("case", "levels"), list(levels_by_turns()))
def test_computer_players_make_legal_moves_from_what_they_see(case: Case, levels: tuple[str, ...]) -> None:
    """With each number of players and each option, in CI a level by turns in the middle of a game; the whole suite plays every
    level in every mix, and the beginning and the end as well.
    """
    chosen = [position for position in probes(case) if position.pending()]
    for level in levels:
        for position in chosen[:: max(1, len(chosen) // 2)] if WHOLE else chosen[len(chosen) // 2 :][:1]:
            conform.check_choose_move(case.game, position, level)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "case", [case for key in found() for case in golden.wanted(key)[:: 1 if WHOLE else 2]], ids=lambda case: case.name
)
def test_more_games_pass_every_closer_check(case: Case) -> None:
    """Three games of each number of players and each option, in CI one of every other; where options only mix, the tests above
    do, which look in CI as well at a game of each.
    """
    for number in range(1, 4 if WHOLE else 2):
        for position in probes(case, number):
            rng = random.Random(number)
            conform.check_views(case, position)
            conform.check_moves(position, rng, most=50)
            conform.check_refusals(position, rng, moves_each=5)
            conform.check_snapshot(case, position)
            conform.check_copies(case, position, rng)
            conform.check_orders(position, rng, orders=12)
            conform.check_retract(position, rng)
            conform.check_determinize(case.key, case.game, position, rng)
            for viewer in viewers(position):
                conform.check_hidden(case.key, case.game, position, viewer, rng)
        probes.cache_clear()


# -- golden games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for key in found() for path in golden.files(key)], ids=lambda path: path.stem)
def test_a_golden_game_is_told_again_exactly(path: Path) -> None:
    assert golden.difference(path) is None


@each_game
def test_a_usual_game_has_the_turns_that_it_says(key: str) -> None:
    game = found()[key]
    assert set(game.turns) == set(game.seats)
    for seats in game.seats:
        (path,) = [golden.path_of(case) for case in golden.wanted(key) if case.seats == seats][:1]
        last = msgspec.json.decode(path.read_bytes().splitlines()[-2])["turn"]
        assert 0.5 * last <= game.turns[seats] <= 1.7 * last, "at random; people often need fewer"


@pytest.mark.long
@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_games_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.golden_games", "--check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[-2000:]

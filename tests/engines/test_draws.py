"""Chance is ours to the last bit: these vectors must hold forever, or old games could not be verified."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest

from engines import draws

SEED = bytes(range(16))


def test_the_stream_is_sha256_of_seed_draw_and_block() -> None:
    assert list(itertools.islice(draws.stream(SEED, 0), 5)) == [
        9266802865021033851,
        14035994123580565611,
        3646034523339133732,
        9443091098812511922,
        993858698745039632,
    ]
    assert list(itertools.islice(draws.stream(SEED, 1), 2)) == [6412766000110656100, 5962158151142663491]
    third_block = hashlib.sha256(SEED + (9).to_bytes(8, "big") + (2).to_bytes(8, "big")).digest()
    assert next(itertools.islice(draws.stream(SEED, 9), 8, None)) == int.from_bytes(third_block[:8], "big")


def test_numbers_below() -> None:
    assert [draws.below(SEED, draw, 6) for draw in range(20)] == [3, 4, 0, 3, 4, 4, 1, 3, 0, 0, 2, 4, 0, 1, 0, 4, 3, 2, 5, 1]
    assert [draws.below(SEED, draw, 10**9) for draw in range(5)] == [21033851, 110656100, 559473672, 661831939, 292748172]
    assert [draws.below(b"", draw, 52) for draw in range(5)] == [1, 22, 4, 4, 3]


def test_a_number_above_the_greatest_multiple_is_thrown_away() -> None:
    # the first two numbers of draw 0 are at least 2**63 + 1, the greatest multiple that fits: the third counts
    assert draws.below(SEED, 0, 2**63 + 1) == 3646034523339133732


def test_picks_and_shuffles() -> None:
    assert "".join(draws.pick(SEED, draw, "zamki") for draw in range(10)) == "azmimiizaz"
    assert draws.in_random_order(SEED, 3, range(10)) == [7, 4, 1, 6, 0, 5, 3, 2, 8, 9]
    assert "".join(draws.in_random_order(SEED, 4, "abcdefg")) == "cfgeadb"


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert draws.commitment(SEED) == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"


def test_a_single_outcome_needs_no_chance_and_nothing_is_changed() -> None:
    items = ["only"]
    assert draws.below(SEED, 5, 1) == 0
    assert draws.pick(SEED, 5, items) == "only"
    assert draws.in_random_order(SEED, 5, items) == ["only"]
    assert draws.in_random_order(SEED, 5, []) == []
    order = [1, 2, 3]
    draws.in_random_order(SEED, 6, order)
    assert order == [1, 2, 3]


def chi_square(counts: Counter[object], outcomes: int) -> float:
    expected = counts.total() / outcomes
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in counts) + expected * (outcomes - len(counts))


@pytest.mark.parametrize(("n", "limit"), [(2, 10.8), (3, 13.8), (7, 22.5), (8, 24.3)])  # p = 0.001 with n - 1 degrees
def test_numbers_are_even(n: int, limit: float) -> None:
    counts: Counter[object] = Counter(draws.below(SEED, draw, n) for draw in range(8000))
    assert chi_square(counts, n) < limit


@pytest.mark.long
def test_every_order_of_a_shuffle_is_as_likely() -> None:
    counts: Counter[object] = Counter(tuple(draws.in_random_order(SEED, draw, "abcd")) for draw in range(12000))
    assert chi_square(counts, 24) < 49.7  # p = 0.001 with 23 degrees


def test_draws_of_other_seeds_are_others() -> None:
    streams = {tuple(draws.below(bytes([seed]), draw, 1000) for draw in range(5)) for seed in range(200)}
    assert len(streams) == 200

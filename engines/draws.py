"""Chance as a keyed hash of (secret seed, draw number). It is our own code, so no library can change an old game.

Draw number k of a seed is an endless stream of 64-bit numbers: block i is SHA-256 of `seed || k || i` (k and i as 8 bytes,
big-endian), read as four big-endian numbers. A number below n is drawn by rejection: numbers at or above the greatest multiple
of n are discarded, so every outcome is equally likely. A shuffle is Fisher–Yates from the last place down. The test vectors in
tests/engines/test_draws.py fix all of it forever.
"""

import hashlib
import random
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16
"""Length of a table's secret seed, in bytes."""

_SPAN = 1 << 64
_FIRST_BLOCK = bytes(8)


def in_stream(purpose: int, index: int) -> int:
    """Returns the number of draw `index` of one purpose, counted from 1: no other draw of a game has it. A game that draws like
    this brings the same things in the same order, however it is played.
    """
    return purpose << 32 | index


def stream(seed: bytes, draw: int) -> Iterator[int]:
    """Yields the numbers of 64 bits of a draw."""
    key = seed + struct.pack(">Q", draw)
    block = 0
    while True:
        yield from struct.unpack(">4Q", hashlib.sha256(key + struct.pack(">Q", block)).digest())
        block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    limit = _SPAN - _SPAN % n
    for number in numbers:
        if number < limit:
            return number % n
    raise AssertionError("the stream has no end")


def below(seed: bytes, draw: int, n: int) -> int:
    """Returns an evenly distributed integer in 0..n-1; n is at least 1."""
    if n == 1:
        return 0
    # Fast path: the first number of the stream is nearly always accepted, and searches draw often.
    first = int.from_bytes(hashlib.sha256(seed + draw.to_bytes(8, "big") + _FIRST_BLOCK).digest()[:8], "big")
    return first % n if first < _SPAN - _SPAN % n else _below(stream(seed, draw), n)


def pick(seed: bytes, draw: int, items: Sequence[T]) -> T:
    """Returns one of the items, each equally likely."""
    return items[below(seed, draw, len(items))]


def in_random_order(seed: bytes, draw: int, items: Sequence[T]) -> list[T]:
    """Returns the items in a random order, each order equally likely. This is one draw, however many items there are."""
    numbers = stream(seed, draw)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = _below(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def new_seed(rng: random.Random) -> bytes:
    """Returns a seed that nobody needs to verify, for an imagined position."""
    return rng.randbytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hex, published when a game starts, so that the seed shown at the end can be checked."""
    return hashlib.sha256(seed).hexdigest()


def choice_seed(seed: bytes, seat: int, stage: int) -> int:
    """Returns the seed of a computer player's random choices in one stage: they depend only on the deal and the question, and
    say nothing about the seed.
    """
    return int.from_bytes(hashlib.sha256(b"choice" + seed + struct.pack(">BQ", seat, stage)).digest()[:8], "big")


def part_of_table(secret: bytes, round_number: int, game: int) -> bytes:
    """Returns a table's secret part, derived from its tournament's. Round and game are counted from 1."""
    return hashlib.sha256(b"table" + secret + bytes((round_number, game))).digest()[:SEED_BYTES]


def part_of_division(secret: bytes, division: int) -> bytes:
    """Returns the secret part of a division (from 0), derived from its season's."""
    return secret + bytes((division,))


def order_of_entrants(secret: bytes, presses: Sequence[int], people: int) -> list[int]:
    """Returns the order drawn for the entrants of a tournament, as their places in the order in which they joined, from 0."""
    seed = hashlib.sha256(b"order" + mix_seed(secret, presses)).digest()[:SEED_BYTES]
    return in_random_order(seed, 0, range(people))


def mix_seed(secret: bytes, presses: Sequence[int]) -> bytes:
    """Returns the seed made of a secret part and the presses of others, in their order; the secret alone if there are none."""
    if not presses:
        return secret
    return hashlib.sha256(b"seed" + secret + struct.pack(f">{len(presses)}Q", *presses)).digest()[:SEED_BYTES]

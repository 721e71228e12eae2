"""Two different games that one seat and the spectators cannot tell apart, for tests of what people are shown."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engines.contract import Game, Move, Position, Revealing, Seat
from engines.draws import SEED_BYTES
from engines.notation import random_move
from tables.rules.lobby import seating

Line = tuple[Seat, Move]

LONG, TRIES = 30, 6
"""Maximum moves of a game, and attempts to find a different move at each."""


class Twins(NamedTuple):
    """A game with two people, twice: the seat `watching` is shown the same in both."""

    watching: Seat
    seeds: tuple[bytes, bytes]
    moves: tuple[tuple[Line, ...], tuple[Line, ...]]
    secret: bool
    """Whether the other seat has chosen differently; if not, only later chance differs."""


def twins(game: Game) -> Twins:
    """Returns twins by a secret choice of the other seat if the game has any, else by future chance."""
    return _by_a_choice(game) or _by_chance(game)


def _begun(game: Game, seed: bytes) -> Position:
    position: Position = game.start(2, {}, seed)
    if isinstance(game, Revealing):
        game.wait_for_looks(position)
    return position


def _told(position: Position, events: Sequence[object], watching: Seat) -> bytes:
    heard = [event for event in events if event.to is None or watching in event.to]  # type: ignore[attr-defined]
    return msgspec.json.encode((position.view(watching), position.view(None), heard, position.pending()))


def _next(game: Game, position: Position, rng: random.Random) -> Line:
    seat = position.pending()[0]
    reading = game.reveal_move(position) if isinstance(game, Revealing) else None
    return seat, reading or random_move(position, seat, rng)


def _by_a_choice(game: Game) -> Twins | None:
    """Returns twins whose other seat's last move differs, after some moves of the watching seat."""
    rng = random.Random(1)
    for _ in range(8):
        seed = rng.randbytes(SEED_BYTES)
        position, moves = _begun(game, seed), list[Line]()
        while position.pending() and len(moves) < LONG:
            seat, move = _next(game, position, rng)
            after = position.copy()
            heard = _told(after, after.play(seat, move), 1 - seat)
            if any(mover != seat for mover, _ in moves) and after.pending():
                for _try in range(TRIES):
                    other, said = position.copy(), random_move(position, seat, rng)
                    same = said != move and _told(other, other.play(seat, said), 1 - seat) == heard
                    if same and other.snapshot() != after.snapshot():
                        return Twins(1 - seat, (seed, seed), ((*moves, (seat, move)), (*moves, (seat, said))), True)
            moves.append((seat, move))
            position = after
    return None


def _by_chance(game: Game) -> Twins:
    """Returns two deals that look the same at the start, played with the same moves as long as they do."""
    rng, alike = random.Random(1), defaultdict[tuple[object, bytes], list[bytes]](list)
    for _ in range(600):
        seed = rng.randbytes(SEED_BYTES)
        alike[seating(seed, 2), _told(_begun(game, seed), (), 0)].append(seed)
    pairs = [(seeds[0], other) for seeds in alike.values() for other in seeds[1:80]]
    played = {pair: tuple(_as_long_as_alike(game, *pair)) for pair in pairs}
    pair = max(pairs, key=lambda each: len(played[each]))
    return Twins(0, pair, (played[pair], played[pair]), False)


def _as_long_as_alike(game: Game, seed: bytes, other: bytes) -> Iterator[Line]:
    rng = random.Random(2)
    one, two = _begun(game, seed), _begun(game, other)
    while one.pending():
        seat, move = _next(game, one, rng)
        if two.pending() != one.pending():
            return
        first = one.copy()
        try:
            same = _told(first, first.play(seat, move), 0) == _told(two, two.play(seat, move), 0)
        except Exception:  # noqa: BLE001 - it is no legal move there: they are no longer alike
            return
        if not (same and first.pending()):
            return
        yield seat, move
        one = first

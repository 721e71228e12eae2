"""Tables of Rycerze i zamki for tests that read like games."""

from __future__ import annotations

import itertools
from typing import Any

from engines import draws
from engines.contract import Event
from engines.rycerze import GAME
from engines.rycerze.components import ROUNDS, STACK, TILE
from engines.rycerze.position import RycerzePosition


def table(*tiles: str, seats: int = 2, match: str = "off") -> RycerzePosition:
    """A new game in which these tiles come first (more of them take longer to find)."""
    wanted = [TILE[tile] for tile in tiles]
    for number in itertools.count():
        seed = number.to_bytes(4, "big")
        if stack(seed)[: len(wanted)] == wanted:
            return GAME.start(seats, {"match": match}, seed)
    raise AssertionError


def stack(seed: bytes) -> list[int]:
    """The tiles of the first game in the order they come; the last is the one put out."""
    left, order = list(STACK), []
    for draw in range(ROUNDS):
        tile = draws.pick(seed, draw, left)
        left.remove(tile)
        order.append(tile)
    return order + left


def say(position: RycerzePosition, *moves: str) -> list[Event]:
    """Seats 0, 1, 2 … choose, each `dragon shepherd` or a card to take back ("": passed over); the last one's events."""
    events: list[Event] = []
    for seat, words in enumerate(moves):
        if words:
            verb = "recruit" if position.tile == TILE["drum"] else "play"
            events = position.play(seat, (verb, *words.split()))
    return events


def of(events: list[Event], kind: str) -> Any:
    """The data of the one event of this kind."""
    (data,) = [event.data for event in events if event.kind == kind]
    return data


BLUFF = "shepherd shepherd"

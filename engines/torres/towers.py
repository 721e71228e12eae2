"""A player's towers at the end of a turn and at the start of a phase (T8)."""

import functools

import msgspec

from engines.torres.components import TOWER


class Ending(msgspec.Struct, frozen=True):
    """One way to end a turn."""

    words: tuple[str, ...]
    """The words after `end`."""
    towers: tuple[int, ...]
    """The towers that remain, highest first."""
    gone: int
    """Segments that were left in the dissolved tower."""
    rest: int
    """How many of them did not fit on the other towers."""


def spreads(towers: tuple[int, ...], segments: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Returns all ways to put as many of the segments as fit onto the towers, up to 3: (receiving heights in order, result).

    If several orders have one result, only the one with the highest numbers first is included.
    """
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    count = min(segments, sum(TOWER - height for height in towers))

    def put(now: tuple[int, ...], order: tuple[int, ...]) -> None:
        if len(order) == count:
            found.setdefault(now, order)
            return
        for height in sorted(set(now), reverse=True):
            if height < TOWER:
                at = now.index(height)
                put(high_first((*now[:at], height + 1, *now[at + 1 :])), (*order, height))

    put(high_first(towers), ())
    return [(order, result) for result, order in found.items()]


def high_first(towers: tuple[int, ...]) -> tuple[int, ...]:
    """Returns towers in the order in which they are stored."""
    return tuple(sorted(towers, reverse=True))


@functools.cache
def endings(towers: tuple[int, ...], used: int) -> tuple[Ending, ...]:
    """The ways to end a turn. `towers`: those not built from; `used`: what is left of the one built from, -1 if none.

    After a build its tower is dissolved, otherwise a tower of choice, named by its height if heights differ.
    """
    if used >= 0:
        return tuple(_spread((), towers, used))
    heights = sorted(set(towers), reverse=True)
    found: list[Ending] = []
    for height in heights:
        at = towers.index(height)
        found += _spread((str(height),) if len(heights) > 1 else (), towers[:at] + towers[at + 1 :], height)
    return tuple(found)


def _spread(words: tuple[str, ...], towers: tuple[int, ...], segments: int) -> list[Ending]:
    ways = spreads(towers, segments)
    return [
        Ending((*words, *map(str, order)) if len(ways) > 1 else words, result, segments, segments - len(order))
        for order, result in ways
    ]


def deal(towers: tuple[int, ...], kept: int) -> tuple[tuple[int, ...], int]:
    """Returns a new phase's towers with the kept segments spread over them, and how many segments did not fit."""
    order, result = spreads(towers, kept)[0]
    return result, kept - len(order)

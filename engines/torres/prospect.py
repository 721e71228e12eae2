"""What the board, a hand and towers promise a seat: points still to come, as `python -m tools.learn_torres` has learned to
estimate them in games against itself (data/learned/torres.json). Linear, and quick enough for a search.
"""

from __future__ import annotations

import functools
from operator import mul

from engines.learned import read
from engines.torres.components import CARDS, PHASES, ROYAL
from engines.torres.squares import FULL, spread
from engines.torres.terrain import Terrain

FEATURES = (
    "one",
    "points",
    "base",
    "step",
    "stairs",
    "raise",
    "lift",
    "boxed",
    "growth",
    "ahead",
    "alone",
    "enter",
    "knights",
    "housed",
    "levels",
    "royal",
    "royal_near",
    "royal_next",
    "royal_next_near",
    "segments",
    *(f"card_{card}" for card in CARDS),
)
"""What is looked at, in the order of the weights. Over all castles with a knight of the seat, whose highest is the top one:

- `points`: what they score now; `base`: their bases; `growth`: levels of the top knights for each square (up to 3) that the
  base may grow by;
- bases of castles whose top knight could rise: `step`: by a step; `stairs`: twice so; `raise`: by a segment and a step; `lift`:
  by two segments and a step; `boxed`: none of these;
- `ahead`: bases of those where no other seat's knight is as high; `alone`: points of those where no other seat's knight is;
- `enter`: bases of the castles that a knight outside could step onto.

`one` is always 1; `knights` are those on the board, `housed` those on castles, `levels` the sum of theirs; `royal`: points of
the royal bonus where it is met, `royal_near`: where it is a step away, both `next` for the following phase's; `segments` in
towers; cards in hand by kind.
"""

BOARD = FEATURES.index("segments")
"""How many of the features are the board's."""
SEGMENTS = BOARD
CARD_FEATURES = BOARD + 1
"""First feature of a card."""

Line = tuple[float, ...]
"""A weight for each feature."""

Known = tuple[tuple[Line, ...], ...]
"""The weights by phase (from 0) and turns that the seat has left in it."""


@functools.cache
def lines() -> dict[int, Known]:
    """The weights learned, by number of players."""
    return read("torres", dict[int, Known])


Site = tuple[int, int, int, int]
"""A castle, the squares around it, its base, and by how many squares (up to 3) it may grow."""


def sites(land: Terrain) -> list[Site]:
    """The castles of a terrain, as `board` wants them."""
    grow = land.grow
    return [
        (castle, around, castle.bit_count(), min((around & grow).bit_count(), 3))
        for castle, around in zip(land.castles, land.around, strict=True)
    ]


def board(  # noqa: PLR0917 - called for every node of a search, where names cost time
    least: list[int], castles: list[Site], own: int, others: int, king: int, royal: int, phase: int
) -> tuple[float, ...]:
    """The features of the board for the seat with these knights. `least`: the terrain's; `castles`: its sites; `others`: the
    squares of the others' knights; `king`: the king's square, a set; `royal`: his castle.
    """
    points = base = step = stairs = raised = lift = boxed = growth = ahead = alone = enter = 0
    free = FULL & ~(own | others | king)
    for castle, around, size, room in castles:
        inside = castle & own
        if inside:
            level = 1
            while inside & least[level + 1]:
                level += 1
            points += level * size
            base += size
            growth += level * room
            if not others & castle:
                alone += level * size
                ahead += size
            elif not others & castle & least[level]:
                ahead += size
            near = spread(inside & least[level]) & castle & free
            if up := near & least[level + 1] & ~least[level + 2]:
                step += size
                if spread(up) & castle & free & least[level + 2] & ~least[level + 3]:
                    stairs += size
            elif level < size and near & least[level] & ~least[level + 1]:
                raised += size
            elif level < size and near & least[level - 1] & ~least[level]:
                lift += size
            else:
                boxed += size
        elif (beside := around & own) and spread(beside) & castle & free & ~least[2]:
            enter += size
    housed = own & least[1]
    levels = 0
    for each in least[1:-3]:
        levels += (own & each).bit_count()
    if phase < PHASES:
        on_next, near_next = _royal(least, own, free, royal, phase + 1)
    else:
        on_next = near_next = 0
    on, near_royal = _royal(least, own, free, royal, phase)
    return (
        1.0,
        points,
        base,
        step,
        stairs,
        raised,
        lift,
        boxed,
        growth,
        ahead,
        alone,
        enter,
        own.bit_count(),
        housed.bit_count(),
        levels,
        on,
        near_royal,
        on_next,
        near_next,
    )


def _royal(least: list[int], own: int, free: int, royal: int, phase: int) -> tuple[int, int]:
    """The royal bonus of a phase, where it is met, and where it is not but a step away."""
    if phase + 1 >= len(least):
        return 0, 0
    there = royal & least[phase] & ~least[phase + 1]
    if own & there:
        return ROYAL[phase - 1], 0
    if there & free and spread(own & least[phase - 1]) & there & free:
        return 0, ROYAL[phase - 1]
    return 0, 0


def promised(line: Line, found: tuple[float, ...]) -> float:
    """What features of the board promise, by the first weights of a line."""
    return sum(map(mul, line, found), 0.0)

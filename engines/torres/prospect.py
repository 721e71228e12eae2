"""What the board, a hand and towers promise a seat: points still to come, estimated by weights that were learned from self-play
(data/learned/torres.json; docs/decisions/12-bots.md). The estimate is linear, and fast enough for a search.
"""

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
    "tops",
    "best",
    "second",
    "behind",
    "shared",
    "full",
    "taller",
    "twice",
    "castles",
    "climb",
    "enter_broad",
    "enter_held",
    "points_high",
    "small",
    "beside",
    "afield",
    "broad",
    "tops_high",
    "support",
    "theirs",
    "built",
    "built_best",
    "paths",
    "met",
    "segments",
    *(f"card_{card}" for card in CARDS),
)
"""The features, in the order of the weights. Over all castles with a knight of the seat, the highest of which is the top one:

- `points`: what they score now, `best` and `second` the two that score most; `base`: their bases; `castles`: their number,
  `small`: those with a base of two at most; `built`: their segments, `built_best` those of the one with most;
- `tops`: levels of the top knights; `growth`: the same for each square (up to 3) that the base can grow by; `full`: bases of
  those that cannot grow; `broad`, `tops_high`, `points_high`: tenths of the bases' squares, squares of the top levels, tenths
  of the points times the level;
- bases of castles whose top knight could rise: `step`: by a step; `stairs`: by two; `raise`: by a segment and a step; `lift`:
  by two segments and a step; `boxed`: none of these. `climb`: if the card would help it; `taller`: if a free stack is higher;
  `paths`: for each free stack that is not lower; `twice`, `support`: with a second knight as high or one level below;
- `ahead`: bases of those where no other seat's knight is as high; `alone`: points of those without a knight of another seat;
  `met`: bases of the others; `behind`: these for each level that a knight of another seat is higher; `shared`: these for the
  lower of the two levels; `theirs`: bases of castles where only others have knights;
- `enter`: bases of the castles that a knight outside could step onto, `enter_broad` tenths of their squares; `enter_held`: the
  bases where others have knights, for their level.

`one` is always 1; `knights` are those on the board, `housed` those on castles, `levels` the sum of theirs, `beside` those on
the ground at a castle, `afield` those elsewhere; `royal`: points of the royal bonus if it is met, `royal_near`: if it is a step
away, both with `next` for the following phase; `segments` in towers; cards in hand by kind.
"""

BOARD = FEATURES.index("segments")
"""Number of features that concern the board."""
SEGMENTS = BOARD
CARD_FEATURES = BOARD + 1
"""The first feature of a card."""

Line = tuple[float, ...]
"""A weight for each feature."""

Known = tuple[tuple[Line, ...], ...]
"""The weights by phase (from 0) and number of turns that the seat has left in it."""

Site = tuple[int, int, int, int, int]
"""A castle, the squares around it, its base, the number of squares (up to 3) it can grow by, and its segments."""

Held = tuple[int, int, int, int]
"""A castle with a knight of the seat: its free squares, the seat's top knights, their level, and its base."""


@functools.cache
def lines() -> dict[int, Known]:
    """Returns the learned weights, by number of players."""
    return read("torres", dict[int, Known])


def sites(land: Terrain) -> list[Site]:
    """Returns the castles of a terrain in the form that `board` needs."""
    grow, levels = land.grow, land.least[1:-3]
    return [
        (
            castle,
            around,
            castle.bit_count(),
            min((around & grow).bit_count(), 3),
            sum((castle & each).bit_count() for each in levels),
        )
        for castle, around in zip(land.castles, land.around, strict=True)
    ]


def board(  # noqa: PLR0915, PLR0917 - called for every node of a search, where calls and names cost time
    land: Terrain, castles: list[Site], own: int, others: int, king: int, royal: int, phase: int
) -> tuple[float, ...]:
    """Returns the features of the board for the seat with these knights. `castles`: the terrain's sites; `others`: the squares
    of the others' knights; `king`: the king's square, a set; `royal`: his castle.
    """
    least = land.least
    points = base = growth = ahead = alone = 0
    tops = best = second = behind = shared = full = twice = 0
    points_high = small = broad = tops_high = support = built = built_best = met = 0
    free = FULL & ~(own | others | king)
    held: list[Held] = []
    outside: list[Site] = []
    for site in castles:
        castle, _, size, room, segments = site
        inside = castle & own
        if not inside:
            outside.append(site)
            continue
        level = 1
        while inside & least[level + 1]:
            level += 1
        worth = level * size
        points += worth
        base += size
        tops += level
        growth += level * room
        broad += size * size
        tops_high += level * level
        points_high += level * worth
        built += segments
        built_best = max(built_best, segments)
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
        if size <= 2:
            small += 1
        if not room:
            full += size
        if rival := castle & others:
            met += size
            height = 1
            while rival & least[height + 1]:
                height += 1
            if height < level:
                ahead += size
                shared += height * size
            else:
                behind += (height - level) * size
                shared += worth
        else:
            alone += worth
            ahead += size
        high = inside & least[level]
        if high & (high - 1):
            twice += size
        elif level > 1 and inside & least[level - 1] & ~high:
            support += size
        held.append((castle & free, high, level, size))
    step, stairs, raised, lift, boxed, climb, taller, paths = _rising(held, least)
    enter, enter_broad, enter_held, theirs = _entering(outside, least, own, others, free)
    housed = standing = own & least[1]
    levels, level = 0, 1
    while standing:
        levels += standing.bit_count()
        level += 1
        standing &= least[level]
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
        tops,
        best,
        second,
        behind,
        shared,
        full,
        taller,
        twice,
        len(held),
        climb,
        enter_broad * 0.1,
        enter_held,
        points_high * 0.1,
        small,
        (own & (land.grow | land.joint)).bit_count(),
        (own & land.clear).bit_count(),
        broad * 0.1,
        tops_high,
        support,
        theirs,
        built,
        built_best,
        paths,
        met,
    )


def _rising(held: list[Held], least: list[int]) -> tuple[int, ...]:
    """Returns how the top knights could rise: `step`, `stairs`, `raise`, `lift`, `boxed`, `climb`, `taller` and `paths`."""
    step = stairs = raised = lift = boxed = climb = taller = paths = 0
    for unoccupied, high, level, size in held:
        same, higher, highest = least[level], least[level + 1], least[level + 2]
        if unoccupied & higher:
            taller += size
        paths += size * (unoccupied & same).bit_count()
        near = spread(high) & unoccupied
        if near & highest & ~least[level + 3]:
            climb += size
        if up := near & higher & ~highest:
            step += size
            if spread(up) & unoccupied & highest & ~least[level + 3]:
                stairs += size
        elif level < size and near & same & ~higher:
            raised += size
        elif level < size and near & least[level - 1] & ~same:
            lift += size
        else:
            boxed += size
    return step, stairs, raised, lift, boxed, climb, taller, paths


def _entering(castles: list[Site], least: list[int], own: int, others: int, free: int) -> tuple[int, ...]:
    """Returns features of castles without a knight of the seat: `enter`, `enter_broad`, `enter_held` and `theirs`."""
    enter = broad = held = theirs = 0
    low = free & ~least[2]
    for castle, around, size, _, _ in castles:
        rival = castle & others
        beside = around & own
        if beside and spread(beside) & castle & low:
            enter += size
            broad += size * size
            if rival:
                height = 1
                while rival & least[height + 1]:
                    height += 1
                held += height * size
        if rival:
            theirs += size
    return enter, broad, held, theirs


def _royal(least: list[int], own: int, free: int, royal: int, phase: int) -> tuple[int, int]:
    """Returns the royal bonus of a phase twice: if it is met, and if it is not met but a step away; 0 otherwise."""
    if phase + 1 >= len(least):
        return 0, 0
    there = royal & least[phase] & ~least[phase + 1]
    if own & there:
        return ROYAL[phase - 1], 0
    if there & free and spread(own & least[phase - 1]) & there & free:
        return 0, ROYAL[phase - 1]
    return 0, 0


def promise(line: Line, found: tuple[float, ...]) -> float:
    """Returns what features of the board promise, by the first weights of a line."""
    return sum(map(mul, line, found), 0.0)

"""Tables of turned tiles, computed once from the components, which make laying tiles fast.

A tile and its rotation are one *turned tile*: 4 * tile + quarter turns clockwise. What an area shows to the square beyond an
edge is a *port* of that square: 3 * edge + kind for a road, house or sty, and 12 + 2 * edge + half for a meadow (half 0 comes
first clockwise; for a whole edge half 0 is shown for both). A square's *code* is 16 * (edges with a tile or start field beyond)
+ (those of them that are roads).
"""

import functools
import operator

from engines.zamek.components import MEADOW, ROAD, TILES
from engines.zamek.tiles import Tile

# An area's sum: bits 0-7 open edges (not of meadows), 8-11 subjects of seat 0, 12-15 of seat 1, 16-23 parts, 24-31 chapels,
# 32-39 stocks. Joining areas adds their sums.
OPEN = 0xFF
"""Mask of the open edges in an area's sum."""
SUBJECTS_ON = 0xFF00
"""Mask of the subjects on the area."""
SEAT = (1 << 8, 1 << 12)
"""One subject, by seat."""
NODE = 1 << 16
"""One part."""
CHAPEL = 1 << 24
"""One chapel."""
STOCK = 1 << 32
"""One pair of stocks. An area has stocks if its sum is at least this."""


def _turn_spot(spot: int, turns: int) -> int:
    return (spot + 3 * turns) % 12


def _ports(kind: int, spots: tuple[int, ...]) -> list[int]:
    """Returns the ports of its own square that an area covers (turned spots)."""
    if kind != MEADOW:
        return [spot - 1 + kind for spot in spots if spot % 3 == 1]
    return [12 + 2 * (spot // 3) + (spot % 3) // 2 for spot in spots if spot % 3 != 1]


def _looks(tile: Tile, turns: int) -> frozenset[tuple[object, ...]]:
    return frozenset(
        (area.kind, frozenset(_turn_spot(spot, turns) for spot in area.spots), area.chapel, area.stocks) for area in tile.areas
    )


def _different(tile: Tile) -> tuple[int, ...]:
    """Returns the rotations that look different; of equal ones the smallest."""
    looks = [_looks(tile, turns) for turns in range(4)]
    return tuple(turns for turns in range(4) if looks[turns] not in looks[:turns])


def _cover(tile: Tile, turns: int) -> list[list[int]]:
    """Returns by area the ports of the square that it covers."""
    return [_ports(area.kind, tuple(_turn_spot(spot, turns) for spot in area.spots)) for area in tile.areas]


def _sums(tile: Tile, covers: list[list[int]]) -> list[list[int]]:
    """Returns by set of edges that face empty squares the sums of the areas."""
    rest = [NODE + CHAPEL * area.chapel + STOCK * area.stocks for area in tile.areas]
    sides = [sum(1 << port // 3 for port in ports if port < 12) for ports in covers]
    return [[own + (edges & free).bit_count() for own, edges in zip(rest, sides, strict=True)] for free in range(16)]


def _sides(covers: list[list[int]], side: int, *, road: bool) -> tuple[tuple[int, int], ...]:
    """Returns what the areas show beyond an edge: (area, port of the square beyond)."""
    over = (side + 2) % 4
    pairs: list[tuple[int, int]] = []
    for part, ports in enumerate(covers):
        for port in ports:
            if port < 12 and port // 3 == side:
                pairs.append((part, 3 * over + port % 3))
            elif port >= 12 and (port - 12) // 2 == side and (road or port % 2 == 0):
                # A half meets the other half beyond; for a whole meadow edge one half stands for both.
                pairs.append((part, 12 + 2 * over + (1 - port % 2) * road))
    return tuple(pairs)


def _fitting(tile: int) -> list[tuple[int, ...]]:
    """Returns by code of a square the rotations of the tile that Z4 allows there."""
    return _rotations(LOOKS[tile], tuple(ROADS[4 * tile : 4 * tile + 4]))


@functools.cache
def _rotations(looks: tuple[int, ...], roads: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(turns for turns in looks if roads[turns] & code >> 4 == code & 15) for code in range(256)]


_TURNED = [(tile, turns) for tile in TILES for turns in range(4)]
_EDGES = [tuple(tile.edges[(side - turns) % 4] for side in range(4)) for tile, turns in _TURNED]
_COVERS = [_cover(tile, turns) for tile, turns in _TURNED]

COUNT = [len(tile.areas) for tile, _ in _TURNED]
"""By turned tile: its number of areas."""
SOLID = [sum(area.kind != MEADOW for area in tile.areas) for tile, _ in _TURNED]
"""By turned tile: the number of its first areas, which are not meadows."""
AREA_KINDS = [[area.kind for area in tile.areas] for tile, _ in _TURNED]
"""By turned tile: the kinds of its areas."""
ROADS = [sum(1 << side for side, kind in enumerate(edges) if kind == ROAD) for edges in _EDGES]
"""By turned tile: its road edges."""
MASKS = [tuple(sum(1 << port for port in ports) for ports in covers) for covers in _COVERS]
"""By turned tile and area: the ports of the square that it covers, as a mask."""
WHOLE = [sum(masks) for masks in MASKS]
"""By turned tile: all ports that it covers."""
LOCAL = [[next((part for part, ports in enumerate(covers) if port in ports), -1) for port in range(20)] for covers in _COVERS]
"""By turned tile and port: the area that covers it, or -1."""
SUMS = [_sums(tile, covers) for (tile, _), covers in zip(_TURNED, _COVERS, strict=True)]
"""By turned tile and set of edges that face empty squares: the sums of its areas."""
SHOWS = [
    [_sides(covers, side, road=edges[side] == ROAD) for side in range(4)] for covers, edges in zip(_COVERS, _EDGES, strict=True)
]
"""By turned tile and edge: (area, port of the square beyond)."""
MEETS = [[(16 + (edges[side] == ROAD)) << (side + 2) % 4 for side in range(4)] for edges in _EDGES]
"""By turned tile and edge: what is added to the code of the square beyond."""

LOOKS = [_different(tile) for tile in TILES]
"""By tile: the rotations (quarter turns) that look different; of equal ones the smallest."""
FITTING = [_fitting(tile) for tile in range(len(TILES))]
"""By tile and code of a square: the rotations that Z4 allows there, among those that look different."""
REACHES: list[list[int]] = [
    [functools.reduce(operator.or_, (WHOLE[4 * tile + turns] for turns in rotations), 0) for rotations in codes]
    for tile, codes in enumerate(FITTING)
]
"""By tile and code of a square: the ports that the tile covers there in one of these rotations, as a mask."""

_PLACES = [tuple(code for code in range(256) if codes[code]) for codes in FITTING]
_SHAPES = list(dict.fromkeys(_PLACES))
SHAPE = [1 << _SHAPES.index(places) for places in _PLACES]
"""By tile: the bit of its class of tiles that fit on the same squares."""
TAKES = [sum(1 << shape for shape, places in enumerate(_SHAPES) if code in places) for code in range(256)]
"""By code of a square: the classes of tiles that fit there."""

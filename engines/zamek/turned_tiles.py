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


def _turned(spot: int, turns: int) -> int:
    return (spot + 3 * turns) % 12


def _ports(kind: int, spots: tuple[int, ...]) -> list[int]:
    """Returns the ports of its own square that an area covers (turned spots)."""
    if kind != MEADOW:
        return [spot - 1 + kind for spot in spots if spot % 3 == 1]
    return [12 + 2 * (spot // 3) + (spot % 3) // 2 for spot in spots if spot % 3 != 1]


def _looks(tile: Tile, turns: int) -> frozenset[tuple[object, ...]]:
    return frozenset(
        (area.kind, frozenset(_turned(spot, turns) for spot in area.spots), area.chapel, area.stocks) for area in tile.areas
    )


COUNT: list[int] = []
"""By turned tile: its number of areas."""
SOLID: list[int] = []
"""By turned tile: the number of its first areas, which are not meadows."""
AREA_KINDS: list[list[int]] = []
"""By turned tile: the kinds of its areas."""
ROADS: list[int] = []
"""By turned tile: its road edges."""
MASKS: list[tuple[int, ...]] = []
"""By turned tile and area: the ports of the square that it covers, as a mask."""
WHOLE: list[int] = []
"""By turned tile: all ports that it covers."""
LOCAL: list[list[int]] = []
"""By turned tile and port: the area that covers it, or -1."""
SUMS: list[list[list[int]]] = []
"""By turned tile and set of edges that face empty squares: the sums of its areas."""
SHOWS: list[list[tuple[tuple[int, int], ...]]] = []
"""By turned tile and edge: (area, port of the square beyond)."""
MEETS: list[list[int]] = []
"""By turned tile and edge: what is added to the code of the square beyond."""
LOOKS: list[tuple[int, ...]] = []
"""By tile: the rotations (quarter turns) that look different; of equal ones the smallest."""

for _tile in TILES:
    _seen = [_looks(_tile, turns) for turns in range(4)]
    LOOKS.append(tuple(turns for turns in range(4) if _seen[turns] not in _seen[:turns]))
    for _turns in range(4):
        _parts = [(area.kind, tuple(_turned(spot, _turns) for spot in area.spots)) for area in _tile.areas]
        _covers = [_ports(kind, spots) for kind, spots in _parts]
        COUNT.append(len(_parts))
        SOLID.append(sum(kind != MEADOW for kind, _ in _parts))
        AREA_KINDS.append([kind for kind, _ in _parts])
        _kinds = tuple(_tile.edges[(side - _turns) % 4] for side in range(4))
        ROADS.append(sum(1 << side for side in range(4) if _kinds[side] == ROAD))
        MASKS.append(tuple(sum(1 << port for port in ports) for ports in _covers))
        WHOLE.append(sum(MASKS[-1]))
        LOCAL.append([next((part for part, ports in enumerate(_covers) if port in ports), -1) for port in range(20)])
        _rest = [NODE + CHAPEL * area.chapel + STOCK * area.stocks for area in _tile.areas]
        _sides = [sum(1 << port // 3 for port in ports if port < 12) for ports in _covers]
        SUMS.append(
            [[rest + (edges & free).bit_count() for rest, edges in zip(_rest, _sides, strict=True)] for free in range(16)]
        )
        _shown: list[tuple[tuple[int, int], ...]] = []
        for _side in range(4):
            _over = (_side + 2) % 4
            _pairs: list[tuple[int, int]] = []
            for _part, _ports_of in enumerate(_covers):
                for _port in _ports_of:
                    if _port < 12 and _port // 3 == _side:
                        _pairs.append((_part, 3 * _over + _port % 3))
                    elif _port >= 12 and (_port - 12) // 2 == _side and (_kinds[_side] == ROAD or _port % 2 == 0):
                        # A half meets the other half beyond; for a whole meadow edge one half stands for both.
                        _pairs.append((_part, 12 + 2 * _over + (1 - _port % 2) * (_kinds[_side] == ROAD)))
            _shown.append(tuple(_pairs))
        SHOWS.append(_shown)
        MEETS.append([(16 + (_kinds[side] == ROAD)) << (side + 2) % 4 for side in range(4)])

_FITS: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}


def _fitting(tile: int) -> list[tuple[int, ...]]:
    """Returns by code of a square the rotations of the tile that Z4 allows there."""
    edges = tuple(ROADS[4 * tile : 4 * tile + 4])
    key = (sum(1 << turns for turns in LOOKS[tile]), edges)
    if key not in _FITS:
        _FITS[key] = [tuple(turns for turns in LOOKS[tile] if edges[turns] & code >> 4 == code & 15) for code in range(256)]
    return _FITS[key]


FITTING: list[list[tuple[int, ...]]] = [_fitting(tile) for tile in range(len(TILES))]
"""By tile and code of a square: the rotations that Z4 allows there, among those that look different."""

REACHES: list[list[int]] = [
    [functools.reduce(operator.or_, (WHOLE[4 * tile + turns] for turns in rotations), 0) for rotations in codes]
    for tile, codes in enumerate(FITTING)
]
"""By tile and code of a square: the ports that the tile covers there in one of these rotations, as a mask."""

_SHAPES: list[list[int]] = []
SHAPE: list[int] = []
"""By tile: the bit of its class of tiles that fit on the same squares."""
for _options in FITTING:
    _where = [code for code in range(256) if _options[code]]
    if _where not in _SHAPES:
        _SHAPES.append(_where)
    SHAPE.append(1 << _SHAPES.index(_where))
TAKES = [sum(1 << shape for shape, where in enumerate(_SHAPES) if code in where) for code in range(256)]
"""By code of a square: the classes of tiles that fit there."""

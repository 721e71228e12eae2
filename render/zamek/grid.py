"""Where squares lie, and which areas of the laid tiles make one area across their borders."""

from __future__ import annotations

from typing import TypeAlias

from engines.zamek.components import TILE, TILES, WALL

Laid: TypeAlias = dict[str, tuple[str, int]]
"""By square: tile and quarter turns."""

_AT = {WALL.name(number): spot for number, spot in enumerate(WALL.squares)}
_NAMED = {spot: name for name, spot in _AT.items()}


def xy(square: str) -> tuple[int, int]:
    """Column and row of a square, counted from the top left."""
    return _AT[square]


def named(x: int, y: int) -> str | None:
    """The square in a column and row, None outside the wall."""
    return _NAMED.get((x, y))


def part(tile: str, area: str) -> int:
    """The number of an area of a tile by its word."""
    return next(number for number, each in enumerate(TILES[TILE[tile]].areas) if each.word == area)


def connected(laid: Laid, square: str, number: int) -> list[tuple[str, int]]:
    """All (square, area) that make one area with this one (Z7)."""
    found = [(square, number)]
    for at, own in found:
        tile, turns = laid[at]
        area = TILES[TILE[tile]].areas[own]
        for spot in area.spots:
            side, half = divmod((spot + 3 * turns) % 12, 3)
            x, y = _AT[at]
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
            beyond = _NAMED.get((x + dx, y + dy), "")
            if beyond not in laid:
                continue
            other, other_turns = laid[beyond]
            facing = (3 * ((side + 2) % 4) + 2 - half - 3 * other_turns) % 12
            for n, each in enumerate(TILES[TILE[other]].areas):
                if each.kind == area.kind and facing in each.spots and (beyond, n) not in found:
                    found.append((beyond, n))
    return found


def count_tiles(laid: Laid, spread: list[tuple[str, int]]) -> int:
    """How many tiles an area has, its start fields among them (Z7)."""
    count = len({square for square, _ in spread})
    for start in WALL.starts:
        square, spot = WALL.name(start.square), 3 * start.side + 1
        for at, own in spread:
            if at == square:
                tile, turns = laid[at]
                area = TILES[TILE[tile]].areas[own]
                count += area.kind == start.kind and (spot - 3 * turns) % 12 in area.spots
    return count

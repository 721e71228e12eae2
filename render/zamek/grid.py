"""Where squares lie, and which areas of the laid tiles make one area across their borders."""

from __future__ import annotations

import functools
from typing import TypeAlias

from engines.zamek.board import Board, empty_board
from engines.zamek.components import SQUARE, TILE, TILES, WALL

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
    board = _board(tuple(laid.items()))
    label = _label(board, square, number)
    parts = [(at, part) for at, (tile, _) in laid.items() for part in range(len(TILES[TILE[tile]].areas))]
    return [(at, part) for at, part in parts if _label(board, at, part) == label]


def count_tiles(laid: Laid, square: str, number: int) -> int:
    """How many tiles an area has, its start fields among them (Z7)."""
    board = _board(tuple(laid.items()))
    return board.tiles(_label(board, square, number))


def _label(board: Board, square: str, number: int) -> int:
    return board.label[board.first[SQUARE[square]] + number]


@functools.lru_cache(maxsize=16)
def _board(laid: tuple[tuple[str, tuple[str, int]], ...]) -> Board:
    board = empty_board()
    for square, (tile, turns) in laid:
        board.lay(SQUARE[square], 4 * TILE[tile] + turns)
    return board

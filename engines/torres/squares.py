"""The board's geometry as tables of bit masks.

A square is a number 0..63, column by column from a1 (a1 = 0, a2 = 1, … h8 = 63), so that numbers rise as names do. A set of
squares is an integer whose bit `s` stands for square `s`.
"""

from collections.abc import Iterator

SIZE = 8
COLUMNS = "abcdefgh"
SQUARES = tuple(f"{column}{row + 1}" for column in COLUMNS for row in range(SIZE))
NUMBER = {name: number for number, name in enumerate(SQUARES)}
FULL = (1 << SIZE * SIZE) - 1

_BOTTOM = sum(1 << SIZE * column for column in range(SIZE))
_NOT_BOTTOM = FULL & ~_BOTTOM
_NOT_TOP = FULL & ~(_BOTTOM << (SIZE - 1))

STEPS = (_NOT_TOP, _NOT_BOTTOM, FULL >> SIZE, FULL & FULL << SIZE)
"""The squares from which a step stays on the board: up (+ 1), down, right (+ SIZE) and left."""

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _at(column: int, row: int) -> int:
    return SIZE * column + row if 0 <= column < SIZE and 0 <= row < SIZE else -1


def _mask(squares: list[int]) -> int:
    return sum(1 << square for square in squares if square >= 0)


NEXT = tuple(_mask([_at(s // SIZE + x, s % SIZE + y) for x, y in _SIDES]) for s in range(SIZE * SIZE))
"""The squares that share an edge with a square."""

CORNER = tuple(_mask([_at(s // SIZE + x, s % SIZE + y) for x, y in _CORNERS]) for s in range(SIZE * SIZE))
"""The squares that share only a corner with a square."""

JUMPS = tuple(
    tuple(
        (1 << _at(s // SIZE + x, s % SIZE + y), 1 << _at(s // SIZE + 2 * x, s % SIZE + 2 * y))
        for x, y in _SIDES
        if _at(s // SIZE + 2 * x, s % SIZE + 2 * y) >= 0
    )
    for s in range(SIZE * SIZE)
)
"""By square: (set of the square jumped over, set of the square landed on) in each direction that stays on the board."""

EDGE = _mask([s for s in range(SIZE * SIZE) if s // SIZE in {0, SIZE - 1} or s % SIZE in {0, SIZE - 1}])
DIAGONALS = _mask([s for s in range(SIZE * SIZE) if s // SIZE in {s % SIZE, SIZE - 1 - s % SIZE}])
LINES = tuple(_mask([_at(c, r) for r in range(SIZE)]) for c in range(SIZE)) + tuple(
    _mask([_at(c, r) for c in range(SIZE)]) for r in range(SIZE)
)
"""The columns, then the rows."""

CORNERS = tuple(
    _mask([_at(c, r), _at(c + side, r), _at(c, r + side), _at(c + side, r + side)])
    for side in range(1, SIZE)
    for c in range(SIZE - side)
    for r in range(SIZE - side)
)
"""The four corners of each axis-parallel square."""


def near(distance: int) -> tuple[int, ...]:
    """Returns by square all squares less than `distance` away, counted along rows and columns (itself included)."""
    return tuple(
        _mask([t for t in range(SIZE * SIZE) if abs(s // SIZE - t // SIZE) + abs(s % SIZE - t % SIZE) < distance])
        for s in range(SIZE * SIZE)
    )


def bits(mask: int) -> Iterator[int]:
    """Yields the squares of a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def lowest(mask: int) -> int:
    """Returns the first square of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def names(mask: int) -> tuple[str, ...]:
    """Returns the names of a set's squares, ascending."""
    return tuple(SQUARES[square] for square in bits(mask))


def spread(mask: int) -> int:
    """Returns the squares that share an edge with one of the set (they may belong to it)."""
    return (mask << SIZE & FULL) | mask >> SIZE | (mask & _NOT_TOP) << 1 | (mask & _NOT_BOTTOM) >> 1


def flood(seed: int, within: int) -> int:
    """Returns all squares of `within` that are connected by edges, through `within`, with the seed (a subset of it)."""
    found = fresh = seed
    while fresh:
        near = fresh << SIZE | fresh >> SIZE | (fresh & _NOT_TOP) << 1 | (fresh & _NOT_BOTTOM) >> 1
        fresh = near & within & ~found
        found |= fresh
    return found


def steps_between(square: int, other: int) -> int:
    """Returns the number of steps from one square to another on an empty board."""
    return abs(square // SIZE - other // SIZE) + abs(square % SIZE - other % SIZE)

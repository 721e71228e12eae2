"""The castle wall of Zamek with its score track, towers and start fields, read from a file. A wrong file is refused.

Grid points (x, y) are corners of squares, x to the right, y downwards. A square is named by the column's letter and the row,
row 1 at the bottom. Squares are numbered by column, then row, and so are all lists of squares.
"""

from typing import Any

import msgspec

from engines.zamek.component_file import ComponentFile
from engines.zamek.tiles import KINDS, MEADOW, SIDES

SQUARES = 76
TRACK = 100
TOWERS = 14
STARTS = 7
TOKENS = 18
TOKEN_KINDS = ("again", "house", "sty", "end_house", "end_sty", "end_road", "end_meadow", "end_keep", "end_points")

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps (x, y) across the edges N E S W."""


class Tower(msgspec.Struct, frozen=True):
    """A tower of the wall."""

    fields: tuple[int, int]
    """The two fields of the track below it."""
    corner: tuple[int, int]
    """The grid point of the tower."""
    token: bool
    """Whether it has a token (Z1)."""


class Start(msgspec.Struct, frozen=True):
    """A start field: a part of the wall that counts as a tile."""

    square: int
    """The square beside it."""
    side: int
    """The side of that square, 0..3."""
    kind: int
    """The kind of its area."""
    chapel: bool
    """Whether it has a chapel (only a meadow can)."""


class Wall(msgspec.Struct, frozen=True):
    """The castle."""

    width: int
    """Number of squares from left to right of the outline."""
    height: int
    """Number of squares from top to bottom."""
    squares: tuple[tuple[int, int], ...]
    """(x, y) of each square, by number."""
    towers: tuple[Tower, ...]
    """In the order of the track."""
    starts: tuple[Start, ...]
    """In the file's order."""
    tokens: tuple[int, ...]
    """Number of tokens of each kind, in the order of TOKEN_KINDS."""

    def name(self, square: int) -> str:
        x, y = self.squares[square]
        return f"{chr(ord('a') + x)}{self.height - y}"


def read_wall(text: str, source: str) -> Wall:
    """Returns the wall of the file. Raises ComponentError with the line and reason of the first fault."""
    file = ComponentFile(text, source)
    file.only(file.data, {"outline": list, "tower": list, "start": list, "tokens": dict}, ("", 0))
    rows = _outline(file)
    inside = {(x, y) for y, row in enumerate(rows) for x, spot in enumerate(row) if spot == "."}
    squares = tuple(sorted(inside, key=lambda square: (square[0], -square[1])))
    towers = _towers(file, inside)
    starts = tuple(_start(file, number, entry, squares) for number, entry in enumerate(file.data.get("start", [])))
    if len(starts) != STARTS:
        raise file.error(file.line("start", len(starts) - 1), f"{len(starts)} start fields, not {STARTS}")
    for number, start in enumerate(starts):
        if any((start.square, start.side) == (other.square, other.side) for other in starts[:number]):
            raise file.error(file.line("start", number, "side"), "a second start field on the same side of the square")
    return Wall(len(rows[0]), len(rows), squares, towers, starts, _tokens(file, towers))


def _is_connected(squares: set[tuple[int, int]]) -> bool:
    reached = [min(squares)]
    for x, y in reached:
        reached += [spot for dx, dy in STEPS if (spot := (x + dx, y + dy)) in squares and spot not in reached]
    return len(reached) == len(squares)


def _outline(file: ComponentFile) -> list[str]:
    first = file.line("", 0, "outline")
    rows: list[str] = file.data.get("outline", [])
    if not rows or not all(isinstance(row, str) for row in rows):
        raise file.error(first, "the outline is a list of rows")
    for number, row in enumerate(rows, 1):
        if set(row) - {".", "#"}:
            raise file.error(first + number, f"a row is made of . and #, not {row!r}")
        if len(row) != len(rows[0]) or len(row) > 26:
            raise file.error(first + number, "all rows are equally long, at most 26")
    inside = {(x, y) for y, row in enumerate(rows) for x, spot in enumerate(row) if spot == "."}
    if len(inside) != SQUARES:
        raise file.error(first, f"{len(inside)} squares inside, not {SQUARES}")
    if not _is_connected(inside):
        raise file.error(first, "the squares inside are not connected")
    return rows


def _corners(inside: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the corners of the wall clockwise, from the leftmost of the topmost: a walk with the castle on the right."""
    x, y = min(inside, key=lambda square: (square[1], square[0]))
    begin = at = (x, y)
    heading = 1
    corners: list[tuple[int, int]] = []
    while not corners or at != begin:
        # The squares ahead of the point, to the left and right of the path.
        (ax, ay), (rx, ry) = STEPS[heading], STEPS[(heading + 1) % 4]
        left = (at[0] + (ax - rx - 1) // 2, at[1] + (ay - ry - 1) // 2)
        right = (at[0] + (ax + rx - 1) // 2, at[1] + (ay + ry - 1) // 2)
        if at == begin or left in inside or right not in inside:
            corners.append(at)
            if at != begin:
                heading = (heading + (3 if left in inside else 1)) % 4
        at = (at[0] + STEPS[heading][0], at[1] + STEPS[heading][1])
    return corners


def _towers(file: ComponentFile, inside: set[tuple[int, int]]) -> tuple[Tower, ...]:
    towers: list[Tower] = []
    for number, entry in enumerate(file.data.get("tower", [])):
        at = ("tower", number)
        file.only(entry, {"fields": list, "corner": list, "token": bool}, at)
        fields, corner = _pair(file, at, entry, "fields"), _pair(file, at, entry, "corner")
        if fields[1] != fields[0] + 1 or not 0 <= fields[0] < TRACK - 1:
            raise file.error(file.line(*at, "fields"), f"a tower holds two neighbouring fields of 0..{TRACK - 1}, not {fields}")
        if towers and fields[0] <= towers[-1].fields[1]:
            raise file.error(file.line(*at, "fields"), "towers stand in the order of the track")
        if (fields == (0, 1)) == entry.get("token", True):
            raise file.error(file.line(*at, "token"), "every tower but 0/1 carries a token, that one none")
        towers.append(Tower(fields, corner, entry.get("token", True)))
    if len(towers) != TOWERS or towers[0].fields != (0, 1):
        raise file.error(file.line("tower", len(towers) - 1), f"{TOWERS} towers, the first over 0 and 1; not {len(towers)}")
    corners = _corners(inside)
    begin = corners.index(towers[0].corner) if towers[0].corner in corners else 0
    clockwise = corners[begin:] + corners[:begin]
    for number, tower in enumerate(towers):
        expected = clockwise[number] if number < len(clockwise) else None
        if tower.corner != expected:
            reason = f"no joint of the wall at {tower.corner}, clockwise the next corner is {expected}"
            raise file.error(file.line("tower", number, "corner"), reason)
    if len(clockwise) != len(towers):
        raise file.error(file.line("", 0, "outline"), f"the wall has {len(clockwise)} corners for {len(towers)} towers")
    return tuple(towers)


def _pair(file: ComponentFile, at: tuple[str, int], entry: dict[str, Any], key: str) -> tuple[int, int]:
    value = entry.get(key)
    if not isinstance(value, list) or len(value) != 2 or not all(type(part) is int for part in value):
        raise file.error(file.line(*at, key), f"{key} are two whole numbers, not {value!r}")
    return value[0], value[1]


def _start(file: ComponentFile, number: int, entry: dict[str, Any], squares: tuple[tuple[int, int], ...]) -> Start:
    at = ("start", number)
    file.only(entry, {"square": list, "side": str, "area": str, "chapel": bool}, at)
    x, y = _pair(file, at, entry, "square")
    if (x, y) not in squares:
        raise file.error(file.line(*at, "square"), f"({x}, {y}) is not inside the wall")
    if entry.get("side") not in tuple(SIDES):
        raise file.error(file.line(*at, "side"), f"a side is one of n e s w, not {entry.get('side')!r}")
    side = SIDES.index(entry["side"])
    if (x + STEPS[side][0], y + STEPS[side][1]) in squares:
        raise file.error(file.line(*at, "side"), "the side of a start field is wall, another square is there")
    if entry.get("area") not in KINDS:
        raise file.error(file.line(*at, "area"), f"an area is one of {' '.join(KINDS)}, not {entry.get('area')!r}")
    kind = KINDS.index(entry["area"])
    if entry.get("chapel", False) and kind != MEADOW:
        raise file.error(file.line(*at, "chapel"), "a chapel stands on a meadow")
    return Start(squares.index((x, y)), side, kind, entry.get("chapel", False))


def _tokens(file: ComponentFile, towers: tuple[Tower, ...]) -> tuple[int, ...]:
    entry = file.data.get("tokens", {})
    file.only(entry, dict.fromkeys(TOKEN_KINDS, int), ("tokens", 0))
    counts = tuple(entry.get(kind, 0) for kind in TOKEN_KINDS)
    if min(counts) < 0:
        raise file.error(file.line("tokens"), "fewer than 0 tokens of a kind")
    if sum(counts) != TOKENS:
        raise file.error(file.line("tokens"), f"{sum(counts)} tokens, not {TOKENS}")
    assert sum(tower.token for tower in towers) <= TOKENS
    return counts

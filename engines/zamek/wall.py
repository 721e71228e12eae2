"""The castle wall of Zamek with its score track, towers and start fields, read from a file and refused when it is wrong.

Grid points (x, y) are corners of squares, x to the right, y downwards. Squares have names: the column's letter and the row,
row 1 at the bottom. They are numbered by column, then row, and so are all lists of squares.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines.zamek.reading import Page
from engines.zamek.tiles import KINDS, MEADOW, SIDES

SQUARES = 76
TRACK = 100
TOWERS = 14
STARTS = 7
TOKENS = 18
TOKEN_KINDS = ("again", "house", "sty", "end_house", "end_sty", "end_road", "end_meadow", "end_keep", "end_points")

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""(x, y) steps over the edges N E S W."""


class Tower(msgspec.Struct, frozen=True):
    """A tower over two `fields` of the track, standing at the grid point `corner`. `token`: whether one lies there (Z1)."""

    fields: tuple[int, int]
    corner: tuple[int, int]
    token: bool = True


class Start(msgspec.Struct, frozen=True):
    """A start field: the wall side `side` (0..3) of a square (its number); `kind` of its area."""

    square: int
    side: int
    kind: int
    chapel: bool = False


class Wall(msgspec.Struct, frozen=True):
    """The castle. `squares`: (x, y) by number. `tokens`: how many by kind in the order of TOKEN_KINDS. `width` and `height`
    of the outline in squares.
    """

    width: int
    height: int
    squares: tuple[tuple[int, int], ...]
    towers: tuple[Tower, ...]
    starts: tuple[Start, ...]
    tokens: tuple[int, ...]

    def name(self, square: int) -> str:
        x, y = self.squares[square]
        return f"{chr(ord('a') + x)}{self.height - y}"


def read_wall(text: str, source: str) -> Wall:
    """The wall of the file. Raises ComponentError with the line of the first fault and what is wrong."""
    page = Page(text, source)
    page.only(page.data, {"outline": list, "tower": list, "start": list, "tokens": dict}, ("", 0))
    rows = _outline(page)
    inside = {(x, y) for y, row in enumerate(rows) for x, spot in enumerate(row) if spot == "."}
    squares = tuple(sorted(inside, key=lambda square: (square[0], -square[1])))
    towers = _towers(page, inside)
    starts = tuple(_start(page, number, entry, squares) for number, entry in enumerate(page.data.get("start", [])))
    if len(starts) != STARTS:
        raise page.error(page.line("start", max(0, len(starts) - 1)), f"{len(starts)} start fields, not {STARTS}")
    for number, start in enumerate(starts):
        if any((start.square, start.side) == (other.square, other.side) for other in starts[:number]):
            raise page.error(page.line("start", number, "side"), "a second start field on the same side of the square")
    return Wall(len(rows[0]), len(rows), squares, towers, starts, _tokens(page, towers))


def _outline(page: Page) -> list[str]:
    first = page.line("", 0, "outline")
    rows: list[str] = page.data.get("outline", [])
    if not rows or not all(isinstance(row, str) for row in rows):
        raise page.error(first, "the outline is a list of rows")
    for number, row in enumerate(rows, 1):
        if set(row) - {".", "#"}:
            raise page.error(first + number, f"a row is made of . and #, not {row!r}")
        if len(row) != len(rows[0]) or len(row) > 26:
            raise page.error(first + number, "all rows are equally long, at most 26")
    inside = {(x, y) for y, row in enumerate(rows) for x, spot in enumerate(row) if spot == "."}
    if len(inside) != SQUARES:
        raise page.error(first, f"{len(inside)} squares inside, not {SQUARES}")
    reached = [min(inside)]
    for x, y in reached:
        reached += [spot for dx, dy in STEPS if (spot := (x + dx, y + dy)) in inside and spot not in reached]
    if len(reached) != SQUARES:
        raise page.error(first, "the squares inside are not connected")
    return rows


def _corners(inside: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the wall clockwise, from the leftmost of the topmost: a walk with the castle on the right hand."""
    x, y = min(inside, key=lambda square: (square[1], square[0]))
    begin = at = (x, y)
    heading = 1
    corners: list[tuple[int, int]] = []
    while not corners or at != begin:
        # The squares ahead of the point, to the left and to the right of the way.
        (ax, ay), (rx, ry) = STEPS[heading], STEPS[(heading + 1) % 4]
        left = (at[0] + (ax - rx - 1) // 2, at[1] + (ay - ry - 1) // 2)
        right = (at[0] + (ax + rx - 1) // 2, at[1] + (ay + ry - 1) // 2)
        if at == begin or left in inside or right not in inside:
            corners.append(at)
            if at != begin:
                heading = (heading + (3 if left in inside else 1)) % 4
        at = (at[0] + STEPS[heading][0], at[1] + STEPS[heading][1])
    return corners


def _towers(page: Page, inside: set[tuple[int, int]]) -> tuple[Tower, ...]:
    towers: list[Tower] = []
    for number, entry in enumerate(page.data.get("tower", [])):
        at = ("tower", number)
        page.only(entry, {"fields": list, "corner": list, "token": bool}, at)
        fields, corner = _pair(page, at, entry, "fields"), _pair(page, at, entry, "corner")
        if fields[1] != fields[0] + 1 or not 0 <= fields[0] < TRACK - 1:
            raise page.error(page.line(*at, "fields"), f"a tower holds two neighbouring fields of 0..{TRACK - 1}, not {fields}")
        if towers and fields[0] <= towers[-1].fields[1]:
            raise page.error(page.line(*at, "fields"), "towers stand in the order of the track")
        if (fields == (0, 1)) == entry.get("token", True):
            raise page.error(page.line(*at, "token"), "every tower but 0/1 carries a token, that one none")
        towers.append(Tower(fields, corner, entry.get("token", True)))
    if len(towers) != TOWERS or towers[0].fields != (0, 1):
        raise page.error(
            page.line("tower", max(0, len(towers) - 1)), f"{TOWERS} towers, the first over 0 and 1; not {len(towers)}"
        )
    corners = _corners(inside)
    begin = corners.index(towers[0].corner) if towers[0].corner in corners else 0
    clockwise = corners[begin:] + corners[:begin]
    for number, tower in enumerate(towers):
        expected = clockwise[number] if number < len(clockwise) else None
        if tower.corner != expected:
            reason = f"no joint of the wall at {tower.corner}, clockwise the next corner is {expected}"
            raise page.error(page.line("tower", number, "corner"), reason)
    if len(clockwise) != len(towers):
        raise page.error(page.line("", 0, "outline"), f"the wall has {len(clockwise)} corners for {len(towers)} towers")
    return tuple(towers)


def _pair(page: Page, at: tuple[str, int], entry: dict[str, Any], key: str) -> tuple[int, int]:
    value = entry.get(key)
    if not isinstance(value, list) or len(value) != 2 or not all(type(part) is int for part in value):
        raise page.error(page.line(*at, key), f"{key} are two whole numbers, not {value!r}")
    return value[0], value[1]


def _start(page: Page, number: int, entry: dict[str, Any], squares: tuple[tuple[int, int], ...]) -> Start:
    at = ("start", number)
    page.only(entry, {"square": list, "side": str, "area": str, "chapel": bool}, at)
    x, y = _pair(page, at, entry, "square")
    if (x, y) not in squares:
        raise page.error(page.line(*at, "square"), f"({x}, {y}) is not inside the wall")
    if entry.get("side") not in tuple(SIDES):
        raise page.error(page.line(*at, "side"), f"a side is one of n e s w, not {entry.get('side')!r}")
    side = SIDES.index(entry["side"])
    if (x + STEPS[side][0], y + STEPS[side][1]) in squares:
        raise page.error(page.line(*at, "side"), "the side of a start field is wall, another square is there")
    if entry.get("area") not in KINDS:
        raise page.error(page.line(*at, "area"), f"an area is one of {' '.join(KINDS)}, not {entry.get('area')!r}")
    kind = KINDS.index(entry["area"])
    if entry.get("chapel", False) and kind != MEADOW:
        raise page.error(page.line(*at, "chapel"), "a chapel stands on a meadow")
    return Start(squares.index((x, y)), side, kind, entry.get("chapel", False))


def _tokens(page: Page, towers: tuple[Tower, ...]) -> tuple[int, ...]:
    entry = page.data.get("tokens", {})
    page.only(entry, dict.fromkeys(TOKEN_KINDS, int), ("tokens", 0))
    counts = tuple(entry.get(kind, 0) for kind in TOKEN_KINDS)
    if min(counts) < 0 or sum(counts) != TOKENS:
        raise page.error(page.line("tokens"), f"{sum(counts)} tokens, not {TOKENS}")
    assert sum(tower.token for tower in towers) <= TOKENS
    return counts

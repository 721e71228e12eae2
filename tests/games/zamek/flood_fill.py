"""An independent judge of Zamek: areas by flood fill over the data files as they are written, no table of the engine's.

It knows a board only as {(x, y): (tile's entry, quarter turns)} and the ports as the words of the file (`n`, `e1`, ...).
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from engines.zamek.components import NAMES, SQUARE
from engines.zamek.position import ZamekPosition
from engines.zamek.view import subject_of

FOLDER = Path(__file__).parents[3] / "data" / "components"
BOX = tomllib.loads((FOLDER / "zamek-tiles.toml").read_text(encoding="utf-8"))["tile"]
BOARD = tomllib.loads((FOLDER / "zamek-board.toml").read_text(encoding="utf-8"))
INSIDE = {(x, y) for y, row in enumerate(BOARD["outline"]) for x, spot in enumerate(row) if spot == "."}
STARTS = {(*start["square"], start["side"]): number for number, start in enumerate(BOARD["start"])}
LISTS = {"roads": "road", "houses": "house", "sties": "sty", "meadows": "meadow"}
LETTERS = {"road": "R", "house": "H", "sty": "P", "meadow": "M"}
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OVER = {"n": "s", "s": "n", "e": "w", "w": "e"}
TURN = {"n": "e", "e": "s", "s": "w", "w": "n"}

XY = tuple[int, int]


class Part(NamedTuple):
    """An area of a tile as it lies."""

    kind: str
    word: str
    ports: frozenset[str]
    chapel: bool
    stocks: bool


class Flood(NamedTuple):
    """A whole area: its parts, start fields, edges that face empty squares, chapels and stocks."""

    kind: str
    parts: frozenset[tuple[XY, str]]
    starts: frozenset[int]
    open: int
    chapels: int
    stocks: int

    @property
    def tiles(self) -> int:
        return len({square for square, _ in self.parts}) + len(self.starts)

    @property
    def points(self) -> int:
        return self.tiles * {"road": 2 if self.stocks else 1, "house": 1, "sty": 2}[self.kind]


def spin(port: str, turns: int) -> str:
    for _ in range(turns):
        port = TURN[port[0]] + port[1:]
    return port


@functools.cache
def parts(tile: int, turns: int) -> tuple[Part, ...]:
    found = []
    for plural, kind in LISTS.items():
        for number, entry in enumerate(BOX[tile].get(plural, []), 1):
            area: dict[str, Any] = {"ports": entry} if isinstance(entry, str) else entry
            ports = frozenset(spin(port, turns) for port in area["ports"].split())
            found.append(Part(kind, f"{kind}{number}", ports, area.get("chapel", False), area.get("stocks", False)))
    return tuple(found)


@functools.cache
def edges(tile: int, turns: int) -> dict[str, str]:
    return {spin(side, turns): letter for side, letter in zip("nesw", BOX[tile]["edges"], strict=True)}


def xy(square: int) -> XY:
    name = NAMES[square]
    return ord(name[0]) - ord("a"), len(BOARD["outline"]) - int(name[1:])


def square_of(at: XY) -> int:
    return SQUARE[f"{'abcdefghijk'[at[0]]}{len(BOARD['outline']) - at[1]}"]


class Castle:
    """The laid tiles."""

    def __init__(self, laid: list[int]) -> None:
        self.tiles: dict[XY, tuple[int, int]] = {xy(each >> 8): ((each & 255) >> 2, each & 3) for each in laid}

    def flood(self, at: XY, word: str) -> Flood:
        """The whole area of a part of a tile."""
        found: set[tuple[XY, str]] = set()
        starts: set[int] = set()
        faces = chapels = stocks = 0
        kind = word.rstrip("0123456789")
        queue = [(at, word)]
        while queue:
            square, name = queue.pop()
            if (square, name) in found:
                continue
            found.add((square, name))
            part = next(part for part in parts(*self.tiles[square]) if part.word == name)
            chapels += part.chapel
            stocks += part.stocks
            for port in part.ports:
                side = port[0]
                beyond = (square[0] + STEP[side][0], square[1] + STEP[side][1])
                if beyond in self.tiles:
                    half = {"": "", "1": "2", "2": "1"}[port[1:]]
                    queue += [
                        (beyond, other.word)
                        for other in parts(*self.tiles[beyond])
                        if other.kind == kind and OVER[side] + half in other.ports
                    ]
                elif beyond in INSIDE:
                    faces += kind != "meadow"
                else:
                    number = STARTS.get((*square, side))
                    if number is not None and BOARD["start"][number]["area"] == kind and len(port) == 1:
                        starts.add(number)
        chapels += sum(BOARD["start"][number].get("chapel", False) for number in starts)
        return Flood(kind, frozenset(found), frozenset(starts), faces, chapels, stocks)

    def whole(self) -> list[Flood]:
        """All areas that have a tile."""
        left = {(at, part.word) for at, tile in self.tiles.items() for part in parts(*tile)}
        found = []
        while left:
            found.append(self.flood(*min(left)))
            left -= found[-1].parts
        return found

    def fits(self, at: XY, tile: int, turns: int) -> bool:
        """Z3, Z4."""
        touches = False
        for side, letter in edges(tile, turns).items():
            beyond = (at[0] + STEP[side][0], at[1] + STEP[side][1])
            if beyond in self.tiles:
                other = edges(*self.tiles[beyond])[OVER[side]]
            elif (*at, side) in STARTS:
                other = LETTERS[BOARD["start"][STARTS[*at, side]]["area"]]
            else:
                continue
            touches = True
            if (letter == "R") != (other == "R"):
                return False
        return touches

    def just_finished(self, at: XY) -> list[Flood]:
        """Z8, Z9: the areas the last tile, at this square, has finished, those it only faces among them."""
        around = [(at, part.word) for part in parts(*self.tiles[at])]
        for side, step in STEP.items():
            beyond = (at[0] + step[0], at[1] + step[1])
            if beyond in self.tiles:
                around += [(beyond, part.word) for part in parts(*self.tiles[beyond]) if OVER[side] in part.ports]
        floods = {self.flood(*each) for each in around if not each[1].startswith("meadow")}
        return [flood for flood in floods if not flood.open]


Standing = list[tuple[int, XY, str]]


def standing(position: ZamekPosition) -> Standing:
    """(seat, square, area) of the subjects on the board."""
    seen = (subject_of(position.board, subject) for subject in position.subjects)
    return [(each.seat, xy(SQUARE[each.square]), each.area) for each in seen]


def subjects_on(subjects: Standing, flood: Flood) -> list[int]:
    """Subjects on an area by seat."""
    return [sum(seat == owner and (at, word) in flood.parts for owner, at, word in subjects) for seat in range(2)]


def legal(position: ZamekPosition) -> set[tuple[str, ...]]:
    """Every legal `lay` by trying all squares, rotations and areas."""
    castle, tile = Castle(position.board.laid), position.drawn
    occupied = {(at, word) for _, at, word in standing(position)}
    found: set[tuple[str, ...]] = set()
    for at in INSIDE - set(castle.tiles):
        seen: list[set[tuple[Any, ...]]] = []
        for turns in range(4):
            reading = {part[:1] + part[2:] for part in parts(tile, turns)}
            if reading in seen:
                continue
            seen.append(reading)
            if not castle.fits(at, tile, turns):
                continue
            name, angle = NAMES[square_of(at)], str(90 * turns)
            found.add(("lay", name, angle, "none"))
            if not position.reserve[position.active]:
                continue
            castle.tiles[at] = (tile, turns)
            order = [part.word for part in parts(tile, turns)]
            for word in order:
                whole = castle.flood(at, word).parts
                first = next(other for other in order if (at, other) in whole)
                if first == word and not whole & occupied:
                    found.add(("lay", name, angle, word))
            del castle.tiles[at]
    return found


def judge(position: ZamekPosition) -> None:
    """The engine's areas are those of the flood fill."""
    board = position.board
    labels: set[int] = set()
    subjects = standing(position)
    for flood in Castle(board.laid).whole():
        numbers = set()
        for at, word in flood.parts:
            square = square_of(at)
            words = [part.word for part in parts(board.turned[square] >> 2, 0)]
            numbers.add(board.label[board.first[square] + words.index(word)])
        assert len(numbers) == 1
        label = numbers.pop()
        assert label not in labels
        labels.add(label)
        sums = board.sums[label]
        assert board.tiles(label) == flood.tiles
        assert board.starts(label) == sorted(flood.starts)
        assert {NAMES[square] for square in board.squares(label)} == {NAMES[square_of(at)] for at, _ in flood.parts}
        assert sums & 255 == flood.open
        assert (sums >> 24 & 255, sums >> 32) == (flood.chapels, flood.stocks)
        assert [sums >> 8 & 15, sums >> 12 & 15] == subjects_on(subjects, flood)

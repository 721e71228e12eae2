"""The tiles of Zamek, read from a list that owners of the box can replace. A wrong list is refused with line and reason.

A tile's outline has twelve *spots*, clockwise from the west end of the north edge: the first half, the middle and the second
half of each edge (spot = 3 * edge + 0, 1, 2; edges N E S W are 0..3). A road takes a middle; a house, a sty or a meadow on an
edge of its own kind takes all three spots; a meadow beside a road takes the half it names.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from engines.zamek.component_file import ComponentFile

ROAD, HOUSE, STY, MEADOW = range(4)
KINDS = ("road", "house", "sty", "meadow")
"""The words of the kinds of area."""

TILES = 60
SIDES = "nesw"
_LETTERS = "RHPM"
_LISTS = ("roads", "houses", "sties", "meadows")


class Area(msgspec.Struct, frozen=True):
    """A part of a tile."""

    kind: int
    """Road, house, sty or meadow."""
    number: int
    """Counted from 1 within its kind."""
    spots: tuple[int, ...]
    """The spots it takes on the outline before rotation, ascending."""
    chapel: bool
    """Whether it has a chapel (only a meadow can)."""
    stocks: bool
    """Whether stocks are beside it (only a road can have them)."""

    @property
    def word(self) -> str:
        return f"{KINDS[self.kind]}{self.number}"


class Tile(msgspec.Struct, frozen=True):
    """A kind of tile."""

    id: str
    """Its name in the file."""
    count: int
    """Number of these tiles in the box."""
    edges: tuple[int, int, int, int]
    """The kind of each edge, N E S W."""
    areas: tuple[Area, ...]
    """Roads, houses, sties, meadows, each in the file's order."""
    fountain: bool
    """Whether its roads end at a fountain."""


def read_tiles(text: str, source: str) -> tuple[Tile, ...]:
    """Returns the kinds of tile in the file's order. Raises ComponentError with the line and reason of the first fault."""
    file = ComponentFile(text, source)
    file.only(file.data, {"tile": list}, ("", 0))
    tiles: list[Tile] = []
    for number, entry in enumerate(file.data.get("tile", [])):
        tile = _tile(file, number, entry)
        if any(tile.id == other.id for other in tiles):
            raise file.error(file.line("tile", number, "id"), f"a second tile {tile.id}")
        tiles.append(tile)
    if (total := sum(tile.count for tile in tiles)) != TILES:
        raise file.error(file.line("tile", len(tiles) - 1), f"{total} tiles in all, not {TILES}")
    return tuple(tiles)


def _tile(file: ComponentFile, number: int, entry: dict[str, Any]) -> Tile:
    at = ("tile", number)
    file.only(entry, {"id": str, "count": int, "edges": str, **dict.fromkeys(_LISTS, list), "fountain": bool}, at)
    for key in ("id", "count", "edges"):
        if key not in entry:
            raise file.error(file.line(*at), f"no {key}")
    if not (entry["id"].isascii() and entry["id"].isalnum()):
        raise file.error(file.line(*at, "id"), f"an id is made of letters and digits, not {entry['id']!r}")
    if entry["count"] < 1:
        raise file.error(file.line(*at, "count"), f"count must be at least 1, not {entry['count']}")
    edges = entry["edges"]
    if len(edges) != 4 or any(letter not in _LETTERS for letter in edges):
        raise file.error(file.line(*at, "edges"), f"edges are four letters of {_LETTERS}, not {edges!r}")
    kinds = (_LETTERS.index(edges[0]), _LETTERS.index(edges[1]), _LETTERS.index(edges[2]), _LETTERS.index(edges[3]))
    areas = tuple(
        _area(file, at, kind, place, each, edges=kinds)
        for kind in range(4)
        for place, each in enumerate(entry.get(_LISTS[kind], []), 1)
    )
    tile = Tile(entry["id"], entry["count"], kinds, areas, entry.get("fountain", False))
    _check_cover(file, number, tile)
    _roads_end(file, number, tile)
    _planar(file, number, tile)
    return tile


def _spots(file: ComponentFile, line: int, name: str, port: str, *, kind: int, edges: tuple[int, ...]) -> Sequence[int]:
    """Returns the spots of an area at a port: a side, or for a meadow beside a road one of its halves, 1 or 2."""
    side = SIDES.find(port[0])
    half = port[1:]
    if side < 0 or half not in ("", "1", "2") or (half and kind != MEADOW):
        raise file.error(line, f"{name} cannot have the port {port!r}")
    if half and edges[side] != ROAD:
        raise file.error(line, f"{name} names the half edge {port}, but that edge is no road")
    if not half and edges[side] != kind:
        raise file.error(line, f"{name} names the edge {port}, which is {_LETTERS[edges[side]]}")
    if half:
        return [3 * side + 2 * (half == "2")]
    return [3 * side + 1] if kind == ROAD else range(3 * side, 3 * side + 3)


def _area(file: ComponentFile, at: tuple[str, int], kind: int, place: int, entry: Any, *, edges: tuple[int, ...]) -> Area:
    line = file.line(*at, _LISTS[kind])
    name = f"{KINDS[kind]}{place}"
    if isinstance(entry, str):
        entry = {"ports": entry}
    if not isinstance(entry, dict):
        raise file.error(line, f"{name} must name its ports")
    mark = {ROAD: {"stocks": bool}, MEADOW: {"chapel": bool}}.get(kind, {})
    for key, value in entry.items():
        if {"ports": str, **mark}.get(key) is not type(value):
            raise file.error(line, f"{name} cannot have {key} = {value!r}")
    ports = entry.get("ports", "").split()
    if not ports:
        raise file.error(line, f"{name} has no ports")
    spots = [spot for port in ports for spot in _spots(file, line, name, port, kind=kind, edges=edges)]
    if len(set(spots)) != len(spots):
        raise file.error(line, f"{name} names a port twice")
    return Area(kind, place, tuple(sorted(spots)), entry.get("chapel", False), entry.get("stocks", False))


def _check_cover(file: ComponentFile, number: int, tile: Tile) -> None:
    """Check that every edge belongs to exactly one area of its kind, and every half beside a road to one meadow at most."""
    owners: dict[int, Area] = {}
    for area in tile.areas:
        for spot in area.spots:
            if spot in owners:
                line = file.line("tile", number, _LISTS[area.kind])
                raise file.error(line, f"{area.word} and {owners[spot].word} both name the {SIDES[spot // 3]} edge")
            owners[spot] = area
    for side in range(4):
        if 3 * side + 1 not in owners:
            raise file.error(file.line("tile", number, "edges"), f"no area covers the {SIDES[side]} edge")


def _roads_end(file: ComponentFile, number: int, tile: Tile) -> None:
    """A road with one port ends by a fountain or at a building of its tile; a fountain has roads, each with one port."""
    roads = [area for area in tile.areas if area.kind == ROAD]
    if tile.fountain and (len(roads) < 2 or any(len(road.spots) > 1 for road in roads)):
        raise file.error(file.line("tile", number, "fountain"), "a fountain splits two or more roads of one port each")
    built = any(area.kind in (HOUSE, STY) for area in tile.areas)
    if not tile.fountain and not built and any(len(road.spots) == 1 for road in roads):
        raise file.error(file.line("tile", number, "roads"), "a road ends nowhere: neither a fountain nor a building is there")


def _planar(file: ComponentFile, number: int, tile: Tile) -> None:
    """Check that no two areas cross. The roads of a fountain meet, so they count as one line."""
    shapes = [(area.word, area.kind, area.spots) for area in tile.areas if not (tile.fountain and area.kind == ROAD)]
    if tile.fountain:
        met = sorted(spot for area in tile.areas if area.kind == ROAD for spot in area.spots)
        shapes.append(("the fountain", ROAD, tuple(met)))
    for (one, _, spots), (other, kind, others) in itertools.combinations(shapes, 2):
        # Cut the outline at the spots of one area: the other must be between two of them.
        if len({sum(spot < each for spot in spots) % len(spots) for each in others}) > 1:
            raise file.error(file.line("tile", number, _LISTS[kind]), f"{one} and {other} cross")

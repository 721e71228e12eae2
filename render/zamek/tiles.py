"""Tiles as pictures: drawn once for each rotation, so that roofs, pigs and chapels stand upright, then reduced and cached; and
their plans: outlines of a tile's areas, which area owns which spot, the best places for figures.

A plan's coordinates are in the unit square of the tile, x to the right, y downwards. Everything is computed once for the
unturned tile and turned with it; only what stands upright (roofs, pigs, chapels, figures) is placed after turning.
"""

# ruff: noqa: PLR0917 - drawing functions take places and sizes
import random
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engines.zamek.components import HOUSE, MEADOW, ROAD, STY, TILE, TILES
from engines.zamek.tiles import Area
from render.pen import Pen, Point, bezier
from render.sprite_cache import drawn_once, piece
from render.theme import INK, dark, light, mix, rgb
from render.zamek import pieces

Line: TypeAlias = tuple[Point, ...]

N = 48
"""Side of the map that says which area owns each spot (px)."""

PAVED, OPEN = 254, 255
"""Values on that map: paving that belongs to no area, and a spot that is not assigned yet."""

_BUILT = (HOUSE, STY)
_MID: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_CENTRE: Point = (0.5, 0.5)
_CAP = tuple(bezier((1, 0), (0.82, 0.38), (0.5, 0.37), n=10) + bezier((0.5, 0.37), (0.18, 0.38), (0, 0), n=10)[1:])
_TURNS = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)

MASTER = 192
"""The size of the drawing that tiles up to this size are reduced from (px)."""


class Plan(msgspec.Struct, frozen=True):
    """The look of a turned tile. Lists by area are in the order of the tile's data."""

    areas: tuple[Area, ...]
    edges: tuple[tuple[int, ...], ...]
    """The edges that each area touches (0..3, N E S W)."""
    lines: tuple[tuple[Line, ...], ...]
    """The lines of each area that is a road."""
    regions: tuple[Line, ...]
    """The outline of each area that is a house or sty."""
    borders: tuple[tuple[Line, ...], ...]
    """The borders of each house or sty inside the tile."""
    spots: tuple[tuple[Point, ...], ...]
    """The places for a figure on each area, best first."""
    ids: Image.Image
    """The map (L, N × N px) of areas by number, and PAVED."""
    fountain: bool
    """Whether the roads end at a fountain."""
    stocks: Point | None
    """The place of stocks, if any."""
    plaza: bool
    """Whether a road ends in the middle of the tile with no building there."""

    @property
    def green(self) -> bool:
        """Whether the tile has a meadow."""
        return any(area.kind == MEADOW for area in self.areas)


def spin(points: Line, turns: int) -> Line:
    """Points of the unit square after quarter turns clockwise."""
    for _ in range(turns % 4):
        points = tuple((1 - y, x) for x, y in points)
    return points


@cache
def plan(tile: str, turns: int) -> Plan:
    """The shapes of a tile (its id) after quarter turns clockwise."""
    if turns == 0:
        return _plan_of(tile)
    base = plan(tile, 0)
    way = _TURNS[turns]
    assert way is not None
    return Plan(
        areas=base.areas,
        edges=tuple(tuple(sorted((edge + turns) % 4 for edge in edges)) for edges in base.edges),
        lines=tuple(tuple(spin(line, turns) for line in lines) for lines in base.lines),
        regions=tuple(spin(region, turns) for region in base.regions),
        borders=tuple(tuple(spin(border, turns) for border in borders) for borders in base.borders),
        spots=tuple(spin(spots, turns) for spots in base.spots),
        ids=base.ids.transpose(way),
        fountain=base.fountain,
        stocks=spin((base.stocks,), turns)[0] if base.stocks else None,
        plaza=base.plaza,
    )


def _plan_of(name: str) -> Plan:
    tile = TILES[TILE[name]]
    edges = tuple(tuple(sorted({spot // 3 for spot in area.spots})) for area in tile.areas)
    lines = _road_lines(tile.areas, edges, fountain=tile.fountain)
    shapes = [building(own) if area.kind in _BUILT else ((), ()) for area, own in zip(tile.areas, edges, strict=True)]
    ids = _solid(tile.areas, lines, tuple(region for region, _ in shapes))
    _meadows(tile.areas, ids)
    stocks = next((_middle(lines[i]) for i, area in enumerate(tile.areas) if area.stocks), None)
    return Plan(
        areas=tile.areas,
        edges=edges,
        lines=lines,
        regions=tuple(region for region, _ in shapes),
        borders=tuple(borders for _, borders in shapes),
        spots=tuple(_spots(i, area, lines[i], ids, stocks, fountain=tile.fountain) for i, area in enumerate(tile.areas)),
        ids=ids,
        fountain=tile.fountain,
        stocks=stocks,
        plaza=not tile.fountain and ids.getpixel((N // 2, N // 2)) in _ending_in_the_middle(lines),
    )


def _road_lines(areas: tuple[Area, ...], edges: tuple[tuple[int, ...], ...], *, fountain: bool) -> tuple[tuple[Line, ...], ...]:
    """The lines of each area that is a road."""
    each = list(zip(areas, edges, strict=True))
    built = {edge for area, own in each if area.kind in _BUILT for edge in own}
    return tuple(_ways(own, built, fountain=fountain) if area.kind == ROAD else () for area, own in each)


def _ending_in_the_middle(lines: tuple[tuple[Line, ...], ...]) -> list[int]:
    """The areas that are a road from an edge to the middle."""
    return [i for i, ways in enumerate(lines) if len(ways) == 1 and ways[0][-1] == _CENTRE]


def building(edges: tuple[int, ...]) -> tuple[Line, tuple[Line, ...]]:
    """The region and inner borders of a house or sty that owns these edges."""
    n = len(edges)
    if n == 4:
        return ((0, 0), (1, 0), (1, 1), (0, 1)), ()
    if n == 1:
        cap = spin(_CAP, edges[0])
        return cap, (cap,)
    if n == 3:
        missing = next(edge for edge in range(4) if edge not in edges)
        cap = spin(_CAP, missing)
        return (*cap, *spin(((0, 0), (0, 1), (1, 1), (1, 0)), missing)), (cap,)
    if (edges[1] - edges[0]) % 4 == 2:
        k = edges[0] % 2
        east, west = spin(_CAP, 1 + k), spin(_CAP, 3 + k)
        band = (*spin(((0, 0), (1, 0)), k), *reversed(east), *spin(((1, 1), (0, 1)), k), *reversed(west))
        return band, (east, west)
    k = edges[0] if edges != (0, 3) else 3
    slope = spin(tuple(bezier((1, 1), (0.42, 0.58), (0, 0), n=14)), k)
    return (*slope, *spin(((0, 0), (1, 0)), k)), (slope,)


def _ways(edges: tuple[int, ...], built: set[int], *, fountain: bool) -> tuple[Line, ...]:
    """The centre lines of a road; one that stops at a building runs to the middle, or below a building opposite."""
    if len(edges) == 2:
        one, other = edges
        if (other - one) % 2:
            return (tuple(bezier(_MID[one], _CENTRE, _MID[other], n=14)),)
        return ((_MID[one], _MID[other]),)
    if len(edges) == 1 and not fountain and (edges[0] + 2) % 4 in built:
        return ((_MID[edges[0]], _MID[(edges[0] + 2) % 4]),)
    return tuple((_MID[edge], _CENTRE) for edge in edges)


def _solid(areas: tuple[Area, ...], lines: tuple[tuple[Line, ...], ...], regions: tuple[Line, ...]) -> Image.Image:
    """The map with roads and, on top of them, buildings."""
    ids = Image.new("L", (N, N), OPEN)
    draw = ImageDraw.Draw(ids)
    for i, ways in enumerate(lines):
        for way in ways:
            draw.line([(x * N, y * N) for x, y in way], fill=i, width=round(N * 0.16), joint="curve")
    for i, area in enumerate(areas):
        if area.kind in _BUILT:
            draw.polygon([(x * N, y * N) for x, y in regions[i]], fill=i)
    return ids


def _near(spot: int) -> tuple[int, int]:
    """The pixel of the map just inside a half edge."""
    along = (0.2, 0.5, 0.8)[spot % 3]
    ((x, y),) = spin(((along, 0.03),), spot // 3)
    return int(x * N), int(y * N)


def _meadows(areas: tuple[Area, ...], ids: Image.Image) -> None:
    """Put the meadows on the map. The rest becomes paving, and so does a meadow's part at a half edge that is not its own."""
    named: set[int] = set()
    for i, area in enumerate(areas):
        if area.kind == MEADOW:
            named |= set(area.spots)
            for spot in area.spots:
                if spot % 3 != 1 and ids.getpixel(_near(spot)) == OPEN:
                    _flood(ids, _near(spot), i)
    for road in areas:
        if road.kind == ROAD:
            _pave_beside(road, areas, named, ids)
    ids.paste(PAVED, mask=ids.point(lambda v: 255 if v == OPEN else 0))


def _pave_beside(road: Area, areas: tuple[Area, ...], named: set[int], ids: Image.Image) -> None:
    """Pave the meadows at the half edges beside a road that are no meadow's own."""
    for middle in road.spots:
        for spot in (middle - 1, middle + 1):
            owner = ids.getpixel(_near(spot))
            if spot not in named and isinstance(owner, int) and owner < len(areas) and areas[owner].kind == MEADOW:
                _pave(ids, owner, spot)


def _pave(ids: Image.Image, owner: int, spot: int) -> None:
    """Pave an area's part at a half edge."""
    corner = spin(((0.0 if spot % 3 == 0 else 1.0, 0.0),), spot // 3)[0]
    patch = (_MID[spot // 3], corner, _CENTRE)
    mask = Image.new("L", ids.size, 0)
    ImageDraw.Draw(mask).polygon([(x * N, y * N) for x, y in patch], fill=255)
    ids.paste(PAVED, mask=ImageChops.multiply(mask, ids.point(lambda v: 255 if v == owner else 0)))


def _flood(ids: Image.Image, start: tuple[int, int], value: int) -> None:
    """Fill the connected OPEN pixels around a start with a value; faster than Pillow's own function."""
    pixels = bytearray(ids.tobytes())
    todo = [start[1] * N + start[0]]
    while todo:
        at = todo.pop()
        if pixels[at] == OPEN:
            pixels[at] = value
            x = at % N
            todo += [
                *([at - 1] if x else []),
                *([at + 1] if x < N - 1 else []),
                *([at - N] if at >= N else []),
                *([at + N] if at < N * N - N else []),
            ]
    ids.frombytes(bytes(pixels))


# -- where figures stand ------------------------------------------------------------------------------------------------------


def _middle(lines: tuple[Line, ...]) -> Point:
    """The middle of a road: of its only line, or where its lines meet."""
    if len(lines) > 1:
        return _CENTRE
    line = lines[0]
    if len(line) > 2:
        return line[len(line) // 2]
    return (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2


def _apart(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _rim(spot: Point) -> float:
    return min(*spot, 1 - spot[0], 1 - spot[1])


def _spots(
    i: int, area: Area, lines: tuple[Line, ...], ids: Image.Image, stocks: Point | None, *, fountain: bool
) -> tuple[Point, ...]:
    if area.kind == ROAD:
        return (_on_road(i, lines, ids, stocks if area.stocks else _CENTRE if fountain else None),)
    deep = _depths(ids, i)
    middle = sum(x for _, (x, _) in deep) / len(deep), sum(y for _, (_, y) in deep) / len(deep)
    deepest = max(deep)[0]
    first = min((spot for depth, spot in deep if depth == deepest), key=lambda spot: _apart(spot, middle))
    # The second is as far from the first as possible while still well inside.
    second = max((min(depth, 0.62 * _apart(spot, first)), spot) for depth, spot in deep)[1]
    return first, second


def _on_road(i: int, lines: tuple[Line, ...], ids: Image.Image, prop: Point | None) -> Point:
    """The visible point of a road farthest from the rim, from what hides the road and from what else is on it."""
    seen: list[Point] = []
    away: list[Point] = [] if prop is None else [prop]
    for line in lines:
        steps = 24 // len(line)
        for (ax, ay), (bx, by) in pairwise(line):
            for k in range(steps + 1):
                x, y = ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps
                own = ids.getpixel((min(N - 1, int(x * N)), min(N - 1, int(y * N)))) == i
                (seen if own else away).append((x, y))
    if not seen:
        return _middle(lines)

    def room(spot: Point) -> tuple[float, float]:
        return min([1.3 * _rim(spot), *(0.55 * _apart(spot, other) for other in away)]), -_apart(spot, _CENTRE)

    return max(seen, key=room)


def _depths(ids: Image.Image, i: int) -> list[tuple[float, Point]]:
    """The spots of an area, each with its distance to the nearest spot of another area (the rim counts as one)."""
    mask = Image.new("L", (N + 2, N + 2), 0)
    mask.paste(ids.point(lambda v: 1 if v == i else 0), (1, 1))
    total = mask.copy()
    while True:
        mask = mask.filter(ImageFilter.MinFilter(3))
        if mask.getbbox() is None:
            break
        total = ImageChops.add(total, mask)
    found = total.crop((1, 1, N + 1, N + 1)).tobytes()
    every = [(depth / N, ((at % N + 0.5) / N, (at // N + 0.5) / N)) for at, depth in enumerate(found) if depth]
    return every or [(0.0, _CENTRE)]


@piece
def sprite(tile: str, turns: int, size: int) -> Image.Image:
    """A turned tile (RGB), `size` px wide."""
    if size > MASTER * 1.2:
        return _draw(tile, turns, size)
    if size == MASTER:
        return master(tile, turns).convert("RGB")
    small = master(tile, turns).convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
    return small.quantize(palette=_palette(), dither=Image.Dither.NONE).convert("RGB")


@drawn_once
def master(tile: str, turns: int) -> Image.Image:
    """The drawing that a turned tile's sprites are made from, in the colours of all tiles: a quarter of the memory."""
    return _draw(tile, turns, MASTER).quantize(palette=_palette(), dither=Image.Dither.NONE)


@drawn_once
def _palette() -> Image.Image:
    """The colours of all tiles and some steps between them: with few colours the board's file is a sixth smaller."""
    found = [mix(base, INK, t) for base in (*pieces.GROUNDS, *pieces.THINGS) for t in (0, 0.2, 0.4, 0.6, 0.8)]
    found += [rgb(INK), *(mix(one, other, 0.5) for one, other in combinations(pieces.GROUNDS, 2))]
    out = Image.new("P", (1, 1))
    out.putpalette([part for colour in dict.fromkeys(found) for part in colour])
    return out


@drawn_once
def mask(tile: str, turns: int, part: int, size: int) -> Image.Image:
    """A mask (L) of an area of a turned tile."""
    ids = plan(tile, turns).ids
    return ids.point(lambda v: 255 if v == part else 0).resize((size, size), Image.Resampling.BICUBIC)


def _draw(tile: str, turns: int, size: int) -> Image.Image:
    shape = plan(tile, turns)
    # Drawing at twice the size is smooth enough here, and a quarter of the pen's usual work.
    pen = Pen(size / 2, size / 2)
    k = size / 200
    pen.to(0, 0, k)
    rng = random.Random(f"{tile}{turns}")  # noqa: S311 - where tufts grow
    _ground(pen, shape)
    if shape.green:
        _plants(pen, shape, rng, k)
    _roads(pen, shape, k)
    _buildings(pen, shape, rng, k)
    _standing(pen, shape, k)
    out = pen.im.convert("RGB").reduce(2)
    edge = max(1, round(size * 0.012))
    ImageDraw.Draw(out).rectangle((0, 0, size - 1, size - 1), outline=mix(INK, pieces.GRASS, 0.15), width=edge)
    return out


def _scale(line: Line) -> list[Point]:
    return [(100 * x, 100 * y) for x, y in line]


def _ground(pen: Pen, shape: Plan) -> None:
    """Draw grass with broad light spots, and paving where no meadow is named."""
    pen.im.paste((*(pieces.GRASS if shape.green else pieces.PAVING), 255), (0, 0, *pen.im.size))
    if not shape.green:
        return
    rng = random.Random(7)  # noqa: S311 - where light falls
    for _ in range(9):
        x, y, r = rng.uniform(0, 100), rng.uniform(0, 100), rng.uniform(10, 20)
        pen.oval(x, y, r, r / 2, light(pieces.GRASS, 0.09), w=0)
    paved = shape.ids.point(lambda v: 255 if v == PAVED else 0)
    if paved.getbbox():
        # One step wider than necessary: roads and walls drawn over it hide the seam.
        wide = paved.filter(ImageFilter.MaxFilter(3)).resize(pen.im.size, Image.Resampling.BICUBIC)
        wide = wide.point(lambda v: 255 if v > 127 else 0)
        pen.im.paste((*pieces.PAVING, 255), (0, 0), wide)


def _inside(shape: Plan, part: int, x: float, y: float, rx: int, ry: int) -> bool:
    """Whether a small box around a spot is entirely in one area."""
    ids = shape.ids
    return all(
        0 <= (a := int(x * N) + dx) < N and 0 <= (b := int(y * N) + dy) < N and ids.getpixel((a, b)) == part
        for dx in (-rx, 0, rx)
        for dy in (-ry, 0, ry)
    )


def _plants(pen: Pen, shape: Plan, rng: random.Random, k: float) -> None:
    for part, area in enumerate(shape.areas):
        if area.kind != MEADOW:
            continue
        bushes = 0
        for _ in range(14):
            x, y = rng.uniform(0.05, 0.95), rng.uniform(0.08, 0.95)
            if bushes < 2 and rng.random() < 0.3 and _inside(shape, part, x, y - 0.02, 6, 6):
                pieces.bush(pen, 100 * x, 100 * y, 12)
                bushes += 1
            elif _inside(shape, part, x, y, 3, 3):
                a, b = 100 * x, 100 * y
                pen.line([(a - 2.8, b - 3), (a, b), (a + 2.8, b - 3)], dark(pieces.GRASS, 0.24), 1.8 * k)


def _roads(pen: Pen, shape: Plan, k: float) -> None:
    ways = [_scale(way) for lines in shape.lines for way in lines]
    for wide, colour in ((24.0, INK), (18.6, pieces.ROAD)):
        if shape.plaza and colour == INK:
            pen.oval(50, 50, 22, 22, pieces.PAVING, w=2.2 * k)
        for way in ways:
            pen.line(way, colour, wide * k)
    for way in ways:
        pen.dashes(way, mix(pieces.ROAD, INK, 0.22), 2.2 * k, 5, 9, closed=False)


def _buildings(pen: Pen, shape: Plan, rng: random.Random, k: float) -> None:
    for part, area in enumerate(shape.areas):
        if area.kind not in (HOUSE, STY):
            continue
        region = _scale(shape.regions[part])
        pen.poly(region, pieces.YARD if area.kind == HOUSE else pieces.MUD, w=0)
        if area.kind == STY:
            for _ in range(26):
                x, y = rng.uniform(0.08, 0.92), rng.uniform(0.08, 0.92)
                if _inside(shape, part, x, y, 8, 4):
                    pen.oval(100 * x, 100 * y, 7.5, 3.4, dark(pieces.MUD, 0.3), w=0)
        for border in shape.borders[part]:
            (pieces.fence if area.kind == STY else pieces.rampart)(pen, _scale(border), k)
        if area.kind == HOUSE:
            for n, (x, y, w) in enumerate(pieces.homes(shape.edges[part])):
                roof = pieces.ROOF if n % 2 == 0 else dark(pieces.ROOF, 0.14)
                pieces.cottage(pen, 100 * x, 100 * y, 100 * w, 2.3 * k, roof)
        else:
            for x, y in shape.spots[part][: 2 if len(shape.edges[part]) >= 3 else 1]:
                pieces.pig(pen, 100 * min(0.8, max(0.16, x - 0.03)), 100 * (y + 0.11), 32, 2.1 * k)


def _standing(pen: Pen, shape: Plan, k: float) -> None:
    if shape.fountain:
        pieces.fountain(pen, 50, 50, 42, 2 * k)
    for part, area in enumerate(shape.areas):
        if area.chapel:
            x, y, w = chapel_at(shape, part)
            pieces.chapel(pen, 100 * x, 100 * y, 100 * w, 2.2 * k)
    if shape.stocks:
        x, y = shape.stocks
        pieces.stocks(pen, 100 * x, 100 * (y + 0.17), 40, 2.2 * k)


def chapel_at(shape: Plan, part: int) -> tuple[float, float, float]:
    """Foot and width of the chapel of a meadow."""
    x, y = shape.spots[part][0]
    room = 0
    while room < N // 2 and _inside(shape, part, x, y, room, room):
        room += 1
    w = max(0.25, min(0.37, 1.8 * room / N))
    return min(1 - w * 0.62, max(w * 0.66, x)), min(0.95, max(w * 1.5, y + w * 0.55)), w

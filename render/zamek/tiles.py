# ruff: noqa: PLR0917 - drawing is told places and sizes
"""Tiles as pictures: drawn once for each rotation, so that roofs, pigs and chapels stand upright, then reduced and cached."""

from __future__ import annotations

import random
from itertools import combinations

from PIL import Image, ImageDraw, ImageFilter

from engines.zamek.components import HOUSE, MEADOW, STY
from render.pen import Pen, Point
from render.sprite_cache import drawn_once, piece
from render.theme import INK, dark, light, mix, rgb
from render.zamek import props
from render.zamek.shapes import PAVED, Line, N, Plan, plan

MASTER = 192
"""Tiles up to this size (px) are reduced from one drawing."""


@piece
def sprite(tile: str, turns: int, size: int) -> Image.Image:
    """A turned tile (RGB), `size` px wide."""
    if size > MASTER * 1.2:
        return _drawn(tile, turns, size)
    if size == MASTER:
        return master(tile, turns).convert("RGB")
    small = master(tile, turns).convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
    return small.quantize(palette=_palette(), dither=Image.Dither.NONE).convert("RGB")


@drawn_once
def master(tile: str, turns: int) -> Image.Image:
    """The drawing that a turned tile's sprites are made of, in the colours of all tiles: a quarter of the room."""
    return _drawn(tile, turns, MASTER).quantize(palette=_palette(), dither=Image.Dither.NONE)


@drawn_once
def _palette() -> Image.Image:
    """The colours of all tiles and some steps between them: with few colours the whole board weighs a sixth less."""
    found = [mix(base, INK, t) for base in (*props.GROUNDS, *props.THINGS) for t in (0, 0.2, 0.4, 0.6, 0.8)]
    found += [rgb(INK), *(mix(one, other, 0.5) for one, other in combinations(props.GROUNDS, 2))]
    out = Image.new("P", (1, 1))
    out.putpalette([part for colour in dict.fromkeys(found) for part in colour])
    return out


@drawn_once
def mask(tile: str, turns: int, part: int, size: int) -> Image.Image:
    """Where an area of a turned tile lies (L)."""
    ids = plan(tile, turns).ids
    return ids.point(lambda v: 255 if v == part else 0).resize((size, size), Image.Resampling.BICUBIC)


def _drawn(tile: str, turns: int, size: int) -> Image.Image:
    shape = plan(tile, turns)
    # Drawn twice as large as it is shown is smooth enough here, and a quarter of the pen's usual work.
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
    ImageDraw.Draw(out).rectangle((0, 0, size - 1, size - 1), outline=mix(INK, props.GRASS, 0.15), width=edge)
    return out


def _scaled(line: Line) -> list[Point]:
    return [(100 * x, 100 * y) for x, y in line]


def _ground(pen: Pen, shape: Plan) -> None:
    """Grass with broad light spots, and paving where no meadow is named."""
    pen.im.paste((*(props.GRASS if shape.green else props.PAVING), 255), (0, 0, *pen.im.size))
    if not shape.green:
        return
    rng = random.Random(7)  # noqa: S311 - where light falls
    for _ in range(9):
        x, y, r = rng.uniform(0, 100), rng.uniform(0, 100), rng.uniform(10, 20)
        pen.oval(x, y, r, r / 2, light(props.GRASS, 0.09), w=0)
    paved = shape.ids.point(lambda v: 255 if v == PAVED else 0)
    if paved.getbbox():
        # One step wider than it is: roads and walls drawn over it hide the seam.
        wide = paved.filter(ImageFilter.MaxFilter(3)).resize(pen.im.size, Image.Resampling.BICUBIC)
        wide = wide.point(lambda v: 255 if v > 127 else 0)
        pen.im.paste((*props.PAVING, 255), (0, 0), wide)


def _inside(shape: Plan, part: int, x: float, y: float, rx: int, ry: int) -> bool:
    """Whether a small box around a spot belongs to an area alone."""
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
                props.bush(pen, 100 * x, 100 * y, 12)
                bushes += 1
            elif _inside(shape, part, x, y, 3, 3):
                a, b = 100 * x, 100 * y
                pen.line([(a - 2.8, b - 3), (a, b), (a + 2.8, b - 3)], dark(props.GRASS, 0.24), 1.8 * k)


def _roads(pen: Pen, shape: Plan, k: float) -> None:
    ways = [_scaled(way) for lines in shape.lines for way in lines]
    for wide, colour in ((24.0, INK), (18.6, props.ROAD)):
        if shape.plaza and colour == INK:
            pen.oval(50, 50, 22, 22, props.PAVING, w=2.2 * k)
        for way in ways:
            pen.line(way, colour, wide * k)
    for way in ways:
        pen.dashes(way, mix(props.ROAD, INK, 0.22), 2.2 * k, 5, 9, closed=False)


def _buildings(pen: Pen, shape: Plan, rng: random.Random, k: float) -> None:
    for part, area in enumerate(shape.areas):
        if area.kind not in (HOUSE, STY):
            continue
        region = _scaled(shape.regions[part])
        pen.poly(region, props.YARD if area.kind == HOUSE else props.MUD, w=0)
        if area.kind == STY:
            for _ in range(26):
                x, y = rng.uniform(0.08, 0.92), rng.uniform(0.08, 0.92)
                if _inside(shape, part, x, y, 8, 4):
                    pen.oval(100 * x, 100 * y, 7.5, 3.4, dark(props.MUD, 0.3), w=0)
        for border in shape.borders[part]:
            (props.fence if area.kind == STY else props.rampart)(pen, _scaled(border), k)
        if area.kind == HOUSE:
            for n, (x, y, w) in enumerate(props.homes(shape.edges[part])):
                roof = props.ROOF if n % 2 == 0 else dark(props.ROOF, 0.14)
                props.cottage(pen, 100 * x, 100 * y, 100 * w, 2.3 * k, roof)
        else:
            for x, y in shape.spots[part][: 2 if len(shape.edges[part]) >= 3 else 1]:
                props.pig(pen, 100 * min(0.8, max(0.16, x - 0.03)), 100 * (y + 0.11), 32, 2.1 * k)


def _standing(pen: Pen, shape: Plan, k: float) -> None:
    if shape.fountain:
        props.fountain(pen, 50, 50, 42, 2 * k)
    for part, area in enumerate(shape.areas):
        if area.chapel:
            x, y, w = chapel_at(shape, part)
            props.chapel(pen, 100 * x, 100 * y, 100 * w, 2.2 * k)
    if shape.stocks:
        x, y = shape.stocks
        props.stocks(pen, 100 * x, 100 * (y + 0.17), 40, 2.2 * k)


def chapel_at(shape: Plan, part: int) -> tuple[float, float, float]:
    """Foot and width of the chapel of a meadow."""
    x, y = shape.spots[part][0]
    room = 0
    while room < N // 2 and _inside(shape, part, x, y, room, room):
        room += 1
    w = max(0.25, min(0.37, 1.8 * room / N))
    return min(1 - w * 0.62, max(w * 0.66, x)), min(0.95, max(w * 1.5, y + w * 0.55)), w

"""What tiles look like: every area of every tile has its place, and areas join in the picture as they do in the rules."""

from __future__ import annotations

import pytest

from engines.zamek.components import MEADOW, NAMES, SQUARE, TILES
from engines.zamek.view import place_of
from render.zamek import tiles, wall
from render.zamek.tiles import N, plan
from tests.games.zamek import flood_fill, samples

EVERY = [tile.id for tile in TILES]


@pytest.mark.parametrize("turns", range(4))
def test_every_area_lies_on_its_own_edges_and_is_seen(turns: int) -> None:
    for name in EVERY:
        shape = plan(name, turns)
        for part, area in enumerate(shape.areas):
            pixels = shape.ids.tobytes()
            assert pixels.count(part) > 0.03 * N * N, (name, area.word)
            for spot in area.spots:
                side, half = divmod((spot + 3 * turns) % 12, 3)
                along, deep = (0.2, 0.5, 0.8)[half], 0.04
                x, y = ((along, deep), (1 - deep, along), (1 - along, 1 - deep), (deep, 1 - along))[side]
                assert shape.ids.getpixel((int(x * N), int(y * N))) == part, (name, turns, area.word, spot)


@pytest.mark.parametrize("turns", range(4))
def test_figures_stand_on_their_own_area(turns: int) -> None:
    for name in EVERY:
        shape = plan(name, turns)
        for part, area in enumerate(shape.areas):
            for x, y in shape.spots[part]:
                assert 0 <= x < 1
                assert 0 <= y < 1
                assert shape.ids.getpixel((int(x * N), int(y * N))) == part, (name, turns, area.word)


def test_figures_on_one_tile_stand_apart() -> None:
    for name in EVERY:
        spots = [shape_spots[0] for shape_spots in plan(name, 0).spots]
        for i, (x, y) in enumerate(spots):
            for u, v in spots[:i]:
                assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 > 0.15, name


def test_a_monk_lies_beside_the_chapel() -> None:
    for name in EVERY:
        shape = plan(name, 0)
        for part, area in enumerate(shape.areas):
            if area.kind == MEADOW and area.chapel:
                first, second = shape.spots[part]
                assert first != second, name


def test_turning_four_times_changes_nothing() -> None:
    line = ((0.1, 0.2), (0.7, 0.4))
    there = tiles.spin(tiles.spin(line, 3), 1)
    assert all(a == pytest.approx(b) for one, other in zip(line, there, strict=True) for a, b in zip(one, other, strict=True))


@pytest.mark.rule("Z7")
def test_areas_join_as_in_the_rules() -> None:
    for seed, player in ((3, "easy"), (20, "random"), (21, "random")):
        table = samples.game(seed, player)[2]
        board, judge = table.board, flood_fill.Castle(table.board.laid)
        laid = {NAMES[each >> 8]: (TILES[(each & 255) >> 2].id, each & 3) for each in board.laid}
        for each in board.laid:
            square = each >> 8
            for part in range(len(plan(*laid[NAMES[square]]).areas)):
                label = board.label[board.first[square] + part]
                spread = wall.connected_areas(laid, NAMES[square], part)
                assert {near for near, _ in spread} == set(place_of(board, label).squares)
                assert wall.count_tiles(laid, NAMES[square], part) == board.tiles(label)
                flood = judge.flood(flood_fill.xy(square), board.word(square, part))
                found = {(flood_fill.xy(SQUARE[near]), board.word(SQUARE[near], own)) for near, own in spread}
                assert found == set(flood.parts)
                assert board.tiles(label) == flood.tiles

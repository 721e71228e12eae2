"""The component files of Zamek: what the shipped ones hold, and how a wrong one is refused, with line and reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.zamek.component_file import ComponentError
from engines.zamek.tiles import KINDS, MEADOW, read_tiles
from engines.zamek.wall import read_wall

FOLDER = Path(__file__).parents[3] / "data" / "components"
TILES = (FOLDER / "zamek-tiles.toml").read_text(encoding="utf-8")
WALL = (FOLDER / "zamek-board.toml").read_text(encoding="utf-8")


def test_the_shipped_files_are_marked_as_reconstructions() -> None:
    assert "reconstruction" in TILES[:200]
    assert "reconstruction" in WALL[:200]


@pytest.mark.rule("Z1")
def test_the_shipped_tiles_agree_with_what_is_known() -> None:
    tiles = read_tiles(TILES, "tiles")
    assert sum(tile.count for tile in tiles) == 60
    assert sum(tile.count * sum(area.chapel for area in tile.areas) for tile in tiles) == 13
    assert sum(tile.count * sum(area.stocks for area in tile.areas) for tile in tiles) == 8
    assert sum(tile.count * tile.fountain for tile in tiles) == 6


@pytest.mark.rule("Z1")
def test_the_shipped_wall_agrees_with_what_is_known() -> None:
    wall = read_wall(WALL, "board")
    assert len(wall.squares) == 76
    assert [wall.name(start.square) for start in wall.starts] == ["f9", "j6", "k4", "h1", "c1", "a4", "b7"]
    assert [KINDS[start.kind] for start in wall.starts].count("road") == 3
    assert [start.chapel for start in wall.starts if start.kind == MEADOW] == [True, True]
    assert sum(tower.token for tower in wall.towers) == 13
    assert wall.tokens == (2,) * 9


def test_an_owners_list_of_other_tiles_is_read() -> None:
    text = """
        [[tile]]
        id = "X1"
        count = 60
        edges = "RRRM"
        roads = [{ ports = "n e s", stocks = true }]
        meadows = [{ ports = "s2 n1 w" }, { ports = "n2 e1" }, { ports = "e2 s1", chapel = true }]
    """
    (tile,) = read_tiles(text, "mine")
    assert [area.word for area in tile.areas] == ["road1", "meadow1", "meadow2", "meadow3"]
    assert [area.chapel for area in tile.areas] == [False, False, False, True]


def fountain(roads: str, edges: str, meadows: str) -> str:
    return f"""
        [[tile]]
        id = "X1"
        count = 60
        edges = "{edges}"
        roads = [{roads}]
        meadows = [{meadows}]
        fountain = true
    """


def test_a_fountain_splits_two_roads_or_more() -> None:
    (tile,) = read_tiles(fountain('"n", "s"', "RMRM", '{ ports = "n2 e s1" }, { ports = "s2 w n1" }'), "mine")
    assert (tile.fountain, [area.word for area in tile.areas][:2]) == (True, ["road1", "road2"])
    with pytest.raises(ComponentError, match="line 8: a fountain splits"):
        read_tiles(fountain('"n"', "RMMM", '{ ports = "n2 e s w n1" }'), "mine")


def line_of(text: str, needle: str, after: str = "") -> int:
    start = text.index(after) if after else 0
    return text[: text.index(needle, start)].count("\n") + 1


TILE_FAULTS = [
    ("a count", 'id = "A1"\ncount = 1', 'id = "A1"\ncount = 2', "61 tiles in all", '[[tile]]\nid = "G2"'),
    ("no count at all", 'id = "A1"\ncount = 1', 'id = "A1"', "no count", 'id = "A1"'),
    ("a negative count", 'id = "A1"\ncount = 1', 'id = "A1"\ncount = -1', "count must be at least 1", "count = -1"),
    ("a count in words", 'id = "A1"\ncount = 1', 'id = "A1"\ncount = "one"', "count must be int", 'count = "one"'),
    ("a second tile", 'id = "A2"', 'id = "A1"', "a second tile A1", 'id = "A1"\ncount = 1\nedges = "HHMM"'),
    ("a strange id", 'id = "A2"', 'id = "A 2"', "letters and digits", 'id = "A 2"'),
    ("an unknown key", 'id = "A2"', 'id = "A2"\ncolour = "red"', "unknown key 'colour'", 'colour = "red"'),
    ("unknown edges", 'edges = "MMMM"', 'edges = "MMMX"', "four letters of RHPM", 'edges = "MMMX"'),
    ("too few edges", 'edges = "MMMM"', 'edges = "MMM"', "four letters of RHPM", 'edges = "MMM"'),
    (
        "an edge of nobody",
        'houses = ["n e"]\nmeadows = [{ ports = "s w" }]',
        'houses = ["n"]\nmeadows = [{ ports = "s w" }]',
        "no area covers the e edge",
        'edges = "HHMM"\nhouses = ["n"]\n',
    ),
    ("an edge of two", 'houses = ["n", "s"]', 'houses = ["n", "n s"]', "both name the n edge", 'houses = ["n", "n s"]'),
    (
        "an edge of another kind",
        'sties = ["n e w"]',
        'sties = ["n e w s"]',
        "names the edge s, which is M",
        'sties = ["n e w s"]',
    ),
    ("a port twice", 'sties = ["n e w"]', 'sties = ["n e w n"]', "names a port twice", 'sties = ["n e w n"]'),
    ("no such port", 'sties = ["n e w"]', 'sties = ["n e x"]', "cannot have the port 'x'", 'sties = ["n e x"]'),
    ("half a house", 'sties = ["n e w"]', 'sties = ["n e w1"]', "cannot have the port 'w1'", 'sties = ["n e w1"]'),
    ("no ports", 'sties = ["n e w"]', 'sties = ["n e w", ""]', "sty2 has no ports", 'sties = ["n e w", ""]'),
    (
        "half a meadow edge",
        'meadows = [{ ports = "e w", chapel = true }]',
        'meadows = [{ ports = "e w1 w2", chapel = true }]',
        "half edge w1, but that edge is no road",
        "w1 w2",
    ),
    (
        "stocks on a meadow",
        '{ ports = "e w", chapel = true }',
        '{ ports = "e w", stocks = true }',
        "cannot have stocks",
        'w", stocks',
    ),
    (
        "a chapel in words",
        '{ ports = "e w", chapel = true }',
        '{ ports = "e w", chapel = "yes" }',
        "cannot have chapel",
        'chapel = "yes"',
    ),
    ("an area of numbers", 'houses = ["n", "s"]', "houses = [1, 2]", "must name its ports", "houses = [1, 2]"),
    (
        "a crossing",
        'houses = ["n", "s"]\nmeadows = [{ ports = "e w", chapel = true }]',
        'houses = ["n s"]\nmeadows = [{ ports = "e w", chapel = true }]',
        "house1 and meadow1 cross",
        'meadows = [{ ports = "e w", chapel = true }]',
    ),
    (
        "a fountain crossed",
        'meadows = [{ ports = "n2 e1" }, { ports = "e2 s1" }, { ports = "s2 w n1" }]\nfountain = true',
        'meadows = [{ ports = "n2 e1 s2" }, { ports = "e2 s1" }, { ports = "w n1" }]\nfountain = true',
        "meadow1 and the fountain cross",
        'roads = [{ ports = "n" }, { ports = "e" }, { ports = "s" }]\nmeadows = [{ ports = "n2 e1 s2"',
    ),
    ("a fountain without roads", 'id = "A5"', 'id = "A5"\nfountain = true', "a fountain splits", "fountain = true"),
    (
        "a fountain on a joined road",
        'roads = [{ ports = "n e s w", stocks = true }]',
        'roads = [{ ports = "n e s w", stocks = true }]\nfountain = true',
        "a fountain splits",
        "fountain = true\nmeadows",
    ),
    (
        "a road to nowhere",
        'meadows = [{ ports = "n2 e1" }, { ports = "e2 s1" }, { ports = "s2 w n1" }]\nfountain = true',
        'meadows = [{ ports = "n2 e1" }, { ports = "e2 s1" }, { ports = "s2 w n1" }]',
        "a road ends nowhere",
        (
            'roads = [{ ports = "n" }, { ports = "e" }, { ports = "s" }]\n'
            'meadows = [{ ports = "n2 e1" }, { ports = "e2 s1" }, { ports = "s2 w n1" }]\n\n'
        ),
    ),
    ("something else than tiles", "[[tile]]", 'title = "mine"\n[[tile]]', "unknown key 'title'", 'title = "mine"'),
    ("no TOML", 'id = "A5"', 'id = "A5', "not TOML", 'id = "A5\n'),
]


@pytest.mark.parametrize(
    ("good", "bad", "reason", "where"), [fault[1:] for fault in TILE_FAULTS], ids=[fault[0] for fault in TILE_FAULTS]
)
def test_a_wrong_tile_list_is_refused_with_line_and_reason(good: str, bad: str, reason: str, where: str) -> None:
    text = TILES.replace(good, bad, 1)
    assert text != TILES
    with pytest.raises(ComponentError) as refused:
        read_tiles(text, "tiles.toml")
    assert reason in refused.value.reason
    assert str(refused.value).startswith(f"tiles.toml, line {refused.value.line}: ")
    # A missing key is told at its block's header, one line above the id.
    assert refused.value.line == line_of(text, where) - (reason == "no count")


def test_empty_files_are_refused_at_their_first_line() -> None:
    for read, reason in ((read_tiles, "0 tiles in all, not 60"), (read_wall, "the outline is a list of rows")):
        with pytest.raises(ComponentError) as refused:
            read("", "empty.toml")
        assert (refused.value.source, refused.value.line, refused.value.reason) == ("empty.toml", 1, reason)


def test_the_line_is_that_of_the_tile_and_key_at_fault() -> None:
    text = TILES.replace('id = "D4"\ncount = 1\nedges = "RRHM"', 'id = "D4"\ncount = 1\nedges = "RRHP"')
    with pytest.raises(ComponentError) as refused:
        read_tiles(text, "tiles.toml")
    assert refused.value.reason == "meadow2 names the edge w, which is P"
    assert refused.value.line == line_of(text, "meadows", after='id = "D4"')


WALL_FAULTS = [
    ("a square less", '"........###",', '"#.......###",', "75 squares inside, not 76", "outline = ["),
    ("uneven rows", '  "........###",', '  "........##",', "equally long", '"........##"'),
    ("an uneven first row", '"###.....###",', '"###.....##",', "equally long", '  "###.....###",\n  "........###"'),
    ("an unknown key of a tower", "corner = [8, 0]", "corner = [8, 0]\nheight = 3", "unknown key 'height'", "height = 3"),
    ("strange letters", '  "........###",', '  "....x...###",', "made of . and #", "....x..."),
    (
        "not connected",
        '  "###.....###",\n  "###.....###",',
        '  "###....#.##",\n  "###.....###",',
        "not connected",
        "outline = [",
    ),
    ("a tower of distant fields", "fields = [12, 13]", "fields = [12, 14]", "two neighbouring fields", "fields = [12, 14]"),
    ("a tower out of order", "fields = [18, 19]", "fields = [11, 12]", "in the order of the track", "fields = [11, 12]"),
    ("a tower beyond the track", "fields = [95, 96]", "fields = [99, 100]", "two neighbouring fields", "fields = [99, 100]"),
    (
        "a tower in the open",
        "corner = [8, 3]",
        "corner = [8, 4]",
        "no joint of the wall at (8, 4), clockwise the next corner is (8, 3)",
        "corner = [8, 4]",
    ),
    (
        "the first tower in the open",
        "corner = [3, 0]",
        "corner = [4, 0]",
        "no joint of the wall at (4, 0), clockwise the next corner is (3, 0)",
        "corner = [4, 0]",
    ),
    ("tokens below zero", "again = 2", "again = -1", "fewer than 0 tokens of a kind", "[tokens]"),
    (
        "a token on 0/1",
        "corner = [3, 0]\ntoken = false",
        "corner = [3, 0]\ntoken = true",
        "every tower but 0/1",
        "token = true",
    ),
    (
        "a tower without a token",
        "corner = [8, 0]",
        "corner = [8, 0]\ntoken = false",
        "every tower but 0/1",
        "token = false\n[[tower]]\nfields = [18",
    ),
    ("a tower less", "[[tower]]\nfields = [95, 96]\ncorner = [3, 2]", "", "14 towers", "[[tower]]\nfields = [89"),
    ("a start field outside", "square = [5, 0]", "square = [0, 0]", "(0, 0) is not inside the wall", "square = [0, 0]"),
    ("a start field in the open", 'side = "e"', 'side = "w"', "is wall, another square is there", 'side = "w"'),
    ("no such side", 'side = "e"', 'side = "east"', "one of n e s w", 'side = "east"'),
    ("no such area", 'area = "house"', 'area = "tower"', "an area is one of", 'area = "tower"'),
    (
        "a chapel on a house",
        'area = "house"',
        'area = "house"\nchapel = true',
        "a chapel stands on a meadow",
        "chapel = true\n[[start]]\nsquare = [0, 5]",
    ),
    ("a start field twice", "square = [9, 3]", "square = [5, 0]", "a second start field", 'side = "n"\narea = "sty"'),
    (
        "a start field less",
        '[[start]]\nsquare = [1, 2]\nside = "n"\narea = "meadow"\nchapel = true',
        "",
        "6 start fields, not 7",
        "[[start]]\nsquare = [0, 5]",
    ),
    ("a token more", "again = 2", "again = 3", "19 tokens, not 18", "[tokens]"),
    ("an unknown token", "again = 2", "again = 2\nmore = 0", "unknown key 'more'", "more = 0"),
    ("an unknown key", 'area = "house"', 'area = "house"\nheight = 3', "unknown key 'height'", "height = 3"),
    ("numbers in words", "square = [5, 0]", 'square = ["5", 0]', "two whole numbers", 'square = ["5", 0]'),
    ("no outline", "outline = [", "outlines = [", "unknown key 'outlines'", "outlines = ["),
    ("no TOML", "[tokens]", "[tokens", "not TOML", "[tokens\n"),
]


@pytest.mark.parametrize(
    ("good", "bad", "reason", "where"), [fault[1:] for fault in WALL_FAULTS], ids=[fault[0] for fault in WALL_FAULTS]
)
def test_a_wrong_wall_is_refused_with_line_and_reason(good: str, bad: str, reason: str, where: str) -> None:
    text = WALL.replace(good, bad, 1)
    assert text != WALL
    with pytest.raises(ComponentError) as refused:
        read_wall(text, "board.toml")
    assert reason in refused.value.reason
    assert refused.value.line == line_of(text, where)


def test_a_wall_of_fewer_corners_than_towers_is_refused() -> None:
    """A hall of 76 squares with six corners."""
    rows = ",\n".join(["  '...........'"] * 6 + ["  '..........#'"])
    corners = [(0, 0), (11, 0), (11, 6), (10, 6), (10, 7), (0, 7), *[(0, 0)] * 8]
    towers = "\n".join(
        f"[[tower]]\nfields = [{2 * n}, {2 * n + 1}]\ncorner = [{x}, {y}]" + ("" if n else "\ntoken = false")
        for n, (x, y) in enumerate(corners)
    )
    with pytest.raises(ComponentError) as refused:
        read_wall(f"outline = [\n{rows},\n]\n{towers}", "hall.toml")
    assert refused.value.reason == "no joint of the wall at (0, 0), clockwise the next corner is None"
    assert refused.value.line == 10 + 4 + 3 * 5 + 2


def test_what_an_owners_wall_may_have() -> None:
    """A tower over the last two fields, no token of a kind, rows of 26."""
    wall = read_wall(WALL.replace("fields = [95, 96]", "fields = [98, 99]"), "board")
    assert wall.towers[-1].fields == (98, 99)
    fewer = WALL.replace("again = 2", "again = 0").replace("\nhouse = 2", "\nhouse = 4")
    assert read_wall(fewer, "board").tokens[:2] == (0, 4)
    without = re.sub("again = 0.*\n", "", fewer)
    assert "again" not in without
    assert read_wall(without, "board").tokens[:2] == (0, 4)
    wide = re.sub('"([.#]+)"', lambda row: f'"{row[1]:#<26}"', WALL)
    assert (read_wall(wide, "board").width, read_wall(wide, "board").squares) == (26, wall.squares)

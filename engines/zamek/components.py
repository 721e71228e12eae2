"""The components of Zamek, read once from data/components/zamek-*.toml.

Squares, kinds of tile, areas of a tile and tokens are numbers; edges N E S W are bits 1 2 4 8.
"""

import zlib
from pathlib import Path

from engines.zamek.tiles import HOUSE, KINDS, MEADOW, ROAD, STY, read_tiles
from engines.zamek.wall import SQUARES, STEPS, TOKEN_KINDS, TRACK, read_wall

__all__ = ["HOUSE", "KINDS", "MEADOW", "ROAD", "SQUARES", "STY", "TRACK"]

_FOLDER = Path(__file__).parents[2] / "data" / "components"
_TEXTS = [(_FOLDER / name).read_text(encoding="utf-8") for name in ("zamek-tiles.toml", "zamek-board.toml")]

TILES = read_tiles(_TEXTS[0], "zamek-tiles.toml")
"""The kinds of tile, by number."""
WALL = read_wall(_TEXTS[1], "zamek-board.toml")
"""The castle."""
EDITION = zlib.crc32(repr((TILES, WALL)).encode())
"""Identifies these components: a game continues only with the ones it was begun with."""

ROLES = ("herald", "squire", "farmer", "monk")
"""The name of a subject by the kind of its area."""
SUBJECTS = 6
"""Z1: number of subjects of a seat, without the one that marks the points."""

TILE = {tile.id: number for number, tile in enumerate(TILES)}
"""The number of a kind of tile by its id."""
WORDS: list[tuple[str, ...]] = [tuple(area.word for area in tile.areas) for tile in TILES]
"""By tile: the words of its areas."""
PILE: tuple[int, ...] = tuple(number for number, tile in enumerate(TILES) for _ in range(tile.count))
"""All tiles, ascending."""
TOKENS = tuple(kind for kind, count in enumerate(WALL.tokens) for _ in range(count))
"""All tokens as numbers of TOKEN_KINDS."""
AGAIN, HOUSE_TOKEN, STY_TOKEN, END_HOUSE, END_STY, END_ROAD, END_MEADOW, END_KEEP, END_POINTS = range(len(TOKEN_KINDS))
"""The kinds of token as numbers."""

NAMES: tuple[str, ...] = tuple(WALL.name(square) for square in range(SQUARES))
"""The name of a square, `a1`."""
SQUARE = {name: square for square, name in enumerate(NAMES)}
"""The number of a square by its name."""
_AT = {spot: square for square, spot in enumerate(WALL.squares)}

INNER: list[int] = [0] * SQUARES
"""By square: the edges with another square beyond them."""
AROUND: list[list[tuple[tuple[int, int], ...]]] = []
"""By square and set of edges: (neighbour, edge) of the neighbours across these edges."""
for _square, (_x, _y) in enumerate(WALL.squares):
    _near = [(_AT.get((_x + dx, _y + dy), -1), side) for side, (dx, dy) in enumerate(STEPS)]
    INNER[_square] = sum(1 << side for other, side in _near if other >= 0)
    AROUND.append([tuple((other, side) for other, side in _near if other >= 0 and sides >> side & 1) for sides in range(16)])

TOWERS = tuple(tower for tower in WALL.towers if tower.token)
"""The towers with tokens; a set of them is a mask."""
TOWER_AT = [next((n for n, tower in enumerate(TOWERS) if field in tower.fields), -1) for field in range(TRACK)]
"""Z12: by field of the track, its tower with a token, or -1."""

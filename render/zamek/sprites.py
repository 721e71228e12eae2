"""Draws the most expensive sprites in advance."""

from engines.zamek.components import ROLES, TILES, WALL
from engines.zamek.turned_tiles import LOOKS
from engines.zamek.wall import TOKEN_KINDS
from render.zamek import castle, pieces, tiles, wall


def warm() -> None:
    """Draw all tiles in all rotations that look different, and all pieces at the size of a full castle."""
    size = wall.SIZES[-1]
    for number, tile in enumerate(TILES):
        for turns in LOOKS[number]:
            tiles.master(tile.id, turns)
    for look in castle.looks():
        for role in ROLES:
            pieces.subject(look, role, round(size * 0.68))
        pieces.keep(look, round(size * 0.7))
        pieces.marker(look, 52)
    for kind in TOKEN_KINDS:
        pieces.token(kind, 54)
    for tower in WALL.towers:
        for there in (False, True):
            pieces.seal(str(tower.fields[0]), wall.SEAL, there=there)

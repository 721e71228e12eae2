"""The golden pictures of Zamek (see golden_pictures.py), with all its tiles and its cover."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engines.zamek.components import TILES
from render.contract import Picture
from render.zamek import final
from render.zamek.tiles import sprite
from tests.games.zamek import samples

TILE_NAMES = [tile.id for tile in TILES]


def pictures() -> Iterator[tuple[str, Picture | Image.Image | None]]:
    for name, draw in samples.drawings().items():
        yield name, draw(samples.audience())
    sheet = Image.new("RGB", (8 * 48, (len(TILE_NAMES) + 7) // 8 * 48))
    for n, tile in enumerate(TILE_NAMES):
        sheet.paste(sprite(tile, n % 4, 48), (n % 8 * 48, n // 8 * 48))
    yield "tiles", sheet
    yield "cover", final.cover(540, 170)

"""The golden pictures of Zamek (see golden_pictures.py), with all its tiles and its cover."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render.contract import Picture
from render.zamek import ends
from render.zamek.tiles import sprite
from tests.render import zamek_samples as samples
from tests.render.test_zamek_shapes import EVERY


def pictures() -> Iterator[tuple[str, Picture | Image.Image | None]]:
    for name, draw in samples.drawings().items():
        yield name, draw(samples.setting())
    sheet = Image.new("RGB", (8 * 48, (len(EVERY) + 7) // 8 * 48))
    for n, tile in enumerate(EVERY):
        sheet.paste(sprite(tile, n % 4, 48), (n % 8 * 48, n // 8 * 48))
    yield "tiles", sheet
    yield "cover", ends.cover(540, 170)

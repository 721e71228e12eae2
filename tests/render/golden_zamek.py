"""The golden pictures of Zamek (see golden_pictures.py): `python -m tests.render.golden_zamek` draws them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from render.contract import Picture
from render.zamek import ends
from render.zamek.tiles import sprite
from tests.render import zamek_samples as samples
from tests.render.golden_pictures import small
from tests.render.test_zamek_shapes import EVERY

GOLDEN = Path(__file__).parent / "golden" / "zamek"


def pictures() -> Iterator[tuple[str, Image.Image]]:
    for name, draw in samples.drawings().items():
        picture: Picture | None = draw(samples.setting())
        assert picture is not None
        yield name, small(picture)
    sheet = Image.new("RGB", (8 * 48, (len(EVERY) + 7) // 8 * 48))
    for n, tile in enumerate(EVERY):
        sheet.paste(sprite(tile, n % 4, 48), (n % 8 * 48, n // 8 * 48))
    yield "tiles", sheet
    yield "cover", ends.cover(540, 170).convert("RGB")


def write() -> None:
    GOLDEN.mkdir(exist_ok=True, parents=True)
    for name, im in pictures():
        im.quantize(256, dither=Image.Dither.NONE).save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()

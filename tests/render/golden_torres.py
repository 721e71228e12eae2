"""The golden pictures of Torres, as in golden_pictures.py.

`python -m tests.render.golden_torres` draws them anew; look at them before you commit them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from render.contract import Picture
from tests.render import samples
from tests.render.golden_pictures import small
from tests.render.torres_samples import drawings

GOLDEN = Path(__file__).parent / "golden_torres"


def pictures() -> Iterator[tuple[str, Picture]]:
    for seats in (2, 3, 4):
        for name, draw in drawings(seats).items():
            if seats == 4 or name in {"act", "scoring"}:
                picture = draw(samples.setting(seats, "en" if seats == 3 else "pl"))
                assert picture is not None
                yield f"{name}-{seats}", picture


def write() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, picture in pictures():
        small(picture).quantize(256, dither=Image.Dither.NONE).save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()

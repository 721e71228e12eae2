"""The golden pictures of Rzymianie do domu!; `python -m tests.render.rzymianie_golden` draws them anew: look at them first."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render.contract import Picture
from tests.render import rzymianie_samples as samples
from tests.render.golden_pictures import GOLDEN as ALL
from tests.render.golden_pictures import small

GOLDEN = ALL / "rzymianie"
SHOWN = {
    0: (
        "board-plan",
        "board-take",
        "hand-plan",
        "hand-seduce",
        "hand-give",
        "preview",
        "scene-archr",
        "scene-druhid",
        "scene-hecas",
    ),
    1: ("scene-highest", "final"),
    2: ("scene-tie", "final"),
    5: ("final",),
}
"""By table of the samples."""

__all__ = ["GOLDEN", "pictures", "small"]


def pictures() -> Iterator[tuple[str, Picture]]:
    for index, names in SHOWN.items():
        seats, options = samples.TABLES[index]
        drawings = samples.drawings(seats, options)
        for name in names:
            picture = drawings[name](samples.setting(seats))
            assert picture is not None
            yield f"{name}-{seats}-{index}", picture


def write() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        small(picture).quantize(256, dither=Image.Dither.NONE).save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()

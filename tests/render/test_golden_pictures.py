"""The pictures look as they did when somebody last looked at them (see golden_pictures.py)."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render.golden_pictures import GOLDEN, folder, sets, small

MOST = 3.0
"""Mean difference of a colour value that still passes; the goldens' own palette takes about one."""


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference in the colour that differs most."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("name", sets())
def test_pictures_look_as_they_did(name: str) -> None:
    drawn = {key: small(picture) for key, picture in sets()[name]()}
    assert {path.stem for path in folder(name).glob("*.png")} == set(drawn)
    for key, im in drawn.items():
        with Image.open(folder(name) / f"{key}.png") as golden:
            assert golden.size == im.size, key
            assert difference(golden.convert("RGB"), im) < MOST, key


def test_a_change_of_the_picture_would_be_noticed() -> None:
    drawn = dict(sets()["rycerze"]())
    assert difference(small(drawn["board-4"]), small(drawn["drum-4"])) > MOST


def test_goldens_are_small() -> None:
    assert all(path.stat().st_size < 40_000 for path in GOLDEN.rglob("*.png"))

"""The pictures look as they did when somebody last looked at them (see golden_pictures.py)."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from tests.render.golden_pictures import GOLDEN, pictures, small

MOST = 3.0
"""Mean difference of a colour value that still passes; the goldens' own palette takes about one."""


def test_pictures_look_as_they_did() -> None:
    drawn = {name: small(picture) for name, picture in pictures()}
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(drawn)
    for name, im in drawn.items():
        with Image.open(GOLDEN / f"{name}.png") as golden:
            assert golden.size == im.size, name
            difference = ImageStat.Stat(ImageChops.difference(golden.convert("RGB"), im)).mean
        assert max(difference) < MOST, (name, difference)


def test_a_change_of_the_picture_would_be_noticed() -> None:
    drawn = dict(pictures())
    board, drum = small(drawn["rycerze-board-4"]), small(drawn["rycerze-drum-4"])
    assert max(ImageStat.Stat(ImageChops.difference(board, drum)).mean) > MOST


def test_goldens_are_small() -> None:
    assert all(path.stat().st_size < 40_000 for path in GOLDEN.glob("*.png"))

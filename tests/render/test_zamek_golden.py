"""The pictures of Zamek look as they did when somebody last looked at them (see golden_zamek.py)."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from tests.render.golden_zamek import GOLDEN, pictures

MOST = 4.0
"""Mean difference of a colour value that still passes; the goldens' own palette takes about one."""


def test_pictures_look_as_they_did() -> None:
    drawn = dict(pictures())
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(drawn)
    for name, im in drawn.items():
        with Image.open(GOLDEN / f"{name}.png") as golden:
            assert golden.size == im.size, name
            difference = ImageStat.Stat(ImageChops.difference(golden.convert("RGB"), im)).mean
        assert max(difference) < MOST, (name, difference)


def test_goldens_are_small() -> None:
    assert all(path.stat().st_size < 90_000 for path in GOLDEN.glob("*.png"))

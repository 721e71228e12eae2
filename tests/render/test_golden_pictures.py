"""The pictures look as they did when somebody last looked at them (see golden_pictures.py); the files, as they were drawn."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image, ImageChops, ImageStat

from data.themes import THEMES
from render import encode
from render.contract import Picture
from tests.support.golden_pictures import folder, opened, sets, small, themed

MOST = 3.0
"""Mean difference of a colour value that still passes; the goldens' own palette takes about one."""

FAR = 24
"""Levels that one may see; a palette keeps all but the edges of small things nearer than that."""


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference in the colour that differs most."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


SOME = 2
"""So many pictures of each set are drawn by the quick tests."""


@pytest.mark.parametrize("most", [SOME, pytest.param(None, marks=pytest.mark.long)], ids=["some", "all"])
@pytest.mark.parametrize("name", sets())
def test_pictures_look_as_before_and_are_written_as_drawn(name: str, most: int | None) -> None:
    """Where a palette does not keep the colours that were drawn: `python -m tools.palettes`, and look."""
    seen: set[str] = set()
    drawings: list[Image.Image] = []
    token = encode.drawn.set(drawings)
    try:
        for key, picture in itertools.islice(sets()[name](), most):
            seen.add(key)
            im = small(picture)
            with Image.open(folder(name) / f"{key}.png") as golden:
                assert golden.size == im.size, key
                assert difference(golden.convert("RGB"), im) < MOST, key
            if isinstance(picture, Picture):
                off = ImageChops.difference(drawings.pop(), opened(picture)).resize((540, 600), Image.Resampling.NEAREST)
                assert max(ImageStat.Stat(off).mean) < MOST, key
                assert max(sum(band.histogram()[FAR:]) for band in off.split()) < 0.001 * off.width * off.height, key
    finally:
        encode.drawn.reset(token)
    kept = {path.stem for path in folder(name).glob("*.png")}
    assert kept >= seen if most else kept == seen


@pytest.mark.long
@pytest.mark.parametrize(
    ("theme", "name"),
    [
        pytest.param(theme, name, marks=() if (theme, name) == ("light", "rycerze") else pytest.mark.long)
        for theme in THEMES[1:]
        for name in sets()
    ],
)
def test_pictures_in_other_themes_look_as_they_did(theme: str, name: str) -> None:
    path, picture = themed(theme, name)
    assert isinstance(picture, Picture)
    with Image.open(io.BytesIO(picture.data)) as im:
        assert im.mode == "P", "it is written in the palette of its theme"
    with Image.open(path) as golden:
        assert difference(golden.convert("RGB"), small(picture)) < MOST, path


@pytest.mark.long
def test_a_change_of_the_picture_would_be_noticed() -> None:
    one, other = (small(picture) for _, picture in itertools.islice(sets()["rycerze"](), 2))
    assert difference(one, other.resize(one.size)) > MOST


def test_goldens_are_small() -> None:
    assert all(path.stat().st_size < 40_000 for name in sets() for path in folder(name).glob("*.png"))

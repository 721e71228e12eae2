"""Requirements of every game's pictures: the size of a phone, alt texts, legible texts, threads."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from PIL import Image

from render import canvas, sprite_cache
from render.contract import ALT_LENGTH, Audience, Picture
from render.theme import FACES, SECONDARY, SMALL, SMALLEST, WIDTH

Draw = Callable[[Audience], Picture | None]


def opened(picture: Picture | None) -> Image.Image:
    assert picture is not None
    assert picture.kind == "png"
    return Image.open(io.BytesIO(picture.data))


def suits_a_phone(
    name: str,
    picture: Picture | None,
    *,
    least: float = 0.6,
    most: float = 1.26,
    weight: int = 300_000,
    text: int = SMALL,
) -> None:
    """Check that a phone does not show texts of `text` px too small, that the picture is `least` to `most` as high as wide, its
    size in bytes (`weight`), and its alt text.
    """
    assert picture is not None, name
    im = opened(picture)
    assert WIDTH <= im.width <= 1.2 * WIDTH * text / SMALL, name
    assert least * im.width <= im.height <= most * im.width, (name, im.height)
    assert len(picture.data) < weight, name
    assert 40 < len(picture.alt) <= ALT_LENGTH, name
    assert not picture.alt.endswith("…"), name
    assert "{" not in picture.alt, name


@contextlib.contextmanager
def watched() -> Iterator[list[canvas.Placed]]:
    """Yields the texts set in the block; those from a cache are not set again."""
    seen: list[canvas.Placed] = []
    token = canvas.watch.set(seen)
    try:
        yield seen
    finally:
        canvas.watch.reset(token)


class Shown(NamedTuple):
    """Pictures by name, and every text set in them."""

    pictures: dict[str, Picture | None]
    texts: list[canvas.Placed]


def shown(draws: Mapping[str, Draw], audience: Audience) -> Shown:
    """Draw each of these once, with nothing cached, and keep them for the next test."""
    sprite_cache.clear()
    with watched() as seen:
        return Shown({name: draw(audience) for name, draw in draws.items()}, seen)


def texts(draws: Iterable[Draw], audience: Audience) -> list[canvas.Placed]:
    """Returns the texts of these pictures, none of which has too many words beside it."""
    with watched() as seen:
        for draw in draws:
            picture = draw(audience)
            assert picture is not None
            assert len(picture.alt) <= ALT_LENGTH
    return seen


def well_set(seen: list[canvas.Placed], hair: int = 0) -> None:
    """Check that each text is large enough, inside its picture except for a `hair` (px), and in a font with its letters."""
    assert len(seen) > 10, "hardly any text was watched"
    faces = [canvas.code_points(face) for face in FACES]
    for text in seen:
        left, top, right, bottom = text.box
        assert text.size >= (SECONDARY if text.secondary else SMALLEST), text
        assert left >= -hair, text
        assert right <= text.picture[0] + hair, text
        assert top >= -hair, text
        assert bottom <= text.picture[1] + max(hair, 1), text
        assert any(all(ord(char) in face for char in text.text) for face in faces), text


def cut(seen: list[canvas.Placed]) -> list[canvas.Placed]:
    """Returns the texts that had too little room."""
    return [text for text in seen if text.text != text.wanted]


def same_in_two_threads(draws: Iterable[Draw], audience: Audience, forget: Callable[[], None]) -> None:
    """Check that two threads that start with nothing cached draw the same bytes as one."""
    jobs = [*draws]
    expected = [draw(audience) for draw in jobs]
    forget()
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda draw: draw(audience), jobs)) == expected

"""Films of whole games: each frame is fetched once and in order, the file keeps its limit, and nobody must wait for the end."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import film
from render.contract import Picture


def drawn(number: int, size: tuple[int, int] = (80, 60)) -> Picture:
    im = Image.effect_noise(size, 10 + number).convert("RGB")
    file = io.BytesIO()
    im.save(file, "PNG")
    return Picture(file.getvalue(), "png", "noise")


def test_a_film_has_all_pictures_in_order() -> None:
    asked: list[int] = []

    def draw(number: int) -> Picture:
        asked.append(number)
        return drawn(number, (80, 60 if number % 2 else 40))

    report = film.Reporter()
    made = film.make(draw, 5, "about", 10**6, report)
    assert asked == [4, 0, 1, 2, 3, 4], "the last tells the size"
    assert (report.done, report.total) == (5, 5)
    with Image.open(io.BytesIO(made.data)) as found:
        assert (found.format, getattr(found, "n_frames", 1), found.size) == ("WEBP", 5, (80, 40))
    assert (made.kind, made.alt) == ("webp", "about")


def test_one_picture_is_a_film_too() -> None:
    assert film.make(drawn, 1, "", 10**6, film.Reporter()).data[8:12] == b"WEBP"


def test_a_film_keeps_its_limit_or_is_none() -> None:
    def large(number: int) -> Picture:
        return drawn(number, (800, 40))

    whole = film.make(large, 2, "", 10**8, film.Reporter())
    smaller = film.make(large, 2, "", len(whole.data) * 4 // 5, film.Reporter())
    with Image.open(io.BytesIO(smaller.data)) as found:
        assert found.width in film.WIDTHS[1:]
    with pytest.raises(film.TooLarge):
        film.make(large, 2, "", 100, film.Reporter())


def test_a_film_that_is_stopped_asks_for_no_more() -> None:
    report = film.Reporter()
    asked: list[int] = []

    def draw(number: int) -> Picture:
        asked.append(number)
        if number == 2:
            report.stop.set()
        return drawn(number)

    with pytest.raises(film.Stopped):
        film.make(draw, 9, "", 10**6, report)
    assert asked == [8, 0, 1, 2]

"""Films of whole games: each frame is fetched once and in order, the file keeps its limit, and nobody must wait for the end."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import engines
from cogs.film.cog import MOMENT_BYTES
from cogs.film.frames import BEFORE, LENGTH, Cell, strip_of
from data.words import words
from render import film, renderers
from render.contract import Audience, Person, Picture
from tables.history.story import story
from tests.support.replayed import NAMES, replayed


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
    made = film.make(draw, film.durations(5), "about", 10**6, report)
    assert asked == [4, 0, 1, 2, 3, 4], "the last tells the size"
    assert (report.done, report.total) == (5, 5)
    with Image.open(io.BytesIO(made.data)) as found:
        assert (found.format, getattr(found, "n_frames", 1), found.size) == ("WEBP", 5, (80, 40))
    assert (made.kind, made.alt) == ("webp", "about")


def test_one_picture_is_a_film_too() -> None:
    assert film.make(drawn, film.durations(1), "", 10**6, film.Reporter()).data[8:12] == b"WEBP"


def test_a_film_keeps_its_limit_or_is_none() -> None:
    def large(number: int) -> Picture:
        return drawn(number, (800, 40))

    whole = film.make(large, film.durations(2), "", 10**8, film.Reporter())
    smaller = film.make(large, film.durations(2), "", len(whole.data) * 4 // 5, film.Reporter())
    with Image.open(io.BytesIO(smaller.data)) as found:
        assert found.width in film.WIDTHS[1:]
    with pytest.raises(film.TooLarge):
        film.make(large, film.durations(2), "", 100, film.Reporter())


def test_a_film_that_is_stopped_asks_for_no_more() -> None:
    report = film.Reporter()
    asked: list[int] = []

    def draw(number: int) -> Picture:
        asked.append(number)
        if number == 2:
            report.stop.set()
        return drawn(number)

    with pytest.raises(film.Stopped):
        film.make(draw, film.durations(9), "", 10**6, report)
    assert asked == [8, 0, 1, 2]


def test_a_film_shows_each_picture_as_long_as_it_should() -> None:
    shown = film.durations(3)
    assert shown == [film.STEP[1], film.STEP[1], film.LAST]
    assert film.durations(1000)[0] == film.STEP[0]
    with Image.open(io.BytesIO(film.make(drawn, [1500, 400, 700], "", 10**6, film.Reporter()).data)) as found:
        found.seek(1)
        found.load()
        assert found.info["duration"] == 400


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in engines.games()]
)
def test_a_moment_is_a_small_film_that_begins_and_ends_with_it(game: str) -> None:
    replay, renderer = replayed(game), renderers()[game]
    people = Audience(tuple(map(Person, NAMES[: replay.seats])), words("en"))
    turned = story(replay).decided or replay.last
    strip = strip_of(replay, turned)
    first, *way, last = strip.cells
    assert first == last
    assert {first.step, *(cell.step for cell in way)} <= {*range(turned - BEFORE, turned + 1)}
    assert strip.durations[0] == max(strip.durations)
    assert sum(strip.durations) <= LENGTH == 6000
    drawn = dict[Cell, Picture]()

    def draw(number: int) -> Picture:
        cell = strip.cells[number]
        if cell not in drawn:
            scenes = [event for event in replay.step(cell.step).events_for(None) if event.scene]
            view = replay.view(cell.step)
            drawn[cell] = renderer.board(view, people) if cell.scene is None else renderer.scene(scenes[cell.scene], people)
        return drawn[cell]

    made = film.make(draw, strip.durations, "", MOMENT_BYTES, film.Reporter())
    assert len(made.data) <= MOMENT_BYTES

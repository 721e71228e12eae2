"""A picture put together from parts is the picture that is drawn whole."""

from __future__ import annotations

import functools
import io
import random

import pytest
from PIL import Image, ImageChops

from data.words import words
from engines import games
from engines.notation import random_move
from render import encode as encoding
from render import renderers
from render.canvas import picture
from render.contract import Audience, Person
from render.encode import encode
from render.rycerze import hand
from render.sheet import Indexed, Nearest, Sheet
from render.theme import PANEL


def test_parts_that_are_kept_are_drawn_once() -> None:
    drawn: list[str] = []

    def part(name: str) -> Image.Image:
        drawn.append(name)
        return picture(20, 30, PANEL)

    def sheet(x: int) -> Sheet:
        found = Sheet(200, 100)
        found.add((x, 10), part, "left")
        found.paste((0, 50), picture(10, 200, PANEL))
        return found

    first, second = (encode(sheet(x), "", "rycerze").data for x in (10, 90))
    assert first != second
    assert drawn == ["left"]


@pytest.mark.long
@pytest.mark.parametrize("game", ["rycerze", "rzymianie"])
def test_a_hand_draws_only_what_a_press_has_changed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    audience = Audience(tuple(Person(name) for name in ("Ada", "Borys", "Celina", "Daniel")), words("en"))
    position, renderer, luck = games()[game].start(4, {}, bytes(32)), renderers()[game], random.Random(1)
    view = position.view(0)
    move = max((random_move(position, 0, luck) for _ in range(20)), key=len)
    drawn: list[int] = []
    in_palette = Sheet.in_palette

    @functools.cache
    def counting(nearest: Nearest) -> Nearest:
        def note(im: Image.Image, name: str) -> Indexed | None:
            drawn.append(im.width * im.height)
            return nearest(im, name)

        return note

    monkeypatch.setattr(Sheet, "in_palette", lambda sheet, palette, nearest: in_palette(sheet, palette, counting(nearest)))
    renderer.preview(view, move[:2], audience)
    for n in range(3, len(move) + 1):
        drawn.clear()
        picture = renderer.preview(view, move[:n], audience)
        assert picture is not None
        width, height = Image.open(io.BytesIO(picture.data)).size
        assert sum(drawn) < 0.45 * width * height
        drawn.clear()
        renderer.preview(view, move[:n], audience)
        assert sum(drawn) < 0.2 * width * height, "the head"


def test_a_hand_of_parts_is_the_hand_drawn_whole() -> None:
    position = games()["rycerze"].start(4, {}, bytes(32))
    audience = Audience(tuple(Person(name) for name in ("Ada", "Borys", "Celina", "Daniel")), words("en"))
    renderer, view = renderers()["rycerze"], position.view(0)
    token = encoding.drawn.set([])
    try:
        for said in (("play",), ("play", "knight"), ("play", "shepherd", "shepherd")):
            made = renderer.preview(view, said, audience) or renderer.hand(view, audience)
            assert made is not None
            seen = encoding.drawn.get()
            assert seen is not None
            whole = encode(seen.pop(), "", "rycerze")
            high = hand.draw(view, audience).height  # the foot below is added to both
            one, other = (Image.open(io.BytesIO(each.data)).convert("RGB") for each in (made, whole))
            box = (0, 0, one.width, high)
            assert ImageChops.difference(one.crop(box), other.crop(box)).getbbox() is None
    finally:
        encoding.drawn.reset(token)

"""A picture put together from parts is the picture that is drawn whole."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

from data.words import words
from engines import games
from render import encode as encoding
from render import renderers
from render.canvas import picture
from render.contract import Audience, Person
from render.encode import encode
from render.rycerze import hand
from render.sheet import Sheet
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

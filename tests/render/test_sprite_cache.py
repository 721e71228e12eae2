"""All sprites lie in one store bounded in bytes, whoever draws them and however many names there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from render import canvas, sprite_cache
from render.canvas import label
from render.sprite_cache import LIMIT, OVERHEAD, bytes_held, core, drawn_once, weight


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    sprite_cache.clear()
    yield
    sprite_cache.clear()


def test_a_sprite_is_drawn_once() -> None:
    drawn = []

    @drawn_once
    def square(size: int) -> Image.Image:
        drawn.append(size)
        return Image.new("RGBA", (size, size))

    assert square(8) is square(8)
    assert square(9).size == (9, 9)
    assert drawn == [8, 9]


def test_two_functions_with_the_same_arguments_do_not_meet() -> None:
    one, other = drawn_once(lambda size: ("one", size)), drawn_once(lambda size: ("other", size))
    assert (one(1), other(1)) == (("one", 1), ("other", 1))


def test_arguments_left_out_or_named_are_the_same_arguments() -> None:
    @drawn_once
    def box(wide: int, high: int = 4, *, colour: str = "red") -> Image.Image:
        return Image.new("RGB", (wide, high), colour)

    assert box(3) is box(3, 4) is box(3, high=4) is box(wide=3, colour="red")
    assert box(3, colour="blue") is not box(3)
    with pytest.raises(TypeError):
        box()  # type: ignore[call-arg]


def test_what_a_sprite_weighs() -> None:
    image = Image.new("RGBA", (10, 20))
    assert weight(image) == OVERHEAD + 800
    assert weight(image.getchannel("A")) == OVERHEAD + 200
    assert weight((image, (3, 4))) >= 800
    assert weight(None) == OVERHEAD


@pytest.mark.long
def test_the_store_keeps_to_its_bytes_and_keeps_what_is_needed() -> None:
    """Before, each kind of sprite was kept by number: 630 MiB after 1,500 pictures."""

    @drawn_once
    def large(number: int) -> Image.Image:
        return Image.new("RGBA", (512, 512), (number % 256, 0, 0, 255))

    often = large(-1)
    for number in range(3 * LIMIT // (512 * 512 * 4)):
        large(number)
        assert large(-1) is often
        assert bytes_held() <= LIMIT


@pytest.mark.parametrize("names", [50, pytest.param(2000, marks=pytest.mark.long)])
def test_many_names_do_not_fill_it(names: int) -> None:
    for number in range(names):
        label(f"Somebody {number}", "bold", 42, "#FFFFFF")
    assert bytes_held() <= LIMIT
    drawn = bytes_held()
    for number in range(names):
        label(f"Somebody {number}", "bold", 42, "#FFFFFF")
    assert bytes_held() == drawn


def test_a_sprite_larger_than_the_store_is_drawn_all_the_same() -> None:
    @drawn_once
    def huge() -> Image.Image:
        return Image.new("RGBA", (4096, LIMIT // 4096 // 4 + 1))

    assert huge().width == 4096
    assert bytes_held() < LIMIT


@pytest.mark.parametrize("at", [(20, 30), (-40, -50), (150, 130)])
@pytest.mark.parametrize("sprite", [canvas.panel(210, 160, 30, "#B9472E", "#F6BE3B"), canvas.glow(150, 150, 20, "#F6BE3B", 9)])
def test_a_large_sprite_looks_the_same_whichever_way_it_is_laid(sprite: Image.Image, at: tuple[int, int]) -> None:
    """Its opaque middle is copied and only the border blended; a copy of it knows of no middle."""
    quick, plain = Image.new("RGB", (300, 280), "#1E1E24"), Image.new("RGB", (300, 280), "#1E1E24")
    canvas.paste(quick, sprite, at)
    canvas.paste(plain, sprite.copy(), at)
    assert quick.tobytes() == plain.tobytes()


def test_a_large_sprite_knows_where_it_is_opaque() -> None:
    found = core(canvas.panel(210, 160, 30, "#B9472E"))
    assert found is not None
    assert (found[2] - found[0]) * (found[3] - found[1]) > 0.7 * 210 * 160
    assert core(canvas.panel(210, 160, 30, "#B9472E").copy()) is None
    assert core(canvas.glow(150, 150, 20, "#F6BE3B", 60)) is None

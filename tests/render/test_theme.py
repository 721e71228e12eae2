"""Colours, fonts and text: readable for everyone, and whatever people call themselves."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import canvas
from render.pen import Pen, bezier, smooth
from render.theme import BG, FACES, INK, SECONDARY, SMALLEST, WHITE, Colour, on, player, rgb
from tests.support.colour_vision import oklab

POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
# Machado, Oliveira and Fernandes 2009, full dichromacy, on linear light
BLINDNESS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: Colour) -> tuple[float, ...]:
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in rgb(colour)))


def contrast(a: Colour, b: Colour) -> float:
    shades = sorted(sum(k * v for k, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (a, b))
    return (shades[1] + 0.05) / (shades[0] + 0.05)


def seen_by(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    return oklab(tuple(sum(k * v for k, v in zip(row, linear(colour), strict=True)) for row in matrix))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", BLINDNESS)
def test_players_colours_differ_for_the_colour_blind(seats: int, kind: str) -> None:
    seen = [seen_by(player(seat, seats).colour, BLINDNESS[kind]) for seat in range(seats)]
    for a, b in itertools.combinations(seen, 2):
        assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > 0.15


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_differ_by_shape_too(seats: int) -> None:
    looks = [player(seat, seats) for seat in range(seats)]
    assert len({look.shape for look in looks}) == seats
    for look in looks:
        assert contrast(look.colour, look.ink) > 4.5
        assert contrast(look.rim, BG) > 3


def test_ink_or_cream_whichever_reads_better() -> None:
    assert on("#FFFFFF") == INK
    assert on("#000000") == WHITE


@pytest.mark.parametrize("face", FACES)
def test_every_font_has_the_polish_letters(face: str) -> None:
    assert all(ord(char) in canvas.code_points(face) for char in POLISH)


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("Łucja", "Łucja"),
        ("  two\n\tlines ", "two lines"),
        ("\u202eevil\u202c", "evil"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("Z\u0335\u0336\u0337a", "Z\u0335a"),
        ("日本語", "·"),
        ("🦄 Ola 🔥", "Ola"),
        ("🦄", ""),
        ("x" * 500, "x" * canvas.LONGEST),
    ],
)
def test_names_become_drawable(typed: str, drawn: str) -> None:
    assert canvas.readable(typed) == drawn


def test_a_name_of_which_nothing_is_left_becomes_the_seats() -> None:
    assert canvas.name("🔥🔥", "gracz B") == "gracz B"
    assert canvas.name("!!!", "gracz B") == "gracz B"
    assert canvas.name("Ola", "gracz B") == "Ola"


@pytest.mark.long
@given(st.text(max_size=120))
def test_whatever_is_typed_can_be_drawn(typed: str) -> None:
    drawn = canvas.readable(typed)
    known = canvas.code_points("bold") | canvas.code_points("other")
    assert len(drawn) <= canvas.LONGEST
    assert all(ord(char) in known for char in drawn)
    assert "\n" not in drawn


@pytest.mark.long
@given(st.text(max_size=60), st.integers(60, 600))
def test_fitted_text_fits(typed: str, room: int) -> None:
    said, size = canvas.fit(canvas.readable(typed), "bold", 42, room, 34)
    assert size >= 34
    assert canvas.width(said, "bold", size) <= room


@pytest.mark.long
@given(st.text(min_size=1, max_size=60), st.integers(200, 600))
def test_of_a_sentence_only_the_name_is_cut(typed: str, room: int) -> None:
    name = canvas.name(typed, "gracz A")
    said = canvas.fit_name(f"Wygrywa {name}!", name, "bold", 44, room, 34)
    assert said.startswith("Wygrywa ")
    assert said.endswith("!")


def test_text_too_small_to_read_is_refused() -> None:
    with pytest.raises(ValueError, match="text of 12 px"):
        canvas.text(canvas.picture(100), (0, 50), "small", size=12)
    with pytest.raises(ValueError, match=f"text of {SMALLEST - 1} px"):
        canvas.text(canvas.picture(100), (0, 50), "needed", size=SMALLEST - 1)
    canvas.text(canvas.picture(100), (0, 50), "stands elsewhere", size=SECONDARY, secondary=True)
    with pytest.raises(ValueError, match=f"text of {SECONDARY - 1} px"):
        canvas.text(canvas.picture(100), (0, 50), "stands elsewhere", size=SECONDARY - 1, secondary=True)


def test_lines_break_at_spaces() -> None:
    room = canvas.width("one two", "bold", 40) + 1
    assert canvas.lines("one two three four", "bold", 40, room, 3) == ["one two", "three", "four"]
    assert canvas.lines("one two three", "bold", 40, 10, 2) == ["one", "two three"]


def test_a_stretched_box_is_the_box_drawn_large() -> None:
    quick = canvas.panel(300, 200, 16, "#2A2F36", "#F6BE3B", 5)
    pen = Pen(300, 200)
    pen.box((2.5, 2.5, 297.5, 197.5), 16, "#2A2F36", "#F6BE3B", 5)
    slow = pen.finish()
    assert quick.size == slow.size
    for spot in ((0, 0), (3, 3), (150, 2), (150, 100), (299, 199), (296, 5), (2, 150)):
        a, b = quick.getpixel(spot), slow.getpixel(spot)
        assert isinstance(a, tuple)
        assert isinstance(b, tuple)
        assert all(abs(x - y) <= 3 for x, y in zip(a, b, strict=True)), spot


def test_the_pen_moves_scales_and_mirrors() -> None:
    pen = Pen(40, 40).to(20, 20, 2).rect(0, 0, 5, 5, c="#FF0000", w=0).to().circle(5, 5, 3, "#00FF00", w=0)
    sprite = pen.finish()
    assert sprite.getpixel((25, 25)) == (255, 0, 0, 255)
    assert sprite.getpixel((5, 5)) == (0, 255, 0, 255)
    assert sprite.getpixel((15, 15)) == (0, 0, 0, 0)
    mirrored = Pen(40, 40).to(20, 20, 2, flip=True).rect(0, 0, 5, 5, c="#FF0000", w=0).finish()
    assert mirrored.getpixel((15, 25)) == (255, 0, 0, 255)


def test_curves_go_through_their_ends() -> None:
    assert smooth([(0, 0), (5, 5), (10, 0)], closed=False)[-1] == (10, 0)
    assert bezier((0, 0), (5, 10), (10, 0))[0] == (0, 0)
    assert bezier((0, 0), (0, 10), (10, 10), (10, 0))[-1] == (10, 0)


def test_sprites_keep_their_edges_when_laid_on_sprites() -> None:
    below = Image.new("RGBA", (20, 20), (255, 0, 0, 255))
    canvas.paste(below, Image.new("RGBA", (10, 10), (0, 0, 255, 128)), (15, 15))
    corner = below.getpixel((18, 18))
    assert isinstance(corner, tuple)
    assert corner[3] == 255

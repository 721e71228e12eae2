"""Pictures as files: what they are written in, and that nobody sees it."""

from __future__ import annotations

import importlib
import io
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import encode, renderers
from render.contract import ALT_LENGTH
from render.theme import BG, PAPER, Colour, rgb
from tests.support.fresh_module import fresh_copy


def opened(im: Image.Image, palette: str) -> Image.Image:
    """The file of a drawing, opened again."""
    with Image.open(io.BytesIO(encode.encode(im, "", palette).data)) as read:
        read.load()
        assert read.format == "PNG"
        return read


def shapes(colours: list[Colour]) -> Image.Image:
    """A drawing in some colours."""
    im = Image.new("RGB", (203, 97), rgb(BG))
    draw = ImageDraw.Draw(im)
    for n, colour in enumerate(colours):
        draw.ellipse((n * 31, n * 11, n * 31 + 67, n * 11 + 41), fill=rgb(colour))
    return im


@pytest.mark.parametrize("name", [*renderers(), "house"])
def test_every_game_has_a_palette_and_is_written_in_it(name: str) -> None:
    assert opened(shapes([PAPER]), name).mode == "P"


@pytest.mark.parametrize("name", [*renderers(), "house"])
def test_flat_areas_keep_their_colour(name: str) -> None:
    """No level off by more than what the nearest colour in Pillow's table may be."""
    drawn = shapes([PAPER])
    read = opened(drawn, name).convert("RGB")
    for at in ((1, 1), (33, 20)):
        assert all(abs(a - b) <= 4 for a, b in zip(drawn.getpixel(at), read.getpixel(at), strict=True))  # type: ignore[arg-type]
    assert drawn.getpixel((33, 20)) == rgb(PAPER)


@pytest.mark.parametrize("name", ["none", "torres"])
def test_a_drawing_in_other_colours_is_written_in_true_colour(name: str) -> None:
    drawn = shapes(["#ff00ff", "#00ffff", "#ff0080", "#8000ff"])
    read = opened(drawn, name)
    assert read.mode == "RGB"
    assert read.size == drawn.size
    assert all(largest <= encode.STEP // 2 for _, largest in ImageChops.difference(drawn, read).getextrema())  # type: ignore[misc]


def test_the_file_is_the_same_whoever_else_is_writing() -> None:
    colours: list[Colour] = [PAPER, BG, "#B9472E", "#94622F"]
    drawings = [shapes(colours[: n % 5]) for n in range(40)]
    names = [*renderers()]
    alone = [encode.encode(im, "", names[n % len(names)]).data for n, im in enumerate(drawings)]
    unused = fresh_copy(encode)
    with ThreadPoolExecutor(4) as threads:
        together = threads.map(lambda n: unused.encode(drawings[n], "", names[n % len(names)]).data, range(40))
        assert list(together) == alone


def test_without_isal_zlib_writes_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = shapes([PAPER, BG])
    usual = opened(drawing, "house").convert("RGB").tobytes()
    try:
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "isal", None)
            patch.setitem(sys.modules, "isal.isal_zlib", None)
            importlib.reload(encode)
            assert encode.compress is zlib.compress  # type: ignore[attr-defined]
            assert opened(drawing, "house").convert("RGB").tobytes() == usual
    finally:
        importlib.reload(encode)


def test_words_are_cut_to_what_discord_takes() -> None:
    said = encode.encode(shapes([]), "x" * 2000, "house").alt
    assert len(said) == ALT_LENGTH
    assert said.endswith("…")

"""Texts can be read and pieces seen where Discord shows a picture: in the box of a desktop and in that of a phone."""

from __future__ import annotations

import pytest

from data.shapes import AUTO, SHAPES, TALL, WIDE
from data.themes import DEFAULT
from engines import games
from render.contract import Picture
from render.frame import PHONE, reduction
from render.theme import BG, PANEL_HI, mix
from tests.support import golden_pictures, samples
from tests.support.random_game_count import WHOLE
from tools import boxes

ALL = [pytest.param(name, False, id=f"{name}-all", marks=pytest.mark.long) for name in ("house", *games())]


@pytest.mark.parametrize(("name", "golden"), [pytest.param("house", True, id="house-golden"), *ALL])
def test_texts_and_pieces_are_large_enough_in_both_boxes(name: str, golden: bool) -> None:
    found = list(boxes.measured(name, golden=golden))
    assert len(found) > 1
    small = {each.kind: round(each.least, 1) for each in found}
    assert {kind: least for kind, least in small.items() if least < boxes.LEAST_SHOWN_PX} == {}
    pieces = {each.kind: round(each.least_piece, 1) for each in found if each.piece}
    assert pieces or name == "house"
    assert {kind: least for kind, least in pieces.items() if least < boxes.LEAST_PIECE_PX} == {}


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", games())
def test_each_shape_is_at_least_as_large_as_the_default_one(name: str) -> None:
    found = boxes.compared(name, golden=not WHOLE)
    assert len(found) > 1
    assert all(set(each.by_shape) == set(SHAPES) for each in found)
    for shape in boxes.BOXES:
        assert [each.kind for each in found if each.loses(shape)] == [], shape
        assert [each.kind for each in found if each.by_shape[shape].cut - each.by_shape[AUTO].cut] == [], shape
        gains = [each for each in found if each.least(shape, boxes.BOXES[shape]) > each.least(AUTO, boxes.BOXES[shape])]
        assert gains or shape == "tall", "the wide shape is worth its while"


BADGE = (60, 40)
"""Width and height of Discord's badge with its margins (CSS px)."""


@pytest.mark.parametrize("shape", [TALL, WIDE])
@pytest.mark.parametrize(
    "name", ["budowa", *(pytest.param(name, marks=pytest.mark.long) for name in games() if name != "budowa")]
)
def test_a_phone_shows_a_badge_only_on_the_foot(name: str, shape: str) -> None:
    with samples.themed(DEFAULT, shape):
        drawn = {kind: picture for kind, picture in golden_pictures.sets()[name]() if isinstance(picture, Picture)}
    assert drawn
    foot = mix(BG, PANEL_HI, 0.4)
    for kind, picture in drawn.items():
        im = golden_pictures.opened(picture)
        wide, high = (round(side / reduction(im.size, PHONE)) for side in BADGE)
        corner = im.crop((0, im.height - high, wide, im.height))
        brightest = [most for _, most in corner.getextrema()]  # type: ignore[misc]
        assert all(most <= own + 8 for most, own in zip(brightest, foot, strict=True)), (kind, brightest)

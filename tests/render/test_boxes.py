"""Texts can be read and pieces seen where Discord shows a picture: in the box of a desktop and in that of a phone."""

from __future__ import annotations

import pytest

from data.shapes import AUTO, SHAPES
from engines import games
from tools import boxes

ALL = [pytest.param(name, False, id=f"{name}-all", marks=pytest.mark.more) for name in ("house", *games())]


@pytest.mark.parametrize(("name", "golden"), [pytest.param("house", True, id="house-golden"), *ALL])
def test_texts_that_one_needs_and_pieces_are_large_enough_in_both_boxes(name: str, golden: bool) -> None:
    found = list(boxes.measured(name, golden=golden))
    assert len(found) > 1
    small = {each.kind: round(each.least, 1) for each in found}
    assert {kind: least for kind, least in small.items() if least < boxes.LEAST_SHOWN_PX} == {}
    pieces = {each.kind: round(each.least_piece, 1) for each in found if each.piece}
    assert pieces or name == "house"
    assert {kind: least for kind, least in pieces.items() if least < boxes.LEAST_PIECE_PX} == {}


@pytest.mark.more
@pytest.mark.parametrize(
    ("name", "golden"),
    [
        pytest.param("budowa", True, id="budowa-golden"),
        *(pytest.param(name, False, id=f"{name}-all") for name in games()),
    ],
)
def test_each_shape_is_shown_at_least_as_large_in_its_box_as_the_one_for_every_screen(name: str, golden: bool) -> None:
    found = boxes.compared(name, golden=golden)
    assert len(found) > 1
    assert all(set(each.by_shape) == set(SHAPES) for each in found)
    for shape in boxes.BOXES:
        assert [each.kind for each in found if each.loses(shape)] == [], shape
        assert [each.kind for each in found if each.by_shape[shape].cut - each.by_shape[AUTO].cut] == [], shape
        gains = [each for each in found if each.least(shape, boxes.BOXES[shape]) > each.least(AUTO, boxes.BOXES[shape])]
        assert gains or shape == "tall", "the wide shape is worth its while"

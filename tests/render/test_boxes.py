"""Texts can be read and pieces seen where Discord shows a picture: in the box of a desktop and in that of a phone."""

from __future__ import annotations

import pytest

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

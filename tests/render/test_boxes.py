"""Texts that one needs can be read where Discord shows a picture: in the box of a desktop and in that of a phone."""

from __future__ import annotations

import pytest

from engines import games
from tools import boxes

ALL = [pytest.param(name, False, id=f"{name}-all", marks=pytest.mark.more) for name in ("house", *games())]


@pytest.mark.parametrize(("name", "golden"), [pytest.param("house", True, id="house-golden"), *ALL])
def test_texts_that_one_needs_are_large_enough_in_both_boxes(name: str, golden: bool) -> None:
    small = {each.kind: round(each.least, 1) for each in boxes.measured(name, golden=golden)}
    assert len(small) > 1
    assert {kind: least for kind, least in small.items() if least < boxes.LEAST_SHOWN_PX} == {}

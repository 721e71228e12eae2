"""Texts that one needs can be read where Discord shows a picture: in the box of a desktop and in that of a phone."""

from __future__ import annotations

import pytest

from engines import games
from tools import boxes


@pytest.mark.parametrize("golden", [True, pytest.param(False, marks=pytest.mark.more)], ids=["golden", "all"])
@pytest.mark.parametrize("name", ["house", *games()])
def test_texts_that_one_needs_are_large_enough_in_both_boxes(name: str, golden: bool) -> None:
    small = {each.kind: round(each.least, 1) for each in boxes.measured(name, golden=golden)}
    assert len(small) > 1
    assert {kind: least for kind, least in small.items() if least < boxes.LEAST_SHOWN_PX} == {}

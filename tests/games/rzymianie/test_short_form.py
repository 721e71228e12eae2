"""The short form (H14): its length, and that forts and hands come in the same order however it is played."""

from __future__ import annotations

from typing import Any

import pytest

from engines.rzymianie.position import RzymianiePosition
from tests.support.short_forms import check_same_luck


def left(position: RzymianiePosition) -> dict[str, Any]:
    return {"forts": [*position.unseen, *position.hands]}


@pytest.mark.rule("H14")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("rzymianie", left, turns=range(1, 8))

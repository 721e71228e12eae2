"""The short form (R1): its length, and that the castles come in the same order however it is played."""

from __future__ import annotations

from typing import Any

import pytest

from engines.rycerze.position import RycerzePosition
from tests.support.short_forms import check_same_luck


def left(position: RycerzePosition) -> dict[str, Any]:
    return {"castles": position.unseen}


@pytest.mark.rule("R1")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("rycerze", left, turns=range(7, 8))

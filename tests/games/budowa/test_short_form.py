"""The short form (B12): its length, and that the cards come in the same order however it is played."""

from __future__ import annotations

from typing import Any

import pytest

from engines.budowa.position import BudowaPosition
from tests.support.short_forms import check_same_luck


def left(position: BudowaPosition) -> dict[str, Any]:
    return {"cards": position.unseen_cards()}


@pytest.mark.rule("B12")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("budowa", left, turns=range(25))

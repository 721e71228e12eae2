"""The short form (T28): its length, and that the cards of each deck come in the same order however it is played."""

from __future__ import annotations

from typing import Any

import pytest

from engines.torres.position import TorresPosition
from tests.support.short_forms import check_same_luck


def left(position: TorresPosition) -> dict[str, Any]:
    return {f"deck {deck}": unseen for deck, unseen in enumerate(position.unseen)}


@pytest.mark.rule("T28")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("torres", left, turns=range(8, 9))

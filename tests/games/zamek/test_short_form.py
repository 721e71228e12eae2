"""The short form (Z23): its length, and that tiles and tokens come in the same order however it is played."""

from __future__ import annotations

from typing import Any

import pytest

from engines.zamek.position import ZamekPosition
from tests.support.short_forms import check_same_luck


def left(position: ZamekPosition) -> dict[str, Any]:
    return {"tiles": position.pile, "tokens": position.hidden}


@pytest.mark.rule("Z23")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("zamek", left, turns=range(16, 30))

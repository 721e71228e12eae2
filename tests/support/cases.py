"""Which cases of a test the quick suite has, and which CI."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

from tests.support.random_game_count import WHOLE


def cases(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """All cases of a test, for `pytest.mark.parametrize`: those that are not among the quick ones are marked `more`. A case of
    several arguments is a tuple.
    """
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if case in quick else pytest.mark.more)
        for case in every
    ]


def whole(*further: Any) -> tuple[Any, ...]:
    """Further cases of a long test: `make test-whole` takes them, CI does not."""
    return further if WHOLE else ()

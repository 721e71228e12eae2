"""Which cases of a test belong to the quick suite, and which to CI."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

from tests.support.random_game_count import WHOLE


def cases(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Returns all cases of a test, for `pytest.mark.parametrize`. Cases that are not quick are marked `more`. A case of several
    arguments is a tuple.
    """
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if case in quick else pytest.mark.more)
        for case in every
    ]


def whole(*further: Any) -> tuple[Any, ...]:
    """Returns further cases of a long test: `make test-whole` runs them, CI does not."""
    return further if WHOLE else ()

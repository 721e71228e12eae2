"""Which cases of a test belong to the quick suite, and which to CI."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

from tests.support.random_game_count import WHOLE
from tests.support.store_backends import ON_POSTGRES


def cases(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Returns all cases of a test, for `pytest.mark.parametrize`. Cases that are not quick are marked `long`. A case of several
    arguments is a tuple.
    """
    return [pytest.param(*_arguments(case), marks=() if case in quick else pytest.mark.long) for case in every]


def shorter_on_postgres(case: Any, shorter: Any, *, seconds: float) -> list[Any]:
    """Returns the cases of a long test: `case`, which may take `seconds`, and on PostgreSQL also one that CI has time for."""
    found = [pytest.param(*_arguments(case), marks=[pytest.mark.long, pytest.mark.timeout(seconds)])]
    return [*found, pytest.param(*_arguments(shorter), marks=pytest.mark.long)] if ON_POSTGRES else found


def whole(*further: Any) -> tuple[Any, ...]:
    """Returns further cases of a long test: `make test-whole` runs them, CI does not."""
    return further if WHOLE else ()


def _arguments(case: Any) -> tuple[Any, ...]:
    return case if type(case) is tuple else (case,)  # a named tuple is one argument

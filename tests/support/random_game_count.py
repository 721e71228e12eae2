"""How much the long suites do: `make test-whole` plays every random game and takes every case, CI what it has time for."""

from __future__ import annotations

import os

WHOLE = os.environ.get("ZAMKI_WHOLE") == "1"

SHARE = 0.05
"""The part of them that CI plays."""


def plenty(count: int) -> int:
    """`count`, or the part of it that CI plays."""
    return count if WHOLE else round(count * SHARE)

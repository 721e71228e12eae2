"""How much the long suites do: `make test-whole` plays every random game and runs every case, CI only a part."""

from __future__ import annotations

import os

WHOLE = os.environ.get("ZAMKI_WHOLE") == "1"

SHARE = 0.03
"""The part of them that CI plays."""


def plenty(count: int) -> int:
    """Returns `count`, or the part of it that CI plays."""
    return count if WHOLE else round(count * SHARE)

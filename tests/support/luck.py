"""The chance of a world in which games are as a test wants them."""

from __future__ import annotations

import random


class Dealt(random.Random):
    """Luck that gives every game the same seed."""

    def __init__(self, given: bytes) -> None:
        super().__init__(1)
        self.given = given

    def randbytes(self, n: int) -> bytes:
        return self.given[:n]

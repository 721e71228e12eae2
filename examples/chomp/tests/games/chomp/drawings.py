"""Every kind of picture of Chomp, by name."""

from __future__ import annotations

from engines.chomp import GAME
from render.chomp import RENDERER
from tests.support import samples


def drawings(seats: int) -> samples.Drawings:
    return samples.drawings(GAME, RENDERER, seats)

"""Every kind of picture of Goofspiel, by name."""

from __future__ import annotations

from engines.goof import GAME
from engines.goof.events import RoundEnded
from render.goof import RENDERER
from tests.support import samples


def drawings(seats: int) -> samples.Drawings:
    return samples.drawings(GAME, RENDERER, seats, nobody=lambda data: isinstance(data, RoundEnded) and data.winner is None)

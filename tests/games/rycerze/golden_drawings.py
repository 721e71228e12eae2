"""The golden pictures of Rycerze (see golden_pictures.py)."""

from __future__ import annotations

from collections.abc import Iterator

from render.contract import Picture
from tests.games.rycerze.drawings import drawings
from tests.support import samples


def pictures() -> Iterator[tuple[str, Picture | None]]:
    for seats in (2, 3, 4):
        for name, draw in drawings(seats).items():
            if seats == 4 or name in {"board", "castle", "sword"}:
                yield f"{name}-{seats}", draw(samples.audience(seats))

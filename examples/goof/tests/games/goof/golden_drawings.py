"""The golden pictures of Goofspiel (see tests/support/golden_pictures.py)."""

from __future__ import annotations

from collections.abc import Iterator

from render.contract import Picture
from tests.games.goof.drawings import drawings
from tests.support import samples


def pictures() -> Iterator[tuple[str, Picture | None]]:
    for name, draw in drawings(3).items():
        yield f"{name}-3", draw(samples.audience(3))

"""The golden pictures of Torres (see golden_pictures.py)."""

from __future__ import annotations

from collections.abc import Iterator

from render.contract import Picture
from tests.games.torres.samples import drawings
from tests.support import samples


def pictures() -> Iterator[tuple[str, Picture | None]]:
    for seats in (2, 3, 4):
        for name, draw in drawings(seats).items():
            if seats == 4 or name in {"act", "scoring"}:
                yield f"{name}-{seats}", draw(samples.audience(seats, "en" if seats == 3 else "pl"))

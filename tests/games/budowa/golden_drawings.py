"""The golden pictures of Budowa zamku (see golden_pictures.py)."""

from __future__ import annotations

from collections.abc import Iterator

from render.contract import Picture
from tests.games.budowa.samples import drawings
from tests.support import samples

KEPT = {2: ("stall", "final", "notes"), 3: ("build", "insert", "scene-out"), 4: ("forced", "scene-build", "final-figures")}


def pictures() -> Iterator[tuple[str, Picture]]:
    for seats, names in KEPT.items():
        for name in names:
            yield f"{name}-{seats}", drawings(seats)[name](samples.audience(seats))

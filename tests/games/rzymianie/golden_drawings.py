"""The golden pictures of Rzymianie do domu! (see golden_pictures.py)."""

from __future__ import annotations

from collections.abc import Iterator

from render.contract import Picture
from tests.games.rzymianie import sample_games as samples

SHOWN = {
    0: (
        "board-plan",
        "board-take",
        "hand-plan",
        "hand-seduce",
        "hand-give",
        "preview",
        "scene-archr",
        "scene-druhid",
        "scene-hecas",
    ),
    1: ("scene-highest", "final"),
    2: ("scene-tie", "final"),
    5: ("final",),
}
"""By table of the samples."""


def pictures() -> Iterator[tuple[str, Picture | None]]:
    for index, names in SHOWN.items():
        seats, options = samples.TABLES[index]
        drawings = samples.drawings(seats, options)
        for name in names:
            yield f"{name}-{seats}-{index}", drawings[name](samples.audience(seats))

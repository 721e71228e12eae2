"""The end of a game of Torres: places, points and what they are made of, what each phase gave."""

from __future__ import annotations

from PIL import Image

from engines.contract import Result
from engines.torres.view import TorresView
from render import frame, podium
from render.canvas import width
from render.contract import Audience
from render.frame import MARGIN
from render.prose import SHORTEST, cut
from render.theme import SMALL, WIDTH, player
from render.torres import prose
from render.torres.cover import scenery


def draw(view: TorresView, result: Result, audience: Audience) -> Image.Image:
    """Places, points and what they are made of, what each phase gave, and the rule that decided."""
    return podium.ended(
        "torres",
        result,
        audience,
        scenery(player(result.by_place()[0], view.seats)),
        made_of=lambda seat: prose.made_of(result.breakdown[seat], audience.words),
        below=tuple(_phases(view, result, audience)),
    )


def _phases(view: TorresView, result: Result, audience: Audience) -> list[str]:
    """What each phase gave to whom, with names as long as there is room."""
    names = frame.names(audience)
    room = WIDTH - 2 * MARGIN - 24
    longest = max(map(len, names))
    while True:
        said = prose.phases(view, result, audience.words, [cut(name, longest) for name in names])
        if longest <= SHORTEST or all(width(line, "bold", SMALL) <= room for line in said):
            return said
        longest -= 1

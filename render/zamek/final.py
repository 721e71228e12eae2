"""The end of a game of Zamek: the final picture."""

from __future__ import annotations

from PIL import Image

from engines.contract import Result
from engines.zamek.view import ZamekView
from render import podium
from render.canvas import number, paste
from render.contract import Audience
from render.theme import SMALL, TEXT
from render.zamek import castle, cover, pieces

SIGNS = {
    "road": "end_road",
    "house": "house",
    "sty": "sty",
    "meadow": "end_meadow",
    "keep": "end_keep",
    "unfinished": "unfinished",
    "points": "end_points",
}
"""Kind of points → the token-like sign beside them."""


def draw(view: ZamekView, result: Result, audience: Audience) -> Image.Image:
    """Places, what each score is made of, how the scoring ended, and the castle as it stands."""
    return podium.ended(
        "zamek",
        result,
        audience,
        cover.scenery(castle.looks()[result.by_place()[0]].colour),
        heading=audience.words("zamek.final.heading"),
        signs=lambda seat: (_made_of(result.breakdown[seat]),),
        below=below(view, audience),
    )


def below(view: ZamekView, audience: Audience) -> tuple[str, ...]:
    """How the keeps were scored, in a line."""
    if view.finale is None or view.finale.keeps.seat is None:
        return ()
    keeps = view.finale.keeps
    sizes = [tiles + bonus for tiles, bonus in zip(keeps.tiles, keeps.bonus, strict=True)]
    return (audience.words("zamek.final.keeps", more=max(sizes), less=min(sizes), n=keeps.points),)


def _made_of(parts: dict[str, int]) -> Image.Image:
    """Signs of all kinds of points with how many they brought; those that brought nothing are left out."""
    found = [(SIGNS[key], points) for key, points in parts.items() if points]
    step = min(124, 640 // max(1, len(found)))
    out = Image.new("RGBA", (max(1, step * len(found)), 64))
    for i, (sign, points) in enumerate(found):
        paste(out, pieces.token(sign, 48), (i * step, 8))
        number(out, (i * step + 51, 33), str(points), SMALL, TEXT, "l", room=step - 52)
    return out

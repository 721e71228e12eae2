"""The end of a game of Goofspiel, and its key art."""

from __future__ import annotations

from PIL import Image

from engines.contract import Result
from engines.goof.view import GoofView
from render import frame, podium
from render.canvas import paste
from render.contract import Audience
from render.frame import MARGIN
from render.goof import cards
from render.podium import Row, Told
from render.theme import GOLD, WIDTH, light, player


def draw(view: GoofView, result: Result, audience: Audience) -> Image.Image:
    """Places, points and the prizes that each score is made of."""
    words, drawn = audience.words, frame.names(audience)
    order = sorted(range(view.seats), key=lambda seat: (result.places[seat], seat))
    rows = [Row(result.places[seat], player(seat, view.seats), drawn[seat], str(result.scores[seat])) for seat in order]
    signs = [tuple(cards.little(value, light(GOLD, 0.4)) for value in view.won[seat]) for seat in order]
    winners = [drawn[seat] for seat in order if result.places[seat] == 1]
    won = words("goof.winners", names=" + ".join(winners)) if len(winners) > 1 else words("goof.winner", name=winners[0])
    below = (words("goof.final.reason", reason=words(f"goof.reason.{result.reason}")),)
    return podium.draw(rows, Told(words("goof.over"), won, below), cover(WIDTH - 2 * MARGIN, podium.HEAD), signs)


def cover(w: int, h: int) -> Image.Image:
    """Key art: a fan of prizes before the hills."""
    art = frame.hills(w, h).copy()
    high = round(h * 0.8)
    wide = round(high * 0.74)
    for number, value in enumerate((2, 5, 7)):
        turned = cards.prize(value, wide, high).rotate((1 - number) * 12, Image.Resampling.BICUBIC, expand=True)
        paste(art, turned, (w * 0.09 + number * wide * 0.62, h * 0.52), "c")
    return art

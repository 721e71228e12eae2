"""The public table of Goofspiel: the scores, the prizes bid for, who has bid, and which cards everybody has left."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.goof.view import GoofView
from render import frame
from render.art import icons
from render.canvas import dashed, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.goof import cards, prose
from render.theme import CAPTION, TEXT, WIDTH, light, player

PRIZES, ROW = 330, 150
"""Heights (px) of the place for the prizes and of a player's row."""


def draw(view: GoofView, audience: Audience) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    top = MARGIN + STRIP + 12
    im = picture(top + PRIZES + 12 + view.seats * ROW + MARGIN)
    frame.strip(im, view.points, audience, active=view.pending)
    heap(im, top, view.lying)
    coming(im, top, view, audience)
    for seat in range(view.seats):
        _row(im, top + PRIZES + 12 + seat * ROW, seat, view, audience)
    return im


def heap(im: Image.Image, y: int, lying: Sequence[int]) -> None:
    """The prizes on the table, the newest large."""
    w, h = cards.PRIZE
    older = lying[:-1]
    step = min(cards.WIDE + 14, (WIDTH - 2 * MARGIN - w - 30) // max(1, len(older)))
    left = WIDTH // 2 - (w + len(older) * step) // 2
    for number, value in enumerate(older):
        paste(im, cards.prize(value), (left + number * step, y + h - cards.HIGH))
    if lying:
        paste(im, cards.prize(lying[-1], w, h), (left + len(older) * step + 8, y))


def coming(im: Image.Image, y: int, view: GoofView, audience: Audience) -> None:
    """The prizes still to come, as a line below the heap at `y`."""
    text(im, (WIDTH // 2, y + PRIZES - 8), prose.coming(view, audience.words), "bold", 40, CAPTION, "m", WIDTH - 2 * MARGIN)


def _row(im: Image.Image, y: int, seat: int, view: GoofView, audience: Audience) -> None:
    """The cards a player has left, and a back or an empty place for the bid."""
    look = player(seat, view.seats)
    paste(im, icons.badge(look, 56), (MARGIN, y + 40))
    for number, card in enumerate(view.hands[seat]):
        paste(im, cards.little(card, light(look.colour, 0.45)), (MARGIN + 76 + number * 66, y + 35))
    small = (96, 130)
    right = WIDTH - MARGIN - small[0]
    if view.over:
        return
    if view.ready[seat]:
        paste(im, cards.back(look, *small), (right, y + 6))
        paste(im, icons.tick(56), (right - 66, y + 40))
        said = audience.words("goof.chosen")
    else:
        paste(im, dashed(*small, 14, look.rim), (right, y + 6))
        paste(im, icons.hourglass(56), (right - 66, y + 40))
        said = audience.words("goof.choosing")
    text(im, (right - 78, y + 86), said, "bold", 40, TEXT, "r", 280)

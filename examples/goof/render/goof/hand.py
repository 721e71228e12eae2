"""The private hand of Goofspiel: the seat's cards as large as the menus name them, the open bid raised and framed."""

from __future__ import annotations

from PIL import Image

from engines.goof.view import GoofView
from render import frame
from render.art import icons
from render.canvas import glow, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN
from render.goof import board, cards
from render.theme import GOLD, TEXT, WIDTH, player

HEAD = 112
"""Height of the head panel (px)."""


def draw(view: GoofView, audience: Audience) -> Image.Image:
    """The hand of `view.seat`, which must not be None."""
    assert view.seat is not None
    look, words = player(view.seat, view.seats), audience.words
    top = MARGIN + HEAD + 16
    im = picture(top + board.PRIZES + 70 + cards.HIGH + MARGIN)
    frame.header(im, MARGIN, HEAD, look)
    paste(im, icons.badge(look, 64), (MARGIN + 20, MARGIN + 24))
    asked = words("goof.you-bid", card=view.chosen[0]) if view.chosen else words("goof.over" if view.over else "goof.ask.bid")
    text(im, (MARGIN + 104, MARGIN + 72), asked, "bold", 46, TEXT, room=WIDTH - 2 * MARGIN - 124)
    board.heap(im, top, view.lying)
    board.coming(im, top, view, audience)
    own = view.hands[view.seat]
    step = min(cards.WIDE + 16, (WIDTH - 2 * MARGIN - cards.WIDE) // max(1, len(own) - 1))
    left = WIDTH // 2 - (cards.WIDE + (len(own) - 1) * step) // 2
    for number, card in enumerate(own):
        x, y = left + number * step, top + board.PRIZES + 60
        if (str(card),) == view.chosen:
            y -= 36
            paste(im, glow(cards.WIDE, cards.HIGH, 16, GOLD, 8), (x - 24, y - 24))
        paste(im, cards.bid(card, look), (x, y))
    return im

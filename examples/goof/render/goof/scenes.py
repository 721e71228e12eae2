"""The picture of a round: all bids revealed, those made twice crossed out, the winner with the prizes."""

from __future__ import annotations

from PIL import Image

from engines.goof.events import RoundEnded
from render import frame
from render.art import icons
from render.canvas import paste, picture
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.goof import board, cards
from render.theme import GOLD, WIDTH, player


def draw(told: RoundEnded, audience: Audience) -> Image.Image:
    """What happened in a round, from the event alone."""
    seats, words = len(told.bids), audience.words
    top = MARGIN + STRIP + 12
    im = picture(top + board.PRIZES + cards.HIGH + 150 + MARGIN)
    gains = {} if told.winner is None else {told.winner: sum(told.lying)}
    frame.strip(im, told.points, audience, active=[*gains], gains=gains)
    board.heap(im, top, told.lying)
    y = top + board.PRIZES + 20
    for seat, (x, w) in enumerate(frame.columns(seats)):
        left = x + (w - cards.WIDE) // 2
        paste(im, cards.bid(told.bids[seat], player(seat, seats)), (left, y))
        if told.bids.count(told.bids[seat]) > 1:
            paste(im, icons.cross_out(cards.WIDE - 20, cards.HIGH - 20), (left + 10, y + 10))
        elif seat == told.winner:
            paste(im, icons.crown(72, GOLD), (left + cards.WIDE / 2, y - 26), "c")
    if told.winner is None:
        said, look, name = words("goof.nobody"), None, ""
    else:
        name, look = frame.names(audience)[told.winner], player(told.winner, seats)
        said = words("goof.takes", name=name, points=words.count("render.points", sum(told.lying)))
    frame.band(im, MARGIN, y + cards.HIGH + 30, WIDTH - 2 * MARGIN, said, look, name=name)
    return im

"""What a seat of Torres sees on its turn: the board with the squares that may follow its words, and its own cards below."""

from __future__ import annotations

from PIL import Image

from engines.contract import Move
from engines.torres.view import TorresView
from render import frame
from render.canvas import paste, picture
from render.contract import Audience
from render.frame import BESIDE, MARGIN, stand
from render.torres import board, cards, ground, hand, heading, marks


def draw(view: TorresView, audience: Audience, said: Move = ()) -> Image.Image:
    """The board for the one on turn, the squares that may follow `said` marked, and the cards in hand below it."""
    tiles = [(card, False) for card in view.hand] + [(card, True) for card in view.fresh]
    columns = frame.columns(2 if len(tiles) <= 4 else 3, left=BESIDE, right=heading.ACROSS - MARGIN)
    rows = -(-len(tiles) // len(columns))
    remarks = hand.notes(view, audience) if view.tops or view.bottoms else []
    high = rows * 84 + hand.LINE * len(remarks)
    master = heading.TALLER - heading.BAND if view.master and high else 0
    im = picture(ground.HEIGHT + heading.FOOT + high + master, heading.ACROSS)
    stand(im)
    board.lay(im, 0, view, marks.offered(view, said))
    heading.side(im, heading.scores(view, audience))
    top = heading.band(im, view, audience) + heading.GAP
    for i, (card, fresh) in enumerate(tiles):
        x, w = columns[i % len(columns)]
        tile = cards.tile(card, audience.words(f"torres.card.{card}"), w, fresh=fresh)
        y = top + i // len(columns) * 84
        if said[:2] == ("card", card):
            cards.frame(im, (x, y), (w, 76))
        paste(im, tile, (x, y))
    hand.write_notes(im, top + rows * 84 - 4, remarks, BESIDE, heading.ACROSS - MARGIN)
    return im

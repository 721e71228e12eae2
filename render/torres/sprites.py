"""Draws the most expensive sprites in advance."""

from engines.torres.components import CARDS, MASTERS, TOWER
from render import frame, podium
from render.frame import MARGIN, frieze
from render.theme import GOLD, WIDTH, player
from render.torres import board, cards, figures, ground, panels, places


def sprites() -> None:
    """Draw the meadow, stacks with digits, figures, towers and the drawings on cards."""
    frieze(places.ACROSS)
    ground.parts()
    ground.target()
    ground.trace()
    figures.king()
    frame.hills(WIDTH - 2 * MARGIN, podium.HEAD)
    for seats in (2, 3, 4):
        for seat in range(seats):
            for w in (figures.KNIGHT_W, board.SMALL_W):
                figures.knight(player(seat, seats), w)
    for height in range(TOWER + 1):
        figures.tower(height, panels.TOWER)
        figures.tower(height, panels.TOWER, GOLD)
    for master in MASTERS:
        cards.emblem(master, cards.DRAWINGS[1])
    for card in CARDS:
        for w in cards.DRAWINGS:
            cards.emblem(card, w)

"""Draws the most expensive sprites in advance."""

from engines.torres.components import CARDS, MASTERS, TOWER
from render import frame, podium
from render.frame import MARGIN, frieze
from render.theme import WIDTH, player
from render.torres import cards, figures, ground, panels, places


def sprites() -> None:
    """Draw the meadow, stacks with digits, figures, towers and the drawings on cards."""
    frieze(places.ACROSS)
    ground.parts()
    ground.target()
    figures.king()
    frame.hills(WIDTH - 2 * MARGIN, podium.HEAD)
    for seats in (2, 3, 4):
        for seat in range(seats):
            figures.knight(player(seat, seats))
    for height in range(TOWER + 1):
        figures.tower(height, panels.TOWER)
    for master in MASTERS:
        cards.emblem(master, cards.DRAWINGS[1])
    for card in CARDS:
        for w in cards.DRAWINGS:
            cards.emblem(card, w)

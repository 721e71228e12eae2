"""The sprites that cost most to draw, drawn beforehand."""

from __future__ import annotations

from data.words import languages, words
from engines.torres.components import CARDS, MASTERS, TOWER
from render import frame, podium
from render.frame import MARGIN
from render.theme import GOLD, WIDTH, player
from render.torres import board, cards, emblems, figures, ground, table


def sprites() -> None:
    """The meadow, stacks with digits, figures, towers and cards in every language."""
    ground.terrain(tuple(n % 8 for n in range(64)), frozenset())
    ground.target()
    ground.trace()
    figures.king()
    frame.hills(WIDTH - 2 * MARGIN, podium.HEAD)
    for seats in (2, 3, 4):
        for seat in range(seats):
            for w in (figures.KNIGHT_W, board.SMALL_W):
                figures.knight(player(seat, seats), w)
    for height in range(TOWER + 1):
        figures.tower(height, table.TOWER)
        figures.tower(height, table.TOWER, GOLD)
    for master in MASTERS:
        emblems.emblem(master, 150)
    for language in languages():
        said = words(language)
        for card in CARDS:
            told = (card, said(f"torres.card.{card}"), said(f"torres.card.{card}.does"))
            cards.upright(*told)
            cards.flat(*told)
            for columns in (2, 3):
                cards.tile(card, told[1], frame.columns(columns)[0][1])

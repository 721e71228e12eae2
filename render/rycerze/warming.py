"""The sprites that cost most to draw, drawn beforehand."""

from __future__ import annotations

from data.words import languages, words
from engines.rycerze.components import CARDS, MATERIALS
from render import frame
from render.art import castles, icons
from render.rycerze import board, cards, hand, scenes, table
from render.theme import GOLD, player


def sprites() -> None:
    """Landscapes, castles, cards in every language, backs and signs."""
    for h in (board.SCENE, scenes.SCENE):
        for night in (False, True):
            frame.hills(table.INNER, h, night=night)
    scenes.planted_sword()
    for material in MATERIALS:
        for large in (True, False):
            castles.castle_tile(material, large, 64, ring=True)
            castles.castle_icon(material, large, 56, 2 if large else 1)
            castles.castle_tile(material, large, 64)
            castles.castle(material, large, 142, GOLD)
            castles.castle(material, large, 352, GOLD)
    for language in languages():
        said = words(language)
        for kind in CARDS:
            for size in (hand.FACE, *scenes.SIZES.values()):
                for material in MATERIALS:
                    cards.face(kind, said(f"rycerze.card.{kind}"), size, material, said("rycerze.returns"))
    for seats in (2, 3, 4):
        for seat in range(seats):
            look = player(seat, seats)
            icons.badge(look, 46)
            icons.badge(look, 50)
            cards.back(look, board.BACK_W, board.BACK_H)
            cards.back(look, *scenes.BACK)

"""Draws the most expensive sprites in advance."""

from engines.rycerze.components import CARDS, MATERIALS, VALUE
from render import frame
from render.art import castles, icons, shields
from render.rycerze import board, cards, hand, scenes
from render.theme import player


def sprites() -> None:
    """Draw landscapes, castles, the parts of cards, backs and signs."""
    for h in (board.SCENE, scenes.SCENE):
        frame.hills(board.INNER, h)
    scenes.planted_sword()
    for material in MATERIALS:
        for large in (True, False):
            castles.castle_tile(material, large, 64, ring=True)
            castles.castle_icon(material, large, 56, 2 if large else 1)
            castles.castle_tile(material, large, 64)
            castles.castle(material, large, 142)
    for size in (hand.FACE, *scenes.SIZES.values()):
        for kind in CARDS:
            cards.figure(kind, size.w - 2 * cards.PAD)
        for material in MATERIALS:
            for high in {size.small, size.small + 6, size.big}:
                shields.plain(material, round(high * 0.8), high, high == size.big)
    for seats in (2, 3, 4):
        for seat in range(seats):
            look = player(seat, seats)
            icons.badge(look, 46)
            icons.badge(look, 50)
            cards.back(look, board.BACK_W, board.BACK_H)
            cards.back(look, *scenes.BACK)
    _signs()


def _signs() -> None:
    """Draw small sprites of some 2 ms each; a picture shows a dozen of them."""
    for value in sorted(set(VALUE)):
        icons.coin(104, str(value))
    for times in range(2, 5):
        icons.chip(f"{times}×", 70)
    for size in scenes.SIZES.values():
        icons.cross_out(size.w - 20, size.h - size.bar - size.small - 30)
    for draw, sizes in (
        (icons.crown, (58, 116)),
        (icons.drum, (54,)),
        (icons.hand, (64,)),
        (icons.sword, (54, 57)),
        (icons.sword_medal, (66,)),
        (icons.tent, (53, 62)),
        (icons.tilted_crown, (58,)),
    ):
        for width in sizes:
            draw(width)
    icons.back_arrow(58, "#4E8F3C")

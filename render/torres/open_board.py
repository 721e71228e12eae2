"""The board of Torres with everybody's cards below it."""

from collections.abc import Sequence

from PIL import Image

from data.words import Words
from engines.torres.view import TorresView
from render.art import icons
from render.canvas import paste, picture
from render.contract import Audience
from render.frame import MARGIN
from render.theme import player
from render.torres import board, cards

GAP, LEFT = 8, MARGIN + 66
"""Pixels between two tiles, and where the first one of a line begins."""


def draw(view: TorresView, hands: Sequence[TorresView], audience: Audience) -> Image.Image:
    """Draw the board and, for each of these private views that holds cards, its badge and its cards."""
    table = board.draw(view, audience)
    held = [(hand, _lines(hand, audience.words, table.width)) for hand in hands]
    held = [(hand, lines) for hand, lines in held if lines]
    im = picture(table.height + cards.PITCH * sum(len(lines) for _, lines in held) + MARGIN * bool(held), table.width)
    im.paste(table, (0, 0))
    y = table.height
    for hand, lines in held:
        paste(im, icons.badge(player(hand.viewer, view.seats), 52), (MARGIN + 2, y + 2))
        for line in lines:
            x = LEFT
            for card, name, wide in line:
                paste(im, cards.tile(card, name, wide), (x, y))
                x += wide + GAP
            y += cards.PITCH
    return im


def names(view: TorresView, words: Words) -> list[str]:
    """The names of the cards that this private view holds."""
    return [words(f"torres.card.{card}") for card in (*view.hand, *view.fresh)]


def _lines(hand: TorresView, words: Words, across: int) -> list[list[tuple[str, str, int]]]:
    """The cards of a hand with their names and widths, in lines that fit."""
    lines: list[list[tuple[str, str, int]]] = []
    left = 0
    for card, name in zip((*hand.hand, *hand.fresh), names(hand, words), strict=True):
        wide = cards.tile_width(name)
        if not lines or left + wide > across - MARGIN:
            lines.append([])
            left = LEFT
        lines[-1].append((card, name, wide))
        left += wide + GAP
    return lines

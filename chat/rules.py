"""A game's rules in short, on one card."""

from __future__ import annotations

from chat.layout import BLUE, Card
from chat.text import cut
from data.words import Words


def card(game: str, words: Words) -> Card:
    """A game's rules in short."""
    title = words("cogs.rules.title", game=words(f"{game}.name"))
    return Card(title=title, text=cut(words(f"{game}.rules"), 3800), colour=BLUE)

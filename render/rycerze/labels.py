"""The words of Rycerze i zamki as people read them: cards and tiles."""

from __future__ import annotations

from data.words import Words
from engines.contract import Move, Word
from engines.rycerze.components import CARD, SHEPHERD
from engines.rycerze.view import RycerzeView
from render.contract import Audience
from render.rycerze import cards, hand, table


def tile_label(words: Words, key: str) -> str:
    """A tile with its points."""
    castle = table.parts(key)
    name = words(f"rycerze.tile.{key}")
    return f"{name} ({words.count('render.points', castle[2])})" if castle else name


def card_label(words: Words, key: str) -> str:
    """A card's name and strengths in stone, brick and wood."""
    values = cards.strengths(key)
    name = words(f"rycerze.card.{key}")
    return f"{name} {'/'.join(str(value) for value in values)}" if values else name


def label(word: Word, said: Move, view: RycerzeView, audience: Audience) -> str:
    """A word as a person reads it: cards with the letter they have on the picture of the hand. The second shepherd gets its
    letter when `said` has the first.
    """
    del view
    words = audience.words
    if word in CARD:
        returning = f" ({words('rycerze.returns')})" if CARD[word] == SHEPHERD else ""
        return f"{hand.letter(word, said)} · {card_label(words, word)}{returning}"
    return words(f"rycerze.word.{word}")

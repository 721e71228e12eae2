"""The words of Budowa zamku as people read them: spots, cards, decisions."""

from __future__ import annotations

from data.words import Words
from engines.budowa.components import FIGURE, SPOT
from engines.budowa.view import BudowaView
from engines.contract import Move, Word
from render.contract import Audience


def spot_name(spot: str) -> str:
    """A spot as it stands on the picture."""
    return spot.upper()


def card_label(words: Words, number: int, *, figures: bool = True) -> str:
    """A card's number and figure."""
    kind = FIGURE.get(number) if figures else None
    return f"{number} ({words(f'budowa.figure.{kind}')})" if kind else str(number)


def label(word: Word, said: Move, view: BudowaView, audience: Audience) -> str:
    """A word as a person reads it; the open card's number is not told, labels may outlast it."""
    del said
    words = audience.words
    if word in SPOT:
        note = next((note.number for note in view.board.notes if note.spot == word), None)
        return spot_name(word) if note is None else f"{spot_name(word)} · {note}"
    if word == "back" and view.open is not None:
        return words(f"budowa.word.back.{view.open.decline}", spot=spot_name(view.open.spot))
    return words(f"budowa.word.{word}")

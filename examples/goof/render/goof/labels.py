"""The words of the notation as people read them."""

from __future__ import annotations

from engines.contract import Move, Word
from engines.goof.choices import VERB
from engines.goof.view import GoofView
from render.contract import Audience


def label(word: Word, said: Move, view: GoofView, audience: Audience) -> str:
    """A card by its number; the verb in words."""
    del said, view
    return audience.words("goof.word.bid") if word == VERB else word

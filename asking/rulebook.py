"""A game's rules as people read them, cut into pages at their headings."""

import re

import msgspec

from data.guides import guide
from data.words import Words


class Section(msgspec.Struct, frozen=True):
    """A page of the rules."""

    key: str
    heading: str
    text: str


def sections(game: str, words: Words) -> tuple[Section, ...]:
    """Returns a game's rules cut at their headings (bold words at the start of a line), named by the game's guide."""
    found = re.split(r"(?m)^(?=\*\*)", words(f"{game}.rules"))
    texts = [text.strip() for text in found if text.strip()]
    keys = [page.key for page in guide(game).page] if len(guide(game).page) == len(texts) else []
    return tuple(Section(keys[at] if keys else f"p{at + 1}", _heading(text, words, at), text) for at, text in enumerate(texts))


def _heading(text: str, words: Words, at: int) -> str:
    bold = re.match(r"\*\*(.+?)[.:]?\*\*", text)
    return bold[1] if bold else words("cogs.rules.number", n=at + 1)

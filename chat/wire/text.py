"""Text on its way to Discord: names made harmless, lines cut to their limits, links."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NAME = 32
"""Longest name as it is shown."""

KEPT = 2000
"""Names made harmless that are remembered: a message tells those at its table several times, and each letter is looked at."""

_BIDI = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_MARKUP = re.compile(r"([\\*_~`|>#\-\[\]()<:+.!])")
_ISOLATE, _POP = "\u2068", "\u2069"


class Safe(str):
    """Text made by us for a message: nothing in it needs escaping any more."""

    __slots__ = ()


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, ending in an ellipsis where something was cut off."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


@lru_cache(KEPT)
def plain(name: str, limit: int = NAME) -> str:
    """A name for where no Markdown is read (button labels, options): one line, no control or direction marks, not empty."""
    kept = "".join(letter for letter in _BIDI.sub("", name) if unicodedata.category(letter) not in {"Cc", "Cs", "Zl", "Zp"})
    return cut(" ".join(kept.split()), limit) or "?"


@lru_cache(KEPT)
def escaped(name: str, limit: int = NAME) -> str:
    """A name for a message: as `plain`, and nothing in it formats, mentions, links or turns the line's direction."""
    safe = _MARKUP.sub(r"\\\1", plain(name, limit)).replace("@", "@\u200b")
    if any(unicodedata.bidirectional(letter) in {"R", "AL", "AN"} for letter in safe):
        return f"{_ISOLATE}{safe}{_POP}"
    return safe


def fit(lines: list[str], limit: int) -> str:
    """The lines as one text of at most `limit` characters; the oldest (first) go when there are too many."""
    kept: list[str] = []
    room = limit
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        kept.insert(0, line)
        room -= len(line) + 1
    return "\n".join(kept)


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel or message as Discord's clients open it."""
    where = f"https://discord.com/channels/{guild if guild and guild > 0 else '@me'}/{channel}"
    return f"{where}/{message}" if message is not None else where

"""Text on its way to Discord: names made harmless, lines cut to their limits, links."""

import re
import unicodedata
from functools import lru_cache
from typing import Protocol

NAME = 32
"""Longest name as it is shown."""

NOBODY = "?"
"""The name of somebody who has none that can be seen."""

KEPT = 2000
"""Names made harmless that are remembered: a message tells those at its table several times, and each letter is looked at."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159")
"""What Unicode counts among letters, marks and signs and shows as nothing."""

_JOINERS = frozenset("\u200c\u200d")
_MARKS = 2
"""Marks in a row on one letter: more would climb over the lines beside it."""

_MARKUP = re.compile(r"([\\*_~`|>#\-\[\]()<:+.!])")
_ISOLATE, _POP = "\u2068", "\u2069"


class Named(Protocol):
    """A person as discord.py knows them."""

    @property
    def name(self) -> str: ...
    @property
    def display_name(self) -> str: ...


class Safe(str):
    """Text made by us for a message: nothing in it needs escaping any more."""

    __slots__ = ()


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, ending in an ellipsis where something was cut off."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def person_name(user: Named) -> str:
    """Somebody's name as `plain`: the one that they show, or where nothing of it can be seen the one they log in with."""
    name = plain(user.display_name)
    return plain(user.name) if name == NOBODY else name


@lru_cache(KEPT)
def plain(name: str, limit: int = NAME) -> str:
    """A name for where no Markdown is read (button labels, options): one line, nothing invisible, no heaps of marks, no control
    or direction marks, not empty.
    """
    kept: list[str] = []
    marks = 0
    for at, letter in enumerate(name):
        kind = unicodedata.category(letter)
        if not _shown(letter, kind, kept[-1] if kept else " ", name[at + 1 : at + 2]):
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MARKS:
            kept.append(letter)
    text = cut(" ".join("".join(kept).split()), limit)
    return text if any(unicodedata.category(letter)[0] not in "MZC" for letter in text) else NOBODY


def _shown(letter: str, kind: str, before: str, after: str) -> bool:
    """Whether a character of a name can be seen, or joins two that can."""
    if letter in _JOINERS:
        # Between parts of an emoji, and within words of scripts whose letters join.
        return _joins(before, "LMS") and _joins(after, "LS")
    if "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
        # It chooses between two forms of an ideograph, or of a sign; on anything else it is nothing.
        of = unicodedata.category(before)
        return of == "Lo" or (letter <= "\ufe0f" and (of[0] in "SP" or of == "Nd"))
    return kind not in {"Cc", "Cf", "Cs", "Zl", "Zp"} and letter not in _INVISIBLE


def _joins(letter: str, kinds: str) -> bool:
    return letter > "\u0590" and letter not in _INVISIBLE and unicodedata.category(letter)[0] in kinds


@lru_cache(KEPT)
def escaped(name: str, limit: int = NAME) -> str:
    """A name for a message: as `plain`, and nothing in it formats, mentions, links or turns the line's direction."""
    safe = _MARKUP.sub(r"\\\1", plain(name, limit)).replace("@", "@\u200b")
    if any(unicodedata.bidirectional(letter) in {"R", "AL", "AN"} for letter in safe):
        return f"{_ISOLATE}{safe}{_POP}"
    return safe


def ranked(place: int | None, said: str) -> str:
    """A line of a ranking. Markdown would count "1." lines on by itself, whatever places are shared."""
    return f"{place}\\. {said}" if place else f"– {said}"


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

"""Names of people as they are shown anywhere: without what cannot be seen or would disturb its surroundings."""

import unicodedata
from functools import lru_cache

NAME = 32
"""Maximum characters of a name as it is shown."""

NOBODY = "?"
"""The name of somebody whose own names have no visible characters."""

KEPT = 2000
"""Cleaned names that are cached: a message names the people at its table several times, and each character is checked."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159")
"""Characters that Unicode counts as letters, marks or symbols but that show as nothing."""

_JOINERS = frozenset("\u200c\u200d")
_MARKS = 2
"""Maximum marks in a row on one letter: more would run into the lines beside it."""


@lru_cache(KEPT)
def plain(name: str, limit: int = NAME) -> str:
    """Returns a name for places without Markdown (button labels, options): one line, not empty, without invisible characters,
    control or direction marks, or many marks on one letter.
    """
    kept: list[str] = []
    marks = 0
    for at, letter in enumerate(name):
        kind = unicodedata.category(letter)
        if not _is_visible(letter, kind, kept[-1] if kept else " ", name[at + 1 : at + 2]):
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MARKS:
            kept.append(letter)
    text = " ".join("".join(kept).split())
    text = text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
    return text if any(unicodedata.category(letter)[0] not in "MZC" for letter in text) else NOBODY


def _is_visible(letter: str, kind: str, before: str, after: str) -> bool:
    """Returns whether a character of a name is visible, or joins two that are."""
    if letter in _JOINERS:
        # Between parts of an emoji, and within words of scripts whose letters join.
        return _joins(before, "LMS") and _joins(after, "LS")
    if "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
        # It chooses between two forms of an ideograph or a symbol; on anything else it has no effect.
        of = unicodedata.category(before)
        return of == "Lo" or (letter <= "\ufe0f" and (of[0] in "SP" or of == "Nd"))
    return kind not in {"Cc", "Cf", "Cs", "Zl", "Zp"} and letter not in _INVISIBLE


def _joins(letter: str, kinds: str) -> bool:
    return letter > "\u0590" and letter not in _INVISIBLE and unicodedata.category(letter)[0] in kinds

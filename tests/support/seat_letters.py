"""Finds people who are called by letters: only cards and squares have them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LETTER = r"(?<![\w'’.-])[A-H](?![\w'’-])"


def before_names(text: str, names: Iterable[str]) -> list[str]:
    """Returns where somebody's name has a letter before it: "A Ada", "⏳ B · **Borys**"."""
    called = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.findall(rf"{_LETTER}[ ·*_]{{1,5}}(?:{called})", text) if called else []


def letters_left(text: str, notation: str) -> list[str]:
    """Returns the letters that stand alone in a text, besides what the game's `notation` (a pattern) calls by letters."""
    return [f"{match[0]!r} in {text!r}" for match in re.finditer(_LETTER, re.sub(notation, "", text) if notation else text)]

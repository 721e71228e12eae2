"""What of a message would be seen as code: pieces of an emoji, or an emoji where none is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

BROKEN = re.compile(r"(?<!\\)<(?:a?:(?!\w{2,32}:\d{17,20}>)|t:(?!-?\d+(?::[tTdDfFR])?>)|@(?![!&]?\d+>))")
"""The beginning of an emoji, a time or a mention that is none."""

PLAIN = ("label", "description", "placeholder", "title")
"""Keys of texts in which Discord draws no emoji."""


def broken(part: Any) -> Iterator[str]:
    """Yields the texts in a message's parts that a person would see as code."""
    if isinstance(part, dict):
        for key, value in part.items():
            if (
                isinstance(value, str)
                and key in ("content", *PLAIN)
                and (BROKEN.search(value) or (key in PLAIN and "<:" in value))
            ):
                yield value
            else:
                yield from broken(value)
    elif isinstance(part, list):
        for each in part:
            yield from broken(each)

"""Where the words of a game's notation lie in a picture. The code that draws a card or a square notes it, so that there is no
second geometry; `render.encode` puts what was noted into the picture.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec


class WordPlace(msgspec.Struct, frozen=True):
    """A word, and the rectangle where it lies (px of the whole picture)."""

    word: str
    left: int
    top: int
    width: int
    height: int
    after: str = ""
    """The word after which it lies there; "": it always does."""
    turns: tuple[tuple[str, int], ...] = ()
    """By how many degrees what lies here is turned after each of these words, compared with how it is drawn."""


_noted: ContextVar[list[WordPlace] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[None]:
    """Collect the places of one picture while the block runs."""
    before = _noted.set([])
    try:
        yield
    finally:
        _noted.reset(before)


def note_word(
    word: str, box: tuple[float, float, float, float], after: str = "", turns: tuple[tuple[str, int], ...] = ()
) -> None:
    """Note that a word lies here: left, top, width and height (px). Later ones lie above earlier ones."""
    if (noted := _noted.get()) is not None:
        left, top, width, height = map(round, box)
        noted.append(WordPlace(word, left, top, width, height, after, turns))


def take_places(shift: int) -> tuple[WordPlace, ...]:
    """Returns what was noted, so far to the right, and forget it."""
    found = _noted.get() or []
    places = tuple(msgspec.structs.replace(each, left=each.left + shift) for each in found)
    found.clear()
    return places

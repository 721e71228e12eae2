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


_noted: ContextVar[list[WordPlace] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[None]:
    """Collect the places of one picture while the block runs."""
    before = _noted.set([])
    try:
        yield
    finally:
        _noted.reset(before)


def note_word(word: str, box: tuple[float, float, float, float]) -> None:
    """Note that a word lies here: left, top, width and height (px). Later ones lie above earlier ones."""
    if (noted := _noted.get()) is not None:
        noted.append(WordPlace(word, *map(round, box)))


def take_places(shift: int) -> tuple[WordPlace, ...]:
    """Returns what was noted, so far to the right, and forget it."""
    found = _noted.get() or []
    places = tuple(WordPlace(each.word, each.left + shift, each.top, each.width, each.height) for each in found)
    found.clear()
    return places

"""Where the words of a game's notation lie in a picture. The code that draws a card or a square notes it, so that there is no
second geometry; `render.encode` puts what was noted into the picture.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec


class WordPlace(msgspec.Struct, frozen=True):
    """A word, and the rectangle where it lies (px of the whole picture). The word "" is the thing that is to be laid on one of
    the places; other words may lie on it.
    """

    word: str
    left: int
    top: int
    width: int
    height: int
    after: str = ""
    """The word after which it lies there; "": it always does."""
    turns: tuple[tuple[str, int], ...] = ()
    """By how many degrees the thing to be laid is turned after each of these words, compared with how it is drawn."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height."""
        return self.left, self.top, self.width, self.height

    def put_on(self, thing: "WordPlace", ground: "WordPlace") -> "WordPlace":
        """Returns the place after the thing that it lies on was laid in the middle of the ground, as large as fits there."""
        scale = min(ground.width / thing.width, ground.height / thing.height)
        return msgspec.structs.replace(
            self,
            left=round(ground.left + ground.width / 2 + (self.left - thing.left - thing.width / 2) * scale),
            top=round(ground.top + ground.height / 2 + (self.top - thing.top - thing.height / 2) * scale),
            width=round(self.width * scale),
            height=round(self.height * scale),
        )


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

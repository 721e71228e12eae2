"""How much of a message is shown: less and less, as long as Discord refuses it."""

import enum
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import discord

TOO_LARGE = 40005
"""Discord's code for a request that is too large; its proxies answer 413 themselves."""


class Extent(enum.IntEnum):
    """How much of a message is shown, most first."""

    WHOLE = 0
    SMALLER = 1
    """The picture at half its width."""
    TEXT = 2
    """No picture: the text says what it shows."""
    BARE = 3
    """For a board: whom it waits for, and the buttons."""


_extent: ContextVar[Extent] = ContextVar("extent", default=Extent.WHOLE)


@contextmanager
def showing(extent: Extent) -> Iterator[None]:
    """Set the extent of what this task makes in the block."""
    token = _extent.set(extent)
    try:
        yield
    finally:
        _extent.reset(token)


def current() -> Extent:
    """Returns the current extent."""
    return _extent.get()


def less_than(refused: Extent, error: discord.HTTPException) -> Extent:
    """Returns the extent to try after this one was refused."""
    if refused is Extent.WHOLE and (error.status == 413 or error.code == TOO_LARGE):
        return Extent.SMALLER
    return Extent(min(max(refused + 1, Extent.TEXT), Extent.BARE))

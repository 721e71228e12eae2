"""How much of a message is sent where Discord has refused the whole for a reason that we do not know.

The same would be refused again, so each further attempt of a row shows less: a smaller picture where the size was refused, then
text alone, then hardly more than the buttons.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import discord

TOO_LARGE = 40005
"""Discord's code for a request that is too large; its proxies answer 413 by themselves."""


class Form(enum.IntEnum):
    """How much is shown, the most first."""

    WHOLE = 0
    SMALLER = 1
    """The picture at half its width."""
    TEXT = 2
    """No picture: the text says what it shows."""
    BARE = 3
    """Of a board: whom it waits for, and the buttons."""


_form: ContextVar[Form] = ContextVar("form", default=Form.WHOLE)


@contextmanager
def showing(form: Form) -> Iterator[None]:
    """What this task makes in the block shows so much."""
    token = _form.set(form)
    try:
        yield
    finally:
        _form.reset(token)


def form() -> Form:
    """How much is to be shown."""
    return _form.get()


def after(refused: Form, error: discord.HTTPException) -> Form:
    """What to try when this much was refused."""
    if refused is Form.WHOLE and (error.status == 413 or error.code == TOO_LARGE):
        return Form.SMALLER
    return Form(min(max(refused + 1, Form.TEXT), Form.BARE))

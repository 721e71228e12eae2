"""How much of a message is shown: less and less, as long as Discord refuses it."""

import enum
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import discord

TOO_LARGE = 40005
"""Discord's code for a request that is too large; its proxies answer 413 themselves."""


class Form(enum.IntEnum):
    """How much of a message is shown, most first."""

    WHOLE = 0
    SMALLER = 1
    """The picture at half its width."""
    TEXT = 2
    """No picture: the text says what it shows."""
    BARE = 3
    """For a board: whom it waits for, and the buttons."""


_form: ContextVar[Form] = ContextVar("form", default=Form.WHOLE)


@contextmanager
def showing(form: Form) -> Iterator[None]:
    """Set the form of what this task makes in the block."""
    token = _form.set(form)
    try:
        yield
    finally:
        _form.reset(token)


def form_shown() -> Form:
    """Returns the current form."""
    return _form.get()


def less_than(refused: Form, error: discord.HTTPException) -> Form:
    """Returns the form to try after this one was refused."""
    if refused is Form.WHOLE and (error.status == 413 or error.code == TOO_LARGE):
        return Form.SMALLER
    return Form(min(max(refused + 1, Form.TEXT), Form.BARE))

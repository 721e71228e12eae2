"""A picture as Discord accepts it, or none."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from asking import pictures, readers
from chat.app import App
from chat.wire import extent
from chat.wire.extent import Extent
from data.words import Words
from engines.contract import Move
from render.contract import Picture
from render.smaller import smaller
from tables.model.people import Preferences
from tables.rules.reading import Reading

Shown = ParamSpec("Shown")


async def picture_of(
    display: str, table: int, draw: Callable[Shown, Awaitable[Picture | None]], *args: Shown.args, **kwargs: Shown.kwargs
) -> Picture | None:
    """The picture (`attempt`) that this draws, or None where only texts are shown. Raises Outdated."""
    return None if display == "text" else await attempt(draw(*args, **kwargs), table)


async def attempt(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """Returns the picture, or None if drawing fails: that never stops play, since the text is sent without it. It is as small
    as Discord accepts, or None if Discord accepts none. Raises Outdated.
    """
    return await _fit(await pictures.picture_or_none(picture, table), table)


async def of_question(app: App, reading: Reading, words: Words, said: Move, own: Preferences) -> Picture | None:
    """Returns the picture of a question after the words said (`asking.pictures`), as the person prefers it. Raises Outdated."""
    people = readers.audience(reading.info, words, own=own)
    return await _fit(await pictures.of_question(app.asker, reading, said, people), reading.info.id)


async def _fit(picture: Picture | None, table: int) -> Picture | None:
    """Returns the picture as small as Discord accepts; None if Discord accepts none (`chat.wire.extent`)."""
    if picture is None or extent.current() >= Extent.TEXT:
        return None
    if extent.current() is Extent.WHOLE:
        return picture
    return await pictures.picture_or_none(asyncio.to_thread(smaller, picture), table)

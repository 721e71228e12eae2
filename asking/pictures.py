"""The picture that goes with a question. It may be outdated before it is drawn, so it comes with the state that it shows."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec

from asking.asker import Asker
from asking.readers import audience
from data.words import Words
from engines.contract import Move
from render.contract import Audience, Picture
from render.turns import Outdated, Turn
from tables.model.people import Preferences
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading

log = logging.getLogger(__name__)

T = TypeVar("T")


class SeenPicture(msgspec.Struct, frozen=True):
    """A picture, or None if none could be drawn, and the state that it shows."""

    picture: Picture | None
    reading: Reading


async def picture_for(  # noqa: PLR0917 - of whom, what and for whom
    asker: Asker, user: int, reading: Reading, said: Move, words: Words, own: Preferences
) -> SeenPicture:
    """Returns what this person sees of the table after the words said. If the game moves on before it is drawn, returns the
    newest table with its picture; the words said belong to the first one only.
    """

    async def draw(now: Reading) -> Picture | None:
        same = now.info.stage == reading.info.stage
        return await of_question(asker, now, said if same else (), audience(now.info, words, own=own))

    return SeenPicture(*await made_of_newest(asker, user, reading, draw))


async def of_question(asker: Asker, reading: Reading, said: Move, people: Audience) -> Picture | None:
    """Returns the picture with the words said (at first: what can be said), if the game draws that; else the hand's, or the
    public board's if the game hides nothing. None if drawing fails. Raises Outdated.
    """
    info, pool, place = reading.info, asker.pictures, turn(asker, reading.info)
    if reading.view is None:
        return None
    if said or reading.seat in info.pending:
        preview = await picture_or_none(pool.preview(info.game, reading.view, said, people, place), info.id)
        if preview is not None:
            return preview
    if reading.view.private:
        return await picture_or_none(pool.hand(info.game, reading.view, people, place), info.id)
    public = reading.seen_by(None).view
    return None if public is None else await picture_or_none(pool.board(info.game, public, people, place), info.id)


def turn(asker: Asker, info: TableInfo) -> Turn:
    """Returns the table's turn in the picture queue, valid while the table stays as it is shown."""
    return Turn(info.id, partial(asker.tables.looks.is_now, info.id, info.version))


async def picture_or_none(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """Returns the picture, or None if drawing fails: that never stops play, since every picture has a text. Raises Outdated."""
    try:
        return await picture
    except Outdated:
        raise
    except Exception:
        log.exception("picture failed", extra={"table": table})
        return None


async def made_of_newest(
    asker: Asker, user: int, reading: Reading, make: Callable[[Reading], Awaitable[T]]
) -> tuple[T, Reading]:
    """Returns what `make` makes of the table as this person sees it, and the table: the newest one if the game has moved on
    (`make` raises Outdated).
    """
    while True:
        try:
            return await make(reading), reading
        except Outdated:
            reading = await asker.tables.looks.read(reading.info.id, user)

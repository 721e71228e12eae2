"""A table's place in the picture queue, and a picture or none."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import ParamSpec

from chat.app import App
from chat.wire import rest
from chat.wire.rest import Form
from render.contract import Picture
from render.smaller import smaller
from render.turns import Outdated, Turn
from tables.model.models import TableInfo

log = logging.getLogger(__name__)

Shown = ParamSpec("Shown")


def turn(app: App, info: TableInfo) -> Turn:
    """Returns the table's turn in the picture queue, valid while the table stays as it is shown."""
    return Turn(info.id, partial(app.tables.looks.is_now, info.id, info.version))


async def shown(
    display: str, table: int, draw: Callable[Shown, Awaitable[Picture | None]], *args: Shown.args, **kwargs: Shown.kwargs
) -> Picture | None:
    """The picture (`drawn`) that this draws, or None where only texts are shown. Raises Outdated."""
    return None if display == "text" else await drawn(draw(*args, **kwargs), table)


async def drawn(picture: Awaitable[Picture | None], table: int) -> Picture | None:
    """Returns the picture, or None if drawing fails: that never stops play, since the text is sent without it. It is as small
    as Discord accepts, or None if Discord accepts none (`chat.wire.rest`). Raises Outdated.
    """
    try:
        found = await picture
        if found is None or rest.form_shown() >= Form.TEXT:
            return None
        return found if rest.form_shown() is Form.WHOLE else await asyncio.to_thread(smaller, found)
    except Outdated:
        raise
    except Exception:
        log.exception("picture failed", extra={"table": table})
        return None

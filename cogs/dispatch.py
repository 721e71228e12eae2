"""The one router for presses of components and forms sent in.

A `custom_id` is `verb:table:stage:words` (words joined by `.`) and says everything there is to know: nothing is registered
with discord.py and no view object keeps anything, so buttons posted before a restart work like new ones.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any

import discord
import msgspec

from cogs import limits
from cogs.answer import Ack, Answer, Unanswerable, answering
from engines.contract import Move
from tables.errors import Refusal

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

_ID = re.compile(r"(?P<verb>[a-z]{2,12}):(?P<table>\d{1,15}):(?P<stage>\d{1,9})(?::(?P<words>[a-z0-9'.=_-]*))?")


class Press(msgspec.Struct, frozen=True):
    """What was pressed: `verb` of `table` as it stood at `stage`, `words` said so far, `values` chosen in a menu,
    `fields` filled in in a form (custom id → text).
    """

    verb: str
    table: int
    stage: int
    words: Move = ()
    values: tuple[str, ...] = ()
    fields: dict[str, str] = {}


Handler = Callable[[Answer, Press], Awaitable[None]]


class Verb(msgspec.Struct, frozen=True):
    """How a press is acknowledged and who answers it."""

    ack: Ack
    run: Handler


VERBS: dict[str, Verb] = {}


def verb(name: str, ack: Ack) -> Callable[[Handler], Handler]:
    """Registers the handler of a verb."""

    def register(run: Handler) -> Handler:
        VERBS[name] = Verb(ack, run)
        return run

    return register


def make(verb: str, table: int, stage: int = 0, words: Move = ()) -> str:
    """The `custom_id` for a button, menu or form."""
    made = f"{verb}:{table}:{stage}"
    if words:
        made = f"{made}:{'.'.join(words)}"
    assert len(made) <= limits.CUSTOM_ID, "the notation keeps words short enough"
    return made


def parse(custom_id: str) -> Press | None:
    """The press that a `custom_id` means; None where it is none of ours."""
    match = _ID.fullmatch(custom_id) if len(custom_id) <= limits.CUSTOM_ID else None
    if match is None or match["verb"] not in VERBS:
        return None
    words = tuple(match["words"].split(".")) if match["words"] else ()
    return Press(match["verb"], int(match["table"]), int(match["stage"]), words)


async def dispatch(bot: ZamkiBot, interaction: discord.Interaction[Any]) -> None:
    """Answer a press or a form, whatever it says. Never raises."""
    data: dict[str, Any] = dict(interaction.data or {})
    press = parse(str(data.get("custom_id", "")))
    if press is None:
        log.info("unknown press refused", extra={"interaction": interaction.id})
    else:
        values = tuple(str(value) for value in data.get("values", ()))[: limits.SELECT_OPTIONS]
        press = msgspec.structs.replace(press, values=values, fields=dict(_fields(data.get("components", ()))))
    handler = VERBS[press.verb] if press is not None else Verb(Ack.PRIVATE, _unknown)
    try:
        async with answering(bot, interaction, handler.ack, about=press) as answer:
            await handler.run(answer, press or Press("", 0, 0))
    except Unanswerable:
        log.info("press went unanswered", extra={"interaction": interaction.id})


async def _unknown(_answer: Answer, _press: Press) -> None:
    raise Refusal("cogs.refusal.unknown-press")


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    """The texts of a form, whatever rows or labels they stand in."""
    for component in components:
        if "custom_id" in component:
            yield str(component["custom_id"]), str(component.get("value", ""))
        if "component" in component:
            yield from _fields([component["component"]])
        yield from _fields(component.get("components", ()))

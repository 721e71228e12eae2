"""What a press says. A `custom_id` is `verb:table:stage:words` (words joined by `.`) and says everything there is to know: no
view object keeps anything, so buttons posted before a restart work like new ones.

A verb is declared beside the method of a cog that answers it: how it is acknowledged, and on which messages it may stand.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any, Literal, TypeVar, overload

import discord
import msgspec

from chat import limits
from chat.answer import ALONE, Ack, Answer, On, PrivateAnswer
from engines.contract import Move

_ID = re.compile(r"(?P<verb>[a-z]{2,12}):(?P<table>\d{1,15}):(?P<stage>\d{1,9})(?::(?P<words>[a-z0-9'.=_-]*))?")


class Press(msgspec.Struct, frozen=True):
    """What was pressed or sent in."""

    verb: str
    """What is wanted."""
    table: int
    """Number of the table."""
    stage: int
    """The table's stage as the message showed it."""
    words: Move = ()
    """Words said so far."""
    values: tuple[str, ...] = ()
    """What was chosen in a menu."""
    fields: dict[str, str] = {}
    """What was filled in in a form: custom id → text."""


class Verb(msgspec.Struct, frozen=True):
    """How a press is acknowledged and who answers it."""

    name: str
    """The first part of its ids."""
    ack: Ack
    """How it is acknowledged."""
    on: On
    """On which messages it may stand."""
    opened_by: str = ""
    """Of a form: the verb of the button that opens it, which stands on the message."""


AnyCog = TypeVar("AnyCog")
Public = Callable[[AnyCog, Answer, Press], Awaitable[None]]
Private = Callable[[AnyCog, PrivateAnswer, Press], Awaitable[None]]


@overload
def verb(
    name: str, ack: Literal[Ack.KEEP, Ack.NONE], on: On = ..., *, opened_by: str = ""
) -> Callable[[Public[AnyCog]], Public[AnyCog]]: ...


@overload
def verb(
    name: str, ack: Literal[Ack.PRIVATE, Ack.UPDATE], on: On = ..., *, opened_by: str = ""
) -> Callable[[Private[AnyCog]], Private[AnyCog]]: ...


def verb(name: str, ack: Ack, on: On = On.CHANNEL, *, opened_by: str = "") -> Callable[[Any], Any]:
    """Marks the method of a cog that answers a verb, which stands on messages `on`; `opened_by`: see `Verb`. What changes the
    message pressed may stand only where one person alone sees it.
    """
    assert ack is not Ack.UPDATE or on in ALONE, name

    def mark(method: Any) -> Any:
        method.__verb__ = Verb(name, ack, on, opened_by)
        return method

    return mark


def verbs(cog: type) -> dict[str, Verb]:
    """The verbs that a kind of cog answers, by the names of its methods."""
    marked = {name: getattr(method, "__verb__", None) for name, method in vars(cog).items()}
    return {name: found for name, found in marked.items() if found is not None}


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
    if match is None:
        return None
    words = tuple(match["words"].split(".")) if match["words"] else ()
    return Press(match["verb"], int(match["table"]), int(match["stage"]), words)


def offered(message: discord.Message, custom_id: str, values: tuple[str, ...] = (), people: Collection[str] = ()) -> bool:
    """Whether the message has this button, or this menu with these values, and it can be pressed. `people`: the users whom
    Discord describes with the press, who alone can have been chosen from all people there are.
    """
    for item in _items(message.components):
        if getattr(item, "custom_id", None) == custom_id and not getattr(item, "disabled", False):
            choices = {option.value for option in getattr(item, "options", ())}
            if getattr(item, "type", None) is discord.ComponentType.user_select:
                choices = set(people)
            return (
                choices.issuperset(values)
                and len(set(values)) == len(values)
                and (getattr(item, "min_values", 0) <= len(values) <= getattr(item, "max_values", 0))
            )
    return False


def _items(components: Any) -> Iterator[Any]:
    """All parts of a layout, those that hold others included."""
    for component in components:
        yield component
        yield from _items(getattr(component, "children", ()))

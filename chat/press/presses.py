"""What a press contains. A `custom_id` is `verb:table:stage:words` (words joined by `.`) and holds all state: no view object
keeps anything, so buttons posted before a restart work like new ones.

A verb is declared at the method of a cog that answers it: how it is acknowledged, and on which messages it belongs.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar, cast, overload

import discord
import msgspec
from discord.ext import commands

from chat.app import App
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names, read_number
from chat.press.old_names import OLD_NAMES
from chat.wire import limits
from chat.wire.numbers import number
from chat.wire.payloads import ComponentPayload, InteractionPayload, PressedMessagePayload, PressPayload
from engines.contract import Move
from tables.errors import Refusal

_ID = re.compile(
    r"(?P<verb>[a-z]{2,12}(?:\.[a-z]{2,12})?):(?P<table>[0-9]{1,15}):(?P<stage>[0-9]{1,9})(?::(?P<words>[a-z0-9'.=_-]*))?"
)

BUTTON = 2
"""The type of a button among the parts of a layout."""

READ = frozenset({"id", "type", "content", "flags", "author", "webhook_id"})
"""The parts of a pressed message that are parsed: what the bot reads, and what discord.py cannot do without."""

AnyCog = TypeVar("AnyCog")


class Cog(commands.Cog):
    """A feature: its commands (`chat.press.commands.command`) and its presses (`chat.press.presses.verb`)."""

    def __init__(self, app: App) -> None:
        self.app = app


def bare(parse: Callable[[InteractionPayload], None]) -> Callable[[InteractionPayload], None]:
    """Wrap the parser of interactions so that the layout of the message pressed is kept unparsed beside the press (`standing`),
    and of the message itself only what is READ.

    discord.py would make objects of all of it, about thirty for a hand. That took a quarter of the time until a press was
    acknowledged, and caused most of the garbage collector's work.
    """

    def parse_bare(data: InteractionPayload) -> None:
        if (message := data.get("message")) is not None:
            data["data"]["standing"] = message.get("components", [])
            data["message"] = cast("PressedMessagePayload", {name: part for name, part in message.items() if name in READ})
        parse(data)

    return parse_bare


def payload(interaction: discord.Interaction) -> PressPayload:
    """Returns what Discord sent of a press, with what `bare` keeps beside it."""
    return cast("PressPayload", interaction.data or {})  # discord.py's types know nothing of `bare`


class Press(msgspec.Struct, frozen=True):
    """What was pressed or submitted."""

    verb: str
    """What is asked for."""
    table: int
    """Number of the table."""
    stage: int
    """The table's stage as the message showed it."""
    words: Move = ()
    """Words said so far."""
    values: tuple[str, ...] = ()
    """The choices in a menu."""
    fields: dict[str, str] = {}
    """The fields of a form: custom id → text."""

    @property
    def word(self) -> str:
        """Returns the first word; "" if there is none."""
        return "".join(self.words[:1])

    @property
    def number(self) -> int:
        """The number of a table in its place, or as the first word where that says 0 (`Names.WORD`). Raises Refusal."""
        return self.table or read_number(self.word)

    @property
    def value(self) -> str:
        """Returns the first value; "" if there is none."""
        return "".join(self.values[:1])


def pressed_number(text: str, refusal: type[Refusal] | None = None) -> int:
    """Parse the number that a press names. Raises this refusal if it names none; by default, that the press is unknown."""
    if (found := number(text)) is None:
        raise Refusal("cogs.refusal.unknown-press") if refusal is None else refusal()
    return found


class Verb(msgspec.Struct, frozen=True):
    """How a press is acknowledged and which method answers it."""

    name: str
    """The first part of its ids: the feature's name (the folder or file in `cogs/`), a dot, and the action."""
    ack: Ack
    """How it is acknowledged."""
    on: On
    """The messages on which it belongs."""
    opened_by: str = ""
    """For a form: the verb of the button that opens it, which is on the message. The form has its words, followed by a number
    of its own.
    """
    names: Names = Names.TABLE
    """What its number is. People who may not use that number are refused."""


Public = Callable[[AnyCog, Answer, Press], Awaitable[None]]
Private = Callable[[AnyCog, PrivateAnswer, Press], Awaitable[None]]


@overload
def verb(
    name: str, ack: Literal[Ack.KEEP, Ack.NONE], on: On = ..., *, opened_by: str = "", names: Names = ...
) -> Callable[[Public[AnyCog]], Public[AnyCog]]: ...


@overload
def verb(
    name: str, ack: Literal[Ack.PRIVATE, Ack.UPDATE], on: On = ..., *, opened_by: str = "", names: Names = ...
) -> Callable[[Private[AnyCog]], Private[AnyCog]]: ...


def verb(name: str, ack: Ack, on: On = On.CHANNEL, *, opened_by: str = "", names: Names = Names.TABLE) -> Callable[[Any], Any]:
    """Marks the method of a cog that answers a verb, on messages `on`; for the rest see `Verb`. A verb that changes the message
    pressed may only be on messages that one person alone sees.
    """
    assert ack is not Ack.UPDATE or on in ALONE, name

    def mark(method: Any) -> Any:
        method.__verb__ = Verb(name, ack, on, opened_by, names)
        return method

    return mark


def verbs(cog: type) -> dict[str, Verb]:
    """Returns the verbs that a class of cogs answers, by the names of its methods."""
    marked = {name: getattr(method, "__verb__", None) for name, method in vars(cog).items()}
    return {name: found for name, found in marked.items() if found is not None}


def make(verb: str, table: int, stage: int = 0, words: Move = ()) -> str:
    """Returns the `custom_id` for a button, menu or form."""
    made = f"{verb}:{table}:{stage}"
    if words:
        made = f"{made}:{'.'.join(words)}"
    assert len(made) <= limits.CUSTOM_ID, "the notation keeps words short enough"
    return made


def parse(custom_id: str) -> Press | None:
    """Returns the press of a `custom_id`, with the verb's current name; None if it is none of ours."""
    match = _ID.fullmatch(custom_id) if len(custom_id) <= limits.CUSTOM_ID else None
    if match is None:
        return None
    words = tuple(match["words"].split(".")) if match["words"] else ()
    return Press(OLD_NAMES.get(match["verb"], match["verb"]), int(match["table"]), int(match["stage"]), words)


def offers(standing: Sequence[ComponentPayload], custom_id: str, values: tuple[str, ...] = ()) -> bool:
    """Returns whether a layout, as Discord sends it, has this button, or this menu with these values, and it can be pressed.
    Its ids may use the verb's name from when the message was posted.
    """
    wanted = _today(custom_id)
    for item in _items(standing):
        if "custom_id" in item and _today(item["custom_id"]) == wanted and not item.get("disabled"):
            menu = item["type"] != BUTTON
            least, most = (item.get("min_values", 1), item.get("max_values", 1)) if menu else (0, 0)
            # Discord itself looks up people, roles and channels, so such a menu lists no options.
            known = "options" not in item or {option["value"] for option in item["options"]}.issuperset(values)
            return known and len(set(values)) == len(values) and least <= len(values) <= most
    return False


def _today(custom_id: str) -> str:
    """Returns an id with its verb's current name."""
    verb, colon, rest = custom_id.partition(":")
    return f"{OLD_NAMES.get(verb, verb)}{colon}{rest}"


def _items(standing: Sequence[ComponentPayload]) -> Iterator[ComponentPayload]:
    """Returns all parts of a layout, including containers."""
    for item in standing:
        yield item
        yield from _items(item.get("components", ()))
        if "accessory" in item:
            yield item["accessory"]

"""What a press says. A `custom_id` is `verb:table:stage:words` (words joined by `.`) and says everything there is to know: no
view object keeps anything, so buttons posted before a restart work like new ones.

A verb is declared beside the method of a cog that answers it: how it is acknowledged, and on which messages it may stand.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, overload

import msgspec
from discord.ext import commands

from chat.app import App
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.old_names import OLD_NAMES
from chat.wire import limits
from engines.contract import Move
from tables.errors import Refusal


class Cog(commands.Cog):
    """A thing that people can do: its commands (`chat.press.commands.command`) and its presses (`chat.press.presses.verb`)."""

    def __init__(self, app: App) -> None:
        self.app = app


_ID = re.compile(
    r"(?P<verb>[a-z]{2,12}(?:\.[a-z]{2,12})?):(?P<table>\d{1,15}):(?P<stage>\d{1,9})(?::(?P<words>[a-z0-9'.=_-]*))?"
)

STANDING = "standing"
"""Where the data of an interaction has the layout of the message pressed, as Discord sends it (`bare`)."""

BUTTON = 2
"""The type of a button among the parts of a layout."""


def bare(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """The parser of interactions, given the layout of the message pressed as it came, beside what was pressed (`STANDING`).

    discord.py would make objects of all of it, some thirty for a hand, which took a quarter of the time to the acknowledgement
    of a press and most of the garbage collector's.
    """

    def parse_bare(data: Any) -> None:
        if (message := data.get("message")) is not None:
            data["data"][STANDING], message["components"] = message.get("components", []), []
        parse(data)

    return parse_bare


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

    @property
    def word(self) -> str:
        """The first word; "" where there is none."""
        return "".join(self.words[:1])

    @property
    def value(self) -> str:
        """The first value; "" where there is none."""
        return "".join(self.values[:1])


def pressed_number(text: str, refusal: type[Refusal] | None = None) -> int:
    """The number that a press names. Raises this refusal where it names none, by default that the press is unknown."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise Refusal("cogs.refusal.unknown-press") if refusal is None else refusal()
    return int(text)


class Verb(msgspec.Struct, frozen=True):
    """How a press is acknowledged and who answers it."""

    name: str
    """The first part of its ids: the feature's name (the folder or file in `cogs/`), a dot, and what is done."""
    ack: Ack
    """How it is acknowledged."""
    on: On
    """On which messages it may stand."""
    opened_by: str = ""
    """Of a form: the verb of the button that opens it, which stands on the message. The form has its words, and a number of
    its own behind them.
    """
    names: Names = Names.TABLE
    """What its number is: whoever may not reach that is not let in."""


AnyCog = TypeVar("AnyCog")
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
    """Marks the method of a cog that answers a verb, which stands on messages `on`; for the rest see `Verb`. What changes the
    message pressed may stand only where one person alone sees it.
    """
    assert ack is not Ack.UPDATE or on in ALONE, name

    def mark(method: Any) -> Any:
        method.__verb__ = Verb(name, ack, on, opened_by, names)
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
    """The press that a `custom_id` means, with the verb's name of today; None where it is none of ours."""
    match = _ID.fullmatch(custom_id) if len(custom_id) <= limits.CUSTOM_ID else None
    if match is None:
        return None
    words = tuple(match["words"].split(".")) if match["words"] else ()
    return Press(OLD_NAMES.get(match["verb"], match["verb"]), int(match["table"]), int(match["stage"]), words)


def offered(standing: Sequence[Mapping[str, Any]], custom_id: str, values: tuple[str, ...] = ()) -> bool:
    """Whether a layout, as Discord sends it, has this button, or this menu with these values, and it can be pressed. Its ids
    may name the verb as it was called when the message was posted.
    """
    wanted = _today(custom_id)
    for item in _items(standing):
        if "custom_id" in item and _today(item["custom_id"]) == wanted and not item.get("disabled"):
            menu = item["type"] != BUTTON
            least, most = (item.get("min_values", 1), item.get("max_values", 1)) if menu else (0, 0)
            # People, roles and channels are looked up by Discord itself: such a menu lists no options.
            known = "options" not in item or {option["value"] for option in item["options"]}.issuperset(values)
            return known and len(set(values)) == len(values) and least <= len(values) <= most
    return False


def _today(custom_id: str) -> str:
    """An id with the name that its verb has today."""
    verb, colon, rest = custom_id.partition(":")
    return f"{OLD_NAMES.get(verb, verb)}{colon}{rest}"


def _items(standing: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All parts of a layout, those that hold others included."""
    for item in standing:
        yield item
        yield from _items(item.get("components", ()))
        if "accessory" in item:
            yield item["accessory"]

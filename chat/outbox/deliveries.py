"""Who carries out which kind of outbox row. A handler is declared beside the card that it shows, on a method of its feature's
cog, and taken up when the cog is added, as verbs are.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_args

from chat.app import App
from data.records import Noted
from render.turns import Outdated
from tables.model.outbox_rows import OutboxRow, Payload, TidyRow

AnyCog = TypeVar("AnyCog")
AnyPayload = TypeVar("AnyPayload", bound=Payload)
Run = Callable[[OutboxRow, Any, Noted], Awaitable[None]]

KINDS: tuple[type[Payload], ...] = tuple(kind for kind in get_args(Payload) if kind is not TidyRow)
"""The kinds of rows that need a handler: all but the sender's own."""


def delivers(
    kind: type[AnyPayload],
) -> Callable[
    [Callable[[AnyCog, OutboxRow, AnyPayload, Noted], Awaitable[None]]],
    Callable[[AnyCog, OutboxRow, AnyPayload, Noted], Awaitable[None]],
]:
    """Marks the method of a cog that carries out rows of this kind. It gets the row, the row's payload and what is noted of the
    table's messages, shows the newest stored state, and raises what Discord answers; a row carried out in part is carried out
    again from the start.
    """

    def mark(method: Any) -> Any:
        method.__delivers__ = kind
        return method

    return mark


def delivered(cog: type) -> dict[str, type[Payload]]:
    """The kinds of rows that a kind of cog carries out, by the names of its methods."""
    marked = {name: getattr(method, "__delivers__", None) for name, method in vars(cog).items()}
    return {name: kind for name, kind in marked.items() if kind is not None}


class Deliveries:
    """The handlers of the cogs added to it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._handlers: dict[type[Payload], Run] = {}

    def add(self, cog: object) -> None:
        """Take up the handlers of a cog. Raises ValueError where another cog carries out one of these kinds already."""
        for method, kind in delivered(type(cog)).items():
            if kind in self._handlers:
                raise ValueError(f"two cogs deliver {kind.__name__}")
            self._handlers[kind] = getattr(cog, method)

    def check(self) -> None:
        """Raises LookupError where there is a kind of row that no cog carries out."""
        missing = [kind.__name__ for kind in KINDS if kind not in self._handlers]
        if missing:
            raise LookupError(f"no cog delivers {', '.join(missing)}: mark a method with @delivers")

    async def carry_out(self, row: OutboxRow) -> Noted:
        """Have Discord told what the row says, after what earlier attempts may have left behind has been found. Returns what
        was noted of the table's messages before the telling. Raises what Discord answers.
        """
        messages = self._app.tables.messages
        while True:
            noted = await messages.of(row.table)
            if noted.begun:
                await self._app.messenger.recover(row.table)
                noted = await messages.of(row.table)
            try:
                await self._handlers[type(row.payload)](row, row.payload, noted)
            except Outdated:
                continue  # the game moved on before the picture's turn came: the newest state is told instead
            return noted

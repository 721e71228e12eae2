"""What carries out each kind of outbox row: methods of cogs, marked with `delivers`."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_args

from chat.app import App
from data.records.messages import Noted
from render.turns import Outdated
from tables.model.outbox_rows import OutboxRow, Payload, TidyRow

AnyCog = TypeVar("AnyCog")

AnyPayload = TypeVar("AnyPayload", bound=Payload)

Handler = Callable[[OutboxRow, Any, Noted], Awaitable[None]]

KINDS: tuple[type[Payload], ...] = tuple(kind for kind in get_args(Payload) if kind is not TidyRow)
"""The kinds of rows that need a handler: all but the sender's own."""


def delivers(
    kind: type[AnyPayload],
) -> Callable[
    [Callable[[AnyCog, OutboxRow, AnyPayload, Noted], Awaitable[None]]],
    Callable[[AnyCog, OutboxRow, AnyPayload, Noted], Awaitable[None]],
]:
    """Marks the method of a cog that carries out rows of this kind. It is given the row, its payload and what is noted of the
    table's messages. It shows the newest stored state and raises what Discord answers; a row carried out in part is carried out
    again from the start.
    """

    def mark(method: Any) -> Any:
        method.__delivers__ = kind
        return method

    return mark


def deliveries_of(cog: type) -> dict[str, type[Payload]]:
    """Returns the kinds of rows that a class of cogs carries out, by the names of its methods."""
    marked = {name: getattr(method, "__delivers__", None) for name, method in vars(cog).items()}
    return {name: kind for name, kind in marked.items() if kind is not None}


class Deliveries:
    """The handlers of the cogs added to it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._handlers: dict[type[Payload], Handler] = {}

    def add(self, cog: object) -> None:
        """Add the handlers of a cog. Raises ValueError if another cog already carries out one of these kinds."""
        for method, kind in deliveries_of(type(cog)).items():
            if kind in self._handlers:
                raise ValueError(f"two cogs deliver {kind.__name__}")
            self._handlers[kind] = getattr(cog, method)

    def check(self) -> None:
        """Raises LookupError if no cog carries out one of the kinds of rows."""
        missing = [kind.__name__ for kind in KINDS if kind not in self._handlers]
        if missing:
            raise LookupError(f"no cog delivers {', '.join(missing)}: mark a method with @delivers")

    async def carry_out(self, row: OutboxRow) -> None:
        """Carry out a row, after searching for what earlier attempts may have left behind. Raises what Discord answers."""
        messages = self._app.tables.messages
        while True:
            noted = await messages.of(row.subject)
            if noted.begun:
                await self._app.messenger.recover(row.subject)
                noted = await messages.of(row.subject)
            try:
                await self._handlers[type(row.payload)](row, row.payload, noted)
            except Outdated:
                messages.forget(row.subject)
                continue  # the game moved on before the picture was drawn: use the newest state
            return

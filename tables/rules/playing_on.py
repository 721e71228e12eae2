"""A lobby in which one person plays on from a position of a finished game."""

from typing import Any

from msgspec.structs import replace

from engines.contract import Game
from tables.model.people import Person
from tables.model.table import Change
from tables.model.table_info import Origin, Place
from tables.rules import lobby
from tables.rules.context import Context


def resume(
    person: Person, place: Place, game: Game, origin: Origin, begins: str, *, secret: bytes, now: float, **fields: Any
) -> Change:
    """Returns a lobby whose host plays on from a stored position, against computer players on all other seats. It counts for
    nothing. `fields`: the language, the pace and all non-default fields. Raises CannotSit.
    """
    view = game.load(begins.encode()).view(None)
    known = {"friendly": True, "random_order": False, "origin": origin, "begins": begins, **fields}
    offered = lobby.offered_options(game, view.options)
    change = lobby.new(person, place, game, offered, secret=secret, now=now, **known)
    short = {key: value for key, value in view.options.items() if key not in offered}
    change = change.having(options={**change.loaded.table.options, **short})
    context = Context(loaded=change.loaded, game=game, now=now, user=person.user)
    while len(context.table.seats) < view.seats:
        context = context.at(lobby.add_computer(context).loaded)
    host, *others = context.table.seats
    seats = (*others[: origin.seat], host, *others[origin.seat :])
    if colours := game.colours_in(view):
        seats = tuple(replace(info, colour=colour) for info, colour in zip(seats, colours, strict=True))
    return change.having(seats=seats, missed=(0,) * len(seats))

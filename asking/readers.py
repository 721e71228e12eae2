"""For whom something is drawn or written: names, language, theme and shape."""

from collections.abc import Callable

from asking.names import plain
from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words
from render.contract import Audience, Person
from render.seat_marks import distinct
from tables.model.people import Preferences
from tables.model.table_info import TableInfo


def audience(
    table: TableInfo, spoken: Words, *, own: Preferences | None = None, clean: Callable[[str], str] = plain
) -> Audience:
    """Returns the audience of a table; people of the same name are told apart. `own` is given if only one person sees it; a
    theme or shape they have not chosen is the table's. `clean` makes names fit for the place: buttons and pictures by default.
    """
    names = distinct([clean(seat.name) for seat in table.seats])
    people = (
        Person(name, computer=seat.level is not None, resigned=seat.resigned, colour=seat.colour)
        for name, seat in zip(names, table.seats, strict=True)
    )
    theme, shape = (None, None) if own is None else (own.theme, own.shape)
    return Audience(tuple(people), spoken, theme or table.theme, shape or table.shape)


def reader(spoken: Words, own: Preferences, theme: str = DEFAULT) -> Audience:
    """Returns the audience of one person for a drawing without a table. `theme` is used if they have chosen none."""
    return Audience((), spoken, own.theme or theme, own.shape or AUTO)

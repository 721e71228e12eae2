"""Pictures, text, or both: what a person is shown, and what everybody is shown of a table."""

from collections.abc import Sequence

from chat.cards import table
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, Row, row, select
from data.shapes import AUTO, SHAPES
from data.themes import DEFAULT, THEMES
from data.words import Words
from tables.model.models import DISPLAYS, Display, TableInfo

OF_TABLE = "table"
"""Chosen by a person: the theme or shape of each table."""


def menu(words: Words, chosen: Display, number: int = 0) -> Row:
    """The menu for a person (`number` 0) or for what everybody is shown of a table."""
    about = "table" if number else "person"
    offered = [(value, words(f"cogs.display.{about}.{value}")) for value in DISPLAYS]
    return row(select(make("preferences.display", number), offered, placeholder=words("cogs.display.choose"), chosen=(chosen,)))


def themes(words: Words, chosen: str | None, number: int = 0) -> Row:
    """The menu of the themes for a person (`number` 0) or for what everybody is shown of a table."""
    return _of_table("theme", THEMES, DEFAULT, words, chosen, number)


def shapes(words: Words, chosen: str | None, number: int = 0) -> Row:
    """The menu of the shapes for a person (`number` 0) or for what everybody is shown of a table."""
    return _of_table("shape", SHAPES, AUTO, words, chosen, number)


def _of_table(  # noqa: PLR0917 - what the menus differ in, and what they are given
    what: str, values: Sequence[str], usual: str, words: Words, chosen: str | None, number: int
) -> Row:
    """A person may leave it to each table."""
    about = "table" if number else "person"
    offered = [(value, words(f"cogs.{what}.{about}.{value}")) for value in (values if number else (OF_TABLE, *values))]
    marked = chosen or (usual if number else OF_TABLE)
    return row(select(make(f"preferences.{what}", number), offered, placeholder=words(f"cogs.{what}.choose"), chosen=(marked,)))


def card(info: TableInfo, words: Words) -> Card:
    """The menu of a table, for its host alone."""
    return Card(
        title=table.heading(info, words, "cogs.display.title"),
        text=words("cogs.display.about"),
        rows=(menu(words, info.display, info.id), themes(words, info.theme, info.id), shapes(words, info.shape, info.id)),
        colour=BLUE,
    )

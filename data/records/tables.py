"""Rows of tables: a table, its seats and its journal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Counted: TypeAlias = Literal["user", "guild", "channel"]
"""What open tables are counted by."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its seats and its position: columns for what is searched, locked or binary, and one document for
    everything else. `tables.model.table.Table` explains the fields.
    """

    id: int
    """0: not stored yet."""
    guild: int
    channel: int
    home: int | None = None
    """The channel in which the table was opened, if it has a thread of its own, which is then its `channel`."""
    game: str
    """A game's key."""
    options: str
    """JSON."""
    pace: str
    """A key."""
    language: str
    """A key."""
    state: str
    """`lobby`, `playing`, `over` or `cancelled`."""
    closed: str | None = None
    """Why it was closed before its rules ended it; a key."""
    follows: int | None = None
    """The table whose game is played again."""
    series: int | None = None
    """The first table of the series; None: this one."""
    host: int
    """A user."""
    changed: float
    version: int
    """Rises with every change."""
    seed: bytes
    """Secret until the game is over."""
    secret: bytes = b""
    """The bot's part of the seed."""
    stage: int
    number: int
    """The number of the journal's last line."""
    due: float | None
    """When the clock must look at the table next."""
    thinking: bool
    """Whether a computer player owes a move."""
    document: str
    """JSON; only `data.personal` reads a part of it here."""


class SeatRow(msgspec.Struct, frozen=True):
    """The occupant of a seat."""

    seat: int
    user: int | None
    """None: a computer player."""
    name: str
    level: str | None
    """The computer player's level."""
    resigned: bool
    missed: int
    """Consecutive overdue moves."""
    colour: str = ""
    """The colour that the person has chosen; "": none."""


class WholeTable(msgspec.Struct, frozen=True):
    """A table with everything else that is stored of it, except its journal."""

    row: TableRow
    seats: list[SeatRow]
    snapshot: bytes | None
    """Its position; None in the lobby."""
    tournament: tuple[int, int, int | None] | None
    """The tournament of which it is a game, the round, from 0, and its league."""


class JournalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table's journal."""

    number: int
    """From 1, without gaps."""
    kind: str
    """`move`, `computer`, `stand-in` (for a person who is overdue), `obvious`, `reveal` (a look), `start`, `resigned`,
    `gave-up`, `overdue`, `replaced`, `claimed` or `cancel`.
    """
    seat: int | None
    move: str
    """In notation; "" if the line is not a move."""
    events: str
    """JSON."""
    stage: int
    """The stage that the line answered."""
    turn: int
    request: int | None = None
    """The interaction that caused it."""
    at: float
    snapshot: bytes | None = None
    """The position before it, as long as it can be taken back."""

"""What a rule is given. A rule is a function of it: it returns the change of a table, or None if there is nothing to change, or
raises a `Refusal`. Rules neither wait nor store.
"""

from collections.abc import Callable
from typing import Self, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.contract import Game, Position, Seat
from tables.errors import NotHost, NotSeated, WrongState
from tables.model.table import Change, LoadedTable, Table


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """An act at a table, or the time at which the table acts by itself. The properties refuse what the table's state or the
    person does not allow.
    """

    loaded: LoadedTable
    """The table before the act; it has accounted for all outages."""
    game: Game
    now: float
    user: int = 0
    """The person who acts; 0: nobody, the table acts by itself."""
    request: int | None = None
    """The interaction by which they act."""
    since: int = 0
    """The journal line from which on the board of a new turn tells: the first of this change, or 0 where the last board has not
    been posted yet, so that the next one tells its story too.
    """

    @property
    def table(self) -> Table:
        """The table's values, in any state."""
        return self.loaded.table

    @property
    def lobby(self) -> Table:
        """The table, in the lobby. Raises WrongState."""
        if self.table.state != "lobby":
            closed = self.table.closed
            raise WrongState(f"tables.closed.{closed}" if closed else f"tables.refusal.not-lobby-{self.table.state}")
        return self.table

    @property
    def hosted(self) -> Table:
        """The table, in the lobby, of which this person is the host. Raises WrongState, NotHost."""
        if self.lobby.host != self.user:
            raise NotHost(host=self.host_name)
        return self.table

    @property
    def joined(self) -> Table:
        """The table, in the lobby, at which this person sits. Raises WrongState, NotSeated."""
        if self.lobby.seat_of(self.user) is None:
            raise NotSeated("tables.refusal.not-seated-lobby")
        return self.table

    @property
    def host_name(self) -> str:
        """The name of the table's host."""
        return next((info.name for info in self.table.seats if info.user == self.table.host), "?")

    @property
    def running(self) -> Table:
        """The table with its running game. Raises WrongState."""
        state, closed = self.table.state, self.table.closed
        if state != "playing" or self.loaded.position is None:
            raise WrongState(f"tables.closed.{closed}" if closed else f"tables.refusal.not-playing-{state}")
        return self.table

    @property
    def position(self) -> Position:
        """The position of the running game. Raises WrongState."""
        assert self.running
        assert self.loaded.position is not None
        return self.loaded.position

    @property
    def seat(self) -> Seat:
        """The seat that this person plays in the running game. Raises WrongState, NotSeated."""
        seat = self.running.seat_of(self.user)
        if seat is None:
            raise NotSeated
        if self.table.seats[seat].resigned:
            raise NotSeated("tables.refusal.resigned")
        return seat

    def at(self, loaded: LoadedTable) -> Self:
        """Returns the same act at the table as it is in the course of it."""
        return replace(self, loaded=loaded)

    def after(self, loaded: LoadedTable) -> Self:
        """Returns what follows from the act at the table as the act leaves it: only the act itself has the request."""
        return replace(self, loaded=loaded, request=None)


Rule: TypeAlias = Callable[[Context], Change | None]
"""Returns the change of a table, or None if there is nothing to change, or raises a `Refusal`."""

"""What people may do about guests: inviting, answering, waiting for a seat; whom they never want to sit with; what they want to
be told of.
"""

from collections.abc import Collection, Sequence

from data.store import Transaction
from engines.contract import Game
from tables.errors import CannotSit, TooMany
from tables.model.models import Person, TableInfo, TableView
from tables.model.table import Change, LoadedTable
from tables.rules import guests, lobby
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.time.timing import HOUR

BLOCKS = 100
"""People whom one person may block."""

CALLS = HOUR
"""So long a person is told of no further new table."""

CALLED = 20
"""People who are told of a new table at most."""


class GuestActions(Changing):
    """Guests: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers

    async def invite(self, table: int, user: int, users: Sequence[int], *, request: int | None = None) -> TableView:
        """Invite people into a lobby: whoever sits there; the host alone, where seats are by invitation. Raises WrongState,
        NotSeated, NotHost, CannotSit, TooMany.
        """

        def ask(loaded: LoadedTable, _game: Game, now: float) -> Change:
            may = lobby.hosted(loaded.table, user) if loaded.table.guests.only else lobby.seated(loaded.table, user)
            return guests.invite(may, user, users, now=now)

        return await self._do(table, user, request, ask)

    async def accept(self, table: int, person: Person, number: int, *, request: int | None = None) -> TableView:
        """Take the seat that one is asked to take; who sits here already keeps theirs. Raises WrongState, NoInvitation, Full,
        NotOpen, TooMany.
        """

        def sit(loaded: LoadedTable, game: Game, now: float) -> Change | None:
            if lobby.waiting(loaded.table).seat_of(person.user) is None:
                guests.answered(loaded.table, person.user, number)
            return lobby.join(loaded.table, game, person, now=now, press=request)

        await self._servers.admit((await self._table_store.read(table, anyway=True)).table.place.guild, person.user)
        return await self._do(table, person.user, request, sit)

    async def decline(self, table: int, user: int, number: int, *, request: int | None = None) -> TableView:
        """Say no to an invitation, or to the seat one has waited for. Raises WrongState, NoInvitation."""
        return await self._do(
            table, user, request, lambda loaded, _game, now: guests.decline(lobby.waiting(loaded.table), user, number, now=now)
        )

    async def wait(self, table: int, person: Person, *, request: int | None = None) -> TableView:
        """Wait for a seat at a full lobby. Raises WrongState, NotOpen, CannotSit, TooMany."""
        await self._servers.admit((await self._table_store.read(table, anyway=True)).table.place.guild, person.user)
        return await self._do(
            table,
            person.user,
            request,
            lambda loaded, game, now: guests.wait(lobby.waiting(loaded.table), game, person, now=now),
        )

    async def set_only(self, table: int, user: int, *, only: bool, request: int | None = None) -> TableView:
        """The host has seats by invitation alone, or free for all. Raises WrongState, NotHost."""
        return await self._do(
            table, user, request, lambda loaded, _game, now: guests.only(lobby.hosted(loaded.table, user), on=only, now=now)
        )

    async def turn_away(self, table: int, user: int, other: int, *, request: int | None = None) -> TableView:
        """The host has somebody get up, and not sit down in this lobby again. Raises WrongState, NotHost, CannotSit."""
        return await self._do(
            table, user, request, lambda loaded, _game, now: guests.turn_away(lobby.hosted(loaded.table, user), other, now=now)
        )

    # Whom one never wants to sit with.

    async def blocked_by(self, user: int) -> list[int]:
        """Whom this person has blocked."""
        return await self._store.blocked_by(user)

    async def block(self, user: int, other: int, *, blocked: bool) -> list[int]:
        """Never be seated or invited together with somebody from now on, or have it end; all whom the person has blocked by
        then. Tables that they share already go on. Raises CannotSit, TooMany.
        """
        if user == other:
            raise CannotSit("tables.refusal.block-oneself")

        async def store(tx: Transaction) -> list[int]:
            if blocked and len(await tx.blocked_by(user)) >= BLOCKS:
                raise TooMany("tables.refusal.too-many-blocked", limit=BLOCKS)
            await tx.set_block(user, other, self._clock.now() if blocked else None)
            return await tx.blocked_by(user)

        return await self._transact(store)

    # New tables of a game.

    async def subscriptions(self, user: int, guild: int) -> list[str]:
        """The games of which the person wants to be told when a table of this server is opened."""
        return await self._store.subscriptions_of(user, guild)

    async def subscribe(self, user: int, guild: int, games: Collection[str]) -> None:
        """Be told of these games, and of no others."""
        known = sorted(set(games) & set(self._games))
        await self._transact(lambda tx: tx.set_subscriptions(user, guild, known))

    async def to_call(self, shown: TableInfo) -> list[int]:
        """Who is to be told now that this lobby was opened: not in their quiet hours or on vacation, not more often than once
        an hour, nobody who sits there, and nobody who could not sit there.
        """
        now = self._clock.now()
        here = {info.user for info in shown.seats if info.user is not None}
        rows = await self._store.subscribers(shown.place.guild, shown.game)
        late = [row.user for row in rows if row.user not in here and row.told + CALLS <= now]
        plans = await self._plans_of(late)
        found = []
        for user in late:
            if user in plans and plans[user].silent(now):
                continue
            if not await self._store.at_odds((user,), here):
                found.append(user)
        return found[:CALLED]

    async def called(self, users: Collection[int]) -> None:
        """They have been told."""
        if users:
            async with self._store.transaction() as tx:
                await tx.note_called(users, self._clock.now())

    async def tables_on(self, guild: int) -> list[TableInfo]:
        """The lobbies and games of a server, oldest first."""
        return [self._table_store.listed(*rows) for rows in await self._store.open_tables_on(guild)]

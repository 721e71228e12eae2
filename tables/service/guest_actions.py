"""What people may do about guests: invitations and their answers, waiting lists, blocks, and subscriptions to new tables."""

from collections.abc import Collection, Sequence

from data.store import Transaction
from tables.errors import CannotSit, TooMany
from tables.model.people import Person
from tables.model.table_info import TableInfo
from tables.rules import guests, lobby
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.service.slow_games import check_slow_games
from tables.time.timing import HOUR

BLOCKS = 100
"""The most people that one person may block."""

CALLS = HOUR
"""Seconds between two notifications of new tables to one person."""

CALLED = 20
"""The most people notified of a new table."""


class GuestActions(Changing):
    """Guests: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers

    async def invite(self, table: int, user: int, users: Sequence[int], *, request: int | None = None) -> Reading:
        """Invite people to a lobby: anybody seated may; if seats are by invitation, only the host. Raises WrongState,
        NotSeated, NotHost, CannotSit, TooMany.
        """
        return await self._change(table, user, request, guests.invite, users)

    async def accept(self, table: int, person: Person, number: int, *, request: int | None = None) -> Reading:
        """Accept an invitation or a reserved seat, or agree to play on the seat one has; a person already seated keeps theirs.
        Raises WrongState, NoInvitation, Full, NotOpen, TooMany.
        """
        before = (await self._table_store.read(table, anyway=True)).table
        await self._servers.admit(before.place.guild, person.user)
        await check_slow_games(self._store, self._table_store, before, person.user)
        return await self._change(table, person.user, request, lobby.accept, person, number)

    async def decline(self, table: int, user: int, number: int, *, request: int | None = None) -> Reading:
        """Decline an invitation or a reserved seat, or give back one's own when asked. Raises WrongState, NoInvitation."""
        return await self._change(table, user, request, lobby.decline, number)

    async def wait(self, table: int, person: Person, *, request: int | None = None) -> Reading:
        """Join the waiting list of a full lobby. Raises WrongState, NotOpen, CannotSit, TooMany."""
        await self._servers.admit((await self._table_store.read(table, anyway=True)).table.place.guild, person.user)
        return await self._change(table, person.user, request, guests.wait, person)

    async def set_only(self, table: int, user: int, *, only: bool, request: int | None = None) -> Reading:
        """The host makes seats available by invitation only, or to everybody. Raises WrongState, NotHost."""
        return await self._change(table, user, request, guests.set_only, only=only)

    async def turn_away(self, table: int, user: int, other: int, *, request: int | None = None) -> Reading:
        """The host removes a person, who cannot sit down in this lobby again. Raises WrongState, NotHost, CannotSit."""
        return await self._change(table, user, request, guests.turn_away, other)

    # Blocks.

    async def blocked_by(self, user: int) -> list[int]:
        """Returns the people whom this person has blocked."""
        return await self._store.blocked_by(user)

    async def block(self, user: int, other: int, *, blocked: bool) -> list[int]:
        """Block a person from now on, never to be seated or invited together, or unblock them; return all people blocked
        afterwards. Games that they already share go on. Raises CannotSit, TooMany.
        """
        if user == other:
            raise CannotSit("tables.refusal.block-oneself")

        async def store(tx: Transaction) -> list[int]:
            if blocked and len(await tx.blocked_by(user)) >= BLOCKS:
                raise TooMany("tables.refusal.too-many-blocked", limit=BLOCKS)
            await tx.set_block(user, other, self._clock.now() if blocked else None)
            return await tx.blocked_by(user)

        return await self._transact(store)

    # Subscriptions to new tables of a game.

    async def subscriptions(self, user: int, guild: int) -> list[str]:
        """Returns the games for which this person is notified of new tables in this server."""
        return await self._store.subscriptions_of(user, guild)

    async def subscribe(self, user: int, guild: int, games: Collection[str]) -> None:
        """Subscribe to new tables of exactly these games."""
        known = sorted(set(games) & set(self._games))
        await self._transact(lambda tx: tx.set_subscriptions(user, guild, known))

    async def may_want_calls(self, user: int, info: TableInfo) -> bool:
        """Returns whether this is the first game that somebody has finished, and they hear of no new tables in its server."""
        if info.state != "over" or info.place.guild <= 0 or not info.took_part(user):
            return False
        finished = [row.id for row, _ in await self._store.finished_tables(None, user, 2)]
        return finished == [info.id] and not await self.subscriptions(user, info.place.guild)

    async def to_call(self, guild: int, game: str, here: Collection[int], asked: Collection[int] = ()) -> list[int]:
        """Returns the people to notify of a new lobby with these people: not in quiet hours or on vacation, at most once an
        hour each, not there yet, able to join them, and not among those `asked` about it.
        """
        now = self._clock.now()
        rows = await self._store.subscribers(guild, game)
        late = [row.user for row in rows if row.user not in {*here, *asked} and row.told + CALLS <= now]
        plans = await self._plans_of(late)
        found = []
        for user in late:
            if user in plans and plans[user].silent(now):
                continue
            if not await self._store.at_odds((user,), here):
                found.append(user)
        return found[:CALLED]

    async def note_called(self, users: Collection[int]) -> None:
        """Record that these people were notified."""
        if users:
            async with self._store.transaction() as tx:
                await tx.note_called(users, self._clock.now())

    async def tables_on(self, guild: int) -> list[TableInfo]:
        """Returns the lobbies and games of a server, oldest first."""
        return [self._table_store.table_info(*rows) for rows in await self._store.open_tables_on(guild)]

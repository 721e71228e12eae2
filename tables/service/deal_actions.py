"""What castles of the day and challenges share: beginning a person's game of a deal that others play too."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.days import DealTryRow
from tables.model.people import Person
from tables.model.table import Change
from tables.rules import lobby
from tables.rules.context import Context
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions


class DealActions(Changing):
    """Games of deals that others play too, each in its person's direct messages. The first one counts."""

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers
        self._opening = asyncio.Lock()

    async def _begin(
        self, person: Person, guild: int, request: int | None, prepare: Callable[[float], Awaitable[Change]]
    ) -> Reading:
        """Begin the game whose lobby this returns at a time, or return the person's unfinished one of its deal. `guild`: where
        they asked for it. Raises TooMany, Excluded.
        """
        await self._servers.admit(guild, person.user)

        async def carry_out() -> int:
            async with self._opening:
                while True:
                    now = self._clock.now()
                    opened = await prepare(now)
                    deal = opened.loaded.table.deal
                    known = None if request is None else await self._store.subject_of_request(request)
                    if known is None:
                        known = await self._unfinished_game(deal, person.user)
                    if known is not None:
                        return known
                    tried = DealTryRow(deal=deal, user=person.user, guild=guild, name=person.name, at=now)
                    with contextlib.suppress(Overtaken, Repeated):
                        return await self._start(opened, tried, person.user, request)

        return self._look(await self._table_store.read(await self._finish(carry_out())), person.user)

    async def _start(self, opened: Change, tried: DealTryRow, user: int, request: int | None) -> int:
        def begin(context: Context) -> Change:
            # No press is mixed into the seed: it is that of the deal.
            return replace(lobby.start(replace(context, request=None)), limits=opened.limits, tried=tried)

        return (await self._carried_out(opened.loaded, user, request, begin)).table.id

    async def _unfinished_game(self, deal: str, user: int) -> int | None:
        for row, seats in await self._store.open_tables_of(user, 0):
            info = self._table_store.table_info(row, seats)
            if info.deal == deal and info.state == "playing":
                return info.id
        return None

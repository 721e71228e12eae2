"""Tournaments as they are stored, and the transaction that changes one.

Each change locks the tournament's subject, so only one process at a time changes it, and stores what is told with it.
"""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from data.records.tournaments import TournamentRow
from data.store import Reads, Transaction
from engines.contract import Game
from tables.errors import Refusal, SetAside
from tables.model.outbox_rows import TournamentCardRow
from tables.service.changing import Changing, Shared
from tables.store.outbox import Outbox, outbox_record
from tables.store.table_store import LINKED_SECONDS
from tables.tournaments import clock, tournament_rows
from tables.tournaments.tournament import Tournament

TournamentRule = Callable[[Transaction, Tournament], Awaitable[Tournament]]


class StoredTournaments(Changing):
    """What `tournament_actions` and `tournament_rounds` have in common."""

    def __init__(self, shared: Shared, outbox: Outbox) -> None:
        super().__init__(shared)
        self._outbox = outbox
        self.may_go_on: Callable[[], None] = lambda: None
        """Makes the clock of the tournaments check again; set by the owner of that clock."""
        self.on_division_end: Callable[[], None] = lambda: None
        """Called when a division of a league has ended; set by the owner of the leagues."""

    async def find(self, store: Reads, number: int) -> Tournament:
        """Returns a tournament as last committed. Raises Refusal if there is none with that number."""
        return self.read(await self.row(store, number))

    def read(self, row: TournamentRow) -> Tournament:
        """Returns the tournament of a row, which has accounted for all outages."""
        stored = tournament_rows.read(row)
        return clock.excuse_outages(stored, self.presence.of(stored.place.guild, stored.counted))

    async def row(self, store: Reads, number: int) -> TournamentRow:
        """Raises Refusal if there is none with that number."""
        row = await store.tournament(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise Refusal("tables.refusal.tournament-none")
        return row

    async def change(self, number: int, request: int | None, rule: TournamentRule, *, after: float = 0.0) -> Tournament:
        """Change a tournament by a rule, and have its message sent in `after` seconds. Returns it as stored. A request that has
        been carried out changes nothing. Raises Refusal.
        """

        async def carry_out() -> Tournament:
            async with self._store.transaction() as tx:
                await tx.lock_subject(number)
                row = await self.row(tx, number)
                before = self.read(row)
                if request is not None and await tx.subject_of_request(request) is not None:
                    return before
                new = await rule(tx, before)
                if new == tournament_rows.read(row):
                    return before
                new = await self.keep(tx, new, row.secret, before, after)
                if request is not None:
                    await tx.remember_request(request, number, self._clock.now())
            self.wake()
            if new.league is not None and new.state != before.state:
                self.on_division_end()
            return new

        return await self._finish(carry_out())

    async def keep(
        self, tx: Transaction, tournament: Tournament, secret: bytes, before: Tournament | None = None, after: float = 0.0
    ) -> Tournament:
        """Store a tournament, which was `before`, have its message sent in `after` seconds, and return it as stored."""
        now = self._clock.now()
        news = [] if before is None else tournament_rows.announcement_rows(before, tournament)
        number = await tx.save_tournament(tournament_rows.tournament_record(tournament, secret, now))
        # A round is announced when its tables exist.
        told = now + (LINKED_SECONDS if tournament.rounds else after)
        rows = [outbox_record(TournamentCardRow(), now + after), *(outbox_record(each, told) for each in news)]
        await tx.put_outbox(number, rows)
        return replace(tournament, id=number, version=0 if before is None else before.version + 1, changed=now)

    def wake(self) -> None:
        """Have what is stored told, and the clock of the tournaments check again."""
        self._outbox.wake()
        self.may_go_on()

    def game_of(self, tournament: Tournament) -> Game:
        """Raises SetAside if this version no longer has the game; another version can continue."""
        if tournament.game not in self._games:
            raise SetAside
        return self._games[tournament.game]

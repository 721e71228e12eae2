"""One message a day for people who want no single calls of slow games: what waits for them or for an answer of theirs, what
has begun and what has ended.

The next time is stored together with the outbox row, so of several processes one sends it; after an outage late, not twice.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from data.records.digests import DigestRecord
from data.store import Transaction
from tables.errors import NoSuchTable
from tables.leagues.league import League
from tables.model import outbox_rows
from tables.model.subjects import DigestSubject, Subject
from tables.model.table_info import TableInfo
from tables.nights.night import Night
from tables.service.changing import Changing, Shared
from tables.service.people import People
from tables.store.outbox import Outbox, outbox_record
from tables.time.plan import Plan
from tables.time.timing import DAY, HOUR
from tables.tournaments.tournament import Tournament

LATE, SOON = HOUR, DAY / 2
"""Seconds after which a daily message is late, and before the next one in which a late one no longer comes."""


class Digest(msgspec.Struct, frozen=True):
    """What a person is told: their games, each list in the order in which it is shown."""

    waiting: list[TableInfo]
    """Those that wait for them, the soonest first."""
    ended: list[TableInfo]
    begun: list[TableInfo]
    votes: list[TableInfo] = []
    """Those in which a vote waits for their answer."""
    questions: list[Tournament | Night | League] = []
    """What they have opened and are asked about."""

    @property
    def subjects(self) -> list[TableInfo | Tournament | Night | League]:
        """All of them."""
        return [*self.waiting, *self.votes, *self.questions, *self.begun, *self.ended]


class DigestActions(Changing):
    """Daily messages: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, people: People, outbox: Outbox) -> None:
        super().__init__(shared)
        self._people = people
        self._outbox = outbox
        self.find: Callable[[int], Awaitable[Subject]]
        """Returns the subject of a number; set by the owner of all kinds."""

    async def subject(self, number: int) -> DigestSubject:
        """Returns the daily message of this number. Raises NoSuchTable."""
        row = await self._store.digest(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise NoSuchTable
        return DigestSubject(id=row.id, user=row.user)

    async def read(self, user: int, since: float) -> Digest:
        """Returns what a person is told of now."""
        found = [self._table_store.table_info(*rows) for rows in await self._store.open_tables_of(user, None)]
        news = [await self._store.table(number) for number in await self._store.news_of(user, since)]
        told = [self._table_store.table_info(*rows) for rows in news if rows is not None]
        waiting = sorted((each for each in found if each.waits_for(user)), key=lambda each: (each.due_of(user), each.id))
        begun = [each for each in told if each.state == "playing" and not each.waits_for(user)]
        votes = [each for each in found if each.asks(user) is not None]
        return Digest(waiting, [each for each in told if each.state == "over"], begun, votes, await self._questions(user))

    async def _questions(self, user: int) -> list[Tournament | Night | League]:
        hosted = [await self.find(number) for number in await self._store.hosted_by(user)]
        return [each for each in hosted if isinstance(each, Tournament | Night | League) and each.asked]

    async def advance(self, number: int) -> None:
        """Send the daily message that is due, if there is anything to tell and its person is not away. If it is late and the
        next one comes soon, that one tells everything.
        """
        row = await self._store.digest(number)
        now = self._clock.now()
        if row is None or row.due is None or row.due > now:
            return
        plan = (await self._people.person(row.user)).plan
        missed = now > row.due + LATE and plan.next_digest(now) < now + SOON
        told = not missed and not plan.off(now) and bool((await self.read(row.user, row.since)).subjects)

        async def carry_out(tx: Transaction) -> None:
            plan = (await self._people.lock(tx, row.user)).plan
            before = await tx.digest(number)
            if before != row:
                return
            await follow(tx, row.user, plan, now, since=now if told else row.since)
            if told and plan.calls == "daily":
                await tx.put_outbox(number, [outbox_record(outbox_rows.DigestRow(since=row.since), now)])

        await self._transact(carry_out)
        self._outbox.wake()

    async def show_again(self, number: int) -> None:
        """Do nothing: what is posted stays as it was."""

    async def repair(self, *_about: int, **_how: Any) -> DigestSubject:
        """Refuse: it has no channel of its own. Raises NoSuchTable."""
        raise NoSuchTable


async def follow(tx: Transaction, user: int, plan: Plan, now: float, *, since: float | None = None) -> None:
    """Store when a person's next daily message is, within the transaction that stores their choice. `since`: until when they
    have been told; by default until now, if they have only just chosen it.
    """
    before = await tx.digest_of(user)
    due = plan.next_digest(now) if plan.calls == "daily" else None
    if before is None and due is None:
        return
    if since is None:
        since = now if before is None or before.due is None else before.since
    await tx.save_digest(DigestRecord(id=0 if before is None else before.id, user=user, due=due, since=since))

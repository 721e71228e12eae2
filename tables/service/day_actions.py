"""The castle of the day: part of `tables.service.service.TableService`."""

from collections.abc import Callable

import msgspec

from data.records.days import DayRow, DealTryRow
from engines.base import places_of
from engines.draws import SEED_BYTES, commitment
from tables.errors import NoSuchTable, Refusal
from tables.model.outbox_rows import DayCardRow
from tables.model.people import Person
from tables.model.subjects import DAY, DaySubject
from tables.model.table import Change
from tables.model.table_info import Place
from tables.rules import days
from tables.rules.reading import Reading
from tables.service.changing import Shared
from tables.service.deal_actions import DealActions
from tables.service.server_actions import ServerActions
from tables.store.outbox import Outbox, outbox_record

LISTED = 20
"""People listed in a server's standings."""


class DayInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The castle of a day as one person may know it."""

    day: str
    game: str
    commitment: str
    """SHA-256 (hex) of the day's seed."""
    until: float
    """When the day ends, in Unix seconds."""
    playing: int | None
    """The person's unfinished game of it."""
    first: DealTryRow | None
    """Their first try; None: they have not begun."""
    standings: tuple[DealTryRow, ...]
    """The first tries of the server's people, the best first; () before this person has finished theirs."""
    lately: int
    """Of how many of the last seven days they have finished the castle."""
    before: DayRow | None
    """The castle of the day before, with its seed."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places in the standings: by the place in the game, then the score; equals share theirs."""
        return places_of([(-(row.place or 0), row.score or 0) for row in self.standings])


class DayActions(DealActions):
    """The castle of the day."""

    def __init__(self, shared: Shared, servers: ServerActions, outbox: Outbox, token: Callable[[int], bytes]) -> None:
        super().__init__(shared, servers)
        self._outbox = outbox
        self._token = token

    async def look(self, guild: int, user: int) -> DayInfo:
        """Returns today's castle for a person in a server (0: none)."""
        now = self._clock.now()
        castle = await self._castle(days.day_of(now))
        first = await self._store.deal_try(castle.day, user)
        done = first is not None and first.ended is not None and guild > 0
        return DayInfo(
            day=castle.day,
            game=castle.game,
            commitment=commitment(bytes.fromhex(castle.seed)),
            until=days.end_of(castle.day),
            playing=await self._unfinished_game(castle.day, user),
            first=first,
            standings=tuple(await self._store.deal_standings(castle.day, guild, LISTED)) if done else (),
            lately=await self._store.days_finished(user, days.day_of(now, days.WEEK - 1), castle.day),
            before=await self._store.day(days.day_of(now, 1)),
        )

    async def subject(self, number: int, otherwise: str = "en") -> DaySubject:
        """Returns the castles of a server of this number, told in the server's language or else in this one. Raises
        NoSuchTable.
        """
        row = await self._store.subject(number) if 0 < number < 1 << 63 else None
        if row is None or row.kind != DAY:
            raise NoSuchTable
        language = await self._store.spoken_language(row.guild)
        return DaySubject(id=row.id, place=Place(row.guild, row.channel), language=language or otherwise, version=row.version)

    async def count_finished(self, guild: int, day: str) -> tuple[str, int]:
        """Returns the game of a day, and how many people of a server have finished it."""
        castle = await self._store.day(day)
        return "" if castle is None else castle.game, await self._store.count_deal_tries(day, guild)

    async def show_again(self, number: int) -> None:
        """Do nothing: the card is edited when the next person has finished."""

    async def repair(
        self, number: int, _user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> DaySubject:
        """Post today's card once more for a moderator, where the server's settings have it, if anybody has finished the castle.
        Raises Refusal.
        """
        del channel
        if not moderator:
            raise Refusal("cogs.server.refusal.not-moderator")
        found, now = await self.subject(number), self._clock.now()
        day = days.day_of(now)
        tries = await self._store.deal_standings(day, found.place.guild, 1)
        told = [(await self._table_store.read(each.table_id, anyway=True)).table for each in tries]
        rows = [outbox_record(DayCardRow(day=day, language=table.language), now) for table in told]
        await self._post_again(number, rows, request)
        self._outbox.wake()
        return found

    async def begin(self, person: Person, guild: int, channel: int, *, language: str, request: int | None = None) -> Reading:
        """Begin a person's game of today's castle in their direct messages, or return the one they have not finished. `guild`:
        where they asked for it. The first one counts. Raises TooMany, Excluded.
        """

        async def prepare(now: float) -> Change:
            castle = await self._castle(days.day_of(now))
            return days.prepare(person, channel, self._games[castle.game], castle, now=now, language=language)

        return await self._begin(person, guild, request, prepare)

    async def _castle(self, day: str) -> DayRow:
        """Returns the castle of a day, which the first process that asks for it draws."""
        if (found := await self._store.day(day)) is not None:
            return found
        async with self._store.transaction() as tx:
            await tx.add_day(DayRow(day, days.title_of(self._games, day), self._token(SEED_BYTES).hex()))
        found = await self._store.day(day)
        assert found is not None
        return found

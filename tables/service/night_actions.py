"""Game nights: what people may do about them, and how they advance automatically.

A draw is stored before its tables are opened, each under a request of its own: a process killed in between leaves
the rest to the next one.
"""

import random
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from data.records.nights import EveningRow
from data.records.people import LedgerRow
from data.store import Reads, Transaction
from engines.draws import SEED_BYTES
from tables.errors import BadChoice, NoSuchGame, NoSuchTable, Refusal, SetAside, TooMany
from tables.matchmaking.wishes import Invited, Match
from tables.model.outbox_rows import NightCardRow, NightEventRow
from tables.model.people import Person, seat_name
from tables.nights import night as rules
from tables.nights import night_rows, seating
from tables.nights.night import EventFault, Night, NightGame, NightNote, Reply
from tables.rules import ledger
from tables.service.changing import Shared, time_of_edit
from tables.service.hosted_actions import HostedActions
from tables.service.matchmaking_actions import MatchmakingActions
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import ServerActions
from tables.store.deadlines import NotYet
from tables.store.outbox import Outbox, outbox_record
from tables.time.presence import BEAT_SECONDS
from tables.time.timing import DAY, MINUTE

AT_ONCE, YOURS = 5, 2
"""The most open nights of a server, and of one host in all servers."""

SOONEST, LATEST = 10 * MINUTE, 60 * DAY
"""How far ahead the first date may be, in seconds."""

COLLECTED = 2.0
"""Seconds in which the answers of people are shown by one edit."""

POLL = MINUTE
"""Seconds between two looks at the tables of an evening."""

KEPT = 7 * DAY
"""Seconds for which a night is kept after its end."""

EVENINGS = 200
"""The evenings of a server that can be looked at."""


class NightActions(HostedActions[Night]):
    """Game nights: part of `tables.service.service.TableService`."""

    kind, card = "night", NightCardRow()

    def __init__(  # noqa: PLR0917 - the parts it works with
        self,
        shared: Shared,
        servers: ServerActions,
        seasons: SeasonActions,
        matchmaking: MatchmakingActions,
        outbox: Outbox,
        token: Callable[[int], bytes],
    ) -> None:
        super().__init__(shared, servers, seasons, outbox)
        self._matchmaking = matchmaking
        self._token = token

    async def night(self, number: int) -> Night:
        """Returns a night as last committed. Raises NoSuchTable."""
        return await self._read(self._store, number)

    async def _read(self, store: Reads, number: int) -> Night:
        row = await store.night(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise NoSuchTable
        return night_rows.read(row, await store.comers(number))

    async def nights_in(self, guild: int) -> list[Night]:
        """Returns the nights of a server that are not over, oldest first."""
        return [await self.night(number) for number in await self._store.open_nights(guild)]

    async def evenings(self, guild: int) -> list[EveningRow]:
        """Returns the newest evenings of a server's nights at which tables were drawn, the newest first."""
        return await self._store.evenings(guild, EVENINGS)

    async def evening(self, number: int, date: int) -> EveningRow:
        """Returns what is kept of a date of a night, which may have been deleted. Raises NoSuchTable."""
        if (found := await self._store.evening(number, date)) is None:
            raise NoSuchTable
        return found

    async def open_night(self, person: Person, night: Night, *, request: int | None = None) -> Night:
        """Open a night, with this person as its host, who comes. Raises NoSuchGame, BadChoice, Excluded, TooMany, TooSoon,
        Refusal.
        """
        guild, now = night.place.guild, self._clock.now()
        if guild <= 0:
            raise Refusal("tables.refusal.night-server")
        if night.game and night.game not in self._games:
            raise NoSuchGame
        await self._servers.admit(guild, person.user)
        new = rules.open_night(replace(night, host=person.user), seat_name(person), now)

        async def carry_out() -> Night:
            async with self._store.transaction() as tx:
                await tx.server(guild)  # a server's nights are opened one at a time
                if request is not None and (known := await tx.subject_of_request(request)) is not None:
                    return await self._read(tx, known)
                if not SOONEST <= night.starts - now <= LATEST:
                    raise BadChoice("tables.refusal.night-when")
                if len(await tx.open_nights(guild)) >= AT_ONCE:
                    raise TooMany("tables.refusal.night-many", limit=AT_ONCE)
                await ledger.enter(tx, LedgerRow(person.user, "open", place=guild), now)
                mine = [await self._read(tx, each) for each in await tx.nights_with(person.user)]
                if sum(each.host == person.user for each in mine) >= YOURS:
                    raise TooMany("tables.refusal.night-yours", limit=YOURS)
                number = await tx.save_night(night_rows.night_record(new, now))
                await tx.save_comers(number, night_rows.comer_records(None, new))
                await tx.put_outbox(number, [outbox_record(NightEventRow(date=1), now), outbox_record(NightCardRow(), now)])
                if request is not None:
                    await tx.remember_request(request, number, now)
            self._wake()
            return replace(new, id=number)

        return await self._finish(carry_out())

    async def _keep(self, tx: Transaction, before: Night, new: Night, after: float) -> Night:
        now = self._clock.now()
        await tx.save_night(night_rows.night_record(new, now))
        afresh = not {each.number for each in before.people} <= {each.number for each in new.people}
        await tx.save_comers(new.id, night_rows.comer_records(None if afresh else before, new), afresh=afresh)
        if (evening := night_rows.evening_record(before, new)) is not None:
            await tx.add_evening(evening)
        told = () if new.lost else night_rows.announcements(before, new)
        await tx.put_outbox(new.id, [outbox_record(row, time_of_edit(now, after)) for row in told])
        return replace(new, version=before.version + 1)

    async def reply(self, number: int, person: Person, said: Reply, *, request: int | None = None) -> Night:
        """A person says whether they come. Raises Stale, Excluded."""
        await self._servers.admit((await self.night(number)).place.guild, person.user)

        async def rule(_tx: Transaction, night: Night) -> Night:
            return rules.reply(night, person.user, seat_name(person), said)

        return await self._with(number, request, rule, after=COLLECTED)

    async def arrive(self, number: int, person: Person, *, request: int | None = None) -> Night:
        """A person is there and waits for a game. Raises Stale, Excluded, Refusal."""
        await self._servers.admit((await self.night(number)).place.guild, person.user)

        async def rule(_tx: Transaction, night: Night) -> Night:
            return rules.arrive(night, person.user, seat_name(person), self._clock.now())

        return await self._with(number, request, rule, after=COLLECTED)

    async def depart(self, number: int, user: int, *, request: int | None = None) -> Night:
        """A person waits for no further game. Raises Stale."""

        async def rule(_tx: Transaction, night: Night) -> Night:
            return rules.depart(night, user)

        return await self._with(number, request, rule, after=COLLECTED)

    async def call_off(
        self, number: int, user: int, *, whole: bool, moderator: bool = False, request: int | None = None
    ) -> Night:
        """Call off the next date, or end what of it has begun; `whole`: and all further ones. For the host, or a moderator of
        the server; its log notes what a moderator does, and the end of all. Raises Stale, NotHost.
        """
        later = await self._later(await self.night(number))

        async def rule(tx: Transaction, night: Night) -> Night:
            what = "night-ended" if whole else "night-off"
            await self._check_host(tx, night, user, what, moderator=moderator, ends=whole or not night.every)
            note: NightNote = "" if night.tables else "host"
            return rules.end(night, note) if whole else rules.next_date(night, self._clock.now(), later, note)

        return await self._with(number, request, rule)

    async def note_event(self, number: int, date: int, event: int, fault: EventFault) -> Night:
        """Note where a date stands in Discord's calendar, and what is wrong with it there."""

        async def rule(_tx: Transaction, night: Night) -> Night:
            return rules.note_event(night, date, event, fault)

        return await self._with(number, None, rule)

    async def add_interested(self, number: int, people: Sequence[tuple[int, str]]) -> Night:
        """Add those who have marked a night in Discord's calendar, by id and name, unless they are excluded."""
        gone = {row.user for row in await self._servers.exclusions((await self.night(number)).place.guild)}

        async def rule(_tx: Transaction, night: Night) -> Night:
            return rules.add_interested(night, (each for each in people if each[0] not in gone))

        return await self._with(number, None, rule)

    async def exclude(self, guild: int, user: int) -> None:
        """A person excluded from a server's tables comes to none of its nights."""
        for number in await self._store.nights_with(user):
            if (await self.night(number)).place.guild == guild:

                async def rule(_tx: Transaction, night: Night) -> Night:
                    return replace(night, people=tuple(each for each in night.people if each.user != user))

                await self._with(number, None, rule)

    async def repair(
        self, number: int, user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> Night:
        """Show a night in this channel of its server, for its host or a moderator. Raises Stale, NotHost, TooSoon."""

        async def rule(tx: Transaction, night: Night) -> Night:
            await self._check_host(tx, night, user, "night-moved", moderator=moderator)
            await ledger.enter(tx, LedgerRow(user, "repair", place=number), self._clock.now())
            await tx.retire_messages(number)
            now = self._clock.now()
            await tx.put_outbox(
                number, [outbox_record(NightEventRow(date=night.date), now), outbox_record(NightCardRow(), now)]
            )
            return rules.move(night, channel, now)

        return await self._with(number, request, rule)

    # The automatic part.

    async def advance(self, number: int) -> None:
        """Do what is due in a night: its steps, its draws, and the tables of what was drawn. Raises NotYet."""
        night, now = await self.night(number), self._clock.now()
        guild = night.place.guild
        if not await self.presence.settle(guild):
            raise NotYet(now + BEAT_SECONDS)
        for game in night.games:
            if game.table is None and not night.lost:
                await self._open(night, game)
        ended = {table for table in (await self.night(number)).tables if await self._is_over(table)}
        later, least = await self._later(night), self._least(night)

        async def rule(tx: Transaction, before: Night) -> Night:
            noted = rules.note_ends(before, ended, now)
            if noted.step == "begun" and noted.draw is not None and noted.draw <= now and not noted.lost:
                noted = await self._draw(tx, noted)
            return rules.look(noted, now, least, later)

        after = await self._with(number, None, rule)
        if after.playing and not after.lost and all(game.table is not None for game in after.games):
            raise NotYet(min(now + POLL, rules.over(after), after.draw or now + POLL))

    def _least(self, night: Night) -> int:
        games = [self._games[night.game]] if night.game in self._games else self._games.values()
        return min(size for game in games for size in game.seats if size >= 2)

    async def _is_over(self, table: int) -> bool:
        row = await self._store.table(table)
        return row is None or row[0].state not in {"lobby", "playing"}

    async def _draw(self, tx: Transaction, night: Night) -> Night:
        """Draw tables among those who wait."""
        gone = {row.user for row in await self._servers.exclusions(night.place.guild)}
        playable = not night.game or night.game in self._games  # another version may have it
        comers = [each for each in night.waiting if each.user not in gone and playable]
        games = {each.user: await self._may_play(night, each.user) for each in comers}
        found = seating.wish_list(night, comers, games)
        around = await self._matchmaking.surroundings(tx, found)
        if not night.strength:
            around = replace(around, strength={})
        chance = random.Random(self._token(SEED_BYTES))  # noqa: S311 - who sits with whom is no secret
        matches = seating.draw(found, around, night, chance) if len(comers) > 1 else ()
        drawn = [(match.game, tuple(each.wish for each in match.people)) for match in matches]
        return rules.seat(night, drawn, self._clock.now())

    async def _may_play(self, night: Night, user: int) -> tuple[str, ...]:
        return (night.game,) if night.game else await self._matchmaking.usual_games(night.place.guild, user)

    async def _open(self, night: Night, game: NightGame) -> None:
        """Open the table of a game that was drawn, for those of its people who are still known."""
        comers = [each for each in night.people if each.number in game.people]
        found = seating.wish_list(night, comers, dict.fromkeys((each.user for each in comers), (game.game,)))
        match = Match(
            number=game.number,
            game=game.game,
            speed="live",
            people=tuple(Invited(each.number, 0.0, 0.0, agreed=True) for each in comers),
        )
        try:
            table = await self._matchmaking.open_table(found, match, found.wishes) if len(comers) > 1 else None
        except (Refusal, SetAside):
            table = None

        async def rule(_tx: Transaction, before: Night) -> Night:
            known = any(each.number == game.number and each.table is None for each in before.games)
            return rules.set_table(before, game.number, table, self._clock.now()) if known else before

        await self._with(night.id, None, rule)

    async def forget_old(self, tx: Transaction, limit: int) -> list[int]:
        """Returns nights that ended long ago, to be deleted."""
        return await tx.old_nights(self._clock.now() - KEPT, limit)

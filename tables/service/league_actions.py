"""Leagues: what people may do about them, and how they advance automatically.

The divisions of a season are
stored, as tournaments that have begun, in the transaction that begins it, so a season begins once and as a whole.
"""

import asyncio
import itertools
from collections.abc import Callable, Collection, Sequence

import msgspec
from msgspec.structs import replace

from data.records.leagues import LeaguePlayerRow
from data.records.people import LedgerRow
from data.store import Reads, Transaction
from engines.draws import SEED_BYTES, commitment
from tables.errors import BadChoice, NoSuchGame, NoSuchTable, Refusal, SetAside, TooMany
from tables.leagues import divisions, league_rows
from tables.leagues import league as rules
from tables.leagues.league import League
from tables.model.outbox_rows import LeagueCardRow, LeagueSeasonRow
from tables.model.people import Person, seat_name
from tables.ranking import counting, ratings
from tables.rules import ledger
from tables.service.changing import Shared, time_of_edit
from tables.service.hosted_actions import HostedActions
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import LOG_KEPT, ServerActions
from tables.service.tournament_actions import TournamentActions
from tables.service.tournament_rounds import ROOM_SECONDS, TournamentRounds
from tables.store.deadlines import NotYet
from tables.store.outbox import Outbox, outbox_record
from tables.time.presence import BEAT_SECONDS
from tables.time.timing import DAY
from tables.tournaments.pairing import Pair
from tables.tournaments.tournament import Tournament

AT_ONCE = 3
"""The most open leagues of a server."""

SOONEST, LATEST = 2 * DAY, 60 * DAY
"""How far ahead the first season may begin, in seconds."""

COLLECTED = 2.0
"""Seconds in which the presses of people are shown by one edit."""


class LeagueActions(HostedActions[League]):
    """Leagues: part of `tables.service.service.TableService`."""

    kind, card = "league", LeagueCardRow()

    def __init__(  # noqa: PLR0917 - the parts it works with
        self,
        shared: Shared,
        servers: ServerActions,
        seasons: SeasonActions,
        tournaments: TournamentActions,
        rounds: TournamentRounds,
        outbox: Outbox,
        token: Callable[[int], bytes],
    ) -> None:
        super().__init__(shared, servers, seasons, outbox)
        self._tournaments, self._rounds = tournaments, rounds
        self._token = token
        rounds.stored.on_division_end = self._look_again
        rounds.stand_ins = self._stand_ins

    def _look_again(self) -> None:
        self.may_go_on()

    async def league(self, number: int) -> League:
        """Returns a league as last committed. Raises NoSuchTable."""
        return await self._read(self._store, number)

    async def _read(self, store: Reads, number: int) -> League:
        row = await store.league(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise NoSuchTable
        return league_rows.read(row, await store.league_players(number))

    async def leagues_in(self, guild: int) -> list[League]:
        """Returns the leagues of a server that are not over, oldest first."""
        return [await self.league(number) for number in await self._store.open_leagues(guild)]

    async def past_seasons(self, guild: int) -> list[tuple[League, int]]:
        """Returns the seasons of a server's leagues that have ended, by league and number (from 1), newest first."""
        found = []
        for number in await self._store.leagues_of(guild):
            league = await self.league(number)
            found += [(each.ended, league, at) for at, each in enumerate(league.seasons, 1) if each.ended is not None]
        return [(league, season) for _, league, season in sorted(found, key=lambda each: each[0], reverse=True)]

    async def divisions(self, league: League, season: int | None = None) -> list[Tournament]:
        """Returns the divisions of a season (from 1), the highest first; of the one that runs or has ended last by default."""
        numbers = league.divisions if season is None else league.seasons[season - 1].divisions
        return await self._rounds.divisions(self._store, numbers)

    async def open_league(self, person: Person, league: League, *, request: int | None = None) -> League:
        """Open a league, with this person as its host. Raises NoSuchGame, BadChoice, Excluded, TooMany, TooSoon, Refusal."""
        guild, now = league.place.guild, self._clock.now()
        if guild <= 0:
            raise Refusal("tables.refusal.league-server")
        if league.game not in self._games:
            raise NoSuchGame
        await self._servers.admit(guild, person.user)
        new = rules.open_league(replace(league, host=person.user), now)

        async def carry_out() -> League:
            async with self._store.transaction() as tx:
                await tx.server(guild)  # a server's leagues are opened one at a time
                if request is not None and (known := await tx.subject_of_request(request)) is not None:
                    return await self._read(tx, known)
                if not SOONEST <= league.starts - now <= LATEST:
                    raise BadChoice("tables.refusal.league-when")
                if len(await tx.open_leagues(guild)) >= AT_ONCE:
                    raise TooMany("tables.refusal.league-many", limit=AT_ONCE)
                await ledger.enter(tx, LedgerRow(person.user, "open", place=guild), now)
                stored = await self._save(tx, new, b"", now)
                if new.opened:
                    await tx.put_outbox(stored.id, [outbox_record(LeagueCardRow(), now)])
                if request is not None:
                    await tx.remember_request(request, stored.id, now)
            self._wake()
            return stored

        return await self._finish(carry_out())

    async def _save(self, tx: Transaction, league: League, secret: bytes, now: float) -> League:
        """Store a league, whose next season's part of the seeds is `secret`, and return it. Before people can sign up, a part
        is drawn and promised; a season that was called off leaves its own.
        """
        if league.step == "sign-up" and not league.promise:
            secret = self._token(SEED_BYTES)
            league = replace(league, promise=commitment(secret), presses=())
        number = await tx.save_league(league_rows.league_record(league, secret, now), league.players)
        return replace(league, id=number)

    def _wake(self) -> None:
        self._rounds.stored.may_go_on()
        super()._wake()

    async def _keep(self, tx: Transaction, before: League, new: League, after: float) -> League:
        row, now = await tx.league(new.id), self._clock.now()
        assert row is not None
        new = await self._save(tx, new, row.secret, now)
        told = () if new.lost else league_rows.announcements(before, new)
        await tx.put_outbox(new.id, [outbox_record(each, time_of_edit(now, after)) for each in told])
        return replace(new, version=before.version + 1)

    async def sign_up(self, number: int, person: Person, *, request: int | None = None) -> League:
        """A person signs up for the next season, or would stand in during the one that runs. Raises Stale, Excluded,
        Refusal.
        """
        await self._servers.admit((await self.league(number)).place.guild, person.user)

        async def rule(tx: Transaction, league: League) -> League:
            playing = await self._users(tx, league) if league.step == "running" else ()
            if person.user in playing:
                raise Refusal("tables.refusal.league-playing")
            return rules.sign_up(league, person.user, seat_name(person), self._clock.now(), request)

        return await self._with(number, request, rule, after=COLLECTED)

    async def withdraw(self, number: int, user: int, *, request: int | None = None) -> League:
        """A person no longer takes part in the next season, or stands in. People who play in the season leave their division
        instead. Raises Stale, Refusal.
        """

        async def rule(tx: Transaction, league: League) -> League:
            if league.step == "running" and league.of(user) is None and user in await self._users(tx, league):
                raise Refusal("tables.refusal.league-leave")
            return rules.withdraw(league, user)

        return await self._with(number, request, rule, after=COLLECTED)

    async def exclude(self, guild: int, user: int) -> None:
        """A person excluded from a server's tables is signed up for none of its leagues."""
        for number in await self._store.leagues_with(user):
            if (await self.league(number)).place.guild == guild:
                await self.withdraw(number, user)

    async def end(self, number: int, user: int, *, moderator: bool = False, request: int | None = None) -> League:
        """End a league, for its host or a moderator of the server, as its log notes. The games of its season go on. Raises
        Stale, NotHost.
        """

        async def rule(tx: Transaction, league: League) -> League:
            await self._check_host(tx, league, user, "league-ended", moderator=moderator, ends=True)
            return rules.end(league, "host")

        return await self._with(number, request, rule)

    async def repair(
        self, number: int, user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> League:
        """Show a league and the games of its season in this channel of its server, for its host or a moderator. Raises Stale,
        NotHost, TooSoon.
        """
        before = await self.league(number)
        later = await self._later(before)

        async def rule(tx: Transaction, league: League) -> League:
            await self._check_host(tx, league, user, "league-moved", moderator=moderator)
            now = self._clock.now()
            await ledger.enter(tx, LedgerRow(user, "repair", place=number), now)
            await tx.retire_messages(number)
            if league.step == "running":
                await tx.put_outbox(number, [outbox_record(LeagueSeasonRow(season=league.season), now)])
            return rules.move(league, channel, now, later)

        found = await self._with(number, request, rule)
        if found.step == "running":
            for each in await self.divisions(found):
                if each.state == "running" and (each.place.channel != channel or each.paused is not None):
                    await self._tournaments.move_tournament(each.id, user, channel, moderator=True)
        return found

    async def channel_gone(self, number: int, channel: int) -> League | None:
        """As everywhere; the divisions of its season wait too."""
        found = await super().channel_gone(number, channel)
        for each in found.divisions if found is not None and found.step == "running" else ():
            await self._tournaments.channel_gone(each, channel)
        return found

    async def thread_gone(self, division: int, thread: int) -> None:
        """The thread in which a division was told is missing: the season is told again, with a new one."""
        number = (await self._tournaments.tournament(division)).league or 0

        async def tell_again(tx: Transaction) -> None:
            await tx.lock_subject(number)
            league, noted = await self._read(tx, number), await tx.message(number, league_rows.THREAD, 0)
            if noted is None or noted.channel != thread or league.step != "running":
                return
            await tx.drop_message(number, league_rows.THREAD, 0)
            for each in (number, *league.divisions):
                await tx.retire_messages(each)
            await tx.put_outbox(number, [outbox_record(LeagueSeasonRow(season=league.season), self._clock.now())])

        await self._transact(tell_again)
        self._outbox.wake()

    # The automatic part.

    async def advance(self, number: int) -> None:
        """Do what is due in a league: let people sign up, begin a season, or note its end. Raises NotYet."""
        league, now = await self.league(number), self._clock.now()
        if league.game not in self._games:
            raise SetAside
        if not await self.presence.settle(league.place.guild):
            raise NotYet(now + BEAT_SECONDS)
        later = await self._later(league)

        async def rule(tx: Transaction, before: League) -> League:
            if before.step == "running" and before.state == "open":
                parts = await self._rounds.divisions(tx, before.divisions)
                going = any(each.state == "running" for each in parts)
                return before if going else rules.end_season(before, now, later)
            if rules.is_due(before, now):
                return await self._begin(tx, before, later)
            return rules.look(before, now, later)

        if rules.is_due(await self._with(number, None, rule), now):
            raise NotYet(now + ROOM_SECONDS)

    async def _begin(self, tx: Transaction, league: League, later: rules.LaterDate) -> League:
        """Returns the league whose season begins, with its divisions, which are stored; called off if too few have signed up;
        or waiting if the server has no room for all its tables.
        """
        gone, now = {row.user for row in await self._servers.exclusions(league.place.guild)}, self._clock.now()
        players = {each.user: each for each in league.players if each.user not in gone}
        users = [*players][: sum(divisions.sizes(len(players)))]
        if not users:
            return rules.call_off(league, now, later)
        before = divisions.finishes(await self._rounds.divisions(tx, league.divisions))
        order = divisions.ladder(before, users, await self._strength(tx, league, users))
        odds = await self._odds(tx, league, users)
        parts = await asyncio.to_thread(divisions.part, order, odds)
        row = await tx.league(league.id)
        assert row is not None
        # An earlier version let people sign up without a promise.
        secret = row.secret if league.promise else self._token(SEED_BYTES)
        seated = [[players[user] for user in part] for part in parts]
        try:
            numbers = await self._rounds.begin_divisions(tx, league, seated, secret)
        except TooMany:
            return replace(league, note="full")
        waiting = tuple(each for each in players.values() if each.user not in users)
        return rules.begin_season(league, numbers, waiting, now)

    async def _strength(self, tx: Transaction, league: League, users: Sequence[int]) -> dict[int, float]:
        game = self._games[league.game]
        variant = ratings.variant(game, {option.key: option.default for option in game.options})
        rows = await tx.ratings_of(league.place.guild, league.game, variant, users)
        return {row.user: float(counting.rating(row).shown) for row in rows}

    async def _odds(self, tx: Transaction, league: League, users: Sequence[int]) -> set[Pair]:
        """Returns the pairs of users of whom one has blocked the other, or both have been excluded from the server's tables."""
        since = self._clock.now() - LOG_KEPT
        entries = await tx.noted_since(league.place.guild, "excluded", since)
        excluded = {int(msgspec.json.decode(each)["user"]) for each in entries}
        both = itertools.combinations(sorted(excluded.intersection(users)), 2)
        return {frozenset(pair) for pair in (*await tx.blocked_pairs(users), *both)}

    async def _users(self, store: Reads, league: League) -> Collection[int]:
        """Returns who plays, or has played, in the season that runs."""
        found = await self._rounds.divisions(store, league.divisions)
        return {each.user for division in found for each in division.entrants}

    async def _stand_ins(self, store: Reads, division: Tournament) -> list[Person]:
        """Returns who would stand in for people who leave a division: who has said so first comes first."""
        league = await self._read(store, division.league or 0)
        gone = {row.user for row in await self._servers.exclusions(league.place.guild)} | {*await self._users(store, league)}
        there = [each.user for each in division.active]
        free: list[LeaguePlayerRow] = (
            [each for each in league.players if each.user not in gone] if _runs(league, division) else []
        )
        return [Person(each.user, each.name) for each in free if not await store.at_odds([each.user], there)]


def _runs(league: League, division: Tournament) -> bool:
    return league.state == "open" and league.step == "running" and division.id in league.divisions

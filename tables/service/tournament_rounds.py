"""The rounds of tournaments: how the first one begins, and how a tournament advances automatically.

The automatic part (`advance_tournament`) is claimed like the clock of a table and is idempotent: a game of a round gets its
table in the transaction that opens it, unless it already has one; the end of a game is recorded in the transaction that ends
it, and stays recorded until the tournament's own transaction has taken its places.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from data.errors import Overtaken
from data.records.leagues import LeaguePlayerRow
from data.records.tournaments import EntrantRow
from data.store import Reads, Transaction
from engines.draws import commitment, order_of_entrants, part_of_division
from tables.errors import TooFew, TooMany
from tables.leagues.league import HALVES, League
from tables.model.outbox_rows import JudgeRow, ReadyRow, RoundEndRow, TournamentCardRow
from tables.model.people import Person
from tables.model.server import ServerSettings
from tables.service.changing import Changing, Shared
from tables.service.round_games import RoundGames, RoundState, RoundTimes
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import ServerActions
from tables.service.stored_tournaments import StoredTournaments
from tables.store.deadlines import NotYet
from tables.store.outbox import Outbox, outbox_record
from tables.store.table_store import LINKED_SECONDS
from tables.time.presence import BEAT_SECONDS
from tables.tournaments import clock, entering, pairing, rounds, tournament_rows
from tables.tournaments import tournament as rules_of
from tables.tournaments.pairing import Pair
from tables.tournaments.tournament import EXTENSIONS, Round, Rules, Tournament

ROOM_SECONDS = 900.0
"""Seconds until a tournament whose date has come tries again to begin, if its server has no room for its tables."""

StandIns = Callable[[Reads, Tournament], Awaitable[list[Person]]]
"""Returns who would stand in for people who leave a division of a league, in order."""


class TournamentRounds(Changing):
    """The rounds of tournaments: part of `tables.service.service.TableService`."""

    def __init__(
        self, shared: Shared, stored: StoredTournaments, servers: ServerActions, seasons: SeasonActions, outbox: Outbox
    ) -> None:
        super().__init__(shared)
        self.stored, self._servers, self._seasons, self._outbox = stored, servers, seasons, outbox
        self._round_games = RoundGames(shared)
        self.stand_ins: StandIns
        """Set by the owner of the leagues."""

    async def begin_divisions(
        self, tx: Transaction, league: League, parts: Sequence[Sequence[LeaguePlayerRow]], secret: bytes
    ) -> tuple[int, ...]:
        """Store the divisions of a league's season, whose first half begins with these players, each division in the order in
        which they were placed before. `secret`: the bot's part of the season's seeds. Returns their numbers. Raises TooMany if
        the server has no room for all their tables.
        """
        usual, now = await self._servers.server_settings(league.place.guild), self._clock.now()
        begun = [self._division(league, at, players, secret, usual) for at, players in enumerate(parts)]
        await self._check_room(tx, league.place.guild, sum(len(each.rounds[0].pairings) for each in begun))
        rows = [tournament_rows.tournament_record(each, part_of_division(secret, each.division), now) for each in begun]
        return tuple([await tx.save_tournament(row) for row in rows])

    def _division(
        self, league: League, at: int, players: Sequence[LeaguePlayerRow], secret: bytes, usual: ServerSettings
    ) -> Tournament:
        """Returns a division (from 0) whose first half begins now."""
        now = self._clock.now()
        played = self._games[league.game]
        options = {option.key: option.default for option in played.options}
        rules = Rules(format="robin", together=-(-pairing.rounds(len(players), 2) // HALVES), friendly=league.friendly)
        new = Tournament(
            place=league.place,
            game=league.game,
            options=options,
            language=league.language,
            host=league.host,
            display=usual.display,
            theme=usual.colours,
            created=now,
            rules=rules_of.with_manner(rules, league.game, options, "daily"),
            entrants=tuple(EntrantRow(at, each.user, each.name) for at, each in enumerate(players)),
            promise=commitment(secret),
            presses=league.presses,
            seen=now,
            counted=self.presence.newest,
            league=league.id,
            division=at,
        )
        order = order_of_entrants(part_of_division(secret, at), new.presses, len(players))
        return rounds.begin(new, order, (), played.seats, now=now)

    async def divisions(self, store: Reads, numbers: Sequence[int]) -> list[Tournament]:
        """Returns these tournaments, without those that have been deleted."""
        found = [await store.tournament(number) for number in numbers]
        return [self.stored.read(each) for each in found if each is not None]

    async def begin_tournament(self, number: int, user: int, *, request: int | None = None) -> Tournament:
        """The host begins the first round, without entrants excluded meanwhile; its tables are opened automatically. Raises
        Refusal, NotHost, TooFew, TooMany, Excluded.
        """
        guild = (await self.stored.find(self._store, number)).place.guild
        await self._servers.admit(guild, user)
        gone = await self._excluded_users(guild)

        async def next_round(before: Tournament, odds: set[Pair]) -> Tournament:
            if rules_of.lobby(before).host != user:
                raise rules_of.not_host(before)
            presses = before.presses if request is None else (*before.presses, request)
            return await self._begin(replace(entering.without(before, gone), presses=presses), odds)

        return await self._round(number, request, next_round, room=True)

    async def _begin(self, tournament: Tournament, odds: set[Pair]) -> Tournament:
        """Returns a lobby with its first round. Raises TooFew."""
        secret = (await self.stored.row(self._store, tournament.id)).secret
        order = order_of_entrants(secret, tournament.presses, len(tournament.entrants))
        seats = self.stored.game_of(tournament).seats
        return await asyncio.to_thread(rounds.begin, tournament, order, odds, seats, now=self._clock.now())

    async def _round(
        self,
        number: int,
        request: int | None,
        next_round: Callable[[Tournament, set[Pair]], Awaitable[Tournament]],
        *,
        room: bool = False,
    ) -> Tournament:
        """Returns the tournament with another round, which is computed in a thread before anything is locked. `room`: refuse if
        the server has no room for its tables.
        """
        while True:
            before = await self.stored.find(self._store, number)
            if request is not None and await self._store.subject_of_request(request) is not None:
                return before
            after = await next_round(before, await self._odds(before))

            async def rule(
                tx: Transaction, found: Tournament, before: Tournament = before, after: Tournament = after
            ) -> Tournament:
                if found != before:
                    raise Overtaken
                if room and after.rounds:
                    await self._check_room(tx, after.place.guild, len(after.rounds[0].pairings))
                if after.stand_ins != before.stand_ins:
                    await self._check_stand_ins(tx, before, after)
                return after

            with contextlib.suppress(Overtaken):
                return await self.stored.change(number, request, rule)

    async def _odds(self, tournament: Tournament) -> set[Pair]:
        """Returns the pairs of users of whom one has blocked the other."""
        here = {each.user for each in (*tournament.active, *tournament.reserve)}
        found = set()
        for user in here:
            found |= {frozenset((user, other)) for other in await self._store.blocked_by(user) if other in here}
        return found

    async def _check_stand_ins(self, tx: Transaction, before: Tournament, after: Tournament) -> None:
        """Raises Overtaken if somebody who would stand in no longer does. Until the transaction ends, nobody else has them."""
        await tx.lock_subject(after.league or 0)
        would = {each.user for each in await self.stand_ins(tx, before)}
        if not would.issuperset(each.user for each in after.entrants[len(before.entrants) :]):
            raise Overtaken

    async def _check_room(self, tx: Transaction, guild: int, wanted: int) -> None:
        """Raises TooMany if a round has more tables (`wanted`) than the server may open. The channel's limit does not apply: it
        was chosen when the tournament was opened, and cannot be changed any more.
        """
        limit = self._limits.tables_per_guild
        room = max(0, limit - await tx.count_open("guild", guild))
        if wanted > room:
            raise TooMany("tables.refusal.tournament-no-room", limit=limit, wanted=wanted, room=room)

    async def _excluded_users(self, guild: int) -> set[int]:
        """Returns the users who are currently excluded from a server's tables."""
        return {each.user for each in await self._servers.exclusions(guild)}

    async def advance_tournament(self, number: int) -> None:
        """Advance a tournament as far as possible: open tables of the round, record ended games, end games at the deadline, and
        begin the next round or announce the standings. Raises SetAside.
        """
        while True:
            tournament = await self.stored.find(self._store, number)
            self.stored.game_of(tournament)
            if not await self.presence.settle(tournament.place.guild):
                raise NotYet(self._clock.now() + BEAT_SECONDS)
            if tournament.paused is None and tournament.state == "lobby":
                if _is_due(tournament, self._clock.now()):
                    await self._begin_by_date(number)
                else:
                    await self.stored.change(number, None, self._looked_at)
                return
            await self._note_games(number, tournament)
            tournament = await self.stored.find(self._store, number)
            if not tournament.going or not tournament.rounds[-1].over:
                return
            await self._next_round(tournament)

    async def _looked_at(self, tx: Transaction, tournament: Tournament) -> Tournament:
        """Call the host of a lobby that could begin, or close it at the end of its time."""
        if tournament.state != "lobby" or tournament.due is None or tournament.due > self._clock.now():
            return tournament
        if tournament.starts is not None:
            return entering.with_calls(tournament, self._clock.now())
        if (due := clock.next_look(tournament, self._clock.now())) > tournament.due:
            await tx.put_outbox(tournament.id, [outbox_record(ReadyRow(), self._clock.now())])
            return replace(tournament, due=due)
        return replace(rules_of.close_early(tournament), closed="time")

    async def _begin_by_date(self, number: int) -> None:
        """Begin a tournament whose date has come, with those who have checked in; if they are too few, it is closed."""
        now = self._clock.now()
        gone = await self._excluded_users((await self.stored.find(self._store, number)).place.guild)

        async def next_round(before: Tournament, odds: set[Pair]) -> Tournament:
            if not _is_due(before, now):
                return before
            try:
                return await self._begin(entering.without(entering.seat_checked_in(before), gone), odds)
            except TooFew:
                return replace(rules_of.close_early(before), closed="few")

        try:
            await self._round(number, None, next_round, room=True)
        except TooMany as error:
            raise NotYet(now + ROOM_SECONDS) from error

    async def _note_games(self, number: int, tournament: Tournament) -> None:
        """Open the missing tables of the current round, record the games that have ended, and at the round's deadline extend it
        for games that go on, or ask the host about them.
        """
        links = await self._store.tournament_games(number)
        plans = await self._plans_of({each.user for each in tournament.entrants}) if tournament.going else {}
        if tournament.going:
            tournament = clock.with_vacations(tournament, plans)
        times = await self._times(tournament)
        gone = await self._excluded_users(tournament.place.guild) if tournament.going else set[int]()
        games = await self._round_games.look(tournament, links, times, gone) if tournament.going else RoundState()
        corrected = [(each, await self._round_games.corrected_game(tournament, each)) for each in links if each.ended]

        async def rule(tx: Transaction, now: Tournament) -> Tournament:
            for each in links:
                if each.ended:
                    await tx.end_tournament_game(each.table_id, ended=False)
            for each, game in corrected:
                now = now if game is None else rounds.correct_game(now, each.round, each.number, game)
            if now.state == "cancelled" and any(each.ended for each in links):
                # Perhaps its card shows the part now.
                await tx.put_outbox(number, [outbox_record(TournamentCardRow(), self._clock.now() + LINKED_SECONDS)])
            if not (now.going and tournament.going) or len(now.rounds) != len(tournament.rounds):
                waits = now.state in {"lobby", "running"} and now.paused is None
                return replace(now, due=now.due if waits else None)
            now = rounds.note_games(clock.with_vacations(now, plans), games.ended)
            return await self._after_look(tx, now, tournament.rounds[-1], games, times)

        await self.stored.change(number, None, rule, after=LINKED_SECONDS if games.opened else 0.0)
        self._outbox.wake()

    async def _after_look(
        self, tx: Transaction, tournament: Tournament, last: Round, games: RoundState, times: RoundTimes
    ) -> Tournament:
        """Returns the tournament with the time of the next look at its round, which was `last` when its `games` were looked at.
        If they go on at its deadline, it is extended; when it may not be any more, its host is asked.
        """
        current, now = tournament.rounds[-1], self._clock.now()
        if replace(current, pairings=last.pairings) != last:
            return replace(tournament, due=now)  # its time has changed meanwhile
        if not times.late and games.going and times.remind is not None and times.remind <= now:
            await tx.put_outbox(tournament.id, [outbox_record(RoundEndRow(round=len(tournament.rounds)), now)])
            return replace(clock.remind(tournament), due=times.deadline)
        if not times.late or times.final or games.again is not None or not games.going:
            return replace(tournament, due=games.again or min(filter(None, (times.remind, times.deadline)), default=None))
        if last.extended < EXTENSIONS:
            longer = clock.extend_round(tournament)
            return replace(longer, due=longer.deadline)
        if last.asked is None:
            tournament = clock.ask_host(tournament, now)
            await tx.put_outbox(tournament.id, [outbox_record(JudgeRow(round=len(tournament.rounds)), now)])
        return replace(tournament, due=tournament.asked_until)

    async def _times(self, tournament: Tournament) -> RoundTimes:
        if not tournament.going:
            return RoundTimes()
        now, until = self._clock.now(), tournament.asked_until
        if until is None:
            deadline, here = tournament.deadline, tournament.place.guild
            zone = await self._seasons.zone(here, await self._servers.server_settings(here))
            remind = clock.remind_at(tournament, zone) if deadline > now else None
            return RoundTimes(deadline, late=deadline <= now, remind=remind)
        return RoundTimes(until, late=True, final=until <= now)

    async def _next_round(self, tournament: Tournament) -> None:
        gone, game = await self._excluded_users(tournament.place.guild), self.stored.game_of(tournament)

        async def next_round(before: Tournament, odds: set[Pair]) -> Tournament:
            if not before.going or not before.rounds[-1].over:
                return before
            stays = entering.without(before, gone)
            if before.league is not None:
                stays, odds = await self._with_stand_ins(stays), set()
            return await asyncio.to_thread(rounds.following, stays, odds, game.seats, now=self._clock.now())

        await self._round(tournament.id, None, next_round)

    async def _with_stand_ins(self, division: Tournament) -> Tournament:
        """Returns a division of a league with people who play the further games of those who have left."""
        left = [each.number for each in division.entrants if each.withdrawn and each.number not in division.stand_ins]
        if len(division.rounds) < division.rules.rounds:
            for number, person in zip(left, await self.stand_ins(self._store, division), strict=False):
                division = entering.stand_in(division, number, person)
        return division


def _is_due(tournament: Tournament, now: float) -> bool:
    """Returns whether the date of a lobby has come."""
    waits = tournament.state == "lobby" and tournament.paused is None
    return waits and tournament.starts is not None and tournament.starts <= now

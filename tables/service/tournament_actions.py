"""Tournaments: what people may do about them, and how they advance automatically.

Each change is one transaction that locks the tournament's subject, so only one process at a time changes it. The
automatic part (`advance_tournament`) is claimed like the clock of a table and is idempotent: a game of a round gets its table
in the transaction that opens it, unless it already has one; the end of a game is recorded in the transaction that ends it, and
stays recorded until the tournament's own transaction has taken its places.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from data.errors import Overtaken
from data.records.leagues import LeaguePlayerRow
from data.records.people import LedgerRow
from data.records.tournaments import EntrantRow, TournamentRow
from data.store import Reads, Transaction
from engines.contract import Game
from engines.draws import SEED_BYTES, commitment, order_of_entrants, part_of_division
from tables.errors import BadChoice, NoReason, NoSuchGame, NotOpen, Refusal, SetAside, TooFew, TooMany, TooSoon
from tables.leagues.league import HALVES, League
from tables.model.outbox_rows import (
    ActRow,
    CallRow,
    JudgeRow,
    ReadyRow,
    RoundEndRow,
    RoundRow,
    TournamentCardRow,
)
from tables.model.people import Person
from tables.model.server import ServerLogLine, ServerSettings
from tables.model.table import Change, json_text
from tables.model.table_info import ClosingReason, Place
from tables.rules import leaving, ledger, lobby, moving
from tables.rules.context import Context
from tables.service.changing import Changing, Shared
from tables.service.round_games import RoundGames, RoundState, RoundTimes
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import ServerActions
from tables.store.deadlines import NotYet
from tables.store.outbox import Outbox, outbox_record
from tables.store.table_store import LINKED_SECONDS
from tables.time.presence import BEAT_SECONDS
from tables.tournaments import acts, clock, entering, pairing, rounds, standings, tournament_rows
from tables.tournaments import tournament as rules_of
from tables.tournaments.acts import Occasion
from tables.tournaments.pairing import Pair
from tables.tournaments.schedule import Manner
from tables.tournaments.tournament import EXTENSIONS, SIZES, Round, Rules, Tournament

WON = 50
"""Number of a person's newest tournaments in which a profile looks for wins."""

AT_ONCE = 3
"""The most open tournaments of a server."""

ROOM_SECONDS = 900.0
"""Seconds until a tournament whose date has come tries again to begin, if its server has no room for its tables."""


class ClosestGame(NamedTuple):
    """The best game of a tournament."""

    round: int
    """From 0."""
    number: int
    """Which game of the round, from 0."""
    table: int
    scores: tuple[int, ...]
    """In the order of its entrants."""


TournamentRule = Callable[[Transaction, Tournament], Awaitable[Tournament]]

StandIns = Callable[[Reads, Tournament], Awaitable[list[Person]]]
"""Returns who would stand in for people who leave a division of a league, in order."""


class TournamentActions(Changing):
    """Tournaments: part of `tables.service.service.TableService`."""

    def __init__(
        self, shared: Shared, servers: ServerActions, seasons: SeasonActions, outbox: Outbox, token: Callable[[int], bytes]
    ) -> None:
        super().__init__(shared)
        self._round_games = RoundGames(shared)
        self._servers = servers
        self._seasons = seasons
        self._outbox = outbox
        self._token = token
        self.may_go_on: Callable[[], None] = lambda: None
        """Makes the clock of the tournaments check again; set by the owner of that clock."""
        self.on_division_end: Callable[[], None] = lambda: None
        """Called when a division of a league has ended; set by the owner of the leagues."""
        self.stand_ins: StandIns
        """Set by the owner of the leagues."""

    async def tournament(self, number: int) -> Tournament:
        """Returns a tournament as last committed. Raises Refusal if there is none with that number."""
        return await self._tournament(self._store, number)

    async def _tournament(self, store: Reads, number: int) -> Tournament:
        return self._read(await self._row(store, number))

    def _read(self, row: TournamentRow) -> Tournament:
        """Returns the tournament of a row, which has accounted for all outages."""
        stored = tournament_rows.read(row)
        return clock.excuse_outages(stored, self.presence.of(stored.place.guild, stored.counted))

    async def _row(self, store: Reads, number: int) -> TournamentRow:
        row = await store.tournament(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise Refusal("tables.refusal.tournament-none")
        return row

    async def tournaments_in(self, guild: int) -> list[Tournament]:
        """Returns the tournaments of a server that have not ended, oldest first."""
        return [await self.tournament(number) for number in await self._store.open_tournaments(guild)]

    async def finished_in(self, guild: int, limit: int) -> list[Tournament]:
        """Returns the tournaments of a server that had begun and have ended, newest first."""
        return [await self.tournament(number) for number in await self._store.finished_tournaments(guild, limit)]

    async def won_tournaments(self, guild: int, user: int) -> list[Tournament]:
        """Returns the newest tournaments of a server of which this person has the trophy, newest first."""
        mine = await self._store.finished_tournaments(guild, WON, user)
        found = [await self.tournament(number) for number in mine]
        return [each for each in found if any(one.user == user for one in standings.trophies(each))]

    async def begin_divisions(
        self, tx: Transaction, league: League, parts: Sequence[Sequence[LeaguePlayerRow]], secret: bytes
    ) -> tuple[int, ...]:
        """Store the divisions of a league's season, whose first half begins with these players, each division in the order in
        which they were placed before. `secret`: the bot's part of the season's seeds. Returns their numbers. Raises TooMany if
        the server has no room for all their tables.
        """
        usual, now = await self._servers.server_settings(league.place.guild), self._clock.now()
        begun = [self._division(league, at, players, secret, usual) for at, players in enumerate(parts)]
        await self._room(tx, league.place.guild, sum(len(each.rounds[0].pairings) for each in begun))
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
        return [self._read(each) for each in found if each is not None]

    async def best_game(self, tournament: Tournament) -> ClosestGame | None:
        """Returns the game played to its end in which the winner's lead over the second was the smallest share of the winner's
        score; of equally close ones, the latest. None: there is none.
        """
        tables, found = await self.tournament_tables(tournament.id), list[tuple[float, ClosestGame]]()
        for round_, number in standings.games_to_the_end(tournament):
            table = (await self._table_store.read(tables[round_, number], anyway=True)).table
            if table.state != "over" or table.closed is not None or table.result is None:
                continue
            scores = table.result.scores
            users = (tournament.entrants[each].user for each in tournament.rounds[round_].pairings[number].entrants)
            shown = tuple(scores[seat] for user in users if (seat := table.seat_of(user)) is not None)
            found.append((table.result.margin, ClosestGame(round_, number, table.id, shown)))
        return min(found, key=lambda each: (each[0], -each[1].round, each[1].number))[1] if found else None

    async def tournament_tables(self, number: int) -> Mapping[tuple[int, int], int]:
        """Returns the tables of a tournament by round and game, both from 0."""
        return {(each.round, each.number): each.table_id for each in await self._store.tournament_games(number)}

    async def open_tournament(
        self,
        person: Person,
        place: Place,
        game: str,
        rules: Rules,
        *,
        language: str,
        options: Mapping[str, str] | None = None,
        request: int | None = None,
    ) -> Tournament:
        """Open a tournament that people may join, with this person as its host and first entrant. Raises NoSuchGame, BadChoice,
        Excluded, TooMany, TooSoon, Refusal.
        """
        if place.guild <= 0:
            raise Refusal("tables.refusal.tournament-server")
        if game not in self._games:
            raise NoSuchGame
        played = self._games[game]
        if rules.size not in SIZES or rules.size not in played.seats:
            raise BadChoice("tables.refusal.tournament-size", seats=tuple(str(each) for each in played.seats))
        options = {option.key: option.default for option in played.options} | dict(options or {})
        await self._servers.admit(place.guild, person.user)
        if rules.manner:
            rules = rules_of.with_manner(rules, game, options, rules.manner)
        usual, now = await self._servers.server_settings(place.guild), self._clock.now()
        secret = self._token(SEED_BYTES)
        new = Tournament(
            place=place,
            game=game,
            options=options,
            language=language,
            host=person.user,
            display=usual.display,
            theme=usual.colours,
            created=now,
            rules=rules,
            promise=commitment(secret),
            presses=() if request is None else (request,),
            seen=now,
            counted=self.presence.newest,
        )
        new = entering.join(new, person)
        new = replace(new, due=clock.next_look(new, now))

        async def carry_out() -> Tournament:
            async with self._store.transaction() as tx:
                await tx.server(place.guild)  # a server's tournaments are opened one at a time
                if request is not None and (known := await tx.subject_of_request(request)) is not None:
                    return await self._tournament(tx, known)
                if len(await tx.open_tournaments(place.guild)) >= AT_ONCE:
                    raise TooMany("tables.refusal.tournament-many", limit=AT_ONCE)
                # So are a person's, in whatever servers: the ledger is theirs.
                await ledger.enter(tx, LedgerRow(person.user, "open", place=place.guild), now)
                for other in await tx.tournaments_of(person.user):
                    found = await self._tournament(tx, other)
                    if found.host == person.user and found.league is None:
                        raise TooMany("tables.refusal.tournament-yours", number=other)
                made = await self._keep(tx, new, secret)
                await self._call_subscribers(tx, made)
                if request is not None:
                    await tx.remember_request(request, made.id, now)
            self._wake()
            return made

        return await self._finish(carry_out())

    async def _call_subscribers(self, tx: Transaction, made: Tournament) -> None:
        """Call those who want to hear of new tables of its game, unless its host's last call was too recent."""
        if await tx.subscribers(made.place.guild, made.game):
            now = self._clock.now()
            with contextlib.suppress(TooSoon):
                await ledger.enter(tx, LedgerRow(made.host, "call", place=made.place.guild), now)
                await tx.put_outbox(made.id, [outbox_record(CallRow(), now)])

    async def _keep(
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

    async def show_again(self, number: int) -> None:
        """Have its message posted or edited as it is now."""
        async with self._store.transaction() as tx:
            await tx.put_outbox(number, [outbox_record(TournamentCardRow(), self._clock.now())])
        self._outbox.wake()

    def _wake(self) -> None:
        self._outbox.wake()
        self.may_go_on()

    async def _with_tournament(
        self, number: int, request: int | None, rule: TournamentRule, *, after: float = 0.0
    ) -> Tournament:
        async def carry_out() -> Tournament:
            async with self._store.transaction() as tx:
                await tx.lock_subject(number)
                row = await self._row(tx, number)
                before = self._read(row)
                if request is not None and await tx.subject_of_request(request) is not None:
                    return before
                new = await rule(tx, before)
                if new == tournament_rows.read(row):
                    return before
                new = await self._keep(tx, new, row.secret, before, after)
                if request is not None:
                    await tx.remember_request(request, number, self._clock.now())
            self._wake()
            if new.league is not None and new.state != before.state:
                self.on_division_end()
            return new

        return await self._finish(carry_out())

    async def join_tournament(self, number: int, person: Person, *, request: int | None = None) -> Tournament:
        """Join a tournament, also a Swiss one that has begun (`takes_late`). If everybody meets everybody, people who block an
        entrant, or are blocked by one, cannot join. Raises Refusal, Excluded, NotOpen.
        """
        await self._servers.admit((await self.tournament(number)).place.guild, person.user)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            new = entering.join(tournament, person)
            others = [each.user for each in tournament.entrants if each.user != person.user]
            if new != tournament and tournament.rules.format == "robin" and await tx.at_odds((person.user,), others):
                raise NotOpen
            if new == tournament or new.state != "lobby":  # the order of a tournament that has begun is drawn already
                return new
            presses = lobby.with_press(new.presses, request)
            if entering.takes_check_ins(new):  # whoever comes now is here
                new = entering.check_in(new, person.user)
            return replace(new, presses=presses, due=clock.next_look(new, self._clock.now()))

        return await self._with_tournament(number, request, rule)

    async def change_manner(self, number: int, user: int, manner: Manner, *, request: int | None = None) -> Tournament:
        """Let people play in another manner, for its host as long as nobody else has joined. Raises Refusal, NotHost."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            if rules_of.lobby(tournament).host != user:
                raise rules_of.not_host(tournament)
            if len(tournament.entrants) > 1:
                raise Refusal("tables.refusal.tournament-joined")
            return replace(
                tournament, rules=rules_of.with_manner(tournament.rules, tournament.game, tournament.options, manner)
            )

        return await self._with_tournament(number, request, rule)

    async def leave_tournament(self, number: int, user: int, *, request: int | None = None) -> Tournament:
        """Leave a tournament: after the start, unplayed games are lost, and the current one is left. In the lobby, the next
        entrant becomes host, and the last person closes it. Raises Refusal.
        """

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            new = entering.leave(tournament, user)
            if new.state == "lobby" and not new.entrants:
                return replace(rules_of.close_early(new), closed="empty")
            if new.state == "running":
                return replace(new, due=self._clock.now())
            return replace(new, host=new.entrants[0].user) if new.host == user else new

        return await self._with_tournament(number, request, rule)

    async def skip_round(self, number: int, user: int, round_: int, *, skips: bool, request: int | None = None) -> Tournament:
        """Skip the round after this one (from 1) for half a point, or play it after all. Raises Refusal."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            if len(tournament.rounds) != round_:
                raise Refusal("tables.refusal.tournament-skip-begun")
            return rounds.skip_round(tournament, user, self._game_of(tournament).seats, skips=skips)

        return await self._with_tournament(number, request, rule)

    async def opened_part(self, number: int) -> str:
        """Returns the bot's part of the seeds of a tournament's games (hex) when all of them have ended, of a league also those
        of the season's other divisions; "" before.
        """
        row = await self._row(self._store, number)
        season = [] if row.league is None else await self._store.divisions_of_part(row.league, row.secret[:SEED_BYTES])
        for each in [row, *[await self._row(self._store, other) for other in season if other != number]]:
            if each.state not in {"over", "cancelled"}:
                return ""
            for game in await self._store.tournament_games(each.id):
                table = await self._store.table(game.table_id)
                if table is not None and table[0].state == "playing":
                    return ""  # it could not be loaded at its deadline, or the tournament was closed meanwhile
        return row.secret.hex()

    async def exclude(self, guild: int, user: int) -> None:
        """Withdraw a person excluded from a server's tables from its tournaments; as everywhere, their current games go on."""
        for number in await self._store.tournaments_of(user):
            if (await self.tournament(number)).place.guild == guild:
                with contextlib.suppress(Refusal):
                    await self.leave_tournament(number, user)

    async def follow_vacation(self, user: int) -> None:
        """Let the rounds in which a person plays wait for their vacation, which has begun or ended."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            return replace(tournament, due=self._clock.now()) if tournament.going else tournament

        for number in await self._store.tournaments_of(user):
            await self._with_tournament(number, None, rule)

    async def awaited_users(self, tournament: Tournament) -> set[int]:
        """Returns the users whose moves are awaited in the games of the current round."""
        found = set[int]()
        for (round_, at), number in (await self.tournament_tables(tournament.id)).items():
            if round_ == len(tournament.rounds) - 1 and tournament.rounds[-1].pairings[at].places is None:
                table = (await self._table_store.read(number, anyway=True)).table
                running = table.state == "playing" and table.timing.pause is None
                found |= {table.seats[seat].user or 0 for seat in table.awaited} if running else set()
        return found

    async def close_tournament(
        self, number: int, user: int, *, moderator: bool = False, reason: str = "", request: int | None = None
    ) -> Tournament:
        """End a tournament early, for its host or a server moderator (noted in the server's log): no round follows, and current
        games go on as separate games. A moderator needs a `reason`, which everybody is told, once it has begun. Raises Refusal,
        NotHost, NoReason.
        """
        why = leaving.reason_said(reason)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if tournament.host != user and not moderator:
                raise rules_of.not_host(tournament)
            by: ClosingReason = "host" if tournament.host == user else "moderator"
            new = replace(rules_of.close_early(tournament), closed=by if tournament.state == "lobby" else "")
            if tournament.host == user:
                return new
            if tournament.state == "running" and not why:
                raise NoReason("tables.refusal.tournament-no-reason")
            await self._servers.note(tx, tournament.place.guild, user, "closed", {"table": str(number), "reason": why})
            return replace(new, reason=why)

        return await self._with_tournament(number, request, rule)

    async def organise(
        self,
        number: int,
        occasion: Occasion,
        act: str,
        chosen: Sequence[str] = (),
        *,
        stamp: int | None = None,
        moderator: bool = False,
        request: int | None = None,
    ) -> Tournament:
        """Carry out an act of an organiser or moderator (`tables.tournaments.acts`), for a reason. It is noted in the server's
        log, and those concerned are told. `stamp`: of the tournament for which it was chosen. Raises Refusal, NotHost,
        NoReason.
        """
        before = await self.tournament(number)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if not moderator and not tournament.organised_by(occasion.user):
                raise rules_of.not_host(tournament)
            if stamp is not None and stamp != acts.stamp(tournament):
                raise Refusal("tables.refusal.tournament-changed")
            said = leaving.reason_said(occasion.reason)
            chief = moderator or tournament.host == occasion.user
            now = occasion._replace(now=self._clock.now(), reason=said, chief=chief, game=self._games.get(tournament.game))
            new = acts.carry_out(act, tournament, chosen, now)
            if new.place != tournament.place:
                await self._move(tx, tournament, new, occasion.user)
            what, about = acts.entry(act, tournament, chosen)
            await self._servers.note(tx, tournament.place.guild, occasion.user, what, {**about, "reason": said})
            if users := acts.users_told(act, tournament, chosen):
                row = ActRow(
                    number=tournament.version + 1, by=occasion.user, what=what, about={**about, "reason": said}, users=users
                )
                await tx.put_outbox(number, [outbox_record(row, now.now)])
            return new

        found = await self._with_tournament(number, request, rule)
        await self._follow(before, found.place.channel)
        return found

    async def log_of_tournament(self, tournament: Tournament, limit: int) -> list[ServerLogLine]:
        """Returns the newest entries of its server's log about a tournament, which its people may read, newest first."""
        return await self._servers.log_about(tournament.place.guild, tournament.id, limit)

    async def channel_gone(self, number: int, channel: int) -> Tournament | None:
        """Pause a tournament whose channel is gone. Returns it; None if that is not its channel, or it has ended."""

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            missing_already = tournament.paused is not None and not tournament.halted
            if tournament.place.channel != channel or tournament.state not in {"lobby", "running"} or missing_already:
                return tournament
            now = self._clock.now()
            about = {"tournament": str(number)}  # no door stands before it: nobody sees the channel
            await tx.log_server(tournament.place.guild, now, 0, "tournament-paused", json_text(about))
            return replace(tournament, paused=tournament.paused or now, halted=False, due=None)

        found = await self._with_tournament(number, None, rule)
        return found if found.place.channel == channel and found.paused else None

    async def move_tournament(
        self, number: int, user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> Tournament:
        """Post a tournament and its games in this channel of its server, and go on if it was paused; for its host or a server
        moderator. Raises Refusal, NotHost, TooSoon.
        """
        before = await self.tournament(number)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if tournament.host != user and not moderator:
                raise rules_of.not_host(tournament)
            now = self._clock.now()
            new = clock.move_channel(tournament, channel, now)
            await self._move(tx, tournament, new, user)
            return new

        found = await self._with_tournament(number, request, rule)
        await self._follow(before, channel)
        return found

    async def _move(self, tx: Transaction, before: Tournament, new: Tournament, user: int) -> None:
        """Post a tournament's messages again where it is now, as a person wants it. Raises TooSoon."""
        now = self._clock.now()
        await ledger.enter(tx, LedgerRow(user, "repair", place=new.id), now)
        if before.paused:
            about = {"table": str(new.id), "channel": str(new.place.channel)}
            await tx.log_server(new.place.guild, now, user, "tournament-resumed", json_text(about))
        await tx.retire_messages(new.id)
        if new.rounds and new.league is None:
            await tx.put_outbox(new.id, [outbox_record(RoundRow(round=len(new.rounds)), now + LINKED_SECONDS)])

    async def _follow(self, before: Tournament, channel: int) -> None:
        """Bring the games that are played where a tournament was to where it is now."""

        def follow(context: Context) -> Change | None:
            table = context.table
            if table.state != "playing" or before.place.channel not in {table.place.channel, table.home}:
                return None
            change = moving.repair(context, channel, moderator=True)
            return replace(change, said=(), limits=())

        if before.place.channel != channel:
            for each in await self._store.tournament_games(before.id):
                with contextlib.suppress(Refusal, SetAside):
                    await self._carry_out(each.table_id, 0, None, follow)

    async def begin_tournament(self, number: int, user: int, *, request: int | None = None) -> Tournament:
        """The host begins the first round, without entrants excluded meanwhile; its tables are opened automatically. Raises
        Refusal, NotHost, TooFew, TooMany, Excluded.
        """
        guild = (await self.tournament(number)).place.guild
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
        secret = (await self._row(self._store, tournament.id)).secret
        order, seats = order_of_entrants(secret, tournament.presses, len(tournament.entrants)), self._game_of(tournament).seats
        return await asyncio.to_thread(rounds.begin, tournament, order, odds, seats, now=self._clock.now())

    async def _begin_by_date(self, number: int) -> None:
        """Begin a tournament whose date has come, with those who have checked in; if they are too few, it is closed."""
        now = self._clock.now()
        gone = await self._excluded_users((await self.tournament(number)).place.guild)

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

    async def check_in(self, number: int, person: Person, *, request: int | None = None) -> Tournament:
        """Check in to a tournament that begins soon. Raises Refusal, Excluded."""
        await self._servers.admit((await self.tournament(number)).place.guild, person.user)

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            return entering.check_in(tournament, person.user)

        return await self._with_tournament(number, request, rule)

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
            before = await self.tournament(number)
            if request is not None and await self._store.subject_of_request(request) is not None:
                return before
            after = await next_round(before, await self._odds(before))

            async def rule(
                tx: Transaction, found: Tournament, before: Tournament = before, after: Tournament = after
            ) -> Tournament:
                if found != before:
                    raise Overtaken
                if room and after.rounds:
                    await self._room(tx, after.place.guild, len(after.rounds[0].pairings))
                if after.stand_ins != before.stand_ins:
                    await self._check_stand_ins(tx, before, after)
                return after

            with contextlib.suppress(Overtaken):
                return await self._with_tournament(number, request, rule)

    async def _odds(self, tournament: Tournament) -> set[Pair]:
        """Returns the pairs of users of whom one has blocked the other."""
        here = {each.user for each in (*tournament.active, *tournament.reserve)}
        found = set()
        for user in here:
            found |= {frozenset((user, other)) for other in await self._store.blocked_by(user) if other in here}
        return found

    async def _room(self, tx: Transaction, guild: int, wanted: int) -> None:
        """Raises TooMany if a round has more tables (`wanted`) than the server may open. The channel's limit does not apply: it
        was chosen when the tournament was opened, and cannot be changed any more.
        """
        limit = self._limits.tables_per_guild
        room = max(0, limit - await tx.count_open("guild", guild))
        if wanted > room:
            raise TooMany("tables.refusal.tournament-no-room", limit=limit, wanted=wanted, room=room)

    # The automatic part.

    async def advance_tournament(self, number: int) -> None:
        """Advance a tournament as far as possible: open tables of the round, record ended games, end games at the deadline, and
        begin the next round or announce the standings. Raises SetAside.
        """
        while True:
            tournament = await self.tournament(number)
            self._game_of(tournament)
            if not await self.presence.settle(tournament.place.guild):
                raise NotYet(self._clock.now() + BEAT_SECONDS)
            if tournament.paused is None and tournament.state == "lobby":
                if _is_due(tournament, self._clock.now()):
                    await self._begin_by_date(number)
                else:
                    await self._with_tournament(number, None, self._looked_at)
                return
            await self._note_games(number, tournament)
            tournament = await self.tournament(number)
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

    def _game_of(self, tournament: Tournament) -> Game:
        """Raises SetAside if this version no longer has the game; another version can continue."""
        if tournament.game not in self._games:
            raise SetAside
        return self._games[tournament.game]

    async def _next_round(self, tournament: Tournament) -> None:
        gone, game = await self._excluded_users(tournament.place.guild), self._game_of(tournament)

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

    async def _check_stand_ins(self, tx: Transaction, before: Tournament, after: Tournament) -> None:
        """Raises Overtaken if somebody who would stand in no longer does. Until the transaction ends, nobody else has them."""
        await tx.lock_subject(after.league or 0)
        would = {each.user for each in await self.stand_ins(tx, before)}
        if not would.issuperset(each.user for each in after.entrants[len(before.entrants) :]):
            raise Overtaken

    async def _excluded_users(self, guild: int) -> set[int]:
        """Returns the users who are currently excluded from a server's tables."""
        return {each.user for each in await self._servers.exclusions(guild)}

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

        await self._with_tournament(number, None, rule, after=LINKED_SECONDS if games.opened else 0.0)
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


def _is_due(tournament: Tournament, now: float) -> bool:
    """Returns whether the date of a lobby has come."""
    waits = tournament.state == "lobby" and tournament.paused is None
    return waits and tournament.starts is not None and tournament.starts <= now

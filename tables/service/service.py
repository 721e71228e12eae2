"""The table service: everything that people may do at tables, without Discord. See docs/architecture.md.

Its parts are attributes: `tables.lobbies`, `tables.moves`, `tables.looks` and so on; each builds on `changing`. Every refusal
is a `tables.errors.Refusal` and changes nothing. `request` is the interaction's id; a request that was already carried out
changes nothing and gets the current state as its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping

from data.records.processes import News
from data.store import Store
from engines.contract import Game, Move, Seat
from tables.bots.bot_process import BotProcess
from tables.bots.bots import Adviser, Bots, MoveChooser, same_position
from tables.errors import NoSuchTable, Refusal, SetAside, Stale
from tables.model.outbox_rows import AsideRow, LobbyRow
from tables.model.server import ServerSettings
from tables.model.subjects import DAY, DIGEST, LEAGUE, NIGHT, SEASON, TABLE, TOURNAMENT, WEEK, WISHES
from tables.model.table import Change, LoadedTable, board, note
from tables.model.table_info import Limits
from tables.rules import due, play
from tables.rules.context import Context
from tables.service.advice_actions import AdviceActions
from tables.service.challenge_actions import ChallengeActions
from tables.service.changing import Changing, Shared
from tables.service.conversations import Conversations
from tables.service.day_actions import DayActions
from tables.service.digest_actions import DigestActions
from tables.service.ending_actions import EndingActions, VoteActions
from tables.service.guest_actions import GuestActions
from tables.service.league_actions import LeagueActions
from tables.service.lobby_actions import LobbyActions
from tables.service.matchmaking_actions import MatchmakingActions
from tables.service.night_actions import NightActions
from tables.service.notes import Notes
from tables.service.page_actions import PageActions
from tables.service.people import People
from tables.service.personal_actions import PersonalActions, Retention
from tables.service.play_actions import PlayActions
from tables.service.review_actions import ReviewActions
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import ServerActions
from tables.service.stored_tournaments import StoredTournaments
from tables.service.strength import Strength
from tables.service.subjects import SubjectKind, Subjects
from tables.service.time_actions import TimeActions
from tables.service.tournament_actions import TournamentActions
from tables.service.tournament_rounds import TournamentRounds
from tables.service.viewing import Viewing
from tables.service.watch_actions import WatchActions
from tables.service.week_actions import WeekActions
from tables.store import claims
from tables.store.deadlines import Deadlines, NotYet
from tables.store.intervals import Forgetting, Seasons
from tables.store.messages import Messages, Posts
from tables.store.outbox import Outbox, outbox_record
from tables.time.clock import Clock, SystemClock
from tables.time.presence import BEAT_SECONDS, Shard, Source, shard_of

log = logging.getLogger(__name__)

ALL = 1 << 31
"""More than there can be."""


class TableService(Changing):
    """All tables of one store, grouped by what people may do with them. Created by `TableService.open`; the caller closes the
    store.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        games: Mapping[str, Game],
        limits: Limits,
        bots: MoveChooser,
        token: Callable[[int], bytes],
        pace_of_scenes: float,
        unset: ServerSettings,
        retention: Retention,
        reached: Source | None,
    ) -> None:
        shared = Shared(store, clock, games, limits, reached)
        super().__init__(shared)
        self.clock = clock
        self.messages = Messages(store)
        """Where our messages are."""
        self.posts = Posts(store)
        """Posts and retired messages."""
        self._opened = clock.now()
        self.outbox = Outbox(store, clock, pace=pace_of_scenes)
        """The outbox."""
        self._table_store.breaker.broke.append(self._tell_aside)
        self._table_store.breaker.failed.append(self._tell_fault)
        self._bots = Bots(self._table_store, bots, self._play_computed)
        adviser = bots if isinstance(bots, Adviser) else None
        self.presence.account = self._account

        self.looks = Viewing(shared)
        self.servers = ServerActions(shared, unset)
        self.watching, self.pages = WatchActions(shared, self.servers), PageActions(shared, self.servers, self.looks)
        self.people = People(shared)
        self.conversations = Conversations(shared, self.people)
        self.times = TimeActions(shared, self.people)
        self.servers.on_zone = self.times.follow_zones
        self.lobbies = LobbyActions(shared, self.servers, token)
        self.guests = GuestActions(shared, self.servers)
        self.moves = PlayActions(shared, self.outbox)
        self.notes, self.votes = Notes(shared), VoteActions(shared)
        self.endings = EndingActions(shared, self.servers)
        self.advice = AdviceActions(shared, adviser)
        self.reviews = ReviewActions(shared, self.looks, adviser)
        self.ratings = Strength(shared, self.servers)
        self.seasons = SeasonActions(shared, self.outbox)
        stored = StoredTournaments(shared, self.outbox)
        self.tournaments = TournamentActions(shared, stored, self.servers, self.outbox, token)
        self.rounds = TournamentRounds(shared, stored, self.servers, self.seasons, self.outbox)
        self.times.on_vacation = self.tournaments.follow_vacation
        self.days = DayActions(shared, self.servers, self.outbox, token)
        self.challenges = ChallengeActions(shared, self.servers)
        self.matchmaking = MatchmakingActions(shared, self.servers, self.lobbies, self.outbox, token)
        self.nights = NightActions(shared, self.servers, self.seasons, self.matchmaking, self.outbox, token)
        self.leagues = LeagueActions(shared, self.servers, self.seasons, self.tournaments, self.rounds, self.outbox, token)
        self.digests = DigestActions(shared, self.people, self.outbox)
        self.weeks = WeekActions(
            shared, self.seasons, self.ratings, self.tournaments, self.matchmaking, self.nights, self.leagues, self.outbox
        )
        self.personal = PersonalActions(
            shared,
            retention=retention,
            people=self.people,
            lobbies=self.lobbies,
            endings=self.endings,
            times=self.times,
            tournaments=self.tournaments,
            matchmaking=self.matchmaking,
            nights=self.nights,
        )

        self._forgetting = Forgetting(clock, self.personal.forget_old)
        self._deadlines = Deadlines(self._table_store, clock, self._serve_clock)
        self._rounds = self._clock_of(stored, self.rounds.advance_tournament, store.tournaments_due)
        self._wishes, self._nights, self._leagues, self._digests = (
            self._clock_of(self.matchmaking, self.matchmaking.advance, store.wish_lists_due),
            self._clock_of(self.nights, self.nights.advance, store.nights_due),
            self._clock_of(self.leagues, self.leagues.advance, store.leagues_due),
            self._clock_of(self.times, self.digests.advance, store.digests_due),
        )
        for wake in (
            self._bots.wake,
            self._deadlines.wake,
            lambda _news: self.outbox.wake(),
            lambda news: stored.may_go_on() if news.over else None,
            lambda news: self.matchmaking.may_go_on() if news.lobby else None,
        ):
            self.changes.work(wake)
        self.subjects = Subjects(store, self._kinds())
        self.digests.find = self.subjects.find

    def _clock_of(
        self,
        part: StoredTournaments | MatchmakingActions | NightActions | LeagueActions | TimeActions,
        advance: Callable[[int], Awaitable[None]],
        due: Callable[[int], Awaitable[list[tuple[int, float]]]],
    ) -> Deadlines:
        """Returns the clock of a part's subjects, which the part can have check again."""
        watch = Deadlines(self._table_store, self._clock, advance, due)
        part.may_go_on = lambda: watch.consider(0.0)
        return watch

    def _kinds(self) -> tuple[SubjectKind, ...]:
        """Returns the kinds of subjects."""
        return (
            SubjectKind(
                name=TABLE,
                find=self.looks.table_info,
                show_again=self.show_again,
                repair=self.endings.repair,
                watch=self._deadlines,
            ),
            SubjectKind(
                name=TOURNAMENT,
                find=self.tournaments.tournament,
                show_again=self.tournaments.show_again,
                repair=self.tournaments.move_tournament,
                watch=self._rounds,
            ),
            SubjectKind(
                name=SEASON,
                find=self.seasons.season,
                show_again=self.seasons.show_again,
                repair=self.seasons.repair,
                watch=Seasons(self._clock, self.seasons.look),
            ),
            SubjectKind(
                name=WISHES,
                find=self.matchmaking.wish_list,
                show_again=self.matchmaking.show_again,
                repair=self.matchmaking.repair,
                watch=self._wishes,
            ),
            SubjectKind(
                name=DAY,
                find=self.days.subject,
                show_again=self.days.show_again,
                repair=self.days.repair,
                watch=None,
            ),
            SubjectKind(
                name=NIGHT,
                find=self.nights.night,
                show_again=self.nights.show_again,
                repair=self.nights.repair,
                watch=self._nights,
            ),
            SubjectKind(
                name=LEAGUE,
                find=self.leagues.league,
                show_again=self.leagues.show_again,
                repair=self.leagues.repair,
                watch=self._leagues,
            ),
            SubjectKind(
                name=DIGEST,
                find=self.digests.subject,
                show_again=self.digests.show_again,
                repair=self.digests.repair,
                watch=self._digests,
            ),
            SubjectKind(
                name=WEEK,
                find=self.weeks.subject,
                show_again=self.weeks.show_again,
                repair=self.weeks.repair,
                watch=Seasons(self._clock, self.weeks.look),
            ),
        )

    @classmethod
    async def open(
        cls,
        store: Store,
        *,
        games: Mapping[str, Game],
        clock: Clock | None = None,
        limits: Limits | None = None,
        bots: MoveChooser | None = None,
        token: Callable[[int], bytes] = secrets.token_bytes,
        pace_of_scenes: float = 0.0,
        unset: ServerSettings | None = None,
        retention: Retention | None = None,
        reached: Source | None = None,
    ) -> TableService:
        """Open the tables and continue where they were left: clocks, computer players, unsent rows. `pace_of_scenes`: seconds
        for which a scene can be read before the next one of its table is sent. `unset`: the settings of servers that have
        chosen none, by default the bot's own. `retention`: how long finished data is kept. `reached`: says whose people can be
        answered (see `tables.time.presence`).
        """
        tables = cls(
            store,
            clock=clock or SystemClock(),
            games=games,
            limits=limits or Limits(),
            bots=bots or BotProcess(),
            token=token,
            pace_of_scenes=pace_of_scenes,
            unset=unset or ServerSettings(),
            retention=retention or Retention(),
            reached=reached,
        )
        await tables.presence.look()
        store.listen(tables.changes.hear)
        store.listen(tables._hear)
        for table in await store.tables_thinking():
            tables._bots.resume(table)
        tables._bots.start()
        tables.presence.start()
        tables._forgetting.start()
        claims.apart(tables.personal.leave_forgotten(), tables._tasks)
        claims.apart(tables.times.follow_zones(), tables._tasks)
        claims.apart(tables.times.follow_plans(), tables._tasks)
        await tables.ratings.count_old_games()
        for kind in tables.subjects.kinds:
            if kind.watch is not None:
                kind.watch.start()
        return tables

    async def close(self) -> None:
        """Stop the clock and the computer players, and wait for work in progress."""
        await self._forgetting.close()
        for kind in reversed(self.subjects.kinds):
            if kind.watch is not None:
                await kind.watch.close()
        await self.reviews.end_all()
        await self._bots.close()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.presence.close()

    def listen(self, hear: Callable[[News], None]) -> None:
        """Call `hear` with news from other processes. Delivery is immediate but not guaranteed. Of tables see `changes`."""
        self._store.listen(hear)

    async def announce(self, news: News) -> None:
        """Send news to the other processes."""
        await self._store.announce(news)

    def _hear(self, news: News) -> None:
        if news.kind == "channel":
            self.outbox.may_be_outdated()
        if news.kind == "fault":
            self._table_store.breaker.count_fault(news.table)
        if news.kind == "gone":
            self._retry_clocks()
            self._bots.retry()
            self.outbox.wake()

    async def show_again(self, table: int) -> None:
        """Show a lobby, or the board of a running game, again as it is now, in a new message if the old one is gone. Raises
        NoSuchTable.
        """

        def again(context: Context) -> Change | None:
            row = {"lobby": LobbyRow(), "playing": board(context.table)}.get(context.table.state)
            return None if row is None else Change(loaded=context.loaded, outbox=(row,))

        await self._carry_out(table, 0, None, again)

    async def tell_boards(self, concerned: Callable[[int, int], bool]) -> None:
        """Show every board again that does not show its game's stage although no row is waiting: the row was given up.
        `concerned`: whether a server and channel can be written to (again).
        """
        for table, guild, channel in await self._store.boards_behind():
            if concerned(guild, channel):
                try:
                    await self.show_again(table)
                except (NoSuchTable, SetAside) as error:
                    log.info("cannot requeue the board", extra={"table": table, "error": type(error).__name__})

    def fault(self, table: int) -> None:
        """A table could not be shown because of an internal fault (`tables.store.table_store`)."""
        self._table_store.breaker.fault(table)

    @property
    def aside(self) -> int:
        """The number of tables that this process has set aside."""
        return self._table_store.aside

    def _tell_aside(self, table: int, until: float) -> None:
        """Tell the people of a table that it is set aside for a while."""

        async def tell() -> None:
            row = outbox_record(AsideRow(until=until), self._clock.now())
            try:
                async with self._store.transaction() as tx:
                    found = await tx.subject(table)
                    if found is not None and found.kind == TABLE:
                        await tx.put_outbox(table, [row])
            except Exception:
                log.exception("cannot notify the players", extra={"table": table})
            self.outbox.wake()

        claims.apart(tell(), self._tasks)

    def _tell_fault(self, table: int) -> None:
        """Let the other processes count a table's fault."""

        async def tell() -> None:
            with contextlib.suppress(Exception):  # if it fails, only this process counts the fault
                await self.announce(News(kind="fault", table=table))

        if self._store.shared:
            claims.apart(tell(), self._tasks)

    async def _play_computed(self, seen: LoadedTable, seat: Seat, move: Move, said: str) -> None:
        """Store a computer player's move for the table as it was read, with the note of this name, if any. Raises Stale if the
        table has changed.
        """

        def go(context: Context) -> Change:
            loaded = context.loaded
            joint = len(loaded.table.pending) > 1 or loaded.chosen
            if seat not in loaded.table.thinking or not (joint or same_position(loaded, seen)):
                raise Stale
            kind = "computer" if not loaded.table.acts(seat) else "stand-in"
            if said:
                context = context.at(loaded.having(log=(*loaded.table.log, note(loaded.table.number + 1, said, seat))))
            return play.play(context, seat, move, kind=kind, stage=seen.table.stage)

        await self._carry_out(seen.table.id, 0, None, go)

    async def _account(self, owed: Mapping[Shard, int]) -> None:
        """Make everything that ends by the clock account for the outages: then its messages are right before anything is due,
        and what a clock that was set back makes due earlier is handled in time.
        """

        def concerns(guild: int) -> bool:
            here = (done for (number, count), done in owed.items() if shard_of(guild, count) == number)
            return any(self.presence.of(guild, done) for done in here)

        for table, guild in await self._store.tables_timed():
            if concerns(guild):
                with contextlib.suppress(Refusal):
                    await self._carry_out(table, 0, None, lambda _: None)
        for due_ones, find, advance in (
            (self._store.tournaments_due, self.tournaments.tournament, self.rounds.advance_tournament),
            (self._store.wish_lists_due, self.matchmaking.wish_list, self.matchmaking.advance),
        ):
            for number, _ in await due_ones(ALL):
                with contextlib.suppress(Refusal, NotYet):
                    if concerns((await find(number)).place.guild):
                        await advance(number)
        self._retry_clocks()

    def _retry_clocks(self) -> None:
        for clock in (self._deadlines, self._rounds, self._wishes, self._nights, self._leagues, self._digests):
            clock.retry()

    async def _serve_clock(self, table: int) -> None:
        found = (await self._table_store.read(table)).table
        if not await self.presence.settle(found.place.guild):
            raise NotYet(self._clock.now() + BEAT_SECONDS)
        if found.state == "playing" and found.timing.up(self._clock.now()) and not await self.times.check_shown(table):
            raise NotYet(self._clock.now() + BEAT_SECONDS)
        plans = await self._plans(found)
        await self._carry_out(table, 0, None, due.serve, plans, opened=self._opened)

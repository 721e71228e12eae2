"""The week of a server in one post, if its managers want it: at the day and hour of their choice in its time zone, after an
outage late or not at all. It is recorded together with the outbox row that posts it, so only one process posts it.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from tables.errors import NoSuchTable
from tables.leagues.league import League
from tables.matchmaking.wishes import Wish, WishList
from tables.model import server
from tables.model.outbox_rows import WeekRow
from tables.model.server import ServerSettings
from tables.model.standings import ServerRecord, Standings
from tables.model.subjects import WEEK, WeekSubject
from tables.model.table_info import Place, TableInfo
from tables.nights.night import Night
from tables.ranking.standings import season
from tables.service.changing import Changing, Shared
from tables.service.league_actions import LeagueActions
from tables.service.matchmaking_actions import MatchmakingActions
from tables.service.night_actions import NightActions
from tables.service.season_actions import SeasonActions
from tables.service.strength import Strength
from tables.service.tournament_actions import TournamentActions
from tables.store.outbox import Outbox, outbox_record
from tables.time.timing import DAY
from tables.tournaments.tournament import Tournament

LATE = DAY
"""Seconds after which a week that could not be posted is left out."""

APART = 6 * DAY
"""The least seconds between two posts, also if the server chooses another day."""

FEWEST = 2
"""The least games of a week that is posted."""

READ = 100
"""The newest games of a week among which the closest one is looked for."""


class Week(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is told: what happened in its week, and what runs now."""

    ended: tuple[tuple[str, int], ...]
    """How many games of each title have ended, the most first."""
    games: tuple[TableInfo, ...]
    """Those that were played to their end, the closest first."""
    records: tuple[ServerRecord, ...]
    """Those set in the week."""
    lists: tuple[tuple[WishList, tuple[Wish, ...]], ...]
    """Where people look for a game, with those who have chosen to be named."""
    night: Night | None
    """The next one."""
    tournaments: tuple[Tournament, ...]
    leagues: tuple[tuple[League, Tournament], ...]
    """Those whose season runs, with their highest divisions."""
    standings: Standings
    """Of the season."""
    season: tuple[int, int]
    """Its first and last months."""


class WeekActions(Changing):
    """Weeks: part of `tables.service.service.TableService`."""

    def __init__(  # noqa: PLR0917 - what it reads
        self,
        shared: Shared,
        seasons: SeasonActions,
        ratings: Strength,
        tournaments: TournamentActions,
        matchmaking: MatchmakingActions,
        nights: NightActions,
        leagues: LeagueActions,
        outbox: Outbox,
    ) -> None:
        super().__init__(shared)
        self._seasons, self._ratings, self._tournaments = seasons, ratings, tournaments
        self._matchmaking, self._nights, self._leagues, self._outbox = matchmaking, nights, leagues, outbox

    async def subject(self, number: int) -> WeekSubject:
        """Returns the weekly posts of this number. Raises NoSuchTable."""
        row = await self._store.subject(number) if 0 < number < 1 << 63 else None
        if row is None or row.kind != WEEK:
            raise NoSuchTable
        language = await self._store.spoken_language(row.guild)
        return WeekSubject(id=row.id, place=Place(row.guild, row.channel), language=language or "en", version=row.version)

    async def look(self) -> None:
        """Post the weeks that have ended. If a server has only just asked for them, the next one is its first."""
        for guild, text in await self._store.servers_chosen():
            settings = server.read(text, ServerSettings())
            if settings.weekly is not None:
                await self._end_week(guild, settings, settings.weekly)

    async def _end_week(self, guild: int, settings: ServerSettings, channel: int) -> None:
        now = self._clock.now()
        zone = await self._seasons.zone(guild, settings)
        until = week_end(now, zone, settings.week_ends)
        since = week_end(until - 1, zone, settings.week_ends)
        async with self._store.transaction() as tx:
            number = await tx.end_week(guild, until, channel, apart=APART)
            if number is None or until < now - LATE or len(await tx.ended_between(guild, since, until)) < FEWEST:
                return
            await tx.put_outbox(number, [outbox_record(WeekRow(since=since, until=until), now)])
        self._outbox.wake()

    async def read(self, guild: int, settings: ServerSettings, since: float, until: float) -> Week | None:
        """Returns what a server is told of its week between these times; None: it is too late, or no longer wanted."""
        now = self._clock.now()
        if settings.weekly is None or until < now - LATE:
            return None
        ended = await self._store.ended_between(guild, since, until)
        lists = [await self._matchmaking.wish_list(number) for number in await self._store.wish_lists_in(guild)]
        months = season(now, settings.season)
        return Week(
            ended=tuple(Counter(game for _, game in ended).most_common()),
            games=await self._closest([table for table, _ in ended[-READ:]]),
            records=tuple(each for each in await self._ratings.server_records(guild) if since <= each.at < until),
            lists=tuple((each, tuple(wish for wish in each.wishes if wish.named)) for each in lists),
            night=await self._next_night(guild, now),
            tournaments=tuple(each for each in await self._tournaments.tournaments_in(guild) if each.state == "running"),
            leagues=await self._running_leagues(guild),
            standings=await self._ratings.season_standings(guild, *months),
            season=months,
        )

    async def _next_night(self, guild: int, now: float) -> Night | None:
        nights = [each for each in await self._nights.nights_in(guild) if each.starts > now and not each.lost]
        return min(nights, key=lambda each: each.starts, default=None)

    async def _running_leagues(self, guild: int) -> tuple[tuple[League, Tournament], ...]:
        leagues = [each for each in await self._leagues.leagues_in(guild) if each.step == "running"]
        return tuple([(each, (await self._leagues.divisions(each))[0]) for each in leagues])

    async def _closest(self, tables: Sequence[int]) -> tuple[TableInfo, ...]:
        """Returns the games that were played to their end, first those in which the winner's lead was the smallest share of the
        winner's score; of equally close ones, the newest.
        """
        rows = [await self._store.table(number) for number in tables]
        infos = [self._table_store.table_info(*row) for row in rows if row is not None]
        found = [(each.result.margin, -each.id, each) for each in infos if each.result is not None and each.closed is None]
        return tuple(each for _, _, each in sorted(found, key=lambda each: each[:2]))

    async def show_again(self, number: int) -> None:
        """Do nothing: what is posted stays as it was."""

    async def repair(self, *_about: int, **_how: object) -> WeekSubject:
        """Refuse: the next week is posted where the settings say. Raises NoSuchTable."""
        raise NoSuchTable


def week_end(now: float, zone: str, when: str) -> float:
    """Returns when the last week ended, in a server of this zone whose weeks end `when` (`ServerSettings.week_ends`)."""
    place, (day, hour) = ZoneInfo(zone), map(int, when.split("-"))
    today = datetime.fromtimestamp(now, place).date()
    date = today - timedelta(days=(today.isoweekday() - day) % 7)
    ends = (datetime.combine(date - timedelta(days=days), time(hour), place).timestamp() for days in (0, 7))
    return next(at for at in ends if at <= now)

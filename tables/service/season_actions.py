"""Seasons: a server's leaderboard is posted once when its month or quarter (UTC) is over, at ten in the morning of the server's
time zone, in the channel that the server has chosen, also after an outage. This is recorded together with the outbox row that
posts it, so only one process posts it.
"""

from msgspec.structs import replace

from tables.errors import NoSuchTable, Refusal
from tables.model import server
from tables.model.outbox_rows import SeasonRow
from tables.model.server import ServerSettings
from tables.model.subjects import SEASON, SeasonSubject
from tables.model.table_info import Place
from tables.ranking.counting import ALL
from tables.ranking.standings import posted_at, season, season_of
from tables.service.changing import Changing, Shared
from tables.store.outbox import Outbox, outbox_record
from tables.time.zones import zone_of


class SeasonActions(Changing):
    """Seasons: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, outbox: Outbox) -> None:
        super().__init__(shared)
        self._outbox = outbox

    async def season(self, number: int) -> SeasonSubject:
        """Returns the seasons of this number. Raises NoSuchTable."""
        row = await self._store.subject(number) if 0 < number < 1 << 63 else None
        if row is None or row.kind != SEASON:
            raise NoSuchTable
        language = await self._store.spoken_language(row.guild)
        return SeasonSubject(id=row.id, place=Place(row.guild, row.channel), language=language or "en", version=row.version)

    async def look(self) -> None:
        """Post the leaderboards of the seasons that have ended. If a server has only just asked for them, the next season is
        its first.
        """
        for guild, text in await self._store.servers_chosen():
            settings = server.read(text, ServerSettings())
            if settings.monthly is not None:
                await self._end_season(guild, settings, settings.monthly)

    async def _end_season(self, guild: int, settings: ServerSettings, channel: int) -> None:
        now = self._clock.now()
        begun, _ = season(now, settings.season)
        if now < posted_at(begun, await self.zone(guild, settings)):
            return
        row = _row(settings, channel, begun - 1)
        async with self._store.transaction() as tx:
            number = await tx.end_season(guild, row.last, channel)
            if number is None or not await tx.tallies(guild, ALL, "", (row.first, row.last)):
                return
            await tx.put_outbox(number, [outbox_record(row, now)])
        self._outbox.wake()

    async def past(self, guild: int, settings: ServerSettings) -> list[tuple[int, int]]:
        """Returns the first and the last months of the seasons that are over and had games that counted, newest first."""
        months = await self._store.tallied_months(guild, ALL, "")
        found = dict.fromkeys(season_of(month, settings.season) for month in months)
        return [each for each in found if each < season(self._clock.now(), settings.season)]

    async def zone(self, guild: int, settings: ServerSettings, unknown: str = "en") -> str:
        """Returns a server's time zone: the chosen one, or that of its language. `unknown`: the language if none is known."""
        if settings.zone:
            return settings.zone
        language = await self._store.guild_language(guild) or await self._store.spoken_language(guild)
        return zone_of(language or unknown)

    async def show_again(self, number: int) -> None:
        """Do nothing: what is posted stays as it was."""

    async def repair(
        self, number: int, _user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> SeasonSubject:
        """Post the leaderboard of the last season that has ended once more, in this channel, for a moderator. Raises
        Refusal.
        """
        found = await self.season(number)
        if not moderator:
            raise Refusal("cogs.server.refusal.not-moderator")
        settings = server.read(await self._store.server(found.place.guild), ServerSettings())

        async def carry_out() -> SeasonSubject:
            async with self._store.transaction() as tx:
                await tx.lock_subject(number)
                if request is not None and await tx.subject_of_request(request) is not None:
                    return found
                last = await tx.last_season(number)
                await tx.move_subject(number, channel)
                await tx.retire_messages(number)
                await tx.put_outbox(number, [outbox_record(_row(settings, channel, last), self._clock.now())])
                if request is not None:
                    await tx.remember_request(request, number, self._clock.now())
            self._outbox.wake()
            return replace(found, place=replace(found.place, channel=channel))

        return await self._finish(carry_out())


def _row(settings: ServerSettings, channel: int, last: int) -> SeasonRow:
    """Returns the row that posts the season which ended with this month."""
    return SeasonRow(channel=channel, first=last if settings.season == "month" else last - 2, last=last)

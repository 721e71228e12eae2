"""A person's own data: exporting it, and forgetting the person; and retention, which deletes old data automatically."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records.processes import News
from data.store import Transaction
from data.words import languages, words
from tables.errors import Refusal, TooSoon
from tables.model.people import mark
from tables.model.table import from_rows, json_text
from tables.service.changing import Changing, Shared
from tables.service.ending_actions import EndingActions
from tables.service.lobby_actions import LobbyActions
from tables.service.matchmaking_actions import MatchmakingActions
from tables.service.night_actions import NightActions
from tables.service.people import People
from tables.service.time_actions import TimeActions, stop_following
from tables.service.tournament_actions import TournamentActions
from tables.store.changes import TableNews
from tables.time.timing import DAY, HOUR

log = logging.getLogger(__name__)

AGAIN = {"export": HOUR, "erase": DAY}
"""Seconds after which a person may repeat a request."""

COUNTER = "forgotten"
"""The key under which the number of people forgotten so far is stored."""

LEAVING = "forgotten-leaving"
"""The key under which stand-ins are stored that have yet to leave their tables."""

BATCH = 20
"""Tables deleted in one batch."""


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """How long finished data is kept, in days; 0: forever."""

    lobbies: float = 1
    """Lobbies that never became games, from when they were closed."""
    journals: float = 1095
    """A game's history, from its end."""
    servers: float = 30
    """All data of a server, from when the bot left it."""


class PersonalActions(Changing):
    """Personal data: part of `tables.service.service.TableService`."""

    def __init__(
        self,
        shared: Shared,
        *,
        retention: Retention,
        people: People,
        lobbies: LobbyActions,
        endings: EndingActions,
        times: TimeActions,
        tournaments: TournamentActions,
        matchmaking: MatchmakingActions,
        nights: NightActions,
    ) -> None:
        super().__init__(shared)
        self.retention = retention
        self._people, self._lobbies, self._endings, self._times = people, lobbies, endings, times
        self._tournaments, self._matchmaking, self._nights = tournaments, matchmaking, nights
        self._leaving = asyncio.Lock()

    async def personal_data(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Returns all data stored about a person, by database table. Raises TooSoon."""

        async def carry_out(tx: Transaction) -> dict[str, list[dict[str, Any]]]:
            await self._once_in_a_while(tx, user, "export")
            return await tx.personal(user)

        return await self._transact(carry_out)

    async def _once_in_a_while(self, tx: Transaction, user: int, kind: str) -> None:
        now = self._clock.now()
        before = await tx.asked_for_data(user, kind)
        if before is not None and before + AGAIN[kind] > now:
            raise TooSoon(when=int(before + AGAIN[kind]))
        await tx.note_data_request(user, kind, now)

    async def forget_person(self, user: int) -> str:
        """Forget a person: their own data is deleted, and a stand-in replaces them everywhere else and leaves lobbies,
        tournaments and running games. Returns the stand-in's name (in English). Games, results and ratings of others do not
        change. Raises TooSoon.
        """

        async def carry_out() -> str:
            async with self._store.transaction() as tx:
                await self._once_in_a_while(tx, user, "erase")
                number = int(await tx.value(COUNTER) or 0) + 1
                await tx.set_value(COUNTER, str(number))
                names = {language: words(language)("tables.forgotten", n=number) for language in languages()}
                row = await tx.person(user)
                stand_in = -secrets.randbelow(1 << 62) - 1
                await self._matchmaking.leave_lists(tx, user)
                if (digest := await tx.digest_of(user)) is not None:
                    await tx.forget_subject(digest.id)
                await stop_following(tx, user)
                changed = await tx.forget_person(user, stand_in, names)
                for table in changed:
                    await self._keep_out(tx, table, user, stand_in)
                    await tx.announce(TableNews(table=table).to_others())
                if row is not None and row.hidden:
                    await tx.set_person(stand_in, replace(type(row)(), hidden=True))
                await tx.set_value(LEAVING, json_text([*_ids(await tx.value(LEAVING)), stand_in]))
                await tx.announce(News(kind="person", user=user))
            self._table_store.forget(changed)
            self._matchmaking.may_go_on()
            for table in changed:
                self.changes.tell(TableNews(table=table))
            await self.leave_forgotten()
            return names["en"]

        return await self._finish(carry_out())

    @staticmethod
    async def _keep_out(tx: Transaction, table: int, user: int, stand_in: int) -> None:
        """Keep a person from sitting down again where they were turned away or have handed on a seat, even when forgotten."""
        found = await tx.table(table)
        if found is None or found[0].state not in {"lobby", "playing"}:
            return
        with contextlib.suppress(msgspec.MsgspecError):  # nobody sits down at a table that cannot be read
            loaded = from_rows(*found)
            away = [each for each in loaded.guests.away if each != stand_in]
            if len(away) < len(loaded.guests.away) or any(gone.user == stand_in for gone in loaded.departed):
                guests = replace(loaded.guests, away=(*away, mark(table, user)))
                await tx.save_table(replace(loaded, guests=guests).rows()[0], None, None)

    async def leave_forgotten(self) -> None:
        """Make the stand-ins of forgotten people leave everything they still take part in. If a process dies before this is
        done, another one does it.
        """
        async with self._leaving:
            for stand_in in _ids(await self._store.value(LEAVING)):
                await self._leave_all(stand_in)
                async with self._store.transaction() as tx:
                    left = [each for each in _ids(await tx.value(LEAVING)) if each != stand_in]
                    await tx.set_value(LEAVING, json_text(left))

    async def _leave_all(self, user: int) -> None:
        for number in await self._store.tournaments_of(user):
            with contextlib.suppress(Refusal):
                await self._tournaments.leave_tournament(number, user)
        for table in await self._store.lobbies_with_guest(user):
            with contextlib.suppress(Refusal):
                await self._lobbies.leave(table, user)
        for row, seats in await self._store.open_tables_of(user, None):
            if self._table_store.table_info(row, seats).set_aside:
                continue
            with contextlib.suppress(Refusal):  # they may have left already
                await (self._lobbies.leave(row.id, user) if row.state == "lobby" else self._endings.resign(row.id, user))

    # Retention.

    async def present(self, guilds: Collection[int], among: Callable[[int], bool], application: int) -> None:
        """Catch up on servers joined and left while the bot was offline (`server_left`, `server_back`): of the servers in
        `among`, it is now in exactly `guilds`. A different application that is in none of the known servers was started on this
        database by mistake, and changes nothing.
        """
        if not await self._ours(guilds, among, application):
            log.error("application %d is in none of this database's servers: is the token that of another bot?", application)
            return
        for guild in await self._store.departed_servers(self._clock.now() + DAY):
            if guild in guilds:
                await self._times.server_back(guild)
        left = [guild for guild in await self._store.known_servers() if among(guild) and guild not in guilds]
        if left:
            log.warning("the bot is no longer in %d servers", len(left))
        for guild in left:
            await self._times.server_left(guild)

    async def _ours(self, guilds: Collection[int], among: Callable[[int], bool], application: int) -> bool:
        """Returns whether this is the same application as before, or one that is in a server known before."""
        before = await self._people.meta_get("application")
        if before == str(application):
            return True
        known = [guild for guild in await self._store.known_servers() if among(guild)]
        if before is not None and known and not any(guild in guilds for guild in known):
            return False
        await self._people.meta_set("application", str(application))
        return True

    async def forget_old(self) -> bool:
        """Delete a batch of data that has been kept long enough, by stored times; return whether there may be more."""
        now, kept = self._clock.now(), self.retention
        gone: list[int] = []
        async with self._store.transaction() as tx:
            await tx.forget_data_requests(now - DAY)
            await tx.forget_page_keys(now)
            await self._matchmaking.forget_old(tx)
            if kept.lobbies:
                gone += await tx.old_lobbies(now - kept.lobbies * DAY, BATCH)
            if kept.journals:
                gone += await tx.old_tournaments(now - kept.journals * DAY, BATCH)
                gone += await tx.old_leagues(now - kept.journals * DAY, BATCH)
            gone += await self._nights.forget_old(tx, BATCH)
            servers = await tx.departed_servers(now - kept.servers * DAY) if kept.servers else []
            for guild in servers[:1]:
                subjects = await tx.subjects_of_server(guild, BATCH)
                gone += subjects
                if len(subjects) < BATCH:
                    for number in subjects:
                        await tx.forget_subject(number)
                    await tx.forget_server(guild)
            for number in gone:
                await tx.forget_subject(number)
            old = await tx.old_games(now - kept.journals * DAY, BATCH) if kept.journals else []
            for table in old:
                await tx.forget_history(table)
        self._table_store.forget([*gone, *old])
        return bool(gone or old or servers)


def _ids(text: str | None) -> list[int]:
    return msgspec.json.decode(text or "[]", type=list[int])

"""Playing on a page: keys of links and sessions, and what whoever has a session may read. Part of
`tables.service.service.TableService`.
"""

import hashlib
import secrets

import msgspec

from data.records.people import PageKeyRow
from data.store import Transaction
from tables.errors import NoSuchTable, NotSeated, Refusal
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading, SpectatorReading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.service.viewing import Viewing
from tables.time.timing import DAY

KEY_BYTES, TOKEN_BYTES = 24, 32

KEY_SECONDS = 120.0
"""Seconds for which the key of a link opens a session, once."""

SESSION_SECONDS = 30 * DAY
"""Seconds after its last use for which a session lasts."""

LONGEST = 64
"""Characters of a key that are looked at."""


class Session(msgspec.Struct, frozen=True):
    """What a session may read: its person's seat at one table, as the table is now. Only `PageActions.open` makes it."""

    user: int
    reading: Reading
    public: SpectatorReading
    """The table as spectators see it."""


class PageActions(Changing):
    """Keys to the page on which a person plays. Keys are stored as hashes; rights are looked up at each request."""

    def __init__(self, shared: Shared, servers: ServerActions, looks: Viewing) -> None:
        super().__init__(shared)
        self._servers = servers
        self._looks = looks

    async def make_key(self, table: int, user: int) -> str:
        """Returns a key that opens one session for this person, within KEY_SECONDS. Raises NoSuchTable, NotSeated, and Refusal
        if the server wants no pages.
        """
        await self._require_seat(table, user)
        key, now = secrets.token_urlsafe(KEY_BYTES), self._clock.now()
        row = PageKeyRow(digest_of(key), user, table, once=True, at=now, until=now + KEY_SECONDS)
        await self._transact(lambda tx: tx.add_page_key(row))
        return key

    async def begin(self, key: str) -> tuple[str, int]:
        """Use the key of a link up; return the token of its session, and the table. Raises NoSuchTable if it opens nothing."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock.now()

        async def use(tx: Transaction) -> PageKeyRow | None:
            found = await tx.use_page_key(digest_of(key))
            if found is None or found.until <= now:
                return None
            until = now + SESSION_SECONDS
            await tx.add_page_key(PageKeyRow(digest_of(token), found.user, found.table_id, once=False, at=now, until=until))
            return found

        found = await self._transact(use)
        if found is None:
            raise NoSuchTable
        return token, found.table_id

    async def open(self, token: str) -> Session:
        """Returns what a session may read now. Raises NoSuchTable if the token opens nothing, NotSeated if the seat is no
        longer that person's, and Refusal.
        """
        now, digest = self._clock.now(), digest_of(token)
        found = await self._store.page_key(digest)
        if found is None or found.once or found.until <= now:
            raise NoSuchTable
        if found.until < now + SESSION_SECONDS - DAY:
            await self._transact(lambda tx: tx.prolong_session(digest, now + SESSION_SECONDS))
        reading = await self._require_seat(found.table_id, found.user)
        public = await self._looks.read(found.table_id, fleeting=True)
        return Session(found.user, reading, SpectatorReading(public))

    async def sessions(self, user: int) -> tuple[PageKeyRow, ...]:
        """Returns a person's sessions, the newest first."""
        return tuple(await self._store.page_sessions(user, self._clock.now()))

    async def count(self) -> int:
        """Returns how many sessions there are, of everybody."""
        return await self._store.count_sessions(self._clock.now())

    async def end(self, user: int) -> None:
        """End all sessions of a person, and links that have not been used."""
        await self._transact(lambda tx: tx.end_sessions(user))

    async def _require_seat(self, table: int, user: int) -> Reading:
        reading = await self._looks.read(table, user, fleeting=True)
        if reading.seat is None:
            raise NotSeated
        if not await self._shows_pages(reading.info):
            raise Refusal("tables.refusal.watch-off")
        return reading

    async def _shows_pages(self, info: TableInfo) -> bool:
        return not info.set_aside and (await self._servers.server_settings(info.place.guild)).watch_pages


def digest_of(key: str) -> str:
    """Returns what is stored of a key."""
    return hashlib.sha256(key[:LONGEST].encode(errors="replace")).hexdigest()

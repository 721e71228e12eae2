"""Links to the pages on which a table can be watched, and the tables they open."""

import base64
import hashlib
import hmac
import secrets

from data.store import Transaction
from tables.errors import NoSuchTable, Refusal, SetAside
from tables.model.table_info import TableInfo
from tables.rules import watching
from tables.rules.reading import Reading, SpectatorReading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.time.timing import DAY

SECRET = "watch-secret"  # noqa: S105 - the name of the value, no secret
"""The value of the installation from which all links are derived."""

SECRET_BYTES, SHARE_BYTES = 32, 16

SHOWN = 7 * DAY
"""Seconds for which a link opens a table that has ended."""


class WatchActions(Changing):
    """Links to pages: part of `tables.service.service.TableService`. What a link says is `<table>.<share>`; the share is
    derived from a secret of the installation, the table and the number of its link, so it is stored nowhere.
    """

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers

    async def share(self, info: TableInfo) -> str:
        """Returns what the link to a table's page says. Raises Refusal if there is none."""
        if not await self._is_shown(info):
            raise Refusal("tables.refusal.watch-off")
        return f"{info.id}.{_share(await self._secret(), info)}"

    async def renew(self, table: int, user: int, *, moderator: bool, request: int | None = None) -> Reading:
        """Replace the link: earlier ones open nothing. Raises NotHost."""
        return await self._change(table, user, request, watching.renew, moderator=moderator)

    async def remove(self, table: int, user: int, *, moderator: bool, request: int | None = None) -> Reading:
        """Remove the link. Raises NotHost."""
        return await self._change(table, user, request, watching.remove, moderator=moderator)

    async def open(self, said: str) -> SpectatorReading:
        """Returns the table that a link opens, as spectators see it now. Raises NoSuchTable, whatever the reason, and SetAside
        for a table set aside.
        """
        number, _, share = said.partition(".")
        if not (number.isascii() and number.isdecimal() and len(number) <= 15):
            raise NoSuchTable
        rests = None
        try:
            loaded = await self._table_store.read(int(number))
        except SetAside as aside:
            loaded, rests = await self._table_store.read(int(number), anyway=True), aside
        info = loaded.table.info()
        right = hmac.compare_digest(share.encode(errors="replace"), _share(await self._secret(), info).encode())
        if not right or not await self._is_shown(info):
            raise NoSuchTable
        if rests is not None:
            raise rests
        return SpectatorReading(self._look(loaded, None))

    async def _is_shown(self, info: TableInfo) -> bool:
        """Returns whether a table has a page now."""
        if (
            info.watch_off
            or info.set_aside
            or (info.state in {"over", "cancelled"} and self._clock.now() > info.changed + SHOWN)
        ):
            return False
        return (await self._servers.server_settings(info.place.guild)).watch_pages

    async def _secret(self) -> bytes:
        """Returns the secret of the installation, which the first link makes."""

        async def make(tx: Transaction) -> str:
            await tx.lock_values()
            found = await tx.value(SECRET) or secrets.token_hex(SECRET_BYTES)
            await tx.set_value(SECRET, found)
            return found

        found = await self._store.value(SECRET)
        return bytes.fromhex(await self._transact(make) if found is None else found)


def _share(secret: bytes, info: TableInfo) -> str:
    digest = hmac.digest(secret, f"{info.id}.{info.watch_link}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:SHARE_BYTES]).rstrip(b"=").decode()

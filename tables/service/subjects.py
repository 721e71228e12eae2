"""Subjects (`tables.model.subjects`) by their kinds: what differs from kind to kind is in one `SubjectKind` each, which
`TableService` declares.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

from data.store import Store
from tables.errors import NoSuchTable
from tables.model.subjects import Subject
from tables.time.clock import Watch


class Repair(Protocol):
    """Has a subject posted again in a channel of its server. Raises Refusal."""

    def __call__(
        self, number: int, user: int, channel: int, /, *, moderator: bool = False, request: int | None = None
    ) -> Awaitable[object]: ...


class SubjectKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of subjects."""

    name: str
    """As stored with each subject of the kind."""
    find: Callable[[int], Awaitable[Subject]]
    """Returns the subject of a number. Raises Refusal."""
    show_again: Callable[[int], Awaitable[None]]
    """Has it shown again as it is now, in a new message if the old one is missing. Raises Refusal."""
    repair: Repair
    watch: Watch | None
    """Acts for subjects of this kind at stored times, also after a restart; None: nothing of it is due at a time."""


class Subjects:
    """All subjects of a store."""

    def __init__(self, store: Store, kinds: Sequence[SubjectKind]) -> None:
        self._store = store
        self.kinds = kinds
        self._by_name = {kind.name: kind for kind in kinds}

    async def kind(self, number: int) -> SubjectKind:
        """Returns the kind of the subject with a number. Raises NoSuchTable."""
        row = await self._store.subject(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise NoSuchTable
        return self._by_name[row.kind]

    async def find(self, number: int) -> Subject:
        """Returns the subject of a number. Raises Refusal."""
        return await (await self.kind(number)).find(number)

    async def channel_gone(self, channel: int) -> None:
        """Try to show what is told in a deleted channel, so that its people learn of it at once."""
        for number in await self._store.waiting_in(channel):
            await self.show_again(number)

    async def show_again(self, number: int) -> None:
        """See `SubjectKind.show_again`. Raises Refusal."""
        await (await self.kind(number)).show_again(number)

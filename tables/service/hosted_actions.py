"""What people open for a server and look after, which are nights and leagues: how it changes, goes on, and waits without its
channel.

Each change is one transaction that locks the subject and stores what is told with it, so only one process at a time changes it.
"""

import functools
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from data.store import Reads, Transaction
from tables.errors import NotHost, Stale
from tables.leagues.league import League
from tables.model.outbox_rows import Payload
from tables.model.table import json_text
from tables.nights.night import Night
from tables.service.changing import Changing, Shared
from tables.service.season_actions import SeasonActions
from tables.service.server_actions import ServerActions
from tables.store.outbox import Outbox, outbox_record
from tables.time.zones import days_later

H = TypeVar("H", Night, League)


class HostedActions(Changing, Generic[H]):
    """What nights and leagues have in common."""

    kind: ClassVar[str]
    """`night` or `league`, as keys of messages begin."""
    card: ClassVar[Payload]
    """Has its messages posted or edited as it is now."""

    def __init__(self, shared: Shared, servers: ServerActions, seasons: SeasonActions, outbox: Outbox) -> None:
        super().__init__(shared)
        self._servers, self._seasons, self._outbox = servers, seasons, outbox
        self.may_go_on: Callable[[], None] = lambda: None
        """Makes the clock of its kind check again; set by the owner of that clock."""

    @abstractmethod
    async def _read(self, store: Reads, number: int) -> H:
        """Returns the subject with a number. Raises NoSuchTable."""

    @abstractmethod
    async def _keep(self, tx: Transaction, before: H, new: H, after: float) -> H:
        """Store a changed subject with what is told of it in `after` seconds, and return it as stored."""

    async def zone(self, guild: int, language: str) -> str:
        """Returns the time zone of a server's dates. `language`: the server's, if it has neither chosen one nor played yet."""
        return await self._seasons.zone(guild, await self._servers.server_settings(guild), language)

    async def _later(self, subject: H) -> Callable[[float, int], float]:
        """Returns what computes the time some days after another, at the same hour of its server."""
        return functools.partial(days_later, zone=await self.zone(subject.place.guild, subject.language))

    def _wake(self) -> None:
        self._outbox.wake()
        self.may_go_on()

    async def _with(
        self, number: int, request: int | None, rule: Callable[[Transaction, H], Awaitable[H]], *, after: float = 0.0
    ) -> H:
        """Change a subject as `rule` says, unless the request was carried out before, and return it. `after`: seconds after
        which the change is shown.
        """

        async def carry_out() -> H:
            async with self._store.transaction() as tx:
                await tx.lock_subject(number)
                before = await self._read(tx, number)
                if request is not None and await tx.subject_of_request(request) is not None:
                    return before
                new = await rule(tx, before)
                if new == before:
                    return before
                kept = await self._keep(tx, before, new, after)
                if request is not None:
                    await tx.remember_request(request, number, self._clock.now())
            self._wake()
            return kept

        return await self._finish(carry_out())

    async def _check_host(
        self, tx: Transaction, subject: H, user: int, what: str = "", *, moderator: bool = False, ends: bool = False
    ) -> None:
        """`what`: how the server's log calls what a moderator does, or the host if it `ends` so. Raises Stale, NotHost."""
        if subject.state != "open":
            raise Stale(f"tables.refusal.{self.kind}-over")
        if subject.host != user and not moderator:
            raise NotHost(f"tables.refusal.{self.kind}-not-host")
        if ends or subject.host != user:
            await self._servers.note(tx, subject.place.guild, user, what, {"table": str(subject.id)})

    async def go_on(self, number: int, user: int, *, request: int | None = None) -> H:
        """Its host wants it to go on although nobody, or too few, came. Raises Stale, NotHost."""

        async def rule(tx: Transaction, subject: H) -> H:
            await self._check_host(tx, subject, user)
            return replace(subject, missed=0)

        return await self._with(number, request, rule)

    async def show_again(self, number: int) -> None:
        """Have its messages posted or edited as they are now."""
        await self._transact(lambda tx: tx.put_outbox(number, [outbox_record(self.card, self._clock.now())]))
        self._outbox.wake()

    async def channel_gone(self, number: int, channel: int) -> H | None:
        """Have it wait whose channel is missing. Returns it; None if that is not its channel, or it is over."""

        async def rule(tx: Transaction, subject: H) -> H:
            if subject.place.channel != channel or subject.state != "open" or subject.lost:
                return subject
            about = {self.kind: str(number)}  # no door stands before it: nobody sees the channel
            await tx.log_server(subject.place.guild, self._clock.now(), 0, f"{self.kind}-lost", json_text(about))
            return replace(subject, lost=True)

        found = await self._with(number, None, rule)
        return found if found.place.channel == channel and found.lost and found.state == "open" else None

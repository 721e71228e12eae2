"""The one place that says that a table has changed, in this process or in another one that shares the store."""

import asyncio
import logging
from collections.abc import Callable
from typing import Self, TypeAlias

import msgspec

from data.records.processes import News
from tables.model.table import Table
from tables.store import claims

log = logging.getLogger(__name__)


class TableNews(msgspec.Struct, frozen=True, kw_only=True):
    """A table has changed, and the change is stored."""

    table: int
    due: float | None = None
    """When the clock must look at it next."""
    thinking: bool = False
    """Whether a computer player owes a move."""
    over: bool = False
    """Whether its game has ended, or its lobby was closed."""
    lobby: bool = False
    """Whether it is a lobby, or was one until this change."""
    elsewhere: bool = False
    """Whether another process has changed it."""

    @classmethod
    def of(cls, table: Table, number: int, *, lobby: bool = False) -> Self:
        """Returns the news that this table, stored under this number, has changed. `lobby`: it was a lobby before."""
        over = table.state not in {"lobby", "playing"}
        lobby = lobby or table.state == "lobby"
        return cls(table=number, due=table.due, thinking=bool(table.thinking), over=over, lobby=lobby)

    @classmethod
    def from_news(cls, news: News) -> Self:
        """Returns what another process has told."""
        return cls(table=news.table, due=news.due, thinking=news.thinking, over=news.over, elsewhere=True)

    def to_others(self) -> News:
        """Returns what the other processes are told."""
        return News(kind="table", table=self.table, due=self.due, thinking=self.thinking, over=self.over)


Hear: TypeAlias = Callable[[TableNews], None]
"""Is called with news, and must not wait. Its errors are logged: the change is stored already."""


class Changes:
    """Tells subscribers of the changes of tables."""

    def __init__(self) -> None:
        self._subscribers: list[tuple[int | None, Hear]] = []
        self._workers: list[Hear] = []
        self._heard: dict[int, TableNews] = {}
        self._ripe: dict[int, TableNews] = {}
        """The newest news from other processes by table: since workers were last told, and before."""

    def subscribe(self, hear: Hear, table: int | None = None) -> Callable[[], None]:
        """Call `hear` immediately after each change of this table (None: of any), until the returned function is called. Each
        change in this process is told. One in another process is told unless the connection is lost just then, so a subscriber
        that must miss none looks at the table from time to time.
        """
        subscriber = (table, hear)
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def work(self, hear: Hear) -> None:
        """Call `hear` immediately after each change in this process, and a moment after those in others, if several only once
        for a table. The process that changed a table continues with it; this one helps if that one does not.
        """
        self._workers.append(hear)

    def tell(self, news: TableNews) -> None:
        """Tell everybody of a change that is stored."""
        for hear in (each for table, each in [*self._subscribers] if table in {None, news.table}):
            _call(hear, news)
        if not news.elsewhere:
            for hear in self._workers:
                _call(hear, news)
        else:
            # Whatever the others do, it costs this process only a few checks per second.
            if not self._heard and not self._ripe:
                asyncio.get_running_loop().call_later(claims.GRACE_SECONDS, self._help)
            self._heard[news.table] = news

    def hear(self, news: News) -> None:
        """Tell everybody of a table that another process has changed. Other news is ignored."""
        if news.kind == "table":
            self.tell(TableNews.from_news(news))

    def _help(self) -> None:
        """Tell the workers what was heard before the last time."""
        ripe, self._ripe, self._heard = self._ripe, self._heard, {}
        if self._ripe:
            asyncio.get_running_loop().call_later(claims.GRACE_SECONDS, self._help)
        for news in ripe.values():
            for hear in self._workers:
                _call(hear, news)


def _call(hear: Hear, news: TableNews) -> None:
    try:
        hear(news)
    except Exception:
        log.exception("a subscriber failed", extra={"table": news.table})

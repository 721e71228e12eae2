"""The store: everything that is stored, behind named operations. Only `data/` contains SQL.

`Reads` returns what was last committed, without waiting. Everything is written inside a `Transaction`, which is committed as a
whole at the end of its block or, on any exception, not at all. Transactions take turns, and a transaction reads its own writes.
Both raise their database's errors (a full disk, for example); then nothing of the transaction has happened. Values are passed
and returned as the rows of `data.records` (U+0000 in a text may be returned as U+2400, its picture).

Several processes may share a store (`Store.shared`). Work that only one of them may do at a time needs a claim
(`data.records.processes`), which lasts as long as its process renews its lease, by the store's clock and no other. After that,
others may claim the same work, and writes under the old claim are refused (`Transaction.hold`). A store for a single process
keeps claims in memory and never loses one.

Statements that both stores share are in `data/sql/`, each operation with its contract; `data/sqlite/` and `data/postgres/` have
what is different. `data.opening.open_store` opens a store.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager

from data.answers_file import AnswersFile
from data.personal import PersonalReads, PersonalWrites
from data.records.messages import Posted
from data.records.outbox import StoredOutboxRow, Struck
from data.records.processes import Claim, News, Work
from data.sql.days import DayReads, DayWrites
from data.sql.digests import DigestReads, DigestWrites
from data.sql.leagues import LeagueReads, LeagueWrites
from data.sql.nights import NightReads, NightWrites
from data.sql.outbox import MessageReads, MessageWrites, OutboxReads, OutboxWrites
from data.sql.page_keys import PageKeyReads, PageKeyWrites
from data.sql.people import PeopleReads, PeopleWrites
from data.sql.ratings import RatingReads, RatingWrites
from data.sql.servers import ServerReads, ServerWrites
from data.sql.sharing import SharingWrites
from data.sql.statements import LOCK
from data.sql.subjects import SubjectReads, SubjectWrites
from data.sql.tables import TableReads, TableWrites
from data.sql.tournaments import TournamentReads, TournamentWrites
from data.sql.wishes import WishReads, WishWrites


class Reads(
    SubjectReads,
    TableReads,
    RatingReads,
    OutboxReads,
    MessageReads,
    PeopleReads,
    ServerReads,
    TournamentReads,
    WishReads,
    DayReads,
    NightReads,
    LeagueReads,
    PageKeyReads,
    DigestReads,
    PersonalReads,
):
    """All read operations."""


class Transaction(
    TableWrites,
    RatingWrites,
    OutboxWrites,
    MessageWrites,
    PeopleWrites,
    ServerWrites,
    TournamentWrites,
    WishWrites,
    DayWrites,
    NightWrites,
    LeagueWrites,
    PageKeyWrites,
    DigestWrites,
    PersonalWrites,
    SubjectWrites,
    SharingWrites,
    Reads,
):
    """All write operations, in one transaction."""

    _lock = LOCK

    @abstractmethod
    def together(self) -> AbstractContextManager[None]:
        """Statements in the block may run in any order, as late as when the transaction needs its next rows or is committed. So
        nothing in it may write what another statement there writes, or must have read before.
        """

    @abstractmethod
    async def finish_row(
        self,
        serials: Sequence[int],
        claim: Claim,
        shown: Iterable[tuple[str, int, Posted]],
        *,
        sent: float | None = None,
        hand: float | None = None,
    ) -> Struck:
        """Delete outbox rows that were sent, store what they have shown, and give their claim back, unless the next row in the
        queue is a hand that is due by `hand`. `sent`: for a board, when it was sent (see `begin_waits`). The subject must be
        locked. Must be the last call of its transaction. Raises ClaimLost.
        """


class Store(Reads):
    """An open store."""

    @property
    @abstractmethod
    def shared(self) -> bool:
        """Whether other processes may write to it at the same time."""

    owed: AnswersFile | None = None
    """Where the process records the private answers that it owes; None if it cannot write such a file."""

    @property
    @abstractmethod
    def ahead(self) -> float:
        """Seconds by which the store's clock, which counts if processes share the store, is ahead of the monotonic clock."""

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a transaction; see above."""

    @abstractmethod
    async def claim(self, subject: int, work: Work) -> Claim | None:
        """Returns the right to do some work for a subject; None: another process has it, or this process under another
        claim.
        """

    @abstractmethod
    async def claim_outbox(
        self, now: float, late: float, resting: Collection[int], without: Collection[int] = ()
    ) -> tuple[tuple[StoredOutboxRow, Claim] | None, list[StoredOutboxRow]]:
        """Return, with its claim, the row of `outbox_heads(late)` that has been due longest (by `now`) among the subjects whose
        queue can be claimed; no scenes of the subjects `resting`, nothing of the subjects `without`. Also return the other
        `outbox_heads`, or enough of them to show whether more is due and when.
        """

    @abstractmethod
    async def give_back(self, claim: Claim) -> None:
        """Like `Transaction.release`, in a separate transaction."""

    @abstractmethod
    def holds(self, claim: Claim) -> bool:
        """Returns whether, as far as this process can know without asking, nobody else can have the claim yet."""

    @abstractmethod
    async def announce(self, news: News) -> None:
        """Like `Transaction.announce`, in a separate transaction."""

    @abstractmethod
    def listen(self, hear: Callable[[News], None]) -> None:
        """Call `hear` with news from other processes from now on. Delivery is immediate but not guaranteed."""

    @abstractmethod
    async def close(self) -> None:
        """Close after the current transaction."""

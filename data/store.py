"""The store: everything that is stored, behind named operations. No SQL stands anywhere but in `data/`.

`Reads` returns what was committed last and waits for nobody. Whatever is written is written inside ONE `Transaction`, which is
committed whole at the end of its block or, on any exception, not at all; transactions wait for each other in line, and what a
transaction reads is as it stands inside it. Both raise what their database raises where it is out of order (a full disk, for
one); nothing of the transaction has happened then. Values go in and come out as the rows of `data.records`
(U+0000 in a text may come out as U+2400, its picture).

Several processes may share a store (`Store.shared`). What only one of them may do at a time is done under a claim
(`data.records.Claim`): it lasts as long as its process renews its lease, by the store's clock and nobody else's; then others
may claim the same, and what is still written under the old claim is refused (`Transaction.hold`). A store for one process
keeps claims in memory, where none is ever lost.

What both stores say in the same way stands in `data/sql/`, each operation with its contract; `data/sqlite/` and
`data/postgres/` have what differs in kind. `data.opening.open_store` opens one.
"""

import contextlib
import itertools
import os
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path

import msgspec

from data.locks import lock
from data.personal import PersonalReads, PersonalWrites
from data.records import AnswerRow, Claim, News, Posted, StoredOutboxRow, Struck, Work
from data.sql.outbox import MessageReads, MessageWrites, OutboxReads, OutboxWrites
from data.sql.people import PeopleReads, PeopleWrites
from data.sql.ratings import RatingReads, RatingWrites
from data.sql.servers import ServerReads, ServerWrites
from data.sql.sharing import SharingWrites
from data.sql.statements import LOCK
from data.sql.tables import TableReads, TableWrites
from data.sql.tournaments import TournamentReads, TournamentWrites

ROOM_BYTES = 1 << 16
"""Size from which the file is emptied as soon as nothing is owed."""


class AnswersFile:
    """Knows what is owed. Of one process at a time: the one that holds the database, or else the file."""

    def __init__(self, path: Path, *, hold: bool = False) -> None:
        """Read what the process before has left. `hold`: keep other processes out. Raises OSError, and BlockingIOError where
        another one holds the file.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if hold and not lock(self._file):
            os.close(self._file)
            raise BlockingIOError(f"{path} is held by another running process")
        self._left: dict[int, AnswerRow] = {}
        for line in path.read_bytes().splitlines():
            with contextlib.suppress(msgspec.DecodeError, ValueError):  # the last line may be cut
                if line.isdigit():
                    self._left.pop(int(line), None)
                else:
                    row = msgspec.json.decode(line, type=AnswerRow)
                    self._left[row.interaction] = row
        self._owed: set[int] = set()

    def begin(self, row: AnswerRow) -> None:
        """An answer is owed from now on."""
        self._owed.add(row.interaction)
        self._append(msgspec.json.encode(row))

    def end(self, interaction: int) -> None:
        """It is given, or will never be."""
        if interaction not in self._owed:
            return
        self._owed.discard(interaction)
        self._append(b"%d" % interaction)
        with contextlib.suppress(OSError):
            if not self._owed and not self._left and os.fstat(self._file).st_size > ROOM_BYTES:
                os.ftruncate(self._file, 0)

    def left(self) -> list[AnswerRow]:
        """What was left before this process, once."""
        rows, self._left = list(self._left.values()), {}
        for row in rows:
            self._append(b"%d" % row.interaction)
        return rows

    def close(self) -> None:
        """Write no more: an answer that ends later may find the number of the file given to another."""
        file, self._file = self._file, -1
        os.close(file)

    def _append(self, line: bytes) -> None:
        # A full disk costs the line at "is thinking" after a kill, never the answer.
        with contextlib.suppress(OSError):
            os.write(self._file, line + b"\n")


class SharedAnswers(AnswersFile):
    """Of several processes on this computer that share a store: each holds a file of its own in a folder. What a killed one has
    left is left to all others.
    """

    def __init__(self, folder: Path, name: str) -> None:
        """Hold the first file of this name that nobody holds. Raises OSError."""
        self._folder, self._name = folder, name
        folder.mkdir(0o700, parents=True, exist_ok=True)
        for number in itertools.count(1):
            with contextlib.suppress(BlockingIOError):
                super().__init__(folder / f"{name}-{number}.answers", hold=True)
                return

    def left(self) -> list[AnswerRow]:
        rows = super().left()
        for path in sorted(self._folder.glob(f"{self._name}-*.answers")):
            with contextlib.suppress(OSError):  # its process lives, or the disk is full
                dead = AnswersFile(path, hold=True)
                rows += dead.left()
                dead.close()
        return rows


class Reads(
    TableReads,
    RatingReads,
    OutboxReads,
    MessageReads,
    PeopleReads,
    ServerReads,
    TournamentReads,
    PersonalReads,
):
    """What can be read."""


class Transaction(
    TableWrites,
    RatingWrites,
    OutboxWrites,
    MessageWrites,
    PeopleWrites,
    ServerWrites,
    TournamentWrites,
    PersonalWrites,
    SharingWrites,
    Reads,
):
    """What can be written, together and whole."""

    _lock = LOCK

    @abstractmethod
    def together(self) -> AbstractContextManager[None]:
        """What is written in the block may be carried out in any order, as late as when the transaction needs its next rows or
        is committed. So nothing in it may write what something else there writes or has to have read before.
        """

    @abstractmethod
    async def finish_row(
        self,
        serial: int,
        claim: Claim,
        shown: Iterable[tuple[str, int, Posted]],
        *,
        sent: float | None = None,
        hand: float | None = None,
    ) -> Struck:
        """Take out a row of the outbox that has been told, note what it has shown, and give its claim back: but not where the
        row behind it is a hand that is due by `hand`. `sent`: of a board, when it was (see `begin_waits`). The table is locked.
        The last of its transaction. Raises ClaimLost.
        """


class Store(Reads):
    """An open store."""

    @property
    @abstractmethod
    def shared(self) -> bool:
        """Whether other processes may write to it at the same time."""

    owed: AnswersFile | None = None
    """Where the process notes the private answers that it owes; None where it can write no such file."""

    @property
    @abstractmethod
    def ahead(self) -> float:
        """Seconds by which the store's clock is ahead of this computer's: where processes share a store, its clock counts."""

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """One transaction; see above."""

    @abstractmethod
    async def claim(self, table: int, work: Work) -> Claim | None:
        """The right to do some work for a table; None: somebody else has it, or this very process under another claim."""

    @abstractmethod
    async def claim_outbox(
        self, now: float, late: float, resting: Collection[int], without: Collection[int] = ()
    ) -> tuple[tuple[StoredOutboxRow, Claim] | None, list[StoredOutboxRow]]:
        """The row among `outbox_heads(late)` that has been due longest (by `now`) of all whose table's line can be claimed,
        with the claim; of the tables `resting` no scene, of those `without` nothing. And the others of `outbox_heads`, or as
        many of them as tell whether more is due and when.
        """

    @abstractmethod
    async def give_back(self, claim: Claim) -> None:
        """As `Transaction.release`, by itself."""

    @abstractmethod
    def holds(self, claim: Claim) -> bool:
        """Whether, by all that this process can know without asking, nobody else can have the claim yet."""

    @abstractmethod
    async def announce(self, news: News) -> None:
        """As `Transaction.announce`, by itself."""

    @abstractmethod
    def listen(self, hear: Callable[[News], None]) -> None:
        """Have what other processes announce told from now on, as soon as it is heard; some of it may get lost."""

    @abstractmethod
    async def close(self) -> None:
        """Close after the transaction in progress."""

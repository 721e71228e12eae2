"""The store: everything that is stored, behind named operations. No SQL stands anywhere but in `data/`.

`Reads` tells what was committed last and waits for nobody. Whatever is written is written inside ONE `Transaction`, which is
committed whole at the end of its block or, on any exception, not at all; transactions wait for each other in line, and what a
transaction reads is as it stands inside it. Both raise what their database raises where it is out of order (a full disk, for
one); nothing of the transaction has happened then. Values go in and come out as the rows of `data.records`
(U+0000 in a text may come out as U+2400, its picture).

Several processes may share a store (`Store.shared`). What only one of them may do at a time is done under a claim
(`data.records.Claim`): it lasts as long as its process renews its lease, by the store's clock and nobody else's; then others
may claim the same, and what is still written under the old claim is refused (`Transaction.hold`). A store for one process
keeps claims in memory, where none is ever lost.

`data.opening.open_store` opens one; `data/sqlite/` and `data/postgres/` are the implementations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from data.advice_store import AdviceReads, AdviceWrites
from data.guest_store import GuestReads, GuestWrites
from data.ledger_store import LedgerReads, LedgerWrites
from data.personal_store import PersonalReads, PersonalWrites
from data.rating_store import RatingReads, RatingWrites
from data.records import (
    BegunPost,
    Claim,
    Counted,
    ExclusionRow,
    JournalRow,
    News,
    OutboxLoad,
    OutboxRecord,
    PersonRow,
    Posted,
    ResultRow,
    RetiredMessage,
    SeatRow,
    SeriesRow,
    ServerLogRow,
    StoredOutboxRow,
    TableCount,
    TableRow,
    UncountedRow,
    Work,
)
from data.tournament_store import TournamentReads, TournamentWrites


class Reads(AdviceReads, GuestReads, LedgerReads, PersonalReads, RatingReads, TournamentReads, Protocol):
    """What can be read."""

    # Tables.

    async def table(self, number: int) -> tuple[TableRow, list[SeatRow]] | None:
        """A table and its seats; None if there is none of that number."""
        ...

    async def table_version(self, number: int) -> int | None:
        """A table's version; None if there is none of that number. In a transaction the table is then ours until it ends."""
        ...

    async def seats(self, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
        """The seats of several tables, by table, in order."""
        ...

    async def snapshot(self, number: int) -> bytes | None:
        """The stored position of a table; None in the lobby."""
        ...

    async def open_tables_of(self, user: int, guild: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
        """The lobbies and games a person sits at, oldest first."""
        ...

    async def open_tables_in(self, channel: int) -> list[tuple[TableRow, list[SeatRow]]]:
        """The lobbies and games of a channel, those in threads of their own that were opened in it included, oldest first."""
        ...

    async def open_tables_on(self, guild: int) -> list[tuple[TableRow, list[SeatRow]]]:
        """The lobbies and games of a server, oldest first."""
        ...

    async def finished_tables(self, channel: int | None, user: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables whose games are over (not those that ended without a result) which stand in this channel or at which this
        person sits, newest first.
        """
        ...

    async def finished_tables_on(self, guild: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables of a server whose games are over (not those that ended without a result), newest first."""
        ...

    async def follower(self, number: int) -> int | None:
        """The newest table that plays this one's game once more."""
        ...

    async def tables_due(self, limit: int) -> list[tuple[int, float]]:
        """The tables the clock must look at, earliest first: number and time."""
        ...

    async def tables_thinking(self) -> list[int]:
        """The tables where a computer player owes a move."""
        ...

    async def table_counts(self) -> list[TableCount]:
        """How many tables there are, by game and state."""
        ...

    # The journal: the history of each table.

    async def steps(self, number: int) -> list[JournalRow]:
        """The lines of a table whose position before them is kept, in order: what can be taken back."""
        ...

    async def counted_moves(self, number: int, stage: int | None = None) -> list[JournalRow]:
        """The moves of a table that count (not taken back, not replaced), in order; of one stage, or all of them."""
        ...

    async def moves_of_turn(self, number: int, turn: int) -> list[JournalRow]:
        """The moves of a table's turn that count, in order."""
        ...

    async def moves_since(self, number: int, seat: int) -> list[JournalRow]:
        """The moves of a table that count, from the last one that the person of this seat has made, in order; all of them where
        they have made none.
        """
        ...

    # Results and requests.

    async def uncounted(self, guild: int, game: str | None) -> UncountedRow:
        """How many finished games of a server (of one game, or all) no leaderboard counts, and why."""
        ...

    async def series(self, first: int) -> list[SeriesRow]:
        """Each person's games of the series that this table began, in their order of `user`; what was void is left out."""
        ...

    async def durations(self, guild: int, game: str, pace: str, limit: int) -> list[float]:
        """Seconds from start to end of the newest games of a server, game and pace that were played to their end, newest
        first.
        """
        ...

    async def table_of_request(self, request: int) -> int | None:
        """The table that an interaction changed already."""
        ...

    # The outbox: what Discord has yet to be told.

    async def outbox_waits(self, table: int, key: str) -> bool:
        """Whether there is an unsent row of that key."""
        ...

    async def outbox_heads(self, late: float) -> list[StoredOutboxRow]:
        """The first row of each table's line, and what waits for its time beside the line, earliest due first. Where the first
        row of a line is a scene, or was refused and is not tried again before `late`, the first hand behind it besides: neither
        the time in which scenes are read nor a channel that can not be written to keeps anybody from their own messages.
        """
        ...

    async def outbox_load(self) -> OutboxLoad:
        """How many rows wait, and since when."""
        ...

    async def outbox_refused_in(self, channel: int) -> list[int]:
        """The serials of the rows of a channel's tables that wait for another attempt."""
        ...

    async def boards_behind(self) -> list[tuple[int, int, int]]:
        """The running games whose board was last told at another stage than they are at (or at none), and of which no board
        waits to be told: the table, its server and its channel.
        """
        ...

    # Messages: where they stand, which are on their way in and which on their way out.

    async def message(self, table: int, kind: str, user: int) -> Posted | None:
        """Where the message of this kind stands, and what it shows."""
        ...

    async def begun_posts(self, table: int) -> list[BegunPost]:
        """The table's posts that are not noted."""
        ...

    async def retired_messages(self, table: int) -> list[RetiredMessage]:
        """The table's messages that are still to be cleaned, oldest first."""
        ...

    async def known_messages(self, table: int) -> set[int]:
        """The ids of all messages of a table that are noted anywhere."""
        ...

    # People and servers.

    async def person(self, user: int) -> PersonRow | None:
        """How a person wants to be told; None: nothing is known of them."""
        ...

    async def plans(self, users: Iterable[int]) -> dict[int, str]:
        """How people want to be reminded (`PersonRow.plan`), of those of whom anything is known."""
        ...

    async def locale(self, user: int) -> str | None:
        """The locale that Discord told last of a person."""
        ...

    async def locales(self, users: Iterable[int]) -> dict[int, str | None]:
        """As `locale`, of those of whom anything is known."""
        ...

    async def guild_language(self, guild: int) -> str | None:
        """The language chosen for a server."""
        ...

    async def server(self, guild: int) -> str | None:
        """How a server wants it (JSON); None: it has never been said. In a transaction it is then ours until that ends."""
        ...

    async def server_log(self, guild: int, before: int | None, limit: int) -> list[ServerLogRow]:
        """So many lines of a server's log, newest first, of those with a number less than `before`."""
        ...

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        """The exclusion of a person, be it over or not."""
        ...

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        """Who is excluded from a server's tables, in the order in which that ends."""
        ...

    async def muted(self, table: int) -> set[int]:
        """The users who want to hear nothing of a table."""
        ...

    # The installation as a whole.

    async def value(self, key: str) -> str | None:
        """A value of the installation, such as the hash of the published commands."""
        ...


class Transaction(Reads, AdviceWrites, GuestWrites, LedgerWrites, PersonalWrites, RatingWrites, TournamentWrites, Protocol):
    """What can be written, together and whole."""

    # Tables.

    async def save_table(self, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None) -> int:
        """Store a table and return its number; `seating` and `position` None: unchanged."""
        ...

    async def count_open(self, where: Counted, value: int) -> int:
        """How many lobbies and games there are by `where`: `user`, `guild` or `channel` (where games of tournaments do not
        count: who opens one has chosen its channel for all of them).
        """
        ...

    # The journal: the history of each table.

    async def add_line(self, number: int, line: JournalRow) -> None:
        """Write a new line into a table's journal."""
        ...

    async def strike_lines(self, number: int, lines: Iterable[int]) -> None:
        """Mark lines as taken back or replaced."""
        ...

    async def forget_steps(self, number: int) -> None:
        """Forget the positions kept for taking moves back."""
        ...

    # Results and requests.

    async def add_results(self, rows: Iterable[ResultRow]) -> None:
        """Store how a game ended for each of its people."""
        ...

    async def remember_request(self, request: int, number: int, at: float) -> bool:
        """Note that an interaction is carried out at a table; False: it was already (by whatever process)."""
        ...

    async def forget_requests(self, before: float) -> None:
        """Forget interactions carried out before that time."""
        ...

    # The outbox: what Discord has yet to be told.

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        """Put rows at the end of their table's line, each in the place of an unsent one of the same key (whose `id` it takes
        over).
        """
        ...

    async def retry_outbox(self, table: int) -> None:
        """Try the table's rows that were refused at once."""
        ...

    async def withdraw_outbox(self, table: int, kind: str) -> None:
        """Take out the unsent rows of a kind."""
        ...

    async def strike_outbox(self, serial: int) -> None:
        """Take out a row as it was handed out; one that replaced it stays."""
        ...

    async def postpone_outbox(self, serial: int, due: float) -> None:
        """Try a row again at that time."""
        ...

    async def hasten_outbox(self, serials: Iterable[int], now: float) -> None:
        """Try these rows at once, whatever they were to wait for."""
        ...

    async def begin_waits(self, table: int, now: float) -> None:
        """The table's board has been sent: from now on the row beside its line (if there is one) waits as long as it says,
        unless its time runs already or a newer board is still to come.
        """
        ...

    async def rest_outbox(self, table: int, kind: str, until: float) -> None:
        """Send no row of a kind before that time."""
        ...

    # Messages: where they stand, which are on their way in and which on their way out.

    async def put_message(self, table: int, kind: str, user: int, posted: Posted) -> None:
        """Note where a message stands and what it shows."""
        ...

    async def drop_message(self, table: int, kind: str, user: int) -> None:
        """Forget where a message stands."""
        ...

    async def drop_messages(self, table: int, kind: str) -> None:
        """Forget all messages of a kind, whosever they are."""
        ...

    async def forget_turns(self, table: int) -> None:
        """Count boards, hands and pings as of no turn any more: they told of one that was taken back, and are due anew."""
        ...

    async def begin_post(self, post: BegunPost) -> None:
        """Note that a post is sent off, in the place of an earlier note of its kind."""
        ...

    async def end_post(self, table: int, kind: str, user: int) -> None:
        """The post is noted, or will never be."""
        ...

    async def retire_message(self, table: int, row: RetiredMessage) -> None:
        """Note a message to be cleaned."""
        ...

    async def retire_messages(self, table: int) -> None:
        """Note everything that can be pressed in a table's channel to be cleaned, as no longer standing."""
        ...

    async def message_cleaned(self, table: int, message: int) -> None:
        """A retired message needs nothing any more."""
        ...

    # Other processes.

    async def hold(self, claim: Claim) -> None:
        """Write what follows only if the claim is ours until the transaction ends. Raises ClaimLost."""
        ...

    async def release(self, claim: Claim) -> None:
        """Give a claim back, if it is ours still."""
        ...

    async def announce(self, news: News) -> None:
        """Tell the other processes, once this is committed."""
        ...

    # People and servers.

    async def set_person(self, user: int, row: PersonRow) -> None:
        """Store how a person wants to be told."""
        ...

    async def set_locales(self, told: Mapping[int, str]) -> None:
        """Note the locales that Discord tells of people."""
        ...

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        """Choose a server's language; None: none in particular."""
        ...

    async def set_server(self, guild: int, settings: str) -> None:
        """Store how a server wants it (JSON)."""
        ...

    async def log_server(self, guild: int, at: float, user: int, what: str, about: str) -> None:
        """Write a line into a server's log: see `ServerLogRow`."""
        ...

    async def forget_server_log(self, guild: int, before: float) -> None:
        """Forget the lines of a server's log that are older."""
        ...

    async def exclude(self, guild: int, row: ExclusionRow) -> None:
        """Exclude a person, in the place of an earlier exclusion of theirs."""
        ...

    async def lift_exclusion(self, guild: int, user: int) -> None:
        """Exclude a person no more."""
        ...

    async def forget_exclusions(self, guild: int, before: float) -> None:
        """Forget the exclusions that were over by that time."""
        ...

    async def mute(self, table: int, user: int) -> None:
        """Somebody wants to hear nothing of a table."""
        ...

    async def unmute(self, table: int, user: int) -> None:
        """Somebody wants to hear of a table again."""
        ...

    # The installation as a whole.

    async def set_value(self, key: str, value: str) -> None:
        """Store a value of the installation."""
        ...

    # Processes that play on Discord together (others, such as a check, may have the store open too). Times are by the store's
    # own clock, whatever the clocks of the processes say.

    async def keep_process(self, process: str, seconds: float) -> int:
        """Note that a process lives, for so many seconds unless it says so again; how many live."""
        ...

    async def end_process(self, process: str) -> None:
        """A process ends: what it holds is free."""
        ...

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        """Hold shards (of `count` in all) for so many seconds: all that the process holds and, while these are fewer than
        `most`, those of `wanted` that are free. Tells what it holds now; what it held and is not among them, another one has.
        Raises OtherShards where another process counts other shards.
        """
        ...

    async def release_shards(self, process: str, shards: Iterable[int]) -> None:
        """Let go of shards."""
        ...

    async def login_turn(self, bucket: int, seconds: float) -> float:
        """Take the next turn of a bucket, each so many seconds after the one before; the seconds to wait for it."""
        ...


class Store(Reads, Protocol):
    """An open store."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to it at the same time."""
        ...

    @property
    def ahead(self) -> float:
        """Seconds by which the store's clock is ahead of this computer's: where processes share a store, its clock counts."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """One transaction; see above."""
        ...

    async def claim(self, table: int, work: Work) -> Claim | None:
        """The right to do some work for a table; None: somebody else has it, or this very process under another claim."""
        ...

    async def claim_outbox(
        self, now: float, late: float, resting: Collection[int], without: Collection[int] = ()
    ) -> tuple[StoredOutboxRow, Claim] | None:
        """The row among `outbox_heads(late)` that has been due longest (by `now`) of all whose table's line can be claimed,
        with the claim; of the tables `resting` no scene, of those `without` nothing.
        """
        ...

    async def give_back(self, claim: Claim) -> None:
        """As `Transaction.release`, by itself."""
        ...

    def holds(self, claim: Claim) -> bool:
        """Whether, by all that this process can know without asking, nobody else can have the claim yet."""
        ...

    def listen(self, hear: Callable[[News], None]) -> None:
        """Have what other processes announce told from now on, as soon as it is heard; some of it may get lost."""
        ...

    async def integrity(self) -> None:
        """Check everything that is stored. Raises Damaged."""
        ...

    async def close(self) -> None:
        """Close after the transaction in progress."""
        ...

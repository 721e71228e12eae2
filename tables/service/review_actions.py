"""Reviews: what the computer player would have done at each decision of a finished game."""

import asyncio
import logging
import time

import msgspec

from data.records.people import LedgerRow
from engines.levels import advising
from tables.bots.bot_process import NoAdvice
from tables.bots.bots import Adviser
from tables.errors import NoReview
from tables.history.replay import NoReplay, Replay
from tables.history.review import Decision, Review, decide, questions
from tables.rules import ledger
from tables.service.changing import Changing, Shared
from tables.service.viewing import Viewing
from tables.time.turns import Turns

log = logging.getLogger(__name__)

A_DAY = 20
"""Reviews of a server's games per day."""

DAY = 24 * 3600.0

AT_ONCE = 2
"""Decisions that one process judges at a time; people take turns, and all share the computer player with hints."""

WAITING = 100
"""Maximum reviews in progress, each begun by another person."""

FREE_SECONDS = 60.0
"""Seconds of judging after which a review counts even if it is stopped."""

TRIES = 3
"""Number of attempts for each decision."""


class Reviewing:
    """A review in progress."""

    def __init__(self, by: int) -> None:
        self.by = by
        """The person who began it and for whom it counts."""
        self.done = 0
        self.total = 0
        """Decisions judged so far, and their number; 0: not counted yet."""
        self.waits = False
        """Whether it waits for its turn."""
        self.seconds = 0.0
        """Time for which decisions have been judged."""
        self.stopped = False
        """Whether nobody waits for it any more."""
        self.given_back = False
        self.askers: set[int] = set()
        """The users who wait for it."""
        self.task: asyncio.Task[Review]


class ReviewActions(Changing):
    """Reviews: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, viewing: Viewing, adviser: Adviser | None) -> None:
        super().__init__(shared)
        self._viewing = viewing
        self._adviser = adviser
        self._reviews: dict[int, Reviewing] = {}
        self._beginning = asyncio.Lock()
        self._turns = Turns(AT_ONCE)

    async def stored_review(self, table: int) -> Review | None:
        """Returns the stored review of a game; None: there is none, or it is not complete. Raises NoSuchTable, and NoReplay if
        the game is not over.
        """
        loaded = await self._table_store.read(table, anyway=True)
        if loaded.table.state != "over":
            raise NoReplay("tables.replay.not-over")
        kept = await self._store.review(table)
        return None if kept is None else msgspec.json.decode(kept, type=Review)

    async def begin_review(self, table: int, user: int) -> Reviewing:
        """Start a review of a finished game, or wait together with the others who have asked. Raises NoSuchTable; NoReplay if
        the game is not over or cannot be replayed; NoReview if the server has used up its reviews, the person has not played
        there, or the computer player cannot review this game; and TooSoon if the person has used up theirs.
        """
        replay = await self._viewing.replay(table)
        async with self._beginning:
            under_way = self._reviews.get(table)
            if under_way is None or under_way.task.done():
                if self._adviser is None:
                    raise NoReview
                going = [each for each in self._reviews.values() if not each.task.done()]
                if any(each.by == user for each in going):
                    raise NoReview("tables.refusal.review-one")
                if len(going) >= WAITING:
                    raise NoReview("tables.refusal.review-busy")
                await self._count_review(table, user)
                under_way = self._reviews[table] = Reviewing(user)
                under_way.task = asyncio.create_task(self._make_review(replay, under_way), name=f"review of table {table}")
                under_way.task.add_done_callback(_log_failure)
            under_way.askers.add(user)
            return under_way

    async def _count_review(self, table: int, user: int) -> None:
        """Count a review for the person and for the server of the game. Raises NoReview, TooSoon."""
        now, played = self._clock.now(), (await self._table_store.read(table, anyway=True)).table
        guild = played.place.guild
        async with self._store.transaction() as tx:
            if guild > 0:
                sat = {info.user for info in played.seats} | {gone.user for gone in played.departed}
                if user not in sat and not await tx.played_with(guild, user, (user,)):
                    raise NoReview("tables.refusal.review-not-played")
                begun = await tx.reviews_begun(guild, now - DAY)
                if len(begun) >= A_DAY:
                    hours = max(1, round((begun[-A_DAY] + DAY - now) / 3600))
                    raise NoReview("tables.refusal.review-limit", most=A_DAY, hours=hours)
            await ledger.enter(tx, LedgerRow(user, "review", place=table), now)
            await tx.begin_review(table, guild, now)

    async def stop_review(self, table: int, user: int) -> None:
        """Stop waiting for a review; it ends when nobody waits for it, and counts if much of it has been done."""
        under_way = self._reviews.get(table)
        if under_way is not None and user in under_way.askers:
            under_way.askers.discard(user)
            if not under_way.askers:
                under_way.stopped = True
                under_way.task.cancel()
                await asyncio.wait({under_way.task})
                if under_way.task.cancelled():
                    await self._give_back(table, under_way)  # if it was cancelled before it started

    async def _make_review(self, replay: Replay, under_way: Reviewing) -> Review:
        """Make a review. If it fails, or was stopped at once, it no longer counts for the person and the server."""
        try:
            return await self._look_through(replay, under_way)
        except BaseException:
            await self._give_back(replay.record.table, under_way)
            raise

    async def _give_back(self, table: int, under_way: Reviewing) -> None:
        if not under_way.given_back:
            under_way.given_back = True
            async with self._store.transaction() as tx:
                await tx.drop_review(table)
                if not under_way.stopped or under_way.seconds < FREE_SECONDS:
                    await tx.strike_ledger(under_way.by, "review", table)

    async def _look_through(self, replay: Replay, under_way: Reviewing) -> Review:
        steps = await asyncio.to_thread(lambda: list(questions(replay)))
        under_way.total = len(steps)
        decisions = []
        for number in steps:
            for attempt in range(TRIES):
                try:
                    decisions.append(await self._judge(replay, number, under_way))
                    break
                except NoAdvice:
                    if attempt == TRIES - 1:
                        raise NoReview("tables.refusal.review-failed") from None
            under_way.done += 1
        review = Review(replay.record.table, advising(replay.game), tuple(decisions))
        async with self._store.transaction() as tx:
            await tx.end_review(replay.record.table, msgspec.json.encode(review).decode())
        return review

    async def _judge(self, replay: Replay, number: int, under_way: Reviewing) -> Decision:
        """Judge one decision when it is this person's turn. Raises NoAdvice."""
        assert self._adviser is not None
        under_way.waits = True
        async with self._turns.turn(under_way.by):
            under_way.waits = False
            begun = time.monotonic()
            try:
                return await decide(replay, number, self._adviser)
            finally:
                under_way.seconds += time.monotonic() - begun

    async def end_all(self) -> None:
        """Cancel all reviews, as the service is closing."""
        tasks = [each.task for each in self._reviews.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _log_failure(task: asyncio.Task[Review]) -> None:
    """Log a failure, as possibly nobody waits for the result any more."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, NoReview):
        log.error("review failed", exc_info=error)

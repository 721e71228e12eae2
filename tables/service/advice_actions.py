"""Advice of the computer player: hints in unrated games, and reviews of finished games."""

import asyncio
import contextlib
import logging
import random
import time

import msgspec
from cachetools import LRUCache

from data.records import LedgerRow
from engines.contract import Candidate, Fleeting, Move, Seat
from engines.levels import advising
from tables.bots.bot_process import NoAdvice
from tables.bots.bots import Adviser
from tables.errors import NoHint, NoReview, NotYourTurn, Stale
from tables.history.lessons import LessonTable
from tables.history.replay import NoReplay, Replay
from tables.history.review import Decision, Review, decide, questions
from tables.model.models import counts
from tables.rules import drafts, ledger
from tables.service.changing import Changing, Shared
from tables.service.viewing import Viewing
from tables.time.turns import Turns

HINTS = 3
"""Number of moves in a hint."""

KEPT = 64
"""Number of hints that are cached."""


class Hint(msgspec.Struct, frozen=True):
    """What the computer player would do on a seat."""

    table: int
    seat: Seat
    stage: int
    level: str
    candidates: tuple[Candidate, ...]
    """The best first."""


class AdviceActions(Changing):
    """Hints: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, adviser: Adviser | None) -> None:
        super().__init__(shared)
        self._adviser = adviser
        self._hints: LRUCache[tuple[int, Seat, int, tuple[Move, ...]], asyncio.Task[Hint]] = LRUCache(KEPT)
        self._lesson_hints: LRUCache[tuple[str, tuple[str, ...]], asyncio.Task[tuple[Candidate, ...]]] = LRUCache(KEPT)
        """By game and the learner's moves so far; the same for everybody."""

    @property
    def advises(self) -> bool:
        """Whether the computer players can explain themselves, in hints and reviews."""
        return self._adviser is not None

    async def hint(self, table: int, user: int, *, stage: int) -> Hint:
        """Returns what the strongest computer player would do in this person's place, from what they may know. Each question
        counts once, and the count is shown at the end; the same question gets the same answer. Raises WrongState, NotSeated,
        Stale, NotYourTurn, and NoHint if the game is rated or of a tournament, or the computer player has no hint.
        """
        loaded = await self._table_store.read(table)
        seat = self._context(loaded, user).seat
        begun, loaded = drafts.draft(loaded, seat), drafts.drafted(loaded, seat)
        if loaded.table.stage != stage:
            raise Stale
        if loaded.table.tournament is not None:
            raise NoHint("tables.refusal.hint-tournament")
        if counts(loaded.table.info()):
            raise NoHint("tables.refusal.hint-rated")
        if seat not in loaded.table.pending:
            raise NotYourTurn
        key = (table, seat, stage, begun)
        thought = self._hints.get(key)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception() is not None)):
            thought = self._hints[key] = asyncio.create_task(self._thought(table, seat, stage), name=f"a hint at table {table}")
        return await asyncio.shield(thought)

    async def lesson_hint(self, game: str, lesson: LessonTable) -> tuple[Candidate, ...]:
        """Returns what the strongest computer player would do at this point of a lesson, the best first, followed by the move
        that the lesson wants, unless it is among these. Not counted. Raises NoHint.
        """
        key = (game, tuple(lesson.moves_made))
        thought = self._lesson_hints.get(key)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception() is not None)):
            thought = self._lesson_hints[key] = asyncio.create_task(
                self._lesson_thought(game, lesson), name=f"a hint at {game}"
            )
        return await asyncio.shield(thought)

    async def _lesson_thought(self, key: str, lesson: LessonTable) -> tuple[Candidate, ...]:
        game = self._games[key]
        if self._adviser is None or lesson.step is None:
            raise NoHint
        level = game.levels[-1]
        try:
            return await self._adviser.candidates(
                key, lesson.recalled(game, level), level, lesson.played, HINTS, (lesson.wanted,)
            )
        except NoAdvice:
            raise NoHint from None

    async def hints(self, table: int) -> dict[Seat, int]:
        """Returns the number of questions for which each seat has had hints, if any."""
        return await self._store.hints(table)

    async def _thought(self, table: int, seat: Seat, stage: int) -> Hint:
        loaded = drafts.drafted(await self._table_store.read(table), seat)
        game = self._games[loaded.table.game]
        if loaded.table.stage != stage or loaded.position is None:
            raise Stale
        if self._adviser is None:
            raise NoHint
        seed = random.Random(f"{table} {seat} {stage}").getrandbits(64)  # noqa: S311 - asked again, it says the same
        for level in dict.fromkeys((advising(game), game.levels[0])):  # the quickest answers where a better one takes too long
            view = game.recall(loaded.position, seat, level) if isinstance(game, Fleeting) else loaded.position.view(seat)
            with contextlib.suppress(NoAdvice):
                found = await self._adviser.candidates(game.key, view, level, seed, HINTS)
                async with self._store.transaction() as tx:
                    await tx.add_hint(table, seat, stage)
                return Hint(table, seat, stage, level, found)
        raise NoHint


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

    async def reviewed(self, table: int) -> Review | None:
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
                under_way.task = asyncio.create_task(self._made(replay, under_way), name=f"review of table {table}")
                under_way.task.add_done_callback(_heard)
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

    async def _made(self, replay: Replay, under_way: Reviewing) -> Review:
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
                    decisions.append(await self._judged(replay, number, under_way))
                    break
                except NoAdvice:
                    if attempt == TRIES - 1:
                        raise NoReview("tables.refusal.review-failed") from None
            under_way.done += 1
        review = Review(replay.record.table, advising(replay.game), tuple(decisions))
        async with self._store.transaction() as tx:
            await tx.end_review(replay.record.table, msgspec.json.encode(review).decode())
        return review

    async def _judged(self, replay: Replay, number: int, under_way: Reviewing) -> Decision:
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


def _heard(task: asyncio.Task[Review]) -> None:
    """Log a failure, as possibly nobody waits for the result any more."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, NoReview):
        log.error("review failed", exc_info=error)

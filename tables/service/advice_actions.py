"""Hints: advice of the computer player in unrated games."""

import asyncio
import contextlib
import random

import msgspec
from cachetools import LRUCache

from engines.contract import Candidate, Fleeting, Move, Seat
from engines.levels import advising
from tables.bots.bot_process import NoAdvice
from tables.bots.bots import Adviser
from tables.errors import NoHint, NotYourTurn, Stale
from tables.history.lessons import LessonTable
from tables.model.table_info import counts
from tables.rules import drafts
from tables.service.changing import Changing, Shared

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
        Stale, NotYourTurn, and NoHint if the game is rated, of a tournament or a deal that others play too, or the computer
        player has no hint.
        """
        loaded = await self._table_store.read(table)
        seat = self._context(loaded, user).seat
        begun, loaded = drafts.draft(loaded, seat), drafts.apply_draft(loaded, seat)
        if loaded.table.stage != stage:
            raise Stale
        if loaded.table.tournament is not None:
            raise NoHint("tables.refusal.hint-tournament")
        if loaded.table.deal:
            raise NoHint("tables.refusal.hint-day" if loaded.table.day else "tables.refusal.hint-challenge")
        if counts(loaded.table.info()):
            raise NoHint("tables.refusal.hint-rated")
        if seat not in loaded.table.pending:
            raise NotYourTurn
        key = (table, seat, stage, begun)
        thought = self._hints.get(key)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception() is not None)):
            thought = self._hints[key] = asyncio.create_task(self._think(table, seat, stage), name=f"a hint at table {table}")
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
                key, lesson.recalled_view(game, level), level, lesson.played, HINTS, (lesson.wanted,)
            )
        except NoAdvice:
            raise NoHint from None

    async def hints(self, table: int) -> dict[Seat, int]:
        """Returns the number of questions for which each seat has had hints, if any."""
        return await self._store.hints(table)

    async def _think(self, table: int, seat: Seat, stage: int) -> Hint:
        loaded = drafts.apply_draft(await self._table_store.read(table), seat)
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

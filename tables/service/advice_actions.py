"""What the computer player tells people who ask: hints in games that count for nothing."""

from __future__ import annotations

import asyncio
import random

import msgspec
from cachetools import LRUCache

from engines.contract import Candidate, Fleeting, Seat
from engines.levels import advising
from tables.bots.bot_process import NoAdvice
from tables.bots.bots import Adviser
from tables.errors import NoHint, NotYourTurn, Stale
from tables.history.lessons import LessonTable
from tables.model.models import counts
from tables.rules import play
from tables.service.changing import Changing, Shared

HINTS = 3
"""Moves in a hint."""

KEPT = 64
"""Hints that are kept for people who look at them again."""


class Hint(msgspec.Struct, frozen=True):
    """What the computer player would do on a seat."""

    table: int
    seat: Seat
    stage: int
    level: str
    candidates: tuple[Candidate, ...]
    """The best first."""


class AdviceActions(Changing):
    """TakebackRequest the computer player: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, adviser: Adviser | None) -> None:
        super().__init__(shared)
        self._adviser = adviser
        self._hints: LRUCache[tuple[int, Seat, int], asyncio.Task[Hint]] = LRUCache(KEPT)
        self._lesson_hints: LRUCache[tuple[str, tuple[str, ...]], asyncio.Task[tuple[Candidate, ...]]] = LRUCache(KEPT)
        """By game and the learner's moves so far: what is told of a lesson is told to everybody."""

    @property
    def advises(self) -> bool:
        """Whether the computer players explain themselves: in hints and reviews."""
        return self._adviser is not None

    async def hint(self, table: int, user: int, *, stage: int) -> Hint:
        """What the strongest computer player would do in this person's place, from what they may know. It is counted, once a
        question, and told at the end of the game; the same question has the same answer. Raises WrongState, NotSeated, Stale,
        NotYourTurn, and NoHint where the game is rated or of a tournament, or the computer player has nothing to say.
        """
        held = await self._table_store.read(table)
        seat = play.acting(held, user)
        if held.table.stage != stage:
            raise Stale
        if held.table.tournament is not None:
            raise NoHint("tables.refusal.hint-tournament")
        if counts(held.table.info()):
            raise NoHint("tables.refusal.hint-rated")
        if seat not in held.table.pending:
            raise NotYourTurn
        key = (table, seat, stage)
        thought = self._hints.get(key)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception() is not None)):
            thought = self._hints[key] = asyncio.create_task(self._thought(table, seat, stage), name=f"a hint at table {table}")
        return await asyncio.shield(thought)

    async def lesson_hint(self, game: str, lesson: LessonTable) -> tuple[Candidate, ...]:
        """What the strongest computer player would do where a lesson stands, the best first, and last the move that the lesson
        is about, where it is none of these. It is counted nowhere. Raises NoHint.
        """
        key = (game, tuple(lesson.told))
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
        """For how many questions each seat has had hints, where any."""
        return await self._store.hints(table)

    async def _thought(self, table: int, seat: Seat, stage: int) -> Hint:
        held = await self._table_store.read(table)
        game = self._games[held.table.game]
        if held.table.stage != stage or held.position is None:
            raise Stale
        if self._adviser is None:
            raise NoHint
        level = advising(game)
        view = game.recall(held.position, seat, level) if isinstance(game, Fleeting) else held.position.view(seat)
        seed = random.Random(f"{table} {seat} {stage}").getrandbits(64)  # noqa: S311 - asked again, it says the same
        try:
            found = await self._adviser.candidates(game.key, view, level, seed, HINTS)
        except NoAdvice:
            raise NoHint from None
        async with self._store.transaction() as tx:
            await tx.add_hint(table, seat, stage)
        return Hint(table, seat, stage, level, found)

"""Challenges: part of `tables.service.service.TableService`."""

import asyncio
import itertools

import msgspec

from data.records.days import ChallengeRow, DealTryRow
from engines.contract import Seat
from tables.errors import NoSuchTable, Refusal
from tables.history.record import record
from tables.history.replay import Replay, ReplayStep, played_again
from tables.model.people import Person
from tables.model.table import Change, Table
from tables.model.table_info import TableInfo
from tables.rules import challenges
from tables.rules.reading import Reading
from tables.service.deal_actions import DealActions

LISTED = 20
"""People listed who have taken a challenge."""


class ChallengeInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge as one person may know it: the deal, and of people only those whom they may compare with."""

    code: str
    played: TableInfo
    """The challenger's game. Only its title, options, number of seats, levels and hash may be shown."""
    until: float
    mine: bool
    """Whether it is this person's own challenge."""
    playing: int | None
    """The person's unfinished try."""
    first: DealTryRow | None
    """Their first try; None: they have not begun."""
    done: tuple[DealTryRow, ...]
    """The finished first tries that they may compare with the challenger's game: all for the challenger, else their own."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of two games that are compared."""

    name: str
    place: int
    score: int
    rounds: tuple[int, ...]
    """The score after each round."""
    parted: ReplayStep | None
    """What came of the first move by which the games differ; None: this game has none."""
    info: TableInfo


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two games of one deal, step by step."""

    commitment: str
    challenger: Side
    other: Side


class ChallengeActions(DealActions):
    """Challenges."""

    async def offer(self, table: int, user: int, *, request: int | None = None) -> ChallengeInfo:
        """Let others play the deal of a game in which this was the only person, for a week. Raises Refusal."""
        await self._carry_out(table, user, request, challenges.declare)
        found = await self._store.challenge_of(table)
        if found is None:  # whoever made it has been forgotten since
            raise Refusal("tables.refusal.challenge-not-alone")
        return await self.look(found.code, user)

    async def look(self, code: str, user: int) -> ChallengeInfo:
        """Returns a challenge. Raises Refusal, the same for a code that nobody has and one that this person may not know of."""
        row, played = await self._find(code, user)
        mine = row.user == user
        first = await self._store.deal_try(row.code, user)
        own = (first,) if first is not None and first.ended is not None else ()
        return ChallengeInfo(
            code=row.code,
            played=played.info(),
            until=row.until,
            mine=mine,
            playing=await self._unfinished_game(row.code, user),
            first=first,
            done=tuple(await self._store.deal_tries(row.code, LISTED)) if mine else own,
        )

    async def begin(
        self, code: str, person: Person, guild: int, channel: int, *, language: str, request: int | None = None
    ) -> Reading:
        """Begin a person's try in their direct messages, or return the one they have not finished. `guild`: where they asked
        for it. The first one counts. Raises Refusal, TooMany, Excluded.
        """
        row, played = await self._find(code, person.user)

        async def prepare(now: float) -> Change:
            if row.user == person.user or now >= row.until:
                raise Refusal("tables.refusal.challenge-own" if row.user == person.user else "tables.refusal.challenge-unknown")
            game = self._games[played.game]
            if played.rules_version != game.rules_version:
                raise Refusal("tables.refusal.challenge-rules")
            return challenges.prepare(person, channel, game, row, played, now=now, language=language)

        return await self._begin(person, guild, request, prepare)

    async def compare(self, code: str, user: int, other: int) -> Comparison:
        """Returns the challenger's game and somebody's finished first try, only for these two. Raises Refusal."""
        row, played = await self._find(code, user)
        tried = await self._store.deal_try(row.code, other)
        if user not in {row.user, other} or tried is None or tried.ended is None:
            raise Refusal("tables.refusal.challenge-unfinished")
        theirs = (await self._table_store.read(tried.table_id, anyway=True)).table
        replays = [await played_again(await record(self._store, table), self._games) for table in (played, theirs)]
        sides = await asyncio.to_thread(_sides, (played, theirs), replays)
        return Comparison(commitment=played.commitment, challenger=sides[0], other=sides[1])

    async def challenger(self, table: int) -> tuple[int, str, int]:
        """Returns who is to be told of the try at a table, the code of their challenge, and whose try it is. Raises Refusal."""
        tried = (await self._table_store.read(table, anyway=True)).table
        row, _ = await self._find(tried.challenge, tried.host)
        return row.user, row.code, tried.host

    async def _find(self, code: str, user: int) -> tuple[ChallengeRow, Table]:
        """Returns a challenge and the challenger's game. A challenge that is over exists only for people who have made or taken
        it, and none for somebody whom its person has blocked, or who has blocked them. Raises Refusal.
        """
        row = await self._store.challenge(code.strip().lower())
        if row is None or not await self._may_know(row, user):
            raise Refusal("tables.refusal.challenge-unknown")
        try:
            return row, (await self._table_store.read(row.table_id, anyway=True)).table
        except NoSuchTable:
            raise Refusal("tables.refusal.challenge-unknown") from None

    async def _may_know(self, row: ChallengeRow, user: int) -> bool:
        if row.user == user:
            return True
        if await self._store.deal_try(row.code, user) is not None:
            return True
        return self._clock.now() < row.until and not await self._store.at_odds([row.user], [user])


def _sides(tables: tuple[Table, Table], replays: list[Replay]) -> list[Side]:
    seat = challenges.seat_of(tables[0])
    own = [[step for step in replay.steps() if step.seat == seat] for replay in replays]
    pairs = itertools.zip_longest(*own)
    parted = next((pair for pair in pairs if None in pair or pair[0].move != pair[1].move), (None, None))
    told = [_outcome(replay, step) for replay, step in zip(replays, parted, strict=True)]
    return [_side(table, replay, seat, step) for table, replay, step in zip(tables, replays, told, strict=True)]


def _outcome(replay: Replay, step: ReplayStep | None) -> ReplayStep | None:
    """Returns the step whose events say what came of this one: those of choices made at once are with the last of them."""
    later = (each for each in replay.steps() if step is not None and each.number >= step.number and each.events)
    return next(later, step)


def _side(table: Table, replay: Replay, seat: Seat, parted: ReplayStep | None) -> Side:
    assert table.result is not None
    scores = [replay.game.standing(replay.view(step))[seat] for step in replay.rounds if step]
    return Side(
        name=table.seats[seat].name,
        place=table.result.places[seat],
        score=table.result.scores[seat],
        rounds=tuple(scores),
        parted=parted,
        info=table.info(),
    )

"""Reviews: of finished games alone, each decision from what the seat knew then, kept, limited, stoppable."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

import engines
from engines.contract import Candidate, Fleeting, Move, Planned, Revealing, View
from engines.draws import commitment
from engines.notation import random_move
from tables.bots.bot_process import NoAdvice
from tables.errors import NoReview, TooSoon
from tables.history.record import Played, Record, Sitting
from tables.history.replay import NoReplay, Replay
from tables.history.review import Decision, Review, decide, questions
from tables.service import review_actions
from tables.time.timing import DAY
from tests.support.table_store import loaded_table
from tests.support.toy_games import InProcess
from tests.tables.conftest import ANNA, BORYS, EWA, Computers, Room


class Reviewers(Computers):
    """The house's own games, judged in this process."""

    async def candidates(  # noqa: PLR0917 - the protocol's
        self, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        asked = engines.games()[game]
        return asked.candidates(view, random.Random(seed), level, limit, also)

    async def compare_moves(
        self, game: str, view: View, level: str, seed: int, played: Sequence[Move]
    ) -> tuple[Candidate, ...]:
        asked = engines.games()[game]
        assert isinstance(asked, Planned)
        return asked.compare(view, random.Random(seed), level, played)


async def finished(room: Room, game: str, computers: int = 0) -> int:
    """A game played at random to its end."""
    rng = random.Random(5)
    people = (ANNA,) if computers else (ANNA, BORYS)
    table = (await room.table(game, *people, computers=computers)).info.id
    while (now := (await room.tables.looks.read(table)).info).state == "playing":
        for seat in now.pending:
            if (user := now.seats[seat].user) is not None:
                loaded = await loaded_table(room.tables, table)
                if loaded.position is not None and seat in loaded.position.pending():
                    await room.tables.moves.play(table, user, random_move(loaded.position, seat, rng))
        await asyncio.sleep(0)
    return table


async def test_a_running_game_is_refused(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    with pytest.raises(NoReplay, match="not-over"):
        await room.tables.reviews.stored_review(table)
    with pytest.raises(NoReplay, match="not-over"):
        await room.tables.reviews.begin_review(table, ANNA.user)
    assert await room.store.reviews_begun(1, 0) == []


async def test_every_decision_is_judged_once_and_kept(room: Room) -> None:
    table = await finished(room, "coins")
    assert await room.tables.reviews.stored_review(table) is None
    under_way = await room.tables.reviews.begin_review(table, ANNA.user)
    assert await room.tables.reviews.begin_review(table, BORYS.user) is under_way, "two who ask wait for the same"
    review = await under_way.task
    assert review.level == "normal"
    replay = await room.tables.looks.replay(table)
    assert [each.step for each in review.decisions] == list(range(1, replay.last - 1)), "the last coin is no decision"
    for each in review.decisions:
        step = replay.step(each.step)
        assert (each.seat, each.turn) == (step.seat, step.turn)
        lowest = replay.view(each.step - 1, each.seat).hand[0]  # type: ignore[attr-defined]
        assert each.better == (() if step.move == (lowest,) else (lowest,))
        assert (each.gain > 0) == bool(each.better)
        assert (each.margin > 0) == (not each.better), "every other coin is worth a tenth less"
    assert await room.tables.reviews.stored_review(table) == review
    await room.again()
    assert await room.tables.reviews.stored_review(table) == review
    assert {each.seat for each in review.biggest(99)} <= {0, 1}
    assert review.count_agreed({each.step for each in review.decisions if each.seat == 0})[1] == 2


async def test_computers_are_not_judged_where_people_played(room: Room) -> None:
    table = await finished(room, "coins", computers=1)
    review = await (await room.tables.reviews.begin_review(table, ANNA.user)).task
    seats = (await room.tables.looks.read(table)).info.seats
    assert {seats[each.seat].user for each in review.decisions} == {ANNA.user}


async def test_it_is_stopped_limited_and_fails_for_itself_alone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(room, "coins")
    room.bots.may_answer.clear()
    under_way = await room.tables.reviews.begin_review(table, ANNA.user)
    await room.tables.reviews.begin_review(table, BORYS.user)
    await asyncio.sleep(0)
    await room.tables.reviews.stop_review(table, ANNA.user)
    assert not under_way.task.cancelling(), "somebody waits still"
    await room.tables.reviews.stop_review(table, BORYS.user)
    await asyncio.wait({under_way.task})
    assert under_way.task.cancelled()
    assert await room.tables.reviews.stored_review(table) is None
    room.bots.may_answer.set()

    async def mute(*_: object) -> tuple[Candidate, ...]:
        raise NoAdvice

    monkeypatch.setattr(InProcess, "candidates", mute)
    with pytest.raises(NoReview, match="review-failed"):
        await (await room.tables.reviews.begin_review(table, ANNA.user)).task
    monkeypatch.undo()
    assert await room.store.reviews_begun(1, 0) == [], "what was stopped or failed is given back"
    monkeypatch.setattr(review_actions, "A_DAY", 1)
    assert await (await room.tables.reviews.begin_review(await finished(room, "coins"), ANNA.user)).task
    with pytest.raises(NoReview, match="review-limit") as refused:
        await room.tables.reviews.begin_review(table, ANNA.user)
    assert refused.value.values == {"most": 1, "hours": 24}
    await room.clock.advance(25 * 3600)
    assert await (await room.tables.reviews.begin_review(table, ANNA.user)).task
    steps = await finished(room, "steps")
    with pytest.raises(NoReview):
        await room.tables.reviews.begin_review(steps, ANNA.user)


async def test_reviews_are_counted_for_the_player_who_asks(room: Room) -> None:
    """Nobody uses up another's."""
    tables = [await finished(room, "coins") for _ in range(6)]
    with pytest.raises(NoReview, match="not-played"):
        await room.tables.reviews.begin_review(tables[0], EWA.user)
    for table in tables[:3]:
        await (await room.tables.reviews.begin_review(table, ANNA.user)).task
    with pytest.raises(TooSoon, match="soon-review"):
        await room.tables.reviews.begin_review(tables[3], ANNA.user)
    assert len(await room.store.reviews_begun(1, 0)) == 3, "what was refused is not counted"
    await (await room.tables.reviews.begin_review(tables[3], BORYS.user)).task
    await room.clock.advance(DAY)
    await (await room.tables.reviews.begin_review(tables[4], ANNA.user)).task


async def test_a_person_has_one_review_under_way(room: Room) -> None:
    tables = [await finished(room, "coins") for _ in range(3)]
    room.bots.may_answer.clear()
    first = await room.tables.reviews.begin_review(tables[0], ANNA.user)
    with pytest.raises(NoReview, match="review-one"):
        await room.tables.reviews.begin_review(tables[1], ANNA.user)
    second = await room.tables.reviews.begin_review(tables[1], BORYS.user)
    assert await room.tables.reviews.begin_review(tables[1], ANNA.user) is second, "to wait with another takes no place"
    room.bots.may_answer.set()
    await asyncio.gather(first.task, second.task)


def played(key: str) -> Replay:
    """The replay of a game that weak players have played, the one on seat 0 a computer."""
    game, rng, seed = engines.games()[key], random.Random(3), bytes(range(16))
    position, moves = game.start(2, {}, seed), []
    if isinstance(game, Revealing):
        game.wait_for_looks(position)
    while position.pending():
        seat, level = position.pending()[0], game.levels[0]
        reading = game.reveal_move(position) if isinstance(game, Revealing) else None
        view = game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)
        move = reading or game.choose_move(view, rng, level)
        position.play(seat, move)
        moves.append(Played(seat, " ".join(move)))
    return Replay(
        Record(
            table=1,
            game=key,
            rules_version=game.rules_version,
            options={},
            seats=(Sitting("Robot", "computer"), Sitting("Anna", "person")),
            random_order=False,
            drawn=(0, 1),
            commitment=commitment(seed),
            over=True,
            seed=seed.hex(),
            moves=tuple(moves),
            result=position.result(),
        ),
        game,
    )


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_each_real_game_is_looked_through(game: str) -> None:
    replay, judge = played(game), Reviewers()
    steps = list(questions(replay))
    decisions = [await decide(replay, number, judge) for number in steps[:: 1 + len(steps) // 25]]
    review = Review(1, "hard", tuple(decisions))
    assert {each.seat for each in decisions} == {1}, "the computer's own decisions are not judged"
    assert all(0 <= each.share <= each.best <= 1 for each in decisions)
    assert any(each.better for each in decisions), "who plays weakly could have played better"
    for each in decisions:
        then = [replay.view(each.step - 1 + later, each.seat) for later in range(len(each.played))]
        assert replay.views(each.step - 1, each.seat, each.played) == then, "what each move of a turn is said by"
        assert len(replay.views(each.step - 1, each.seat, each.line)) == len(each.line)
    assert review.biggest(5) == sorted(review.biggest(5), key=lambda each: -each.gain)
    assert decisions[0] == await decide(replay, steps[0], judge), "asked again it says the same"


class OtherTurn(Reviewers):
    """Where turns are judged whole, what was played is worth 0.6, and the best other turn this."""

    def __init__(self, worth: float) -> None:
        super().__init__()
        self._worth = worth

    async def compare_moves(
        self, game: str, view: View, level: str, seed: int, played: Sequence[Move]
    ) -> tuple[Candidate, ...]:
        other = Candidate(("point",), self._worth, line=(("point",), ("point",)))
        return Candidate(played[0], 0.6), other


@pytest.mark.long
async def test_a_whole_turn_is_compared_with_every_other() -> None:
    replay = played("torres")
    step = next(number for number in questions(replay) if replay.step(number).turn > 4)
    best = await decide(replay, step, OtherTurn(0.5))
    assert (best.share, best.better) == (0.6, ())
    assert best.margin == pytest.approx(0.1)
    as_good = await decide(replay, step, OtherTurn(0.59))
    assert (as_good.better, as_good.margin) == ((), 0.0)
    worse = await decide(replay, step, OtherTurn(0.7))
    assert (worse.better, worse.line, worse.margin) == (("point",), (("point",), ("point",)), 0.0)
    assert worse.gain == pytest.approx(0.1)


def test_what_chance_may_explain_is_not_told() -> None:
    sure = Decision(1, 1, 0, 0.2, 0.5, 0.1, ("a",))
    unsure = Decision(2, 1, 0, 0.2, 0.5, 0.4, ("a",))
    tiny = Decision(3, 1, 0, 0.5, 0.51, 0.0, ("a",))
    review = Review(1, "hard", (unsure, tiny, sure))
    assert review.biggest(5) == [sure]
    assert review.count_agreed({each.step for each in review.decisions if each.seat == 0}) == (2, 3)


@pytest.mark.long
async def test_two_who_begin_again_and_again_hold_up_nobody(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a review of his own that takes long; a third person's decisions are judged in turn with theirs."""
    tables = [await finished(room, "coins") for _ in range(3)]
    judged, waits = asyncio.Semaphore(0), [0]
    real = InProcess.candidates

    async def slow(self: InProcess, *about: object) -> tuple[Candidate, ...]:
        waits[0] += 1
        await judged.acquire()
        waits[0] -= 1
        return await real(self, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(InProcess, "candidates", slow)
    monkeypatch.setattr(review_actions, "questions", lambda replay: [1, 2] * (1 if replay.record.table == tables[2] else 50))
    await room.tables.endings.resign((await room.table("coins", EWA, ANNA)).info.id, ANNA.user)
    (ended,) = [each.id for each in await room.tables.looks.tables_of(EWA.user)]
    await room.tables.endings.claim(ended, EWA.user)
    reviews = room.tables.reviews
    held = [await reviews.begin_review(*each) for each in zip(tables, (ANNA.user, BORYS.user), strict=False)]
    mine = await reviews.begin_review(tables[2], EWA.user)
    async with asyncio.timeout(60):
        while not mine.task.done():
            await asyncio.sleep(0.01)
            if waits[0] == 2 and not mine.task.done():
                judged.release()
    assert await mine.task
    assert max(each.done for each in held) < 8
    for each in held:
        each.task.cancel()


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "left"), [(1.0, 3), (61.0, 2)])
async def test_what_is_stopped_at_once_is_given_back(room: Room, seconds: float, left: int) -> None:
    tables = [await finished(room, "coins") for _ in range(4)]
    room.bots.may_answer.clear()
    under_way = await room.tables.reviews.begin_review(tables[3], ANNA.user)
    under_way.seconds = seconds
    await room.tables.reviews.stop_review(tables[3], ANNA.user)
    room.bots.may_answer.set()
    for table in tables[:left]:
        await (await room.tables.reviews.begin_review(table, ANNA.user)).task
    with pytest.raises(TooSoon, match="soon-review"):
        await room.tables.reviews.begin_review(tables[3], ANNA.user)

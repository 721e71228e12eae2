"""Challenges: the same seat on the same deal against the same computers, the comparison, and what stays secret meanwhile."""

from __future__ import annotations

import random

import pytest

import engines
from engines.contract import Revealing
from engines.notation import random_move
from tables.errors import Refusal
from tables.history.replay import NoReplay
from tables.model.people import Person
from tables.rules import challenges
from tables.time.timing import DAY
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Beginners, Room


@pytest.fixture
async def whole(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)  # nobody sends the boards that are waited for
    room.games, room.bots = engines.games(), Beginners()
    await room.again()
    return room


async def begun(room: Room, key: str, person: Person, *, computers: int) -> int:
    reading = await room.tables.lobbies.open_table(person, HERE, key, {}, language="en", pace="none")
    for _ in range(computers):
        await room.tables.lobbies.add_computer(reading.info.id, person.user)
    order = range(computers, -1, -1)  # the person has the last seat
    await room.tables.lobbies.arrange(reading.info.id, person.user, order)
    return (await room.tables.lobbies.start(reading.info.id, person.user, request=77)).info.id


async def play(room: Room, table: int, person: Person, luck: int) -> list[tuple[int, str]]:
    """Play a game to its end; return all moves."""
    rng = random.Random(luck)
    while (now := await room.tables.looks.read(table, person.user)).info.state == "playing":
        if now.seat not in now.info.pending:
            await room.mail()
            await room.clock.advance(1)
            continue
        position = (await loaded_table(room.tables, table)).position
        game = room.games[now.info.game]
        assert position is not None
        assert now.seat is not None
        looking = game.reveal_move(position) if isinstance(game, Revealing) else None
        await room.tables.moves.play(table, person.user, looking or random_move(position, now.seat, rng))
    return await room.store.read(
        "SELECT seat, move FROM journal WHERE table_id = ? AND move <> '' ORDER BY stage, seat", (table,)
    )


async def challenged(room: Room, key: str = "rycerze", *, computers: int = 2) -> tuple[int, str, list[tuple[int, str]]]:
    """A finished game of Anna's, the code of her challenge with it, and its moves."""
    table = await begun(room, key, ANNA, computers=computers)
    moves = await play(room, table, ANNA, 7)
    return table, (await room.tables.challenges.offer(table, ANNA.user)).code, moves


async def take(room: Room, code: str, person: Person) -> int:
    reading = await room.tables.challenges.begin(code, person, 1, 1000 + person.user, language="en")
    return reading.info.id


@pytest.mark.long
@pytest.mark.parametrize("key", ["rycerze", pytest.param("torres", marks=pytest.mark.long)])
async def test_equal_moves_are_equal_games_and_others_are_compared(whole: Room, key: str) -> None:
    computers = 2 if key == "rycerze" else 1
    table, code, moves = await challenged(whole, key, computers=computers)
    same = await take(whole, code.upper(), BORYS)
    assert await play(whole, same, BORYS, 7) == moves
    other = await take(whole, code, CELINA)
    await play(whole, other, CELINA, 8)
    told = await whole.tables.challenges.look(code, ANNA.user)
    assert {row.user for row in told.done} == {BORYS.user, CELINA.user}
    equal = await whole.tables.challenges.compare(code, BORYS.user, BORYS.user)
    assert (equal.challenger.parted, equal.other.parted) == (None, None)
    assert equal.challenger.rounds == equal.other.rounds
    assert (equal.challenger.name, equal.other.name) == (ANNA.name, BORYS.name)
    infos = [(await whole.tables.looks.read(each)).info for each in (table, same, other)]
    assert len({info.commitment for info in infos}) == 1, "one hash for all"
    assert len({tuple(seat.level for seat in info.seats) for info in infos}) == 1, "the same seat, the same computers"
    unlike = await whole.tables.challenges.compare(code, ANNA.user, CELINA.user)
    parted = unlike.challenger.parted, unlike.other.parted
    assert parted[0] is not None
    assert parted[1] is not None
    assert parted[0].turn == parted[1].turn
    assert parted[0].events, "what came of it, also where all choose at once"
    assert parted[1].events, "the same for the other"
    assert parted[0].events != parted[1].events
    assert unlike.challenger.score == infos[0].result.scores[computers]  # type: ignore[union-attr]


@pytest.mark.long
async def test_the_first_try_counts(whole: Room) -> None:
    _, code, _ = await challenged(whole)
    first = await take(whole, code, BORYS)
    assert await take(whole, code, BORYS) == first, "a game that has begun goes on"
    with pytest.raises(Refusal) as refused:
        await whole.tables.challenges.compare(code, BORYS.user, BORYS.user)
    assert refused.value.key == "tables.refusal.challenge-unfinished"
    await play(whole, first, BORYS, 1)
    told = await whole.tables.challenges.look(code, BORYS.user)
    again = await take(whole, code, BORYS)
    assert again != first
    await play(whole, again, BORYS, 2)
    assert await whole.tables.challenges.look(code, BORYS.user) == told, "a further try changes nothing"
    assert await whole.store.read("SELECT DISTINCT table_id IN (?, ?) FROM results", (first, again)) in ([], [(0,)])


async def test_nothing_shows_the_deal_before_the_own_try(whole: Room) -> None:
    table, code, _ = await challenged(whole)
    await whole.tables.looks.read(table)
    tried = await take(whole, code, BORYS)
    with pytest.raises(Refusal) as refused:
        await whole.tables.advice.hint(tried, BORYS.user, stage=(await whole.tables.looks.read(tried)).info.stage)
    assert refused.value.key == "tables.refusal.hint-challenge"
    await play(whole, tried, BORYS, 1)
    for number in (table, tried):
        assert (await whole.tables.looks.read(number)).info.seed == ""
        for look in (whole.tables.looks.record, whole.tables.looks.replay):
            with pytest.raises(NoReplay) as secret:
                await look(number)
            assert secret.value.key == "tables.replay.challenge"
    told = await whole.tables.challenges.look(code, CELINA.user)
    assert (told.done, told.first) == ((), None), "nobody sees the others before they have played"
    for user in (BORYS.user, CELINA.user, ANNA.user):
        with pytest.raises(Refusal):
            await whole.tables.challenges.compare(code, user, CELINA.user)
    with pytest.raises(Refusal):
        await whole.tables.challenges.compare(code, CELINA.user, BORYS.user)
    await whole.advance(challenges.OPEN)
    assert (await whole.tables.looks.record(table)).seed == (await whole.tables.looks.record(tried)).seed != ""
    assert (await whole.tables.looks.replay(table)).last


@pytest.mark.long
async def test_a_replay_that_was_opened_before_is_closed(whole: Room) -> None:
    table = await begun(whole, "rycerze", ANNA, computers=1)
    await play(whole, table, ANNA, 7)
    await whole.tables.looks.replay(table)
    await whole.tables.challenges.offer(table, ANNA.user)
    with pytest.raises(NoReplay):
        await whole.tables.looks.replay(table)


async def test_who_may_know_a_challenge(whole: Room) -> None:
    _, code, _ = await challenged(whole)
    await whole.tables.guests.block(ANNA.user, CELINA.user, blocked=True)
    keys = []
    for user, asked in ((CELINA.user, code), (BORYS.user, "aaaaaaaa"), (BORYS.user, "")):
        with pytest.raises(Refusal) as refused:
            await whole.tables.challenges.look(asked, user)
        keys.append((refused.value.key, refused.value.values))
    assert len({str(key) for key in keys}) == 1, "a block looks like a code that nobody has"
    with pytest.raises(Refusal) as own:
        await take(whole, code, ANNA)
    assert own.value.key == "tables.refusal.challenge-own"
    tried = await take(whole, code, BORYS)
    await whole.advance(challenges.OPEN + DAY)
    with pytest.raises(Refusal):
        await whole.tables.challenges.look(code, 999)
    assert (await whole.tables.challenges.look(code, BORYS.user)).first is not None
    await play(whole, tried, BORYS, 1)
    assert (await whole.tables.challenges.look(code, ANNA.user)).done == (), "too late to count"


async def test_with_which_games_others_are_challenged(whole: Room) -> None:
    table, code, _ = await challenged(whole)
    assert (await whole.tables.challenges.offer(table, ANNA.user)).code == code, "one challenge a game"
    tried = await take(whole, code, BORYS)
    await play(whole, tried, BORYS, 1)
    running = await begun(whole, "rycerze", ANNA, computers=1)
    for number, user in ((table, BORYS.user), (tried, BORYS.user), (running, ANNA.user)):
        with pytest.raises(Refusal) as refused:
            await whole.tables.challenges.offer(number, user)
        assert refused.value.key == "tables.refusal.challenge-not-alone"


@pytest.mark.long
async def test_a_challenge_is_forgotten_with_its_person(whole: Room) -> None:
    _, code, _ = await challenged(whole)
    tried = await take(whole, code, BORYS)
    await play(whole, tried, BORYS, 1)
    assert code in str(await whole.store.personal(ANNA.user))
    assert code in str(await whole.store.personal(BORYS.user))
    await whole.tables.personal.forget_person(BORYS.user)
    assert (await whole.tables.challenges.look(code, ANNA.user)).done == ()
    await whole.tables.personal.forget_person(ANNA.user)
    with pytest.raises(Refusal):
        await whole.tables.challenges.look(code, CELINA.user)

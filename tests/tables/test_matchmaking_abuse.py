"""What people try who look for a game in order to annoy, to win easily, or to find something out."""

from __future__ import annotations

import contextlib

import pytest

from tables.errors import Excluded, Refusal, Stale, TooMany, TooSoon
from tables.model.outbox_rows import MatchRow
from tables.model.people import Person
from tables.model.table_info import Place
from tables.ranking.ratings import A_DAY
from tables.service.slow_games import AT_ONCE, AT_ONCE_NEW
from tables.time.plan import ANSWER_SECONDS
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.wishes import agree, look, slow_wish, state, told
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room


async def test_ten_accounts_ask_one_person_once(room: Room) -> None:
    accounts = [Person(100 + number, f"A{number}") for number in range(10)]
    for account in accounts:
        await room.tables.guests.block(account.user, accounts[0].user if account is not accounts[0] else 99, blocked=True)
    await look(room, ANNA, games=("coins",), most=2)
    for account in accounts:
        await look(room, account, games=("coins",), most=2)
    asked = [row for row in await told(room, MatchRow) if row.user == ANNA.user]
    assert len(asked) == 1
    now = await state(room)
    assert sum(match.of(wish.number) is not None for wish in now.wishes if wish.user == ANNA.user for match in now.matches) == 1


@pytest.mark.long
async def test_who_is_silent_five_times_rests_after_the_second(room: Room) -> None:
    for silences in range(5):
        await look(room, ANNA, until=room.clock.now() + 9 * DAY)
        now = await look(room, BORYS, until=room.clock.now() + 9 * DAY)
        mine = now.wish_of(BORYS.user)
        assert mine is not None
        assert bool(mine.rests) == (silences >= 2)
        if mine.rests:
            assert now.matches == ()
            await room.advance(HOUR)
        match = (await state(room)).matches[0]
        await room.tables.matchmaking.answer(now.id, match.number, ANNA.user, comes=True)
        await room.advance(ANSWER_SECONDS["days"])
        assert [wish.user for wish in (await state(room)).wishes] == [ANNA.user], "who has agreed keeps their place"
    assert await room.tables.guests.tables_on(1) == []


@pytest.mark.long
async def test_friends_gain_no_more_by_the_list_than_otherwise(room: Room) -> None:
    rated = []
    for _ in range(A_DAY + 1):
        for person in (ANNA, BORYS):
            await look(room, person, games=("coins",))
        await agree(room, ANNA, BORYS)
        (info,) = await room.tables.guests.tables_on(1)
        rated.append(info.rated)
        await room.tables.endings.resign(info.id, BORYS.user)
        await room.tables.endings.claim(info.id, ANNA.user)
    assert rated == [True] * A_DAY + [False]


async def test_nobody_answers_or_ends_anothers_wish(room: Room) -> None:
    await look(room, ANNA)
    now = await look(room, BORYS)
    for comes in (True, False):
        with pytest.raises(Stale):
            await room.tables.matchmaking.answer(now.id, now.matches[0].number, CELINA.user, comes=comes)
    assert (await room.tables.matchmaking.stop(now.id, CELINA.user)).matches == now.matches
    await look(room, CELINA)
    with pytest.raises(Stale):  # she looks, but is not asked about this game
        await room.tables.matchmaking.answer(now.id, now.matches[0].number, CELINA.user, comes=True)


async def test_who_is_excluded_is_neither_asked_nor_seated(room: Room) -> None:
    await look(room, ANNA)
    now = await look(room, BORYS)
    await room.tables.matchmaking.answer(now.id, now.matches[0].number, BORYS.user, comes=True)
    await room.tables.servers.exclude(1, BORYS.user, 99, seconds=DAY)
    await room.tables.matchmaking.exclude(1, BORYS.user)
    await room.advance(1.0)
    assert [wish.user for wish in (await state(room)).wishes] == [ANNA.user]
    with pytest.raises(Excluded):
        await look(room, BORYS)


@pytest.mark.parametrize("why", ["excluded", "gone"])
async def test_nobody_is_seated_who_may_not_play_there_any_more(room: Room, why: str) -> None:
    """Also if the process that excluded somebody, or the bot, was gone before it could end their wish."""
    await look(room, ANNA)
    now = await look(room, BORYS)
    if why == "gone":
        await room.tables.times.server_left(1)
    else:
        await room.tables.servers.exclude(1, BORYS.user, 99, seconds=DAY)
    for person in (ANNA, BORYS):
        with contextlib.suppress(Stale):
            await room.tables.matchmaking.answer(now.id, now.matches[0].number, person.user, comes=True)
    await room.advance(1.0)
    assert await room.tables.guests.tables_on(1) == []
    assert [wish.user for wish in (await state(room)).wishes] == ([ANNA.user] if why == "excluded" else [])
    assert await room.tables.matchmaking.last_end(now.id, BORYS.user) == why


@pytest.mark.parametrize("how", ["declines", "stops", "changes", "looks elsewhere"])
async def test_nobody_has_the_bot_ask_somebody_again_and_again(room: Room, how: str) -> None:
    """Whoever backs out of a game in any way, and looks again, rests after the second time."""
    await look(room, ANNA, until=room.clock.now() + 9 * DAY)
    asked = 0
    for _ in range(5):
        with contextlib.suppress(Refusal):  # nothing is changed while they are asked
            await look(room, BORYS)
        asked += sum(row.user == ANNA.user and not row.outcome for row in await told(room, MatchRow))
        now = await state(room)
        if how == "declines" and now.matches:
            await room.tables.matchmaking.answer(now.id, now.matches[0].number, BORYS.user, comes=False)
        elif how == "stops":
            await room.tables.matchmaking.stop(now.id, BORYS.user)
        elif how == "looks elsewhere":
            wish = slow_wish(BORYS, room.clock.now())
            await room.tables.matchmaking.look_for_game(BORYS, Place(1, 3), wish, language="en")
        await room.advance(10 * MINUTE)
    assert 1 <= asked <= 2


async def test_the_card_is_not_posted_and_deleted_again_and_again(room: Room) -> None:
    for _ in range(6):
        await room.tables.matchmaking.stop((await look(room, ANNA)).id, ANNA.user)
    with pytest.raises(TooSoon, match="soon-search"):
        await look(room, ANNA)


async def test_who_rests_can_change_what_suits_them(room: Room) -> None:
    for _ in range(2):
        await look(room, BORYS, until=room.clock.now() + 9 * DAY)
        await look(room, ANNA, until=room.clock.now() + 9 * DAY)
        now = await state(room)
        await room.tables.matchmaking.answer(now.id, now.matches[0].number, ANNA.user, comes=True)
        await room.advance(ANSWER_SECONDS["days"])
        await room.tables.matchmaking.stop(now.id, ANNA.user)
    rests = [(await look(room, BORYS)).wishes[0].rests]
    await room.advance(HOUR / 2)
    rests += [(await look(room, BORYS, games=("coins",))).wishes[0].rests]
    assert rests[0] == rests[1] > room.clock.now(), "the hour goes on"
    await room.advance(HOUR / 2)
    assert (await look(room, BORYS)).wishes[0].rests == 0.0, "and has passed"


async def test_a_game_that_is_no_longer_there_holds_nobody_up(room: Room) -> None:
    await look(room, ANNA, games=("steps",))
    await look(room, BORYS, games=("steps",))
    await look(room, CELINA)
    room.games = {key: game for key, game in room.games.items() if key != "steps"}
    await room.again()
    now = await state(room)
    assert (now.matches, [wish.games for wish in now.wishes]) == ((), [(), (), ("coins",)])
    now = await look(room, DAWID, games=("coins",))
    assert [match.game for match in now.matches] == ["coins"]


async def slow_games(room: Room, count: int) -> None:
    """Slow games of Anna's with somebody else."""
    for _ in range(count):
        await room.clock.advance(10 * MINUTE)
        table = (await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en", pace="daily")).info.id
        await room.tables.lobbies.join(table, ANNA)
        await room.tables.lobbies.start(table, BORYS.user)


@pytest.mark.long
async def test_newcomers_play_two_slow_games_at_once_and_others_five(room: Room) -> None:
    await slow_games(room, AT_ONCE_NEW)
    with pytest.raises(TooMany, match="slow-games-new"):
        await slow_games(room, 1)
    with pytest.raises(TooMany, match="slow-games-new"):
        await look(room, ANNA)
    both = await look(room, ANNA, games=("steps",), speeds=("live", "days"))
    assert both.wish_of(ANNA.user), "a game that is played at once may still fit"
    await look(room, DAWID, games=("steps",))
    assert (await state(room)).matches == ()
    live = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="live")).info.id
    await room.tables.lobbies.join(live, ANNA)
    for info in await room.tables.guests.tables_on(1):
        if info.pace == "daily" and info.state == "playing":
            await room.tables.endings.resign(info.id, BORYS.user)
            await room.tables.endings.claim(info.id, ANNA.user)
    await slow_games(room, 1)
    (last, *_) = [info for info in await room.tables.guests.tables_on(1) if info.state == "playing" and info.pace == "daily"]
    await room.tables.endings.resign(last.id, BORYS.user)
    await room.tables.endings.claim(last.id, ANNA.user)
    await slow_games(room, AT_ONCE)
    with pytest.raises(TooMany, match=r"slow-games$"):
        await slow_games(room, 1)

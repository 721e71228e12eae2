"""People who look for a game: who is asked about what, and what follows from their answers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from data.records.ratings import RatingRow
from tables.errors import Excluded, NotHost, Refusal, Stale, TooMany, WrongState
from tables.matchmaking.wishes import HELD_SECONDS
from tables.model.outbox_rows import CallRow, MatchRow, WishEndedRow, WishListCardRow
from tables.model.people import Person
from tables.model.table_info import Limits
from tables.time.plan import ANSWER_SECONDS, Plan
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.toy_games import games
from tests.support.wishes import agree, look, look_instead, state, told
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room


async def test_two_who_fit_are_asked_and_sit_when_both_have_agreed(room: Room) -> None:
    assert (await look(room, ANNA)).matches == ()
    await room.advance(HOUR)
    now = await look(room, BORYS, games=("coins",))
    (match,) = now.matches
    assert (match.game, match.speed) == ("coins", "days")
    assert {row.user for row in await told(room, MatchRow)} == {ANNA.user, BORYS.user}
    await agree(room, ANNA)
    assert await room.tables.guests.tables_on(1) == [], "nobody sits before all have agreed"
    await agree(room, BORYS)
    (table,) = await room.tables.guests.tables_on(1)
    assert table.state == "playing"
    assert {seat.user for seat in table.seats} == {ANNA.user, BORYS.user}
    assert {(row.user, row.outcome, row.table) for row in await told(room, MatchRow)} == {
        (person.user, "seated", table.id) for person in (ANNA, BORYS)
    }
    assert (await state(room)).wishes == ()


async def test_who_declines_leaves_and_the_other_keeps_their_place(room: Room) -> None:
    await look(room, ANNA)
    since = room.clock.now()
    await room.advance(MINUTE)
    now = await look(room, BORYS)
    await room.mail()
    after = await room.tables.matchmaking.answer(now.id, now.matches[0].number, BORYS.user, comes=False)
    assert [(wish.user, wish.since) for wish in after.wishes] == [(ANNA.user, since)]
    assert {(row.user, row.outcome) for row in await told(room, MatchRow)} == {(ANNA.user, "off"), (BORYS.user, "declined")}
    with pytest.raises(Stale):
        await room.tables.matchmaking.answer(now.id, now.matches[0].number, BORYS.user, comes=True)


async def test_a_wish_ends_by_itself_and_says_so(room: Room) -> None:
    await look(room, ANNA, speeds=("live",), until=room.clock.now() + 15 * MINUTE)
    await room.mail()
    await room.advance(15 * MINUTE)
    assert (await state(room)).wishes == ()
    assert [row.user for row in await told(room, WishEndedRow)] == [ANNA.user]


@pytest.mark.parametrize("speed", ["live", "days"])
async def test_who_waits_through_an_outage_finds_a_game(room: Room, speed: str) -> None:
    await look(room, ANNA, speeds=(speed,), until=room.clock.now() + 15 * MINUTE)
    await room.advance(10 * MINUTE)
    await room.close()
    await room.clock.advance(HOUR)
    await room.open()
    (match,) = (await look(room, BORYS, speeds=(speed,))).matches
    assert len(match.people) == 2


async def test_a_wish_that_is_changed_after_an_outage_gains_no_time(room: Room) -> None:
    await look(room, ANNA)
    await room.advance(10 * MINUTE)
    await room.close()
    await room.clock.advance(HOUR)
    await room.open()
    changed = await look(room, ANNA, speeds=("live",), until=room.clock.now() + 15 * MINUTE)
    assert changed.wishes[0].since < room.clock.now(), "it keeps its place"
    await room.advance(15 * MINUTE)
    assert (await state(room)).wishes == ()


@pytest.mark.parametrize("seated", [True, False])
async def test_who_has_left_a_lobby_is_not_asked_about_it(room: Room, seated: bool) -> None:
    """By the button, while they look for a game; as long as they do not come back."""
    lobbies, guests = room.tables.lobbies, room.tables.guests
    table = (await lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    for each in () if seated else (BORYS, DAWID, EWA):
        await lobbies.join(table, each)
    await (lobbies.join(table, ANNA) if seated else guests.wait(table, ANNA))
    await look(room, ANNA)
    await lobbies.leave(table, ANNA.user)
    for each in () if seated else (BORYS, DAWID, EWA):
        await lobbies.leave(table, each.user)
    assert (await state(room)).matches == ()
    assert ANNA.user in await room.tables.matchmaking.asked_about((await room.tables.looks.read(table)).info)
    reading = await lobbies.join(table, ANNA)
    assert reading.info.guests.left == (() if seated else (BORYS.user, DAWID.user, EWA.user))


async def test_a_fitting_lobby_comes_before_a_table_of_their_own(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")
    now = await look(room, ANNA)
    (match,) = now.matches
    assert match.lobby == reading.info.id
    await agree(room, ANNA)
    assert (await room.tables.looks.read(reading.info.id)).info.seats[1].user == ANNA.user


async def test_a_new_lobby_is_offered_before_subscribers_are_called(room: Room) -> None:
    await room.tables.guests.subscribe(DAWID.user, 1, ["coins"])
    await look(room, ANNA)
    reading = await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")
    await room.advance(1.0)
    (match,) = (await state(room)).matches
    assert match.lobby == reading.info.id
    assert await told(room, CallRow) == []
    await room.advance(3 * MINUTE)
    assert len(await told(room, CallRow)) == 1


async def test_a_lonely_host_looks_for_a_game_instead(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="daily")).info.id
    await look(room, BORYS)
    now = await look_instead(room, ANNA, table, 1)
    assert (await room.tables.looks.read(table)).info.state == "cancelled"
    (match,) = now.matches
    assert (match.lobby, len(match.people)) == (None, 2), "they are asked about each other, not about the lobby"
    assert (await look_instead(room, ANNA, table, 1)).wishes == now.wishes, "the same press"


async def test_a_lobby_stays_when_the_search_is_refused(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="daily")).info.id
    await room.tables.servers.exclude(1, ANNA.user, by=DAWID.user, seconds=DAY)
    with pytest.raises(Excluded):
        await look_instead(room, ANNA, table, 1)
    assert (await room.tables.looks.read(table)).info.state == "lobby"
    assert await room.tables.matchmaking.list_in(HERE) is None


async def test_a_lobby_that_somebody_has_joined_stays(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="daily")).info.id
    with pytest.raises(NotHost):
        await look_instead(room, BORYS, table, 1)
    await room.tables.lobbies.join(table, BORYS)
    with pytest.raises(WrongState, match="lobby-joined"):
        await look_instead(room, ANNA, table, 2)
    assert (await room.tables.looks.read(table)).info.state == "lobby"
    assert await room.tables.matchmaking.list_in(HERE) is None


@pytest.mark.parametrize("how", ["closed", "full"])
async def test_a_question_about_a_lobby_without_a_seat_is_taken_back(room: Room, how: str) -> None:
    table = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    before = await look(room, ANNA)
    if how == "closed":
        await room.tables.lobbies.close(table, CELINA.user)
    else:
        for _ in range(games()["coins"].seats[-1] - 1):
            await room.tables.lobbies.add_computer(table, CELINA.user)
    await room.advance(1.0)
    after = await state(room)
    assert (after.wishes, after.matches) == (before.wishes, ())
    assert [(row.user, row.outcome) for row in await told(room, MatchRow)][-1:] == [(ANNA.user, "off")]


async def test_a_lobby_that_suits_nobody_is_looked_at_once(room: Room) -> None:
    await look(room, ANNA, games=("steps",))
    await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")
    await room.advance(1.0)
    ((due,),) = await room.store.read("SELECT due FROM wish_lists", ())
    assert due > room.clock.now()


async def test_who_is_blocked_meets_nobody(room: Room) -> None:
    await room.tables.guests.block(ANNA.user, BORYS.user, blocked=True)
    await look(room, ANNA)
    both = await look(room, BORYS)
    assert both.matches == ()
    assert [both.others(wish) for wish in both.wishes] == [1, 1], "no more and no less than the card in the channel says"
    assert {wish for invited in (await look(room, CELINA)).matches for wish in invited.people}


async def test_quiet_hours_do_not_count(room: Room) -> None:
    start = int(room.clock.now() % DAY // 60)
    await room.tables.people.set_preferences(ANNA.user, plan=Plan(quiet=((start - 1) % 1440, (start + 119) % 1440)))
    await look(room, ANNA)
    (match,) = (await look(room, BORYS)).matches
    asked = {wish.user: match.of(wish.number) for wish in (await state(room)).wishes}
    mine = asked[ANNA.user]
    assert mine is not None
    assert HOUR < mine.asked - room.clock.now() <= 2 * HOUR
    assert mine.until == mine.asked + ANSWER_SECONDS["days"]
    assert {row.user for row in await told(room, MatchRow)} == {BORYS.user}


async def test_one_wish_a_person_and_server(room: Room) -> None:
    await look(room, ANNA)
    now = await look(room, ANNA, games=("coins",))
    assert [wish.games for wish in now.wishes] == [("coins",)]
    with pytest.raises(Refusal):
        await look(room, ANNA, games=("chess",))


async def test_who_was_forgotten_is_asked_nothing_more(room: Room) -> None:
    await look(room, ANNA)
    await look(room, BORYS)
    await room.mail()
    await room.tables.personal.forget_person(BORYS.user)
    await room.advance(1.0)
    now = await state(room)
    assert ([wish.user for wish in now.wishes], now.matches) == ([ANNA.user], ())
    assert [(row.user, row.outcome) for row in await told(room, MatchRow)] == [(ANNA.user, "off")]


async def test_who_was_forgotten_is_counted_no_more(room: Room) -> None:
    await look(room, ANNA, games=("steps",))
    await look(room, BORYS, games=("coins",), named=True)
    await room.mail()
    await room.tables.personal.forget_person(BORYS.user)
    await room.advance(1.0)
    assert await told(room, WishListCardRow), "the card in the channel"


async def test_each_repair_posts_the_card_again_once(room: Room) -> None:
    found, matchmaking = await look(room, ANNA), room.tables.matchmaking
    await room.mail()
    with pytest.raises(Refusal):
        await matchmaking.repair(found.id, ANNA.user, HERE.channel, request=77)
    for request, posted in ((77, 1), (77, 0), (78, 1)):
        await matchmaking.repair(found.id, 0, HERE.channel, moderator=True, request=request)
        assert len(await told(room, WishListCardRow)) == posted


async def test_what_is_stored_of_a_wish_is_its_persons_and_goes(room: Room) -> None:
    await look(room, ANNA, hours=("evening",))
    now = await look(room, BORYS)
    assert await room.tables.matchmaking.count_wishes() == 2, "all that an operator sees"
    mine = (await room.tables.personal.personal_data(ANNA.user))["wishes"]
    assert [(each["user"], "evening" in str(each)) for each in mine] == [(ANNA.user, True)]
    assert "waits" not in await room.tables.personal.personal_data(CELINA.user)
    await room.tables.matchmaking.stop(now.id, ANNA.user)
    await room.tables.matchmaking.stop(now.id, BORYS.user)
    for days, left in ((6.9, 2), (0.2, 0)):
        await room.advance(days * DAY)
        await room.tables.personal.forget_old()
        assert await room.store.read("SELECT count(*) FROM wishes", ()) == [(left,)], "a week after their end"


@pytest.mark.long
@pytest.mark.parametrize("how", ["live", "only", "invited", "started", "grown", "blocked"])
async def test_no_question_stands_about_a_lobby_that_no_longer_fits(room: Room, how: str) -> None:
    lobbies, guests = room.tables.lobbies, room.tables.guests
    table = (await lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    await look(room, ANNA, most=2)
    await room.mail()
    if how == "started":
        await lobbies.join(table, DAWID)
        await lobbies.start(table, CELINA.user)
    elif how == "grown":
        await lobbies.join(table, DAWID)
    elif how == "blocked":
        await guests.block(CELINA.user, ANNA.user, blocked=True)
        await lobbies.add_computer(table, CELINA.user)
    elif how == "live":
        await lobbies.set_pace(table, CELINA.user, "live")
    elif how == "only":
        await guests.set_only(table, CELINA.user, only=True)
    else:
        await guests.invite(table, CELINA.user, [ANNA.user])
    await room.advance(1.0)
    assert (await state(room)).matches == ()
    mail = [row for _, row in await room.mail()]
    assert [row.outcome for row in mail if isinstance(row, MatchRow)] == ["off"]
    assert (await state(room)).wish_of(ANNA.user) is not None


async def make_strong(room: Room, person: Person, mu: float) -> None:
    played: dict[str, Any] = {"games": 50, "met": "[]", "at": room.clock.now(), "streak": 0, "longest": 0}
    async with room.store.transaction() as tx:
        await tx.put_ratings([RatingRow(guild=1, game="coins", variant="", user=person.user, mu=mu, sigma=1.0, **played)])


async def test_who_wants_even_terms_accepts_more_as_they_wait(room: Room) -> None:
    """Nothing else happens meanwhile, and nobody has to press anything."""
    await make_strong(room, BORYS, 30.0)
    await look(room, ANNA, games=("coins",), even=True)
    assert (await look(room, BORYS, games=("coins",))).matches == ()
    await room.advance(DAY / 8)
    assert (await state(room)).matches == ()
    await room.advance(DAY / 2)
    assert len((await state(room)).matches) == 1


@pytest.mark.long
@pytest.mark.parametrize(("wants", "people"), [({"most": 2}, 1), ({"most": 3}, 2), ({"even": True}, 0)])
async def test_a_lobby_is_as_large_and_as_strong_as_people_want(room: Room, wants: dict[str, Any], people: int) -> None:
    """No more people are asked about it at once than each of them wants at the table."""
    await make_strong(room, CELINA, 60.0)
    await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")
    for person in (ANNA, BORYS):
        now = await look(room, person, games=("coins",), **wants)
    asked = [match for match in now.matches if match.lobby is not None]
    assert len(asked) == people


async def test_who_sits_down_without_answering_has_found_a_game(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    await look(room, ANNA)
    await room.tables.lobbies.join(table, ANNA)
    await room.advance(1.0)
    assert (await state(room)).wishes == ()
    assert [(row.outcome, row.table) for row in await told(room, MatchRow)] == [("seated", table)]


async def test_a_seat_that_becomes_free_is_offered(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    others = [Person(50 + number, f"P{number}") for number in range(3)]
    for person in others:
        await room.tables.lobbies.join(table, person)
    assert (await look(room, ANNA)).matches == ()
    await room.tables.lobbies.leave(table, others[0].user)
    await room.advance(1.0)
    assert [match.lobby for match in (await state(room)).matches] == [table]


@pytest.mark.parametrize("limits", [Limits(tables_per_channel=1), Limits(tables_per_guild=1), Limits(tables_per_user=1)])
async def test_nobody_is_asked_about_a_table_that_cannot_be_opened(room: Room, limits: Limits) -> None:
    room.limits = limits
    await room.again()
    place = HERE if limits.tables_per_channel == 1 else replace(HERE, channel=77)
    await look(room, ANNA, games=("coins",))
    table = (await room.tables.lobbies.open_table(ANNA, place, "steps", language="en", pace="live")).info.id
    assert (await look(room, BORYS, games=("coins",))).matches == ()
    await room.tables.lobbies.close(table, ANNA.user)
    await room.advance(HELD_SECONDS)
    assert len((await state(room)).matches) == 1


async def test_who_would_be_asked_the_same_again_is_told_why(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_about: object) -> int:
        raise Refusal("tables.refusal.stale")

    monkeypatch.setattr(room.tables.matchmaking, "open_table", refuse)
    await look(room, ANNA)
    await look(room, BORYS)
    await agree(room, ANNA, BORYS)
    assert (await state(room)).wishes == ()
    assert {row.user for row in await told(room, WishEndedRow)} == {ANNA.user, BORYS.user}


async def test_who_has_too_many_games_meanwhile_ends_no_other_wish(room: Room) -> None:
    room.limits = Limits(tables_per_user=1)
    await room.again()
    await look(room, ANNA, games=("coins",))
    await look(room, BORYS, games=("coins",))
    await room.table("steps", CELINA, BORYS)
    await room.mail()
    await agree(room, ANNA, BORYS)
    assert (await state(room)).wish_of(ANNA.user) is not None
    assert (ANNA.user, "off") in {(row.user, row.outcome) for row in await told(room, MatchRow)}


@pytest.mark.parametrize("answers", [None, False])
async def test_who_is_asked_about_a_lobby_is_not_called_to_it(room: Room, answers: bool | None) -> None:
    guests = room.tables.guests
    for person in (ANNA, BORYS, DAWID, EWA):
        await guests.subscribe(person.user, HERE.guild, ["coins"])
    number = (await look(room, ANNA)).id
    table = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    await guests.invite(table, CELINA.user, [BORYS.user, EWA.user])
    await guests.decline(table, EWA.user, (await room.tables.looks.read(table)).info.guests.open[EWA.user])
    await room.advance(1.0)
    if answers is not None:
        match = (await state(room)).matches[0]
        await room.tables.matchmaking.answer(number, match.number, ANNA.user, comes=False)
    info = (await room.tables.looks.read(table)).info
    asked = await room.tables.matchmaking.asked_about(info)
    assert asked == {ANNA.user, BORYS.user, EWA.user}
    assert await guests.to_call(HERE.guild, "coins", info.people, asked) == [DAWID.user]


async def test_who_gives_a_seat_back_is_not_asked_to_take_it(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
    await room.tables.lobbies.join(table, ANNA)
    await room.advance(13 * HOUR)
    await room.tables.lobbies.start(table, CELINA.user)
    await look(room, ANNA)
    number = (await room.tables.looks.read(table)).info.guests.open[ANNA.user]
    await room.tables.guests.decline(table, ANNA.user, number)
    await room.advance(1.0)
    assert (await state(room)).matches == ()


async def test_who_may_sit_at_no_further_table_is_not_asked(room: Room) -> None:
    """The others would be asked in vain: no table can be opened with them."""
    await look(room, ANNA)
    await room.tables.lobbies.open_table(ANNA, HERE, "steps", language="en", pace="live")
    await room.tables.servers.set_server(1, CELINA.user, tables_per_person=1)
    assert (await look(room, BORYS)).matches == ()
    with pytest.raises(TooMany):
        await look(room, ANNA)

"""Seats that change hands: secrets go with the seat, the record tells it, and who left comes last."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.errors import BadChoice, CannotSit, NoOffer, NotReplaceable, NotSeated, OwnGame, ResultStands, TooMany, WrongState
from tables.history import verify
from tables.history.review import Decision, Review, drop_computer_moves, questions
from tables.model.outbox_rows import Note
from tables.model.table_info import Limits, TableInfo
from tables.rules.reading import Reading
from tests.support.toy_games import CoinsView, games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

DAY = 86400.0


async def offered(room: Room, table: int, user: int, seat: int, to: int | None = None, *, moderator: bool = False) -> int:
    reading = await room.tables.endings.offer_seat(table, user, seat, to, moderator=moderator)
    assert reading.info.offer is not None
    return reading.info.offer.id


def hand(reading: Reading) -> tuple[str, ...]:
    assert isinstance(reading.view, CoinsView)
    return reading.view.hand


async def test_a_seat_is_given_to_a_person_with_all_its_secrets(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA)).info.id
    await room.tables.moves.play(table, ANNA.user, ("coin-2",))
    before = await room.tables.looks.read(table, ANNA.user)
    number = await offered(room, table, ANNA.user, 0, DAWID.user)
    assert (await room.tables.looks.read(table, ANNA.user)).choices().words, "until somebody accepts, it is hers"
    await room.mail()
    reading = await room.tables.endings.take_seat(table, DAWID, number, request=9)
    assert (await room.tables.endings.take_seat(table, DAWID, number, request=9)).info == reading.info
    assert (reading.seat, hand(reading), reading.view) == (0, hand(before), before.view)
    left = await room.tables.looks.read(table, ANNA.user)
    assert (left.seat, hand(left), left.choices().words) == (None, (), ())
    assert (reading.info.host, reading.info.seats[0].name) == (DAWID.user, "Dawid")
    with pytest.raises(NotSeated):
        await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    mail = await room.mail()
    # What waits beside the table's line goes first: the hand of who left is taken away before anything else.
    assert [kind for kind, _ in mail] == ["gone", "offer", "board", "hand"]
    assert mail[0][1].user == ANNA.user
    assert Note("tables.note.replaced", 0, "Anna") in mail[2][1].notes
    # The choice stands, and the one who came may change it.
    await room.tables.moves.play(table, DAWID.user, ("coin-3",))
    await room.again()
    assert (await room.tables.looks.read(table, DAWID.user)).view == (await room.tables.looks.read(table, DAWID.user)).view
    for stage in (1, 2, 3):
        for person in (DAWID, BORYS, CELINA):
            reading = await room.tables.looks.read(table, person.user)
            if reading.seat in reading.info.pending and reading.info.stage == stage:
                await room.tables.moves.play(table, person.user, reading.choices().words[:1])
    record = await room.tables.looks.record(table)
    assert record.over
    assert verify.replay(record, games()).good
    assert [(gone.name, gone.seat) for gone in record.departed] == [("Anna", 0)]
    assert await room.store.read("SELECT kind, seat FROM journal WHERE kind = 'replaced'") == [("replaced", 0)]
    rows = await room.store.read("SELECT user, seat, place, rated, departed FROM results ORDER BY place, user")
    assert (ANNA.user, 0, 4, 1, 1) in rows, "who left is behind all three who stayed"
    assert [row[3] for row in rows if row[0] == DAWID.user] == [0], "who came later is not rated for it"
    assert len(rows) == 4


async def test_a_seat_that_was_left_is_taken_over_from_the_computer(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.endings.resign(table, ANNA.user)
    await room.until(table, lambda info: info.pending == (1,))
    number = await offered(room, table, CELINA.user, 0)
    reading = await room.tables.endings.take_seat(table, EWA, number)
    assert not reading.info.seats[0].resigned
    await room.tables.moves.play(table, BORYS.user, ("end",))
    await room.tables.moves.play(table, CELINA.user, ("end",))
    assert (await room.tables.looks.read(table, EWA.user)).choices().words, "it is hers to move"
    with pytest.raises(NoOffer):
        await room.tables.endings.take_seat(table, DAWID, number)


async def test_who_came_cannot_take_back_what_the_other_did(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    await room.tables.endings.take_seat(table, DAWID, await offered(room, table, ANNA.user, 0))
    assert not (await room.tables.looks.read(table, DAWID.user)).can_take_back
    assert await room.store.read("SELECT 1 FROM journal WHERE snapshot IS NOT NULL") == []


async def test_wrong_replacements_are_refused_with_the_remedy(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    before = (await room.tables.looks.read(table)).info

    async def refused(user: int, seat: int, to: int | None, kind: type[Exception], key: str = "") -> None:
        with pytest.raises(kind) as caught:
            await room.tables.endings.offer_seat(table, user, seat, to)
        assert key in str(caught.value)

    await refused(ANNA.user, 0, ANNA.user, CannotSit, "replace-oneself")
    await refused(ANNA.user, 0, BORYS.user, CannotSit, "sits-here")
    await refused(ANNA.user, 1, DAWID.user, NotReplaceable, "not-replaceable")
    await refused(DAWID.user, 1, EWA.user, NotReplaceable, "not-replaceable")
    await refused(ANNA.user, 7, None, BadChoice)
    with pytest.raises(NotReplaceable):
        await room.tables.endings.replace_by_computer(table, ANNA.user, 1, moderator=True)
    assert (await room.tables.looks.read(table)).info == before
    await room.tables.endings.resign(table, CELINA.user)
    with pytest.raises(NotReplaceable) as plays:
        await room.tables.endings.replace_by_computer(table, ANNA.user, 2)
    assert plays.value.key == "tables.refusal.computer-plays"
    await refused(CELINA.user, 2, DAWID.user, NotSeated)
    await refused(ANNA.user, 2, CELINA.user, CannotSit, "has-left")
    number = await offered(room, table, ANNA.user, 2, EWA.user)
    for person, key in ((CELINA, "has-left"), (BORYS, "sits-here"), (DAWID, "offered-to-another")):
        with pytest.raises((CannotSit, NotReplaceable)) as caught:
            await room.tables.endings.take_seat(table, person, number)
        assert key in str(caught.value)
    with pytest.raises(NotReplaceable):
        await room.tables.endings.withdraw_offer(table, DAWID.user, number)
    await room.tables.endings.withdraw_offer(table, ANNA.user, number)
    with pytest.raises(NoOffer):
        await room.tables.endings.take_seat(table, EWA, number)
    assert [row.ended for kind, row in await room.mail() if kind == "offer"] == ["withdrawn"]


async def test_a_computer_players_seat_stays_and_limits_hold(room: Room) -> None:
    room.limits = Limits(tables_per_user=1)
    await room.again()
    table = (await room.table("steps", ANNA, computers=1)).info.id
    with pytest.raises(NotReplaceable) as stays:
        await room.tables.endings.offer_seat(table, ANNA.user, 1, None)
    assert stays.value.key == "tables.refusal.computer-stays"
    await room.tables.lobbies.open_table(DAWID, HERE, "coins", language="en")
    with pytest.raises(TooMany):
        await room.tables.endings.take_seat(table, DAWID, await offered(room, table, ANNA.user, 0))


async def test_the_computer_replaces_a_silent_player_only_by_consent(room: Room) -> None:
    """Whoever gives up their own seat is replaced at once."""
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    with pytest.raises(NotReplaceable):
        await room.tables.endings.replace_by_computer(table, BORYS.user, 0)
    await room.advance(3 * DAY + 1)
    (asked,) = (await room.tables.looks.read(table)).info.votes
    await room.tables.votes.end_vote(table, BORYS.user, asked.id)
    with pytest.raises(NotReplaceable) as first:
        await room.tables.endings.offer_seat(table, BORYS.user, 0, DAWID.user)
    assert first.value.key == "tables.refusal.computer-first"
    reading = await room.tables.endings.replace_by_computer(table, BORYS.user, 0)
    assert (reading.info.votes[0].seat, reading.info.votes[0].asked) == (1, (2,))
    reading = await room.tables.votes.agree_vote(table, CELINA.user, reading.info.votes[0].id)
    assert reading.info.seats[0].resigned
    await room.tables.endings.replace_by_computer(table, BORYS.user, 1)
    with pytest.raises(ResultStands):
        await room.tables.endings.replace_by_computer(table, CELINA.user, 2)


async def test_a_moderator_replaces_only_who_is_silent_or_gone(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    with pytest.raises(NotReplaceable):
        await room.tables.endings.offer_seat(table, EWA.user, 0, DAWID.user, moderator=True)
    await room.advance(3 * DAY + 1)
    number = await offered(room, table, EWA.user, 0, DAWID.user, moderator=True)
    await room.tables.endings.take_seat(table, DAWID, number)
    assert not (await room.tables.looks.read(table)).info.votes, "the question whether to go on without her is void"
    await room.advance(3 * DAY + 1)
    reading = await room.tables.endings.replace_by_computer(table, EWA.user, 0, moderator=True)
    assert reading.info.seats[0].resigned


async def test_a_moderator_decides_nothing_about_a_game_they_left(room: Room) -> None:
    """Nor does one who plays, but as a player: with the others."""
    table = (await room.table("steps", ANNA, BORYS, CELINA, DAWID)).info.id
    await room.tables.endings.resign(table, CELINA.user)
    number = await offered(room, table, DAWID.user, 3)
    await room.tables.endings.take_seat(table, EWA, number)
    await room.advance(3 * DAY + 1)
    (asked,) = (await room.tables.looks.read(table)).info.votes
    await room.tables.votes.end_vote(table, BORYS.user, asked.id)
    number = await offered(room, table, EWA.user, 3)
    endings, before = room.tables.endings, (await room.tables.looks.read(table)).info
    for gone in (CELINA, DAWID):
        for deed in (
            endings.ways_to_replace(table, gone.user, 0, moderator=True),
            endings.replace_by_computer(table, gone.user, 0, moderator=True),
            endings.offer_seat(table, gone.user, 0, 77, moderator=True),
            endings.offer_seat(table, gone.user, 2, 77, moderator=True),
            endings.withdraw_offer(table, gone.user, number, moderator=True),
            endings.repair(table, gone.user, 5, moderator=True),
        ):
            with pytest.raises(OwnGame) as refused:
                await deed
            assert refused.value.key == "tables.refusal.own-game-left"
    assert (await room.tables.looks.read(table)).info == before
    assert await endings.ways_to_replace(table, BORYS.user, 0, moderator=True) == ("computer",)
    with pytest.raises(NotReplaceable, match="computer-first"):
        await endings.offer_seat(table, BORYS.user, 0, 77, moderator=True)
    reading = await endings.replace_by_computer(table, BORYS.user, 0, moderator=True)
    assert reading.info.votes[0].asked == (3,)
    assert not reading.info.seats[0].resigned


async def test_a_newer_offer_takes_the_place_and_the_end_ends_it(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    first = await offered(room, table, ANNA.user, 0, DAWID.user)
    await offered(room, table, BORYS.user, 1)
    with pytest.raises(NoOffer):
        await room.tables.endings.take_seat(table, DAWID, first)
    await room.mail()
    await room.tables.endings.cancel(table, EWA.user, moderator=True, reason="closing")
    assert [row.ended for kind, row in await room.mail() if kind == "offer"] == ["lapsed"]
    with pytest.raises(WrongState):
        await room.tables.endings.take_seat(table, DAWID, first)


async def test_a_table_is_posted_again_in_another_channel(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.mail()
    with pytest.raises(NotSeated):
        await room.tables.endings.repair(table, DAWID.user, 5)
    reading = await room.tables.endings.repair(table, BORYS.user, 5)
    assert reading.info.place.channel == 5
    assert [kind for kind, _ in await room.mail()] == ["board", "hand"]
    await room.advance(60)
    assert (await room.tables.endings.repair(table, DAWID.user, 6, moderator=True)).info.place.channel == 6
    room.limits = Limits(tables_per_channel=1)
    await room.again()
    await room.tables.lobbies.open_table(DAWID, HERE, "coins", language="en")
    with pytest.raises(TooMany):
        await room.tables.endings.repair(table, ANNA.user, HERE.channel)
    await room.tables.endings.cancel(table, EWA.user, moderator=True, reason="closing")
    with pytest.raises(WrongState):
        await room.tables.endings.repair(table, ANNA.user, 9)


def _moved_on(stage: int) -> Callable[[TableInfo], bool]:
    return lambda info: info.stage > stage or info.state != "playing"


async def test_what_was_done_belongs_to_who_did_it(room: Room) -> None:
    """A newcomer has not made the moves of the one before, nor anybody those that the computer made for them."""
    table = (await room.table("coins", ANNA, BORYS, CELINA)).info.id
    for person in (ANNA, BORYS, CELINA):
        await room.tables.moves.play(table, person.user, ("coin-2",))
    number = await offered(room, table, ANNA.user, 0, DAWID.user)
    await room.tables.endings.take_seat(table, DAWID, number)
    await room.tables.endings.resign(table, BORYS.user)
    while (now := (await room.tables.looks.read(table)).info).state == "playing":
        for person in (DAWID, CELINA):
            reading = await room.tables.looks.read(table, person.user)
            if reading.seat in reading.info.pending:
                await room.tables.moves.play(table, person.user, reading.choices().words[:1])
        await room.until(table, _moved_on(now.stage))
    replay = await room.tables.looks.replay(table)
    assert replay.names(0) == replay.names(3) == ("Anna", "Borys", "Celina")
    assert replay.names(4) == replay.names(replay.last) == ("Dawid", "Borys", "Celina")
    assert not any(replay.stood_in(step) for step in range(4))
    by_computer = [step for step in range(4, replay.last + 1) if replay.step(step).seat == 1]
    assert by_computer == [step for step in range(4, replay.last + 1) if replay.stood_in(step)]
    assert by_computer
    assert not {*questions(replay)} & {*by_computer}
    kept = Review(table, "normal", tuple(Decision(step, 1, 0, 0.5, 0.5) for step in range(1, replay.last + 1)))
    assert {each.step for each in drop_computer_moves(kept, replay).decisions} == {*range(1, replay.last + 1)} - {*by_computer}


async def test_the_ways_to_hand_on_a_seat_fit_the_case(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id

    async def ways(user: int, seat: int, *, moderator: bool = False) -> object:
        return await room.tables.endings.ways_to_replace(table, user, seat, moderator=moderator)

    assert await ways(ANNA.user, 0) == ("computer", "person")
    for user, moderator in ((BORYS.user, False), (EWA.user, True)):
        with pytest.raises(NotReplaceable) as plays:
            await ways(user, 0, moderator=moderator)
        assert plays.value.key == "tables.refusal.not-replaceable", "nobody is called silent who plays"
    await room.advance(3 * DAY + 1)
    assert await ways(BORYS.user, 0) == ("computer",), "what the others have to agree to first"
    assert await ways(EWA.user, 0, moderator=True) == ("computer", "person")
    with pytest.raises(NotSeated):
        await ways(EWA.user, 0)
    await room.tables.endings.resign(table, CELINA.user)
    assert await ways(BORYS.user, 2) == ("person",)

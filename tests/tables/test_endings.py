"""How games end otherwise than by their rules: who leaves comes last, who stays is asked, nothing takes a loss back."""

from __future__ import annotations

import pytest

from data.words import words
from tables.errors import (
    NoReason,
    NotAlone,
    NotAsked,
    NotSeated,
    OwnGame,
    Refusal,
    ResultStands,
    VoteOpen,
    VoteOver,
    WrongState,
)
from tables.history import verify
from tables.model.people import Person
from tables.ranking import counting
from tables.rules import leaving
from tables.rules.reading import Reading
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, Room

COMPUTED = ("results", "ratings", "rating_points", "tallies", "crests")


async def results(room: Room) -> list[tuple[object, ...]]:
    """User, place, place for the rating, whether rated, whether they left, whether void."""
    return await room.store.read("SELECT user, place, rating_place, rated, departed, void FROM results ORDER BY table_id, user")


async def vote(room: Room, table: int, kind: str) -> int:
    """The number of the open vote."""
    return next(each.id for each in (await room.tables.looks.read(table)).info.votes if each.kind == kind)


async def endings(room: Room) -> list[tuple[str, str]]:
    """The kinds of the votes that are told, and how each stands."""
    return [(payload.vote.kind, payload.ended) for kind, payload in await room.mail() if kind == "vote"]


async def test_who_stays_of_two_is_asked_and_may_win_now(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, BORYS.user, ("coin-1",))
    await room.tables.endings.resign(table, ANNA.user)
    assert await endings(room) == [("win", "")]
    number = await vote(room, table, "win")
    with pytest.raises(NotSeated):
        await room.tables.votes.agree_vote(table, ANNA.user, number)
    reading = await room.tables.votes.agree_vote(table, BORYS.user, number, request=5)
    assert (await room.tables.votes.agree_vote(table, BORYS.user, number, request=5)).info == reading.info
    assert (reading.info.state, reading.info.closed, reading.info.votes) == ("over", "claimed", ())
    assert reading.info.result is not None
    assert reading.info.result.places == (2, 1)
    assert await results(room) == [(ANNA.user, 2, 2, 1, 1, 0), (BORYS.user, 1, 1, 1, 0, 0)]
    assert await endings(room) == [("win", "done")]
    for moderator in (False, True):
        with pytest.raises(WrongState):
            await room.tables.endings.cancel(table, BORYS.user, moderator=moderator, reason="no")
    record = await room.tables.looks.record(table)
    assert (record.places, record.closed) == ((2, 1), "claimed")
    assert verify.replay(record, games()).good


async def test_who_plays_on_against_the_computer_has_won_all_the_same(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for person in (ANNA, BORYS):
        await room.tables.moves.play(table, person.user, ("end",))
    await room.tables.endings.resign(table, ANNA.user)
    await room.tables.votes.end_vote(table, BORYS.user, await vote(room, table, "win"))
    assert await endings(room) == [("win", "refused")]
    # No button takes back that the other has lost: neither leaving nor ending.
    with pytest.raises(ResultStands) as left:
        await room.tables.endings.resign(table, BORYS.user)
    assert left.value.key == "tables.refusal.last-to-stay"
    with pytest.raises(ResultStands):
        await room.tables.endings.cancel(table, BORYS.user)
    reading = await room.tables.endings.cancel(table, CELINA.user, moderator=True, reason="  the channel\n goes ")
    assert (reading.info.state, reading.info.closed, reading.info.reason) == ("over", "claimed", "the channel goes")
    assert [(row.name, row.places) for row in (await room.tables.ratings.standings(1)).rows] == [
        ("Borys", (1, 0, 0, 0)),
        ("Anna", (0, 1, 0, 0)),
    ]


async def test_the_last_player_is_asked_once_and_may_claim_later(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    with pytest.raises(NotAlone) as others:
        await room.tables.endings.claim(table, ANNA.user)
    assert others.value.key == "tables.refusal.others-play"
    await room.tables.endings.resign(table, ANNA.user)
    assert not (await room.tables.looks.read(table)).info.votes
    await room.tables.endings.resign(table, BORYS.user)
    await room.until(table, lambda info: info.pending == (2,))
    await room.tables.moves.play(table, CELINA.user, ("add", "1"))
    assert await endings(room) == [("win", "")], "asked once, and the question waits"
    with pytest.raises(NotSeated):
        await room.tables.endings.claim(table, DAWID.user)
    reading = await room.tables.endings.claim(table, CELINA.user)
    assert reading.info.result is not None
    assert reading.info.result.places == (2, 2, 1), "several who leave share the place behind all who stayed"
    assert await endings(room) == [("win", "lapsed")]


async def test_alone_against_computer_players_leaving_ends_the_game(room: Room) -> None:
    table = (await room.table("steps", ANNA, computers=2)).info.id
    reading = await room.tables.endings.resign(table, ANNA.user)
    assert (reading.info.state, reading.info.closed, reading.info.result) == ("cancelled", "abandoned", None)
    assert await results(room) == [(ANNA.user, 0, 0, 0, 1, 1)]
    assert [kind for kind, _ in await room.mail()][-1] == "final"
    with pytest.raises(WrongState) as over:
        await room.tables.moves.play(table, ANNA.user, ("end",))
    assert over.value.key == "tables.closed.abandoned"


async def test_who_is_the_last_to_stay_need_not_play_to_have_won(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, pace="day")).info.id
    await room.tables.endings.resign(table, ANNA.user)
    await room.advance(2 * 86400)
    reading = await room.tables.looks.read(table)
    assert (reading.info.state, reading.info.closed) == ("over", "claimed")
    assert [row[:2] for row in await results(room)] == [(ANNA.user, 2), (BORYS.user, 1)]


async def test_ending_without_a_result_asks_the_others(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    reading = await room.tables.endings.cancel(table, ANNA.user, request=7)
    assert (reading.info.state, reading.info.votes[0].asked) == ("playing", (1, 2))
    with pytest.raises(VoteOpen):
        await room.tables.endings.cancel(table, ANNA.user)
    with pytest.raises(NotSeated):
        await room.tables.endings.cancel(table, DAWID.user)
    number = await vote(room, table, "end")
    with pytest.raises(NotAsked):
        await room.tables.votes.agree_vote(table, ANNA.user, number)
    await room.tables.endings.cancel(table, BORYS.user)  # who says the same agrees
    assert (await room.tables.looks.read(table)).info.votes[0].agreed == (1,)
    reading = await room.tables.votes.agree_vote(table, CELINA.user, number)
    assert (reading.info.state, reading.info.closed, reading.info.seed) == ("cancelled", "agreed", "")
    assert [row[1:] for row in await results(room)] == [(0, 0, 0, 0, 1)] * 3
    assert (await room.tables.ratings.standings(1)).rows == ()
    assert (await room.tables.ratings.standings(1)).void == 1


@pytest.mark.long
@pytest.mark.parametrize("deed", ["refused", "withdrawn", "plays", "leaves"])
async def test_the_proposal_ends_as_a_request_to_take_back_does(room: Room, deed: str) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.endings.cancel(table, BORYS.user)
    number = await vote(room, table, "end")
    match deed:
        case "refused":
            await room.tables.votes.end_vote(table, ANNA.user, number)
        case "withdrawn":
            await room.tables.votes.end_vote(table, BORYS.user, number, withdraw=True)
        case "plays":
            await room.tables.moves.play(table, ANNA.user, ("add", "1"))
        case "leaves":
            await room.tables.endings.resign(table, CELINA.user)
    assert (await endings(room))[-1] == ("end", deed if deed in {"refused", "withdrawn"} else "lapsed")
    with pytest.raises(VoteOver):
        await room.tables.votes.agree_vote(table, ANNA.user, number)
    assert (await room.tables.looks.read(table)).info.state == "playing"


async def test_a_moderator_ends_a_game_only_with_a_reason(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for nothing in ("", "  \n "):
        with pytest.raises(NoReason):
            await room.tables.endings.cancel(table, CELINA.user, moderator=True, reason=nothing)
    reading = await room.tables.endings.cancel(table, CELINA.user, moderator=True, reason="x" * 5000)
    assert (reading.info.state, reading.info.closed, reading.info.reason) == ("cancelled", "moderator", "x" * 300)


async def test_a_moderator_ends_no_game_that_they_have_left(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await room.tables.endings.resign(table, CELINA.user)
    offer = (await room.tables.endings.offer_seat(table, BORYS.user, 1, DAWID.user)).info.offer
    assert offer is not None
    await room.tables.endings.take_seat(table, DAWID, offer.id)
    for gone in (CELINA.user, BORYS.user, ANNA.user):
        with pytest.raises(OwnGame):
            await room.tables.endings.cancel(table, gone, moderator=True, reason="I was losing")
    assert (await room.tables.looks.read(table)).info.state == "playing"
    await room.tables.endings.cancel(table, EWA.user, moderator=True, reason="the channel goes")


async def test_everybody_late_for_good_at_once_is_nobodys_win(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, pace="live", length="long")).info.id
    for _ in range(3):
        await room.advance(301)
    reading = await room.until(table, lambda info: info.state != "playing")
    assert (reading.info.state, reading.info.closed) == ("cancelled", "abandoned")


async def finish(room: Room, table: int, *people: Person) -> Reading:
    """Everybody says `end` until the game is over."""
    while True:
        reading = await room.tables.looks.read(table)
        if reading.info.state != "playing":
            return reading
        await room.tables.moves.play(table, people[reading.info.pending[0]].user, ("end",))


async def test_friendly_and_computer_games_are_unrated_and_say_why(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(
        ANNA, (await room.table("steps", ANNA, BORYS)).info.place, "steps", language="en"
    )
    table = reading.info.id
    await room.tables.lobbies.join(table, BORYS)
    reading = await room.tables.endings.set_friendly(table, ANNA.user, friendly=True)
    assert reading.info.friendly
    await room.tables.lobbies.arrange(table, ANNA.user, (0, 1))
    await room.tables.lobbies.start(table, ANNA.user)
    assert (await finish(room, table, ANNA, BORYS)).info.state == "over"
    assert await results(room) == [(ANNA.user, 1, 1, 0, 0, 0), (BORYS.user, 1, 1, 0, 0, 0)]
    board = await room.tables.ratings.standings(1, "steps")
    assert (board.rows, board.friendly, board.computers, board.void) == ((), 1, 0, 0)


def test_each_reason_is_told_in_both_languages() -> None:
    for language in ("en", "pl"):
        told = {words(language)(f"tables.closed.{why}") for why in ("agreed", "abandoned", "silence", "claimed", "moderator")}
        assert len(told) == 5


async def test_only_a_non_player_voids_a_game_won_by_staying(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    with pytest.raises(WrongState) as running:
        await room.tables.endings.make_void(table, CELINA.user, reason="no")
    assert running.value.key == "tables.refusal.not-over"
    await room.tables.moves.play(table, BORYS.user, ("coin-1",))
    await room.tables.endings.resign(table, ANNA.user)
    await room.tables.votes.agree_vote(table, BORYS.user, await vote(room, table, "win"))
    await room.mail()
    for user, reason, refused in ((BORYS.user, "mine", OwnGame), (CELINA.user, " \n ", NoReason)):
        with pytest.raises(refused):
            await room.tables.endings.make_void(table, user, reason=reason)
    assert await room.mail() == []
    reading = await room.tables.endings.make_void(table, CELINA.user, reason=" both\nleft ", request=7)
    assert (reading.info.state, reading.info.closed, reading.info.reason) == ("over", "void", "both left")
    assert await results(room) == [(ANNA.user, 2, 2, 0, 1, 1), (BORYS.user, 1, 1, 0, 0, 1)]
    assert [kind for kind, _ in await room.mail()] == ["final", "void"]
    assert (await room.tables.ratings.standings(1)).rows == ()
    for request in (7, 8):
        await room.tables.endings.make_void(table, DAWID.user, reason="again", request=request)
    assert await room.mail() == []
    (line,) = await room.tables.servers.log_of_server(1)
    assert (line.user, line.what, line.about["reason"]) == (CELINA.user, "voided", "both left")
    record = await room.tables.looks.record(table)
    assert (record.places, record.closed) == ((2, 1), "void")
    assert verify.replay(record, games()).good


async def _counted(room: Room) -> list[object]:
    return [sorted(map(str, await room.store.read(f"SELECT * FROM {table}", ()))) for table in COMPUTED]


async def test_another_moderator_restores_a_game_that_is_void(room: Room) -> None:
    tables = [(await room.table("coins", ANNA, other)).info.id for other in (BORYS, CELINA, BORYS)]
    for table in tables[:2]:
        for coin in ("coin-1", "coin-2", "coin-3"):
            for seat in (await room.tables.looks.read(table)).info.seats:
                await room.tables.moves.play(table, seat.user or 0, (coin,))
    await room.tables.moves.play(tables[2], ANNA.user, ("coin-1",))
    await room.tables.endings.resign(tables[2], BORYS.user)
    await room.tables.votes.agree_vote(tables[2], ANNA.user, await vote(room, tables[2], "win"))
    endings = room.tables.endings
    with pytest.raises(WrongState):
        await endings.restore(tables[0], DAWID.user, reason="why not")
    before = await _counted(room)
    for table in (tables[0], tables[2]):
        closed = (await room.tables.looks.read(table)).info.closed
        await endings.make_void(table, DAWID.user, reason="one person played for both")
        assert await _counted(room) != before
        await room.again()
        endings = room.tables.endings
        for user, reason, refused in ((DAWID.user, "oh", Refusal), (ANNA.user, "mine", OwnGame), (EWA.user, " ", NoReason)):
            with pytest.raises(refused):
                await endings.restore(table, user, reason=reason)
        await room.mail()
        reading = await endings.restore(table, EWA.user, reason="it was somebody else", request=table)
        assert (reading.info.state, reading.info.closed, reading.info.reason) == ("over", closed, None)
        assert [payload.restored for kind, payload in await room.mail() if kind == "void"] == ["it was somebody else"]
        assert await _counted(room) == before
    log = [(line.user, line.what) for line in await room.tables.servers.log_of_server(1)]
    assert log == [(EWA.user, "restored"), (DAWID.user, "voided")] * 2
    async with room.store.transaction() as tx:
        await counting.recount(tx, 1, games())
    assert await _counted(room) == before, "recomputing agrees"
    await endings.make_void(tables[1], DAWID.user, reason="late")
    await room.advance(leaving.UNDO + 1)
    with pytest.raises(Refusal, match="void-stays"):
        await endings.restore(tables[1], EWA.user, reason="too late")

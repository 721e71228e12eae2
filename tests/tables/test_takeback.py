"""Taking back further than one may alone: everybody affected agrees, and nothing revealed is ever covered again."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import engines
from data.sqlite.store import SqliteStore
from engines.contract import Fleeting, View
from engines.notation import random_move
from tables.errors import NotAlone, NotAsked, NothingToTakeBack, NotSeated, Stale, VoteOpen, VoteOver, WrongState
from tables.history import verify
from tables.model.outbox_rows import Note
from tables.model.people import Person
from tables.rules import votes
from tables.rules.reading import Reading
from tables.rules.takeback import BACK
from tables.service.service import TableService
from tests.support.cases import cases
from tests.support.conformance import is_open
from tests.support.manual_clock import ManualClock
from tests.support.table_store import loaded_table
from tests.support.toy_games import InProcess, StepsView, games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room, encoded


async def turn(room: Room, table: int, person: Person, *numbers: str) -> Reading:
    for number in numbers:
        await room.tables.moves.play(table, person.user, ("add", number))
    return await room.tables.moves.play(table, person.user, ("end",))


def sums(reading: Reading) -> tuple[int, ...]:
    assert isinstance(reading.view, StepsView)
    return reading.view.sums


async def asked(room: Room, table: int, person: Person) -> int:
    """The person asks the others; the number of the request."""
    reading = await room.tables.moves.ask_back(table, person.user)
    asked = votes.find(reading.info, BACK)
    assert asked is not None
    return asked.id


async def endings(room: Room) -> list[object]:
    """How the messages of the requests stand, in the order they are told."""
    return [payload.ended for kind, payload in await room.mail() if kind == "vote" and payload.vote.kind == BACK]


async def lines(room: Room) -> list[tuple[object, ...]]:
    return await room.store.read("SELECT seat, move FROM journal WHERE move <> '' ORDER BY number")


async def test_the_last_move_is_taken_back_when_all_agree(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS, CELINA, pace="live")).info.id
    await turn(room, table, ANNA, "1", "2")
    reading = await tables.moves.play(table, BORYS.user, ("add", "3"))
    await room.mail()
    reading = await tables.looks.read(table, ANNA.user)
    assert not reading.can_take_back
    assert reading.may_ask is not None
    assert reading.may_ask.undo is not None
    assert (reading.may_ask.asked, reading.may_ask.undo.turn) == ((1, 2), 1)
    assert [event["data"]["kind"] for event in reading.may_ask.undo.events] == ["ended"]
    with pytest.raises(NotAlone):
        await tables.moves.take_back(table, ANNA.user)
    request = await asked(room, table, ANNA)
    (told,) = [payload for kind, payload in await room.mail() if kind == "vote"]
    assert told.ended == ""
    await tables.votes.agree_vote(table, BORYS.user, request, request=1)
    assert (await tables.looks.read(table)).info.turn == 2
    assert await tables.votes.agree_vote(table, BORYS.user, request, request=1) == await tables.votes.agree_vote(
        table, BORYS.user, request
    )
    await room.clock.advance(50)  # nobody is called by name yet
    reading = await tables.votes.agree_vote(table, CELINA.user, request, request=2)
    assert sums(reading) == (3, 0, 0)
    assert (reading.info.turn, reading.info.pending, votes.find(reading.info, BACK)) == (1, (0,), None)
    assert reading.info.deadline == room.clock.now() + 300, "the time begins afresh"
    assert await lines(room) == [(0, "add 1"), (0, "add 2")], "what was taken back is not kept"
    mail = await room.mail()
    assert [kind for kind, _ in mail] == ["vote", "board", "hand", "hand", "hand"]
    assert mail[0][1].ended == "done"
    assert [event["data"]["kind"] for event in mail[1][1].events] == ["added", "added"]
    assert mail[1][1].notes == (Note("tables.note.agreed-back", 0),)
    # From here the rest of the turn is Anna's own again.
    assert sums(await tables.moves.take_back(table, ANNA.user)) == (1, 0, 0)
    with pytest.raises(VoteOver):
        await tables.votes.agree_vote(table, BORYS.user, request)


async def test_one_refusal_ends_the_request(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await turn(room, table, ANNA, "1")
    request = await asked(room, table, ANNA)
    await tables.votes.agree_vote(table, BORYS.user, request)
    reading = await tables.votes.end_vote(table, CELINA.user, request, request=9)
    assert await tables.votes.end_vote(table, CELINA.user, request, request=9) == reading
    assert (reading.info.turn, votes.find(reading.info, BACK)) == (2, None)
    assert await endings(room) == ["refused"], "told as it is now, once"
    with pytest.raises(VoteOver):
        await tables.votes.agree_vote(table, BORYS.user, request)
    # It may be asked again, and a press on the first message does not answer the second request.
    second = await asked(room, table, ANNA)
    assert second != request
    for press in (tables.votes.agree_vote, tables.votes.end_vote):
        with pytest.raises(VoteOver):
            await press(table, BORYS.user, request)


async def test_who_asks_may_withdraw_and_only_those_asked_answer(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS)).info.id
    await turn(room, table, ANNA)
    request = await asked(room, table, ANNA)
    for press in (tables.votes.agree_vote, tables.votes.end_vote):
        with pytest.raises(NotAsked) as own:
            await press(table, ANNA.user, request)
        assert own.value.key == "tables.refusal.own-vote"
        with pytest.raises(NotSeated):
            await press(table, DAWID.user, request)
    with pytest.raises(NotAsked) as others:
        await tables.votes.end_vote(table, BORYS.user, request, withdraw=True)
    assert others.value.key == "tables.refusal.not-your-vote"
    reading = await tables.votes.end_vote(table, ANNA.user, request, withdraw=True)
    assert votes.find(reading.info, BACK) is None
    assert await endings(room) == ["withdrawn"]


async def test_one_request_at_a_time(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await turn(room, table, ANNA)
    await turn(room, table, BORYS)
    await asked(room, table, ANNA)
    with pytest.raises(VoteOpen) as refused:
        await tables.moves.ask_back(table, BORYS.user)
    assert refused.value.key == "tables.refusal.vote-open"
    with pytest.raises(VoteOpen):
        await tables.moves.take_back(table, BORYS.user)
    with pytest.raises(VoteOpen) as own:
        await tables.moves.ask_back(table, ANNA.user)
    assert own.value.key == "tables.refusal.own-vote"
    with pytest.raises(NothingToTakeBack) as nothing:
        await tables.moves.take_back(table, CELINA.user)
    assert nothing.value.key == "tables.refusal.nothing-to-take-back"


@pytest.mark.long
@pytest.mark.parametrize("deed", cases(["plays", "draws", "resigns", "cancels", "ends"], ["plays", "resigns"]))
async def test_a_request_lapses_when_the_game_goes_on(room: Room, deed: str) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS)).info.id
    if deed == "ends":
        for person in (ANNA, BORYS, ANNA):
            await turn(room, table, person)
    else:
        await turn(room, table, ANNA)
    request = await asked(room, table, ANNA)
    await room.mail()
    match deed:
        case "plays":
            await tables.moves.play(table, BORYS.user, ("add", "1"))
        case "draws":
            await tables.moves.play(table, BORYS.user, ("look",))
        case "resigns":
            await tables.endings.resign(table, BORYS.user)
        case "cancels":
            await tables.endings.cancel(table, CELINA.user, moderator=True, reason="the channel goes")
        case "ends":
            await turn(room, table, BORYS)
    assert votes.find((await tables.looks.read(table)).info, BACK) is None
    assert await endings(room) == ["lapsed"]
    over = (await tables.looks.read(table)).info.state != "playing"
    assert over == (deed in {"cancels", "ends"})
    with pytest.raises(WrongState if over else NotSeated if deed == "resigns" else VoteOver):
        await tables.votes.agree_vote(table, BORYS.user, request)


async def test_never_across_a_reveal_whoever_agrees(room: Room) -> None:
    tables, table = room.tables, (await room.table("steps", ANNA, BORYS)).info.id
    await turn(room, table, ANNA, "1")
    await tables.moves.play(table, BORYS.user, ("add", "1"))
    await tables.moves.play(table, BORYS.user, ("look",))
    for person in (ANNA, BORYS):
        assert (await tables.looks.read(table, person.user)).may_ask is None
        for press in (tables.moves.take_back, tables.moves.ask_back):
            with pytest.raises(NothingToTakeBack) as refused:
                await press(table, person.user)
            assert refused.value.key == "tables.refusal.revealed-since"
    # What follows the reveal can be taken back, and nothing before it.
    await turn(room, table, ANNA, "2")
    request = await asked(room, table, ANNA)
    await tables.votes.agree_vote(table, BORYS.user, request)
    await tables.moves.take_back(table, ANNA.user)
    assert (await tables.looks.read(table, ANNA.user)).info.turn == 3
    for press in (tables.moves.take_back, tables.moves.ask_back):
        with pytest.raises(NothingToTakeBack):
            await press(table, ANNA.user)


async def test_secret_choices_are_nothing_to_ask_about(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS)).info.id
    for person in (ANNA, BORYS):
        await room.tables.moves.play(table, person.user, ("coin-1",))
    for person in (ANNA, BORYS):
        assert (await room.tables.looks.read(table, person.user)).may_ask is None
        with pytest.raises(NothingToTakeBack):
            await room.tables.moves.ask_back(table, person.user)


async def test_computer_players_agree_at_once(room: Room) -> None:
    table = (await room.table("steps", ANNA, computers=1)).info.id
    await turn(room, table, ANNA, "3")
    await room.until(table, lambda info: info.turn == 3)
    with pytest.raises(NotAlone):
        await room.tables.moves.take_back(table, ANNA.user)
    reading = await room.tables.moves.ask_back(table, ANNA.user, request=5)
    assert (reading.info.turn, votes.find(reading.info, BACK), sums(reading)) == (1, None, (3, 0))
    assert (await room.tables.moves.ask_back(table, ANNA.user, request=5)).info.version == reading.info.version
    assert await endings(room) == []
    await turn(room, table, ANNA, "1")
    await room.until(table, lambda info: info.turn == 3)


async def test_a_computer_players_move_does_not_end_a_request(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, computers=1)).info.id
    await turn(room, table, ANNA, "1")
    room.bots.may_answer.clear()
    await turn(room, table, BORYS, "2")
    request = await asked(room, table, BORYS)
    room.bots.may_answer.set()
    await room.until(table, lambda info: info.turn == 4)
    reading = await room.tables.votes.agree_vote(table, ANNA.user, request)
    assert (reading.info.turn, sums(reading)) == (2, (1, 2, 0))


async def test_what_was_shown_to_the_asker_is_what_is_asked(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    before = await turn(room, table, ANNA, "1")
    await room.tables.moves.play(table, BORYS.user, ("add", "1"))
    with pytest.raises(Stale):
        await room.tables.moves.ask_back(table, ANNA.user, stage=before.info.stage)
    # Borys takes it back himself, and so it is Anna's last move again that nobody has answered.
    await room.tables.moves.take_back(table, BORYS.user)
    await room.tables.moves.ask_back(table, ANNA.user, stage=before.info.stage)


@pytest.mark.long
async def test_a_request_is_there_after_a_restart(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, CELINA)).info.id
    await turn(room, table, ANNA, "1")
    await turn(room, table, BORYS, "2")
    request = await asked(room, table, ANNA)
    before = await room.tables.votes.agree_vote(table, BORYS.user, request)
    tables = await room.again()
    reading = await tables.looks.read(table, BORYS.user)
    assert encoded(reading) == encoded(before)
    reading = await tables.votes.agree_vote(table, CELINA.user, request)
    assert sums(reading) == (1, 0, 0)
    tables = await room.again()
    assert encoded(await tables.looks.read(table, CELINA.user)) == encoded(reading)
    assert sums(await tables.moves.take_back(table, ANNA.user)) == (0, 0, 0)


@pytest.mark.long
async def test_the_record_of_such_a_game_can_be_verified(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await turn(room, table, ANNA, "3", "3")
    await turn(room, table, BORYS, "1")
    await room.tables.votes.agree_vote(table, BORYS.user, await asked(room, table, ANNA))
    await turn(room, table, ANNA, "2")
    await room.tables.moves.play(table, BORYS.user, ("look",))
    await turn(room, table, ANNA)
    reading = await turn(room, table, BORYS)
    assert reading.info.state == "over"
    record = await room.tables.looks.record(table)
    assert [played.move for played in record.moves] == ["add 3", "add 3", "add 2", "end", "look", "end", "end"]
    assert verify.replay(record, games()).good
    assert await room.store.read("SELECT 1 FROM journal WHERE snapshot IS NOT NULL") == []


ASKING = {"torres"}
"""Games of which whole turns lie open, so that there is often something to ask for."""


class Witness:
    """Remembers what everybody saw at each position and counts what was revealed, in a game of people who often ask back."""

    def __init__(self, tables: TableService, store: SqliteStore, table: int, people: tuple[Person, ...]) -> None:
        self.tables, self.store, self.table, self.people = tables, store, table, people
        self.seen: list[tuple[int, list[View | None]]] = []
        self.agreed = self.shown = 0

    async def views(self) -> list[View | None]:
        return [(await self.tables.looks.read(self.table, person.user)).view for person in self.people]

    async def revealed(self) -> int:
        rows = await self.store.read("SELECT events FROM journal WHERE events LIKE '%true%'")
        revealing = sum(any(event.get("reveals") for event in msgspec.json.decode(text)) for (text,) in rows)
        assert revealing >= self.shown, "what reveals is never taken back"
        self.shown = revealing
        return revealing

    async def move(self, rng: random.Random) -> None:
        loaded = await loaded_table(self.tables, self.table)
        assert loaded.position is not None
        seat = rng.choice(loaded.table.pending)
        self.seen.append((loaded.table.number + 1, await self.views()))
        await self.tables.moves.play(self.table, loaded.table.seats[seat].user or 0, random_move(loaded.position, seat, rng))
        outbox = self.tables.outbox
        while await self.store.read("SELECT 1 FROM outbox WHERE kind <> 'cover'"):
            await outbox.mark_done(await outbox.next())

    async def ask(self, person: Person) -> None:
        """Somebody asks, all agree, and everybody sees what they saw before."""
        wanted = (await self.tables.looks.read(self.table, person.user)).may_ask
        if wanted is None:
            return  # free still, or nothing since the last reveal
        shown = await self.revealed()
        asking = votes.find((await self.tables.moves.ask_back(self.table, person.user)).info, BACK)
        assert asking is not None
        assert asking.undo is not None
        for seat in asking.asked:
            user = (await self.tables.looks.read(self.table)).info.seats[seat].user
            await self.tables.votes.agree_vote(self.table, user or 0, asking.id)
        assert await self.views() == dict(self.seen)[asking.undo.number]
        assert await self.revealed() == shown
        self.agreed += 1


@pytest.mark.long
@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.long if key != "rycerze" else ()) for key in sorted(engines.games())]
)
async def test_nothing_that_was_revealed_is_covered_again_in_any_game(tmp_path: Path, key: str) -> None:
    store, clock = await SqliteStore.open(tmp_path / "zamki.db"), ManualClock()
    tables = await TableService.open(
        store, games=engines.games(), clock=clock, bots=InProcess(), token=lambda n: bytes(range(n))
    )
    people, rng = (ANNA, BORYS), random.Random(key)
    reading = await tables.lobbies.open_table(ANNA, HERE, key, {}, language="pl")
    await tables.lobbies.join(reading.info.id, BORYS)
    table = (await tables.lobbies.start(reading.info.id, ANNA.user)).info.id
    witness = Witness(tables, store, table, people)
    shown = 0
    for _ in range(150):
        await witness.move(rng)
        if (await tables.looks.read(table)).info.state != "playing":
            break
        if rng.random() < 0.2:
            await clock.advance(10 * 60.0)  # nobody may ask without end (`tables.rules.ledger`)
            await witness.ask(rng.choice(people))
        before, shown = shown, await witness.revealed()
        assert shown >= before
    assert shown or is_open(key)
    assert witness.agreed or key not in ASKING
    assert not (witness.agreed and isinstance(engines.games()[key], Fleeting)), "what has vanished again is not shown once more"
    await tables.close()
    await store.close()

"""Whoever wants to be forgotten is forgotten whole, whatever they have done before, and nothing of anybody else changes."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from data.moving import PASSING, TABLES
from data.opening import open_store
from data.store import Store
from tables.errors import CannotSit, NotOpen, Refusal
from tables.history import verify
from tables.model.people import Person
from tables.rules.reading import Reading
from tables.service.personal_actions import PersonalActions
from tables.service.round_games import RoundGames, RoundState
from tables.service.service import TableService
from tables.tournaments.tournament import Rules
from tests.support.cases import cases
from tests.support.manual_clock import ManualClock
from tests.support.raw_sql import ask
from tests.support.toy_games import InProcess, games
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE

ZOE = Person(987654321098765432, "Zoë Canary")

STAYS = {"data_requests", "exclusions", "blocks", "ledger"}
"""Where an id may stand after its person was forgotten: what they have had the bot do that day, and what others decided."""


class Place:
    """Table services on one store, as processes have them, whose clock and computer players the test leads."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, ManualClock()
        self.services: list[TableService] = []

    async def open(self, store: Store) -> TableService:
        service = await TableService.open(store, clock=self.clock, games=games(), bots=InProcess())
        self.services.append(service)
        return service

    @property
    def tables(self) -> TableService:
        return self.services[-1]

    async def game(self, *people: Person, computers: int = 0, friendly: bool = False) -> Reading:
        tables = self.tables
        reading = await tables.lobbies.open_table(people[0], HERE, "coins", {"length": "short"}, language="pl", pace="none")
        number = reading.info.id
        for person in people[1:]:
            await tables.lobbies.join(number, person)
        for _ in range(computers):
            await tables.lobbies.add_computer(number, people[0].user)
        if friendly:
            await tables.endings.set_friendly(number, people[0].user, friendly=True)
        await tables.lobbies.arrange(number, people[0].user, range(len(people) + computers))
        return await tables.lobbies.start(number, people[0].user)

    async def over(self, *people: Person, friendly: bool = False) -> int:
        return await self.finish((await self.game(*people, friendly=friendly)).info.id)

    async def finish(self, number: int) -> int:
        while (reading := await self.tables.looks.read(number)).info.state == "playing":
            user = reading.info.seats[reading.info.pending[0]].user
            assert user is not None
            move: tuple[str, ...] = ()
            while not (choices := (await self.tables.looks.read(number, user)).choices(move)).complete:
                move = (*move, choices.words[0])
            await self.tables.moves.play(number, user, move, stage=reading.info.stage)
        return number


async def friendly(place: Place) -> None:
    await place.over(ZOE, ANNA, friendly=True)


async def rated(place: Place) -> None:
    await place.over(ANNA, ZOE)


async def sixth_of_the_day(place: Place) -> None:
    for _ in range(6):
        await place.over(BORYS, ZOE)


async def against_computers(place: Place) -> None:
    await place.game(ZOE, computers=2)


async def running(place: Place) -> None:
    await place.game(ANNA, ZOE, BORYS)


async def hosting_a_lobby(place: Place) -> None:
    table = (await place.tables.lobbies.open_table(ZOE, HERE, "coins", language="en")).info.id
    await place.tables.lobbies.join(table, DAWID)
    await place.tables.guests.invite(table, ZOE.user, [EWA.user])


async def handed_on(place: Place) -> None:
    table = (await place.game(ZOE, BORYS)).info.id
    reading = await place.tables.endings.offer_seat(table, ZOE.user, 0, None)
    assert reading.info.offer is not None
    await place.tables.endings.take_seat(table, CELINA, reading.info.offer.id)


async def substitute(place: Place) -> None:
    table = (await place.game(CELINA, BORYS)).info.id
    reading = await place.tables.endings.offer_seat(table, CELINA.user, 0, ZOE.user)
    assert reading.info.offer is not None
    await place.tables.endings.take_seat(table, ZOE, reading.info.offer.id)


async def invited(place: Place) -> None:
    table = (await place.tables.lobbies.open_table(DAWID, HERE, "coins", language="pl")).info.id
    await place.tables.guests.invite(table, DAWID.user, [ZOE.user, ANNA.user])


async def turned_away(place: Place) -> None:
    table = (await place.tables.lobbies.open_table(EWA, HERE, "coins", language="pl")).info.id
    await place.tables.lobbies.join(table, ZOE)
    await place.tables.guests.turn_away(table, EWA.user, ZOE.user)


async def blocked(place: Place) -> None:
    await place.tables.guests.block(ANNA.user, ZOE.user, blocked=True)
    await place.tables.guests.block(ZOE.user, BORYS.user, blocked=True)


async def excluded(place: Place) -> None:
    await place.tables.servers.exclude(7, ZOE.user, EWA.user, seconds=9e5, reason="spam")


async def a_moderator(place: Place) -> None:
    await place.tables.servers.exclude(8, DAWID.user, ZOE.user, seconds=9e5, reason="spam")


async def in_a_tournament(place: Place) -> None:
    found = await place.tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(), language="en")
    for person in (ZOE, BORYS, CELINA):
        await place.tables.tournaments.join_tournament(found.id, person)
    await place.tables.rounds.begin_tournament(found.id, ANNA.user)


async def settings(place: Place) -> None:
    await place.tables.people.set_preferences(ZOE.user, dm=False, hidden=True)
    await place.tables.guests.subscribe(ZOE.user, HERE.guild, ["coins"])


HISTORIES: tuple[Callable[[Place], Awaitable[None]], ...] = (
    *(friendly, rated, sixth_of_the_day, against_computers, running, hosting_a_lobby, handed_on, substitute, invited),
    *(turned_away, blocked, excluded, a_moderator, in_a_tournament, settings),
)


@pytest.fixture
async def place(store: Store) -> AsyncIterator[Place]:
    place = Place(store)
    await place.open(store)
    yield place
    for service in reversed(place.services):
        await service.close()


async def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    found = {}
    for table in {*TABLES, *PASSING}:
        async with store.transaction() as tx:
            columns = sorted(await tx.columns(table))  # type: ignore[attr-defined]
        listed = ", ".join(f'"{column}"' for column in columns)
        found[table] = await ask(store, f"SELECT {listed} FROM {table}")
    return found


async def of_others(store: Store) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """What is stored of the others and stays as it is when somebody leaves a game of theirs."""
    still = {"blocks", "people", "subscriptions", "exclusions", "journal"}
    return {
        person.user: {table: rows for table, rows in (await store.personal(person.user)).items() if table in still}
        for person in (ANNA, BORYS, CELINA, DAWID, EWA)
    }


async def forgotten(place: Place) -> None:
    finished = [row[0] for row in await ask(place.store, "SELECT id FROM tables WHERE state = 'over' ORDER BY id")]
    records = {number: await place.tables.looks.record(number) for number in finished}
    others = await of_others(place.store)
    for row in others.values():
        for each in row.get("exclusions", ()):
            each.pop("by", None)

    assert await place.tables.personal.forget_person(ZOE.user) == "Player 1"

    for table, rows in (await everything(place.store)).items():
        text = json.dumps(rows, default=repr, ensure_ascii=False)
        assert ZOE.name not in text, table
        assert table in STAYS or str(ZOE.user) not in text, table
    assert set(await place.store.personal(ZOE.user)) <= {"data_requests", "exclusions", "ledger"}
    assert await place.tables.looks.tables_of(ZOE.user) == []
    left = await of_others(place.store)
    for row in left.values():
        for each in row.get("exclusions", ()):
            each.pop("by", None)
    assert left == others
    for number, before in records.items():
        after = await place.tables.looks.record(number)
        assert (after.moves, after.places, after.seed) == (before.moves, before.places, before.seed)
        assert verify.replay(after, games()).good


@pytest.mark.long
@pytest.mark.parametrize("history", cases(HISTORIES, HISTORIES[::4]), ids=lambda each: each.__name__)
async def test_somebody_with_one_thing_behind_them_is_forgotten_whole(place: Place, history: Any) -> None:
    await history(place)
    await forgotten(place)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
async def test_somebody_with_any_history_is_forgotten_whole(place: Place, seed: int) -> None:
    rng = random.Random(seed)
    for history in rng.sample(HISTORIES, rng.randint(2, len(HISTORIES))):
        with contextlib.suppress(NotOpen, CannotSit):  # some of them keep her from others
            await history(place)
    await forgotten(place)


async def test_erasing_an_account_does_not_lift_exclusions(place: Place) -> None:
    for history in (handed_on, turned_away, blocked):
        await history(place)
    await forgotten(place)
    tables = place.tables
    left, lobby = [row[0] for row in await ask(place.store, "SELECT id FROM tables ORDER BY id")]
    with pytest.raises(NotOpen):
        await tables.lobbies.join(lobby, ZOE)
    with pytest.raises(CannotSit, match="not-together"):
        await tables.guests.invite(lobby, EWA.user, [ZOE.user])
    reading = await tables.endings.offer_seat(left, BORYS.user, 1, None)
    assert reading.info.offer is not None
    with pytest.raises(CannotSit, match="has-left"):
        await tables.endings.take_seat(left, ZOE, reading.info.offer.id)
    of_anna = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    with pytest.raises(NotOpen):
        await tables.lobbies.join(of_anna, ZOE)
    await place.finish(left)
    ((document,),) = await ask(place.store, "SELECT document FROM tables WHERE id = ?", left)
    assert json.loads(document)["guests"] == {}, "the mark goes with the game"


async def test_nobody_reads_who_has_blocked_or_excluded_them(place: Place) -> None:
    for history in (blocked, excluded, turned_away):
        await history(place)
    told = await place.tables.personal.personal_data(ZOE.user)
    assert told["blocks"] == [{"user": ZOE.user, "other": BORYS.user, "at": place.clock.now()}]
    assert [set(row) for row in told["exclusions"]] == [{"guild", "user", "until", "reason"}]
    assert str(EWA.user) not in json.dumps(told["exclusions"])
    assert "away" not in json.dumps(told)


async def test_the_moves_of_a_seat_are_theirs_who_made_them(place: Place) -> None:
    table = (await place.game(CELINA, BORYS)).info.id

    async def move(person: Person) -> None:
        choices = (await place.tables.looks.read(table, person.user)).choices()
        await place.tables.moves.play(table, person.user, (choices.words[0],))

    await move(CELINA)
    await move(BORYS)
    reading = await place.tables.endings.offer_seat(table, CELINA.user, 0, ZOE.user)
    assert reading.info.offer is not None
    await place.tables.endings.take_seat(table, ZOE, reading.info.offer.id)
    await move(ZOE)
    await move(BORYS)
    lines = await ask(place.store, "SELECT number, seat FROM journal WHERE kind = 'move' ORDER BY number")
    told = {
        person.user: [line["number"] for line in (await place.store.personal(person.user)).get("journal", ())]
        for person in (CELINA, BORYS, ZOE)
    }
    of_seat = [[number for number, at in lines if at == seat] for seat in (0, 1)]
    assert told == {CELINA.user: of_seat[0][:1], ZOE.user: of_seat[0][1:], BORYS.user: of_seat[1]}
    assert [len(each) for each in of_seat] == [2, 2]


@pytest.mark.long
async def test_what_fails_to_be_erased_leaves_no_game(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await running(place)

    async def broken(*_: object) -> None:
        raise RuntimeError("the disk is full")

    async with place.store.transaction() as tx:
        monkeypatch.setattr(type(tx), "forget_person", broken)
    with pytest.raises(RuntimeError):
        await place.tables.personal.forget_person(ZOE.user)
    [table] = await place.tables.looks.tables_of(ZOE.user)
    assert not any(seat.resigned for seat in table.seats)
    monkeypatch.undo()
    await forgotten(place)


async def test_erasing_survives_a_crash_of_its_process(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for history in (running, hosting_a_lobby):
        await history(place)

    async def dies(*_: object) -> None:
        raise Refusal("killed")

    monkeypatch.setattr(PersonalActions, "leave_forgotten", dies)
    with pytest.raises(Refusal):
        await place.tables.personal.forget_person(ZOE.user)
    monkeypatch.undo()
    game, lobby = [row[0] for row in await ask(place.store, "SELECT id FROM tables ORDER BY id")]
    tables = await place.open(place.store)
    await tables.personal.leave_forgotten()
    assert (await tables.looks.read(game)).info.seats[1].resigned
    assert [seat.user for seat in (await tables.looks.read(lobby)).info.seats] == [DAWID.user]


async def test_a_tournament_opens_no_table_for_a_forgotten_person(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    real = RoundGames.look
    forgets = iter([True])

    async def late(self: RoundGames, tournament: Any, *about: Any) -> RoundState:
        if next(forgets, False):
            async with place.store.transaction() as tx:
                await tx.forget_person(ZOE.user, -7, {"en": "Player 1", "pl": "Gracz 1"})
        return await real(self, tournament, *about)

    monkeypatch.setattr(RoundGames, "look", late)
    await in_a_tournament(place)
    [number] = [row[0] for row in await ask(place.store, "SELECT id FROM tournaments")]
    await place.tables.rounds.advance_tournament(number)
    text = json.dumps(await everything(place.store), default=repr, ensure_ascii=False)
    assert ZOE.name not in text
    assert str(ZOE.user) not in text
    await place.tables.rounds.advance_tournament(number)
    opened = await ask(place.store, "SELECT count(*) FROM tournament_games")
    assert opened == [(2,)], "the stand-in is seated until it leaves"


@pytest.mark.postgres
async def test_a_game_that_two_processes_have_played(request: pytest.FixtureRequest) -> None:
    where = request.getfixturevalue("postgres").new_database()
    stores = [await open_store(where), await open_store(where)]
    place = Place(stores[0])
    for store in stores:
        await place.open(store)
    await running(place)
    await rated(place)
    place.services.reverse()
    place.store = stores[1]
    await friendly(place)
    table = (await ask(place.store, "SELECT id FROM tables WHERE state = 'playing'"))[0][0]
    assert (await place.tables.looks.read(table)).info.seats[1].user == ZOE.user
    await forgotten(place)
    for service in place.services:
        seat = (await service.looks.read(table)).info.seats[1]
        assert (seat.name, seat.resigned) == ("Gracz 1", True)
    for service, store in zip(place.services, reversed(stores), strict=True):
        await service.close()
        await store.close()

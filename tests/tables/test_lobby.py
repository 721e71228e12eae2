"""Before the game: who sits where, who may do what, how many tables there may be."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tables.errors import BadChoice, Full, NoSuchGame, NoSuchTable, NotHost, NotSeated, Refusal, TooFew, TooMany, WrongState
from tables.model.people import Person
from tables.model.table_info import Limits, Place
from tables.rules import lobby as lobby_rules
from tables.rules.lobby import seating
from tables.rules.reading import Reading
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

WEEK = 7 * 24 * 3600.0


async def lobby(room: Room, game: str = "coins") -> Reading:
    return await room.tables.lobbies.open_table(ANNA, HERE, game, language="pl")


async def test_a_lobby_begins_with_the_defaults(room: Room) -> None:
    table = (await lobby(room)).info
    assert (table.state, table.host, table.options, table.pace) == ("lobby", ANNA.user, {"length": "short"}, "none")
    assert table.random_order
    assert table.commitment == table.seed == ""
    assert [info.id for info in await room.tables.looks.tables_in(HERE.channel)] == [table.id]
    assert [info.id for info in await room.tables.looks.tables_of(ANNA.user, HERE.guild)] == [table.id]
    assert await room.tables.looks.tables_of(ANNA.user, 99) == []
    assert [kind for kind, _ in await room.mail()] == ["lobby"]


async def test_who_comes_and_goes_fills_no_seed(room: Room) -> None:
    table = (await lobby(room)).info.id
    for number in range(lobby_rules.PRESSES):
        await room.tables.lobbies.join(table, BORYS, request=100 + number)
        await room.tables.lobbies.leave(table, BORYS.user)
    with pytest.raises(Refusal, match="came-and-went"):
        await room.tables.lobbies.join(table, CELINA, request=99)
    loaded = await room.tables.looks.read(table)
    assert [info.user for info in loaded.info.seats] == [ANNA.user]


async def test_the_host_chooses_and_others_do_not(room: Room) -> None:
    table = (await lobby(room)).info.id
    await room.tables.lobbies.join(table, BORYS)
    reading = await room.tables.lobbies.set_option(table, ANNA.user, "length", "long")
    assert reading.info.options == {"length": "long"}
    reading = await room.tables.lobbies.set_pace(table, ANNA.user, "day")
    assert reading.info.pace == "day"
    tables = room.tables
    for call in (
        tables.lobbies.set_option(table, BORYS.user, "length", "short"),
        tables.lobbies.set_pace(table, BORYS.user, "live"),
        tables.lobbies.arrange(table, BORYS.user, [1, 0]),
        tables.lobbies.shuffle(table, BORYS.user),
        tables.lobbies.start(table, BORYS.user),
        tables.endings.cancel(table, BORYS.user),
    ):
        with pytest.raises(NotHost) as caught:
            await call
        assert caught.value.values == {"host": "Anna"}
    for call in (
        tables.lobbies.set_option(table, ANNA.user, "length", "endless"),
        tables.lobbies.set_option(table, ANNA.user, "colour", "red"),
        tables.lobbies.set_pace(table, ANNA.user, "never"),
        tables.lobbies.arrange(table, ANNA.user, [0, 0]),
        tables.lobbies.add_computer(table, ANNA.user, "godlike"),
        tables.lobbies.remove_computer(table, ANNA.user),
    ):
        with pytest.raises(BadChoice):
            await call
    with pytest.raises(NoSuchGame):
        await tables.lobbies.open_table(ANNA, HERE, "chess", language="en")
    for number in (0, -1, 999, 1 << 80):
        with pytest.raises(NoSuchTable):
            await tables.looks.read(number)


async def test_order_arranged_or_drawn(room: Room) -> None:
    table = (await lobby(room)).info.id
    for person in (BORYS, CELINA):
        await room.tables.lobbies.join(table, person)
    reading = await room.tables.lobbies.arrange(table, ANNA.user, [2, 0, 1])
    assert [info.name for info in reading.info.seats] == ["Celina", "Anna", "Borys"]
    assert not reading.info.random_order
    reading = await room.tables.lobbies.arrange(table, ANNA.user, [2])  # those not named follow, however many have joined
    assert [info.name for info in reading.info.seats] == ["Borys", "Celina", "Anna"]
    await room.tables.lobbies.arrange(table, ANNA.user, [1, 2, 0])
    await room.tables.lobbies.shuffle(table, ANNA.user)
    reading = await room.tables.lobbies.start(table, ANNA.user)
    drawn = seating(bytes(range(16)), 3)
    assert [info.name for info in reading.info.seats] == [["Celina", "Anna", "Borys"][place] for place in drawn]
    with pytest.raises(WrongState):
        await room.tables.lobbies.join(table, BORYS)
    assert (await room.tables.looks.record(table)).drawn == drawn


async def test_computer_players_have_names_and_go_again(room: Room) -> None:
    table = (await lobby(room)).info.id
    await room.tables.lobbies.add_computer(table, ANNA.user, "normal")
    reading = await room.tables.lobbies.add_computer(table, ANNA.user)
    assert [(info.name, info.level) for info in reading.info.seats[1:]] == [("Jadwiga", "normal"), ("Wacław", "easy")]
    with pytest.raises(NotSeated):
        await room.tables.lobbies.add_computer(table, BORYS.user)
    reading = await room.tables.lobbies.remove_computer(table, ANNA.user, 1)
    assert [info.name for info in reading.info.seats] == ["Anna", "Wacław"]
    await room.tables.lobbies.add_computer(table, ANNA.user)
    await room.tables.lobbies.add_computer(table, ANNA.user)
    with pytest.raises(Full):
        await room.tables.lobbies.add_computer(table, ANNA.user)


async def test_leaving_hands_over_and_the_last_one_closes(room: Room) -> None:
    table = (await lobby(room)).info.id
    await room.tables.lobbies.add_computer(table, ANNA.user)
    await room.tables.lobbies.join(table, BORYS)
    reading = await room.tables.lobbies.leave(table, ANNA.user)
    assert reading.info.host == BORYS.user
    with pytest.raises(NotSeated):
        await room.tables.lobbies.leave(table, ANNA.user)
    reading = await room.tables.lobbies.leave(table, BORYS.user)
    assert reading.info.state == "cancelled"
    with pytest.raises(WrongState) as caught:
        await room.tables.lobbies.join(table, CELINA)
    assert caught.value.key == "tables.closed.empty"
    assert await room.tables.looks.tables_in(HERE.channel) == []


async def test_too_few_to_start_and_a_moderator_closes(room: Room) -> None:
    table = (await lobby(room)).info.id
    with pytest.raises(TooFew):
        await room.tables.lobbies.start(table, ANNA.user)
    with pytest.raises(WrongState):
        await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    reading = await room.tables.endings.cancel(table, 999, moderator=True)
    assert (reading.info.state, reading.info.closed) == ("cancelled", "moderator")


async def test_a_closed_lobby_tells_why_in_both_languages(room: Room) -> None:
    from data.words import words

    closed = {}
    for why in ("host", "moderator", "empty", "time"):
        table = (await lobby(room)).info.id
        if why == "empty":
            await room.tables.lobbies.leave(table, ANNA.user)
        elif why == "time":
            await room.advance(WEEK + 1)
        else:
            # A moderator who is the host closes it as its host.
            await room.tables.endings.cancel(table, ANNA.user if why == "host" else 999, moderator=True)
        await room.again()
        closed[why] = (await room.tables.looks.read(table)).info
        with pytest.raises(WrongState) as caught:
            await room.tables.lobbies.join(table, CELINA)
        assert caught.value.key == f"tables.closed.{why}"
        with pytest.raises(WrongState) as caught:
            await room.tables.moves.play(table, ANNA.user, ("end",))
        assert caught.value.key == f"tables.closed.{why}"
    assert [info.closed for info in closed.values()] == list(closed)
    for language in ("en", "pl"):
        assert len({words(language)(f"tables.closed.{why}") for why in closed}) == 4


async def test_twenty_people_join_four_seats_at_once(room: Room) -> None:
    table = (await lobby(room)).info.id
    people = [Person(100 + number, f"P{number}") for number in range(20)]
    answers = await asyncio.gather(*(room.tables.lobbies.join(table, person) for person in people), return_exceptions=True)
    assert sum(isinstance(answer, Reading) for answer in answers) == 3
    assert sum(isinstance(answer, Full) for answer in answers) == 17
    reading = await (await room.again()).looks.read(table)
    assert len(reading.info.seats) == len({info.user for info in reading.info.seats}) == 4


async def test_the_same_request_twice_opens_one_table(room: Room) -> None:
    looks = await asyncio.gather(
        *(room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", request=7) for _ in range(5))
    )
    assert len({reading.info.id for reading in looks}) == 1
    table = looks[0].info.id
    await asyncio.gather(*(room.tables.lobbies.join(table, BORYS, request=8) for _ in range(5)))
    await asyncio.gather(*(room.tables.lobbies.add_computer(table, BORYS.user, request=9) for _ in range(5)))
    reading = await room.tables.looks.read(table)
    assert len(reading.info.seats) == 3
    assert reading.info.version == 3
    await room.again()
    assert (await room.tables.lobbies.add_computer(table, BORYS.user, request=9)).info == reading.info


async def test_requests_are_forgotten_after_a_day(room: Room) -> None:
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", request=7)).info.id
    await room.advance(90_000)
    await room.tables.lobbies.join(table, BORYS, request=8)
    assert await room.store.read("SELECT id FROM requests") == [(8,)]


async def test_limits_for_person_channel_and_server(room: Room) -> None:
    room.limits = Limits(tables_per_user=2, tables_per_channel=3, tables_per_guild=4)
    tables = await room.again()

    async def opened(user: int, channel: int) -> int:
        return (await tables.lobbies.open_table(Person(user, "X"), Place(1, channel), "coins", language="en")).info.id

    async def refusal(user: int, channel: int) -> str:
        with pytest.raises(TooMany) as caught:
            await opened(user, channel)
        return caught.value.key

    first = await opened(1, 5)
    await opened(1, 5)
    assert await refusal(1, 5) == "tables.refusal.too-many-of-yours"
    third = await opened(2, 5)
    assert await refusal(3, 5) == "tables.refusal.too-many-in-channel"
    await opened(3, 6)
    assert await refusal(4, 6) == "tables.refusal.too-many-in-server"
    with pytest.raises(TooMany):
        await tables.lobbies.join(third, Person(1, "X"))
    await tables.endings.cancel(first, 1)
    await tables.lobbies.join(third, Person(1, "X"))
    answers = await asyncio.gather(*(opened(9, 6) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(answer, int) for answer in answers) == 1


async def test_a_lobby_that_nobody_touches_closes_after_a_week(room: Room) -> None:
    table = (await lobby(room)).info.id
    await room.advance(WEEK - 10)
    await room.tables.lobbies.join(table, BORYS)
    await room.advance(WEEK - 10)
    assert (await room.tables.looks.read(table)).info.state == "lobby"
    await room.advance(20)
    assert (await room.tables.looks.read(table)).info.closed == "time"


@pytest.mark.long
async def test_names_may_be_anything(room: Room) -> None:
    names = ["@everyone **_x_** `y`", "\u202eevoba\u202c", "", "half \ud83d a pair", "x" * 5000, "\x00'; DROP TABLE seats"]
    for user, name in enumerate(names, 100):
        table = (await room.tables.lobbies.open_table(Person(user, name), HERE, "coins", language="pl")).info.id
        await room.again()
        shown = (await room.tables.looks.read(table)).info.seats[0].name
        assert shown == name.replace("\ud83d", "?").replace("\0", "␀"), "what no store can keep is cleaned"


async def test_preferences_languages_and_installation(room: Room) -> None:
    assert (await room.tables.people.person(5)).dm is None, "has said neither yes nor no"
    await asyncio.gather(room.tables.people.set_preferences(5, dm=False), room.tables.people.set_preferences(5, language="pl"))
    await room.tables.servers.set_server(1, 90, language="pl")
    await room.tables.people.note_locales({5: "en", 6: "pl"})
    await room.tables.people.meta_set("commands", "abc")
    await room.again()
    preferences = await room.tables.people.person(5)
    assert (preferences.dm, preferences.language, preferences.private) == (False, "pl", True)
    assert [await room.tables.people.locale(user) for user in (5, 6, 7)] == ["en", "pl", None]
    assert await room.tables.people.person(6) == await room.tables.people.person(7), "a locale alone chooses nothing"
    assert await room.tables.people.guild_language(1) == "pl"
    assert await room.tables.people.guild_language(2) is None
    assert await room.tables.people.meta_get("commands") == "abc"
    assert await room.tables.people.meta_get("nothing") is None


async def test_the_next_game_keeps_the_theme_the_host_chose(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    with pytest.raises(NotHost):
        await room.tables.endings.set_look(table, BORYS.user, "theme", "light")
    with pytest.raises(BadChoice):
        await room.tables.endings.set_look(table, ANNA.user, "theme", "sepia")
    assert (await room.tables.endings.set_look(table, ANNA.user, "theme", "contrast")).info.theme == "contrast"
    await room.tables.endings.resign(table, BORYS.user)
    await room.tables.endings.cancel(table, 999, moderator=True, reason="enough")
    assert (await room.tables.lobbies.open_again(table, ANNA)).info.theme == "contrast"
    assert (await room.tables.people.set_preferences(ANNA.user, theme="light")).theme == "light"
    assert (await room.tables.people.person(ANNA.user)).theme == "light"


async def test_the_next_game_keeps_the_shape_the_host_chose(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    with pytest.raises(NotHost):
        await room.tables.endings.set_look(table, BORYS.user, "shape", "tall")
    with pytest.raises(BadChoice):
        await room.tables.endings.set_look(table, ANNA.user, "shape", "round")
    assert (await room.tables.endings.set_look(table, ANNA.user, "shape", "wide")).info.shape == "wide"
    await room.tables.endings.cancel(table, 999, moderator=True, reason="enough")
    assert (await room.tables.lobbies.open_again(table, ANNA)).info.shape == "wide"
    assert (await room.tables.people.set_preferences(ANNA.user, shape="tall")).shape == "tall"
    assert (await room.tables.people.person(ANNA.user)).shape == "tall"


def test_every_refusal_tells_its_story_in_both_languages() -> None:
    from data.words import words

    def kinds(kind: type[Refusal]) -> list[type[Refusal]]:
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in kinds(child))]

    values: dict[str, Any] = {
        "host": "X",
        "seats": 4,
        "players": 1,
        "limit": 3,
        "name": "X",
        "typed": "X",
        "values": ("Y", "Z"),
        "when": 1,
        "until": 1,
    }
    for kind in kinds(Refusal):
        for language in ("en", "pl"):
            assert len(kind(**values).text(words(language))) > 25


async def test_a_host_alone_for_an_hour_makes_room_in_a_full_channel(room: Room) -> None:
    room.limits = Limits(tables_per_channel=2)
    await room.again()
    alone = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    both = (await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en")).info.id
    await room.tables.lobbies.join(both, CELINA)
    await room.advance(3599)
    with pytest.raises(TooMany):
        await room.tables.lobbies.open_table(DAWID, HERE, "coins", language="en")
    await room.advance(1)
    new = (await room.tables.lobbies.open_table(DAWID, HERE, "coins", language="en")).info.id
    shown = (await room.tables.looks.read(alone)).info
    assert (shown.state, shown.closed) == ("cancelled", "alone")
    assert [(await room.tables.looks.read(table)).info.state for table in (both, new)] == ["lobby", "lobby"]
    with pytest.raises(TooMany):
        await room.tables.lobbies.open_table(EWA, HERE, "coins", language="en")


async def test_whoever_has_most_lobbies_alone_gives_way_first(room: Room) -> None:
    """Anna was there first; Borys holds all other places of the channel."""
    room.limits = Limits(tables_per_channel=4)
    await room.again()
    tables = [(await room.tables.lobbies.open_table(who, HERE, "coins", language="en")).info.id for who in (ANNA, *[BORYS] * 3)]
    await room.advance(3600)
    closed = []
    for who in (CELINA, DAWID, EWA):
        await room.tables.lobbies.open_table(who, HERE, "coins", language="en")
        states = [(await room.tables.looks.read(table)).info.state for table in tables]
        closed.append([number for number, state in enumerate(states) if state == "cancelled"])
    assert closed == [[1], [1, 2], [0, 1, 2]], "of equals the oldest"

"""A finished game again, step by step: every view as it was, in any order; a running one is shown to nobody."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

import engines
from data.words import words
from engines.contract import Result, Revealing, View
from engines.notation import random_move
from tables.errors import NotSeated
from tables.history import replay, verify
from tables.history.record import FORMATS, Played, Record, RecordedDeparture, RecordOrigin, Sitting
from tables.history.record_steps import export
from tables.history.replay import NoReplay, Recap
from tables.model.people import Person
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

SCHEMA = msgspec.json.decode((Path(__file__).parents[2] / "docs" / "record.schema.json").read_bytes())
EVERYBODY = (ANNA, BORYS, CELINA)


async def whole_game(room: Room, game: str, people: tuple[Person, ...], seed: int) -> tuple[int, list[tuple[View, ...]]]:
    """A game played at random over the store, with slips taken back: its number, and after each step that counts what each
    seat and a spectator saw (uncovered, as the board shows it).
    """
    rng = random.Random(seed)
    for person in people:
        await room.tables.times.set_plan(person.user, obvious=False)  # each step is a change of its own
    reading = await room.tables.lobbies.open_table(people[0], HERE, game, {}, language="en", pace="none")
    for person in people[1:]:
        reading = await room.tables.lobbies.join(reading.info.id, person)
    table = (await room.tables.lobbies.start(reading.info.id, people[0].user)).info.id

    async def seen() -> tuple[View, ...]:
        loaded = await loaded_table(room.tables, table)
        assert loaded.position is not None
        return tuple(loaded.position.view(seat) for seat in (*range(len(people)), None))

    kept = [await seen()]
    while (now := (await room.tables.looks.read(table)).info).state == "playing":
        loaded = await loaded_table(room.tables, table)
        assert loaded.position is not None
        seat = rng.choice(now.pending)
        user = now.seats[seat].user
        assert user is not None
        kind = room.games[game]
        looking = kind.reveal_move(loaded.position) if isinstance(kind, Revealing) else None
        move, alone = looking or random_move(loaded.position, seat, rng), loaded.position.copy()
        alone.play(seat, move)
        await room.tables.moves.play(table, user, move)
        if len(await room.store.counted_moves(table)) > len(kept):  # the next look is made with a move that stays
            kept.append(tuple(alone.view(each) for each in (*range(len(people)), None)))
        kept.append(await seen())
        if len(now.pending) == 1 and rng.random() < 0.1 and (await room.tables.looks.read(table, user)).can_take_back:
            await room.tables.moves.take_back(table, user)
            del kept[-1]
            assert await seen() == kept[-1]
    return table, kept


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in engines.games()]
)
async def test_every_step_is_as_it_was(room: Room, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)  # nobody sends the boards that are waited for
    room.games = engines.games()
    await room.again()
    people = EVERYBODY[: min(3, engines.games()[game].seats[-1])]
    table, kept = await whole_game(room, game, people, 7)
    again = await room.tables.looks.replay(table)
    assert again is await room.tables.looks.replay(table)
    assert again.last == len(kept) - 1
    viewers = (*range(len(people)), None)
    for number, views in enumerate(kept):
        now = tuple(again.view(number, seat) for seat in viewers)
        assert msgspec.json.encode(now) == msgspec.json.encode(views), number
    for number in random.Random(1).choices(range(again.last + 1), k=40):
        assert again.view(number, 0) == kept[number][0]
    assert again.result == (await room.tables.looks.read(table)).info.result
    assert [step.number for step in again.steps()] == list(range(again.last + 1))
    rounds = again.rounds
    assert (rounds[0], rounds[-1]) == (0, again.last)
    for before, after in itertools.pairwise(rounds):
        begun = [kept[step][-1].pending for _, step in again.turns if before <= step < after]
        assert len(begun) == 1 or len(set(begun)) == len(begun) <= len(people), "nobody is on turn twice in a round"
    stored = await room.store.counted_moves(table)
    assert [step.turn for step in again.steps()][1:] == [line.turn for line in stored]
    record = await room.tables.looks.record(table)
    exported = export(record, room.games[game])
    Draft202012Validator(SCHEMA).validate(msgspec.json.decode(exported))
    read = msgspec.json.decode(exported, type=Record)
    assert verify.replay(read, room.games).good
    assert [move.at for move in read.moves] == [int(line.at) for line in stored]
    assert read.start is not None
    assert read.start.views == tuple(msgspec.json.decode(msgspec.json.encode([kept[0][-1], *kept[0][:-1]])))
    changed = read.moves[-1].events[:-1]
    tampered = (*read.moves[:-1], msgspec.structs.replace(read.moves[-1], events=changed))
    assert verify.replay(msgspec.structs.replace(read, moves=tampered), room.games).key == "tables.verify.events"
    told = [msgspec.json.encode(list(step.events)).decode() for step in again.steps()][1:]
    assert told == [line.events for line in stored]


def test_the_schema_describes_each_field() -> None:
    parts = SCHEMA["properties"]
    assert set(parts) == set(Record.__struct_fields__)
    assert set(parts["moves"]["items"]["properties"]) == set(Played.__struct_fields__)
    assert set(parts["seats"]["items"]["properties"]) == set(Sitting.__struct_fields__)
    assert set(parts["departed"]["items"]["properties"]) == set(RecordedDeparture.__struct_fields__)
    assert set(parts["origin"]["anyOf"][1]["properties"]) == set(RecordOrigin.__struct_fields__)
    assert set(parts["result"]["anyOf"][1]["properties"]) == set(Result.__struct_fields__)
    assert parts["format"]["enum"] == list(FORMATS)
    Draft202012Validator.check_schema(SCHEMA)


async def short_game(room: Room) -> int:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for user, move in ((ANNA.user, ("add", "3")), (ANNA.user, ("look",)), (BORYS.user, ("look",)), (ANNA.user, ("end",))):
        await room.tables.moves.play(table, user, move)
    return table


async def test_a_running_game_is_replayed_for_nobody(room: Room) -> None:
    table = await short_game(room)
    with pytest.raises(NoReplay) as refused:
        await room.tables.looks.replay(table)
    assert refused.value.key == "tables.replay.not-over"
    lobby = (await room.tables.lobbies.open_table(ANNA, HERE, "steps", {}, language="en", pace="none")).info.id
    with pytest.raises(NoReplay) as refused:
        await room.tables.looks.replay(lobby)
    assert refused.value.key == "tables.replay.lobby"
    await room.tables.moves.play(table, BORYS.user, ("end",))
    again = await room.tables.looks.replay(table)
    assert again.turns == ((1, 0), (2, 2), (3, 3), (4, 4))


async def test_what_does_not_fit_is_refused_kindly(room: Room) -> None:
    table = await short_game(room)
    await room.tables.moves.play(table, BORYS.user, ("end",))
    record = await room.tables.looks.record(table)
    game = room.games["steps"]
    changes: dict[str, dict[str, Any]] = {
        "broken": {"moves": (Played(0, "add 9"),)},
        "not-over": {"over": False},
        "other-rules": {"rules_version": 9},
        "too-long": {"moves": record.moves * 5000},
    }
    for key, change in changes.items():
        with pytest.raises(NoReplay) as refused:
            replay.Replay(msgspec.structs.replace(record, **change), game)
        assert refused.value.key == f"tables.replay.{key}"
        for language in ("en", "pl"):
            assert refused.value.text(words(language))
    again = replay.Replay(record, game)
    with pytest.raises(IndexError):
        again.view(again.last + 1)


async def away(room: Room, choice: int) -> tuple[int, Recap]:
    """A joint stage in which Borys has made one of his choices while Anna was away: the table, and what she sees of it."""
    table = (await room.table("coins", ANNA, BORYS)).info.id
    move: tuple[str, ...] = ()
    while not (now := (await room.tables.looks.read(table, BORYS.user)).choices(move)).complete:
        move = (*move, now.words[min(choice, len(now.words) - 1)])
    await room.tables.moves.play(table, BORYS.user, move)
    return table, await room.tables.looks.recap(table, ANNA.user)


async def test_since_my_last_move_i_see_what_i_saw(room: Room) -> None:
    """Whoever is back sees that somebody chose, not what: whatever it was, they see the same."""
    table, recap = await away(room, 0)
    assert [seen.step.number for seen in recap.steps] == [0, 1]
    assert recap.steps[-1].step.move == ()
    assert recap.steps[-1].mine == (await room.tables.looks.read(table, ANNA.user)).view
    assert recap.steps[-1].public == (await room.tables.looks.read(table)).view
    _, other = await away(room, 1)
    assert msgspec.json.encode(other.steps) == msgspec.json.encode(recap.steps)
    with pytest.raises(NotSeated):
        await room.tables.looks.recap(table, CELINA.user)

"""Killed while something calls the person whom others wait for: they are called, and once."""

from __future__ import annotations

import random

import pytest

from sandbox import Person
from sandbox.client import JSON
from tables.model.people import Person as Somebody
from tests.support.killing import DYING_THIRD, Deaths, Scene, State, answer, deaths, messages_with, never, scene_of, service_of
from tests.support.store_backends import Home
from tests.support.world import eventually, piece


def once(scene: Scene, table: int, kind: str, person: Person, verb: str) -> None:
    """Check that this person is called once by a message of this kind, and that it is the only one in Discord."""
    sql = 'SELECT message FROM messages WHERE subject_id = ? AND kind = ? AND "user" = ?'
    ((message,),) = scene.ask(sql, table, kind, int(person.id))
    assert [each.id for each in messages_with(scene, table, verb)] == [message]


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_filling_a_table(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        await scene.press(scene.borys, "lobby.robot", "lobby")
        await eventually(lambda: seated(scene, 3))

        def called(_state: State, _shown: JSON | None) -> None:
            assert seated(scene, 4)
            once(scene, 1, "complete", scene.ada, "waiting.start")

        assert (
            await deaths(scene, lambda: scene.press(scene.borys, "lobby.robot", "lobby"), called, dying=dying, made=never) > 5
        )


def seated(scene: Scene, people: int) -> bool:
    return bool(scene.ask("SELECT count(*) FROM seats WHERE table_id = 1") == [(people,)])


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_playing_again(home: Home, dying: Deaths) -> None:
    """One new table, and one question to the other person, for whom a seat is kept."""
    async with scene_of(home, "rycerze") as scene:
        await scene.begun()
        await scene.kill()
        async with service_of(scene) as tables:
            rng = random.Random(3)
            while scene.state().state == "playing":
                person, line = scene.any_move(rng)
                await tables.moves.play(1, int(person.id), tuple(line.split()))
        await scene.start()
        await eventually(lambda: scene.state().state == "over" and scene.told_all())

        def asked(_state: State, _shown: JSON | None) -> None:
            assert scene.ask("SELECT id, state FROM tables WHERE follows = 1") == [(2, "lobby")]
            once(scene, 2, "invite", scene.borys, "guests.accept")

        assert await deaths(scene, lambda: scene.press(scene.ada, "start.again", "final"), asked, dying=dying, made=never) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_accepting_an_invitation(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene, Person(scene.sandbox.url, "Chloe") as chloe:
        await scene.lobby()
        await scene.kill()
        async with service_of(scene) as tables:
            await tables.guests.invite(1, int(scene.ada.id), [int(chloe.id)])
        await scene.start()
        await eventually(lambda: messages_with(scene, 1, "guests.accept") and scene.told_all())
        (question,) = messages_with(scene, 1, "guests.accept")

        async def accept() -> JSON | None:
            (shown,) = [
                each for each in await chloe.messages({"id": str(question.channel_id)}) if each["id"] == str(question.id)
            ]
            return await answer(chloe, await chloe.press(shown, piece(shown, "guests.accept")))

        def told(_state: State, _shown: JSON | None) -> None:
            assert seated(scene, 3)
            sql = "SELECT message FROM messages WHERE kind = 'answered' AND \"user\" = ?"
            ((message,),) = scene.ask(sql, int(scene.ada.id))
            found = scene.sandbox.world.messages.values()
            assert [each.id for each in found if f"✅ <@{chloe.id}>" in str(each.components)] == [message]

        assert await deaths(scene, accept, told, dying=dying, made=never) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_opening_a_tournament(home: Home, dying: Deaths) -> None:
    """Everybody who wants to hear of new tables is mentioned, in one message."""
    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        await scene.kill()
        async with service_of(scene) as tables:
            place = scene.sandbox.world.channels[int(await scene.ada.channel("gry"))]
            await tables.guests.subscribe(int(scene.borys.id), place.guild_id or 0, ["rycerze"])
        await scene.start()
        await eventually(scene.told_all)

        def called(_state: State, _shown: JSON | None) -> None:
            ((number,),) = scene.ask("SELECT id FROM tournaments")
            ((message,),) = scene.ask("SELECT message FROM messages WHERE subject_id = ? AND kind = 'call'", number)
            found = scene.sandbox.world.messages.values()
            assert [each.id for each in found if int(scene.borys.id) in each.mentions] == [message]

        async def open_one() -> JSON | None:
            return await scene.command(scene.ada, "tournament start", game="rycerze")

        assert await deaths(scene, open_one, called, dying=dying, made=never) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_completing_a_tournament(home: Home, dying: Deaths) -> None:
    """The host of a tournament that could begin is called once."""
    async with scene_of(home, "rycerze") as scene, Person(scene.sandbox.url, "Chloe") as chloe:
        await scene.lobby()
        await scene.command(scene.ada, "tournament start", game="rycerze")
        await eventually(scene.told_all)
        ((number,),) = scene.ask("SELECT id FROM tournaments")
        await scene.kill()
        async with service_of(scene) as tables:
            for person in (scene.borys, chloe):
                await tables.tournaments.join_tournament(number, Somebody(int(person.id), person.name))
        await scene.start()
        await eventually(scene.told_all)
        async with Person(scene.sandbox.url, "Dmitri") as dmitri:

            async def enter() -> JSON | None:
                ((message,),) = scene.ask("SELECT message FROM messages WHERE subject_id = ? AND kind = 'tournament'", number)
                card = await dmitri.until(lambda each: each["id"] == str(message))
                return await answer(dmitri, await dmitri.press(card, piece(card, "tournament.enter")))

            def called(_state: State, _shown: JSON | None) -> None:
                ((message,),) = scene.ask("SELECT message FROM messages WHERE subject_id = ? AND kind = 'ready'", number)
                found = scene.sandbox.world.messages.values()
                assert [each.id for each in found if int(scene.ada.id) in each.mentions] == [message]

            assert await deaths(scene, enter, called, dying=dying, made=never) > 5

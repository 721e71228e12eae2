"""Killed while somebody takes over a seat, and while who stayed takes the win: whole, and nobody keeps what
is no longer theirs.
"""

from __future__ import annotations

import json

import pytest

from sandbox import Person
from sandbox.client import JSON
from tests.support.channel_messages import ids_of
from tests.support.killing import DYING_THIRD, Deaths, Scene, State, answer, deaths, scene_of
from tests.support.store_backends import Home
from tests.support.world import eventually, piece, says, text_of


async def confirmed(scene: Scene, person: Person, command: str, verb: str) -> None:
    """A command that asks once more, and the button that says yes."""
    question = await scene.command(person, command)
    assert question is not None
    await answer(person, await person.press(question, piece(question, verb)))


def left_to(scene: Scene, person: Person) -> list[str]:
    """The table's buttons and menus in the person's direct messages."""
    channel = scene.sandbox.world.dm(scene.sandbox.world.user(int(person.id)))
    found = (scene.sandbox.world.messages[number] for number in channel.messages)
    return [each for message in found for each in ids_of(message, 1)]


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_taking_over_a_seat(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene, Person(scene.sandbox.url, "Chloe") as chloe:
        await scene.begun()
        await confirmed(scene, scene.ada, "zamki replace", "replacing.offer")
        await eventually(lambda: scene.ask("SELECT 1 FROM messages WHERE kind = 'offer'") and scene.told_all())
        assert left_to(scene, scene.ada)

        def taken(state: State, _shown: JSON | None) -> None:
            assert state.state == "playing"
            assert (int(chloe.id),) in scene.ask('SELECT "user" FROM seats')
            assert (int(scene.ada.id),) not in scene.ask('SELECT "user" FROM seats')
            assert scene.ask("SELECT count(*) FROM journal WHERE kind = 'replaced'") == [(1,)]
            assert left_to(scene, scene.ada) == []

        def sits(shown: JSON) -> bool:
            return says("cogs.offer.yours", "en") in text_of(shown)

        assert await deaths(scene, lambda: scene.press(chloe, "replacing.sit", "offer"), taken, dying=dying, made=sits) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_taking_the_win(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.begun()
        await confirmed(scene, scene.ada, "zamki resign", "ending.resigned")
        await eventually(lambda: scene.ask("SELECT 1 FROM messages WHERE kind = 'vote-win'") and scene.told_all())
        # The computer has chosen for who left, or its choice would be taken for what the press has changed.
        await eventually(lambda: len(json.loads(scene.state().pending)) == 1 and scene.told_all())

        def won(state: State, _shown: JSON | None) -> None:
            assert state.state == "over"
            assert scene.ask('SELECT "user", place, rated FROM results ORDER BY place') == [
                (int(scene.borys.id), 1, False),  # nobody gains by a game in which they have not moved
                (int(scene.ada.id), 2, True),
            ]
            assert left_to(scene, scene.borys) == ["company.bell:1:0"], "nothing of the game can be pressed any more"

        assert await deaths(scene, lambda: scene.press(scene.borys, "votes.agree", "vote-win"), won, dying=dying) > 5

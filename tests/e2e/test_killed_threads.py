"""Killed at the awaits of a deed where Discord makes it harder: in a thread that it has archived, and where it refuses every
direct message: the game is found open again, and who is asked is called in the channel.
"""

from __future__ import annotations

import random

import pytest

from sandbox.client import JSON
from sandbox.world import THREAD, Channel
from tests.support.killing import Deaths, Scene, State, deaths, scene_of
from tests.support.random_game_count import WHOLE
from tests.support.store_backends import Home

SAMPLE = pytest.param(Deaths(first=6, stride=40), id="some")
MORE = pytest.param(Deaths(stride=1 if WHOLE else 3), id="every", marks=[pytest.mark.long, pytest.mark.timeout(1800)])


def thread_of(scene: Scene) -> Channel:
    (thread,) = (each for each in scene.sandbox.world.channels.values() if each.type == THREAD)
    return thread


@pytest.mark.parametrize("dying", [SAMPLE, MORE])
async def test_a_game_goes_on_in_a_thread_that_is_kept_open(home: Home, dying: Deaths) -> None:
    """The thread is archived when somebody moves; the next board wakes it, and stands in it."""
    async with scene_of(home, "zamek", "thread") as scene:
        await scene.begun()
        await scene.play(lambda _: scene.moves() >= 2, random.Random(1))
        thread, moves = thread_of(scene), scene.moves()
        person, line = scene.any_move(random.Random(5))

        async def moved() -> JSON | None:
            scene.sandbox.world.archive(thread)
            return await scene.type(person, line)

        def open_again(state: State, _shown: JSON | None) -> None:
            assert state.state == "playing"
            assert scene.moves() == moves + 1
            assert not thread.archived
            assert scene.ask("SELECT channel FROM messages WHERE table_id = 1 AND kind = 'board'") == [(thread.id,)]

        assert await deaths(scene, moved, open_again, dying=dying) > 5


@pytest.mark.parametrize("dying", [SAMPLE, MORE])
async def test_who_is_asked_is_called_where_direct_messages_are_refused(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        world = scene.sandbox.world
        for person in (scene.ada, scene.borys):
            world.user(int(person.id)).dms_open = False
        channel = int(await scene.ada.channel("gry"))

        def told(state: State, _shown: JSON | None) -> None:
            assert state.state == "playing"
            posted = [message for message in world.messages.values() if message.channel_id == channel]
            for person in (scene.ada, scene.borys):
                calls = [message.id for message in posted if int(person.id) in message.mentions]
                assert len(calls) == 1, f"{person.name} is called once"
            assert not scene.ask("SELECT 1 FROM messages WHERE kind = 'hand'")

        assert await deaths(scene, lambda: scene.press(scene.ada, "lobby.begin", "lobby"), told, dying=dying) > 5

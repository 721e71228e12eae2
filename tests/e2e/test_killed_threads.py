"""Killed at the awaits of a deed where Discord makes it harder: in a thread that it has archived, at the end of a game in its
thread, and where it refuses every direct message.
"""

from __future__ import annotations

import json
import random

import pytest

from sandbox.client import JSON
from sandbox.world import THREAD, Channel
from tests.support.cases import shorter_on_postgres
from tests.support.channel_messages import public
from tests.support.killing import Deaths, Scene, State, answer, deaths, scene_of
from tests.support.random_game_count import WHOLE
from tests.support.store_backends import Home
from tests.support.world import eventually, piece

SAMPLE = Deaths(first=6, stride=40)
DYING = shorter_on_postgres(Deaths(stride=1 if WHOLE else 3), SAMPLE, seconds=1800)


def thread_of(scene: Scene) -> Channel:
    (thread,) = (each for each in scene.sandbox.world.channels.values() if each.type == THREAD)
    return thread


def stands(scene: Scene, kind: str) -> list[tuple[int, int]]:
    return [tuple(row) for row in scene.ask("SELECT channel, message FROM messages WHERE subject_id = 1 AND kind = ?", kind)]


@pytest.mark.parametrize("dying", DYING)
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
            assert scene.ask("SELECT channel FROM messages WHERE subject_id = 1 AND kind = 'board'") == [(thread.id,)]

        assert await deaths(scene, moved, open_again, dying=dying) > 5


@pytest.mark.parametrize("dying", DYING)
async def test_a_game_ends_once_in_its_thread_and_once_in_the_channel(home: Home, dying: Deaths) -> None:
    """The end stands in the thread and one line that leads to it in the channel; the thread goes into the archive later."""
    async with scene_of(home, "rycerze", "thread") as scene:
        await scene.begun()
        question = await scene.command(scene.ada, "zamki resign")
        assert question is not None
        await answer(scene.ada, await scene.ada.press(question, piece(question, "ending.resigned")))
        await eventually(lambda: scene.ask("SELECT 1 FROM messages WHERE kind = 'vote-win'") and scene.told_all())
        await eventually(lambda: len(json.loads(scene.state().pending)) == 1 and scene.told_all())
        thread = thread_of(scene)

        async def agreed() -> JSON | None:
            thread.archive_minutes = 10080
            return await scene.press(scene.borys, "votes.agree", "vote-win")

        def ended(state: State, _shown: JSON | None) -> None:
            assert state.state == "over"
            ends = [each for each in public(scene.sandbox, thread.id) if "start.again:1" in str(each.components)]
            assert [(thread.id, each.id) for each in ends] == stands(scene, "final")
            _lobby, line = public(scene.sandbox, thread.parent_id or 0)
            assert [(thread.parent_id, line.id)] == stands(scene, "ended")
            assert f"/{thread.id}/{ends[0].id}" in str(line.components)
            assert thread.archive_minutes == 60

        assert await deaths(scene, agreed, ended, dying=dying) > 5


@pytest.mark.parametrize("dying", [SAMPLE, *DYING[:1]])
async def test_refused_direct_messages_become_a_call_in_the_channel(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        world = scene.sandbox.world
        for person in (scene.ada, scene.borys):
            world.user(int(person.id)).dms_open = False
        channel, counted = int(await scene.ada.channel("gry")), [len(world.pings)]

        def told(state: State, _shown: JSON | None) -> None:
            assert state.state == "playing"
            notified = [user for user, _ in world.pings[counted.pop() :]]
            counted.append(len(world.pings))
            for person in (scene.ada, scene.borys):
                assert notified.count(int(person.id)) == 1, f"{person.name} is called once"
            calls = [each for each in world.messages.values() if each.channel_id == channel and each.mentions]
            assert len(calls) == 1, "one message calls both"
            assert all(f"<@{person.id}>" in str(calls[0].components) for person in (scene.ada, scene.borys))
            assert not scene.ask("SELECT 1 FROM messages WHERE kind = 'hand'")

        assert await deaths(scene, lambda: scene.press(scene.ada, "lobby.begin", "lobby"), told, dying=dying) > 5

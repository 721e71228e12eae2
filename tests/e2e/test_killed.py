"""Killed at every await of a game of Rycerze i zamki and started again: nothing told is lost, nothing is done twice, no reveal
is half done.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engines.rycerze.components import DRUM, ROUNDS
from sandbox import Person
from sandbox.client import JSON
from sandbox.world import THREAD
from tests.support.channel_messages import public
from tests.support.killing import DYING, Deaths, Scene, State, deaths, scene_of
from tests.support.store_backends import Home
from tests.support.world import eventually, onward, pieces

LATE = ROUNDS - 2


async def choose(scene: Scene, person: Person) -> JSON | None:
    """Open the hand behind the board's button and choose the first cards (a press each); the hand as it is then, None if nobody
    answered.
    """
    hand = await scene.press(person, "play.hand")
    if hand is not None and (go_on := [each for each in pieces(hand) if each.startswith("play.on:")]):
        hand = await _pressed(scene, person, hand, go_on[0])
    for _ in range(1 if recruiting(scene) else 2):
        if hand is None:
            return None
        hand = await _pressed(scene, person, hand, onward(hand)[0])
    return hand


async def _pressed(scene: Scene, person: Person, hand: JSON, custom_id: str) -> JSON | None:
    """The hand after a press; None where nobody answered, or not before the bot's death."""
    outcome = await person.press(hand, custom_id)
    if outcome.status == "deferred":
        await eventually(lambda: person.known[hand["id"]] != hand or scene.dead())
        return person.known[hand["id"]] if person.known[hand["id"]] != hand else None
    return outcome.message if outcome.status in {"updated", "answered"} else None


async def playing(scene: Scene, *, until: Callable[[int], bool]) -> int:
    """A game played up to the first castle round for which `until` holds; returns its stage."""
    await scene.begun()
    while recruiting(scene) or not until(scene.state().stage):
        await both(scene)
    return scene.state().stage


@pytest.mark.parametrize("dying", DYING)
async def test_killed_at_every_await_of_the_start(home: Home, dying: Deaths) -> None:
    """The order is drawn, the first tile turned up, two hands and a board are posted."""

    def started(state: State, _shown: JSON | None) -> None:
        assert state.state == "playing"
        assert state.stage <= 3, "only a drum before the first castle is passed over"

    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        assert await deaths(scene, lambda: scene.press(scene.ada, "lobby.begin", "lobby"), started, dying=dying) > 5


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_killed_while_the_game_moves_into_its_thread(home: Home) -> None:
    """The thread is opened once beneath the lobby, and the first board stands in it."""
    async with scene_of(home, "rycerze", "thread") as scene:
        await scene.lobby()

        def moved(state: State, _shown: JSON | None) -> None:
            assert state.state == "playing"
            (thread,) = (each for each in scene.sandbox.world.channels.values() if each.type == THREAD)
            found = scene.ask("SELECT kind, channel, message FROM messages WHERE subject_id = 1")
            places = {kind: (channel, message) for kind, channel, message in found}
            assert places["board"][0] == thread.id
            assert places["lobby"] == (thread.parent_id, thread.id), "a thread has the id of the message it was opened from"
            assert [each.thread_id for each in public(scene.sandbox, thread.parent_id or 0)] == [thread.id]
            assert scene.ask("SELECT home, channel FROM tables WHERE id = 1") == [(thread.parent_id, thread.id)]

        start = Deaths(first=3, stride=4)
        assert await deaths(scene, lambda: scene.press(scene.ada, "lobby.begin", "lobby"), moved, dying=start) > 5


@pytest.mark.parametrize("dying", DYING)
async def test_killed_at_every_await_of_a_secret_choice(home: Home, dying: Deaths) -> None:
    """The stage stays, one seat is no longer awaited."""
    async with scene_of(home, "rycerze") as scene:
        stage = await playing(scene, until=lambda _: True)

        def chosen(state: State, _shown: JSON | None) -> None:
            assert state.stage == stage
            assert len(json.loads(state.pending)) == 1

        assert await deaths(scene, lambda: choose(scene, scene.ada), chosen, dying=dying) > 5


@pytest.mark.parametrize("dying", DYING)
@pytest.mark.parametrize("last", [False, True], ids=["reveal", "end"])
async def test_killed_at_every_await_of_the_last_choice(home: Home, dying: Deaths, last: bool) -> None:
    """All is revealed: both hands, the winner and the next tile (in the last round the end), or nothing of it."""
    async with scene_of(home, "rycerze") as scene:
        stage = await playing(scene, until=lambda stage: stage >= LATE if last else stage > 1)
        while last and rounds_left(scene):
            stage = await both(scene)
        before = scene.moves() + 1
        await choose(scene, scene.ada)
        await eventually(lambda: scene.moves() == before and scene.told_all())

        def revealed(state: State, _shown: JSON | None) -> None:
            assert state.stage > stage
            assert scene.moves() == before + 1, "a move was stored twice, or lost"
            assert state.state == ("over" if last else "playing")

        assert await deaths(scene, lambda: choose(scene, scene.borys), revealed, dying=dying) > 5


def rounds_left(scene: Scene) -> int:
    return ROUNDS - len(json.loads(scene.state().snapshot)["seen"])


def recruiting(scene: Scene) -> bool:
    """Whether the tile of this round is the drum."""
    return bool(json.loads(scene.state().snapshot)["seen"][-1] == DRUM)


async def both(scene: Scene) -> int:
    """A round without deaths: whoever is asked chooses. Returns the stage after it."""
    before = scene.state().stage
    for person in (scene.ada, scene.borys):
        if scene.state().stage == before:
            await choose(scene, person)
    await eventually(lambda: scene.state().stage != before)
    return scene.state().stage

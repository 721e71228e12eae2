"""Killed at every await and started again: nothing told is lost, nothing is done twice, no reveal is half done.

One deed at a time: database and messages as they were before the deed are put back, a bot that will die at the n-th await
after the press is started, somebody presses, and the bot dies. Then a healthy bot is started on what the dead one left; the
sandbox, as Discord would, has lived on. n grows until the deed and everything that follows from it is through before the
death comes.
"""

from __future__ import annotations

import asyncio
import copy
import json
import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from engines.rycerze.components import DRUM, ROUNDS
from sandbox import Person, Sandbox
from sandbox.client import JSON, NotPossible, selects
from tests.e2e.mortal import live
from tests.e2e.world import eventually, piece, pieces, told

pytestmark = [pytest.mark.long, pytest.mark.timeout(2400)]

STRIDE = int(os.environ.get("ZAMKI_KILL_STRIDE", "1"))
"""1 kills at every await; more takes samples."""

# The server that forks must find our modules itself: it does not take over the path of this process.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
FORK = multiprocessing.get_context("forkserver")
FORK.set_forkserver_preload(["tests.e2e.mortal"])


State: TypeAlias = tuple[str, int, str, str]
"""State, stage, who is awaited, and everything else that is true on the table (as canonical JSON)."""


class Scene:
    """The sandbox, the database file, and whichever bot is alive."""

    def __init__(self, sandbox: Sandbox, file: Path, ada: Person, borys: Person) -> None:
        self.sandbox, self.file, self.ada, self.borys = sandbox, file, ada, borys
        self.process: Any = None

    async def start(self, awaits: int | None = None) -> None:
        before = len(self.sandbox.wire.sessions)
        arguments = (self.sandbox.api, self.sandbox.gateway, self.sandbox.token, str(self.file), awaits)
        self.process = FORK.Process(target=live, args=arguments, daemon=True)
        self.process.start()
        await eventually(lambda: len(self.sandbox.wire.sessions) > before or not self.process.is_alive(), 20)

    async def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            await asyncio.to_thread(self.process.join)

    def dead(self) -> bool:
        return not self.process.is_alive()

    def ask(self, sql: str, *values: Any) -> list[Any]:
        with sqlite3.connect(self.file, timeout=5) as db:
            found = db.execute(sql, values).fetchall()
        db.close()
        return found

    def told_all(self) -> bool:
        return not self.ask("SELECT 1 FROM outbox")

    def keep(self) -> Callable[[], None]:
        """Remember the database (the bot is dead: the write-ahead log belongs to it) and what stands in Discord; the function
        given back puts both back.
        """
        world, kept = self.sandbox.world, self.file.with_suffix(".kept")
        stood, places = copy.deepcopy(world.messages), {cid: channel.messages[:] for cid, channel in world.channels.items()}
        self.copy(self.file, kept)

        def put_back() -> None:
            self.copy(kept, self.file)
            world.messages.clear()
            world.messages.update(copy.deepcopy(stood))
            for cid, channel in world.channels.items():
                channel.messages[:] = places.get(cid, [])

        return put_back

    @staticmethod
    def copy(source: Path, target: Path) -> None:
        for end in ("", "-wal", "-shm"):
            there, here = source.with_name(source.name + end), target.with_name(target.name + end)
            here.unlink(missing_ok=True)
            if there.exists():
                shutil.copy(there, here)

    def state(self) -> State:
        state, stage, pending = self.ask("SELECT state, stage, pending FROM tables WHERE id = 1")[0]
        snapshot = self.ask("SELECT snapshot FROM snapshots WHERE table_id = 1")
        return state, stage, pending, bytes(snapshot[0][0]).decode() if snapshot else ""

    async def board(self, kind: str = "board") -> JSON:
        """The message that stands for the table now, as Ada sees it; everything stored has been told."""
        await eventually(self.told_all, 20)
        ((number,),) = self.ask("SELECT message FROM messages WHERE table_id = 1 AND kind = ?", kind)
        (message,) = [each for each in await self.ada.messages("gry") if each["id"] == str(number)]
        return message


@asynccontextmanager
async def scene_of(tmp_path: Path) -> AsyncIterator[Scene]:
    async with Sandbox() as sandbox, Person(sandbox.url, "Ada") as ada, Person(sandbox.url, "Borys") as borys:
        scene = Scene(sandbox, tmp_path / "zamki.sqlite", ada, borys)
        try:
            yield scene
        finally:
            await scene.kill()


async def choose(scene: Scene, person: Person) -> JSON | None:
    """Open the hand behind the board's button and choose the first cards; the hand as it is then, None if nobody answered."""
    board = await scene.board()
    opened = await person.press(board, piece(board, "hand"))
    if opened.status == "failed":
        return None
    try:
        hand = await person.settled(opened, 3)
    except (TimeoutError, NotPossible):
        return None
    menus = [each for each in selects(hand) if each["custom_id"].startswith("pick:")]
    if menus:
        values = [option["value"] for option in menus[0]["options"]][: menus[0]["min_values"]]
        outcome = await person.press(hand, menus[0]["custom_id"], values)
    else:
        outcome = await person.press(hand, piece(hand, "pick"))
    return outcome.message if outcome.status in {"updated", "answered"} else None


async def press_on_card(scene: Scene, person: Person, verb: str) -> JSON | None:
    card = await scene.board("lobby")
    outcome = await person.press(card, piece(card, verb))
    return outcome.message


Deed = Callable[[], Awaitable[JSON | None]]


async def deaths(scene: Scene, deed: Deed, check: Callable[[State, JSON | None], None]) -> int:
    """Let the bot die at each await of a deed in turn; returns how many there were. `check` judges what is found afterwards:
    the table's state after a healthy start, and what the person was shown before the death.
    """
    await scene.kill()
    put_back = scene.keep()
    awaits = 1
    while True:
        put_back()
        await scene.start(awaits)
        before = scene.state()
        shown = await deed_or_death(scene, deed)
        through = await settled_or_dead(scene)
        await scene.kill()
        await scene.start()
        await eventually(scene.told_all, 20)
        after = scene.state()
        if after == before:
            assert shown is None or not acknowledged(shown), f"await {awaits}: what was acknowledged is lost"
            await deed()
            after = await moved_on(scene, before)
        check(after, shown)
        if through or awaits % 4 == 1:  # pictures are drawn for it: every fourth death is asked
            await everything_answers(scene)
        if through:
            return awaits
        await scene.kill()
        awaits += STRIDE


async def moved_on(scene: Scene, before: State) -> State:
    """The state after `before`, with everything told."""
    await eventually(lambda: scene.state() != before, 20)
    await eventually(scene.told_all, 20)
    return scene.state()


def acknowledged(message: JSON) -> bool:
    """Whether a hand says that the choice is made."""
    return any(each.startswith("undo:") for each in pieces(message))


async def deed_or_death(scene: Scene, deed: Deed) -> JSON | None:
    task = asyncio.create_task(deed())
    await eventually(lambda: task.done() or scene.dead(), 20)
    await asyncio.wait({task}, timeout=0.3)
    if task.done() and task.exception() is None:
        return task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return None


async def settled_or_dead(scene: Scene) -> bool:
    """Whether the deed and all that follows from it was told while the bot lived."""
    quiet = 0
    while quiet < 12:
        if scene.dead():
            return False
        quiet = quiet + 1 if scene.told_all() else 0
        await asyncio.sleep(0.02)
    return True


async def everything_answers(scene: Scene) -> None:
    """The table's message stands in the channel, and each of its buttons answers."""
    state = scene.state()[0]
    message = await scene.board({"lobby": "lobby", "playing": "board", "over": "final"}[state])
    if state != "over":
        assert pieces(message), told(message)
    for custom_id in pieces(message):
        if custom_id.split(":")[0] in {"hand", "text", "more"}:
            outcome = await scene.ada.press(message, custom_id)
            assert outcome.status in {"answered", "deferred", "updated"}, (custom_id, outcome)


async def lobby(scene: Scene) -> None:
    """Ada has opened a table, Borys has joined, and all is told."""
    await scene.start()
    outcome = await scene.ada.command("gry", "zamki start", game="rycerze")
    await scene.ada.settled(outcome)
    await press_on_card(scene, scene.borys, "join")
    await eventually(lambda: scene.ask("SELECT count(*) FROM seats WHERE table_id = 1")[0][0] == 2)
    await eventually(scene.told_all)


async def playing(scene: Scene, *, until: Callable[[int], bool]) -> int:
    """A game played up to the first castle round for which `until` holds; returns its stage."""
    await lobby(scene)
    await press_on_card(scene, scene.ada, "begin")
    await eventually(lambda: scene.state()[0] == "playing")
    while recruiting(scene) or not until(scene.state()[1]):
        await both(scene)
    return scene.state()[1]


async def test_killed_at_every_await_of_the_start(tmp_path: Path) -> None:
    """The order is drawn, the first tile turned up, two hands and a board are posted."""

    def started(state: State, _shown: JSON | None) -> None:
        assert state[0] == "playing"
        assert state[1] <= 3, "only a drum before the first castle is passed over"

    async with scene_of(tmp_path) as scene:
        await lobby(scene)
        assert await deaths(scene, lambda: press_on_card(scene, scene.ada, "begin"), started) > 40


async def test_killed_at_every_await_of_a_secret_choice(tmp_path: Path) -> None:
    """The stage stays, one seat is no longer awaited."""
    async with scene_of(tmp_path) as scene:
        stage = await playing(scene, until=lambda _: True)

        def chosen(state: State, _shown: JSON | None) -> None:
            assert state[1] == stage
            assert len(state[2].strip("[]").split(",")) == 1

        assert await deaths(scene, lambda: choose(scene, scene.ada), chosen) > 40


@pytest.mark.parametrize("last", [False, True], ids=["reveal", "end"])
async def test_killed_at_every_await_of_the_last_choice(tmp_path: Path, last: bool) -> None:
    """All is revealed: both hands, the winner and the next tile (in the last round the end), or nothing of it."""
    async with scene_of(tmp_path) as scene:
        stage = await playing(scene, until=lambda stage: stage >= LATE if last else stage > 1)
        while last and rounds_left(scene):
            stage = await both(scene)
        before = moves(scene) + 1
        await choose(scene, scene.ada)
        await eventually(lambda: moves(scene) == before and scene.told_all())

        def revealed(state: State, _shown: JSON | None) -> None:
            assert state[1] > stage
            assert moves(scene) == before + 1, "a move was stored twice, or lost"
            assert state[0] == ("over" if last else "playing")

        assert await deaths(scene, lambda: choose(scene, scene.borys), revealed) > 40


LATE = ROUNDS - 2


def rounds_left(scene: Scene) -> int:
    return ROUNDS - len(json.loads(scene.state()[3])["seen"])


def moves(scene: Scene) -> int:
    return int(scene.ask("SELECT count(*) FROM journal WHERE table_id = 1 AND kind = 'move' AND undone = 0")[0][0])


def recruiting(scene: Scene) -> bool:
    """Whether the tile of this round is the drum."""
    return bool(json.loads(scene.state()[3])["seen"][-1] == DRUM)


async def both(scene: Scene) -> int:
    """A round without deaths: whoever is asked chooses. Returns the stage after it."""
    before = scene.state()[1]
    for person in (scene.ada, scene.borys):
        if scene.state()[1] == before:
            await choose(scene, person)
    await eventually(lambda: scene.state()[1] != before)
    return scene.state()[1]

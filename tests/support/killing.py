"""A table whose bot is killed (`kill -9`) at every await of a deed, and started again.

For each death, the database and the messages from before the deed are restored, a bot that will die at the n-th await after the
press is started, somebody presses, and the bot dies. Then a healthy bot starts on what the dead one left; the sandbox has kept
running, as Discord would. n grows until the deed and all its consequences finish before the death.
"""

from __future__ import annotations

import asyncio
import copy
import itertools
import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from data.opening import open_store
from data.records.people import PersonRow
from engines import games
from engines.contract import Move, Position
from engines.notation import legal_moves
from sandbox import Person, Sandbox
from sandbox.client import JSON, PATIENCE_SECONDS, NotPossible
from sandbox.world import THREAD, Message
from tables.model.server import Boards, ServerSettings
from tables.service.service import TableService
from tests.support.cases import shorter_on_postgres
from tests.support.channel_messages import ids_of, live
from tests.support.killable_bot import live as live_and_die
from tests.support.killable_tables import EACH_AWAIT
from tests.support.random_game_count import WHOLE
from tests.support.store_backends import Home
from tests.support.world import eventually, piece, pieces, text_of

# The forking server must find our modules itself: it does not inherit this process's path.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
FORK = multiprocessing.get_context("forkserver")
FORK.set_forkserver_preload(["tests.support.killable_bot_preload"])


class State(NamedTuple):
    """The state of the table."""

    state: str
    stage: int
    pending: str
    snapshot: str
    seats: str
    """Who sits where, and who takes part in tournaments."""
    others: str
    """What `Scene.watched` names."""


class Deaths(NamedTuple):
    """The awaits at which a bot dies, of those that leave behind something new: the `first`, and each `stride`-th after it."""

    first: int = 1
    stride: int = 1


EVERY = Deaths()
THIRD = Deaths(stride=1 if WHOLE else 3)
"""Each third await, which is now a commit and now a request, as these mostly take turns (ZAMKI_WHOLE=1: every await)."""

DYING = shorter_on_postgres(EVERY, Deaths(first=5, stride=8), seconds=2400)
"""The deaths of a test that takes minutes."""

DYING_THIRD = shorter_on_postgres(THIRD, Deaths(first=5, stride=8), seconds=2400)
"""The same for what is told as moves are, of which every await is taken (`test_killed.py`). What the tables store is whole at
every await (`tests/tables/test_crash.py` and its neighbours).
"""

Deed: TypeAlias = Callable[[], Awaitable[JSON | None]]
Check: TypeAlias = Callable[[State, JSON | None], None]


class Scene:
    """The sandbox, the store with one table in it, and the live bot, if there is one."""

    def __init__(self, sandbox: Sandbox, home: Home, ada: Person, borys: Person, game: str) -> None:
        self.sandbox, self.home, self.ada, self.borys, self.game = sandbox, home, ada, borys, game
        self.boards: Boards = "turns"
        """Where the table's boards go."""
        self.folder: Path | None = None
        """For what the bot notes on this computer if processes may share the store."""
        self.process: Any = None
        self.watched: tuple[str, ...] = ()
        """Queries whose rows a deed changes besides."""

    # The bot's life.

    async def start(self, deaths: int | None = None) -> None:
        """Start a bot that dies the n-th death after the first interaction; None: it lives."""
        before = self.sandbox.gateway_server.identifies
        arguments = (self.sandbox.api, self.sandbox.gateway, self.sandbox.token, str(self.home.where), deaths)
        options = {"each": EACH_AWAIT, "boards": self.boards, "state": self.folder}
        self.process = FORK.Process(target=live_and_die, args=arguments, kwargs=options, daemon=True)
        self.process.start()
        await eventually(lambda: self.sandbox.gateway_server.identifies > before or self.dead())

    async def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            await asyncio.to_thread(self.process.join)
            self.home.lapse()

    def dead(self) -> bool:
        """Returns whether the bot has been killed; it never ends by itself."""
        assert self.process.exitcode in {None, -signal.SIGKILL}, f"the bot has ended: {self.process.exitcode}"
        return not self.process.is_alive()

    # What is stored.

    def ask(self, sql: str, *values: Any) -> list[Any]:
        return self.home.ask(sql, *values)

    def told_all(self) -> bool:
        """Returns whether every row has been sent except those scheduled for later."""
        return not self.ask("SELECT 1 FROM outbox WHERE kind <> 'cover' OR due <= ?", time.time())

    def state(self) -> State:
        state, stage, document = self.ask("SELECT state, stage, document FROM tables WHERE id = 1")[0]
        pending = json.dumps(json.loads(document)["pending"])
        snapshot = self.ask("SELECT snapshot FROM snapshots WHERE table_id = 1")
        seats = self.ask('SELECT table_id, "user", resigned FROM seats ORDER BY table_id, seat')
        entrants = self.ask('SELECT tournament, "user" FROM entrants ORDER BY tournament, number')
        stored = bytes(snapshot[0][0]) if snapshot else b""
        for seat, move in self._drafted():
            position = games()[self.game].load(stored)
            position.play(seat, move)
            stage, stored = position.stage, position.snapshot()
        others = repr([self.ask(sql) for sql in self.watched])
        return State(state, stage, pending, stored.decode(), repr((seats, entrants)), others)

    def _drafted(self) -> list[tuple[int, Move]]:
        """Returns the draft of the player who is asked, who sees the table after it."""
        state, stage, document = self.ask("SELECT state, stage, document FROM tables WHERE id = 1")[0]
        plans = [each for each in json.loads(document)["ahead"] if state == "playing" and each.get("stage") == stage]
        return [(each["seat"], tuple(move)) for each in plans for move in each["moves"]]

    def position(self) -> Position:
        return self.load(self.state())

    def load(self, state: State) -> Position:
        position: Position = games()[self.game].load(state.snapshot.encode())
        return position

    def moves(self) -> int:
        """Returns the number of moves in the journal or in drafts."""
        stored = self.ask("SELECT count(*) FROM journal WHERE table_id = 1 AND kind = 'move'")[0][0]
        return int(stored) + len(self._drafted())

    def asked(self) -> tuple[Person, int]:
        """Returns somebody who owes a move, and their seat."""
        seat = min(json.loads(self.state().pending))
        ((user,),) = self.ask('SELECT "user" FROM seats WHERE table_id = 1 AND seat = ?', seat)
        return next(person for person in (self.ada, self.borys) if person.id == str(user)), seat

    def any_move(self, rng: random.Random, choose: Callable[[list[Move]], list[Move]] = list) -> tuple[Person, str]:
        """Returns somebody who owes a move, and a legal one as it is typed, preferably one that `choose` returns."""
        person, seat = self.asked()
        moves = legal_moves(self.position(), seat)
        return person, " ".join(rng.choice(choose(moves) or moves))

    def keep(self) -> Callable[[], None]:
        """Save the store and Discord's messages (while the bot is dead); returns a function that restores both."""
        world = self.sandbox.world
        stood, places = copy.deepcopy(world.messages), {cid: channel.messages[:] for cid, channel in world.channels.items()}
        known = {person: copy.deepcopy(person.known) for person in (self.ada, self.borys)}
        self.home.keep()

        def put_back() -> None:
            self.home.put_back()
            for person, seen in known.items():
                person.known.clear()
                person.known.update(copy.deepcopy(seen))
            world.messages.clear()
            world.messages.update(copy.deepcopy(stood))
            for cid in world.channels.keys() - places.keys():
                if world.channels[cid].type == THREAD:
                    del world.channels[cid]
            for cid, channel in world.channels.items():
                channel.messages[:] = places.get(cid, [])

        return put_back

    # What people do and see.

    async def board(self, kind: str = "board") -> JSON:
        """Returns the table's current message as Ada sees it, after everything has been sent."""
        await eventually(self.told_all)
        ((channel, number),) = self.ask("SELECT channel, message FROM messages WHERE subject_id = 1 AND kind = ?", kind)
        (message,) = [each for each in await self.ada.messages({"id": str(channel)}) if each["id"] == str(number)]
        return message

    async def press(self, person: Person, verb: str, kind: str = "board") -> JSON | None:
        """Press the first button of this verb on the table's message; returns the private answer, None if there was none."""
        message = await self.board(kind)
        return await answer(person, await person.press(message, piece(message, verb)))

    async def type(self, person: Person, line: str) -> JSON | None:
        """`/zamki move`; returns the answer, None if there was none."""
        return await self.command(person, "zamki move", move=line)

    async def command(self, person: Person, path: str, **options: Any) -> JSON | None:
        """Use a command in the table's channel; returns the answer, None if there was none."""
        return await answer(person, await person.command("gry", path, **options))

    async def lobby(self) -> None:
        """Have Ada open a table and Borys join, and wait until all is sent. Both want to make each move themselves."""
        store = await open_store(self.home.where)
        async with store.transaction() as tx:
            for person in (self.ada, self.borys):
                await tx.set_person(int(person.id), PersonRow(plan='{"obvious":false}'))
        await store.close()
        await self.start()
        outcome = await self.ada.command("gry", "zamki start", game=self.game)
        await self.ada.settled(outcome)
        await self.press(self.borys, "lobby.join", "lobby")
        await eventually(lambda: self.ask("SELECT count(*) FROM seats WHERE table_id = 1")[0][0] == 2)
        await eventually(self.told_all)

    async def begun(self) -> None:
        """Begin the game, and wait until all is sent."""
        await self.lobby()
        await self.press(self.ada, "lobby.begin", "lobby")
        await eventually(lambda: self.state().state == "playing")
        await eventually(self.told_all)

    async def play(
        self, until: Callable[[Position], bool], rng: random.Random, choose: Callable[[list[Move]], list[Move]] = list
    ) -> None:
        """Type random moves (of those that `choose` returns) until the position is as wanted."""
        while self.state().state == "playing" and not until(self.position()):
            before = self.state()
            person, line = self.any_move(rng, choose)
            shown = await self.type(person, line)
            assert self.state() != before, (line, shown and text_of(shown))
        await eventually(self.told_all)


@asynccontextmanager
async def scene_of(home: Home, game: str, boards: Boards = "turns") -> AsyncIterator[Scene]:
    async with (
        Sandbox(seconds=PATIENCE_SECONDS) as sandbox,
        Person(sandbox.url, "Ada") as ada,
        Person(sandbox.url, "Borys") as borys,
    ):
        scene = Scene(sandbox, home, ada, borys, game)
        scene.boards = boards
        try:
            yield scene
        finally:
            await scene.kill()


async def answer(person: Person, outcome: Any) -> JSON | None:
    """Returns the message that answers, or None if the bot died first."""
    if outcome.status == "failed":
        return None
    try:
        return await person.settled(outcome)
    except (TimeoutError, NotPossible):
        return None


def acknowledged(message: JSON) -> bool:
    """Returns whether an answer says that the choice is made."""
    return "✅" in text_of(message) or any(each.startswith("takeback.undo:") for each in pieces(message))


def buttons_stand_right(scene: Scene) -> None:
    """Check that only the newest board has live buttons, and that none has after the game."""
    state = scene.state().state
    if state != "lobby":
        standing = scene.ask("SELECT message FROM messages WHERE subject_id = 1 AND kind = 'board'")
        found, right = live(scene.sandbox, 1), [standing[0][0]] if state == "playing" else []
        assert found == right, f"live: {found}, not {right}"
        assert not scene.ask("SELECT * FROM retired")


async def deaths(
    scene: Scene, deed: Deed, check: Check, *, dying: Deaths = EVERY, made: Callable[[JSON], bool] = acknowledged
) -> int:
    """Let the bot die each of its deaths during a deed in turn; returns their number. `check` judges the table's state after a
    healthy start, and what the person was shown before the death. `made`: whether an answer says that the deed is done. A
    healthy bot lives afterwards.
    """
    await scene.kill()
    put_back = scene.keep()
    for number in itertools.count():
        death = dying.first + number * dying.stride
        put_back()
        await scene.start(death)
        before = scene.state()
        shown = await _deed_or_death(scene, deed)
        through = await _settled_or_dead(scene)
        await scene.kill()
        await scene.start()
        await eventually(scene.told_all)
        after = scene.state()
        if after == before:
            assert shown is None or not made(shown), f"death {death}: what was acknowledged is lost"
            await deed()
            after = await _moved_on(scene, before)
        check(after, shown)
        buttons_stand_right(scene)
        if through or number % 4 == 0:  # this draws pictures, so only every fourth death is checked
            await everything_answers(scene)
        if through:
            return death
        await scene.kill()
    raise AssertionError("it never ends")


async def deaths_and_a_move(scene: Scene, deed: Deed, *, dying: Deaths = EVERY) -> int:
    """Let the bot die each of its deaths during a deed in turn. Before a healthy bot starts, somebody's next move is stored, so
    that what the dead one was posting is outdated. Returns the number of deaths.
    """
    await scene.kill()
    put_back = scene.keep()
    for number in itertools.count():
        death = dying.first + number * dying.stride
        put_back()
        await scene.start(death)
        await _deed_or_death(scene, deed)
        through = await _settled_or_dead(scene)
        await scene.kill()
        await stored_move(scene)
        await scene.start()
        await eventually(scene.told_all)
        buttons_stand_right(scene)
        await scene.kill()
        if through:
            return death
    raise AssertionError("it never ends")


async def stored_move(scene: Scene) -> None:
    """Store a move of somebody who owes one, while no bot lives."""
    if scene.state().state != "playing":
        return
    person, line = scene.any_move(random.Random(4))
    store = await open_store(scene.home.where)
    tables = await TableService.open(store, games=games(), unset=ServerSettings(boards=scene.boards, hands="direct"))
    await tables.moves.play(1, int(person.id), tuple(line.split()))
    await tables.close()
    await store.close()


async def _moved_on(scene: Scene, before: State) -> State:
    """Returns the state after `before`, when everything has been sent."""
    await eventually(lambda: scene.state() != before)
    await eventually(scene.told_all)
    return scene.state()


async def _deed_or_death(scene: Scene, deed: Deed) -> JSON | None:
    task = asyncio.ensure_future(deed())
    await eventually(lambda: task.done() or scene.dead())
    await asyncio.wait({task}, timeout=0.3)
    if task.done() and (task.exception() is None or not scene.dead()):
        return task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return None


async def _settled_or_dead(scene: Scene) -> bool:
    """Returns whether the deed and all its consequences were sent while the bot lived."""
    quiet = 0
    while quiet < 12:
        if scene.dead():
            return False
        quiet = quiet + 1 if scene.told_all() else 0
        await asyncio.sleep(0.02)
    return True


async def everything_answers(scene: Scene) -> None:
    """Check that the table's message is in the channel, and that each of its buttons answers."""
    state = scene.state().state
    message = await scene.board({"lobby": "lobby", "playing": "board", "over": "final"}[state])
    if state != "over":
        assert pieces(message), text_of(message)
    for custom_id in pieces(message):
        if custom_id.split(":")[0] in {"hand", "text", "more"}:
            outcome = await scene.ada.press(message, custom_id)
            assert outcome.status in {"answered", "deferred", "updated"}, (custom_id, outcome)


@asynccontextmanager
async def service_of(scene: Scene) -> AsyncIterator[TableService]:
    """The scene's tables without a bot, while none lives."""
    store = await open_store(scene.home.where)
    tables = await TableService.open(store, games=games())
    yield tables
    await tables.close()
    await store.close()


def messages_with(scene: Scene, table: int, verb: str) -> list[Message]:
    """The messages in Discord with this verb's button for a table."""
    found = scene.sandbox.world.messages.values()
    return [message for message in found if any(each.startswith(f"{verb}:") for each in ids_of(message, table))]


def never(_shown: JSON) -> bool:
    """The press is answered by what the channel shows, or by the same answer a second time."""
    return False

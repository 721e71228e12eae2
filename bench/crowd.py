"""A separate Discord with a crowd that presses: a process beside the bot, controlled by lines of JSON.

The crowd presses inside Discord, so that no time is spent on showing people the messages over a network. This process shares
the machine's cores with the bot, so each answer reports its CPU time (`crowd`, in seconds).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

from sandbox import Sandbox
from sandbox.components import walk
from sandbox.world import EPHEMERAL, LOADING, Channel, Message, User

JSON = dict[str, Any]
NEVER = (float("nan"), float("nan"))
COMMAND_BYTES = 1 << 24


BOT = Path(f"/proc/{os.getppid()}")


def by_clock() -> tuple[float, float]:
    """Returns the time in seconds, and the seconds that it would have taken on two cores without other load: the CPU time of
    the bot's loop, of this process, or half of all together, whichever is most.
    """
    whole, loop = _burned(BOT / "stat"), _burned(BOT / "task" / BOT.name / "stat")
    mine = time.process_time()
    return time.monotonic(), max(loop, mine, (whole + mine) / 2)


@functools.cache
def _opened(stat: Path) -> int:
    return os.open(stat, os.O_RDONLY)


def _burned(stat: Path) -> float:
    fields = os.pread(_opened(stat), 1024, 0).rpartition(b") ")[2].split(maxsplit=13)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Pressed:
    """One press: when it was acknowledged, when its answer had text and when it had its picture (seconds after the press by
    both clocks), and the message that is the answer.
    """

    def __init__(self) -> None:
        self._began = by_clock()
        self.acknowledged = self.told = self.pictured = NEVER
        self.answer: Message | None = None
        self.done = asyncio.Event()

    def passed(self) -> tuple[float, float]:
        """Returns the seconds since the press, by both clocks."""
        now = by_clock()
        return now[0] - self._began[0], now[1] - self._began[1]

    def look(self, message: Message) -> None:
        """Record what the answer shows now."""
        if message.flags & LOADING or self.done.is_set():
            return
        if self.told is NEVER:
            self.told = self.passed()
        if message.attachments:
            self.pictured = self.passed()
            self.done.set()


class Crowd:
    """People at tables: `seated` has the ids of the people at each table."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._boards: dict[int, Message] = {}
        self._hands: dict[tuple[int, int], Message] = {}
        self._open: defaultdict[int, list[Pressed]] = defaultdict(list)
        """The presses on each message that wait for their answer: somebody may press again before the first one is answered."""
        self.seated: dict[int, list[int]] = {}
        self._world.watchers.append(self._watch)

    def _watch(self, kind: str, _channel: Channel | None, thing: object) -> None:
        if kind not in {"message", "edit"} or not isinstance(thing, Message):
            return
        if thing.flags & EPHEMERAL:
            waiting = self._open.pop(thing.id, [])
            for pressed in waiting:
                pressed.look(thing)
            if still := [pressed for pressed in waiting if not pressed.done.is_set()]:
                self._open[thing.id] = still
        elif found := next(_ids(thing, "play.hand"), None):
            self._boards[int(found.split(":")[1])] = thing

    def board(self) -> list[JSON]:
        """Returns the layout of one of the boards."""
        return next(iter(self._boards.values())).components

    async def press(
        self, user: User, message: Message, custom_id: str, values: list[str] | None = None, *, patience: float = 60.0
    ) -> Pressed:
        """Press, and wait at most `patience` seconds until the answer shows its picture."""
        pressed = Pressed()
        if message.flags & EPHEMERAL:
            pressed.answer = message
            self._open[message.id].append(pressed)
        interaction = self._sandbox.person_api.actions.press(user, message, custom_id, values, forge=False)
        await interaction.answered.wait()
        if interaction.status == "failed":
            return pressed
        pressed.acknowledged = pressed.passed()
        if pressed.answer is None and interaction.response_id is not None:
            pressed.answer = self._world.messages[interaction.response_id]
            self._open[pressed.answer.id].append(pressed)
            pressed.look(pressed.answer)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(pressed.done.wait(), patience)
        return pressed

    async def hand(self, table: int, user: int, *, patience: float = 60.0) -> Pressed:
        """Press "My hand" on a table's board."""
        board = self._boards[table]
        pressed = await self.press(self._world.users[user], board, next(_ids(board, "play.hand")), patience=patience)
        if pressed.answer is not None:
            self._hands[table, user] = pressed.answer
        return pressed

    async def choose(self, table: int, user: int, rng: random.Random, *, patience: float = 60.0) -> Pressed | None:
        """Choose what the hand asks for first. Returns None if it asks for nothing."""
        hand = self._hands[table, user]
        menu = next((each for each in walk(hand.components) if str(each.get("custom_id", "")).startswith("play.pick:")), None)
        if menu is None:
            return None
        values = None
        if "options" in menu:
            values = rng.sample([option["value"] for option in menu["options"]], menu["min_values"])
        return await self.press(self._world.users[user], hand, menu["custom_id"], values, patience=patience)

    # The commands of the bench.

    async def hands(self) -> list[Pressed]:
        """Everybody opens their hand at the same time."""
        return await asyncio.gather(*(self.hand(table, user) for table, users in self.seated.items() for user in users))

    async def choices(self) -> list[Pressed]:
        """Everybody who has opened their hand chooses at the same time."""
        rng = random.Random(1)
        pressed = await asyncio.gather(*(self.choose(table, user, rng) for table, user in list(self._hands)))
        return [each for each in pressed if each is not None]

    async def live(self, seconds: float, rate: float) -> list[Pressed]:
        """Press at this rate per second at randomly drawn tables: hands are opened, then played."""
        rng = random.Random(2)
        pressing: set[asyncio.Task[None]] = set()
        presses: list[Pressed] = []
        end, tables = time.monotonic() + seconds, list(self.seated)
        while time.monotonic() < end:
            table = rng.choice(tables)
            pressing.add(asyncio.create_task(self._live(table, rng.choice(self.seated[table]), rng, presses)))
            await asyncio.sleep(rng.expovariate(rate))
        await asyncio.gather(*pressing)
        return presses

    async def look(self, tables: list[int], seed: int) -> list[Pressed]:
        """One person at each of these tables, if its board still offers it, opens their hand and chooses once."""
        rng = random.Random(seed)
        open_tables = [table for table in tables if table in self._boards and any(_ids(self._boards[table], "play.hand"))]
        presses = await asyncio.gather(*(self._look(table, rng.choice(self.seated[table]), rng) for table in open_tables))
        return [each for pair in presses for each in pair]

    async def _look(self, table: int, user: int, rng: random.Random) -> list[Pressed]:
        opened = await self.hand(table, user, patience=0.0)
        chosen = await self.choose(table, user, rng, patience=0.0) if (table, user) in self._hands else None
        return [opened] if chosen is None else [opened, chosen]

    def sit(self, seated: dict[int, list[int]]) -> None:
        """Set who sits at which table from now on. All other tables are forgotten."""
        self.seated = seated
        self._boards = {table: board for table, board in self._boards.items() if table in seated}
        self._hands.clear()
        self._open.clear()

    async def _live(self, table: int, user: int, rng: random.Random, presses: list[Pressed]) -> None:
        pressed = await self.choose(table, user, rng) if (table, user) in self._hands else None
        presses.append(pressed or await self.hand(table, user))


def _ids(message: Message, verb: str) -> Iterator[str]:
    for each in walk(message.components):
        if str(each.get("custom_id", "")).startswith(f"{verb}:"):
            yield str(each["custom_id"])


def _figures(pressed: list[Pressed]) -> JSON:
    found: JSON = {"presses": len(pressed)}
    for name in ("acknowledged", "told", "pictured"):
        read = attrgetter(name)
        reached = [read(each) for each in pressed if read(each) is not NEVER]
        found[name] = len(reached)
        for clock, key in enumerate(("seconds", "of two cores")):
            times = sorted(each[clock] for each in reached)
            for share, label in ((0.5, "p50"), (0.99, "p99"), (1.0, "last")):
                if times:
                    found[f"{name} {label}, {key}"] = times[min(len(times) - 1, int(len(times) * share))]
    return found


async def serve(people: int, channels: int, limit: int, window: float) -> None:
    """Print the address of Discord, then do what each line asks for and print the figures, until standard input ends."""
    everybody = tuple((f"p{number}", f"Person {number}", "pl", "#888888") for number in range(people))
    guilds = (("Zamek", "pl", tuple(f"c{number}" for number in range(channels))),)
    reader = asyncio.StreamReader(limit=COMMAND_BYTES)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with Sandbox(people=everybody, guilds=guilds, recording=False, limit=limit, window=window) as sandbox:
        sandbox.retention.messages = 20_000
        crowd = Crowd(sandbox)
        world = sandbox.world
        _say(
            token=sandbox.token,
            api=sandbox.api,
            gateway=sandbox.gateway,
            people=[user.id for user in world.people],
            names=[user.name for user in world.people],
            guild=next(iter(world.guilds)),
            channels=[channel.id for channel in world.channels.values() if channel.guild_id],
        )
        while line := await reader.readline():
            wanted = json.loads(line)
            began = time.process_time()
            if "limit" in wanted:
                sandbox.buckets.limit, sandbox.buckets.window = wanted["limit"], wanted["window"]
                _say()
                continue
            if "board" in wanted:
                _say(components=crowd.board())
                continue
            if "seated" in wanted:
                crowd.sit({int(table): users for table, users in wanted["seated"].items()})
                _say()
                continue
            pressed = await getattr(crowd, wanted.pop("do"))(**wanted)
            _say(**_figures(pressed), crowd=time.process_time() - began)


def _say(**told: Any) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))

"""Whole games of four masters at three tables at the same time, while people play at others: acknowledgements must not suffer.

The bot and the crowd are those of `bench.live`; the masters think in the bot's worker, one process unless more are asked for.
The host of each of the three tables has their moves found by the same worker, so that four masters play. Before that, the same
crowd presses at the same tables without masters: those acknowledgements are the baseline. `python -m bench.masters [workers]`.
Goal (issue 16): acknowledgements as without masters, the worker within 256 MiB.

Measured on two idle cores: acknowledged p99 within 0.014 s while twelve masters think (0.007 without them), the worker at most
48 MiB. A move takes 0.01–0.7 s (p50) and 1.9–4.9 s (p99), since three tables take turns at one worker. Whole games took 72 s
(Rycerze), 77 s (Rzymianie) and 22 s (Torres). Since then Torres' `master` uses its three seconds. On two cores shared with four
other programs, where wall-clock times cannot be trusted, acknowledged p99 was 0.14 s of two cores without masters and 0.03 to
0.15 s with them; the worker used at most 52 MiB.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from bench.at_work import bot_at, crowded, elsewhere, figures, neighbours, quiet, resident
from engines.contract import Move, View
from service.client import ZamkiBot
from tables.bots.bot_process import BotProcess, BotProcesses
from tables.model.people import Person
from tables.model.table_info import Place

MASTERED = ("rycerze", "torres", "rzymianie")
PEOPLED, PEOPLE, RATE, STRETCH = 40, 160, 10.0, 20.0
"""Tables of people, number of people, presses a second, and seconds between two checks whether the masters are done."""

FRESH = 6
"""Number of checks after which the people begin other games, before theirs are over."""

LONGEST = 1800.0
"""Seconds after which unfinished games are abandoned."""


class Watched:
    """The computer players, with the waiting times for moves of each game, and the highest memory use of their processes."""

    def __init__(self, chooser: BotProcess | BotProcesses) -> None:
        self._chooser = chooser
        self.waited: defaultdict[str, list[float]] = defaultdict(list)
        self.most = 0.0

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        """Returns a move, found by the computer players."""
        began = time.monotonic()
        move = await self._chooser.choose_move(game, view, level, seed)
        self.waited[game].append(time.monotonic() - began)
        self.most = max(self.most, *_held())
        return move

    async def close(self) -> None:
        """End the processes."""
        await self._chooser.close()


def _held() -> Iterator[float]:
    """Yields the highest memory use of each worker, in MiB."""
    yield 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"tables.bots.bot_worker" in (folder / "cmdline").read_bytes():
                most = next(line for line in (folder / "status").read_text(encoding="ascii").splitlines() if "VmHWM" in line)
                yield int(most.split()[1]) / 1024
        except (OSError, StopIteration):
            continue


async def _mastered(bot: ZamkiBot, chooser: Watched, game: str, user: int, place: Place) -> float:
    """Play a table of four masters to its end. Returns the seconds it took."""
    tables, rng = bot.app.tables, random.Random(game)
    began = time.monotonic()
    reading = await tables.lobbies.open_table(Person(user, "Host"), place, game, language="en", pace="live")
    for _ in range(3):
        await tables.lobbies.add_computer(reading.info.id, user, "master")
    await tables.lobbies.start(reading.info.id, user)
    while time.monotonic() - began < LONGEST:
        held = await tables._table_store.read(reading.info.id)  # noqa: SLF001
        if held.table.state != "playing" or held.position is None:
            break
        seat = next(seat for seat in range(4) if held.table.acts(seat))
        if seat in held.table.pending:
            move = await chooser.choose_move(game, held.position.view(seat), "master", rng.getrandbits(32))
            await tables.moves.play(reading.info.id, user, move, stage=held.table.stage)
        else:
            await asyncio.sleep(0.1)
    return time.monotonic() - began


async def _measure(folder: Path, workers: int) -> list[tuple[str, float, str]]:
    lines: list[tuple[str, float, str]] = []
    chooser = Watched(BotProcesses(workers) if workers > 1 else BotProcess())
    people = PEOPLE + len(MASTERED)
    async with (
        crowded(people, PEOPLED + len(MASTERED)) as (settings, crowd),
        bot_at(settings, folder, bots=chooser) as (bot, store),
    ):
        hosts, crowd.people = crowd.people[PEOPLE:], crowd.people[:PEOPLE]
        await crowd.seat(bot.app.tables, PEOPLED, "rycerze")
        await quiet(store)
        alone = await crowd.asked(do="live", seconds=STRETCH, rate=RATE)
        lines += figures("no master at work", alone)
        others = elsewhere()
        games = {
            asyncio.create_task(
                _mastered(bot, chooser, game, host, Place(crowd.guild, crowd.channels[PEOPLED + number])), name=game
            )
            for number, (game, host) in enumerate(zip(MASTERED, hosts, strict=True))
        }
        number = 0
        while any(not game.done() for game in games):
            number += 1
            if number % FRESH == 0:
                await crowd.seat(bot.app.tables, PEOPLED, "rycerze")
                await quiet(store)
            found = await crowd.asked(do="live", seconds=STRETCH, rate=RATE)
            if number in {1, 2, 4, 8, 16, 32}:
                lines += [line for line in figures(f"masters at work, look {number}", found) if "acknowledged" in line[0]]
        lines.append(neighbours("all masters' games", others, found))
        for game in sorted(games, key=lambda task: task.get_name()):
            lines.append((f"four masters at {game.get_name()}: the whole game", game.result(), "s"))
            waited = sorted(chooser.waited[game.get_name()])
            for share, name in ((0.5, "p50"), (0.99, "p99")):
                lines.append((f"{game.get_name()}: a move is waited for, {name}", waited[int(len(waited) * share)], "s"))
        lines += [("the worker at most", chooser.most, "MiB"), ("the bot afterwards", resident(), "MiB")]
    return lines


def measured(workers: int) -> list[tuple[str, float, str]]:
    """Returns the figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder), workers))


if __name__ == "__main__":
    for line in measured(int(sys.argv[1]) if len(sys.argv) > 1 else 1):
        print(json.dumps(line), flush=True)

"""People who play with a bot in a container: they type moves in the sandbox, and what is legal they read in the bot's file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

from engines import games
from engines.contract import Move
from engines.notation import legal_moves
from sandbox import Person, Sandbox
from sandbox.client import JSON, PATIENCE_SECONDS, images
from sandbox.components import walk
from tests.support.world import eventually, text_of

ROBOT = 1
"""The number of the table at which a computer player sits too."""


class Guests:
    """Two people at a table of their own."""

    def __init__(self, file: Path, people: tuple[Person, Person]) -> None:
        self._file = file
        self.people = people
        self.table = 0

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    @property
    def _now(self) -> tuple[str, int, dict[str, Any]]:
        """The table's state, its stage, and its document."""
        ((state, stage, document),) = self.ask(f"SELECT state, stage, document FROM tables WHERE id = {self.table}")
        return state, stage, json.loads(document)

    def _legal(self, seat: int) -> list[Move]:
        """Returns what this seat may play after its draft."""
        _, stage, document = self._now
        ((game, snapshot),) = self.ask(
            f"SELECT game, snapshot FROM tables JOIN snapshots ON table_id = id WHERE id = {self.table}"
        )
        position = games()[game].load(snapshot)
        for plan in document.get("ahead", ()):
            for move in plan["moves"] if (plan["seat"], plan.get("stage")) == (seat, stage) else ():
                position.play(seat, tuple(move))
        return legal_moves(position, seat)

    @property
    def _version(self) -> int:
        ((version,),) = self.ask(f"SELECT version FROM tables WHERE id = {self.table}")
        return int(version)

    async def begin(self, game: str, robots: int = 0) -> None:
        """Open a table, take the seats and begin."""
        host, guest = self.people
        await host.settled(await host.command("gry", "zamki start", game=game))
        self.table = max(number for (number,) in self.ask(f'SELECT table_id FROM seats WHERE "user" = {host.id}'))
        number = await self._message("lobby")
        for person, verb in ((guest, "join"), *[(host, "robot")] * robots, (host, "begin")):
            await self._press(person, number, verb)
        await eventually(lambda: self._now[0] == "playing")

    async def _press(self, person: Person, lobby: int, verb: str) -> None:
        """Press a button of the lobby once it can be pressed, and wait until the table has changed."""

        def live(message: JSON) -> list[str]:
            found = (each for each in walk(message["components"]) if not each.get("disabled"))
            return [each["custom_id"] for each in found if str(each.get("custom_id")).startswith(f"lobby.{verb}:")]

        before = self._version
        card = await person.until(lambda each: each["id"] == str(lobby) and bool(live(each)))
        await person.press(card, live(card)[0])
        await eventually(lambda: self._version != before)

    async def play(self, rng: random.Random) -> JSON:
        """Play to the end; returns the message of the end."""
        users = {int(person.id): person for person in self.people}
        while (now := self._now)[0] == "playing":
            seats = dict(self.ask(f'SELECT seat, "user" FROM seats WHERE table_id = {self.table}'))
            waiting = [seat for seat in now[2]["pending"] if seats[seat] in users]
            moves = self._legal(seat) if waiting and (seat := rng.choice(waiting)) in now[2]["pending"] else []
            if not moves:
                await asyncio.sleep(0.05)
                continue
            person, line = users[seats[seat]], " ".join(rng.choice(moves))
            answer = await person.settled(await person.command("gry", "zamki move", move=line, table=str(self.table)))
            assert answer, line
        number = await self._message("final")
        return await self.people[0].until(lambda each: each["id"] == str(number))

    async def _message(self, kind: str) -> int:
        """Wait for a message of the table; returns its number."""
        asked = f"SELECT message FROM messages WHERE kind = '{kind}' AND subject_id = {self.table}"
        await eventually(lambda: self.ask(asked))
        ((number,),) = self.ask(asked)
        return int(number)


async def whole_games(sandbox: Sandbox, file: Path, rng: random.Random) -> list[int]:
    """Play a game of each title to its end, all at the same time; returns the numbers of the tables. One table has a computer
    player, each a name that is written from right to left.
    """
    async with contextlib.AsyncExitStack() as stack:
        tables = []
        for number, game in enumerate(games()):
            users = [
                sandbox.world.add_person(f"{name}{number}", shown, "pl") for name, shown in (("ada", "Ada"), ("said", "سعيد"))
            ]
            host, guest = [await stack.enter_async_context(Person(sandbox.url, str(user.id))) for user in users]
            tables.append(Guests(file, (host, guest)))
            await tables[-1].begin(game, robots=int(number == ROBOT))
        async with asyncio.timeout(5 * PATIENCE_SECONDS):
            ends = await asyncio.gather(*(each.play(rng) for each in tables))
        for end in ends:
            assert images(end), text_of(end)
        return [each.table for each in tables]

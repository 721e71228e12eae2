"""Two real bots in separate processes, on one PostgreSQL and one Discord: shard 1 gets the server's events, shard 0 direct
messages. Ada plays in the channel, Borys by direct message, in different languages, on a server that has one of them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from data.words import languages, words
from engines import games
from engines.contract import Move
from engines.notation import legal_moves
from render import renderers
from sandbox import Person, Sandbox
from sandbox.client import JSON
from sandbox.components import walk
from tests.support.blank_pictures import BlankPool
from tests.support.channel_messages import live as live_messages
from tests.support.killable_bot import CountingLoop, Life, MortalBot, mortal_tasks
from tests.support.killing import FORK, answer
from tests.support.postgres_server import Server, name_of
from tests.support.world import eventually, text_of

PATIENCE = 60.0
"""Timeout in seconds: the machine may be busy."""

LAST_WORDS = 3.0
"""Seconds within which everything that a process sent before it died arrives."""

LEASE, MARGIN, RENEW, POLL = 4.0, 1.0, 0.8, 1.0
"""Shorter than in production, so that tests can wait for a take-over."""

NAMES = ("zamki-0", "zamki-1")
"""What the processes call themselves to the server."""

LOCALES = {"en": "en-GB", "pl": "pl"}
"""Discord's names for the language of a server."""


class Fate(msgspec.Struct, frozen=True):
    """The fate of a process: the `deaths` to survive after the first interaction (None: it lives), the seconds by which its
    clock is wrong, and the folder of its migrations, if it is of another version.
    """

    deaths: int | None = None
    skew: float = 0.0
    migrations: str = ""


class Place(msgspec.Struct, frozen=True):
    """The addresses that a process uses, and the place of its log."""

    api: str
    gateway: str
    token: str
    url: str
    log: str


async def _live(place: Place, shard: int, fate: Fate) -> None:
    from data.opening import open_store
    from data.postgres import lease, migrate
    from data.postgres import store as postgres_store
    from tables.model.server import ServerSettings
    from tables.service.service import TableService
    from tables.store import claims
    from tables.time.clock import StoreClock

    lease.LEASE_SECONDS, lease.MARGIN, lease.RENEW_SECONDS, claims.POLL_SECONDS = LEASE, MARGIN, RENEW, POLL
    postgres_store.NAME["application_name"] = NAMES[shard]
    if fate.migrations:
        migrate.migrate.__defaults__ = (Path(fate.migrations),)
    if fate.skew:
        real = time.time
        time.time = lambda: real() + fate.skew
    Route.BASE = place.api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(place.gateway)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, CountingLoop)
    life = Life(fate.deaths, loop.sent, each=False)
    loop.set_task_factory(mortal_tasks(life))
    store = await open_store(place.url)
    tables = await TableService.open(
        store, games=games(), clock=StoreClock(store), unset=ServerSettings(boards="turns", hands="direct")
    )
    shards = {"shard_ids": [shard], "shard_count": 2}
    bot = MortalBot(life, tables, BlankPool(renderers()), games=games(), guild_ready_timeout=0.01, **shards)
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    running = asyncio.ensure_future(bot.start(place.token))
    await asyncio.wait({running, asyncio.ensure_future(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
    await bot.close()
    await tables.close()
    await store.close()


def live(place: Place, shard: int, fate: Fate) -> None:
    """Run the process."""
    logging.basicConfig(
        filename=f"{place.log}-{shard}", level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        runner.run(_live(place, shard, fate))


class Pair:
    """The sandbox, the database and the live processes."""

    def __init__(self, sandbox: Sandbox, server: Server, place: Place, people: tuple[Person, Person], language: str) -> None:
        self.sandbox, self.server, self.place, self.language = sandbox, server, place, language
        self.ada, self.borys = people
        self.processes: dict[int, Any] = {}
        self.direct: JSON = {}
        self.table = 1
        self.acknowledged = 0

    # The processes.

    async def start(self, shard: int, fate: Fate | None = None) -> None:
        before = self.sandbox.gateway_server.identifies
        process = self.processes[shard] = FORK.Process(target=live, args=(self.place, shard, fate or Fate()), daemon=True)
        process.start()
        await eventually(lambda: self.sandbox.gateway_server.identifies > before or not process.is_alive(), PATIENCE)
        assert process.is_alive()

    async def kill(self, shard: int) -> None:
        process = self.processes.pop(shard, None)
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.join)

    async def stop(self, shard: int) -> None:
        """Stop it as an update does: finish work in progress, then exit."""
        process = self.processes.pop(shard)
        process.terminate()
        await asyncio.to_thread(process.join, PATIENCE)
        assert process.exitcode == 0

    def signal(self, shard: int, number: int) -> None:
        os.kill(self.processes[shard].pid, number)

    def alive(self, shard: int) -> bool:
        """Returns whether a process lives. Otherwise it was killed, as none ends by itself."""
        process = self.processes.get(shard)
        assert process is None or process.exitcode in {None, -signal.SIGKILL}, self.logged(shard)[-3000:]
        return process is not None and bool(process.is_alive())

    def logged(self, shard: int) -> str:
        return Path(f"{self.place.log}-{shard}").read_text(encoding="utf-8")

    def shard_of(self, holder: int) -> int:
        """Returns the process that has this lease."""
        (found,) = [shard for shard in self.processes if f"lease {holder}\n" in self.logged(shard)]
        return found

    # What is stored.

    def ask(self, sql: str) -> list[list[str]]:
        return [line.split("|") for line in self.server.run(name_of(self.place.url), sql).splitlines()]

    def told_all(self) -> bool:
        return not self.ask("SELECT 1 FROM outbox WHERE kind <> 'cover' OR due <= extract(epoch FROM now()) LIMIT 1")

    def state(self) -> tuple[str, int, list[int], int]:
        """Returns the table's state, stage, the seats that owe a move, and the number of moves made or drafted."""
        moves = "(SELECT count(*) FROM journal WHERE table_id = tables.id AND kind = 'move')"
        sql = f"SELECT state, stage, document::json ->> 'pending', {moves} FROM tables WHERE id = {self.table}"
        ((state, stage, pending, count),) = self.ask(sql)
        return state, int(stage), json.loads(pending), int(count) + len(self._drafted())

    def _drafted(self) -> list[tuple[int, Move]]:
        """Returns the draft of the player who is asked."""
        sql = f"SELECT state, stage, document::json ->> 'ahead' FROM tables WHERE id = {self.table}"
        state, stage, ahead = self.server.run(name_of(self.place.url), sql).rstrip("\n").split("|", 2)
        plans = [each for each in json.loads(ahead or "[]") if state == "playing" and each.get("stage") == int(stage)]
        return [(each["seat"], tuple(move)) for each in plans for move in each["moves"]]

    def legal(self, seat: int) -> list[Move]:
        """Returns what this seat may play after its draft."""
        sql = f"SELECT convert_from(snapshot, 'UTF8') FROM snapshots WHERE table_id = {self.table}"
        game = self.ask(f"SELECT game FROM tables WHERE id = {self.table}")[0][0]
        snapshot = self.server.run(name_of(self.place.url), sql).rstrip("\n")
        position = games()[game].load(snapshot.encode())
        for drafting, move in self._drafted():
            if drafting == seat:
                position.play(seat, move)
        return legal_moves(position, seat)

    def person(self, seat: int) -> Person:
        ((user,),) = self.ask(f'SELECT "user" FROM seats WHERE table_id = {self.table} AND seat = {seat}')
        return self.ada if user == self.ada.id else self.borys

    # What people do.

    async def begin(self, game: str) -> None:
        """Have Ada open a table in the channel and Borys join, and begin; Borys has his direct messages open."""
        await self.ada.settled(await self.ada.command("gry", "zamki start", game=game), PATIENCE)
        await self._pressed(self.borys, "lobby.join")
        await eventually(lambda: len(self.ask("SELECT 1 FROM seats")) == 2, PATIENCE)
        await self._pressed(self.ada, "lobby.begin")
        await eventually(lambda: self.state()[0] == "playing", PATIENCE)
        await eventually(self.told_all, PATIENCE)
        self.direct = await self.borys.dm()

    async def _pressed(self, person: Person, verb: str) -> None:
        await eventually(self.told_all, PATIENCE)
        ((number,),) = self.ask("SELECT message FROM messages WHERE kind = 'lobby'")
        message = await person.until(lambda each: each["id"] == number, PATIENCE)
        buttons = [str(each.get("custom_id")) for each in walk(message["components"])]
        await person.press(message, next(each for each in buttons if each.startswith(f"{verb}:")))

    async def move(self, rng: random.Random) -> bool:
        """Type an owed move: Ada in the channel, Borys by direct message. Returns whether it was acknowledged."""
        _, _, pending, count = self.state()
        seat = rng.choice(pending)
        person = self.person(seat)
        line = " ".join(rng.choice(self.legal(seat)))
        place = "gry" if person is self.ada else self.direct
        shown = await self._typed(person, place, line)
        if shown is None or "✅" not in text_of(shown):
            return False
        assert language_of(text_of(shown)) == {"en" if person is self.ada else "pl"}
        self.acknowledged += 1
        assert self.state()[3] > count, "what is acknowledged is stored"
        return True

    async def _typed(self, person: Person, place: str | JSON, line: str) -> JSON | None:
        """Returns the answer to a typed move, or None if the process that got it has died or does not answer."""

        async def typed() -> JSON | None:
            return await answer(person, await person.command(place, "zamki move", move=line, table=str(self.table)))

        typing = asyncio.create_task(typed())
        hears = 1 if person is self.ada else 0
        await eventually(lambda: typing.done() or not self.alive(hears), PATIENCE * 3)
        await asyncio.wait({typing}, timeout=LAST_WORDS)
        if typing.done():
            return typing.result()
        assert not self.alive(hears), "nobody answers"
        typing.cancel()
        await asyncio.gather(typing, return_exceptions=True)
        return None

    async def play(self, moves: int, rng: random.Random) -> None:
        """Play `moves` acknowledged moves, or to the end; unanswered people try again."""
        until = self.acknowledged + moves
        async with asyncio.timeout(PATIENCE * 5):
            while self.acknowledged < until and self.state()[0] == "playing":
                if not await self.move(rng):
                    await asyncio.sleep(0.2)

    # What must be true.

    def stands_right(self) -> None:
        """Check that each board was posted once, in the server's language, and that only the newest has live buttons."""
        posts: dict[frozenset[str], set[str]] = defaultdict(set)
        spoken: set[str] = set()
        for exchange in self.sandbox.record:
            if exchange.method != "POST" or exchange.route != "/channels/{channel_id}/messages" or exchange.status != 200:
                continue
            ids = frozenset(str(each.get("custom_id")) for each in walk(exchange.answer["components"]) if each.get("custom_id"))
            if ids and self.sandbox.world.channels[int(exchange.answer["channel_id"])].guild_id is not None:
                posts[ids].add(exchange.answer["id"])
                spoken |= self._speaks(text_of(exchange.answer))
        assert not {ids: found for ids, found in posts.items() if len(found) > 1}, "posted twice"
        assert spoken == {self.language}, spoken
        state = self.state()[0]
        standing = [int(row[0]) for row in self.ask("SELECT message FROM messages WHERE kind = 'board'")]
        assert live_messages(self.sandbox, self.table) == (standing if state == "playing" else [])
        assert not self.ask("SELECT 1 FROM retired")
        assert not self.ask("SELECT 1 FROM posts_begun")

    def _speaks(self, text: str) -> set[str]:
        """Returns the languages in which a text could be a board's."""
        values = {"game": "…", "table": self.table, "when": "…"}
        return {each for each in languages() if words(each)("cogs.board.title", **values).split("…")[1] in text}

    async def settled(self) -> None:
        """Wait until everything has been sent, and check it."""
        await eventually(self.told_all, PATIENCE)
        self.stands_right()


def language_of(text: str) -> set[str]:
    """Returns the languages in which a text says that a move is made."""
    keys = ("cogs.hand.chosen", "cogs.hand.played", "cogs.hand.typed", "cogs.hand.added")
    return {each for each in languages() if any(words(each)(key, what="…").split("…")[0] in text for key in keys)}


@asynccontextmanager
async def pair_of(server: Server, url: str, log: str, language: str = "en") -> AsyncIterator[Pair]:
    """`language`: the server's."""
    async with Sandbox() as sandbox, Person(sandbox.url, "Ada") as ada, Person(sandbox.url, "Borys") as borys:
        await ada.change(locale="en-US")
        await borys.change(locale="pl")
        for guild in sandbox.world.guilds.values():
            guild.locale = LOCALES[language]
        pair = Pair(sandbox, server, Place(sandbox.api, sandbox.gateway, sandbox.token, url, log), (ada, borys), language)
        try:
            yield pair
        finally:
            for shard in list(pair.processes):
                await pair.kill(shard)

"""A whole world for the end-to-end tests: the sandbox, a store in a file, the table service, the bot, and people with hands.

Nothing here is a stand-in: the bot is the real client, connected over loopback to a Discord that is as strict as the real one.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from asking.budget import RateLimiter
from chat.replies.live import LiveReplies
from data.opening import open_store
from data.store import Store
from data.words import words
from render.pool import Pool
from sandbox import MovableClock, Person, Sandbox
from sandbox.client import JSON, MARK, PATIENCE_SECONDS, Outcome, buttons, images, selects, texts
from service.client import ZamkiBot
from tables.model.server import ServerSettings
from tables.model.table import LoadedTable
from tables.model.table_info import TableInfo
from tables.rules import drafts
from tables.rules.reading import Reading
from tables.service.service import TableService
from tables.time.clock import Clock, SystemClock
from tables.time.presence import nowhere
from tests.support.extra_games import House
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.markup import broken
from tests.support.raw_sql import ask
from tests.support.seat_letters import before_names
from tests.support.table_store import is_due, loaded_table

NewHome: TypeAlias = Callable[[], str | Path]
"""Names a new empty place for a store: a file, or a database on the tests' own server (see `tests.conftest`)."""


WAITING_FOR_PICTURES = ("chat.press.replies", "chat.cards.rules", "cogs.learn.lesson")
"""Modules that show only text if the picture takes long."""

IN_CHANNEL = ServerSettings(boards="turns")
"""The default settings in tests: boards are in the channel, one message a turn, where tests look for them."""


class World:
    """Everything together. `open()` starts store, tables and bot on the same database (`where`: a file or a URL), `close()`
    stops them; both may be repeated.
    """

    def __init__(self, sandbox: Sandbox, where: str | Path, pool: Pool, house: House) -> None:
        self.sandbox = sandbox
        self.where = where
        self.pool = pool
        self.house = house
        self.luck = random.Random(1)  # the same games each time
        self.consent: bool | None = True
        """Whether people agreed to direct messages before they meet the bot here."""
        self.time: Clock = SystemClock()
        self.people: dict[str, Person] = {}
        self._marks = itertools.count()
        self.store: Store
        self.tables: TableService
        self.bot: ZamkiBot
        self.running: asyncio.Task[None] | None = None
        self._stack = contextlib.AsyncExitStack()

    async def open(self, **options: Any) -> None:
        self.store = await open_store(self.where)
        self.tables = await TableService.open(
            self.store, games=self.house.games, clock=self.time, token=self._chance, unset=IN_CHANNEL, reached=nowhere
        )
        for person in self.sandbox.world.people:  # like people who have had direct messages before
            if (await self.tables.people.person(person.id)).dm is None:
                await self.tables.people.set_preferences(person.id, dm=self.consent)
        options = {
            "guild_ready_timeout": 0.05,
            "pauses": (0.0,),
            "press_limiter": RateLimiter(burst=10**6),
            "typing_limiter": RateLimiter(burst=10**6),
            **options,
        }
        self.bot = ZamkiBot(self.tables, self.pool, games=self.house.games, **options)
        self.running = asyncio.create_task(self.bot.start(self.sandbox.token))
        ready = asyncio.create_task(self._ready())
        await asyncio.wait({ready, self.running}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_SECONDS)
        if not ready.done():
            self.running.result()
        await ready

    def _chance(self, size: int) -> bytes:
        return self.luck.randbytes(size)  # a test may have set it meanwhile

    async def _ready(self) -> None:
        while not self.bot.is_ready():  # not `wait_until_ready`, which wants a bot that has begun to log in
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        await self.bot.close()
        assert self.running is not None
        await asyncio.gather(self.running, return_exceptions=True)
        await self.tables.close()
        await self.store.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def person(self, name: str) -> Person:
        if name not in self.people:
            self.people[name] = await self._stack.enter_async_context(Person(self.sandbox.url, name))
        return self.people[name]

    async def leave(self) -> None:
        await self._stack.aclose()

    async def quiet(self, timeout: float = PATIENCE_SECONDS) -> None:  # noqa: ASYNC109
        """Wait until every row has been sent, except those scheduled for later."""
        async with asyncio.timeout(timeout):
            while await self.ask("SELECT 1 FROM outbox WHERE NOT beside OR attempts > 0 OR due <= ?", self.time.now()):
                await asyncio.sleep(0.02)
        await self.heard()

    async def heard(self) -> None:
        """Wait until everybody has received all events so far: they arrive in order, and this one comes last."""
        mark = next(self._marks)
        self.sandbox.world.notify(f"{MARK}{mark}", None, self.sandbox.world.bot)
        await asyncio.gather(*(person.hears(mark) for person in self.people.values()))

    async def at_time(self, start: float) -> ManualClock:
        """From now on, the test sets the time, beginning with `start` (Unix)."""
        self.time = clock = ManualClock(start=start, patience=ELSEWHERE)
        await self.restart()
        return clock

    async def later(self, seconds: float) -> None:
        """Move the time on (`at_time`), and wait until its consequences have been sent."""
        assert isinstance(self.time, ManualClock)
        await self.time.advance(seconds)
        await eventually(self._nothing_due)
        await self.quiet()

    async def _nothing_due(self) -> bool:
        return not await is_due(self.tables, self.time.now())

    async def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Returns the rows of a query as of the last commit (see `tests.support.raw_sql`)."""
        return await ask(self.store, sql, *values)

    async def view(self, table: int, person: Person | None = None) -> Reading:
        """Returns the table as that person may see it; the view is the board's, including what is shown only for a while."""
        reading = await self.tables.looks.read(table, int(person.id) if person is not None else None, fleeting=True)
        return reading.showing(reading.fleeting or reading.view)

    async def moved_on(self, table: int, stage: int) -> bool:
        now = (await self.view(table)).info
        return now.stage != stage or now.state != "playing"

    def forget_live_replies(self) -> None:
        """Make the private answers given so far no longer follow the table, as if their tokens had expired."""
        self.bot.app.live_replies = LiveReplies()

    async def loaded(self, table: int, person: Person) -> LoadedTable:
        """Returns the whole table as it is for this person: after their draft."""
        loaded = await loaded_table(self.tables, table)
        return drafts.apply_draft(loaded, loaded.table.seat_of(int(person.id)))

    async def version(self, table: int) -> int:
        """Returns a number that each move changes."""
        return (await self.view(table)).info.version

    async def mover(self, table: int, people: list[Person]) -> Person:
        """Returns the one of them who is asked now; in a joint stage the first of those."""
        now = (await self.view(table)).info
        return next(person for person in people if seat_of(now, person) in now.pending)

    async def asked(self, table: int, person: Person, timeout: float = PATIENCE_SECONDS) -> bool:  # noqa: ASYNC109
        """Wait until the person is asked; returns False if the game was over before."""
        await eventually(lambda: self._asked_or_over(table, person), timeout)
        return await self.has_state(table, "playing")

    async def _asked_or_over(self, table: int, person: Person) -> bool:
        now = (await self.view(table)).info
        return now.state != "playing" or seat_of(now, person) in now.pending

    # What is in Discord.

    async def standing(self, table: int, kind: str, person: Person | None = None) -> int | None:
        found = await self.tables.messages.get(table, kind, int(person.id) if person is not None else 0)
        return found.message if found is not None else None

    async def message(self, viewer: Person, table: int, kind: str, person: Person | None = None) -> JSON:
        """Returns the newest message of this kind as the viewer sees it, after everything stored has been sent."""
        await self.quiet()
        number = await self.standing(table, kind, person)
        assert number is not None, f"no {kind} of table {table} stands"
        return await viewer.until(lambda message: message["id"] == str(number))

    async def over(self, table: int, person: Person) -> str:
        """Returns the final card's text, once it is posted."""
        await eventually(lambda: self.has_state(table, "over"))
        final = await self.message(person, table, "final")
        assert images(final)[0]["description"]
        return text_of(final)

    # What people do.

    async def lobby(self, *names: str, channel: str = "gry", game: str = "rycerze", **options: Any) -> tuple[int, list[Person]]:
        """Let the first person open a table by command, and the others press Join."""
        people = [await self.person(name) for name in names]
        host = people[0]
        outcome = await host.command(channel, "zamki start", game=game, **options)
        await host.settled(outcome)
        table = max(found.id for found in await self.tables.looks.tables_of(int(host.id)))
        for person in people[1:]:
            card = await self.message(person, table, "lobby")
            answer = await person.press(card, piece(card, "lobby.join"))
            assert answer.status in {"deferred", "updated"}, answer
            await eventually(functools.partial(self.sits, table, person))
        return table, people

    async def sits(self, table: int, person: Person) -> bool:
        return any(str(seat.user) == person.id for seat in (await self.view(table)).info.seats)

    async def started(
        self, *names: str, channel: str = "gry", game: str = "rycerze", **options: str
    ) -> tuple[int, list[Person]]:
        """Begin a game at a new table, by presses."""
        table, people = await self.lobby(*names, channel=channel, game=game, **options)
        await self.begin(table, people[0])
        return table, people

    async def begin(self, table: int, host: Person, computers: int = 0) -> None:
        """Let the host seat this many computer players and start the game, by presses."""
        for verb in (*["lobby.robot"] * computers, "lobby.begin"):
            card = await self.message(host, table, "lobby")
            await host.press(card, piece(card, verb))
            await self.done()
        await eventually(lambda: self.has_state(table, "playing"))

    async def has_state(self, table: int, state: str) -> bool:
        return (await self.view(table)).info.state == state

    async def hand(self, person: Person, table: int) -> JSON:
        """Returns the private answer behind the board's button."""
        board = await self.message(person, table, "board")
        found = await person.settled(await person.press(board, piece(board, "play.hand")))
        return await self.gone_on(person, found)

    async def gone_on(self, person: Person, hand: JSON) -> JSON:
        """Returns a hand with its question, after what was decided before it has been looked at."""
        found = next((each for each in pieces(hand) if each.startswith("play.on:")), None)
        return hand if found is None else await self.pressed(person, hand, found)

    async def more(self, person: Person, hand: JSON) -> JSON:
        """Returns the hand, or a replay, with what else it offers, in place of its question."""
        return await self.pressed(person, hand, next(each for each in pieces(hand) if is_more(each)))

    async def choose(self, person: Person, message: JSON, rng: random.Random) -> Outcome:
        """Choose something at random in a hand (private answer or direct message), and return the message after it."""
        await eventually(lambda: _asks(person.known.get(message["id"], message)))
        message = await self.gone_on(person, person.known.get(message["id"], message))
        if any(each.startswith("play.deal:") for each in pieces(message)):
            await person.press(message, piece(message, "play.deal"))  # a form: filled at random, then confirmed
            await self.done()
            await eventually(lambda: _asks(person.known[message["id"]]))
            message = person.known[message["id"]]
        if any(each.startswith("play.sure:") for each in pieces(message)):
            outcome = await person.press(message, piece(message, "play.sure"))  # confirmed despite a warning
            await self.done()
            return outcome
        menus = [each for each in selects(message) if each["custom_id"].startswith("play.pick:")]
        if menus:
            menu = rng.choice(menus)
            values = rng.sample([option["value"] for option in menu["options"]], menu["min_values"])
            outcome = await person.press(message, menu["custom_id"], values)
        else:
            words = onward(message)
            assert words, text_of(message)
            pressed = rng.choice(words)
            outcome = await person.press(message, pressed)
            _, table, _, said = pressed.split(":")
            *before, _ = said.split(".")
            if (await self.tables.looks.read(int(table), int(person.id))).choices(tuple(before)).together > 1:
                await self.done()  # two cards of a hand: a press each
                return await self.choose(person, person.known[message["id"]], rng)
        assert outcome.status in {"deferred", "updated"}, outcome
        await self.done()
        return outcome

    async def pressed(self, person: Person, message: JSON, custom_id: str) -> JSON:
        """Press, and return the message after it."""
        await person.press(message, custom_id)
        await self.done()
        return person.known[message["id"]]

    async def pressed_menu(self, person: Person, message: JSON, custom_id: str, value: str) -> JSON:
        """Choose one thing in a menu, and return the message after it."""
        await person.press(message, custom_id, [value])
        await self.done()
        return person.known[message["id"]]

    async def walk(self, person: Person, table: int, message: JSON, rng: random.Random) -> None:
        """Choose at random in a hand, question by question, until this person has played something."""
        before = await self._played(table, person)
        for _ in range(20):
            await self.choose(person, message, rng)
            if await self._played(table, person) != before:
                return
            message = person.known[message["id"]]
        raise AssertionError(f"no end to the walk: {pieces(message)}")

    async def _played(self, table: int, person: Person) -> int:
        """Returns how many moves the person has made or drafted; computer players may move meanwhile."""
        reading = await self.view(table, person)
        # Not their number: a choice that is changed takes the place of the one before.
        moves = await self.ask(
            "SELECT number FROM journal WHERE table_id = ? AND kind = 'move' AND seat = ?", table, reading.seat
        )
        drafted = 0 if reading.drafted_at is None else reading.info.stage - reading.drafted_at
        return max((number for (number,) in moves), default=0) + drafted

    async def spelled(self, person: Person, table: int, channel: str, rng: random.Random, line: str = "") -> str:
        """Returns a whole move that begins with `line`, word by word from the suggestions while it is typed."""
        while not (await self.tables.looks.read(table, int(person.id))).choices(tuple(line.split())).complete:
            offered = await person.autocomplete(channel, "zamki move", "move", move=f"{line} " if line else "")
            assert offered, line
            line = str(rng.choice(offered)["value"])
        return line

    def check(self) -> None:
        """Check what stands when a test is over: nobody sees code, and nobody is called by a letter."""
        own = self.sandbox.world.bot.id
        for message in self.sandbox.world.messages.values():
            if message.author_id == own:
                alts = [{"description": each.description} for each in message.attachments]
                found = list(broken([{"content": message.content}, message.embeds, message.components, alts]))
                assert not found, f"seen as code: {found}"
                shown = json.dumps([message.content, message.embeds, message.components, alts], ensure_ascii=False)
                found = before_names(shown, self.people)
                assert not found, f"people called by letters: {found}"

    async def done(self) -> None:
        """Wait until the bot has done everything that the interactions so far asked for, and everybody has received it."""
        await eventually(lambda: not self.busy)
        await self.heard()

    @property
    def busy(self) -> bool:
        """Whether the bot is answering an interaction."""
        return bool(self.bot._flight)


async def eventually(condition: Callable[[], Any], timeout: float = PATIENCE_SECONDS) -> None:  # noqa: ASYNC109
    """Wait until the condition (a function or coroutine function) holds."""
    async with asyncio.timeout(timeout):
        while True:
            loaded = condition()
            if asyncio.iscoroutine(loaded):
                loaded = await loaded
            if loaded:
                return
            await asyncio.sleep(0.01)


def is_more(custom_id: str) -> bool:
    """Whether a button shows what else a hand or a replay offers."""
    return custom_id.startswith("play.more") or custom_id.endswith("._more")


def _asks(message: JSON) -> bool:
    """Returns whether something can be chosen in it; nothing can while it is being changed."""
    return any(each.startswith(("play.pick:", "play.deal:", "play.sure:", "play.on:")) for each in pieces(message))


def pieces(message: JSON) -> list[str]:
    """Returns the custom ids of a message."""
    return [each["custom_id"] for each in (*buttons(message), *selects(message)) if each.get("custom_id")]


def piece(message: JSON, verb: str) -> str:
    """Returns the first custom id of this verb."""
    found = next((each for each in pieces(message) if each.startswith(f"{verb}:")), None)
    assert found is not None, f"no {verb} among {pieces(message)}"
    return found


def onward(message: JSON) -> list[str]:
    """Returns the buttons of a hand that choose something; those that only take a card back are left out."""
    found = [each["custom_id"] for each in buttons(message) if each.get("custom_id", "").startswith("play.pick:")]
    return [each for each in found if not any(other.startswith(f"{each}.") for other in found)]


def text_of(message: JSON) -> str:
    """Returns all text of a message, as people read it: a space that does not break a line is a space."""
    return "\n".join(texts(message)).replace("\u00a0", " ")


def says(key: str, language: str = "pl", **values: Any) -> str:
    """Returns a message with these values. Without values: its longest part that does not depend on any, for finding it in what
    is shown.
    """
    if values:
        return words(language)(key, **values)
    return max(re.split(r"\{[^}]*\}|\n", words(language)(key)), key=len).strip()


def begins(key: str, language: str = "pl", **values: Any) -> str:
    """Returns how a message begins, with these values, up to the first field that has none of them."""
    text = words(language)(key)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text.partition("{")[0].strip()


def mentions(text: str) -> list[str]:
    return re.findall(r"<@(\d+)>", text)


@contextlib.asynccontextmanager
async def world(where: str | Path, clock: MovableClock, pool: Pool, house: House, **options: Any) -> AsyncIterator[World]:
    # Discord waits three seconds for the first answer, and an answer 1.5 for its picture. Tests of that set it; the others
    # allow for a slow machine. Computer players answer in steps of half a second, so that nobody learns how long they thought.
    with pytest.MonkeyPatch.context() as patch:
        for module in WAITING_FOR_PICTURES:
            patch.setattr(f"{module}.PATIENCE_SECONDS", PATIENCE_SECONDS)
        patch.setattr("tables.bots.bots.TICK", 0.05)
        async with _world(where, clock, pool, house, **{"seconds": PATIENCE_SECONDS, **options}) as made:
            yield made


@contextlib.asynccontextmanager
async def _world(where: str | Path, clock: MovableClock, pool: Pool, house: House, **options: Any) -> AsyncIterator[World]:
    async with Sandbox(clock=clock, **options) as sandbox:
        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE = sandbox.api
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway)
        made = World(sandbox, where, pool, house)
        try:
            await made.open()
            yield made
            made.check()
        finally:
            await made.leave()
            await made.close()
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def play_out(
    world: World, table: int, people: list[Person], rng: random.Random, *, direct: bool = False, stages: int = 99
) -> None:
    """Everybody who owes a choice opens their hand (`direct`: in their direct messages) and chooses, stage by stage."""
    for _ in range(stages):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        owing = [person for person in people if seat_of(now, person) in now.pending]
        for person in rng.sample(owing, len(owing)):
            hand = await world.message(person, table, "hand", person) if direct else await world.hand(person, table)
            await world.choose(person, hand, rng)
        await eventually(functools.partial(world.moved_on, table, now.stage))
    await world.quiet()


def seat_of(table: TableInfo, person: Person) -> int | None:
    return next((number for number, seat in enumerate(table.seats) if str(seat.user) == person.id), None)

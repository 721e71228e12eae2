"""Presses per move of whole games, for each title: the real bot in the sandbox, and two people who take the shortest way
through the messages to moves that the computer player has chosen.

A button is one press. Choosing a line of a menu is two presses, or, if several are chosen together, one for each plus one to
open the menu and one to close it. Opening the hand counts, once a turn; so does going on from what was decided. What appears by
itself after a short while (the tile of Zamek) does not.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import random
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import engines
from engines.contract import Game, Move, Revealing
from render import renderers
from sandbox import MovableClock, Person
from sandbox.client import JSON, buttons, selects
from tests.support.blank_pictures import BlankPool
from tests.support.extra_games import House
from tests.support.world import World, eventually, seat_of, world

AIMS = {"rycerze": 3.0, "budowa": 2.0, "torres": 1.98, "zamek": 3.0, "rzymianie": 7.0}
"""Presses per move that a game should not exceed on average (Rzymianie: a form of six, and opening it; Torres: two for an
action, including those that open the hand each turn).
"""

Press = tuple[int, str, list[str]]
"""The number of presses it costs, the id pressed, and the chosen values."""


Seen: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Called with the message and the id that are about to be pressed."""


class Presser:
    """Makes moves by presses alone. `goes_on`: also in later turns it continues in the open hand, if that shows the question by
    itself.
    """

    def __init__(self, at: World, table: int, *, goes_on: bool = False, seen: Seen | None = None) -> None:
        self._world = at
        self._table = table
        self._goes_on = goes_on
        self._seen = seen
        self.pressed: tuple[str, str] = ("", "")
        """The message and the id pressed last."""
        self._open: dict[str, tuple[int, str]] = {}
        """By person: the turn in which their hand was opened, and the id of its message."""

    async def say(self, person: Person, move: Move) -> int:
        """Play a move. Returns the number of presses. Raises AssertionError if the messages do not lead to the move."""
        before = await self._world.version(self._table)
        now = (await self._world.view(self._table)).info
        ways = await self._ways(int(person.id), move)
        turn, at = self._open.get(person.name, (0, ""))
        message, taken = person.known.get(at), 0
        if message is not None and (go_on := await self._going_on(message, person, ways)):
            taken += 1  # what was decided has come to the open hand; the question follows there
            await person.press(message, go_on)
            await self._world.done()
            message = person.known[at]
        elif not self._goes_on and turn != now.turn:
            message = None
        if message is None or not await self._shortest(message, person, ways):
            message = await self._world.message(person, self._table, "board")
        for _ in range(30):
            cost, pressed, values = await self._shortest(message, person, ways) or self._opened(message)
            taken += cost
            if self._seen is not None:
                await self._seen(message["id"], pressed)
            self.pressed = message["id"], pressed
            answer = await person.press(message, pressed, values or None)
            await self._world.done()
            if pressed.startswith(("play.open:", "play.hand:", "play.turn:")):
                message = await person.settled(answer)
                if go_on := await self._going_on(message, person, ways):
                    taken += 1
                    await person.press(message, go_on)
                    await self._world.done()
                    message = person.known[message["id"]]
            if await self._world.version(self._table) != before:
                if not pressed.startswith("play.do:"):
                    self._open[person.name] = now.turn, message["id"]
                return taken
            message = person.known[message["id"]]
        raise AssertionError(f"no end to {move}")

    async def _ways(self, user: int, move: Move) -> list[Move]:
        """Returns the move in all orders in which it may be said."""
        for at in range(len(move)):
            together = (await self._world.tables.looks.read(self._table, user)).choices(move[:at]).together
            if together > 1:
                parts = itertools.permutations(move[at : at + together])
                return [(*move[:at], *part, *move[at + together :]) for part in parts]
        return [move]

    @staticmethod
    def _opened(message: JSON) -> Press:
        """Returns the press that opens the hand."""
        ids = [each.get("custom_id", "") for each in buttons(message)]
        return 1, next(each for verb in ("play.turn:", "play.hand:") for each in ids if each.startswith(verb)), []

    async def _shortest(self, message: JSON, person: Person, ways: list[Move]) -> Press | None:
        """Returns the press that says most of the move."""
        stage = (await self._world.view(self._table, person)).info.stage
        found: list[tuple[int, Press]] = []
        for said, press in self._offered(message, stage):
            for way in ways:
                reached = _reached(said, way)
                if reached or await self._turns(said, way, int(person.id)):
                    found.append((reached, press))
        return max(found, key=lambda each: (each[0], -each[1][0]))[1] if found else None

    async def _going_on(self, message: JSON, person: Person, ways: list[Move]) -> str:
        """Returns the id of the button that leads from what was decided to the question; "" if there is none, or no need."""
        found = next((each["custom_id"] for each in buttons(message) if each.get("custom_id", "").startswith("play.on:")), "")
        return "" if found and await self._shortest(message, person, ways) else found

    async def _turns(self, said: Move, way: Move, user: int) -> bool:
        """Returns whether this rotates a thing that has another rotation in the move."""
        before = said[:-1]
        if not before or before != way[: len(before)] or said == way[: len(said)]:
            return False
        return (await self._world.tables.looks.read(self._table, user)).choices(before).rotate

    def _offered(self, message: JSON, stage: int) -> Iterator[tuple[Move, Press]]:
        """Yields what each press of a message says, and the press."""
        for each in buttons(message):
            verb, _, rest = each.get("custom_id", "").partition(":")
            if verb in {"play.pick", "play.do", "play.open", "play.sure", "play.place"} and rest.startswith(
                f"{self._table}:{stage}:"
            ):
                yield _said(rest), (1, each["custom_id"], [])
        for each in selects(message):
            verb, _, rest = each["custom_id"].partition(":")
            if verb not in {"play.pick", "play.open", "play.do"} or not rest.startswith(f"{self._table}:{stage}:"):
                continue
            for values in itertools.combinations([option["value"] for option in each["options"]], each["min_values"]):
                cost = 2 if len(values) == 1 else len(values) + 2
                words = tuple(word for value in values for word in value.split(".")[1:])
                yield (*_said(rest), *words), (cost, each["custom_id"], list(values))


def _said(rest: str) -> Move:
    """Returns the words of an id, without the marks that only make ids different."""
    words = rest.split(":")[2].split(".")
    return tuple(word for word in words if word == "_" or not word.startswith("_"))


def _reached(said: Move, way: Move) -> int:
    """Returns how many words of the move this says; 0 if it says something else."""
    fits = len(said) <= len(way) and all(word in ("_", meant) for word, meant in zip(said, way, strict=False))
    return sum(word != "_" for word in said) if fits else 0


async def _whole_game(at: World, game: Game) -> dict[str, list[int]]:
    """Returns the presses of each move of a game, by its first word."""
    table, people = await at.started("Ada", "Borys", game=game.key)
    rng, presser, counted = random.Random(1), Presser(at, table), defaultdict(list)
    while (now := (await at.view(table)).info).state == "playing":
        for person in people:
            loaded = await at.loaded(table, person)
            seat, position = seat_of(now, person), loaded.position
            if seat is None or position is None or loaded.table.version != now.version or seat not in position.pending():
                continue
            if isinstance(game, Revealing) and game.reveal_move(position) is not None:
                await at.tables.moves.reveal(table, int(person.id))
                continue
            move = game.choose_move(position.view(seat), rng, game.levels[0])
            counted[move[0]].append(await presser.say(person, move))
        await eventually(functools.partial(_changed, at, table, now.version))
        await at.quiet()
    return counted


async def _changed(at: World, table: int, version: int) -> bool:
    return await at.version(table) != version


async def presses_of(game: Game) -> dict[str, list[int]]:
    """Like `_whole_game`, in a separate world."""
    pool = BlankPool(renderers())
    house = House(engines.games(), renderers())
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with world(Path(folder) / "zamki.db", MovableClock(), pool, house) as at:
                return await _whole_game(at, game)
    finally:
        pool.close()


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    for key, game in sorted(engines.games().items()):
        counted = asyncio.run(presses_of(game))
        everything = [count for counts in counted.values() for count in counts]
        yield f"{key}: presses a move, whole game (aim {AIMS.get(key, 3.0):g})", sum(everything) / len(everything), "presses"
        for word, counts in sorted(counted.items()):
            yield (
                f"{key}: presses of `{word}` ({len(counts)} times, {max(counts)} at most)",
                sum(counts) / len(counts),
                "presses",
            )

"""Whole games through the sandbox for people who get texts only, and decide from what they read."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping

from chat.cards.audiences import audience
from data.words import words
from sandbox.client import JSON, Person, buttons, images, texts
from tests.support.blind import Blind, book
from tests.support.world import World, eventually, piece, pieces

MOST = 40
"""Maximum pages; nobody reads more."""


async def pages(world: World, person: Person, message: JSON) -> list[str]:
    """Returns the board as text, all its pages, as opened from a hand or board; it has no pictures."""
    if any(each.startswith("play.more:") for each in pieces(message)):
        message = await world.more(person, message)
    said = await person.settled(await person.press(message, piece(message, "board.text")))
    found: list[str] = []
    while len(found) < MOST:
        assert not images(said)
        found.append(texts(said)[1])
        on = f":_{len(found)}"
        further = [each["custom_id"] for each in buttons(said) if each.get("custom_id", "").startswith("board.sheet:")]
        turn = next((each for each in further if each.endswith(on)), None)
        if turn is None:
            return found
        said = await world.pressed(person, said, turn)
    raise AssertionError(found)


async def play_through(
    world: World,
    blind: Blind,
    names: tuple[str, ...],
    *,
    language: str = "pl",
    seed: int = 1,
    variant: Mapping[str, str] | None = None,
    most: int = 10**6,
    every: int = 1,
) -> int:
    """Play a game among people who read, to its end (or for `most` moves), and check that they read what they may know. Each
    `every`-th time they read all pages as Discord shows them, else as they would be shown. Returns how many moves were typed.
    """
    rng = random.Random(seed)
    options = {"variant": " ".join(f"{key}={value}" for key, value in variant.items())} if variant else {}
    channel = {"pl": "gry", "en": "games"}[language]
    for name in names:
        await (await world.person(name)).change(locale=language)
    table, people = await world.lobby(*names, channel=channel, game=blind.game.key, **options)
    for person in people:
        await world.tables.people.set_preferences(int(person.id), display="text", dm=False)
    await world.tables.endings.set_look(table, int(people[0].id), "display", "text")
    await world.begin(table, people[0])
    for moves in range(most):
        if not await world.has_state(table, "playing"):
            assert not images(await world.message(people[0], table, "final"))
            return moves
        person = await world.mover(table, people)
        board = await world.message(person, table, "board")
        assert not images(board)
        reading = await world.view(table, person)
        assert reading.view is not None
        if moves % every:
            read = list(blind.renderer.pages(reading.view, audience(reading.info, words(language), safe=True)))
        elif blind.public:
            first, *further = await pages(world, person, board)
            seen = book(language)
            own = [line for line in first.splitlines() if seen.says("render.text.seat", line)]
            read = ["\n".join([texts(board)[1], *own]), *further]  # each person alone reads which seat is theirs
        else:
            hand = await person.settled(await person.press(board, piece(board, "play.hand")))
            assert not images(hand)
            read = await pages(world, person, hand)
        mine = blind.rebuilt(reading.view, read, language, tuple(seat.name for seat in reading.info.seats))
        version = await world.version(table)
        line = " ".join(blind.decide(mine, rng))
        answer = await person.settled(await person.command(channel, "zamki move", move=line, table=str(table)))
        await world.done()
        assert await world.version(table) != version, (line, texts(answer))
        await eventually(functools.partial(_told, world))
    return most


async def _told(world: World) -> bool:
    await world.quiet()
    return True

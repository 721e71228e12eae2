"""Two deals of Budowa zamku that differ only in the cards put back, and everything of a game that still stands."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

import aiohttp

from engines import games
from engines.budowa.position import BudowaPosition
from sandbox import Person
from sandbox.client import JSON, images
from tests.support.world import World

BUDOWA = games()["budowa"]

ANYWAY = (
    (r"\b[0-9a-f]{64}\b|\b[0-9a-f]{12}(?=…)", "COMMITMENT"),
    (r"127\.0\.0\.1:\d+", "HOST"),
    (r"\d{17,}", "ID"),
    (r'(?<="id": )\d{10}\b', "MARK"),
)
"""What differs from one sandbox to the next and tells nothing."""

SCRIPT = (("a1", "build"), ("b1", "back"), ("c1", "back"), ("d1", "back"), ("e1", ""), ("b2", "back"), ("c1", "back"))
"""Spots turned in turns, and what is decided; "": what was turned has to go back, without a decision."""


def dealt(number: int) -> tuple[bytes, tuple[int, list[int]] | None]:
    """A seed, and if the script can be played with it: the card built and those put back."""
    seed = hashlib.sha256(b"memory%d" % number).digest()[:16]
    position = BUDOWA.start(2, {}, seed)
    assert isinstance(position, BudowaPosition)
    built = 0
    back: list[int] = []
    for spot, decision in SCRIPT:
        position.play(position.active, ("flip", spot))
        if bool(decision) != position.deciding or (decision == "back" and position.falls_out()):
            return seed, None
        card = position.grid[position.up]
        built, back = (card, back) if decision == "build" else (built, [*back, card])
        if decision:
            position.play(position.active, (decision,))
    return seed, (built, back)


def twins() -> tuple[bytes, bytes, list[int], list[int]]:
    """Two seeds with which the script builds the same card and puts back others, and what each puts back."""
    known: dict[int, tuple[bytes, list[int]]] = {}
    for number in range(20_000):
        seed, fits = dealt(number)
        if fits is None:
            continue
        built, back = fits
        if built in known and not set(known[built][1]) & set(back):
            return known[built][0], seed, known[built][1], back
        known.setdefault(built, (seed, back))
    raise AssertionError("no twins")


def standing(world: World) -> list[str]:
    """Everything the bot ever sent that still stands, for anybody: words, components, ids, alt texts, names of files, files."""
    found = []
    for message in world.sandbox.world.messages.values():
        if message.author_id != world.sandbox.world.bot.id:
            continue
        files = [(each.filename, each.description, hashlib.sha256(each.data).hexdigest()) for each in message.attachments]
        shown = json.dumps(
            [message.addressee, message.content, message.embeds, message.components, files, message.flags],
            ensure_ascii=False,
            default=str,
        )
        for pattern, name in ANYWAY:
            shown = re.sub(pattern, name, shown)
        found.append(shown)
    return found


def told_to(people: list[Person]) -> Iterator[JSON]:
    """Every message as it ever reached anybody, in whatever state it was then."""
    for person in people:
        yield from (news["d"] for news in person.news if news["t"] in {"message", "edit"})


async def reachable(people: list[Person]) -> set[str]:
    """The pictures (hashes) that any address ever shown to anybody still gives."""
    found = set()
    reader = people[0]
    for url in {image["url"] for message in told_to(people) for image in images(message)}:
        try:
            found.add(hashlib.sha256(await reader.fetch(url)).hexdigest())
        except aiohttp.ClientResponseError:
            continue  # gone
    return found


async def shown_pictures(world: World) -> list[bytes]:
    """The pictures that stand on messages now."""
    return [each.data for message in world.sandbox.world.messages.values() for each in message.attachments]

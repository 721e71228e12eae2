"""Taps per move on the page where people play, for each title: two people who take the shortest way to moves that the computer
player has chosen. A place that means several things costs two taps; going on from what was decided costs none, as in
`bench.presses` nothing does that appears by itself.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import engines
from asking.asker import Asker
from asking.budget import RateLimiter
from asking.moments import Moments
from engines.contract import Game, Move
from tables.model.people import Person
from tables.model.table_info import Place
from tables.rules.reading import Reading
from tables.service import play_actions
from tests.support.asked_play import asker_on
from web.own_page import OwnPage, PageStep
from web.playing import Playing, Sent

ADA, BORYS = Person(11, "Ada"), Person(12, "Borys")

MOVES = 60
"""Moves of each game that are counted."""


class Tapper:
    """Somebody on the page of a session."""

    def __init__(self, asker: Asker, table: int, token: str) -> None:
        self._playing = Playing(asker, Moments())
        self._asker, self._table, self._token = asker, table, token
        self._sent = 0

    async def page(self) -> OwnPage:
        """Returns the page, past what was decided."""
        page = await self._send(PageStep("", act="see"))
        while (on := next((step for step in page.steps if step.act == "on"), None)) is not None:
            page = await self._send(on, page.stage)
        return page

    async def say(self, reading: Reading, move: Move) -> int:
        """Play a move. Returns the number of taps."""
        together = any(reading.choices(move[:at]).together > 1 for at in range(len(move)))
        page, taps = await self.page(), 0
        while (await self._asker.tables.looks.table_info(self._table)).version == reading.info.version:
            offered = [(step, 1 + (len(place.steps) > 1)) for place in page.places for step in place.steps]
            offered += [(step, 1) for step in page.steps if step.act not in {"back", "plan", "less"}]
            step, cost = max(offered, key=lambda each: (_reached(each[0], move, page, together=together), -each[1]))
            taps += cost
            page = await self._send(step, page.stage)
        return taps

    async def _send(self, step: PageStep, stage: int = -1) -> OwnPage:
        self._sent += 1
        sent = Sent(step.act, stage, step.say, nonce=f"{self._token[:30]} {self._sent}")
        return (await self._playing.act(self._token, sent, "en", "dark")).own


def _reached(step: PageStep, move: Move, page: OwnPage, *, together: bool) -> int:
    """Returns how far towards the move a step leads: negative, if it leads elsewhere; 0, if it turns what is said already."""
    said = tuple(word for word in step.say if word != "_")
    if together:
        fits = Counter(said) <= Counter(move) and not step.marked
    else:
        fits = len(step.say) <= len(move) and all(word in {"_", meant} for word, meant in zip(step.say, move, strict=False))
    if fits:
        return 2 * len(said) + (step.act in {"done", "sure"})
    return 0 if len(step.say) == len(page.said) and step.say[:-1] == page.said[:-1] else -1


async def taps_of(game: Game) -> dict[str, list[int]]:
    """Returns the taps of each move, by its first word."""
    rng, counted = random.Random(1), defaultdict[str, list[int]](list)
    play_actions.SHOWING = 0.0  # no channel shows anything here
    with tempfile.TemporaryDirectory() as folder:
        async with asker_on(Path(folder) / "zamki.db", token=bytes) as asker:
            asker.acts = RateLimiter(burst=100_000)
            tables = asker.tables
            table = (await tables.lobbies.open_table(ADA, Place(1, 2), game.key, language="en", pace="daily")).info.id
            await tables.lobbies.join(table, BORYS)
            await tables.lobbies.start(table, ADA.user)
            people = {}
            for person in (ADA, BORYS):
                token, _ = await tables.pages.begin(await tables.pages.make_key(table, person.user))
                people[person.user] = Tapper(asker, table, token)
            while (info := await tables.looks.table_info(table)).state == "playing" and sum(map(len, counted.values())) < MOVES:
                user = info.seats[info.pending[0]].user or 0
                await people[user].page()
                reading = await tables.looks.read(table, user)
                if reading.view is None or reading.seat not in reading.info.pending:
                    continue
                move = game.choose_move(reading.view, rng, game.levels[0])
                counted[move[0]].append(await people[user].say(reading, move))
    return counted


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    for key, game in sorted(engines.games().items()):
        counted = asyncio.run(taps_of(game))
        everything = [count for counts in counted.values() for count in counts]
        yield f"{key}: taps a move on the page", sum(everything) / len(everything), "taps"
        for word, counts in sorted(counted.items()):
            yield f"{key}: taps of `{word}` ({len(counts)} times, {max(counts)} at most)", sum(counts) / len(counts), "taps"

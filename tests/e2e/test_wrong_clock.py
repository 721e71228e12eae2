"""A computer whose clock is not Discord's: tokens live as long as they do, and the log says that the clock is wrong."""

from __future__ import annotations

import logging
import random

import pytest

from data import telemetry
from sandbox import MovableClock
from tests.support.world import World, eventually, piece, text_of

AHEAD = 20 * 60.0
"""Seconds by which the computer's clock is ahead of Discord's."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovableClock:
    monkeypatch.setattr(telemetry, "_apart", 0.0)
    return MovableClock(-AHEAD)


@pytest.mark.long
async def test_an_open_hand_follows_the_game_all_the_same(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table, people = await world.started("Ada", "Borys", game="torres")
    mover = await world.mover(table, people)
    hand = await world.hand(mover, table)
    assert world.bot.app.live_replies.alive(table, int(mover.id), "hand") is not None
    before = text_of(hand)
    said: tuple[str, ...] = ()
    while not (choices := (await world.tables.looks.read(table, int(mover.id))).choices(said)).complete:
        said = (*said, *choices.words[: choices.together])
    await world.tables.moves.play(table, int(mover.id), said)
    await eventually(lambda: text_of(mover.known[hand["id"]]) != before, 15.0)
    warned = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING and "clock" in each.getMessage()]
    assert warned == ["this computer's clock and Discord's are +1200 s apart: set it, or deadlines are shown wrong"], "once"


@pytest.mark.long
async def test_a_replay_plays_by_itself(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="torres")
    rng = random.Random(1)
    for _ in range(2):
        mover = await world.mover(table, people)
        await world.walk(mover, table, await world.hand(mover, table), rng)
    await world.tables.endings.resign(table, int(people[0].id))
    await world.tables.endings.claim(table, int(people[1].id))
    final = await world.message(people[1], table, "final")
    shown = await people[1].settled(await people[1].press(final, piece(final, "replay.open")))
    await people[1].press(shown, piece(shown, "replay.play"))
    await world.done()
    first = text_of(people[1].known[shown["id"]])
    await eventually(lambda: text_of(people[1].known[shown["id"]]) != first, 15.0)

"""Nobody is late for time in which the bot could not answer them: Discord is away while the process lives, and comes back."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.gateway import Closing
from tables.time.presence import MOMENT_SECONDS
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually

START = 1_796_000_000.0
MINUTE = 60.0

LATE = "SELECT kind FROM journal WHERE kind IN ('overdue', 'stand-in', 'computer', 'gave-up')"


@contextlib.contextmanager
def away(world: World, *, gateway: bool = True, requests: bool = True) -> Iterator[None]:
    """Discord accepts no connection, answers no request, or both."""
    server = world.sandbox.gateway_server

    def refused(*_: Any) -> Any:
        raise Closing(4000, "")

    with pytest.MonkeyPatch.context() as broken:
        if gateway:
            broken.setattr(server, "_identify", refused)
            broken.setattr(server, "_resume", refused)
            world.sandbox.fault("drop_gateway", how="close")
        fault = world.sandbox.fault("status", times=-1, status=503) if requests else None
        yield
        if fault is not None:
            world.sandbox.faults.due.remove(fault)


@pytest.mark.parametrize(
    ("gateway", "requests"),
    [
        pytest.param(True, True, id="both"),
        pytest.param(True, False, id="gateway", marks=pytest.mark.long),
        pytest.param(False, True, id="requests", marks=pytest.mark.long),
    ],
)
async def test_nobody_is_late_while_discord_is_away(
    world: World, monkeypatch: pytest.MonkeyPatch, gateway: bool, requests: bool
) -> None:
    monkeypatch.setattr("service.reach.ANSWERED_SECONDS", 0.0)  # what passes here are minutes, whatever a real clock says
    clock = await world.at_time(START)
    table, people = await world.started("Ada", "Borys", game="torres", pace="live")
    await world.quiet()
    await clock.advance(MINUTE)
    before = (await world.view(table)).info
    assert before.deadline == START + 5 * MINUTE
    with away(world, gateway=gateway, requests=requests):
        await eventually(lambda: not (gateway and world.bot.connected))
        for _ in range(40):
            await clock.advance(MINUTE)
            assert await world.ask(LATE) == []
        assert not world.bot.can_answer(), "and the health check says so"
    await eventually(lambda: _put_off(world, table, clock), 60.0)
    now = (await world.view(table)).info
    assert now.deadline is not None
    assert now.deadline == pytest.approx(START + 45 * MINUTE, abs=MOMENT_SECONDS + 1)
    assert await world.ask(LATE) == []
    assert not any(seat.resigned for seat in now.seats)
    assert world.bot.can_answer()
    await world.later(now.deadline - clock.now() - 1)
    assert await world.ask(LATE) == []
    mover = await world.mover(table, people)
    await world.walk(mover, table, await world.hand(mover, table), random.Random(1))
    stage = (await world.view(table)).info.stage
    await world.later(6 * MINUTE)
    await eventually(lambda: world.moved_on(table, stage))
    assert (await world.ask(LATE))[0] == ("overdue",), "and from then on clocks run as ever"


async def _put_off(world: World, table: int, clock: ManualClock) -> bool:
    await clock.advance(1.0)
    return (await world.view(table)).info.deadline != START + 5 * MINUTE

"""Games in which what was shown vanishes again: computer players remember their share, and leave people time to look."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from engines import games
from engines.budowa.rules import GLANCE
from engines.budowa.view import BudowaView
from engines.contract import Fleeting, Move, View
from tables.bots.bots import POSTING_SECONDS
from tables.rules.reading import Reading
from tables.service.service import TableService
from tests.support.manual_clock import ManualClock, settle
from tests.tables.conftest import ANNA, BORYS, HERE

BUDOWA = games()["budowa"]


class Listening:
    """Computer players in this process, which keep what they were sent."""

    def __init__(self) -> None:
        self.sent: list[View] = []

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        self.sent.append(view)
        return games()[game].choose_move(view, random.Random(seed), level)

    async def close(self) -> None:
        pass


class Sitting:
    """Anna against a computer player, a clock that stands still, and nobody who posts until `post` is said."""

    def __init__(self, tables: TableService, store: SqliteStore, clock: ManualClock, bots: Listening) -> None:
        self.tables, self.store, self.clock, self.bots = tables, store, clock, bots
        self.table = 0

    async def begin(self, level: str) -> None:
        reading = await self.tables.lobbies.open_table(ANNA, HERE, "budowa", {}, language="pl")
        self.table = reading.info.id
        await self.tables.lobbies.add_computer(self.table, ANNA.user, level)
        await self.tables.lobbies.arrange(self.table, ANNA.user, [0, 1])
        await self.tables.lobbies.start(self.table, ANNA.user)
        await self.post()

    async def view(self) -> Reading:
        await settle()
        return await self.tables.looks.read(self.table, ANNA.user)

    async def say(self, *words: str, user: int = ANNA.user) -> None:
        for line in words:
            await self.tables.moves.play(self.table, user, tuple(line.split()))

    async def turn(self, spot: str) -> None:
        """Anna turns a card and puts it back if she may decide."""
        await self.say(f"flip {spot}")
        if (await self.view()).info.pending == (0,) and (await self.view()).choices().words == ("build", "back"):
            await self.say("back")

    async def post(self) -> None:
        """Everything that is to be posted now is posted."""
        outbox = self.tables.outbox
        while await self.store.read("SELECT 1 FROM outbox WHERE due <= ?", (self.clock.now(),)):
            row = await outbox.next()
            if row.kind == "cover":
                await self.tables.show_again(row.subject)
            await outbox.mark_done(row)

    async def until(self, reached: Callable[[BudowaView], bool]) -> BudowaView:
        for _ in range(300):
            view = (await self.view()).view
            assert isinstance(view, BudowaView)
            if reached(view):
                return view
            await self.clock.advance(1.0)
            await asyncio.sleep(0)
        raise AssertionError("it does not come to that")


@pytest.fixture
async def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sitting]:
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)
    store, clock, bots = await SqliteStore.open(tmp_path / "zamki.db"), ManualClock(), Listening()
    tables = await TableService.open(store, clock=clock, games=games(), bots=bots, token=lambda n: bytes(range(n)))
    yield Sitting(tables, store, clock, bots)
    await tables.close()
    await store.close()


def open_card(view: BudowaView) -> bool:
    return view.active == 1 and view.ask == "decide"


def test_only_games_that_forget_are_fleeting() -> None:
    assert [key for key, game in games().items() if isinstance(game, Fleeting)] == ["budowa"]


@pytest.mark.long
async def test_people_have_time_to_look_at_a_computers_card(sitting: Sitting) -> None:
    await sitting.begin("normal")
    await sitting.turn("a1")
    view = await sitting.until(open_card)
    await sitting.post()
    await sitting.clock.advance(1.0)  # it looks again whether the board has been posted
    await sitting.clock.advance(BUDOWA.linger(view) - 0.5)  # type: ignore[attr-defined]
    assert open_card((await sitting.view()).view)  # type: ignore[arg-type]
    await sitting.clock.advance(1.0)
    assert not open_card((await sitting.view()).view)  # type: ignore[arg-type]


@pytest.mark.long
async def test_it_waits_for_the_board_to_be_posted_but_not_forever(sitting: Sitting) -> None:
    await sitting.begin("normal")
    await sitting.turn("a1")
    await sitting.until(open_card)
    for _ in range(POSTING_SECONDS - 2):
        await sitting.clock.advance(1.0)
    assert open_card((await sitting.view()).view)  # type: ignore[arg-type]
    for _ in range(10):
        await sitting.clock.advance(1.0)
    assert not open_card((await sitting.view()).view)  # type: ignore[arg-type]


async def test_only_the_computer_player_gets_what_it_remembers(sitting: Sitting) -> None:
    await sitting.begin("hard")
    for spot in ("a1", "a2", "a3", "a4", "a5", "a6"):
        view = await sitting.until(lambda view: view.active == 0 or view.over)
        if view.over or spot not in view.board.spots:
            continue
        await sitting.turn(spot)
        await sitting.post()
    await sitting.until(lambda view: view.active == 0 or view.over)
    assert any(view.board.notes for view in sitting.bots.sent if isinstance(view, BudowaView))
    assert all(isinstance(view, BudowaView) and view.seat == 1 for view in sitting.bots.sent)
    for user in (ANNA.user, None):
        seen = (await sitting.tables.looks.read(sitting.table, user)).view
        assert isinstance(seen, BudowaView)
        assert seen.board.notes == () or seen.over


# -- what goes by itself ------------------------------------------------------------------------------------------------------


async def going_back(sitting: Sitting, pace: str = "none") -> BudowaView:
    """Anna and Borys turn cards until one has to go back by itself; nothing of it has been posted yet."""
    reading = await sitting.tables.lobbies.open_table(ANNA, HERE, "budowa", {}, language="pl", pace=pace)
    sitting.table = reading.info.id
    await sitting.tables.lobbies.join(sitting.table, BORYS)
    await sitting.tables.lobbies.start(sitting.table, ANNA.user)
    for spot in (f"{row}{column}" for row in "abcde" for column in range(1, 10)):
        await sitting.post()
        await sitting.say(f"flip {spot}", user=await mover(sitting))
        view = await shown(sitting)
        if view.open is not None and view.open.decided:
            return view
        if view.can:
            await sitting.post()
            await sitting.say(view.can[0], user=await mover(sitting))
    raise AssertionError("none has to go back")


async def mover(sitting: Sitting) -> int:
    table = (await sitting.tables.looks.read(sitting.table)).info
    return table.seats[table.pending[0]].user or 0


async def shown(sitting: Sitting) -> BudowaView:
    """The view of everybody's board."""
    reading = await sitting.tables.looks.read(sitting.table, fleeting=True)
    view = reading.fleeting or reading.view
    assert isinstance(view, BudowaView)
    return view


@pytest.mark.long
async def test_a_glance_begins_when_its_card_is_posted(sitting: Sitting) -> None:
    view = await going_back(sitting)
    assert view.open is not None
    for user in (None, ANNA.user, BORYS.user):
        reading = await sitting.tables.looks.read(sitting.table, user)
        assert reading.fleeting is None
        assert isinstance(reading.view, BudowaView)
        assert reading.view.open is None, "it is for the board alone"
    await sitting.clock.advance(3600)
    assert (await shown(sitting)).open == view.open, "nobody has seen it yet"
    await sitting.post()
    await sitting.clock.advance(GLANCE - 1)
    await sitting.post()
    assert (await shown(sitting)).open == view.open
    await sitting.clock.advance(2)
    await sitting.tables.endings.cancel(sitting.table, ANNA.user)
    assert (await shown(sitting)).open == view.open, "the sender has not taken it away yet"
    await sitting.post()
    assert (await shown(sitting)).open is None


@pytest.mark.long
async def test_nobody_makes_the_glance_last_longer(sitting: Sitting) -> None:
    view = await going_back(sitting)
    await sitting.post()
    for _ in range(int(GLANCE) + 1):
        await sitting.clock.advance(1.0)
        await sitting.tables.show_again(sitting.table)  # a board to be posted each time
        await sitting.post()
    assert (await shown(sitting)).open is None
    await sitting.tables.show_again(sitting.table)
    assert (await shown(sitting)).open is None
    assert view.open is not None


async def test_at_a_slow_pace_it_stays_until_the_next_person_looks(sitting: Sitting) -> None:
    view = await going_back(sitting, "day")
    following = await mover(sitting)
    await sitting.post()
    await sitting.clock.advance(3600)
    await sitting.post()
    await sitting.tables.moves.note_looked(sitting.table, ANNA.user if following == BORYS.user else BORYS.user)
    await sitting.post()
    await sitting.clock.advance(GLANCE + 1)
    await sitting.post()
    assert (await shown(sitting)).open == view.open, "only somebody else has looked"
    await sitting.tables.moves.note_looked(sitting.table, following)
    await sitting.post()
    assert (await shown(sitting)).open == view.open, "for a glance more"
    for _ in range(int(GLANCE) + 1):
        await sitting.clock.advance(1.0)
        await sitting.tables.moves.note_looked(sitting.table, following)
        await sitting.post()
    assert (await shown(sitting)).open is None, "nobody makes it last longer"


@pytest.mark.long
async def test_where_a_move_may_take_days_it_goes_with_the_next_move(sitting: Sitting) -> None:
    view = await going_back(sitting, "day")
    assert view.open is not None
    lay = view.open.spot
    await sitting.post()
    await sitting.say(f"flip {next(spot for spot in view.board.spots if spot != lay)}", user=await mover(sitting))
    now = (await shown(sitting)).open
    assert now is None or now.spot != lay


@pytest.mark.long
async def test_it_holds_up_nothing_else_that_is_to_be_told(sitting: Sitting) -> None:
    await going_back(sitting)
    await sitting.post()
    await sitting.tables.endings.resign(sitting.table, BORYS.user)
    row = await asyncio.wait_for(sitting.tables.outbox.next(), 60)
    assert row.kind == "board"


@pytest.mark.long
async def test_a_decision_waits_until_all_have_seen_the_card(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    await sitting.begin("easy")
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 300.0)
    await sitting.say("flip a1")
    deciding = asyncio.create_task(sitting.say("back"))
    await asyncio.sleep(0.2)
    assert not deciding.done(), "the board with the card has not been posted"
    await sitting.post()
    await asyncio.wait_for(deciding, 60)

"""What was put back is shown no longer than it must be, whatever happens to the bot or to Discord."""

from __future__ import annotations

import hashlib
import logging
import re
import time

import pytest

from engines.budowa.rules import GLANCE, BudowaGame
from sandbox import MovableClock, Person
from sandbox.client import JSON, buttons, images
from tests.games.budowa.deals import SCRIPT, reachable, shown_pictures, standing, twins
from tests.games.budowa.pressing import chosen, shown_open, turned, view_of
from tests.support.luck import Dealt
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.world import World, piece, pieces, text_of

FORCED = next(at for at, (_, decision) in enumerate(SCRIPT) if not decision)
"""The turn of the script whose card has to go back by itself; the card before (DECIDED) is decided about."""
DECIDED = FORCED - 1

POST = {"method": "POST", "path": r"/channels/\d+/messages$"}
EDIT = {"method": "PATCH", "path": r"/channels/\d+/messages/\d+$"}
DELETION = {"method": "DELETE", "path": r"/channels/\d+/messages/\d+$"}


class Table:
    """Ada and Chloe play the script of the memory test; the table service's hours pass only when a test says so."""

    def __init__(self, world: World, hours: ManualClock, number: int, people: list[Person]) -> None:
        self.world, self.hours, self.number, self.people = world, hours, number, people
        self.before: set[str] = set()
        self.telling: set[str] = set()
        self.card = 0

    async def say(self, turn: int, *words: str) -> None:
        await self.world.tables.moves.play(self.number, int(self.people[turn % 2].id), words)

    async def up_to(self, turn: int) -> None:
        """Everything before this turn of the script, and its flip."""
        for at, (spot, decision) in enumerate(SCRIPT[:turn]):
            await self.say(at, "flip", spot)
            await self.world.quiet()
            await self.say(at, decision)
            await self.world.quiet()
        self.before = set(standing(self.world))
        await self.say(turn, "flip", SCRIPT[turn][0])

    async def open(self, turn: int) -> None:
        """The script up to this turn's card, which all can see."""
        await self.up_to(turn)
        await self.world.quiet()
        await self.seen()

    async def seen(self) -> None:
        opened = (await view_of(self.world, self.number)).open
        assert opened is not None
        names = re.compile(rf"{opened.spot.upper()}: {opened.number}(?!\d)")
        self.telling = {each for each in standing(self.world) if each not in self.before and names.search(each)}
        assert len(self.telling) == 1, "the board shows it, and nothing else does"

    def shows(self) -> bool:
        """Whether what showed the card stands as it did."""
        return bool(self.telling & set(standing(self.world)))

    async def gone(self) -> None:
        assert not self.shows()
        for person in self.people:
            for channel in ("gry", await person.dm()):
                assert not [card for each in await person.messages(channel, peek=True) for card in shown_open(each)]
        stored = {hashlib.sha256(each).hexdigest() for each in await shown_pictures(self.world)}
        assert await reachable(self.people) <= stored

    async def told(self) -> None:
        """Let time pass until everything has been told."""
        for _ in range(40):
            await self.hours.advance(5.0)
            try:
                await self.world.quiet(0.2)
            except TimeoutError:
                continue
            return
        raise AssertionError("something is never told")

    async def board(self) -> JSON:
        return await self.world.message(self.people[0], self.number, "board")


@pytest.fixture
async def table(world: World) -> Table:
    hours = ManualClock(time.time(), patience=ELSEWHERE)
    world.luck, world.time = Dealt(twins()[0]), hours
    await world.restart()
    number, people = await world.lobby("Ada", "Chloe", game="budowa")
    await world.tables.lobbies.arrange(number, int(people[0].id), [0, 1])
    await world.tables.lobbies.start(number, int(people[0].id))
    await world.quiet()
    return Table(world, hours, number, people)


# -- a card that has to go back by itself -------------------------------------------------------------------------------------


@pytest.mark.long
async def test_it_is_gone_after_a_glance(table: Table) -> None:
    await table.open(FORCED)
    await table.hours.advance(GLANCE - 1)
    await table.world.quiet()
    assert table.shows()
    await table.hours.advance(2)
    await table.world.quiet()
    await table.gone()
    assert (await view_of(table.world, table.number)).open is None
    # The board is as it always is, and the next card is turned there.
    await turned(table.world, table.people[(FORCED + 1) % 2], table.number, "b2")
    assert (await view_of(table.world, table.number)).open is not None


@pytest.mark.long
async def test_no_private_answer_shows_it_even_while_it_is_to_be_seen(table: Table) -> None:
    await table.open(FORCED)
    for person in table.people:
        board = await table.board()
        for verb in ("play.hand", "board.text"):
            answer = await person.settled(await person.press(board, piece(board, verb)))
            assert not list(shown_open(answer))
        answer = await person.settled(await person.command("gry", "zamki board", table=str(table.number)))
        assert not list(shown_open(answer))
    assert table.shows()


@pytest.mark.long
async def test_the_next_flip_takes_it_away_at_once(table: Table) -> None:
    await table.open(FORCED)
    await turned(table.world, table.people[(FORCED + 1) % 2], table.number, "b2")
    assert not table.shows()
    assert not await table.world.ask("SELECT 1 FROM outbox"), "nothing is to be taken away any more"


@pytest.mark.long
@pytest.mark.parametrize("down", [0.0, pytest.param(3600.0, marks=pytest.mark.long)])
async def test_a_restart_does_not_keep_it(table: Table, down: float) -> None:
    """Restarted during the glance, or down until long after."""
    await table.open(FORCED)
    await table.world.close()
    await table.hours.advance(down)
    await table.world.open()
    if not down:
        await table.world.quiet()
        assert table.shows(), "the glance is not over"
        await table.hours.advance(GLANCE + 1)
    await table.world.quiet()
    await table.gone()


@pytest.mark.long
async def test_the_glance_begins_when_the_board_is_there(table: Table) -> None:
    await table.up_to(FORCED - 1)
    await table.world.quiet()
    for kind in (POST, EDIT):  # the board's message may go on: it is then edited
        table.world.sandbox.fault("status", times=-1, status=503, **kind)
    await table.say(FORCED - 1, "back")
    await table.say(FORCED, "flip", SCRIPT[FORCED][0])
    for _ in range(10):
        await table.hours.advance(30)
    table.world.sandbox.faults.clear()
    await table.told()
    await table.seen()
    await table.hours.advance(GLANCE + 1)
    await table.world.quiet()
    await table.gone()


# -- Discord refuses what should take its place -------------------------------------------------------------------------------


ROW = 3
"""Attempts at a row that is refused."""


@pytest.fixture
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn has a message of its own, as the last turn of a row has it."""
    monkeypatch.setattr(BudowaGame, "turns_a_board", 0)


@pytest.mark.long
@pytest.mark.usefixtures("_apart")
async def test_a_refused_edit_is_made_as_text(table: Table) -> None:
    await table.open(DECIDED)
    board = await table.board()
    table.world.sandbox.fault("status", times=1, status=400, **EDIT)
    await table.say(DECIDED, "back")
    await table.world.quiet()
    await table.gone()
    left = await table.people[0].until(lambda message: message["id"] == board["id"] and not images(message))
    assert text_of(left)


@pytest.mark.long
@pytest.mark.usefixtures("_apart")
async def test_an_edit_refused_for_good_leaves_the_end_of_the_turn(table: Table) -> None:
    await table.open(DECIDED)
    board = await table.board()
    table.world.sandbox.fault("status", times=ROW, status=400, **EDIT)
    await table.say(DECIDED, "back")
    await table.world.quiet()
    await table.gone()
    await table.people[0].until(lambda message: message["id"] == board["id"] and "rozegrana" in text_of(message))
    await table.gone()
    assert (await table.board())["id"] != board["id"], "the game goes on below"


@pytest.mark.long
async def test_where_no_edit_is_taken_the_message_is_deleted(table: Table) -> None:
    await table.open(DECIDED)
    board = await table.board()
    table.world.sandbox.fault("status", times=ROW + 1, status=400, **EDIT)
    await table.say(DECIDED, "back")
    await table.world.quiet()
    await table.gone()
    assert int(board["id"]) not in table.world.sandbox.world.messages


@pytest.mark.long
async def test_what_is_refused_for_now_is_tried_until_it_is_taken(table: Table) -> None:
    await table.open(DECIDED)
    board = await table.board()
    table.world.sandbox.fault("status", times=-1, status=400, **EDIT)
    table.world.sandbox.fault("status", times=4, status=503, **DELETION)
    await table.say(DECIDED, "back")
    await table.told()
    await table.gone()
    assert int(board["id"]) not in table.world.sandbox.world.messages
    table.world.sandbox.faults.clear()
    await turned(table.world, table.people[FORCED % 2], table.number, "b2")


@pytest.mark.long
async def test_an_old_message_is_deleted_when_it_can_be(table: Table) -> None:
    await table.open(DECIDED)
    board = await table.board()
    table.world.sandbox.fault("edit_too_old", times=-1, message=board["id"])
    table.world.sandbox.fault("status", times=2, status=503, **DELETION)
    await table.say(DECIDED, "back")
    await table.told()
    await table.gone()
    assert int(board["id"]) not in table.world.sandbox.world.messages


@pytest.mark.long
async def test_out_of_reach_it_stays_until_the_channel_opens(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    await table.open(DECIDED)
    channel = (await table.world.view(table.number)).info.place.channel
    for lost in ("SEND_MESSAGES", "VIEW_CHANNEL"):
        table.world.sandbox.fault("lost_permission", times=-1, channel=str(channel), permission=lost)
    with caplog.at_level(logging.ERROR, "chat.outbox.fleeting"):
        await table.say(DECIDED, "back")
        await table.world.quiet()
    assert table.shows(), "nothing can be done about it"
    assert "cannot hide an expired card" in caplog.text
    table.world.sandbox.faults.clear()
    await table.say(FORCED, "flip", SCRIPT[FORCED][0])
    await table.world.quiet()
    assert not table.shows()
    await table.hours.advance(GLANCE + 1)
    await table.world.quiet()
    await table.gone()


@pytest.mark.long
async def test_game_continues_without_a_picture_after_a_glance(table: Table) -> None:
    await table.open(FORCED)
    board = await table.board()
    table.world.sandbox.fault("status", times=ROW, status=400, **EDIT)
    await table.hours.advance(GLANCE + 1)
    await table.world.quiet()
    await table.gone()
    bare = await table.board()
    assert bare["id"] == board["id"]
    assert not images(bare)
    next_one = table.people[(FORCED + 1) % 2]
    hand = await next_one.settled(await next_one.press(bare, piece(bare, "play.turn")))
    await next_one.press(hand, *chosen(hand, "b2"))
    await table.world.done()
    assert (await view_of(table.world, table.number)).open is not None


@pytest.mark.long
async def test_a_deleted_board_is_posted_again_after_a_glance(table: Table) -> None:
    await table.open(FORCED)
    board = await table.board()
    table.world.sandbox.fault("status", times=ROW + 1, status=400, **EDIT)
    await table.hours.advance(GLANCE + 1)
    await table.world.quiet()
    await table.gone()
    assert (await table.board())["id"] != board["id"]
    await turned(table.world, table.people[(FORCED + 1) % 2], table.number, "b2")


# -- private answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("restarted", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_only_the_board_shows_the_number_to_be_decided_about(table: Table, clock: MovableClock, restarted: bool) -> None:
    """No token edits these answers any more when the card is put back."""
    await table.open(DECIDED)
    chloe = table.people[DECIDED % 2]
    board = await table.board()
    hand = await chloe.settled(await chloe.press(board, piece(board, "play.hand")))
    text = await chloe.settled(await chloe.press(board, piece(board, "board.text")))
    direct = await table.world.message(chloe, table.number, "hand", chloe)
    for message in (hand, text, direct):
        assert not list(shown_open(message))
        assert not [each for each in pieces(message) if each.startswith("play.pick:")]
        assert any(each.get("url", "").endswith(board["id"]) for each in buttons(message))
    clock.advance(16 * 60)
    if restarted:
        await table.world.restart()
    board = await table.board()
    await chloe.press(board, next(each for each in pieces(board) if each.endswith(":back")))
    await table.world.done()
    await table.world.quiet()
    assert (await view_of(table.world, table.number)).open is None
    await table.gone()

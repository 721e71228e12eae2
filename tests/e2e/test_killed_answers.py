"""What somebody sees whose bot is killed before it answers: the answer is ended with a line, and nothing else is touched."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from data.records.people import AnswerRow
from tests.support.killing import scene_of
from tests.support.raw_sql import meddle
from tests.support.store_backends import ON_POSTGRES, Home
from tests.support.world import World, eventually, piece, says, text_of


@pytest.mark.parametrize("late", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_an_answer_that_a_killed_bot_owes_is_ended_with_a_line(home: Home, late: bool) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.begun()
        board = await scene.board()
        scene.sandbox.fault("silence", path="@original", method="PATCH")
        outcome = await scene.ada.press(board, piece(board, "play.hand"))
        assert outcome.message is not None
        waiting = outcome.message["id"]
        if ON_POSTGRES:
            await eventually(lambda: scene.ask("SELECT 1 FROM answers"))
        await scene.kill()
        scene.sandbox.faults.clear()
        assert scene.ada.known[waiting]["sandbox"]["deferred"]
        await _age(home, 1000 if late else 100)
        await scene.start()
        await eventually(lambda: not scene.ask("SELECT 1 FROM answers"))
        if late:  # Discord takes no answer any more
            assert scene.ada.known[waiting]["sandbox"]["deferred"]
        else:
            await eventually(lambda: says("cogs.error.restarted") in text_of(scene.ada.known[waiting]))
        assert await scene.press(scene.ada, "play.hand"), "the next press is answered"
        await eventually(lambda: not scene.ask("SELECT 1 FROM answers"))


async def test_an_answer_is_owed_on_this_computer_from_the_start(home: Home, tmp_path: Path) -> None:
    """The bot is killed before the database knows of the answer."""
    async with scene_of(home, "rycerze") as scene:
        scene.folder = tmp_path / "state"
        await scene.begun()
        board = await scene.board()
        scene.sandbox.fault("silence", path="@original", method="PATCH")
        outcome = await scene.ada.press(board, piece(board, "play.hand"))
        await scene.kill()
        assert not scene.ask("SELECT 1 FROM answers")
        scene.sandbox.faults.clear()
        assert outcome.message is not None
        waiting = outcome.message["id"]
        assert scene.ada.known[waiting]["sandbox"]["deferred"]
        await scene.start()
        await eventually(lambda: says("cogs.error.restarted") in text_of(scene.ada.known[waiting]))


async def _age(home: Home, seconds: int) -> None:
    """Make what is owed older."""
    if ON_POSTGRES:
        await meddle(home.where, f"UPDATE answers SET at = at - {seconds}")
        return
    file = Path(f"{home.where}.answers")
    rows = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert rows, "it was noted before anything was awaited"
    file.write_bytes(
        b"".join(msgspec.json.encode(row | {"at": row["at"] - seconds}) + b"\n" for row in rows if isinstance(row, dict))
    )


@pytest.mark.long
async def test_what_was_answered_before_the_death_stays_as_it_is(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    await world.done()
    (interaction,) = [each for each in world.sandbox.interactions.by_id.values() if each.response_id == int(hand["id"])]
    async with world.store.transaction() as tx:
        await tx.end_answers([interaction.id])  # a slow machine has stored it itself
        await tx.begin_answers([AnswerRow(interaction.id, interaction.token, "pl", world.time.now() - 100)])
    await world.restart()

    async def looked_through() -> bool:
        return not await world.ask("SELECT 1 FROM answers")

    await eventually(looked_through)
    await world.quiet()
    assert text_of(ada.known[hand["id"]]) == text_of(hand)


@pytest.mark.long
async def test_an_answer_given_in_time_is_never_stored(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stored(*_: object) -> None:
        raise AssertionError("it was answered at once")

    table, (ada, _) = await world.started("Ada", "Borys")
    await world.done()
    await world.bot.app.thinking.close()  # on a busy machine some of these took longer, and are stored
    with monkeypatch.context() as patched:
        patched.setattr("chat.replies.thinking.SOON_SECONDS", 60.0)
        patched.setattr(world.tables.people, "note_answers", stored)
        await world.hand(ada, table)
        await world.done()
        await world.bot.app.thinking.close()

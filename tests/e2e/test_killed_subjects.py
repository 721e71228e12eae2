"""Killed while a tournament begins, moves to another channel, and while the board of a season is posted: nothing
is lost, and nothing is in Discord twice or unknown to the bot.
"""

from __future__ import annotations

import pytest

from data.opening import open_store
from sandbox.client import JSON
from tables.model.outbox_rows import SeasonRow
from tables.model.people import Person as Somebody
from tables.ranking import counting
from tables.store.outbox import outbox_record
from tests.support.channel_messages import live
from tests.support.killing import DYING_THIRD, Deaths, Scene, State, answer, deaths, messages_with, never, scene_of, service_of
from tests.support.rated_games import simulated
from tests.support.store_backends import Home
from tests.support.world import eventually, piece

CARD = "tournament.standings"
"""The button of a tournament's card, its rounds and its end."""


async def in_lobby(scene: Scene) -> int:
    """Have Ada open a tournament and Borys join; returns its number."""
    await scene.lobby()
    await scene.command(scene.ada, "tournament start", game="rycerze")
    await eventually(scene.told_all)
    ((number,),) = scene.ask("SELECT id FROM tournaments")
    await scene.kill()
    async with service_of(scene) as tables:
        await tables.tournaments.join_tournament(number, Somebody(int(scene.borys.id), scene.borys.name))
    await scene.start()
    await eventually(scene.told_all)
    return int(number)


async def press(scene: Scene, number: int, verb: str) -> JSON | None:
    """Ada presses a button of the tournament's card."""
    ((message,),) = scene.ask("SELECT message FROM messages WHERE subject_id = ? AND kind = 'tournament'", number)
    card = await scene.ada.until(lambda each: each["id"] == str(message))
    return await answer(scene.ada, await scene.ada.press(card, piece(card, verb)))


def known(scene: Scene, number: int, *kinds: str) -> list[int]:
    """The messages of a subject that the bot knows; each of these kinds has one, and no post is under way."""
    rows = scene.ask("SELECT kind, message FROM messages WHERE subject_id = ? AND message <> 0 ORDER BY message", number)
    assert sorted(kind for kind, _ in rows) == sorted(kinds)
    assert scene.ask("SELECT kind FROM posts_begun WHERE subject_id = ?", number) == []
    return [message for _, message in rows]


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_beginning_a_tournament(home: Home, dying: Deaths) -> None:
    """Its round is told once, and its game has one table and one board."""
    async with scene_of(home, "rycerze") as scene:
        number = await in_lobby(scene)
        scene.watched = ("SELECT state FROM tournaments",)

        def told(_state: State, _shown: JSON | None) -> None:
            assert scene.ask("SELECT state FROM tournaments") == [("running",)]
            ((table,),) = scene.ask("SELECT table_id FROM tournament_games")
            ((board,),) = scene.ask("SELECT message FROM messages WHERE subject_id = ? AND kind = 'board'", table)
            assert live(scene.sandbox, table) == [board]
            found = [each.id for each in messages_with(scene, number, CARD)]
            assert sorted(found) == known(scene, number, "tournament", "round")

        assert await deaths(scene, lambda: press(scene, number, "tournament.begin"), told, dying=dying, made=never) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_moving_a_tournament(home: Home, dying: Deaths) -> None:
    """Its card is in the other channel, once, and the former one has no buttons any more."""
    async with scene_of(home, "rycerze") as scene:
        number = await in_lobby(scene)
        scene.watched = ("SELECT channel FROM subjects WHERE kind = 'tournament'",)

        async def move() -> JSON | None:
            return await answer(scene.ada, await scene.ada.command("turniej", "zamki repair", table=str(number)))

        def moved(_state: State, _shown: JSON | None) -> None:
            ((channel,),) = scene.ask("SELECT channel FROM subjects WHERE id = ?", number)
            cards = messages_with(scene, number, "tournament.enter")
            assert [(each.id, each.channel_id) for each in cards] == [(*known(scene, number, "tournament"), channel)]
            assert scene.ask("SELECT message FROM retired WHERE subject_id = ?", number) == []

        assert await deaths(scene, move, moved, dying=dying, made=never) > 5


@pytest.mark.parametrize("dying", DYING_THIRD)
async def test_killed_at_awaits_of_posting_the_board_of_a_season(home: Home, dying: Deaths) -> None:
    async with scene_of(home, "rycerze") as scene:
        await scene.lobby()
        await scene.kill()
        place = scene.sandbox.world.channels[int(await scene.ada.channel("gry"))]
        guild, month = place.guild_id or 0, counting.month(1e9)
        store = await open_store(scene.home.where)
        await simulated(store, 20, 3, guild=guild)
        async with store.transaction() as tx:
            await tx.end_season(guild, month - 1, place.id)
            number = await tx.end_season(guild, month, place.id)
            assert number is not None
            await tx.put_outbox(number, [outbox_record(SeasonRow(channel=place.id, first=month, last=month), 1.0)])
        await store.close()
        await scene.start()
        await eventually(lambda: messages_with(scene, number, "leaderboard.season") and scene.told_all())
        scene.watched = ("SELECT version FROM subjects WHERE kind = 'season'",)

        async def again() -> JSON | None:
            return await scene.command(scene.ada, "zamki repair", table=str(number))

        def posted(_state: State, _shown: JSON | None) -> None:
            found = [each.id for each in messages_with(scene, number, "leaderboard.season")]
            assert found == known(scene, number, "season"), "the former one has no button any more"
            assert scene.ask("SELECT message FROM retired WHERE subject_id = ?", number) == []

        assert await deaths(scene, again, posted, dying=dying, made=never) > 5

"""When Discord is not at its best: nothing is lost, nobody is left without an answer."""

import asyncio
import logging
import random

import pytest

from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.client import JSON, PATIENCE_SECONDS, images
from tests.support.extra_games import House
from tests.support.log_lines import lines_of
from tests.support.world import NewHome, World, eventually, piece, pieces, play_out, says, seat_of, text_of
from tests.support.world import world as make_world


async def boards(person: Person) -> list[JSON]:
    return [
        message
        for message in await person.messages("gry")
        if any(each.startswith("play.hand:") for each in pieces(message)) and not message["sandbox"]["ephemeral"]
    ]


async def test_restarted_in_mid_game_every_old_button_answers(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada, borys = people
    await world.tables.times.set_plan(int(borys.id), obvious=False)
    hand = await world.hand(ada, table)
    await world.choose(ada, hand, random.Random(1))
    board = await world.message(ada, table, "board")
    lobby = await world.message(ada, table, "lobby")
    private = await ada.settled(await ada.press(board, piece(board, "board.more")))
    syncs = len([each for each in world.sandbox.record if each.method == "PUT"])
    await world.restart()
    assert len([each for each in world.sandbox.record if each.method == "PUT"]) == syncs, "the commands had not changed"
    assert {each.partition(":")[0] for each in pieces(lobby)} <= {"verify.open"}
    view = (await world.view(table, ada)).view
    assert view is not None
    assert view.chosen, "what was chosen is still chosen"
    for message in (board, private, hand):
        for custom_id in pieces(message):
            answer = await ada.press(message, custom_id, forge=True)
            await world.done()
            assert answer.status != "failed", custom_id
    await world.quiet()
    await play_out(world, table, people, random.Random(2), stages=1)
    assert seat_of((await world.view(table)).info, borys) in (await world.view(table)).info.pending


@pytest.mark.long
async def test_what_was_stored_but_not_told_is_told_after_a_restart(world: World) -> None:
    table, people = await world.lobby("Ada", "Borys")
    await world.quiet()
    ada = people[0]
    card = await world.message(ada, table, "lobby")
    await world.bot.close()
    await world.tables.lobbies.start(table, int(ada.id), request=None)
    assert await world.standing(table, "board") is None
    await world.tables.close()
    await world.store.close()
    await world.open()
    await world.quiet()
    assert len(await boards(ada)) == 1
    assert card["id"]


@pytest.mark.long
async def test_a_deleted_board_is_posted_again(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    board = await world.message(ada, table, "board")
    world.sandbox.fault("deleted_message", message=board["id"])
    hand = await ada.settled(await ada.command("gry", "zamki hand"))
    await world.choose(ada, hand, random.Random(1))
    again = await world.message(ada, table, "board")
    assert again["id"] != board["id"]
    assert text_of(again).count("⏳") == 1


@pytest.mark.long
async def test_a_board_too_old_to_edit_is_posted_again(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    board = await world.message(ada, table, "board")
    world.sandbox.fault("edit_too_old", message=board["id"])
    hand = await world.hand(ada, table)
    await world.choose(ada, hand, random.Random(1))
    again = await world.message(ada, table, "board")
    assert again["id"] != board["id"]


@pytest.mark.long
async def test_the_host_is_told_once_of_a_lost_permission(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada, borys = people
    await world.message(ada, table, "board")
    channel = (await world.view(table)).info.place.channel
    world.sandbox.fault("lost_permission", times=-1, channel=str(channel), permission="SEND_MESSAGES")
    world.sandbox.fault("lost_permission", times=-1, channel=str(channel), permission="VIEW_CHANNEL")
    await play_out(world, table, people, random.Random(3), direct=True, stages=2)
    warnings = [message for message in await ada.messages(await ada.dm()) if "<#" in text_of(message)]
    assert len(warnings) == 1
    assert not [message for message in await borys.messages(await borys.dm()) if "<#" in text_of(message)]
    world.sandbox.faults.clear()
    await play_out(world, table, people, random.Random(3), direct=True, stages=1)
    assert len(await boards(ada)) == 1, "with the next move the board is back"


async def test_starting_without_permission_names_what_is_missing(world: World) -> None:
    ada = await world.person("Ada")
    channel = await ada.channel("gry")
    world.sandbox.fault("lost_permission", times=-1, channel=channel, permission="ATTACH_FILES")
    answer = await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
    assert says("cogs.permission.attach_files") in text_of(answer)
    assert await world.tables.looks.tables_of(int(ada.id)) == []


@pytest.mark.long
async def test_discord_out_of_order_for_a_while(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    await world.quiet()
    world.sandbox.fault("status", times=2, status=503, method="PATCH", path="/channels/")
    world.sandbox.fault("status", times=1, status=500, method="POST", path="/channels/")
    hand = await world.hand(ada, table)
    await world.choose(ada, hand, random.Random(1))
    await play_out(world, table, people, random.Random(4), stages=1)
    await world.quiet(20)
    assert len(await boards(ada)) == 1


@pytest.mark.long
async def test_an_answer_lost_after_posting_posts_nothing_twice(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    await world.quiet()
    world.sandbox.fault("status", times=1, status=503, method="POST", path="/channels/", after=True)
    await play_out(world, table, people, random.Random(4), stages=1)
    await world.quiet(20)
    assert len(await boards(ada)) == 1


@pytest.mark.long
async def test_too_many_requests_in_mid_game(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    world.sandbox.fault("rate_limit", times=3, retry_after=0.05, path="/channels/")
    world.sandbox.fault("rate_limit", times=2, retry_after=0.05, path="/webhooks/")
    await play_out(world, table, people, random.Random(5), stages=2)
    assert len(await boards(people[0])) == 1


@pytest.mark.long
@pytest.mark.parametrize("how", ["invalid_session", "close", "reconnect"])
async def test_the_gateway_drops_in_mid_game(world: World, how: str) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    board = await world.message(ada, table, "board")
    world.sandbox.interactions.seconds = 1.0
    world.sandbox.fault("drop_gateway", how=how)

    async def pressed() -> bool:
        answer = await ada.press(board, piece(board, "play.hand"))
        return answer.status != "failed"

    await eventually(pressed)
    world.sandbox.interactions.seconds = PATIENCE_SECONDS
    await world.done()
    await play_out(world, table, people, random.Random(6), stages=1)
    assert (await world.view(table)).info.turn > 1


@pytest.mark.long
async def test_an_event_delivered_twice_by_the_gateway(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    world.sandbox.fault("repeat_event", times=4)
    await play_out(world, table, people, random.Random(7), stages=2)
    callbacks = [exchange for exchange in world.sandbox.record if exchange.route.endswith("/callback")]
    assert all(exchange.status < 400 for exchange in callbacks)


@pytest.mark.long
async def test_a_picture_that_fails_never_stops_play(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **_options: object) -> None:
        raise OSError("no paint left")

    for kind in ("board", "hand", "scene", "final", "lobby", "standings", "profile"):
        monkeypatch.setattr(world.pool, kind, broken)
    with caplog.at_level(logging.CRITICAL):
        table, people = await world.started("Ada", "Borys")
        board = await world.message(people[0], table, "board")
        assert not images(board)
        assert says("rycerze.alt.round", round=1, rounds=7) in text_of(board)
        hand = await world.hand(people[0], table)
        assert piece(hand, "play.pick")
        assert says("rycerze.card.dragon") in text_of(hand)
        await play_out(world, table, people, random.Random(8))
    assert "🥇" in text_of(await world.message(people[0], table, "final"))
    # Nor does it ever put somebody's choices where all can see them.
    public = [
        each["d"] for each in people[0].news if each["t"] in {"message", "edit"} and not each["d"]["sandbox"]["ephemeral"]
    ]
    channel = await people[0].channel("gry")
    shown = [each for message in public if message["channel_id"] == channel for each in pieces(message)]
    assert shown
    assert not [each for each in shown if each.startswith(("play.pick:", "play.do:", "play.open:"))]


@pytest.mark.long
async def test_closing_waits_for_answers_in_flight(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    hand = await world.hand(ada, table)
    hand = await world.pressed(ada, hand, f"play.pick:{table}:1:play.knight")
    world.sandbox.fault("slow", seconds=0.3, path="/callback")
    await world.done()  # of what was pressed before
    pressed = asyncio.create_task(ada.press(hand, f"play.pick:{table}:1:play.knight.catapult"))
    await eventually(lambda: world.busy)
    await world.restart()
    assert (await pressed).status in {"deferred", "updated"}
    view = (await world.view(table, ada)).view
    assert view is not None
    assert view.chosen == ("knight", "catapult")


@pytest.mark.long
async def test_an_acknowledgement_that_comes_too_late_changes_nothing(
    new_home: NewHome, clock: MovableClock, pool: Pool, house: House
) -> None:
    """The person is told by Discord that it failed, and that is the truth: nothing was chosen."""
    async with make_world(new_home(), clock, pool, house) as world:
        table, people = await world.started("Ada", "Borys")
        ada = people[0]
        hand = await world.hand(ada, table)
        world.sandbox.interactions.seconds = 0.5
        world.sandbox.fault("slow", seconds=0.8, path="/callback")
        answer = await ada.press(hand, piece(hand, "play.pick"))
        assert answer.status == "failed"
        await world.done()
        world.sandbox.interactions.seconds = PATIENCE_SECONDS
        assert (await world.view(table)).info.pending == (0, 1)
        hand = await world.hand(ada, table)
        await world.choose(ada, hand, random.Random(1))
        assert len((await world.view(table)).info.pending) == 1


@pytest.mark.long
async def test_what_comes_too_late_every_day_is_one_quiet_line(
    new_home: NewHome, clock: MovableClock, pool: Pool, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Suggestions for who types on, a command and a form on a slow line: nobody is at fault."""
    async with make_world(new_home(), clock, pool, house) as world:
        table, people = await world.started("Ada", "Borys")
        ada = people[0]
        board = await world.message(ada, table, "board")
        more = await ada.settled(await ada.press(board, piece(board, "board.more")))
        caplog.clear()
        world.sandbox.interactions.seconds = 0.3
        world.sandbox.fault("slow", -1, seconds=0.6, path="/callback")
        assert not await ada.autocomplete("gry", "zamki move", "move", move="")
        assert (await ada.command("gry", "zamki tables")).status == "failed"
        assert (await ada.press(more, piece(more, "play.form"))).status == "failed"
        await world.done()
        assert not lines_of(caplog, "chat", "cogs", "service.command_tree"), caplog.text
        assert "Traceback" not in caplog.text


@pytest.mark.long
async def test_a_press_rebuilds_an_old_private_answer(world: World, clock: MovableClock) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    hand = await world.more(ada, await world.hand(ada, table))
    clock.advance(16 * 60)
    copy = await world.message(ada, table, "hand", ada)
    copy = await world.pressed(ada, copy, f"play.pick:{table}:1:play.knight")
    await world.pressed(ada, copy, f"play.pick:{table}:1:play.knight.catapult")
    await world.quiet()
    answer = await ada.press(hand, piece(hand, "play.fresh"))
    assert answer.status in {"deferred", "updated"}
    await world.done()
    shown = await ada.until(lambda message: message["id"] == hand["id"] and "✅" in text_of(message))
    assert shown["sandbox"]["ephemeral"]

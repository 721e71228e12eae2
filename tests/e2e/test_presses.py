"""Presses as people (and others) really make them: twice, too late, from outside, forged, with terrible names."""

import asyncio
import logging
import random

import pytest

from chat.press import replies
from chat.press.presses import make
from sandbox.client import images, texts
from tests.support.cases import cases, shorter_on_postgres
from tests.support.log_lines import lines_of
from tests.support.world import World, eventually, piece, pieces, play_out, says, seat_of, text_of

NASTY = "**x** <@1> @everyone ||`[a](http://b)\u202eevil\u200f # סוד"


@pytest.mark.long
async def test_two_people_take_the_last_seat_at_once(world: World) -> None:
    table, people = await world.lobby("Ada", "Borys", "Chloe")
    dmitri = await world.person("Dmitri")
    ada = people[0]
    card = await world.message(ada, table, "lobby")
    presses = [dmitri.press(card, piece(card, "lobby.join")), ada.press(card, piece(card, "lobby.robot"))]
    answers = await asyncio.gather(*presses)
    assert all(answer.status in {"deferred", "updated"} for answer in answers)
    await world.done()
    reading = await world.view(table)
    assert len(reading.info.seats) == 4
    # Exactly one of the two was told that the table is full, and only that one.
    refused = []
    for person in (dmitri, ada):
        alone = [message for message in await person.messages("gry") if message["sandbox"]["ephemeral"]]
        refused += [person.name for message in alone if "miejsc" in text_of(message) or "seat" in text_of(message).lower()]
    taken = {seat.name for seat in reading.info.seats}
    assert ("Dmitri" in taken) == ("Dmitri" not in refused)


LEVELS = [("Ada", "gry", says("game.level.master")), ("Chloe", "games", says("game.level.master", "en"))]


@pytest.mark.long
@pytest.mark.parametrize(("host", "channel", "level"), cases(LEVELS, LEVELS[:1]))
async def test_the_lobby_tells_the_level_of_a_computer_player_as_text(
    world: World, host: str, channel: str, level: str
) -> None:
    table, (person,) = await world.lobby(host, channel=channel)
    card = await world.message(person, table, "lobby")
    menu = await person.settled(await person.press(card, piece(card, "lobby.open")))
    await person.press(menu, piece(menu, "lobby.level"), ["master"])
    await world.done()
    (seat,) = [line for line in text_of(await world.message(person, table, "lobby")).splitlines() if line.startswith("🤖")]
    assert seat.endswith(f" — {level}")


@pytest.mark.long
async def test_two_people_at_once_see_only_their_own_hands(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    hands = await asyncio.gather(*(world.hand(person, table) for person in people))
    for person, hand in zip(people, hands, strict=True):
        assert hand["sandbox"]["ephemeral"]
        other = next(each for each in people if each is not person)
        assert hand["id"] not in {message["id"] for message in await other.messages("gry")}


@pytest.mark.long
async def test_a_spectator_who_presses_my_hand_is_told_that_they_watch(world: World) -> None:
    table, _ = await world.started("Ada", "Borys")
    chloe = await world.person("Chloe")
    answer = await world.hand(chloe, table)
    assert says("cogs.hand.spectator", "en") in text_of(answer)
    assert not [each for each in pieces(answer) if each.startswith("play.pick")]
    board = await world.message(chloe, table, "board")
    public = await chloe.settled(await chloe.press(board, piece(board, "board.text")))
    assert says("rycerze.name", "en") in text_of(public), "in her language"
    assert says("rycerze.name") not in text_of(public), "not the channel's"
    # Even a forged choice from a spectator changes nothing.
    values = ["0.knight", "1.catapult"]
    await chloe.press(board, make("play.pick", table, 1, ("play",)), values, forge=True)
    await world.done()
    assert (await world.view(table)).info.pending == (0, 1)


async def test_a_stale_press_is_answered_with_how_things_stand_now(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada, borys = people
    old = await world.hand(ada, table)
    press = piece(old, "play.pick")
    world.forget_live_replies()
    await play_out(world, table, people, random.Random(1), stages=1)
    now = (await world.view(table)).info
    assert old["id"] in ada.known, "the message stands as it was"
    await ada.press(old, press)
    answer = await world.gone_on(ada, await ada.until(lambda message: "nieaktualna" in text_of(message)))
    assert any(each.startswith(f"play.pick:{table}:{now.stage}:") for each in pieces(answer)), "with the choices of now"
    assert (await world.view(table)).info.pending == now.pending
    assert not any("nieaktualna" in text_of(message) for message in await borys.messages("gry"))


@pytest.mark.parametrize("verb", cases(["play.do", "play.open"], ["play.do"]))
async def test_a_stale_press_is_answered_with_the_way_to_the_hand(world: World, verb: str) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", game="budowa")
    people = {int(each.id): each for each in (ada, borys)}
    first = (await world.view(table)).info
    mover = people[first.seats[first.pending[0]].user or 0]
    board = await world.message(mover, table, "board")
    pressed = next(each for each in pieces(board) if each.startswith(("play.do:", "play.open:")))
    past = pressed.replace(pressed.split(":")[0], verb, 1).replace(f":{table}:{first.stage}", f":{table}:{first.stage + 50}")
    here = world.sandbox.world.messages[int(board["id"])]
    here.components = [{"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "style": 2, "label": "?", "custom_id": past}]}]
    before = set(mover.known)
    await mover.press(board, past, forge=True)
    await world.done()
    (answer,) = [mover.known[each] for each in set(mover.known) - before]
    assert text_of(answer) == says("cogs.hand.past")
    assert not images(answer)
    assert (await world.view(table)).info.version == first.version
    opened = await mover.settled(await mover.press(answer, piece(answer, "play.hand")))
    assert pieces(opened)


@pytest.mark.long
async def test_a_slow_edit_does_not_overwrite_an_answer(world: World) -> None:
    table, (ada, borys, _) = await world.started("Ada", "Borys", "Chloe")
    hand = await world.hand(ada, table)
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    late = world.sandbox.fault("slow", seconds=0.3, method="PATCH", path="/messages/@original$")
    following = asyncio.create_task(replies.follow(world.bot.app, table, int(ada.id)))
    await eventually(lambda: late.times == 0)
    await world.choose(ada, hand, random.Random(2))
    await following
    await world.quiet()
    assert any(each.startswith("takeback.undo:") for each in pieces(ada.known[hand["id"]])), "the hand tells what was chosen"


@pytest.mark.long
async def test_a_hand_opened_again_replaces_the_old_one(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, replies.__name__)
    table, (ada, borys, _) = await world.started("Ada", "Borys", "Chloe")
    old = await world.hand(ada, table)
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    late = world.sandbox.fault("slow", seconds=0.3, method="PATCH", path="/messages/@original$")
    following = asyncio.create_task(replies.follow(world.bot.app, table, int(ada.id)))
    await eventually(lambda: late.times == 0)
    new = await world.hand(ada, table)
    await following
    await world.done()
    assert old["id"] not in ada.known
    assert new["id"] in ada.known
    assert not lines_of(caplog, replies.__name__, level=logging.INFO)


@pytest.mark.long
async def test_a_choice_under_way_stays_when_somebody_else_chooses(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    hand = await world.pressed(ada, hand, f"play.pick:{table}:1:play.knight")
    before = pieces(hand)
    assert f"play.pick:{table}:1:play.knight.catapult" in before
    await world.choose(borys, await world.hand(borys, table), random.Random(1))
    await replies.follow(world.bot.app, table, int(ada.id))
    await world.done()
    assert pieces(ada.known[hand["id"]]) == before
    # Once she has chosen elsewhere, the hand tells that.
    await ada.settled(await ada.command("gry", "zamki move", move="play knight dragon"))
    await world.done()
    assert hand["id"] not in ada.known or pieces(ada.known[hand["id"]]) != before


@pytest.mark.long
async def test_two_cards_pressed_at_once_are_both_chosen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone shows what the first press chose only after the second one."""
    table, (ada, _borys) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    first, second = f"play.pick:{table}:1:play.knight", f"play.pick:{table}:1:play.catapult"
    await asyncio.gather(*(ada.press(hand, each) for each in (first, first, second)))
    await world.done()
    reading = await world.bot.app.tables.looks.read(table, int(ada.id))
    assert reading.seat not in reading.info.pending
    assert reading.view is not None
    assert sorted(reading.view.chosen) == ["catapult", "knight"]
    # Chosen again later, one card after the other has been shown: the first choice stands until then.
    monkeypatch.setattr("cogs.play.cog.QUICK_SECONDS", 0.0)
    # The presses at once may have come in any order, so that the last one has begun another choice.
    more = await world.more(ada, ada.known[hand["id"]])
    newest = await world.pressed(ada, more, piece(more, "play.fresh"))
    newest = await world.pressed(ada, newest, f"play.pick:{table}:1:play.dragon")
    assert f"play.pick:{table}:1:play.dragon.knight" in pieces(newest)


@pytest.mark.long
async def test_an_interaction_delivered_again_counts_once(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    hand = await world.hand(ada, table)
    await ada.press(hand, f"play.pick:{table}:1:play.knight")
    await world.done()
    await ada.press(ada.known[hand["id"]], f"play.pick:{table}:1:play.knight.dragon", repeat=3)
    await world.done()
    await world.quiet()
    moves = await world.ask("SELECT COUNT(*) FROM journal WHERE kind = 'move'")
    assert moves == [(1,)]
    callbacks = [exchange for exchange in world.sandbox.record if exchange.route.endswith("/callback")]
    assert all(exchange.status < 400 for exchange in callbacks)
    # A command as well.
    await ada.settled(await ada.command("games", "zamki start", game="rycerze", repeat=2))
    assert len(await world.tables.looks.tables_of(int(ada.id))) == 2


@pytest.mark.long
async def test_forged_and_unknown_ids_are_refused_kindly(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    board = await world.message(ada, table, "board")
    for forged in (
        "hello",
        "drop:1:1",
        "play.hand:999999:1",
        "play.hand:999999999999999:999999999",
        f"play.pick:{table}:1:play.knight.knight",
        f"play.pick:{table}:1:..'=_-",
        f"play.page:{table}:1:_99",
        f"leaderboard.page:{table}:1:nonsense",
        f"lobby.first:{table}:0",
        f"lobby.option:{table}:0:nonsense",
        f"play.do:{table}:1:play",
        "x" * 100,
    ):
        before = len([message for message in await ada.messages("gry") if message["sandbox"]["ephemeral"]])
        answer = await ada.press(board, forged, forge=True)
        await world.done()
        assert answer.status != "failed", forged
        told_now = [message for message in await ada.messages("gry") if message["sandbox"]["ephemeral"]]
        assert len(told_now) >= before, forged
        assert says("cogs.error.fault") not in text_of(told_now[-1]), forged
        assert not told_now[-1]["sandbox"]["deferred"], forged
    assert (await world.view(table)).info.pending == (0, 1)


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize("stages", shorter_on_postgres(99, 2, seconds=300))
async def test_a_name_full_of_markdown_and_mentions_harms_nobody(world: World, stages: int) -> None:
    borys = await world.person("Borys")
    await borys.change(name=NASTY[:32])
    table, people = await world.started("Ada", "Borys")
    await play_out(world, table, people, random.Random(2), stages=stages)
    for message in await people[0].messages("gry"):
        for text in texts(message):
            assert "\u202e" not in text
            assert "@everyone" not in text
            assert "<@1>" not in text
            assert "||" not in text
    assert not [user for user, _ in world.sandbox.world.pings if user == 1]
    answer = await people[0].settled(await people[0].command("gry", "zamki leaderboard"))
    assert "\u202e" not in text_of(answer)
    answer = await people[0].settled(await people[0].command("gry", "zamki tables"))
    assert text_of(answer)


@pytest.mark.long
async def test_a_huge_argument_is_refused_and_nothing_breaks(world: World) -> None:
    _, people = await world.started("Ada", "Borys")
    ada = people[0]
    answer = await ada.settled(await ada.command("gry", "zamki move", move="play " * 1200))
    assert "ruch" in text_of(answer)
    answer = await ada.settled(await ada.command("gry", "zamki board", table="9" * 6000))
    assert "numer" in text_of(answer)
    answer = await ada.settled(await ada.command("gry", "zamki start", game="x" * 6000))
    assert says("rycerze.name") in text_of(answer)
    assert len(text_of(answer)) < 4000
    answer = await ada.settled(await ada.command("gry", "zamki start", game="rycerze", variant="=" * 6000))
    assert text_of(answer)
    assert await ada.autocomplete("gry", "zamki move", "move", move="y" * 6000) == []


@pytest.mark.long
async def test_a_move_can_be_typed_into_the_form(world: World) -> None:
    table, people = await world.started("Ada", "Chloe")
    chloe = people[1]
    board = await world.message(chloe, table, "board")
    more = await chloe.settled(await chloe.press(board, piece(board, "board.more")))
    form = await chloe.press(more, piece(more, "play.form"))
    assert form.status == "modal"
    answer = await chloe.settled(await chloe.submit(form, {"move": "play Dragon  shepherd"}))
    assert "✅" in text_of(answer)
    reading = await world.view(table)
    assert seat_of(reading.info, chloe) not in reading.info.pending
    # In words of her own language as well, and a hopeless line is refused with what to do instead.
    form = await chloe.press(more, piece(more, "play.form"))
    answer = await chloe.settled(await chloe.submit(form, {"move": "knight archer"}))
    assert "✅" in text_of(answer)
    form = await chloe.press(more, piece(more, "play.form"))
    answer = await chloe.settled(await chloe.submit(form, {"move": "castle me"}))
    assert "`/zamki move`" in text_of(answer)


@pytest.mark.long
async def test_resigning_asks_once_more(world: World) -> None:
    table, people = await world.started("Ada", "Borys", "Chloe")
    ada = people[0]
    asked = await ada.settled(await ada.command("gry", "zamki resign"))
    assert not any(seat.resigned for seat in (await world.view(table)).info.seats)
    await ada.press(asked, piece(asked, "ending.resigned"))
    await world.done()
    assert [seat.name for seat in (await world.view(table)).info.seats if seat.resigned] == ["Ada"]
    answer = await world.hand(ada, table)
    assert "poddana" in text_of(answer)


async def test_the_host_sets_the_table_up_and_others_may_not(world: World) -> None:
    table, people = await world.lobby("Ada", "Chloe")
    ada, chloe = people
    card = await world.message(ada, table, "lobby")
    refusal = await chloe.settled(await chloe.press(card, piece(card, "lobby.open")))
    assert "Ada" in text_of(refusal)
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    await ada.press(menu, f"lobby.option:{table}:0:match", ["on"])
    await ada.press(menu, piece(menu, "lobby.pace"), ["day"])
    await ada.press(menu, piece(menu, "lobby.first"), ["1"])
    await ada.press(menu, piece(menu, "lobby.level"), ["easy"])
    await eventually(lambda: _seats(world, table, 3))
    await world.done()  # the presses are carried out side by side, and the last may be the first to end
    shown = (await world.view(table)).info
    assert shown.options == {"match": "on"}
    assert shown.pace == "day"
    assert not shown.random_order
    assert [seat.name for seat in shown.seats][:2] == ["Chloe", "Ada"]
    menu = await ada.until(lambda message: message["id"] == menu["id"] and any("unrobot" in each for each in pieces(message)))
    await ada.press(menu, piece(menu, "lobby.unrobot"))
    await ada.press(menu, piece(menu, "lobby.shuffle"))
    await eventually(lambda: _seats(world, table, 2))
    await world.done()  # or the menu as it is after that takes the question's place
    await ada.press(menu, piece(menu, "ending.cancel"))
    await eventually(lambda: any("shut" in each for message in ada.known.values() for each in pieces(message)))
    assert (await world.view(table)).info.state == "lobby", "others sit there: it is asked first"
    asked = next(message for message in ada.known.values() if any("shut" in each for each in pieces(message)))
    await ada.press(asked, piece(asked, "ending.shut"))
    await world.done()
    closed = await world.message(chloe, table, "lobby")
    assert not pieces(closed)


async def _seats(world: World, table: int, count: int) -> bool:
    return len((await world.view(table)).info.seats) == count


async def test_round_result_precedes_the_next_question(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    first = await world.hand(ada, table)
    await world.choose(ada, first, random.Random(1))
    last = await world.hand(borys, table)
    await world.choose(borys, last, random.Random(2))
    await world.quiet()
    for person, opened in ((ada, first), (borys, last)):
        decided = person.known[opened["id"]]
        assert 1 <= text_of(decided).count("\n> ") <= 3
        assert says("cogs.hand.since") in text_of(decided)
        pairs = [each for each in pieces(decided) if each.startswith("play.pick:") and ":play" in each]
        assert not pairs, "only a card to take back is asked for there"
        assert "\n> " not in text_of(await world.gone_on(person, decided)), "it is told once"

"""The two copies of a hand, taking back, languages, pings: what makes a table pleasant."""

import random
from typing import Any

import discord
import pytest

from chat.wire.text import escape
from data.words import words
from sandbox import Person
from sandbox.client import JSON, buttons
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.world import World, eventually, piece, pieces, play_out, says, seat_of, text_of


def chosen(message: JSON) -> set[str]:
    """The cards marked as chosen."""
    green = discord.ButtonStyle.success.value
    marked = [each["custom_id"] for each in buttons(message) if each.get("style") == green]
    return {each.rpartition(".")[2] for each in marked if each.startswith("play.pick:")}


async def pair(world: World, person: Person, message: JSON, one: str, other: str) -> None:
    """Choose two cards, a press each."""
    head = piece(message, "play.pick").rpartition(":")[0]
    for said in (f"play.{one}", f"play.{one}.{other}"):
        await person.press(person.known[message["id"]], f"{head}:{said}")
        await world.done()


async def direct(world: World, table: int, person: Person) -> JSON:
    return await world.message(person, table, "hand", person)


@pytest.mark.long
async def test_each_copy_of_a_hand_follows_the_other(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    private = await world.hand(ada, table)
    await pair(world, ada, private, "knight", "dragon")
    copy = await direct(world, table, ada)
    assert chosen(copy) == {"knight", "dragon"}
    # Changed in the direct message, the private answer follows.
    await pair(world, ada, copy, "shepherd", "shepherd")
    private = await ada.until(lambda message: message["id"] == private["id"] and chosen(message) == {"shepherd"})
    # Taken back in one, taken back in both.
    await ada.press(private, piece(private, "takeback.undo"))
    await world.done()
    assert seat_of((await world.view(table)).info, ada) in (await world.view(table)).info.pending
    copy = await direct(world, table, ada)
    assert not chosen(copy)
    assert not [each for each in pieces(copy) if each.startswith("takeback.undo")]
    await world.choose(ada, copy, random.Random(1))
    answer = await ada.settled(await ada.command("gry", "zamki takeback"))
    assert says("cogs.hand.taken-back") in text_of(answer)
    answer = await ada.settled(await ada.command("gry", "zamki takeback"))
    assert says("cogs.hand.taken-back") not in text_of(answer)


@pytest.mark.long
async def test_the_board_tells_who_has_chosen_and_never_what(world: World) -> None:
    table, people = await world.started("Ada", "Borys", "Chloe")
    before = await world.message(people[2], table, "board")
    assert text_of(before).count("⏳") == 3
    hand = await world.hand(people[0], table)
    await world.choose(people[0], hand, random.Random(3))
    after = await world.message(people[2], table, "board")
    assert after["id"] == before["id"]
    assert text_of(after).count("⏳") == 2
    assert text_of(after).count("✅") == 1


@pytest.mark.long
async def test_either_copy_can_be_switched_off(world: World) -> None:
    ada = await world.person("Ada")
    answer = await ada.settled(await ada.command("gry", "zamki my settings", dm=False))
    assert "**nie**" in text_of(answer)
    table, _ = await world.started("Ada", "Borys")
    await world.quiet()
    assert await world.standing(table, "hand", ada) is None
    assert int(ada.id) in {user for user, _ in world.sandbox.world.pings}, "who gets no message is mentioned"
    await ada.settled(await ada.command("gry", "zamki my settings", dm=True, private=False))
    hand = await world.hand(ada, table)
    assert piece(hand, "play.pick"), "no direct message stands yet, so the hand is shown all the same"
    await play_out(world, table, [await world.person("Ada"), await world.person("Borys")], random.Random(1), stages=1)
    pointed = await world.hand(ada, table)
    assert not [each for each in pieces(pointed) if each.startswith("play.pick")]
    assert "wiadomościach prywatnych" in text_of(pointed)


@pytest.mark.long
async def test_a_closed_direct_message_is_told_at_the_next_press(world: World) -> None:
    chloe = await world.person("Chloe")
    await chloe.change(dms_open=False)
    table, _ = await world.started("Ada", "Chloe")
    await world.quiet()
    assert await world.standing(table, "hand", chloe) is None
    assert [user for user, _ in world.sandbox.world.pings].count(int(chloe.id)) == 1
    hand = await world.hand(chloe, table)
    assert says("cogs.hand.dm-closed", "en") in text_of(hand)
    await chloe.change(dms_open=True)
    await chloe.settled(await chloe.command("gry", "zamki my settings", dm=True))
    await world.choose(chloe, hand, random.Random(1))
    assert await direct(world, table, chloe)


async def test_languages_of_person_and_server(world: World) -> None:
    table, people = await world.started("Ada", "Chloe")
    ada, chloe = people
    assert "Your hand" in text_of(await world.hand(chloe, table)) or "your hand" in text_of(await world.hand(chloe, table))
    assert says("cogs.hand.title") in text_of(await world.hand(ada, table))
    assert says("rycerze.when-1", first=1) in text_of(await world.message(chloe, table, "board"))
    answer = await chloe.settled(await chloe.command("gry", "zamki my settings", language="pl"))
    assert "Polski" in text_of(answer)
    assert says("cogs.hand.title") in text_of(await world.hand(chloe, table))
    await world.tables.servers.set_server((await world.view(table)).info.place.guild, int(ada.id), language="en")
    await play_out(world, table, people, random.Random(1), stages=1)
    assert "· round" in text_of(await world.message(ada, table, "board"))
    await chloe.settled(await chloe.command("gry", "zamki my settings", language="auto"))
    assert "your hand" in text_of(await world.hand(chloe, table))


@pytest.mark.long
async def test_the_commands_are_shown_in_each_language(world: World) -> None:
    ada, dmitri = await world.person("Ada"), await world.person("Dmitri")
    polish = {tuple(each["path"]): each for each in await ada.commands("gry")}
    english = {tuple(each["path"]): each for each in await dmitri.commands("gry")}
    assert polish["zamki", "hand"]["shown"] == ["zamki", "ręka"]
    assert english["zamki", "hand"]["shown"] == ["zamki", "hand"]
    assert polish["zamki", "start"]["options"][0]["shown"] == "gra"
    assert "Bez zegara" in [each["name"] for each in polish["zamki", "start"]["options"][1]["choices"]]


@pytest.mark.long
async def test_the_refusal_of_an_unreadable_option_says_what_to_write(world: World) -> None:
    chloe, speak = await world.person("Chloe"), words("en")
    games = ", ".join(escape(speak(f"{key}.name")) for key in world.bot.app.games)
    for path, option, text, expected in (
        ("zamki rules", "game", "chess", speak("cogs.refusal.no-such-game", games=games)),
        ("tournament start", "game", "chess", speak("cogs.refusal.no-such-game", games=games)),
        ("zamki hand", "table", "twelve", speak("cogs.refusal.unreadable-table")),
        ("zamki game replay", "table", "twelve", speak("cogs.refusal.unreadable-table")),
        ("zamki replace", "player", f"{10**30}.1", speak("cogs.refusal.unreadable-table")),
    ):
        typed: dict[str, Any] = {option: text}
        answer = await chloe.settled(await chloe.command("games", path, **typed))
        assert expected in text_of(answer), path
        assert answer["sandbox"]["ephemeral"]


async def test_commands_of_the_house(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    for name, expected in {
        "help": "Zamki",
        "rules": says("rycerze.name"),
        "tables": "Twój ruch",
        "board": says("rycerze.when-1", first=1),
        "text": says("rycerze.alt.round", round=1, rounds=7),
        "hand": says("rycerze.ask.play"),
        "leaderboard": "Brak partii",
        "my settings": "**tak**",
    }.items():
        answer = await ada.settled(await ada.command("gry", f"zamki {name}"))
        assert expected in text_of(answer), (name, text_of(answer))
        assert answer["sandbox"]["ephemeral"]
    answer = await ada.settled(await ada.command("gry", "zamki game verify", table=str(table)))
    assert (await world.view(table)).info.commitment in text_of(answer)
    # Ending without a result takes everybody's consent.
    answer = await people[1].settled(await people[1].command("gry", "zamki cancel"))
    assert "zgodzą się wszyscy" in text_of(answer)
    assert not (await world.view(table)).info.votes, "it was only asked"
    await people[1].press(answer, piece(answer, "ending.end"))
    await world.done()
    assert (await world.view(table)).info.state == "playing"
    asked = await world.message(ada, table, "vote-end")
    assert f"<@{ada.id}>" in text_of(asked)
    await ada.press(asked, piece(asked, "votes.agree"))
    await world.done()
    assert (await world.view(table)).info.state == "cancelled"
    await world.quiet()
    for message in await ada.messages("gry"):
        assert message["sandbox"]["ephemeral"] or all(
            each.partition(":")[0] in {"start.again", "find.open"} for each in pieces(message)
        )


@pytest.mark.long
@pytest.mark.usefixtures("own_chance")
async def test_a_lobby_promises_the_bots_part_of_the_seed(world: World) -> None:
    table, (ada, borys) = await world.lobby("Ada", "Borys")
    promise = (await world.view(table)).info.promise
    lobby = await world.message(ada, table, "lobby")
    assert promise[:12] not in text_of(lobby), "who plays is what the card says; the hash is behind its button"
    for person in (ada, borys):
        answer = await person.settled(await person.press(lobby, piece(lobby, "verify.open")))
        assert promise in text_of(answer)
    answer = await ada.settled(await ada.command("gry", "zamki game verify", table=str(table)))
    assert promise in text_of(answer)
    await world.begin(table, ada)
    await world.quiet()
    shown = (await world.view(table)).info
    started = await world.message(ada, table, "lobby")
    assert f"`{shown.commitment[:12]}…`" in text_of(started)
    answer = await ada.settled(await ada.press(started, piece(started, "verify.open")))
    assert shown.commitment in text_of(answer)
    for person in (ada, borys):
        reading = await world.tables.looks.read(table, int(person.id))
        verb = reading.choices().words[0]
        cards = (await world.tables.looks.read(table, int(person.id))).choices((verb,)).words
        if reading.seat in reading.info.pending:
            await world.tables.moves.play(table, int(person.id), (verb, *cards[-2:]))
    await world.tables.endings.resign(table, int(borys.id))
    await world.tables.endings.claim(table, int(ada.id))
    answer = await ada.settled(await ada.command("gry", "zamki game verify", table=str(table)))
    assert "Nic nie przeczy temu zapisowi" in text_of(answer)
    final = (await world.view(table)).info.final
    assert final in text_of(answer)
    assert final in text_of(await world.message(ada, table, "final"))
    assert promise in text_of(answer)
    record = await world.tables.looks.record(table)
    assert len(record.presses) == 2, "Borys has joined, Ada has started"
    assert record.seed != record.secret


@pytest.mark.long
async def test_several_tables_in_one_channel_are_told_apart(world: World) -> None:
    first, people = await world.started("Ada", "Borys")
    second, _ = await world.started("Ada", "Borys")
    ada = people[0]
    answer = await ada.settled(await ada.command("gry", "zamki hand"))
    assert f"{first} ·" in text_of(answer)
    assert f"{second} ·" in text_of(answer)
    offered = await ada.autocomplete("gry", "zamki hand", "table", table="")
    assert {choice["value"] for choice in offered} == {str(first), str(second)}
    answer = await ada.settled(await ada.command("gry", "zamki hand", table=str(second)))
    assert piece(answer, "play.pick")
    await play_out(world, second, people, random.Random(4), stages=1)
    assert (await world.view(first)).info.turn == 1
    assert (await world.view(second)).info.turn == 2


@pytest.mark.long
async def test_a_reminder_and_then_the_deadline(world: World) -> None:
    """Five minutes a stage: those who are awaited are mentioned near the end, then the computer moves for them."""
    world.time = time = ManualClock(start=1_800_000_000.0, patience=ELSEWHERE)
    await world.restart()
    table, people = await world.started("Ada", "Borys", pace="live")
    ada, borys = people
    board = await world.message(ada, table, "board")
    assert "<t:1800000300:R>" in text_of(board)
    await world.choose(ada, await world.hand(ada, table), random.Random(1))
    await world.quiet()
    before = len(world.sandbox.world.pings)
    await time.advance(226)
    reminder = await ada.until(lambda message: "stół czeka" in text_of(message))
    assert borys.id in text_of(reminder)
    assert ada.id not in text_of(reminder)
    assert [user for user, _ in world.sandbox.world.pings[before:]] == [int(borys.id)]
    stage = (await world.view(table)).info.stage
    await time.advance(80)
    await eventually(lambda: world.moved_on(table, stage), 20)
    # Whatever the cards of this round bring, the board says who was late.
    late = says("tables.note.overdue")
    scene = await ada.until(lambda message: late in text_of(message))
    assert "Borys" in text_of(scene)

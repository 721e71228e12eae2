"""Whole games from `/zamki start` to the leaderboard, the way people play them."""

import random
from functools import partial

import pytest

from sandbox.client import images
from tests.support.world import World, eventually, piece, pieces, play_out, says, seat_of, text_of

NAMES = ("Ada", "Borys", "Chloe", "Dmitri")


@pytest.mark.parametrize(
    ("players", "channel", "pictures"),
    [
        (2, "gry", "blank"),
        pytest.param(3, "gry", "real", marks=pytest.mark.long),
        pytest.param(4, "games", "blank", marks=pytest.mark.long),
    ],
)
async def test_a_whole_game_by_presses_only(world: World, players: int, channel: str) -> None:
    table, people = await world.started(*NAMES[:players], channel=channel)
    await play_out(world, table, people, random.Random(players))
    final = await world.message(people[0], table, "final")
    result = (await world.view(table)).info.result
    assert result is not None
    polish = channel == "gry"
    assert ("koniec" in text_of(final)) == polish
    assert ("the end" in text_of(final)) != polish
    assert text_of(final).count("🥇") == result.places.count(1)
    assert text_of(final).split("📈")[1].count("?") >= players, "what it has made of everybody's rating"
    assert pieces(final)[:3] == [f"start.again:{table}:0", "find.open:0:0", f"replay.open:{table}:0"]
    # Every picture that was shown carries its description; what is over has no buttons any more.
    for message in await people[0].messages(channel):
        assert all(image["description"] for image in images(message))
        if not message["sandbox"]["ephemeral"] and message["id"] != final["id"]:
            assert not pieces(message), text_of(message)
    # And it counts.
    answer = await people[0].settled(await people[0].command(channel, "zamki leaderboard"))
    for person in people:
        assert person.name in text_of(answer)
    record = await people[1].settled(await people[1].command(channel, "zamki game verify", table=str(table)))
    reading = await world.view(table)
    assert reading.info.seed not in text_of(final)
    pressed = await people[0].settled(await people[0].press(final, piece(final, "verify.open")))
    for verified in (record, pressed):
        assert reading.info.seed in text_of(verified)
        assert reading.info.commitment in text_of(verified)
    for shown in (final, record, pressed):
        assert reading.info.final in text_of(shown), "which everybody can hold against a file later"


@pytest.mark.long
async def test_a_whole_game_by_the_move_command_only(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games")
    rng = random.Random(5)
    while (now := (await world.view(table)).info).state == "playing":
        for person in people:
            if seat_of(now, person) not in now.pending:
                continue
            offered = await person.autocomplete("games", "zamki move", "move", move="")
            assert offered, "what is owed is suggested"
            line = rng.choice(offered)["value"]
            answer = await person.settled(await person.command("games", "zamki move", move=line))
            assert "✅" in text_of(answer)
        await eventually(partial(world.moved_on, table, now.stage))
    final = await world.message(people[0], table, "final")
    assert "🥇" in text_of(final)


@pytest.mark.long
async def test_a_whole_game_in_direct_messages_only(world: World) -> None:
    table, people = await world.started("Ada", "Chloe")
    await play_out(world, table, people, random.Random(6), direct=True)
    final = await world.message(people[0], table, "final")
    assert "🥇" in text_of(final)
    # Each was written to in their own language, and the last message shows the way to the final board.
    for person, over in ((people[0], says("cogs.hand.over")), (people[1], says("cogs.hand.over", "en"))):
        (last,) = await person.messages(await person.dm())
        assert over in text_of(last)
        assert pieces(last) == [f"company.bell:{table}:0"], "nothing of the game can be pressed any more"


@pytest.mark.long
async def test_a_whole_game_with_a_closed_direct_message(world: World) -> None:
    borys = await world.person("Borys")
    await borys.change(dms_open=False)
    table, people = await world.started("Ada", "Borys")
    await play_out(world, table, people, random.Random(7))
    assert (await world.view(table)).info.state == "over"
    assert (await world.tables.people.person(int(borys.id))).dm_closed
    # Once a turn Borys was mentioned, Ada (who gets direct messages) never was.
    turns = (await world.view(table)).info.turn
    pinged = [user for user, _ in world.sandbox.world.pings]
    assert pinged.count(int(borys.id)) in range(turns - 1, turns + 2)
    in_channel = {mid for user, mid in world.sandbox.world.pings if user == int(people[0].id)}
    public = {int(message["id"]) for message in await borys.messages("gry")}
    assert len(in_channel & public) == 1
    assert in_channel & public == {mid for user, mid in world.sandbox.world.pings if user == int(borys.id)} & in_channel


async def test_a_game_against_the_computer(world: World) -> None:
    table, people = await world.lobby("Ada")
    ada = people[0]
    await world.begin(table, ada, computers=1)
    await play_out(world, table, people, random.Random(8), stages=2)
    reading = await world.view(table)
    assert reading.info.turn >= 3 or reading.info.stage >= 3


@pytest.mark.long
async def test_the_longer_match_is_played_to_its_end(world: World) -> None:
    table, people = await world.started("Ada", "Borys", variant="match=on")
    assert (await world.view(table)).info.options == {"match": "on"}
    await play_out(world, table, people, random.Random(9))
    final = await world.message(people[0], table, "final")
    assert "🥇" in text_of(final)

"""Which table a command means: this channel's first, another channel's only after it was chosen; and ending asks first."""

import random

import pytest

from tests.support.world import World, eventually, piece, pieces, says, text_of


@pytest.mark.long
async def test_nothing_is_taken_back_in_another_channel_unasked(world: World) -> None:
    table, people = await world.started("Ada", "Borys", channel="turniej")
    ada, borys = people
    await world.choose(ada, await world.hand(ada, table), random.Random(1))
    version = await world.version(table)
    asked = await ada.settled(await ada.command("gry", "zamki takeback"))
    assert says("cogs.choose.title") in text_of(asked)
    assert says("cogs.choose.elsewhere") in text_of(asked)
    assert pieces(asked) == [f"takeback.undo:{table}:1"]
    assert await world.version(table) == version
    await ada.press(asked, f"takeback.undo:{table}:1")
    await world.done()
    assert await world.version(table) > version
    assert says("cogs.hand.taken-back") in text_of(ada.known[asked["id"]])
    # Where the channel has one's own table, it is meant; a table elsewhere does not matter.
    here, _ = await world.started("Ada", "Borys", channel="gry")
    version = await world.version(table)
    await world.choose(borys, await world.hand(borys, here), random.Random(1))
    answer = await borys.settled(await borys.command("gry", "zamki takeback"))
    assert says("cogs.hand.taken-back") in text_of(answer)
    assert (await world.view(here)).info.pending == (0, 1)
    assert await world.version(table) == version


@pytest.mark.long
async def test_a_move_can_be_typed_in_another_channel(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", channel="turniej")
    version = await world.version(table)
    asked = await ada.settled(await ada.command("gry", "zamki move", move="play dragon shepherd"))
    assert says("cogs.choose.title") in text_of(asked)
    assert await world.version(table) == version
    (only,) = pieces(asked)
    assert only.startswith(f"play.move:{table}:1:play.")
    await ada.press(asked, only)
    await world.done()
    view = (await world.view(table, ada)).view
    assert view is not None
    assert sorted(view.chosen) == ["dragon", "shepherd"]
    # What is no move of that table opens the hand instead; several in one line as well.
    for line in ("nonsense", "play dragon shepherd; play knight archer"):
        asked = await ada.settled(await ada.command("gry", "zamki move", move=line))
        assert pieces(asked) == [f"play.hand:{table}:1"]
    # In a direct message as anywhere else.
    asked = await ada.settled(await ada.command(await ada.dm(), "zamki hand"))
    assert says("cogs.choose.title") in text_of(asked)
    hand = await ada.settled(await ada.press(asked, piece(asked, "play.hand")))
    assert says("cogs.hand.chosen") in text_of(hand)


@pytest.mark.long
async def test_looking_asks_as_well_where_the_channel_has_no_table(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", channel="turniej")
    for command, expected in (
        ("board", says("rycerze.when-1", first=1)),
        ("text", says("rycerze.alt.round", round=1, rounds=7)),
        ("resign", says("cogs.resign.title")),
        ("cancel", says("cogs.cancel.title")),
    ):
        asked = await ada.settled(await ada.command("gry", f"zamki {command}"))
        assert says("cogs.choose.title") in text_of(asked)
        (only,) = pieces(asked)
        answer = await ada.settled(await ada.press(asked, only))
        assert expected in text_of(answer), text_of(answer)
    # A stranger to a channel's table who has one elsewhere is shown the channel's.
    chloe = await world.person("Chloe")
    await world.lobby("Chloe", channel="gry")
    answer = await chloe.settled(await chloe.command("turniej", "zamki board"))
    assert f"table {table}" in text_of(answer)
    assert (await world.view(table)).info.state == "playing"


@pytest.mark.long
async def test_the_rules_are_those_of_the_channels_game(world: World) -> None:
    await world.lobby("Ada", channel="turniej", game="torres")
    ada = await world.person("Ada")
    asked = await ada.settled(await ada.command("gry", "zamki rules"))
    assert says("cogs.choose.game") in text_of(asked)
    answer = await ada.settled(await ada.press(asked, "rules.open:0:0:budowa"))
    assert says("budowa.name") in text_of(answer)
    await world.lobby("Borys", channel="gry", game="zamek")
    answer = await ada.settled(await ada.command("gry", "zamki rules"))
    assert says("zamek.name") in text_of(answer), "the channel's game, not that of her table elsewhere"
    await world.lobby("Ada", channel="gry", game="rycerze")
    answer = await ada.settled(await ada.command("gry", "zamki rules"))
    assert says("rycerze.name") in text_of(answer), "her own table's, of the tables here"


@pytest.mark.long
async def test_alone_against_computers_ending_asks_first(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    await world.begin(table, ada, computers=1)
    board = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    asked = await ada.settled(await ada.press(more, piece(more, "ending.ask")))
    assert says("cogs.cancel.at-once") in text_of(asked)
    assert (await world.view(table)).info.state == "playing"
    await ada.press(asked, piece(asked, "ending.end"))
    await eventually(lambda: world.has_state(table, "cancelled"))


@pytest.mark.long
async def test_who_looks_after_another_server_ends_nothing_here(world: World) -> None:
    lobby, _ = await world.lobby("Ada", "Borys")
    table, _ = await world.started("Ada", "Borys")
    chloe = await world.person("Chloe")  # owns the other server
    for number in (lobby, table):
        answer = await chloe.settled(await chloe.command("games", "zamki cancel", table=str(number)))
        assert not pieces(answer), text_of(answer)
    assert (await world.view(lobby)).info.state == "lobby"
    assert (await world.view(table)).info.state == "playing"

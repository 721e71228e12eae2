"""Profiles as people open them: by command and from a person's menu, of one game and all, hidden ones not at all."""

from __future__ import annotations

import time

import pytest

from tests.support.rated_games import simulated
from tests.support.world import World, piece, pieces, says, text_of

KEYS = ("cogs.menu-of-person.profile", *(f"cogs.profile.{key}" for key in ("streaks", "against", "is-hidden", "nothing")))
FAVOURITE = {"gry": "Ulubiona gra: Torres", "games": "Favourite game: Torres"}


@pytest.mark.parametrize("channel", ["gry", pytest.param("games", marks=pytest.mark.long)])
async def test_profiles(world: World, channel: str) -> None:
    menu, streak, against, hidden, nothing = (says(key, "pl" if channel == "gry" else "en") for key in KEYS)
    names = ("Ada", "Borys") if channel == "gry" else ("Chloe", "Dmitri")
    table, (ada,) = await world.lobby(names[0], channel=channel)
    borys = await world.person(names[1])
    guild = (await world.view(table)).info.place.guild
    assert nothing in text_of(await ada.settled(await ada.command(channel, "zamki profile")))
    people = [(int(ada.id), names[0]), (int(borys.id), names[1]), (901, "Cela"), (902, "Dora")]
    await simulated(world.store, 60, 3, people, guild, time.time() - 60 * 3600, 3600.0)
    own = text_of(await ada.settled(await ada.command(channel, "zamki profile")))
    assert all(each in own for each in (FAVOURITE[channel], streak, names[0]))
    assert against not in own
    shown = await ada.settled(await ada.menu(channel, menu, borys))
    assert against in text_of(shown)
    assert names[1] in text_of(shown)
    watch = piece(shown, "replay.open")
    assert watch.split(":")[1].isdigit()
    shown = await world.pressed_menu(ada, shown, piece(shown, "profile.game"), "torres")
    assert FAVOURITE[channel] not in text_of(shown)
    assert names[1] in text_of(shown)
    await borys.settled(await borys.command(channel, "zamki my settings", hidden=True))
    gone = await ada.settled(await ada.menu(channel, menu, borys))
    assert hidden in text_of(gone)
    assert not pieces(gone)
    before = shown
    await ada.press(shown, piece(shown, "profile.game"), ["all"])
    await world.done()
    assert sum(hidden in text_of(message) for message in await ada.messages(channel)) == 2, "an older profile tells nothing new"
    assert text_of(ada.known[before["id"]]) == text_of(before)
    assert streak in text_of(await borys.settled(await borys.command(channel, "zamki profile")))

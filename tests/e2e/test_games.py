"""Whole games from `/zamki start` to the leaderboard, the way people play them."""

import random

import pytest

from sandbox import Person
from tests.e2e.world import World, eventually, piece, pieces, told


async def play_out(world: World, table: int, people: list[Person], rng: random.Random, *, direct: bool = False) -> None:
    """Everybody opens their hand and chooses, turn by turn, until the game is over."""
    while (look := await world.look(table)).table.state == "playing":
        stage = look.table.stage
        owing = [person for person in people if world_seat(look, person) in look.table.pending]
        for person in rng.sample(owing, len(owing)):
            if direct:
                hand = await world.message(person, table, "hand", person)
            else:
                hand = await world.hand(person, table)
            await world.choose(person, hand, rng)
        await eventually(lambda before=stage: world_moved(world, table, before))
    await world.quiet()


def world_seat(look, person: Person) -> int | None:
    return next((number for number, seat in enumerate(look.table.seats) if str(seat.user) == person.id), None)


async def world_moved(world: World, table: int, stage: int) -> bool:
    now = (await world.look(table)).table
    return now.stage != stage or now.state != "playing"


NAMES = ("Ada", "Borys", "Chloe", "Dmitri")


@pytest.mark.parametrize(("players", "channel"), [(2, "gry"), (3, "games"), (4, "gry")])
async def test_a_whole_game_by_presses_only(world: World, players: int, channel: str) -> None:
    table, people = await world.started(*NAMES[:players], channel=channel)
    await play_out(world, table, people, random.Random(players))
    final = await world.message(people[0], table, "final")
    assert "🥇" in told(final)
    assert ("koniec" in told(final)) == (channel == "gry")
    assert not pieces(final)
    for message in await people[0].messages(channel):
        assert not [each for each in pieces(message) if each.startswith(("hand:", "join:")) and not message["sandbox"]["ephemeral"]]

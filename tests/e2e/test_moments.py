"""What was decided is the first thing that a person sees afterwards: its picture, then the next question."""

import random

import pytest

from engines.rycerze.components import DRUM
from engines.rycerze.view import RycerzeView
from sandbox import Person
from sandbox.client import JSON, images
from tests.games.rycerze.tale import stack
from tests.support.world import World, pieces, says, text_of

SHORT = {"play.on"}, {"play.on", "play.pick"}
"""Verbs below what was decided: a question that one press answers stands there too."""


def verbs(message: JSON) -> set[str]:
    return {each.partition(":")[0] for each in pieces(message)}


async def both_choose(world: World, table: int, people: list[Person]) -> list[JSON]:
    """Play a joint stage; returns the hands, as they are after it."""
    hands = []
    for number, person in enumerate(people):
        hands.append(await world.hand(person, table))
        await world.choose(person, hands[-1], random.Random(number))
    await world.quiet()
    return [person.known[hand["id"]] for person, hand in zip(people, hands, strict=True)]


@pytest.mark.long
async def test_a_reveal_comes_to_both_hands_before_the_next_question(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    for person, hand in zip(people, await both_choose(world, table, people), strict=True):
        assert verbs(hand) in SHORT
        assert images(hand)[0]["description"]
        assert says("cogs.hand.since") in text_of(hand)
        asked = await world.gone_on(person, hand)
        assert says("cogs.hand.since") not in text_of(asked), "what happened is told once"
        assert "play.on" not in verbs(asked)
        assert "play.pick" in verbs(asked)
        again = await world.hand(person, table)
        assert "play.pick" in verbs(again), "it is shown once"


@pytest.mark.long
async def test_a_short_question_stands_below_what_was_decided(world: World) -> None:
    for _ in range(100):
        table, people = await world.started("Ada", "Borys")
        tiles = stack((await world.loaded(table, people[0])).table.seed)
        if tiles[0] != DRUM == tiles[1]:
            break
    else:
        raise AssertionError("no second round is a recruitment")
    for person in people:
        await world.tables.moves.play(table, int(person.id), ("play", "knight", "dragon"))
    for person in people:
        board = await world.message(person, table, "board")
        hand = await person.settled(await person.press(board, f"play.hand:{table}:{(await world.view(table)).info.stage}"))
        assert verbs(hand) == {"play.on", "play.pick"}
        assert says("rycerze.ask.recruit") in text_of(hand)
        await world.pressed(person, hand, next(each for each in pieces(hand) if each.startswith("play.pick:")))
    assert (await world.view(table)).info.turn == 3, "both have taken a card back"


@pytest.mark.long
async def test_a_castle_that_a_drum_took_is_told_in_the_first_hand(world: World) -> None:
    line = says("rycerze.line.no-castle", round=1)
    for _ in range(30):
        table, (ada, borys) = await world.started("Ada", "Borys")
        reading = await world.view(table, ada)
        hands = [text_of(await world.hand(person, table)) for person in (ada, borys)]
        began = reading.view.tiles[0] == "drum"  # type: ignore[union-attr]
        assert [line in hand for hand in hands] == [began, began]
        if began:
            return
    raise AssertionError("no game began with a drum")


@pytest.mark.long
async def test_what_was_decided_is_looked_at_once_more_after_a_restart(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    for person, hand in zip(people, await both_choose(world, table, people), strict=True):
        await world.gone_on(person, hand)
    await world.restart()
    board = await world.message(people[0], table, "board")
    hand = await people[0].settled(await people[0].press(board, f"play.hand:{table}:{(await world.view(table)).info.stage}"))
    assert verbs(hand) in SHORT


@pytest.mark.long
async def test_who_opens_a_hand_after_the_end_sees_its_picture(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    old = [await world.hand(person, table) for person in people]
    await world.tables.people.set_preferences(int(people[1].id), display="text")
    rng = random.Random(1)
    while (now := (await world.view(table)).info).state == "playing":
        seat = now.pending[0]
        mover = next(person for person in people if int(person.id) == now.seats[seat].user)
        position = (await world.loaded(table, mover)).position
        assert position is not None
        move = world.bot.app.games["rycerze"].choose_move(position.view(seat), rng, "easy")
        await world.tables.moves.play(table, int(mover.id), move)
    final = images(await world.message(people[0], table, "final"))[0]["description"]
    for person, hand, pictures in zip(people, old, ([final], []), strict=True):
        opened = await person.settled(await person.command("gry", "zamki hand", table=str(table)))
        for shown in (opened, person.known[hand["id"]]):
            assert [each["description"] for each in images(shown)] == pictures
            assert says("cogs.hand.over") in text_of(shown)


@pytest.mark.long
async def test_people_who_read_are_told_in_the_hand_itself(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    await world.tables.people.set_preferences(int(people[0].id), display="text")
    hand, _ = await both_choose(world, table, people)
    assert "play.on" not in verbs(hand)
    assert says("cogs.hand.since") in text_of(hand)


@pytest.mark.long
@pytest.mark.parametrize("game", ["rzymianie", "rycerze", "torres"])
async def test_an_attack_a_scoring_and_a_castle_are_seen_first(world: World, game: str) -> None:
    """Also where a drum has been turned since: what was decided before it is not passed over."""
    rng = random.Random(1)
    table, people = await world.started("Ada", "Borys", game=game)
    for _ in range(400):
        now = (await world.view(table)).info
        assert now.state == "playing", "something is decided before the end"
        mover = next(person for person in people if int(person.id) == now.seats[now.pending[0]].user)
        reading = await world.tables.looks.read(table, int(mover.id))
        if await world.bot.app.moments.unseen(world.bot.app.asker, reading, int(mover.id)) is not None and (
            not isinstance(reading.view, RycerzeView) or reading.view.tile == "drum"
        ):
            board = await world.message(mover, table, "board")
            hand = await mover.settled(await mover.press(board, f"play.hand:{table}:{now.stage}"))
            assert verbs(hand) in SHORT
            assert images(hand)[0]["description"]
            return
        position = (await world.loaded(table, mover)).position
        assert position is not None
        game_now = world.bot.app.games[game]
        await world.tables.moves.play(table, int(mover.id), game_now.choose_move(position.view(now.pending[0]), rng, "easy"))
    raise AssertionError("nothing was decided")

"""Several people are called as several, in each language; equal steps of a turn share a line on a board."""

import random

import pytest

import engines
import render
from chat.cards import audiences, wording
from data.words import languages, words
from engines.contract import Event
from tests.support.cases import cases
from tests.support.world import World, mentions, text_of

PLAYED = sorted(engines.games().keys() & render.renderers().keys())


@pytest.mark.parametrize("language", cases(languages(), ["pl"]))
async def test_several_people_are_called_as_several(world: World, language: str) -> None:
    world.consent = None
    number, people = await world.lobby("Ada", "Chloe")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=None)
    await world.tables.servers.set_server((await world.view(number)).info.place.guild, int(people[0].id), language=language)
    await world.begin(number, people[0])
    await world.quiet()
    board = text_of(await world.message(people[0], number, "board"))
    who = " ".join(f"<@{user}>" for user in mentions(board))
    assert len(mentions(board)) == 2
    assert words(language).count("cogs.board.your-move", 2, names=who) in board


@pytest.mark.parametrize("game", cases(PLAYED, ["torres"]))
async def test_equal_steps_share_a_line(world: World, game: str) -> None:
    app, rules, rng = world.bot.app, engines.games()[game], random.Random(4)
    number, _ = await world.started(*("Ada", "Chloe", "Borys")[: max(2, rules.seats[0])], game=game)
    info, position = (await world.view(number)).info, rules.start(max(2, rules.seats[0]), {}, b"seed")
    people, drawn, shorter = audiences.audience(info, words("en"), safe=True), audiences.renderer(app, info), False
    for _ in range(60):
        if not (pending := position.pending()):
            break
        turn, before = list[Event](), position.view(None).turn
        while position.pending() and position.view(None).turn == before and len(turn) < 30:
            seat = position.pending()[0]
            turn += position.play(seat, rules.choose_move(position.view(seat), rng, rules.levels[0]))
        events = [event for event in turn if event.to is None]
        lines = wording.join_events(app, info, events, words("en"))
        shorter |= len(lines) < sum(bool(drawn.line(event, people)) for event in events)
        assert all(line for _, line in lines)
        told = [event for some, _ in lines for event in some]
        assert [event for event in events if drawn.line(event, people) and event not in told] == []
    assert pending or position.result() is not None
    assert shorter or game != "torres"

"""What a hand tells of the time since its person's last move, in all games and languages: every result, whole."""

import random
from itertools import pairwise

import pytest

import engines
import render
from chat.cards import audiences, since, wording
from data.words import languages, words
from engines.contract import Revealing
from render.emoji import every
from render.game_renderer import GameRenderer
from sandbox.world import Emoji
from tests.support.cases import cases
from tests.support.markup import broken
from tests.support.world import World

EMOJI = 1576070540001542000
PLAYED = sorted(engines.games().keys() & render.renderers().keys())


def told(lines: list[str]) -> list[str]:
    return [line.removeprefix("> ") for line in lines if line.startswith("> ")]


@pytest.mark.long
@pytest.mark.usefixtures("in_one_thread")
@pytest.mark.parametrize("language", cases(languages(), ["pl"]))
@pytest.mark.parametrize("game", cases(PLAYED, ["rycerze"]))
async def test_every_result_is_told_whole_with_who_and_how_much(world: World, game: str, language: str) -> None:
    app, rules, rng, results = world.bot.app, engines.games()[game], random.Random(7), 0
    reasons = 0
    number, people = await world.started(*("Ada", "Chloe", "Borys")[: rules.seats[-1]], game=game)
    spoken = words(language)
    world.sandbox.world.emojis[EMOJI] = Emoji(EMOJI, "piece", b"")
    app.emoji.known = {f"{of} {piece}": f"<:{of}_{piece}:{EMOJI}>" for of, piece in every()}
    for _ in range(160):
        reading = await world.view(number)
        if reading.info.state != "playing":
            break
        seat = reading.info.pending[0]
        person = next(each for each in people if int(each.id) == reading.info.seats[seat].user)
        position = (await world.loaded(number, person)).position
        assert position is not None
        if isinstance(rules, Revealing) and rules.reveal_move(position):
            await world.tables.moves.reveal(number, int(person.id))
            continue
        await world.tables.moves.play(number, int(person.id), rules.choose_move(position.view(seat), rng, rules.levels[0]))
        for each in people:
            mine = await world.view(number, each)
            if mine.info.state != "playing" or mine.seat not in mine.info.pending:
                continue
            lines = await since.since(app, mine, spoken, "picture")
            happened = await world.tables.looks.since(mine)
            assert happened is not None
            events = [event for turn in happened.values() for event in wording.events(app, mine.info, turn)]
            audience, rendered = audiences.audience(mine.info, spoken, safe=True), audiences.renderer(app, mine.info)
            for before, event in pairwise([None, *events]):
                if event is None or rendered.weight(event) != "result":
                    continue
                line = " ".join((rendered.line(event, audience) or "").split())
                assert any(shown.endswith(line.partition(" ")[2]) for shown in told(lines)), line
                assert any(person.name in line for person in audience.people), line
                assert any(letter.isdigit() for letter in line), line
                if before is not None and rendered.weight(before) == "reason":
                    reason = " ".join(rendered.summary([before], audience).split()).partition(" ")[2]
                    assert any(reason in shown and shown.endswith(line.partition(" ")[2]) for shown in told(lines)), reason
                    reasons += bool(reason)
                results += 1
            assert not list(broken({"content": "\n".join(lines)}))
    drawn = render.renderers()[game]
    assert isinstance(drawn, GameRenderer)
    weights = drawn._parts.weights.values()
    assert results > 2 if "result" in weights else results == 0
    assert bool(reasons) == ("reason" in weights)

"""The sentence on the picture of the end, made from a story whose moments are given."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from chat.cards import story
from data.words import words
from engines.contract import Result
from tables.history.story import Moment, Overtaking, Story
from tests.support.world import World

CURVE = ((0, 0), (1, 0), (1, 9))


async def sentence(world: World, monkeypatch: pytest.MonkeyPatch, told: Story, language: str = "en") -> str:
    """What is said of a game of Ada (seat A) and Borys, whom the rules have put second and first."""
    table, _ = await world.started("Ada", "Borys")
    info = (await world.view(table)).info
    names = [seat.name for seat in info.seats]
    assert sorted(names) == ["Ada", "Borys"]
    ended = replace(info, result=Result((2, 1), (1, 9), "points", (2, 1)))

    async def given(*_: object) -> Story:
        return told

    async def replay(*_: object) -> object:
        return SimpleNamespace(last=2)

    monkeypatch.setattr(story, "_story", given)
    monkeypatch.setattr(world.tables.looks, "replay", replay)
    monkeypatch.setattr("chat.cards.seating.then", lambda *_: info)
    said = await story.epilogue(world.bot.app, ended, words(language), safe=False)
    return said.story.replace(names[0], "A").replace(names[1], "B")


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (Story(curve=CURVE), ""),
        (Story(curve=CURVE, lead=Overtaking(5, 2, 1, None)), "B goes ahead early (round 2) and stays there."),
        (Story(curve=CURVE, lead=Overtaking(5, 6, 1, 0)), "A leads, but B goes ahead (round 6) and stays there."),
        (
            Story(curve=CURVE, lead=Overtaking(5, 6, 1, 0), leap=Moment(5, 6, 1, 9)),
            "A leads, but B scores 9 points in one go (round 6) and stays ahead.",
        ),
        (
            Story(curve=CURVE, lead=Overtaking(5, 6, 1, 0), leap=Moment(3, 4, 0, 12)),
            "A scores 12 points in one go (round 4); A leads, but B goes ahead (round 6) and stays there.",
        ),
        (
            Story(curve=CURVE, lead=Overtaking(5, 6, 1, 0), leap=Moment(5, 6, 0, 12)),
            "A leads, but B goes ahead (round 6) and stays there; A scores 12 points in one go (round 6).",
        ),
        (Story(curve=CURVE, lead=Overtaking(5, 6, 0, 1)), ""),
    ],
)
async def test_the_sentence_says_what_happened_in_order(
    world: World, monkeypatch: pytest.MonkeyPatch, told: Story, wanted: str
) -> None:
    """Whoever has left comes last and took no lead for good, whatever the points say."""
    assert await sentence(world, monkeypatch, told) == wanted

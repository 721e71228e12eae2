"""Typed moves are answered and suggested in the person's own words: what is missing, what is wrong, what is right anyway."""

from __future__ import annotations

import pytest

from data.words import Words, words
from sandbox import Person
from tests.support.world import World, text_of


async def begun(world: World, *names: str) -> tuple[Person, Person]:
    """A game of Torres in which the first player's turn begins: four towers of three, a knight on d8."""
    table, people = await world.started(*names, game="torres")
    first = await world.mover(table, people)
    await first.settled(await first.command("gry", "zamki move", move="start d8"))
    second = await world.mover(table, people)
    await second.settled(await second.command("gry", "zamki move", move="start c6; king f6"))
    assert await world.mover(table, people) is first
    return first, second


def point_in(speak: Words) -> str:
    """Returns the word for a point as people type it."""
    return speak("torres.word.point").partition(":")[0].lower()


async def typed(person: Person, line: str) -> str:
    return text_of(await person.settled(await person.command("gry", "zamki move", move=line)))


@pytest.mark.parametrize("names", [("Ada", "Borys"), pytest.param(("Chloe", "Dmitri"), marks=pytest.mark.long)])
async def test_what_is_refused_says_what_is_missing(world: World, names: tuple[str, str]) -> None:
    first, _ = await begun(world, *names)
    speak = words("pl" if names[0] == "Ada" else "en")
    answer = await typed(first, "build 3 d7")
    assert speak("cogs.hand.stopped", line="", why="")[:3] not in answer, "towers are equal: naming their height says too much"
    answer = await typed(first, "build 3 e7")
    assert speak("torres.illegal.tower-settled") in answer
    await typed(first, "point; point; point")
    answer = await typed(first, "point; point")
    assert speak("torres.illegal.ap", need=1, left=0) in answer, "what is missing are action points"
    assert speak("cogs.refusal.no-such-move") not in answer
    assert speak("torres.illegal.ap", need=1, left=0) in await typed(first, f"{point_in(speak)} d7")
    assert speak("cogs.refusal.no-such-move") in await typed(first, "abrakadabra")


async def test_suggestions_use_the_persons_words_and_say_what_is_wrong(world: World) -> None:
    first, _ = await begun(world, "Ada", "Borys")
    speak = words("pl")

    async def offered(line: str) -> list[tuple[str, str]]:
        return [(each["name"], each["value"]) for each in await first.autocomplete("gry", "zamki move", "move", move=line)]

    for name, value in await offered(""):
        label = name.split(" — ")[0]
        assert label != value.split()[0], "a Polish word, not the notation's"
        assert name.endswith(f" — {value}")
    assert (f"{speak('torres.word.point')} — point", "point") in await offered("")
    assert [value for _, value in await offered(point_in(speak))] == ["point"]
    # An earlier step that is none says so instead of nothing.
    ((name, value),) = await offered("build d7; build a1; move d8 d7; ")
    assert value == "build d7; build a1"
    assert name.startswith("✋ ")
    assert speak("torres.illegal.founds", square="a1")[:40] in name
    ((name, value),) = await offered("build a1")
    assert (name[:2], value) == ("✋ ", "build a1")
    ((name, value),) = await offered("draw; ")
    assert value == "draw"
    assert speak("cogs.move.first")[:30] in name
    # What a client keeps in the line when one types on is understood.
    (name, value), *_ = await offered("build 3 d7")
    assert value == "build d7"
    assert "d7" in await typed(first, f"{name}; point")

"""Hints by presses: asked for in the private hand, looked at, played, counted and told at the end."""

from __future__ import annotations

import pytest

from chat.press import replies
from data.words import words
from sandbox.client import images
from tables.errors import NoHint
from tests.support.world import World, eventually, piece, pieces, text_of

GAMES = ["budowa", *(pytest.param(game, marks=pytest.mark.long) for game in ("rycerze", "rzymianie", "torres", "zamek"))]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
async def test_a_hint_is_asked_for_looked_at_and_played(world: World, game: str, language: str) -> None:
    speak = words(language)
    table, (ada,) = await world.lobby("Ada", game=game)
    await world.tables.people.set_preferences(int(ada.id), language=language)
    await world.begin(table, ada, computers=1)
    assert await world.asked(table, ada)
    hand = await world.hand(ada, table)
    card = await world.pressed(ada, hand, piece(hand, "hints.ask"))
    await eventually(lambda: _has(world, ada, card["id"], "play.pick:"))
    card = ada.known[card["id"]]
    assert speak("hints.counted") in text_of(card)
    assert images(card)[0]["description"]
    text = text_of(card)
    assert "1️⃣" in text
    plays = [each for each in pieces(card) if each.startswith("play.pick:")]
    assert 1 <= len(plays) <= 3
    shows = [each for each in pieces(card) if each.startswith("hints.ask:")]
    if shows:
        before = images(card)[0]["url"]
        card = await world.pressed(ada, card, shows[0])
        await eventually(lambda: _other(ada, card["id"], before))
        await eventually(lambda: _has(world, ada, card["id"], "play.pick:"))
        card = ada.known[card["id"]]
        plays = [each for each in pieces(card) if each.startswith("play.pick:")]
    stage = (await world.view(table)).info.stage
    moves = len(await world.ask("SELECT 1 FROM journal WHERE seat = ? AND kind = 'move'", await _seat(world, table, ada)))
    await world.pressed(ada, card, plays[0])
    await eventually(lambda: _moved(world, table, ada, moves))
    assert (await world.view(table)).info.stage >= stage
    assert await world.tables.advice.hints(table) == {await _seat(world, table, ada): 1}
    await world.tables.endings.cancel(table, int(ada.id))
    await world.quiet()
    final = await world.message(ada, table, "final")
    assert "💡" in text_of(final)
    assert "Ada" in text_of(final)


async def _has(world: World, person: object, message: str, verb: str) -> bool:
    known = person.known.get(message)  # type: ignore[attr-defined]
    return known is not None and any(each.startswith(verb) for each in pieces(known)) and "💡" in text_of(known)


async def _other(person: object, message: str, before: str) -> bool:
    known = person.known[message]  # type: ignore[attr-defined]
    return bool(images(known)) and images(known)[0]["url"] != before


async def _seat(world: World, table: int, person: object) -> int:
    seats = (await world.view(table)).info.seats
    return next(at for at, seat in enumerate(seats) if str(seat.user) == person.id)  # type: ignore[attr-defined]


async def _moved(world: World, table: int, person: object, before: int) -> bool:
    made = await world.ask("SELECT 1 FROM journal WHERE seat = ? AND kind = 'move'", await _seat(world, table, person))
    return len(made) > before


@pytest.mark.long
async def test_no_button_where_the_game_counts(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys")
    hand = await world.hand(ada, table)
    assert not [each for each in pieces(hand) if each.startswith("hints.ask:")]


@pytest.mark.long
async def test_a_hint_stays_when_somebody_else_moves(world: World) -> None:
    table, (ada, borys) = await world.lobby("Ada", "Borys")
    await world.tables.endings.set_friendly(table, int(ada.id), friendly=True)
    await world.begin(table, ada)
    hand = await world.hand(ada, table)
    card = await world.pressed(ada, hand, piece(hand, "hints.ask"))
    await eventually(lambda: _has(world, ada, card["id"], "play.pick:"))
    await world.tables.moves.play(table, int(borys.id), ("play", "shepherd", "footman"))
    await replies.follow(world.bot.app, table, int(ada.id))
    await world.quiet()
    assert await _has(world, ada, card["id"], "play.pick:")
    await world.tables.moves.play(table, int(ada.id), ("play", "shepherd", "footman"))
    await world.quiet()
    assert "💡" not in text_of(ada.known[card["id"]]), "what is asked now is no longer what it was given for"


async def test_asked_again_in_vain_it_is_said_in_the_same_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ada,) = await world.lobby("Ada", game="budowa")
    await world.begin(table, ada, computers=1)
    assert await world.asked(table, ada)
    hand = await world.hand(ada, table)

    async def nothing(*_: object, **__: object) -> None:
        raise NoHint

    monkeypatch.setattr(world.tables.advice, "hint", nothing)
    before = len(ada.known)
    for _ in range(3):
        await world.pressed(ada, ada.known[hand["id"]], piece(ada.known[hand["id"]], "hints.ask"))
    assert len(ada.known) == before
    assert words("pl")(NoHint().key) in text_of(ada.known[hand["id"]])

"""A finished game looked through by presses: progress, what was found, a way to each step, stopped; a running one refused."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence

import msgspec
import pytest

from chat.cards import audiences, hint
from cogs.review import mark, review
from cogs.review.decision_words import DecisionWords
from data.words import words
from engines.contract import Candidate, Fleeting, Move, View
from sandbox.client import Person, images
from tables.bots.bot_process import BotProcess
from tables.errors import Refusal
from tables.history.review import Decision, Review
from tables.model.people import Preferences
from tables.model.table_info import DIRECT, Origin
from tests.support.table_store import loaded_table
from tests.support.world import World, eventually, piece, pieces, says, text_of


async def played_out(world: World, table: int) -> None:
    """The game of Budowa zamku goes on to its end, by no presses: they are not what this is about."""
    game, rng = world.house.games["budowa"], random.Random(4)
    assert isinstance(game, Fleeting)
    while True:
        held = await loaded_table(world.tables, table)
        if held.table.state != "playing":
            return
        assert held.position is not None
        (seat,) = held.position.pending()
        user = held.table.seats[seat].user
        assert user is not None
        move = game.choose_move(game.recall(held.position, seat, "hard"), rng, "hard")
        async with world.store.transaction() as tx:
            await tx.renew_outbox(table, [], ["board"])  # nobody looks: no move waits for its board
        await world.tables.moves.play(table, user, move)


@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
async def test_a_finished_game_is_looked_through(world: World, language: str) -> None:
    speak = words(language)
    table, (ada, borys) = await world.started("Ada", "Borys", game="budowa")
    running = await ada.settled(await ada.command("gry", "zamki game review", table=str(table)))
    assert words("pl")("tables.replay.not-over") in text_of(running)
    await world.tables.people.set_preferences(int(ada.id), language=language)
    await played_out(world, table)
    await world.over(table, ada)
    final = await world.message(ada, table, "final")
    assert all(" element" in line for line in text_of(final).splitlines() if "🥇" in line or "🥈" in line), (
        "the base game's unit"
    )
    counted = speak("replay.story-points", review=speak("review.ask"))
    story = await ada.settled(await ada.press(final, piece(final, "story.open")))
    assert counted in text_of(story)
    card = await ada.settled(await ada.press(story, piece(story, "review.open")))
    await eventually(lambda: _has(ada, card["id"], "review.mark:", speak("review.nothing")))
    story = await ada.settled(await ada.press(final, piece(final, "story.open")))
    assert counted not in text_of(story)
    text = text_of(ada.known[card["id"]])
    assert images(ada.known[card["id"]])[0]["description"]
    assert "Ada" in text
    assert "Borys" in text
    assert (await world.tables.reviews.stored_review(table)) is not None
    marks = [each for each in pieces(ada.known[card["id"]]) if each.startswith("review.mark:")]
    if marks:
        shown = await world.pressed(ada, ada.known[card["id"]], marks[0])
        step = await ada.settled(await ada.press(shown, piece(shown, "replay.open")))
        assert [each for each in pieces(step) if each.startswith("replay.step:")]
        await world.pressed(ada, shown, piece(shown, "review.back"))
        assert marks[0] in pieces(ada.known[card["id"]])
    # kept: at once, for anybody, after a restart, and by command
    await world.restart()
    await world.tables.people.set_preferences(int(borys.id), display="text")
    again = await borys.settled(await borys.command("gry", "zamki game review", table=str(table)))
    assert "review.stop" not in str(pieces(again))
    assert not images(again)
    listed = await borys.settled(await borys.command("gry", "zamki game review"))
    assert piece(listed, "review.open")


@pytest.mark.long
async def test_the_costliest_decisions_come_first(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", game="budowa")
    await played_out(world, table)
    replay = await world.tables.looks.replay(table)
    flips = [step for step in replay.steps() if step.move[:1] == ("flip",)][:3]
    decisions = []
    for flip, (best, spread) in zip(flips, ((0.3, 0.0), (0.97, 0.3), (0.6, 0.1)), strict=True):
        assert flip.seat is not None
        decisions.append(Decision(flip.number, flip.turn, flip.seat, 0.01, best, spread=spread, better=flip.move))
    found, speak = Review(table, "hard", tuple(decisions)), words("pl")
    text = (await review.card(world.bot.app, found, Preferences(), speak)).text
    gains = [int(high) for high in re.findall(r"\(\+(?:[0-9]+–)?([0-9]+)\)", text)]
    assert gains == [100, 69, 29], "the dearest first; +96 ± 30 ends at 100"
    assert "(+66–100)" in text
    assert "±" not in text
    async with world.store.transaction() as tx:
        await tx.begin_review(table, (await world.view(table)).info.place.guild, 0.0)
        await tx.end_review(table, msgspec.json.encode(found).decode())
    renderer, own = world.bot.app.renderers["budowa"], Preferences(display="text")
    for each in decisions:
        marked = await mark.card(world.bot.app, table, each.step, own, speak)
        seen = replay.view(each.step - 1, each.seat)
        people = audiences.audience((await world.view(table)).info, speak, safe=True)
        assert renderer.text(seen, people) in marked.text, "the position as its player saw it"
    await _played_on(world, ada, table, decisions)
    with pytest.raises(Refusal, match="unknown-press"):
        await mark.card(world.bot.app, table, flips[0].number + 1, own, speak)
    assert hint.between(0.95, 0.2) == (75, 100)
    assert hint.between(0.02, 0.2) == (0, 22)


@pytest.mark.long
async def test_a_line_names_where_two_rows_first_differ(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys", game="rzymianie")
    game, rng = world.house.games["rzymianie"], random.Random(1)
    while (now := (await world.view(table)).info).state == "playing":
        seat, mover = now.pending[0], await world.mover(table, [ada, borys])
        position = (await world.loaded(table, mover)).position
        assert position is not None
        await world.tables.moves.play(table, int(mover.id), game.choose_move(position.view(seat), rng, "easy"))
    info, replay = (await world.view(table)).info, await world.tables.looks.replay(table)
    plan = next(step for step in replay.steps() if step.move[:1] == ("plan",))
    assert plan.seat is not None
    row = list(plan.move)
    other = next(at for at in range(2, len(row)) if row[at] != row[1])
    row[1], row[other] = row[other], row[1]
    better = Decision(plan.number, plan.turn, plan.seat, 0.1, 0.6, better=tuple(row))
    told = DecisionWords(world.bot.app, info, replay, words("pl"))
    line, sentence = told.line(better, 1), told.sentence(better, 1)
    assert line.count("…") == 2, line
    assert len(line.replace("**", "")) <= 80, "two rows of a phone"
    assert len(sentence) > len(line), "behind the mark stands all of it"


async def _played_on(world: World, ada: Person, table: int, decisions: Sequence[Decision]) -> None:
    """The position of a decision is played on: alone, in direct messages, as its player saw it."""
    reviewed = await ada.settled(await ada.command("gry", "zamki game review", table=str(table)))
    marked = await world.pressed(ada, reviewed, next(each for each in pieces(reviewed) if each.startswith("review.mark:")))
    hand = await ada.settled(await ada.press(marked, piece(marked, "review.play")))
    begun = await world.view(table + 1, ada)
    costliest = decisions[1]
    assert begun.info.origin == Origin(table, costliest.step - 1, costliest.seat)
    assert begun.info.place.guild == DIRECT
    assert begun.seat == costliest.seat
    assert [seat.user for seat in begun.info.seats if seat.user is not None] == [int(ada.id)]
    assert str(costliest.step - 1) in text_of(hand)
    board = await world.message(ada, table + 1, "board")
    assert says("review.played-on") in text_of(board)


@pytest.mark.long
async def test_it_is_stopped_by_a_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ada, _) = await world.started("Ada", "Borys", game="budowa")
    await played_out(world, table)
    waits = asyncio.Event()

    async def slow(  # noqa: PLR0917 - the protocol's
        _self: BotProcess, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        await waits.wait()
        raise AssertionError(game, view, level, seed, limit, also)

    monkeypatch.setattr(BotProcess, "candidates", slow)
    final = await world.message(ada, table, "final")
    card = await ada.settled(await ada.press(final, piece(final, "review.open")))
    stopped = await world.pressed(ada, card, piece(card, "review.stop"))
    assert words("pl")("review.stopped") in text_of(stopped)
    assert await world.tables.reviews.stored_review(table) is None


def _has(person: object, message: str, verb: str, text: str) -> bool:
    known = person.known.get(message)  # type: ignore[attr-defined]
    return known is not None and (any(each.startswith(verb) for each in pieces(known)) or text in text_of(known))

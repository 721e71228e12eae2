"""A game of memory: what was put back is gone from every message that is still there, whoever it was shown to and wherever."""

import random

import pytest

from engines.budowa.view import BudowaView
from sandbox import Person
from sandbox.client import JSON
from tests.games.budowa.pressing import shown_open
from tests.support.world import World, piece, pieces, text_of


async def everything(people: list[Person]) -> list[JSON]:
    """All messages that anybody still sees, direct messages and private answers too."""
    found = []
    for person in people:
        for channel in ("gry", await person.dm()):
            found += await person.messages(channel, peek=True)
    return found


@pytest.mark.long
async def test_a_card_put_back_is_seen_nowhere_any_more(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", game="budowa")
    watcher = await world.person("Dmitri")
    rng = random.Random(5)
    seen = 0
    for _ in range(12):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        mover = await world.mover(table, people)
        other = next(person for person in people if person is not mover)
        view = (await world.view(table)).view
        assert isinstance(view, BudowaView)
        if view.open is not None and view.can:
            # While it lies open everybody looks at it in every way there is.
            board = await world.message(mover, table, "board")
            for person in (mover, other, watcher):
                await person.settled(await person.press(board, piece(board, "play.hand")))
                await person.settled(await person.press(board, piece(board, "board.text")))
                await person.settled(await person.command("gry", "zamki board", table=str(table)))
            visible = [card for message in await everything([*people, watcher]) for card in shown_open(message)]
            assert (view.open.spot, view.open.number) in visible
            seen += 1
            move = "back" if "back" in view.can and rng.random() < 0.8 else rng.choice(view.can)
        else:
            move = f"flip {rng.choice(view.board.spots)}"
        await mover.settled(await mover.command("gry", "zamki move", move=move))
        await world.quiet()
        await world.done()
        after = (await world.view(table)).view
        assert isinstance(after, BudowaView)
        allowed = {(after.open.spot, after.open.number)} if after.open is not None else set()
        for message in await everything([*people, watcher]):
            assert set(shown_open(message)) <= allowed, (move, text_of(message), pieces(message))
    assert seen >= 2

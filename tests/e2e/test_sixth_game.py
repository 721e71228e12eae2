"""A game that hides nothing and is played in turns, added as games are added: rules, a room, texts. Nothing names it."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

import cogs.commands
import cogs.commands_house
import cogs.lobby
import cogs.standings
import engines
import render.lobby
import render.pool
from data import words as catalogue
from engines.contract import Event, Move, Result, View
from render.contract import Picture, Setting
from render.encode import encode
from tests.e2e.world import World, eventually, piece, pieces, seat_of, told
from tests.tables.toy import StepsView, games

TEXTS = {
    "name": "Steps",
    "about": "Say numbers.",
    "rules": "Say numbers until you end.",
    "option.length": "Length",
    "option.length.short": "short",
    "option.length.long": "long",
    "level.only": "only",
    "level.easy": "easy",
    "ask.what": "What do you do?",
    "ask.number": "Which number?",
    "reason.sum": "the greater sum",
}


class Room:
    key = "steps"

    def _drawn(self, text: str) -> Picture:
        return encode(Image.new("RGB", (90, 90), (len(text) % 256, 90, 120)), text)

    def board(self, view: View, setting: Setting) -> Picture:
        assert isinstance(view, StepsView)
        return self._drawn(f"sums {view.sums}")

    def hand(self, view: View, setting: Setting) -> Picture | None:
        return None

    def scene(self, event: Event, setting: Setting) -> Picture:
        return self._drawn(event.kind)

    def text(self, view: View, setting: Setting) -> str:
        assert isinstance(view, StepsView)
        return f"sums {view.sums}"

    def label(self, word: str, said: Move, view: View, setting: Setting) -> str:
        return f"«{word}»"

    def line(self, event: Event, setting: Setting) -> str | None:
        return f"{setting.people[event.data['seat']].name} {event.kind}"

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        return self._drawn("over")

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        return None

    def cover(self, width: int, height: int) -> Image.Image:
        return Image.new("RGBA", (width, height))

    def warm(self) -> None:
        return None


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The house with one game more."""
    more = {**engines.games(), "steps": games()["steps"]}
    rooms = {**render.rooms(), "steps": Room()}
    for module in (engines, cogs.commands, cogs.commands_house, cogs.lobby, cogs.standings):
        monkeypatch.setattr(module, "games", lambda: more)
    for place in (render, render.pool, render.lobby):
        monkeypatch.setattr(place, "rooms", lambda: rooms)
    texts = shutil.copytree(catalogue.LOCALE, tmp_path / "locale")
    for language in ("en", "pl"):
        lines = "\n\n".join(f'msgid "steps.{key}"\nmsgstr "{text}"' for key, text in TEXTS.items())
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        (texts / language / "steps.po").write_text(head + lines + "\n")
    monkeypatch.setattr(catalogue, "LOCALE", texts)
    catalogue.words.cache_clear()
    yield
    catalogue.words.cache_clear()


async def test_a_game_in_turns_is_played_on_the_board_itself(steps: None, world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    rng = random.Random(3)
    walked = 0
    while (now := (await world.look(table)).table).state == "playing":
        mover = next(person for person in people if seat_of(now, person) in now.pending)
        other = next(person for person in people if person is not mover)
        board = await world.message(mover, table, "board")
        offered = [each for each in pieces(board) if each.startswith(("do:", "open:"))]
        assert offered, "the one on turn chooses on the board"
        # The other presses first and is told kindly that it is not their turn.
        await other.press(board, offered[-1])
        await world.done()
        assert (await world.look(table)).table.version == now.version
        pressed = rng.choice(offered)
        answer = await mover.press(board, pressed)
        await world.done()
        if pressed.startswith("open:"):
            walked += 1
            hand = await mover.settled(answer)
            assert "Which number?" in told(hand)
            await mover.press(hand, rng.choice([each for each in pieces(hand) if each.startswith("pick:")]))
            await world.done()
        await eventually(lambda before=now.version: _changed(world, table, before))
    assert walked
    final = await world.message(people[0], table, "final")
    assert "🥇" in told(final)
    for message in await people[0].messages("games"):
        assert message["sandbox"]["ephemeral"] or not pieces(message), "boards of turns gone by lose their buttons"


async def test_a_step_can_be_taken_back_until_something_was_revealed(steps: None, world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="steps")
    now = (await world.look(table)).table
    mover = next(person for person in people if seat_of(now, person) in now.pending)
    answer = await mover.settled(await mover.command("games", "zamki move", move="add 2"))
    assert "✅" in told(answer)
    board = await world.message(mover, table, "board")
    more = await mover.settled(await mover.press(board, piece(board, "more")))
    await mover.press(more, piece(more, "undo"))
    await world.done()
    look = await world.look(table)
    assert isinstance(look.view, StepsView)
    assert sum(look.view.sums) == 0
    await mover.settled(await mover.command("games", "zamki move", move="look"))
    refused = await mover.settled(await mover.command("games", "zamki takeback"))
    assert "↩️" not in told(refused)


async def _changed(world: World, table: int, version: int) -> bool:
    return (await world.look(table)).table.version != version

"""The computer player of Rzymianie do domu!: legal, honest, better than chance, and not to be foreseen."""

from __future__ import annotations

import random

import pytest

from engines.notation import legal_moves, random_move
from engines.rzymianie.computer import EFFORT, Effort
from engines.rzymianie.rules import GAME
from tests.engines.rzymianie.rzymianie_tale import attack


def play(levels: list[str], number: int, options: dict[str, str] | None = None) -> tuple[int, ...]:
    rng = random.Random(number)
    position = GAME.start(len(levels), options or {}, rng.randbytes(16))
    while pending := position.pending():
        seat = pending[0]
        level = levels[seat]
        move = random_move(position, seat, rng) if level == "random" else GAME.advise(position.view(seat), rng, level)
        position.play(seat, move)
    result = position.result()
    assert result is not None
    return result.places


def test_a_whole_game_of_computers_with_a_neutral_clan(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in EFFORT:
        monkeypatch.setitem(EFFORT, level, Effort(10, 40, 2))
    for number in range(6):
        assert min(play(["easy", "normal", "hard"], number, {"neutrals": "1", "tied_forts": "stay"})) == 1


def test_it_wins_more_often_than_chance() -> None:
    won = sum(
        play(["normal", "random"] if number % 2 else ["random", "normal"], number)[1 - number % 2] == 1 for number in range(16)
    )
    assert won >= 10


def test_it_seduces_the_warrior_that_wins_the_fort() -> None:
    tale = attack("qween chariott svord", up=["svord", "", ""], wall="niefort1 niefort6 komfort2 niefort3 niefort5 fortuna8")
    assert GAME.advise(tale.position.view(0), random.Random(1), "normal") == ("seduce", "green")


def test_it_takes_the_third_fortheca() -> None:
    wall = "niefort1 niefort3 fortheca-3 komfort2 niefort5 niefort6"
    tale = attack("druhid svord", up=["chariott", ""], won=["fortheca-1 fortheca-2", "fortuna8"], wall=wall)
    assert GAME.advise(tale.position.view(0), random.Random(1), "normal") == ("take", "3")


def test_its_plans_are_mixed() -> None:
    position = GAME.start(2, {}, b"mixed")
    view = position.view(0)
    plans = {GAME.advise(view, random.Random(number), "normal") for number in range(4)}
    assert len(plans) > 1
    assert plans <= set(legal_moves(position, 0))

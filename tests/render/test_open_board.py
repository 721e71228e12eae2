"""The board with all cards open: with nobody's hand it is the board, with hands it shows and names what they hold."""

from __future__ import annotations

import pytest

import engines
from data.words import words
from render import renderers
from render.contract import Audience, Person
from tests.support.conformance import hooks
from tests.support.replayed import NAMES, replayed

GAMES = [pytest.param(key, marks=() if key == "rycerze" else pytest.mark.long) for key in engines.games()]
STEPS = 12
"""How many steps of a game are looked at."""


@pytest.mark.parametrize("game", GAMES)
def test_hands_lie_open_on_the_board(game: str) -> None:
    """A game whose laws.py has `OPEN_BOARD = False` has nothing to lay open."""
    replay, renderer = replayed(game), renderers()[game]
    people = Audience(tuple(map(Person, NAMES[: replay.seats])), words("en"))
    shown = False
    for step in range(0, replay.last, max(1, replay.last // STEPS)):
        public = replay.view(step)
        hands = [hand for seat in range(replay.seats) if (hand := replay.view(step, seat)).private]
        board, opened = renderer.board(public, people), renderer.open_board(public, hands, people)
        assert renderer.open_board(public, (), people) == board
        shown = opened.data != board.data and opened.alt != board.alt
        if shown:
            break
    assert shown == (replay.hides and getattr(hooks(game), "OPEN_BOARD", True))

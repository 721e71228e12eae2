"""The terms by which the computer player explains itself are the sum that it judges by."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_move
from engines.torres.evaluate import frame_of, parts_of, worth_of
from engines.torres.rules import GAME


@pytest.mark.parametrize("master", ["off", "on"])
def test_the_terms_add_up_to_the_worth(master: str) -> None:
    rng = random.Random(5)
    position = GAME.start(3, {"master": master}, bytes(16))
    for _ in range(120):
        if position.result() is not None:
            break
        (seat,) = position.pending()
        position.play(seat, random_move(position, seat, rng))
        frame = frame_of(position)
        assert sum(parts_of(position, frame).values()) == pytest.approx(worth_of(position, frame))

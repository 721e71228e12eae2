"""The quick twin that the computer player learns with sees what the engine sees."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from engines.notation import random_move
from engines.torres.components import TOWERS
from engines.torres.evaluate import next_scoring
from engines.torres.position import TorresPosition
from engines.torres.prospect import BOARD, FEATURES, board, sites
from engines.torres.rules import GAME
from tools.learn_torres import built

pytestmark = [pytest.mark.long, pytest.mark.skipif(not shutil.which("g++"), reason="needs a C++ compiler")]


def positions() -> list[TorresPosition]:
    """Some of the turns of games of `easy` players and players by chance."""
    found = []
    for seats in GAME.seats:
        position, rng = GAME.start(seats, {}, bytes(16)), random.Random(seats)
        while position.pending():
            seat = position.seat
            if position.king >= 0 and position.ap == 5:
                found.append(position.copy())
            easy = rng.random() < 0.7
            position.play(
                seat, GAME.choose_move(position.view(seat), rng, "easy") if easy else random_move(position, seat, rng)
            )
    return found


def test_the_twin_sees_the_same_features_and_learns_as_many_weights(tmp_path: Path) -> None:
    twin = str(built(tmp_path))
    said, wanted = [], []
    for position in positions():
        seat, land = position.seat, position.terrain
        others = position.occupied & ~position.knights[seat] & ~(1 << position.king)
        numbers = [*position.heights, position.knights[seat], others, position.king, next_scoring(position)]
        said.append(" ".join(map(str, numbers)))
        wanted.append(
            board(
                land,
                sites(land),
                position.knights[seat],
                others,
                1 << position.king,
                position.royal_castle(),
                next_scoring(position),
            )
        )
    assert len(said) > 60
    told = subprocess.run([twin, "board"], input="\n".join(said), check=True, stdout=subprocess.PIPE, text=True).stdout
    for line, features in zip(told.splitlines(), wanted, strict=True):
        assert dict(zip(FEATURES[:BOARD], map(float, line.split()), strict=True)) == pytest.approx(
            dict(zip(FEATURES[:BOARD], features, strict=True)), abs=0.002
        )
    learned = subprocess.run([twin, "1", "1"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert len(learned) == sum(len(rounds) + 1 for seats in GAME.seats for rounds in TOWERS[seats])
    assert {len(line.split()) for line in learned} == {len(FEATURES)}

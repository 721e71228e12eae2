"""Stored games of Zamek: snapshots, and keeps on one of two equal houses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.contract import UnreadableSnapshot
from engines.zamek.components import EDITION
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from engines.zamek.view import Keep
from render.zamek import castle as drawn
from tests.games.zamek.staging import begin, tell
from tests.support import golden_games


def test_whether_tiles_wait_for_a_look_is_stored() -> None:
    waits = GAME.load(begin().snapshot())
    at_once = GAME.load(GAME.start(2, {}, b"seed").snapshot())
    assert (waits.looks, at_once.looks, at_once.copy().looks, waits.copy().looks) == (True, False, False, True)
    without = msgspec.json.decode(at_once.snapshot())
    del without["looks"]  # as it was stored before tiles could wait
    assert GAME.load(msgspec.json.encode(without)) == at_once


@pytest.mark.long
@pytest.mark.parametrize("path", golden_games.files("zamek"), ids=lambda path: path.stem)
def test_the_golden_games_are_told_again(path: Path) -> None:
    """Every event of three whole games, and all that is seen after each move."""
    assert golden_games.difference(path) is None


def two_houses_on_one_square() -> ZamekPosition:
    """Seat 1 has scored the southern house of h1, against the wall; the northern one is finished and as large: one tile."""
    castle = begin()
    tell(castle, "A7 h1 0 house2", "A1 h2 0 none")
    return castle


def test_a_keep_says_on_which_of_two_houses_it_stands() -> None:
    castle = two_houses_on_one_square()
    assert castle.view(None).keeps == (None, Keep("h1", 1, "house2"))
    assert drawn.keep_at(castle.view(None).castle, 1) == ("h1", 1)
    assert GAME.load(castle.snapshot()) == castle


@pytest.mark.parametrize("change", [{"version": 4}, {"edition": 1}, {"laid": []}, {"board": [99 << 8]}, {"drawn": "C1"}])
def test_what_is_no_snapshot_of_this_game_is_refused(change: dict[str, Any]) -> None:
    stored = msgspec.json.decode(begin().snapshot())
    with pytest.raises(UnreadableSnapshot):
        GAME.load(msgspec.json.encode({**stored, **change}))
    with pytest.raises(UnreadableSnapshot):
        GAME.load(b"no snapshot")


def test_a_new_game_is_stored_like_this() -> None:
    """Snapshots of running games are read by every later version."""
    stored = msgspec.json.decode(GAME.start(2, {}, b"seed").snapshot())
    assert (len(stored.pop("pile")), stored.pop("drawn"), stored.pop("edition")) == (59, 10, EDITION)
    assert stored == {
        "version": 3, "seed": "c2VlZA==", "draws": 0, "stage": 0, "turn": 1, "phase": 0, "active": 1, "out": [], "board": [],
        "subjects": [], "reserve": [6, 6], "scores": [0, 0], "earned": [0] * 14, "towers": 8191,
        "hidden": sorted([*range(9)] * 2),
        "held": [0] * 18, "fresh": [0] * 9, "spent": [], "keeps": [-1, 0, -1, 0], "finished": [], "due": [], "asked": -1,
        "scored": [], "choice": 0, "layer": -1, "aims": [], "looks": False, "by_place": True,
    }  # fmt: skip
    assert (list(GAME.seats), GAME.rules_version) == ([2], 2)

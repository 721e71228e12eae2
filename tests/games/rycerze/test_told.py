"""What the views and events of Rycerze i zamki tell, word for word, of one table."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engines.notation import random_game
from engines.rycerze import GAME
from engines.rycerze.events import CastleWon, GameEnded, Over, Recruitment, TileTurned
from engines.rycerze.view import Round, RycerzeView
from tests.games.rycerze.stored import RUNNING
from tests.games.rycerze.tale import BLUFF, of, say, table


@pytest.mark.rule("R2", "R4", "R5", "R9")
def test_what_a_seat_sees_in_mid_round() -> None:
    position = GAME.load(RUNNING)
    own = RycerzeView(
        seat=1,
        seats=3,
        stage=10,
        turn=10,
        pending=(0, 2),
        over=False,
        options={"match": "on"},
        private=True,
        chosen=("catapult", "archer"),
        game=2,
        games=3,
        round=3,
        tile="large-brick",
        tiles=("large-stone", "small-stone", "large-brick"),
        castles=((), (), ("large-stone", "small-stone")),
        points=(0, 0, 3),
        totals=(3, 2, 6),
        sword=1,
        seniority=(1, 2, 0),
        hands=(5, 5, 4),
        camps=(3, 3, 4),
        ready=(False, True, False),
        past=(
            Round(
                tile="large-stone",
                cards=(("archer", "shepherd"), ("footman", "peasant"), ("knight", "peasant")),
                took=2,
                recruited=(),
            ),
            Round(
                tile="small-stone",
                cards=(("knight", "footman"), ("knight", "shepherd"), ("catapult", "footman")),
                took=2,
                recruited=(),
            ),
        ),
        put_out=None,
        scores=((3, 2, 3),),
        hand=("catapult", "dragon", "archer", "shepherd", "shepherd"),
        camp=("knight", "footman", "peasant"),
        recruits=(),
    )
    assert position.view(1) == own
    secrets: dict[str, Any] = {"private": False, "chosen": (), "hand": (), "camp": (), "recruits": ()}
    assert position.view(None) == msgspec.structs.replace(own, seat=None, **secrets)


@pytest.mark.rule("R1", "R6", "R9")
def test_what_a_seat_sees_when_all_is_over() -> None:
    position = GAME.load(RUNNING)
    for _ in random_game(position, random.Random(9)):
        pass
    assert position.view(2) == RycerzeView(
        seat=2,
        seats=3,
        stage=22,
        turn=21,
        pending=(),
        over=True,
        options={"match": "on"},
        private=True,
        chosen=(),
        game=3,
        games=3,
        round=7,
        tile=None,
        tiles=("large-brick", "drum", "small-brick", "large-stone", "large-wood", "drum", "small-wood"),
        castles=(("large-brick", "large-wood", "small-wood"), ("large-stone",), ("small-brick",)),
        points=(5, 2, 1),
        totals=(8, 4, 12),
        sword=2,
        seniority=(2, 0, 1),
        hands=(4, 2, 3),
        camps=(4, 6, 5),
        ready=(False, False, False),
        past=(
            Round(
                tile="large-brick",
                cards=(("dragon", "footman"), ("dragon", "archer"), ("archer", "shepherd")),
                took=0,
                recruited=(),
            ),
            Round(tile="drum", cards=(), took=None, recruited=(True, True, True)),
            Round(
                tile="small-brick",
                cards=(("peasant", "shepherd"), ("peasant", "shepherd"), ("catapult", "shepherd")),
                took=2,
                recruited=(),
            ),
            Round(
                tile="large-stone",
                cards=(("dragon", "shepherd"), ("knight", "shepherd"), ("dragon", "archer")),
                took=1,
                recruited=(),
            ),
            Round(
                tile="large-wood",
                cards=(("archer", "shepherd"), ("catapult", "dragon"), ("peasant", "shepherd")),
                took=0,
                recruited=(),
            ),
            Round(tile="drum", cards=(), took=None, recruited=(True, True, True)),
            Round(
                tile="small-wood",
                cards=(("archer", "shepherd"), ("knight", "footman"), ("footman", "peasant")),
                took=0,
                recruited=(),
            ),
        ),
        put_out="small-stone",
        scores=((3, 2, 3), (0, 0, 8)),
        hand=("knight", "shepherd", "shepherd"),
        camp=("catapult", "dragon", "footman", "archer", "peasant"),
        recruits=("archer", "peasant"),
    )


@pytest.mark.rule("R3")
def test_what_a_battle_tells() -> None:
    position = GAME.load(RUNNING)
    position.play(0, ("play", "dragon", "peasant"))
    battle, tile = position.play(2, ("play", "dragon", "shepherd"))
    assert (battle.reveals, battle.scene, battle.to, tile.reveals, tile.scene, tile.to) == (True, True, None, True, False, None)
    assert battle.data == CastleWon(
        game=2,
        games=3,
        round=3,
        tile="large-brick",
        tiles=("large-stone", "small-stone", "large-brick"),
        points=(0, 2, 3),
        totals=(3, 4, 6),
        castles=((), ("large-brick",), ("large-stone", "small-stone")),
        hands=(3, 3, 3),
        camps=(5, 5, 5),
        sword=0,
        value=2,
        cards=(("dragon", "peasant"), ("catapult", "archer"), ("dragon", "shepherd")),
        fates=(("cancelled", "camp"), ("wins", "camp"), ("cancelled", "returns")),
        shown={"catapult": 1, "dragon": 2, "archer": 1, "peasant": 1, "shepherd": 1},
        winner=1,
        strength=4,
        by="strength",
        sword_before=1,
    )
    assert tile.data == TileTurned(game=2, games=3, round=4, tile="large-wood")


@pytest.mark.rule("R6")
def test_what_a_recruitment_tells() -> None:
    position = table("large-stone", "drum", seats=3)
    say(position, "knight catapult", "archer shepherd", BLUFF)
    told, _ = say(position, "knight", "archer", "")
    assert (told.reveals, told.scene) == (True, True)
    assert told.data == Recruitment(
        game=1, games=1, round=2, tile="drum", tiles=("large-stone", "drum"), points=(2, 0, 0), totals=(2, 0, 0),
        castles=(("large-stone",), (), ()), hands=(7, 8, 8), camps=(1, 0, 0), sword=1, recruited=(True, True, False),
    )  # fmt: skip


@pytest.mark.rule("R7", "R9")
def test_what_the_end_of_a_game_tells() -> None:
    position = GAME.load(RUNNING)
    told = [event for _, _, events in random_game(position, random.Random(9)) for event in events]
    ended = [event for event in told if event.kind == "game"]
    assert all(event.reveals and event.scene for event in ended)
    assert [event.data for event in ended] == [
        GameEnded(
            game=2,
            games=3,
            points=(0, 0, 8),
            totals=(3, 2, 11),
            castles=((), (), ("large-stone", "small-stone", "large-brick", "large-wood", "small-brick")),
            hands=(3, 4, 2),
            put_out="small-wood",
            order=(2, 1, 0),
            reason="points",
        ),
        GameEnded(
            game=3,
            games=3,
            points=(5, 2, 1),
            totals=(8, 4, 12),
            castles=(("large-brick", "large-wood", "small-wood"), ("large-stone",), ("small-brick",)),
            hands=(4, 2, 3),
            put_out="small-stone",
            order=(0, 1, 2),
            reason="points",
        ),
    ]
    assert of(told, "over") == Over("small-stone")
    assert told[-1].reveals
    assert not told[-1].scene

"""All kinds of pictures of Rycerze by name, as functions of a audience."""

from __future__ import annotations

from collections.abc import Callable

from render.contract import Audience, Picture
from render.rycerze import RENDERER
from tests.games.rycerze import sample_games
from tests.support.samples import EPILOGUE


def drawings(seats: int) -> dict[str, Callable[[Audience], Picture | None]]:
    view, result = sample_games.ended(seats)
    long_view, long_result = sample_games.ended(seats, "on")
    found: dict[str, Callable[[Audience], Picture | None]] = {
        "board": lambda audience: RENDERER.board(sample_games.battle_view(seats), audience),
        "drum": lambda audience: RENDERER.board(sample_games.drum_view(seats), audience),
        "match": lambda audience: RENDERER.board(sample_games.views(seats, match="on")[-3], audience),
        "hand": lambda audience: RENDERER.hand(sample_games.battle_view(seats, 0), audience),
        "first": lambda audience: RENDERER.preview(sample_games.battle_view(seats, 0), ("play", "shepherd"), audience),
        "camp": lambda audience: RENDERER.hand(sample_games.drum_view(seats, 1), audience),
        "castle": lambda audience: RENDERER.scene(sample_games.events("castle", seats, by="strength")[1], audience),
        "sword": lambda audience: RENDERER.scene(sample_games.events("castle", seats, by="sword")[0], audience),
        "recruitment": lambda audience: RENDERER.scene(sample_games.events("recruitment", seats)[0], audience),
        "game": lambda audience: RENDERER.scene(sample_games.events("game", seats, "on")[0], audience),
        "final": lambda audience: RENDERER.final(view, result, EPILOGUE, audience),
        "final-match": lambda audience: RENDERER.final(long_view, long_result, EPILOGUE, audience),
        "over": lambda audience: RENDERER.board(view, audience),
    }
    return found

"""What choosing costs in pictures, in each game: everything that its seats are shown while they choose moves, with pictures put
together from parts that are kept (`render.sheet`), and with each drawn whole. Both are measured in the same run, after a game
that fills the caches.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Sequence
from unittest import mock

from PIL import Image

from bench import drawing
from bench.drawing import Draw
from engines import games
from engines.contract import Game, Revealing
from engines.notation import random_move
from render import renderers
from render.contract import Renderer
from render.game_renderer import GameRenderer
from render.sheet import Indexed, Nearest, Sheet
from render.sprite_cache import STORE

MOVES, RUNS = 60, 2
GAMES = 3


def _draw_whole(sheet: Sheet, palette: str, nearest: Nearest) -> Indexed | None:
    """In place of `Sheet.in_palette`: keeps no part."""
    whole: Image.Image = sheet.whole()
    return nearest(whole, palette)


def shown(game: Game, renderer: Renderer, luck: int) -> Iterator[Draw]:
    """Yields what draws the hands and previews of the first moves of a game of four, or of as many as can play."""
    assert isinstance(renderer, GameRenderer)
    seats = min(4, game.seats[-1])
    position, rng, audience = game.start(seats, {}, bytes([luck] * 32)), random.Random(luck), drawing.audience(seats)
    for _ in range(MOVES):
        if not (pending := position.pending()):
            return
        seat = rng.choice(pending)
        view = position.view(seat)
        move = game.reveal_move(position) if isinstance(game, Revealing) else None
        if move is None:
            move = random_move(position, seat, rng)
            yield lambda view=view: renderer.hand(view, audience)  # type: ignore[misc]
            for said in itertools.accumulate((word,) for word in move[:-1]):
                if renderer.previews(said):
                    yield lambda view=view, said=said: renderer.preview(view, said, audience)  # type: ignore[misc]
        position.play(seat, move)


def _measure(first: Sequence[Draw], others: Sequence[Draw]) -> float:
    """Returns the CPU milliseconds of one of the other pictures, after the first ones."""
    STORE.clear()
    drawing.warm()
    for draw in first:
        draw()
    began = time.process_time()
    count = sum(draw() is not None for draw in others)
    return (time.process_time() - began) * 1000 / max(count, 1)


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    for key, game in sorted(games().items()):
        first, *others = (list(shown(game, renderers()[key], luck)) for luck in range(GAMES))
        jobs = list(itertools.chain(*others))
        kept, whole = [], []
        for _ in range(RUNS):
            kept.append(_measure(first, jobs))
            with mock.patch.object(Sheet, "in_palette", _draw_whole):
                whole.append(_measure(first, jobs))
        yield f"{key}: a picture while choosing", min(kept), "CPU ms"
        yield f"{key}: a picture while choosing, each drawn whole", min(whole), "CPU ms"

"""Which share of the win corresponds to which lead: `python -m bench.shares torres 40`.

Plays games of `normal` players and searches for the scales with which the predicted shares fit the results best (by
likelihood): those of `engines.budowa.bots`, `engines.torres.evaluate` and `engines.zamek.evaluate`.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import engines
from engines import judging
from engines.budowa.bots import standing
from engines.contract import Fleeting
from engines.torres.evaluate import frame_of, outlook, worth_of
from engines.torres.state import ACT
from engines.zamek.components import PILE
from engines.zamek.evaluate import prospect

Sample = tuple[float, float, int]
"""The lead of a seat that was asked, how much of the game was left, and its number of rivals."""


def _budowa(view: Any, _position: Any) -> Sample:
    return standing(view), 0.0, view.seats - 1


def _torres(_view: Any, position: Any) -> Sample | None:
    if position.mode != ACT or position.used >= 0:
        return None
    frame = frame_of(position)
    return outlook(position, frame) + worth_of(position, frame), float(frame.turns), position.seats - 1


def _zamek(view: Any, position: Any) -> Sample | None:
    return prospect(position, view.seat), len(position.pile) / len(PILE), 1


GAMES: dict[str, tuple[Callable[[Any, Any], Sample | None], tuple[float, ...], tuple[float, ...]]] = {
    "budowa": (_budowa, (0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0), (0.0,)),
    "torres": (_torres, (4.0, 6.0, 8.0, 12.0, 16.0, 24.0), (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)),
    "zamek": (_zamek, (1.0, 2.0, 3.0, 4.0, 6.0), (0.0, 4.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0)),
}
"""By game, the function that makes samples, and the scales tried: at the end, and in addition for what is left."""


def samples(key: str, games: int) -> Iterator[tuple[Sample, float]]:
    """Yields the samples along the way, each with the resulting share."""
    game, reading = engines.games()[key], GAMES[key][0]
    for number in range(games):
        rng = random.Random(number)
        position = game.start(2 + number % len(game.seats), {}, rng.randbytes(16))
        found: list[tuple[int, Sample]] = []
        while position.pending():
            (seat,) = position.pending()
            view = game.recall(position, seat, "normal") if isinstance(game, Fleeting) else position.view(seat)
            if (sample := reading(view, position)) is not None:
                found.append((seat, sample))
            position.play(seat, game.choose_move(view, rng, "normal"))
        result = position.result()
        assert result is not None
        first = [seat for seat, place in enumerate(result.rating_places) if place == 1]
        yield from ((sample, 1 / len(first) if seat in first else 0.0) for seat, sample in found)


def main() -> None:
    """Print the scales, best first."""
    key, games = sys.argv[1], int(sys.argv[2])
    told = list(samples(key, games))
    fits = []
    for end, more in itertools.product(*GAMES[key][1:]):
        loss = 0.0
        for (lead, left, rivals), won in told:
            share = min(1 - 1e-6, max(1e-6, judging.share(lead / (end + more * left), rivals)))
            loss -= won * math.log(share) + (1 - won) * math.log(1 - share)
        fits.append((loss / len(told), end, more))
    for loss, end, more in sorted(fits)[:5]:
        print(
            f"{key}: {end} at the end, {more} more for all that is left: {loss:.4f} over {len(told)} decisions, {games} games"
        )


if __name__ == "__main__":
    main()

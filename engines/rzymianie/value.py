"""What a game between two turns is worth to a seat: its share of the win, from points and FortHecas.

A clan's strength is its points times a factor, plus what its FortHecas promise while more are in the stack. Its share of the
win is proportional to e to the power of that. The numbers are learned with the policy (policy.py) from how games ended.
"""

import math
from collections.abc import Sequence

from engines.contract import Seat
from engines.rzymianie.components import HECA, VALUES
from engines.rzymianie.fast import NOBODY, FastGame
from engines.rzymianie.policy import Weights
from engines.rzymianie.scoring import standing_of

Found = tuple[float, int, int]
"""A seat's share of the win, its points, and its lead over the best of the others."""


class Value:
    """The value to one seat of games that a turn may lead to. `game` is the game before the turn.

    If a seat plays alone, the neutral clans are its rivals.
    """

    def __init__(self, weights: Weights, game: FastGame, seat: Seat) -> None:
        left = game.turns - 1
        self._seat = seat
        self._rivals = game.clans if game.players == 1 else game.players
        self._others = [clan for clan in range(self._rivals) if clan != seat]
        self._last = left == 0
        self._point = 0.0 if self._last else weights.points[left]
        coming = len([fort for fort in game.unseen if HECA[fort]])
        # a neutral clan may hold more than two, which promise nothing
        self._promise = [] if self._last else [*weights.hecas[left][coming], 0.0, 0.0]

    def __call__(self, game: FastGame) -> Found:
        seat, won = self._seat, game.won[: self._rivals]
        points = [sum([VALUES[fort] for fort in forts]) for forts in won]
        own = points[seat]
        best = max([points[clan] for clan in self._others])
        if game.hecas != NOBODY:
            share = float(game.hecas == seat)
        elif self._last:
            share = float(own > best) if own != best else self._of_the_tied(won)
        else:
            powers = [
                math.exp(each * self._point + self._promise[len([fort for fort in forts if HECA[fort]])])
                for each, forts in zip(points, won, strict=True)
            ]
            share = powers[seat] / sum(powers)
        return share, own, own - best

    def _of_the_tied(self, won: Sequence[Sequence[int]]) -> float:
        standings = [standing_of(list(forts)) for forts in won]
        first = max(standings)
        return (standings[self._seat] == first) / standings.count(first)

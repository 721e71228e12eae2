"""The computer player. Others can predict and beat a bid that is always the same for the same prize, so all levels mix.

Each level above `normal` assumes that the others bid as the level below does, and bids against that.
"""

import math
import random
from collections.abc import Sequence

from engines import judging
from engines.contract import Candidate, Move, Seat
from engines.goof.position import VERB
from engines.goof.view import GoofView
from engines.levels import LEVELS

SLACK = 0.5
"""Bids whose worth is at most this much below the best (in points) are made as often as the best."""
SCALE = 8.0
"""Points that multiply the odds of winning by e."""


def candidates(view: GoofView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()) -> tuple[Candidate, ...]:
    """Returns all bids with their worth and the chance to take the prizes. Raises ValueError for an unknown level."""
    del rng
    seat, skill = view.viewer, LEVELS.index(level)
    gains, likely = _gains(view, seat, skill), _likely(view, seat, skill)
    judged = []
    for card, gain in gains.items():
        worth = judging.share((gain - max(gains.values())) / SCALE, view.seats - 1)
        terms = judging.terms({"odds": 100 * _odds(view, seat, card, skill - 1)} if skill > 1 else {})
        judged.append(Candidate((VERB, str(card)), worth, terms=terms, chosen=card in likely))
    return judging.rank(judged, limit, also)


def _likely(view: GoofView, seat: Seat, skill: int) -> list[int]:
    """Returns the cards that a player of this skill may bid, each equally likely."""
    gains = _gains(view, seat, skill)
    return [card for card, gain in gains.items() if gain >= max(gains.values()) - SLACK]


def _gains(view: GoofView, seat: Seat, skill: int) -> dict[int, float]:
    """Returns by card of the hand the points that a bid is worth to a player of this skill."""
    hand, stake, left = view.hands[seat], sum(view.lying), sorted((*view.unseen, view.lying[-1]))
    if skill == 0:
        return dict.fromkeys(hand, 0.0)
    if skill == 1:  # a card with the stake's rank among the prizes left, or a neighbour of it
        rank = min(sum(prize < stake for prize in left), len(hand) - 1)
        return {card: float(-max(0, abs(rank - place) - 1)) for place, card in enumerate(hand)}
    # a card that is kept takes the prize of its rank half of the time
    return {card: stake * _odds(view, seat, card, skill - 1) - prize / 2 for card, prize in zip(hand, left, strict=True)}


def _odds(view: GoofView, seat: Seat, card: int, skill: int) -> float:
    """Returns the chance that all others, who have this skill, bid less."""
    others = [_likely(view, other, skill) for other in range(view.seats) if other != seat]
    return math.prod(sum(bid < card for bid in bids) / len(bids) for bids in others)

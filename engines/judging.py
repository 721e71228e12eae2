"""What the judgements of computer players (`engines.contract.Candidate`) have in common: shares, intervals and their order."""

import math
from collections.abc import Iterable, Mapping, Sequence

from engines.contract import Candidate, Move, Term

SURE = 1.96
"""Half the width of a 95 % interval, in standard errors."""

TOLD = 3
"""The maximum number of terms given for a move."""


def share(lead: float, rivals: int = 1) -> float:
    """Returns a seat's share of the win, given its lead over rivals of equal strength. One unit of lead multiplies the odds by
    e.
    """
    return 1 / (1 + rivals * math.exp(-max(-30.0, min(30.0, lead))))


def spread(mean: float, samples: float) -> float:
    """Half the 95 % interval of the mean of this number of samples in 0..1: an upper bound for every distribution.

    Two are added on either side (Agresti–Coull), so that a few equal samples do not count as certain.
    """
    samples += 4
    mean = (mean * (samples - 4) + 2) / samples
    return SURE * math.sqrt(mean * (1 - mean) / samples)


def terms(numbers: Mapping[str, float], least: float = 0.5) -> tuple[Term, ...]:
    """Returns the terms that speak most for a move, weightiest first."""
    found = sorted(((number, key) for key, number in numbers.items() if number >= least), key=lambda each: (-each[0], each[1]))
    return tuple(Term(key, round(number, 3)) for number, key in found[:TOLD])


def rank(found: Iterable[Candidate], limit: int, also: Sequence[Move] = ()) -> tuple[Candidate, ...]:
    """Returns the best candidates and those asked for, in the contract's order. A candidate that seems better than every one
    the level would choose is left out, since it was sampled too little. If it was asked for, its worth is lowered to theirs.
    """
    every = list(found)
    best = max(each.worth for each in every if each.chosen)
    by_move = {
        each.move: each if each.chosen or each.worth <= best else Candidate(each.move, best, each.spread, each.terms)
        for each in sorted(every, key=lambda each: each.worth)
    }
    honest = [each for each in every if each.chosen or each.worth <= best]
    first = sorted(honest, key=lambda each: (-each.worth, not each.chosen, each.move))[:limit]
    taken = {each.move for each in first}
    return (*first, *(by_move[move] for move in dict.fromkeys(also) if move in by_move and move not in taken))

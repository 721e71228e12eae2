"""What the judgements of computer players (`engines.contract.Candidate`) have in common: shares, intervals, their order."""

import math
from collections.abc import Iterable, Mapping, Sequence

from engines.contract import Candidate, Move, Term

SURE = 1.96
"""Standard errors that half a 95 % interval has."""

TOLD = 3
"""Terms given for a move at most."""


def share(lead: float, rivals: int = 1) -> float:
    """The share of the win of a seat with this lead (in the unit in which one more multiplies the odds by e) against rivals of
    equal strength.
    """
    return 1 / (1 + rivals * math.exp(-max(-30.0, min(30.0, lead))))


def spread(mean: float, samples: float) -> float:
    """Half the 95 % interval of the mean of this number of samples in 0..1: no distribution of such has a wider one.

    Two are added on either side, as Agresti and Coull do, so that few that agree are not taken for certain.
    """
    samples += 4
    mean = (mean * (samples - 4) + 2) / samples
    return SURE * math.sqrt(mean * (1 - mean) / samples)


def terms(numbers: Mapping[str, float], least: float = 0.5) -> tuple[Term, ...]:
    """The weightiest of what speaks for a move."""
    found = sorted(((number, key) for key, number in numbers.items() if number >= least), key=lambda each: (-each[0], each[1]))
    return tuple(Term(key, round(number, 3)) for number, key in found[:TOLD])


def ranked(found: Iterable[Candidate], limit: int, also: Sequence[Move] = ()) -> tuple[Candidate, ...]:
    """The best ones and those asked for, in the contract's order. What seems better than all that the level would choose is
    left out, unless it was asked for, and is worth no more then than they: it was looked at too little.
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

"""Chooses the best of many answers. All meet the same imagined others, and the worse half is dropped repeatedly, so that
answers differ by what they are and not by whom they met.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engines.rzymianie.choices import Answer
from engines.rzymianie.components import HECA, HECAS, VALUES
from engines.rzymianie.fast import FastGame
from engines.rzymianie.state import Step
from engines.rzymianie.value import Found

Trial = Callable[[Answer], Found]
"""Returns the outcome of an answer, everything else being equal."""


class Arm:
    """An answer, the number of times it was tried, and sums over these trials."""

    __slots__ = ("_lead", "_points", "_worth", "answer", "visits")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.visits = 0
        self._worth = self._lead = self._points = 0.0

    @property
    def worth(self) -> float:
        """Mean worth of the turn's end, 0..1."""
        return self._worth / self.visits if self.visits else 0.0

    @property
    def points(self) -> float:
        """Mean points of the seat at the turn's end."""
        return self._points / self.visits if self.visits else 0.0

    @property
    def lead(self) -> float:
        """Mean number of points by which the seat was ahead of the best of the others."""
        return self._lead / self.visits if self.visits else 0.0

    def note(self, found: Found) -> None:
        """Record the outcome of a turn: worth, points, lead."""
        worth, points, lead = found
        self.visits += 1
        self._worth += worth
        self._points += points
        self._lead += lead


def halve(answers: Sequence[Answer], also: Sequence[Answer], imagine: Callable[[], Trial], met: int, kept: int) -> list[Arm]:
    """Returns about `kept` answers that were tried to the end, best first, with those of `also` among them or after them.

    Each answer meets `met` imagined others first, then the better half meets twice as many, and so on.
    """
    tried = [Arm(answer) for answer in answers]
    asked = [Arm(answer) for answer in dict.fromkeys(also) if answer not in answers]
    while True:
        for _ in range(met):
            trial = imagine()
            for each in (*tried, *asked):
                each.note(trial(each.answer))
        tried.sort(key=lambda each: -each.worth)
        if len(tried) <= kept:
            return [*tried, *asked]
        tried, met = tried[: max(kept, len(tried) // 2)], met * 2


def by_rule(game: FastGame) -> Any:
    """Returns how every clan decides in imagined turns: the best fort is taken (a third FortHeca above all), the most kept, the
    strongest seduced, the weakest given up.
    """

    def decide(step: str, clan: int, options: Sequence[Any]) -> Any:
        if step == Step.TAKE:
            third = len([fort for fort in game.won[clan] if HECA[fort]]) == HECAS - 1
            return max(options, key=lambda place: (third and HECA[game.wall[place]], VALUES[game.wall[place]]))
        if step == Step.KEEP:
            return max(options, key=len)
        return options if step == Step.SVORD else options[-1] if step == Step.SEDUCE else options[0]

    return decide

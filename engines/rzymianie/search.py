"""Which of many answers is best: all meet the same imagined others, and the worse half is left out again and again, so that
the good ones are told apart by what they are and not by whom they met.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engines.rzymianie.choices import Answer
from engines.rzymianie.components import HECA, HECAS, VALUES
from engines.rzymianie.fast import FastGame
from engines.rzymianie.state import Step
from engines.rzymianie.value import Found

Trial = Callable[[Answer], Found]
"""What comes of an answer, all else being the same."""


class Tried:
    """An answer with how often it was tried, and sums over that."""

    __slots__ = ("_lead", "_points", "_worth", "answer", "visits")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.visits = 0
        self._worth = self._lead = self._points = 0.0

    @property
    def worth(self) -> float:
        """What the turn's end was worth on average, 0..1."""
        return self._worth / self.visits if self.visits else 0.0

    @property
    def points(self) -> float:
        """Points that the seat then has."""
        return self._points / self.visits if self.visits else 0.0

    @property
    def lead(self) -> float:
        """Points by which the seat was ahead of the best of the others."""
        return self._lead / self.visits if self.visits else 0.0

    def note(self, found: Found) -> None:
        """A turn that has ended so: worth, points, lead."""
        worth, points, lead = found
        self.visits += 1
        self._worth += worth
        self._points += points
        self._lead += lead


def halve(answers: Sequence[Answer], also: Sequence[Answer], imagine: Callable[[], Trial], met: int, kept: int) -> list[Tried]:
    """The answers that were tried to the end, at most `kept` or so, best first, with those of `also` among them or behind.

    Each meets `met` imagined others first, then the better half twice as many, and so on.
    """
    tried = [Tried(answer) for answer in answers]
    asked = [Tried(answer) for answer in dict.fromkeys(also) if answer not in answers]
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
    """How every clan decides within imagined turns: the best fort is taken, a third FortHeca before all, the most kept, the
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

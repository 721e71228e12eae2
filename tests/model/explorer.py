"""Walks all interleavings of a small model: every state that any order of steps can lead to is seen once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

State = TypeVar("State", bound=Hashable)


class Found(AssertionError):
    """A state that must not be, with the steps that lead there."""

    def __init__(self, problem: str, steps: list[str]) -> None:
        super().__init__(f"{problem}:\n  " + "\n  ".join(steps))
        self.problem = problem
        self.steps = steps


def explore(
    first: State, steps: Callable[[State], Iterable[tuple[str, State]]], wrong: Callable[[State], str | None]
) -> set[State]:
    """All states that can be reached; Found on the first one (by the shortest way) of which `wrong` tells a problem."""
    came: dict[State, tuple[State, str] | None] = {first: None}
    waiting = deque([first])
    while waiting:
        state = waiting.popleft()
        if problem := wrong(state):
            raise Found(problem, way(came, state))
        for name, following in steps(state):
            if following not in came:
                came[following] = state, name
                waiting.append(following)
    return set(came)


def way(came: dict[State, tuple[State, str] | None], state: State) -> list[str]:
    steps = []
    while (before := came[state]) is not None:
        state, name = before
        steps.append(name)
    return steps[::-1]

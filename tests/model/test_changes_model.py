"""Two processes change one table: all interleavings, with presses that arrive at both and a deadline that both see.

As `tables/service/changing.py` does it: the table is loaded (or lies in memory from before), a rule tells its change, and ONE
transaction under the table's row lock stores it if the table is still of that version and the interaction is new; otherwise the
table is loaded again and the rule asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.model.explorer import Found, explore

PRESSES, DEADLINE = ("a", "b"), "deadline"


class Process(NamedTuple):
    todo: tuple[str, ...]
    kept: tuple[int, tuple[str, ...], bool] | None = None
    """The table in memory: version, what has been done at it, whether its time is stored."""
    ruled: bool = False
    """Whether a change has been made of what lies in memory, not stored yet."""


class State(NamedTuple):
    processes: tuple[Process, ...]
    version: int = 0
    done: tuple[str, ...] = ()
    """The table's content: what was done, in order."""
    due: bool = True
    requests: frozenset[str] = frozenset()
    acknowledged: frozenset[str] = frozenset()


class House(NamedTuple):
    checks_version: bool = True
    unique_requests: bool = True
    looks_at_the_time: bool = True


def steps(state: State, house: House) -> Iterator[tuple[str, State]]:
    for number, process in enumerate(state.processes):
        for name, changed, more in deed(state, process, house):
            processes = tuple(changed if place == number else each for place, each in enumerate(state.processes))
            yield f"{number}: {name}", state._replace(processes=processes, **more)


def deed(state: State, process: Process, house: House) -> Iterator[tuple[str, Process, dict[str, Any]]]:
    if process.kept is not None or process.todo:
        yield "dies and is started again", Process(process.todo), {}
    if not process.todo:
        return
    what = process.todo[0]
    through = process._replace(todo=process.todo[1:], ruled=False)
    if process.kept is None:
        yield "loads", process._replace(kept=(state.version, state.done, state.due)), {}
        return
    version, done, due = process.kept
    if not process.ruled:
        if what == DEADLINE and house.looks_at_the_time and not due:
            yield "sees that the time is no longer stored", through, {}
        else:
            yield f"makes its change: {what}", process._replace(ruled=True), {}
        return
    if house.checks_version and version != state.version:
        yield "finds a newer version", process._replace(kept=None, ruled=False), {}
        return
    told = {} if what == DEADLINE else {"acknowledged": state.acknowledged | {what}}
    if house.unique_requests and what in state.requests:
        yield f"finds {what} done already", through._replace(kept=None), told
        return
    stored = (version + 1, (*done, what), due and what != DEADLINE)
    known = {} if what == DEADLINE else {"requests": state.requests | {what}}
    more = {"version": stored[0], "done": stored[1], "due": stored[2], **known, **told}
    yield f"stores {what}", through._replace(kept=stored), more


def judge(house: House) -> set[State]:
    def wrong(state: State) -> str | None:
        if any(state.done.count(each) > 1 for each in PRESSES):
            return "done twice"
        if state.done.count(DEADLINE) > 1:
            return "fired twice"
        if state.acknowledged - set(state.done):
            return "an acknowledged press is lost"
        if not any(process.todo for process in state.processes) and sorted(state.done) != sorted((*PRESSES, DEADLINE)):
            return "lost"
        return None

    # Each press was delivered to both; both watch the clock.
    first = State((Process(("a", DEADLINE, "b")), Process(("b", "a", DEADLINE))))
    return explore(first, lambda state: steps(state, house), wrong)


def test_each_press_and_each_deadline_counts_exactly_once() -> None:
    assert len(judge(House())) > 200


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (House(checks_version=False), "an acknowledged press is lost"),
        (House(unique_requests=False), "done twice"),
        (House(looks_at_the_time=False), "fired twice"),
    ],
    ids=["no version", "no unique request", "the time is not looked at"],
)
def test_a_planted_fault_is_found(house: House, problem: str) -> None:
    with pytest.raises(Found) as found:
        judge(house)
    assert found.value.problem == problem

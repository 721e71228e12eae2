"""What processes remember of their claims, while claims are lost and given back: all interleavings, for one table's line.

The steps are those of `tables/store/outbox.py` and `PostgresStore`: a row is claimed, told, and struck under its claim; a row
whose striking fails is given back. Three places know of a claim: the database, the store of the process (it does not ask for
what it has), and the outbox (it strikes under the claim). Whatever happens, nothing is written under a claim that is lost, and
in the end everything is told by processes that go on living: nobody has to be restarted for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.model.explorer import Found, explore


class Task(NamedTuple):
    """A row that is out."""

    row: int
    token: int
    """Of the claim that it was handed out under."""
    at: str = "telling"
    giving: int = 0
    """The token that is being given back."""


class Process(NamedTuple):
    number: int
    """Of its lease."""
    known: tuple[int, int] | None = None
    """What its store remembers: the token, and the number that it had then."""
    out: int = 0
    """What its outbox remembers of the table, where it remembers claims by table."""
    tasks: tuple[Task, ...] = ()
    fates: int = 1
    """So often it may yet lose its lease or fail to write."""


class State(NamedTuple):
    processes: tuple[Process, ...] = (Process(1), Process(2))
    rows: tuple[int, ...] = (1, 2)
    claim: tuple[int, int] | None = None
    """In the database: whose, and its token."""
    tokens: int = 0
    numbers: int = 2
    passed: bool = False
    """Whether something was written under a claim that was lost."""


class House(NamedTuple):
    by_row: bool = True
    """The outbox keeps a claim with its row; else by table."""
    forgets_last: bool = True
    """The store forgets a claim when it has been deleted; else before it waits to delete it."""
    leases_last: bool = False
    """No lease runs out."""


def steps(state: State, house: House, *, faults: bool = True) -> Iterator[tuple[str, State]]:
    for place, process in enumerate(state.processes):
        for name, changed, more in deed(state, process, house, faults=faults):
            processes = tuple(changed if other == place else each for other, each in enumerate(state.processes))
            yield f"{place}: {name}", state._replace(processes=processes, **more)


def deed(state: State, process: Process, house: House, *, faults: bool) -> Iterator[tuple[str, Process, dict[str, Any]]]:
    for place, task in enumerate(process.tasks):
        others = process.tasks[:place] + process.tasks[place + 1 :]
        yield from work(state, process._replace(tasks=others), task, house, faults=faults)
    if faults and process.fates and not house.leases_last:
        number = state.numbers + 1
        yield "loses its lease, takes a new one", process._replace(number=number, fates=process.fates - 1), {"numbers": number}
    living = {each.number for each in state.processes}
    mine = process.known is not None and process.known[1] == process.number
    free = state.claim is None or state.claim[0] == process.number or state.claim[0] not in living
    if state.rows and not mine and free:
        token = state.tokens + 1
        tasks = (*process.tasks, Task(state.rows[0], token))
        claimed = process._replace(known=(token, process.number), out=token, tasks=tasks)
        yield f"claims row {state.rows[0]}", claimed, {"claim": (process.number, token), "tokens": token}


def work(
    state: State, process: Process, task: Task, house: House, *, faults: bool
) -> Iterator[tuple[str, Process, dict[str, Any]]]:
    """What becomes of a row that is out; `process` without it."""

    def still(at: str, now: Process = process, giving: int = 0) -> Process:
        return now._replace(tasks=(*now.tasks, task._replace(at=at, giving=giving)))

    right = task.token if house.by_row else process.out
    forgotten = process._replace(known=None) if process.known is not None and process.known[0] == right else process
    if task.at == "telling":
        yield "tells the row", still("striking"), {}
    elif task.at == "striking":
        if faults and process.fates:
            yield "cannot write", still("giving up", process._replace(fates=process.fates - 1)), {}
        if state.claim is None or state.claim[1] != right:
            yield "may not strike the row", still("giving up"), {}
        else:
            rows = tuple(row for row in state.rows if row != task.row)
            passed = state.passed or state.claim[1] != task.token
            yield "strikes the row", forgotten._replace(out=0), {"rows": rows, "claim": None, "passed": passed}
            if rows:
                following = process._replace(tasks=(*process.tasks, Task(rows[0], task.token)))
                yield "strikes the row and goes on with the next", following, {"rows": rows, "passed": passed}
    elif task.at == "giving up":
        if not right:
            yield "does not find its claim", process, {}
        else:
            yield "gives back", still("deleting", process if house.forgets_last else forgotten, right), {}
    else:
        gone = {"claim": None} if state.claim is not None and state.claim[1] == task.giving else {}
        if house.forgets_last and process.known is not None and process.known[0] == task.giving:
            process = process._replace(known=None)
        yield "deletes the claim", process._replace(out=0), gone


def judge(house: House) -> set[State]:
    def wrong(state: State) -> str | None:
        if state.passed:
            return "a lost claim passes the fence"
        end = state
        while following := next(steps(end, house, faults=False), None):
            end = following[1]
        return "untold" if end.rows else None

    return explore(State(), lambda state: steps(state, house), wrong)


@pytest.mark.long
def test_no_lost_claim_passes_and_everything_is_told() -> None:
    assert len(judge(House())) > 1000


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (House(by_row=False), "a lost claim passes the fence"),
        (House(by_row=False, forgets_last=False, leases_last=True), "untold"),
    ],
    ids=["claims by table, a lease lost", "claims by table, forgotten early"],
)
def test_a_planted_fault_is_found(house: House, problem: str) -> None:
    with pytest.raises(Found) as found:
        judge(house)
    assert found.value.problem == problem

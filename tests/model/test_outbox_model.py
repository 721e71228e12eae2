"""Two processes tell Discord the rows of one table: all interleavings, with death, freezing and leases that run out.

The model is as small as can be and has the steps of the real thing: `data/postgres/claims.py` (claims and their fence),
`tables/store/messages.py` and `chat/wire/messenger.py` (begun, sent, noted; looked for after a takeover). Row 1 posts a
message, row 2 edits it. Whatever happens, one message stands in the end, it is noted, and it shows row 2.

What no fence of ours can hold is a request between the look at one's own lease and Discord: it is sent when the process wakes.
Such a post carries the nonce that its successor has used as well, so that nothing stands twice while Discord remembers the
nonce (some minutes); such an edit may put back what is old, which whoever finds that it has lost its claim has told again.
The last test shows that a post held up for minutes is the only window.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.model.explorer import Found, explore

NEWEST = 2
"""This row, and those that come after it, tell what is true now."""


class Process(NamedTuple):
    at: str = "idle"
    token: int = 0
    """Of its claim."""
    nonce: int = 0
    row: int = 0
    alive: bool = True
    awake: bool = True
    leased: bool = True
    """Whether its lease holds by the database's clock; by its own it never holds longer."""
    fates: int = 1
    """So often it may yet die or freeze."""


class State(NamedTuple):
    processes: tuple[Process, ...] = (Process(), Process())
    rows: tuple[int, ...] = (1, 2)
    """Yet to be told, by their serials."""
    serials: int = 2
    claim: tuple[int, int] | None = None
    """Which process has the table's line, and by which token."""
    tokens: int = 0
    """So many claims have been given."""
    begun: int = 0
    """The nonce of a post begun; 0: none is."""
    noted: bool = False
    stands: tuple[tuple[int, int], ...] = ()
    """Discord's messages: the nonce of each, and the row that it shows."""
    remembers: bool = True
    """Whether Discord knows the nonces yet."""


class House(NamedTuple):
    """The protocol; each part can be left out to see that the explorer notices."""

    fences: bool = True
    """What is written is written by who has the claim alone."""
    looks: bool = True
    """A process looks at its own lease before each request."""
    searches: bool = True
    """Posts begun are looked for in the channel's history."""
    same_nonce: bool = True
    """A post that may have been sent is sent again with the same nonce."""
    tells_again: bool = True
    """A process that finds that it has lost its claim has the newest state told again."""
    strikes_late: bool = True
    """A row is struck when Discord has been told, not before."""
    forgets: bool = False
    """Discord may forget nonces."""


def steps(state: State, house: House) -> Iterator[tuple[str, State]]:
    for number, process in enumerate(state.processes):
        for name, following in (*fate(state, number, process), *deed(state, number, process, house)):
            yield f"{number}: {name}", following
    if house.forgets and state.remembers:
        yield "Discord forgets the nonces", state._replace(remembers=False)


def put(state: State, number: int, process: Process, **changes: object) -> State:
    processes = tuple(process if place == number else each for place, each in enumerate(state.processes))
    return state._replace(processes=processes, **changes)  # type: ignore[arg-type]


def fate(state: State, number: int, process: Process) -> Iterator[tuple[str, State]]:
    if process.alive and process.awake and process.fates and (state.rows or process.at != "idle"):
        weaker = process._replace(fates=process.fates - 1)
        yield "dies", put(state, number, weaker._replace(alive=False))
        yield f"freezes at {process.at}", put(state, number, weaker._replace(awake=False))
        # The look wants more of the lease to be left than one who is awake needs from there to the request.
        if process.at not in {"posting", "editing"}:
            yield "cannot renew its lease", put(state, number, weaker._replace(leased=False))
    if process.alive and not process.awake:
        yield "wakes", put(state, number, process._replace(awake=True))
    if process.leased and not (process.alive and process.awake):
        yield "its lease runs out", put(state, number, process._replace(leased=False))
    if not process.alive:
        yield "is started again", put(state, number, Process(fates=process.fates))


def deed(state: State, number: int, process: Process, house: House) -> Iterator[tuple[str, State]]:
    if not (process.alive and process.awake):
        return
    if process.at == "idle" and not process.leased:
        yield "takes a new lease", put(state, number, process._replace(leased=True, token=0))
        return
    if process.at == "idle":
        holder = state.claim and state.processes[state.claim[0]]
        live = holder and holder.leased and state.claim and holder.token == state.claim[1]
        if state.rows and not live:
            token = state.tokens + 1
            row = state.rows[0]
            rows = state.rows if house.strikes_late else state.rows[1:]
            claimed = process._replace(at="recover", token=token, row=row)
            yield "claims the line", put(state, number, claimed, claim=(number, token), tokens=token, rows=rows)
        return
    idle = process._replace(at="idle", token=0, nonce=0)
    if house.fences and process.at in {"recover", "begin", "note", "done"} and state.claim != (number, process.token):
        late = house.tells_again and process.at in {"note", "done"}
        # Put in the place of the unsent row that tells the same, with a new serial: striking that one leaves it.
        rows = (*(row for row in state.rows if row < NEWEST), state.serials + 1) if late else state.rows
        yield f"may not {process.at}", put(state, number, idle, rows=rows, serials=state.serials + late)
        return
    if house.looks and process.at in {"post", "edit"} and not process.leased:
        yield "sees that its lease is over", put(state, number, idle)
        return
    match process.at:
        case "recover":
            found = house.searches and state.begun in {nonce for nonce, _ in state.stands}
            if state.begun and found:
                yield "finds the post begun", put(state, number, process, noted=True, begun=0)
            else:
                yield "looks what stands", put(state, number, process._replace(at="edit" if state.noted else "begin"))
        case "begin":
            nonce = state.begun if state.begun and house.same_nonce else process.token
            yield "notes the post as begun", put(state, number, process._replace(at="post", nonce=nonce), begun=nonce)
        case "post" | "edit":
            yield "looks at its lease", put(state, number, process._replace(at=f"{process.at}ing"))
        case "posting":
            known = state.remembers and process.nonce in {nonce for nonce, _ in state.stands}
            stands = state.stands if known else (*state.stands, (process.nonce, min(process.row, NEWEST)))
            yield "posts", put(state, number, process._replace(at="note"), stands=stands)
        case "editing":
            stands = tuple((nonce, min(process.row, NEWEST)) for nonce, _ in state.stands)
            yield "edits", put(state, number, process._replace(at="done"), stands=stands)
        case "note":
            yield "notes the message", put(state, number, process._replace(at="done"), noted=True, begun=0)
        case "done":
            yield from struck(state, number, process, idle)


def struck(state: State, number: int, process: Process, idle: Process) -> Iterator[tuple[str, State]]:
    """The claim is given back, or kept for the next row."""
    rows = tuple(row for row in state.rows if row != process.row)
    yield "strikes the row", put(state, number, idle, rows=rows, claim=None)
    if rows:
        following = process._replace(at="edit", row=rows[0], nonce=0)
        yield "strikes the row and goes on with the next", put(state, number, following, rows=rows)


def healing(state: State, house: House) -> State | None:
    """The next step when there is no new trouble and everybody does what there is to do; None: all is done."""
    for number, process in enumerate(state.processes):
        for _, following in (*fate(state, number, process._replace(fates=0)), *deed(state, number, process, house)):
            return following
    return None


def judge(house: House) -> set[State]:
    ends: dict[State, State] = {}

    def healed(state: State) -> State:
        passed = []
        while state not in ends and (following := healing(state, house)) is not None:
            passed.append(state)
            state = following
        end = ends.get(state, state)
        ends.update(dict.fromkeys(passed, end))
        return end

    def wrong(state: State) -> str | None:
        if len(state.stands) > 1:
            return "posted twice"
        end = healed(state)
        if end.rows or not end.noted or not end.stands:
            return "lost"
        return None if end.stands[0][1] == NEWEST else "shows what is old"

    return explore(State(), lambda state: steps(state, house), wrong)


@pytest.mark.long
def test_nothing_is_posted_twice_and_nothing_lost() -> None:
    assert len(judge(House())) > 1000


@pytest.mark.long
@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (House(same_nonce=False, searches=False), "posted twice"),
        (House(searches=False, forgets=True), "posted twice"),
        (House(looks=False, same_nonce=False), "posted twice"),
        (House(fences=False), "shows what is old"),
        (House(tells_again=False), "shows what is old"),
        (House(strikes_late=False), "lost"),
    ],
    ids=[
        "new nonces",
        "nobody searches",
        "nobody looks at the lease",
        "no fence",
        "late edits are left so",
        "struck before it was told",
    ],
)
def test_a_planted_fault_is_found(house: House, problem: str) -> None:
    with pytest.raises(Found) as found:
        judge(house)
    assert found.value.problem == problem


@pytest.mark.long
def test_a_request_under_way_is_the_one_window() -> None:
    with pytest.raises(Found) as found:
        judge(House(forgets=True))
    assert found.value.problem == "posted twice"
    assert any(step.endswith("freezes at posting") for step in found.value.steps)
    assert "Discord forgets the nonces" in found.value.steps

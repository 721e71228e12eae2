"""Drafts: the moves of a turn that a person has put together and nobody else sees yet.

Where a turn is many moves (`engines.contract.Planned`), it is confirmed once: what is drafted is played with the move that ends
the turn, with one that reveals something, or when the time is up. Until then the table stands where the draft began, and the
draft stands as long as it does: whatever else moves the game, or the person from the seat, drops it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engines.contract import Game, IllegalMove, Move, Planned, Seat
from engines.notation import write
from tables.model.models import Ahead
from tables.model.table import Change, LoadedTable, Step, Table, hands, then, with_timing
from tables.rules.play import at, play


def draft(loaded: LoadedTable, seat: Seat | None) -> tuple[Move, ...]:
    """What this seat has drafted."""
    return () if drafted(loaded, seat) is loaded else _stored(loaded.table, seat)


def _stored(table: Table, seat: Seat | None) -> tuple[Move, ...]:
    found = (each.moves for each in table.ahead if each.seat == seat and each.stage == table.stage)
    return next(found, ()) if table.state == "playing" else ()


def without(loaded: LoadedTable) -> LoadedTable:
    """The table without what anybody has drafted."""
    return loaded.having(ahead=tuple(each for each in loaded.table.ahead if each.stage is None))


def drafted(loaded: LoadedTable, seat: Seat | None) -> LoadedTable:
    """The table as this seat has it before it: after what it has drafted, each move a step that can be taken back."""
    moves = _stored(loaded.table, seat)
    if seat is None or loaded.position is None or not moves:
        return loaded
    position, steps = loaded.position.copy(), list(loaded.steps)
    try:
        for number, move in enumerate(moves, start=loaded.table.number + 1):
            position.play(seat, move)
            steps.append(Step(number, seat, loaded.table.turn, b"", move=write(move)))
    except IllegalMove:  # drafted by the rules of an earlier version
        return loaded
    return replace(loaded, table=at(loaded.table, position), position=position, steps=tuple(steps))


def keep(loaded: LoadedTable, seat: Seat, moves: tuple[Move, ...], *, now: float) -> Change:
    """The change by which this is what the seat has drafted. Others are shown nothing of it: not even when the table was
    changed last. Nobody who drafts is called by name meanwhile.
    """
    table = loaded.table
    ahead = tuple(each for each in table.ahead if each.seat != seat)
    if moves:
        user = table.seats[seat].user or 0
        ahead = (*ahead, Ahead(seat=seat, user=user, moves=moves, stage=table.stage))
    clocks = list(table.timing.clocks)
    if clocks and clocks[seat].since is not None:
        clocks[seat] = replace(clocks[seat], drafted=now, called=False)
    table = with_timing(table, replace(table.timing, clocks=tuple(clocks)))
    table = replace(table, ahead=ahead, version=table.version + 1)
    return Change(loaded=loaded.with_table(table), outbox=tuple(hands(table, (seat,))))


def put_together(loaded: LoadedTable, seat: Seat, begun: Iterable[Move], more: Iterable[Iterable[Move]]) -> tuple[Move, ...]:
    """A draft of the moves `begun` and those of `more` that are legal after them; of each the first way to say it that is."""
    moves = list(begun)
    assert loaded.position is not None
    position = loaded.position.copy()
    for move in moves:
        position.play(seat, move)
    for ways in more:
        for move in ways:
            try:
                position.play(seat, move)
            except IllegalMove:
                continue
            moves.append(move)
            break
    return tuple(moves)


def carried_out(loaded: LoadedTable, game: Game, seat: Seat, *, now: float, unsent: bool) -> Change | None:
    """The change by which the moves that this seat has drafted are played; None: there are none."""
    change: Change | None = None
    for move in draft(loaded, seat):
        before = loaded if change is None else change.loaded
        following = play(before, game, seat, move, kind="move", stage=None, now=now, request=None, unsent=unsent)
        change = following if change is None else then(change, following)
    return change


def say(
    loaded: LoadedTable,
    game: Game,
    seat: Seat,
    move: Move,
    *,
    whole: bool,
    stage: int | None,
    now: float,
    request: int | None,
    unsent: bool,
) -> Change:
    """The change by which a person plays a move, after what they have drafted. Where the turn goes on and nothing is revealed,
    the move is drafted too, unless it is `whole`: then all is played. The rest, and what it raises, as `play.play`.
    """
    first = carried_out(loaded, game, seat, now=now, unsent=unsent)
    mine = loaded if first is None else first.loaded
    change = play(
        mine,
        game,
        seat,
        move,
        kind="move",
        stage=stage,
        now=now,
        request=request,
        unsent=unsent,
        told_from=loaded.table.number + 1,
    )
    if not whole and _goes_on(loaded, game, mine, change, seat):
        return keep(loaded, seat, (*draft(loaded, seat), move), now=now)
    return change if first is None else then(first, change)


def _goes_on(loaded: LoadedTable, game: Game, before: LoadedTable, change: Change, seat: Seat) -> bool:
    """Whether a move leaves the seat in the turn that it is in, and shows nothing that it could not know."""
    assert loaded.position is not None
    if not isinstance(game, Planned) or game.left(loaded.position.view(seat)) is None:
        return False
    after = change.loaded
    return after.table.turn == loaded.table.turn and len(after.steps) > len(before.steps)

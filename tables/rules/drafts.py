"""Drafts: the moves of a turn that a person has put together, which nobody else sees yet.

A turn of several moves (`engines.contract.Planned`) is confirmed once. The drafted moves are played together with the move that
ends the turn, with a move that reveals something, or when the time runs out. Until then the stored table is the one at which
the draft began. Anything else that changes the game, or replaces the person on the seat, drops the draft.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engines.contract import Game, IllegalMove, Move, Planned, Seat
from engines.notation import write
from tables.model.table import Change, LoadedTable, Table, UndoStep, hands, then, with_timing
from tables.model.table_info import Ahead
from tables.rules.context import Context
from tables.rules.play import at, play


def draft(loaded: LoadedTable, seat: Seat | None) -> tuple[Move, ...]:
    """Returns the moves that this seat has drafted."""
    return () if apply_draft(loaded, seat) is loaded else _stored_draft(loaded.table, seat)


def _stored_draft(table: Table, seat: Seat | None) -> tuple[Move, ...]:
    found = (each.moves for each in table.ahead if each.seat == seat and each.stage == table.stage)
    return next(found, ()) if table.state == "playing" else ()


def without(loaded: LoadedTable) -> LoadedTable:
    """Returns the table without any drafts."""
    return loaded.having(ahead=tuple(each for each in loaded.table.ahead if each.stage is None))


def apply_draft(loaded: LoadedTable, seat: Seat | None) -> LoadedTable:
    """Returns the table as this seat sees it: after its draft, with each drafted move as a step that can be taken back."""
    moves = _stored_draft(loaded.table, seat)
    if seat is None or loaded.position is None or not moves:
        return loaded
    position, steps = loaded.position.copy(), list(loaded.steps)
    try:
        for number, move in enumerate(moves, start=loaded.table.number + 1):
            position.play(seat, move)
            steps.append(UndoStep(number, seat, loaded.table.turn, b"", move=write(move)))
    except IllegalMove:  # drafted under the rules of an earlier version
        return loaded
    return replace(loaded, table=at(loaded.table, position), position=position, steps=tuple(steps))


def keep(context: Context, seat: Seat, moves: tuple[Move, ...]) -> Change:
    """Returns the change that stores these moves as the seat's draft. Others see nothing of it, not even when the table last
    changed. The person is not mentioned while they draft.
    """
    table = context.table
    ahead = tuple(each for each in table.ahead if each.seat != seat)
    if moves:
        user = table.seats[seat].user or 0
        ahead = (*ahead, Ahead(seat=seat, user=user, moves=moves, stage=table.stage))
    if table.timing.of(seat).since is not None:
        table = with_timing(table, table.timing.each(lambda clock: replace(clock, drafted=context.now, called=False), (seat,)))
    table = replace(table, ahead=ahead, version=table.version + 1)
    return Change(loaded=context.loaded.with_table(table), outbox=tuple(hands(table, (seat,))))


def put_together(loaded: LoadedTable, seat: Seat, begun: Iterable[Move], more: Iterable[Iterable[Move]]) -> tuple[Move, ...]:
    """Returns a draft of the moves `begun` and, from each list in `more`, the first move that is legal after them."""
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


def carried_out(context: Context, seat: Seat) -> Change | None:
    """Returns the change that plays the moves this seat has drafted; None: there are none."""
    change: Change | None = None
    for move in draft(context.loaded, seat):
        before = context.loaded if change is None else change.loaded
        following = play(context.after(before), seat, move, kind="move")
        change = following if change is None else then(change, following)
    return change


def at_time_up(context: Context, seat: Seat) -> Change | None:
    """Like `carried_out`, when the seat's time is up. If its turn goes on, no time is left for the rest of it, and the moves do
    not show that the person is present.
    """
    change = carried_out(context, seat)
    if change is None or change.loaded.table.turn != context.table.turn or seat not in change.loaded.table.awaited:
        return change
    table = change.loaded.table
    clocks = table.timing.each(lambda clock: replace(clock, due=context.now, rest=None, bank=0.0), (seat,))
    missed = tuple(context.table.missed[at] if at == seat else count for at, count in enumerate(table.missed))
    return replace(change, loaded=change.loaded.with_table(with_timing(replace(table, missed=missed), clocks)))


def say(context: Context, move: Move, *, whole: bool, stage: int | None) -> Change:
    """Returns the change by which a person makes a move after their draft. If the turn goes on and nothing is revealed, the
    move is added to the draft, unless it is `whole`; otherwise all is played. The rest and what is raised: see `play.play`.
    """
    loaded, seat = context.loaded, context.seat
    first = carried_out(context, seat)
    mine = loaded if first is None else first.loaded
    change = play(context.at(mine), seat, move, kind="move", stage=stage)
    if not whole and _goes_on(loaded, context.game, mine, change, seat):
        return keep(context, seat, (*draft(loaded, seat), move))
    return change if first is None else then(first, change)


def _goes_on(loaded: LoadedTable, game: Game, before: LoadedTable, change: Change, seat: Seat) -> bool:
    """Returns whether the turn goes on after a move and the move reveals nothing to the seat."""
    assert loaded.position is not None
    if not isinstance(game, Planned) or game.remaining(loaded.position.view(seat)) is None:
        return False
    after = change.loaded
    return after.table.turn == loaded.table.turn and len(after.steps) > len(before.steps)

"""Moves that the table makes by itself, in the change that causes them or soon after it: looks, obvious moves, plans.

A look (`engines.contract.Revealing`) reveals what chance brings. It is made when the person on turn looks, or after a short
while, so that the move before it can be corrected; immediately if nobody could take anything back.

An obvious move (`engines.contract.Obvious`) is that of a person who has nothing to decide. Having only one legal move is not
enough. Ending a turn of several moves is often the only move left, and until it is made the others can still be taken back. A
player whose move shows something for a moment must be present to see it. Being late with an only move is not the player's fault
(`blameless`).

A plan contains a person's moves for when they are next asked, if nothing changes. It is secret, can be taken back at any time,
and is played in the transaction that asks the person. A move that is illegal by then drops the whole plan. What may be planned
is read from an imagined table (`imagine_table`), which is made only from what the planner may know.
"""

import random
from collections.abc import Collection

from msgspec.structs import replace

from engines.contract import Fleeting, Game, IllegalMove, Move, Obvious, Position, Revealing, Seat, Successive
from engines.notation import only_move
from tables.errors import CannotPlan, Illegal
from tables.model.table import Change, LoadedTable, Table, note, then
from tables.model.table_info import Ahead
from tables.rules import play
from tables.rules.context import Context
from tables.rules.play import at
from tables.rules.takeback import can_take_back

SHORT_WHILE_SECONDS = 10.0
"""Seconds in which a move can be corrected before the next look, unless somebody looks earlier."""

BEFORE_A_COMPUTER = 4.0
"""The same in seconds if a computer player comes next, which has nothing else to wait for."""

MOVES = 12
"""The most moves that may be planned."""

WAITED = 200
"""The most moves of others that are imagined before the planner is asked."""


def look_owed(loaded: LoadedTable, game: Game) -> Move | None:
    """Returns the look that is the next move; None: something else is asked, or the game is over."""
    if not isinstance(game, Revealing) or loaded.position is None or loaded.table.state != "playing":
        return None
    return game.reveal_move(loaded.position)


def reveal(context: Context) -> Change | None:
    """Returns the change made by the look; None: none is owed."""
    move = look_owed(context.loaded, context.game)
    if move is None:
        return None
    (seat,) = context.table.pending
    waiting = context.loaded.having(timing=replace(context.table.timing, reveal=None))
    return play.play(context.at(waiting), seat, move, kind="reveal")


def add_look(context: Context, change: Change) -> Change:
    """Returns the change with the look that it causes: made with it, or timed for later."""
    game = context.game
    if not isinstance(game, Revealing) or not change.moved:
        return change
    if look_owed(change.loaded, game) is not None and not _mendable(change.loaded):
        reading = reveal(context.after(change.loaded))
        assert reading is not None
        change = then(change, reading)
    at = context.now + _while(change.loaded.table) if look_owed(change.loaded, game) is not None else None
    return change.having(timing=replace(change.loaded.table.timing, reveal=at))


def _while(table: Table) -> float:
    (seat,) = table.pending
    return SHORT_WHILE_SECONDS if table.acts(seat) else BEFORE_A_COMPUTER


def _mendable(loaded: LoadedTable) -> bool:
    """Returns whether somebody could take their move back alone."""
    return any(can_take_back(loaded, seat) for seat in range(len(loaded.table.seats)))


def obvious_owed(loaded: LoadedTable, game: Game, without: Collection[int] = ()) -> tuple[Seat, Move] | None:
    """Returns an awaited person's seat that has nothing to decide, with its move. `without`: users who want to be asked."""
    table, position = loaded.table, loaded.position
    if not isinstance(game, Obvious) or position is None or table.state != "playing":
        return None
    for seat in table.awaited:
        if table.seats[seat].user in without or seat in table.overdue:
            continue
        if (move := game.obvious(position, seat)) is not None:
            return seat, move
    return None


def obvious_carried_out(context: Context, change: Change, without: Collection[int]) -> Change:
    """Returns the change with the obvious moves that it causes."""
    while (found := obvious_owed(change.loaded, context.game, without)) is not None:
        seat, move = found
        table = change.loaded.table
        loaded = change.loaded.having(log=(*table.log, note(table.number + 1, "obvious", seat)))
        change = then(change, play.play(context.after(loaded), seat, move, kind="obvious"))
    return change


def blameless(loaded: LoadedTable, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Returns those of the seats that had only one legal move; being late with it is not their fault."""
    position = loaded.position
    return () if position is None else tuple(seat for seat in seats if only_move(position, seat) is not None)


def planned_by(table: Table, seat: Seat | None) -> Ahead | None:
    """Returns the plan of a seat, also a dropped one."""
    return next((each for each in table.ahead if each.seat == seat and each.stage is None), None)


def can_plan(game: Game) -> bool:
    """Returns whether people can plan in this game: what they will be asked is known beforehand. It is not where a turn begins
    with what chance brings, where what was shown would vanish, or where all choose at once and the next question follows from
    what is then revealed (a castle, a hand).
    """
    return isinstance(game, Successive) and not isinstance(game, Revealing | Fleeting)


def _go_on_until_asked(trial: Position, game: Game, seat: Seat) -> None:
    """Play cautiously for everybody until this seat is asked."""
    for _ in range(WAITED):
        pending = trial.pending()
        if not pending or seat in pending:
            return
        trial.play(pending[0], game.safe_move(trial, pending[0]))


def imagine_table(loaded: LoadedTable, game: Game, seat: Seat) -> LoadedTable | None:
    """Returns the table as it could be when this seat is next asked and has played its plan, the others having played
    cautiously. It is made from the seat's view with random draws of its own. None: nothing can be planned now, because the
    seat is already asked, the game ends before or has no plans (`can_plan`), or the plan has reached a reveal.
    """
    table, position = loaded.table, loaded.position
    if position is None or table.state != "playing" or not table.acts(seat) or seat in table.pending:
        return None
    if not can_plan(game):
        return None
    rng = random.Random(f"{table.id} {table.stage} {seat}")  # noqa: S311 - of an imagined table
    trial = game.determinize(position.view(seat), rng)
    _go_on_until_asked(trial, game, seat)
    plan = planned_by(table, seat)
    try:
        seen = [event.reveals for move in (plan.moves if plan is not None else ()) for event in trial.play(seat, move)]
    except IllegalMove:
        return None
    if any(seen) or seat not in trial.pending():
        return None
    return LoadedTable(table=at(table, trial), position=trial)


def plan(context: Context, move: Move) -> Change:
    """Returns the change that adds a move to the person's plan. Raises WrongState, NotSeated, CannotPlan, Illegal."""
    seat = context.seat
    known = planned_by(context.table, seat)
    before = () if known is None else known.moves
    trial = imagine_table(context.loaded, context.game, seat)
    if trial is None or trial.position is None or len(before) >= MOVES:
        raise CannotPlan
    try:
        trial.position.play(seat, move)
    except IllegalMove as error:
        raise Illegal(error.key, **error.parameters) from None
    return _with(context.loaded, seat, (*before, move))


def unplan(context: Context, *, keep: int = 0) -> Change | None:
    """Returns the change that removes a plan except for its first `keep` moves; None: there is no plan. Raises WrongState,
    NotSeated.
    """
    known = planned_by(context.table, context.seat)
    return None if known is None else _with(context.loaded, known.seat, known.moves[:keep])


def _with(loaded: LoadedTable, seat: Seat, moves: tuple[Move, ...]) -> Change:
    """Returns the change with this plan. Nothing shown to others changes, not even when the table last changed."""
    user = loaded.table.seats[seat].user or 0
    table = without(loaded.table, seat)
    if moves:
        plan = Ahead(seat=seat, user=user, moves=moves)
        table = replace(table, ahead=(*table.ahead, plan))
    return Change(loaded=loaded.with_table(replace(table, version=table.version + 1)))


def without(table: Table, seat: Seat) -> Table:
    """Returns the table without the seat's plan."""
    return replace(table, ahead=tuple(each for each in table.ahead if each.seat != seat))


def _with_next_move(context: Context, change: Change, plan: Ahead) -> Change:
    """Returns the change with the plan's next move. A plan whose next move is illegal is dropped."""
    left = replace(plan, moves=plan.moves[1:])
    ready = _with_ahead(change, tuple(each for each in _replace_plan(change, plan, left) if each.moves or each.dropped))
    try:
        following = play.play(context.after(ready.loaded), plan.seat, plan.moves[0], kind="move")
    except Illegal:
        return _with_ahead(change, _replace_plan(change, plan, replace(plan, moves=(), dropped=plan.moves[0])))
    return then(change, following)


def _replace_plan(change: Change, plan: Ahead, new: Ahead) -> tuple[Ahead, ...]:
    return tuple(new if each is plan else each for each in change.loaded.table.ahead)


def plans_carried_out(context: Context, change: Change) -> Change:
    """Returns the change with the planned moves that it causes, while they are legal. Drops the plans of people who no longer
    play here, or who have played or taken back themselves.
    """
    table = change.loaded.table
    if not table.ahead:
        return change
    kept = tuple(each for each in table.ahead if _stands(table, each) and not _overtaken(each, change))
    change = _with_ahead(change, kept)
    if not any(line.move for line in change.lines):
        return change  # the game has not continued
    while (plan := _due(change.loaded)) is not None:
        change = _with_next_move(context, change, plan)
    return change if change.loaded.table.state == "playing" else _with_ahead(change, ())


def _stands(table: Table, plan: Ahead) -> bool:
    if table.state != "playing" or not table.acts(plan.seat) or table.seats[plan.seat].user != plan.user:
        return False
    return plan.stage is None or (plan.stage == table.stage and plan.seat not in table.overdue)


def _overtaken(plan: Ahead, change: Change) -> bool:
    """Returns whether the planner has moved themselves."""
    return any(line.move for line in change.lines if line.kind == "move" and line.seat == plan.seat)


def _due(loaded: LoadedTable) -> Ahead | None:
    """Returns a plan whose seat is now asked for what it plans."""
    table = loaded.table
    if table.state != "playing":
        return None
    asked = [seat for seat in table.awaited if seat not in table.overdue]
    plans = (each for each in table.ahead if each.moves and each.stage is None)
    return next((each for each in plans if each.seat in asked), None)


def _with_ahead(change: Change, ahead: tuple[Ahead, ...]) -> Change:
    return change if ahead == change.loaded.table.ahead else change.having(ahead=ahead)

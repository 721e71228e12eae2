"""Playing a move, and what happens when people leave the game."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.contract import Event, Fleeting, Game, IllegalMove, Move, Position, Seat
from engines.notation import write
from tables.errors import Illegal, NotYourTurn, Stale
from tables.model.outbox_rows import Note, SceneRow
from tables.model.table import (
    Change,
    LoadedTable,
    LogLine,
    Table,
    UndoStep,
    board,
    events_of,
    hands,
    note,
    notes_of,
    public,
    start_clocks,
    still_timed,
    then,
    touch,
    with_timing,
)
from tables.rules import finish
from tables.rules.context import Context
from tables.rules.finish import NOT_AFTER_THE_END
from tables.time.timing import resume

NOTES = 3
"""Number of notes from earlier turns that a table keeps for its next boards."""


def play(context: Context, seat: Seat, move: Move, *, kind: str, stage: int | None = None) -> Change:
    """Returns the change made by a move. `kind`: `move` (a person), `computer`, `stand-in` (for a person who is overdue),
    `obvious` (for a person with nothing to decide), `reveal` (`tables.rules.automatic`).

    `stage`: the stage the mover answers, None for the present one. Raises WrongState, Stale, NotYourTurn, Illegal.
    """
    loaded, table, now = context.loaded, context.running, context.now
    after, events = _position_after(context, seat, move, stage)
    number, goes_on = table.number + 1, after.stage == table.stage
    joint = goes_on or len(table.pending) > 1 or bool(loaded.chosen)
    steps = () if joint else _steps(loaded, context.game, after, seat if kind == "move" else None, move, events)
    line = replace(
        table.line(kind, seat, now=now, request=context.request),
        move=write(move),
        events=msgspec.json.encode(events).decode(),
        snapshot=steps[-1].before if steps else None,
    )
    present = _with_mover_present(table, seat, now) if kind == "move" else table
    new, scenes = _onwards(touch(present, now, number=number), after, events, now, since=context.since)
    change = Change(
        loaded=LoadedTable(
            table=new,
            position=after,
            steps=steps,
            chosen={**loaded.chosen, seat: number} if goes_on and after.pending() else {},
        ),
        lines=(line,),
        struck=(loaded.chosen[seat],) if seat in loaded.chosen else (),
        forget_steps=bool(loaded.steps) and not steps,
        seated=new.missed != table.missed,
        moved=True,
    )
    if new.state != "playing":
        return _end_of_game(change, scenes)
    asked = {seat} if goes_on else {seat, *table.pending, *loaded.chosen, *new.pending}
    return replace(change, outbox=(*scenes, board(new), *hands(new, asked)))


def _position_after(context: Context, seat: Seat, move: Move, stage: int | None) -> tuple[Position, list[Event]]:
    """Returns the position after a move, and its events. Raises WrongState, Stale, NotYourTurn, Illegal."""
    after = context.position.copy()
    if stage is not None and stage != context.table.stage:
        raise Stale
    if seat not in context.table.pending and seat not in context.loaded.chosen:
        raise NotYourTurn
    try:
        return after, after.play(seat, move)
    except IllegalMove as error:
        raise Illegal(error.key, **error.parameters) from None


def _with_mover_present(table: Table, seat: Seat, now: float) -> Table:
    """Returns the table after its person on this seat has moved: they are present, so a pause after an outage ends."""
    if table.timing.pause is not None and table.timing.pause.outage:
        table = with_timing(table, resume(table.timing, now))
    return replace(table, missed=tuple(0 if other == seat else count for other, count in enumerate(table.missed)))


def _end_of_game(change: Change, scenes: list[SceneRow]) -> Change:
    """Returns the change of the last move, which ends the game by the rules."""
    table = change.loaded.table
    if not any(table.acts(seat) for seat in range(len(table.seats))):
        # In tables of earlier versions the game went on after everybody had left: nobody has won.
        table = replace(table, state="cancelled", closed="abandoned", result=None)
    return replace(
        change,
        loaded=change.loaded.with_table(table),
        seated=True,
        outbox=(*scenes, board(table)),
        withdraw=NOT_AFTER_THE_END,
        results=finish.rows(table),
    )


def _steps(  # noqa: PLR0917 - a move and its outcome
    loaded: LoadedTable, game: Game, after: Position, mover: Seat | None, move: Move, events: list[Event]
) -> tuple[UndoStep, ...]:
    """Returns the moves that can be taken back after this one: none if something was revealed or the game is over. If what a
    turn shows vanishes with it, going back into an earlier turn would show it again.
    """
    assert loaded.position is not None
    turn, number = loaded.table.turn, loaded.table.number + 1
    if any(event.reveals for event in events) or after.result() is not None:
        return ()
    if isinstance(game, Fleeting) and after.turn != turn:
        return ()
    step = UndoStep(number, mover, turn, loaded.position.snapshot(), tuple(public(number, events)), write(move))
    return (*loaded.steps, step)


def _scenes(table: Table, lines: list[LogLine], events: Sequence[Event]) -> tuple[list[SceneRow], list[LogLine]]:
    """Returns the scenes among these public events, each with the lines before it, and the lines since the last of them."""
    scenes: list[SceneRow] = []
    for event in events:
        if not event.scene:
            lines = lines + public(table.number, [event])
            continue
        scenes.append(
            SceneRow(
                turn=table.turn,
                events=events_of(lines),
                notes=tuple(note for note in notes_of(lines) if not note.turn),
                event=msgspec.to_builtins(event),
                number=table.number,
                index=len(scenes),
            )
        )
        lines = []
    return scenes, lines


def _onwards(table: Table, after: Position, events: list[Event], now: float, *, since: int) -> tuple[Table, list[SceneRow]]:
    """Returns the table at the position after a move, and the scenes among the move's events. `since`: the first journal line
    shown on the board of a new turn.

    A scene includes what its turn's message has shown so far; later events belong to the next board. The newest notes are kept
    for the boards of later turns, as somebody else may be asked there.
    """
    lines: list[LogLine] = list(table.log)
    notes = [_note_line(line.number, line.note, table.turn) for line in lines if line.note is not None][-NOTES:]
    scenes, lines = _scenes(table, lines, [event for event in events if event.to is None])
    if scenes or after.turn != table.turn:
        lines = [*notes, *(line for line in lines if line.note is None and line.number >= since)]
    new = at(table, after, log=tuple(lines), overdue=tuple(seat for seat in table.overdue if seat in after.pending()))
    if after.stage == table.stage:
        return still_timed(new, now), scenes
    return start_clocks(replace(new, overdue=()), now), scenes


def _note_line(number: int, note: Note, turn: int) -> LogLine:
    """Returns a note of the table's own as a later board shows it: with its turn."""
    return LogLine(number, note=replace(note, turn=note.turn or turn))


def at(table: Table, position: Position, **changes: Any) -> Table:
    """Returns the table with the fields that follow from the position."""
    result = position.result()
    return replace(
        table,
        stage=position.stage,
        turn=position.turn,
        pending=position.pending(),
        state="playing" if result is None else "over",
        result=result,
        **changes,
    )


def give_up(
    context: Context, gone: list[Seat], why: str, *, late: tuple[Seat, ...] = (), blameless: tuple[Seat, ...] = ()
) -> Change:
    """People leave the game (`why`: the note that reports it), and the computer player plays on for them. `late`: overdue seats
    that it moves for at present; `blameless`: those for which that is not counted. When nobody is left, the game ends without a
    result.
    """
    table, now, request = context.table, context.now, context.request
    said = [("overdue", seat) for seat in late] + [(why, seat) for seat in gone]
    lines = tuple(table.line(kind, seat, now=now, request=request, after=after) for after, (kind, seat) in enumerate(said))
    seats = tuple(replace(info, resigned=True) if seat in gone else info for seat, info in enumerate(table.seats))
    new = touch(
        table,
        now,
        number=table.number + len(lines),
        seats=seats,
        missed=tuple(count + (seat in late and seat not in blameless) for seat, count in enumerate(table.missed)),
        overdue=tuple(sorted({*table.overdue, *late})),
        log=(*table.log, *(note(line.number, line.kind, line.seat or 0) for line in lines)),
    )
    change = Change(loaded=context.loaded.with_table(still_timed(new, now)), lines=lines, seated=True, outbox=(board(new),))
    if gone and not any(new.acts(seat) for seat in range(len(seats))):
        return then(change, finish.void(context.after(change.loaded), "abandoned"))
    return change

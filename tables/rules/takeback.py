"""Taking moves back. A player may undo their own choices and steps; going further needs a vote (`tables.rules.votes`) of
everyone affected. Nothing is undone past a reveal.

`LoadedTable.steps` are the moves that can be taken back; agreement cannot undo others. Nothing was revealed by them or since.
"""

from collections.abc import Sequence

import msgspec

from data.records.tables import JournalRow
from engines.contract import IllegalMove, Move, Seat
from engines.notation import read
from tables.errors import NotAlone, NothingToTakeBack, Stale
from tables.model.outbox_rows import PlainEvent
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
    public,
    start_clocks,
    still_timed,
    then,
    touch,
)
from tables.model.table_info import Undo, Vote
from tables.rules import drafts, votes
from tables.rules.context import Context
from tables.rules.play import at
from tables.time import timing

BACK = "back"
"""The kind of the vote on taking back."""


def can_take_back(loaded: LoadedTable, seat: Seat | None) -> bool:
    """Returns whether `take_back` would have an effect for this seat."""
    table = loaded.table
    if table.state != "playing" or seat is None or not table.acts(seat):
        return False
    if seat in loaded.chosen:
        return not _time_was_up(table, seat)
    last = loaded.steps[-1] if loaded.steps else None
    return last is not None and last.seat == seat and last.turn == table.turn and seat not in table.overdue


def own_steps(loaded: LoadedTable, seat: Seat | None) -> tuple[UndoStep, ...]:
    """Returns the steps of this seat's turn that it may take back alone, oldest first: `take_back` the last, `take_out` any."""
    if seat in loaded.chosen or not can_take_back(loaded, seat):
        return ()
    first = len(loaded.steps)
    while first and loaded.steps[first - 1].seat == seat and loaded.steps[first - 1].turn == loaded.table.turn:
        first -= 1
    return loaded.steps[first:]


def _time_was_up(table: Table, seat: Seat) -> bool:
    """Returns whether the time had run out when this seat's choice was made, by the computer or at the last moment. Taking the
    choice back would leave the seat awaited without a clock; it can still be changed.
    """
    clock = table.timing.of(seat)
    return timing.read_pace(table.pace).each is not None and clock.asked and clock.due is None and clock.rest is None


def may_ask(loaded: LoadedTable, seat: Seat | None) -> Vote | None:
    """Returns the vote that this seat could ask for on what it may not take back alone: its last move and everything since."""
    table = loaded.table
    if table.state != "playing" or seat is None or not table.acts(seat) or can_take_back(loaded, seat):
        return None
    step = next((step for step in reversed(loaded.steps) if step.seat == seat), None)
    if step is None:
        return None
    undo = Undo(number=step.number, turn=step.turn, events=events_of(step.log))
    return Vote(id=0, kind=BACK, seat=seat, asked=votes.voters(table, without=(seat,)), undo=undo)


def refusal_key(lines: Sequence[JournalRow], seat: Seat, *, fleeting: bool) -> str:
    """Returns why this seat can take nothing back, as the key of a message. `lines`: the moves that count. `fleeting`: what a
    turn shows vanishes with it.
    """
    last = next((line for line in reversed(lines) if line.seat == seat and line.kind == "move"), None)
    if last is None:
        return NothingToTakeBack.default
    since = [line for line in lines if line.number >= last.number]
    events = [event for line in since for event in msgspec.json.decode(line.events, type=list[PlainEvent])]
    joint = any(line.stage == last.stage and line.seat != seat for line in lines)
    if fleeting and not joint and not any(event.get("reveals") for event in events):
        return NothingToTakeBack.COVERED
    return NothingToTakeBack.REVEALED


def take_back(context: Context) -> Change:
    """Take back the person's choice in the open joint stage, or the last step of their turn. Raises WrongState, NotSeated;
    NotAlone if the others can be asked, VoteOpen if somebody is already asking, else NothingToTakeBack.
    """
    loaded, table, seat, now = context.loaded, context.table, context.seat, context.now
    if not can_take_back(drafts.apply_draft(loaded, seat), seat):
        if seat in loaded.chosen and table.acts(seat):
            raise NothingToTakeBack("tables.refusal.time-was-up")
        _askable(loaded, seat)
        raise NotAlone
    if drafted := drafts.draft(loaded, seat):
        return drafts.keep(context, seat, drafted[:-1])
    if seat in loaded.chosen:
        before = context.position.copy()
        try:
            events = before.retract(seat)
        except IllegalMove as error:
            raise NothingToTakeBack(error.key, **error.parameters) from None
        number = loaded.chosen[seat]
        chosen = {other: line for other, line in loaded.chosen.items() if other != seat}
        new = at(touch(table, now), before, log=(*_without(table, number), *public(number, events)))
        new = still_timed(new, now)
        left = LoadedTable(table=new, position=before, chosen=chosen)
    else:
        number = loaded.steps[-1].number
        left = _before(context, -1, (*_without(table, number), note(number, "taken-back", seat)))
    asked = {seat, *left.table.pending} if not loaded.chosen else {seat}
    return Change(loaded=left, struck=(number,), moved=True, outbox=(board(left.table), *hands(left.table, asked)))


def take_out(context: Context, number: int) -> Change:
    """Take back one step of the person's turn, and keep the later ones as a draft, except for those that are illegal without
    it. Raises WrongState, NotSeated, and NothingToTakeBack if the step no longer exists.
    """
    loaded, seat = context.loaded, context.seat
    own = own_steps(drafts.apply_draft(loaded, seat), seat)
    place = next((place for place, step in enumerate(own) if step.number == number), None)
    if place is None:
        raise NothingToTakeBack
    gone = read(own[place].move)
    later = [_said_alone(read(step.move), gone) for step in own[place + 1 :]]
    if number > loaded.table.number:
        begun = [read(step.move) for step in own[:place] if step.number > loaded.table.number]
        return drafts.keep(context, seat, drafts.put_together(loaded, seat, begun, later))
    at_step = next(at for at, step in enumerate(loaded.steps) if step.number == number)
    log = (*_log(loaded, at_step, loaded.table.turn), note(number, "taken-back", seat))
    left = _before(context, at_step, log)
    struck = tuple(step.number for step in loaded.steps[at_step:])
    asked = {seat, *left.table.pending}
    change = Change(loaded=left, struck=struck, moved=True, outbox=(board(left.table), *hands(left.table, asked)))
    return then(change, drafts.keep(context.after(left), seat, drafts.put_together(left, seat, (), later)))


def _said_alone(move: Move, gone: Move) -> list[Move]:
    """Returns a move, and its wordings without an earlier move with the same first words (a turn's tower)."""
    return [move, *((*move[:at], word, *move[at:]) for at, word in enumerate(gone) if at and gone[:at] == move[:at])]


def ask(context: Context, *, stage: int | None) -> Change:
    """Ask the others to take back this person's last move and everything since. Done immediately if only computer players are
    affected, or if the person may again do it alone. Raises WrongState, NotSeated, Stale, VoteOpen, NothingToTakeBack.
    """
    loaded, seat = context.loaded, context.seat
    if stage is not None and stage != context.table.stage:
        raise Stale
    if can_take_back(drafts.apply_draft(loaded, seat), seat):
        return take_back(context)
    wanted = _askable(loaded, seat)
    return votes.ask(context, BACK, seat, wanted.asked, undo=wanted.undo)


def _askable(loaded: LoadedTable, seat: Seat) -> Vote:
    """Returns the vote that this seat may ask for now. Raises NothingToTakeBack, VoteOpen."""
    wanted = may_ask(loaded, seat)
    if wanted is None:
        raise NothingToTakeBack
    votes.check_not_open(loaded.table, BACK, seat)
    return wanted


def _step(loaded: LoadedTable, vote: Vote) -> int | None:
    """Returns the place of the move in question among the steps; None: it can no longer be taken back."""
    number = None if vote.undo is None else vote.undo.number
    return next((place for place, step in enumerate(loaded.steps) if step.number == number), None)


def _carried_out(context: Context, vote: Vote) -> Change:
    """Go back to just before the move in question, with a note that reports it."""
    loaded, first = context.loaded, _step(context.loaded, vote)
    assert first is not None
    assert vote.seat is not None
    step = loaded.steps[first]
    log = (*_log(loaded, first, step.turn), note(step.number, "agreed-back" if vote.asked else "taken-back", vote.seat))
    left = _before(context, first, log)
    return Change(
        loaded=left,
        struck=tuple(step.number for step in loaded.steps[first:]),
        moved=True,
        rewound=True,
        outbox=(board(left.table), *hands(left.table, range(len(left.table.seats)))),
    )


votes.KINDS[BACK] = votes.Kind(_carried_out, lambda loaded, vote: _step(loaded, vote) is not None, passing=True, ledger="ask")


def _before(context: Context, place: int, log: Sequence[LogLine]) -> LoadedTable:
    """Returns the table before one of its steps, with the clocks of a stage that begins now."""
    steps, now = context.loaded.steps, context.now
    before = context.game.load(steps[place].before)
    table = at(touch(context.table, now), before, log=tuple(log), overdue=())
    return LoadedTable(table=start_clocks(table, now), position=before, steps=steps[:place])


def _without(table: Table, number: int) -> tuple[LogLine, ...]:
    """Returns the log without the entries of a journal line."""
    return tuple(line for line in table.log if line.number != number)


def _log(loaded: LoadedTable, place: int, turn: int) -> list[LogLine]:
    """Returns the log of a turn's message after this many steps: notes of earlier turns, the events of this turn's steps, and
    those of the step that began the turn.
    """
    lines: list[LogLine] = []
    for step in reversed(loaded.steps[:place]):
        lines[:0] = [line for line in step.log if line.event is not None and not line.event.get("scene")]
        if step.turn != turn:
            break
    return [*(line for line in loaded.table.log if line.note is not None and line.note.turn), *lines]

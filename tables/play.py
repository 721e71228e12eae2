"""Playing on: each function takes a table as it is and tells the change, or refuses. Nothing here waits or stores."""

from __future__ import annotations

import msgspec

from data.archive import JournalRow, ResultRow
from engines.contract import Event, Fleeting, Game, IllegalMove, Move, Position, Result, Seat
from engines.notation import write
from tables.change import Change, Mail, board, hands, note, story, timed, told, touch
from tables.errors import Illegal, NotSeated, NotYourTurn, Stale, WrongState
from tables.table import MISSED, PACES, REMINDER, Held, Step, Table, Told

SETTLED = ("board", "settle", "hand", "remind", "lobby")
"""What need not be sent any more once the game is over."""


def playing(held: Held) -> Position:
    """The position of a game in progress. Raises WrongState in any other state."""
    state = held.table.state
    if state != "playing" or held.position is None:
        raise WrongState(f"tables.refusal.not-playing-{state}")
    return held.position


def acting(held: Held, user: int) -> Seat:
    """The seat that this person moves. Raises NotSeated."""
    seat = held.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if held.table.seats[seat].resigned:
        raise NotSeated("tables.refusal.resigned")
    return seat


def play(
    held: Held,
    game: Game,
    seat: Seat,
    move: Move,
    *,
    kind: str,
    stage: int | None,
    now: float,
    request: int | None,
    unsent: bool,
) -> Change:
    """The change that a move makes. `kind`: `move` (a person), `computer`, `stand-in` (for a person who is overdue).

    `stage`: the stage the mover answers, None for the present one. `unsent`: the last board has not been posted yet, so
    that the next one tells its story too. Raises WrongState, Stale, NotYourTurn, Illegal.
    """
    position = playing(held)
    table = held.table
    if stage is not None and stage != table.stage:
        raise Stale
    if seat not in table.pending and seat not in held.chosen:
        raise NotYourTurn
    after = position.copy()
    try:
        events = after.play(seat, move)
    except IllegalMove as error:
        raise Illegal(error.key, **error.parameters) from None
    number = table.number + 1
    joint = after.stage == table.stage or len(table.pending) > 1 or bool(held.chosen)
    steps = () if joint else _steps(held, game, after, seat if kind == "move" else None, events)
    line = JournalRow(
        number=number,
        kind=kind,
        seat=seat,
        move=write(move),
        events=msgspec.json.encode(events).decode(),
        stage=table.stage,
        turn=table.turn,
        request=request,
        at=now,
        snapshot=steps[-1].before if steps else None,
    )
    open_still = after.stage == table.stage
    missed = table.missed
    if kind == "move":
        missed = tuple(0 if other == seat else count for other, count in enumerate(missed))
    new, mail = _onwards(touch(table, now, number=number, missed=missed), after, events, now, unsent=unsent)
    asked = {seat} if open_still else {seat, *table.pending, *held.chosen, *after.pending()}
    over = new.state == "over"
    return Change(
        held=Held(
            table=new,
            position=after,
            steps=steps,
            chosen={**held.chosen, seat: number} if open_still and after.pending() else {},
        ),
        lines=(line,),
        struck=(held.chosen[seat],) if seat in held.chosen else (),
        settle=bool(held.steps) and not steps,
        seated=over or missed != table.missed,
        moved=True,
        mail=(*mail, board(new), *(() if over else hands(new, asked))),
        withdraw=SETTLED if over else (),
        results=_results(new) if over else (),
    )


def _steps(held: Held, game: Game, after: Position, mover: Seat | None, events: list[Event]) -> tuple[Step, ...]:
    """The moves that can be taken back after this one: none once something was revealed or the game is over. Where what was
    shown vanishes again with the turn, going back into an earlier turn would show it once more.
    """
    assert held.position is not None
    turn, number = held.table.turn, held.table.number + 1
    if any(event.reveals for event in events) or after.result() is not None:
        return ()
    if isinstance(game, Fleeting) and after.turn != turn:
        return ()
    return (*held.steps, Step(number, mover, turn, held.position.snapshot(), tuple(told(number, events))))


def _onwards(table: Table, after: Position, events: list[Event], now: float, *, unsent: bool) -> tuple[Table, list[Mail]]:
    """The table at the position after a move, and the scenes that the move's events are.

    A scene tells with it what the message of its turn told so far; what comes after belongs to the next board.
    """
    lines: list[Told] = list(table.story)
    scenes: list[Mail] = []
    for event in events:
        if event.to is not None:
            continue
        if event.scene:
            where = {"turn": table.turn, "number": table.number, "index": len(scenes)}
            payload = {"event": msgspec.to_builtins(event), **where, **story(lines)}
            scenes.append(Mail(f"scene:{table.number}:{len(scenes)}", "scene", payload))
            lines = []
        else:
            lines += told(table.number, [event])
    if after.turn != table.turn and not scenes and not unsent:
        lines = [line for line in lines if line.number == table.number]
    new = at(table, after, story=tuple(lines), overdue=tuple(seat for seat in table.overdue if seat in after.pending()))
    if after.stage != table.stage:
        new = timed(msgspec.structs.replace(new, overdue=()), now)
    elif not new.awaited:
        new = msgspec.structs.replace(new, deadline=None, remind=None)
    return new, scenes


def at(table: Table, position: Position, **changes: object) -> Table:
    """The table with what it says about the position."""
    result = position.result()
    return msgspec.structs.replace(
        table,
        stage=position.stage,
        turn=position.turn,
        pending=position.pending(),
        state="playing" if result is None else "over",
        result=result,
        **changes,
    )


def _results(table: Table) -> tuple[ResultRow, ...]:
    """The lines of the leaderboard. Who resigned shares the last place, behind all who played to the end. Rated are games of
    two or more people without computer players.
    """
    result = table.result
    assert result is not None
    people = [seat for seat, info in enumerate(table.seats) if info.user is not None]
    rated = len(people) == len(table.seats) >= 2
    places = with_resigned(table, result.places)
    rating = with_resigned(table, result.rating_places)
    return tuple(
        ResultRow(
            table_id=table.id,
            seat=seat,
            guild=table.place.guild,
            game=table.game,
            user=table.seats[seat].user or 0,
            name=table.seats[seat].name,
            place=places[seat],
            rating_place=rating[seat],
            score=result.scores[seat],
            rated=rated,
            at=table.changed,
        )
        for seat in people
    )


def with_resigned(table: Table, places: tuple[int, ...]) -> tuple[int, ...]:
    """The places when those who resigned are put last together."""
    stayed = [place for place, info in zip(places, table.seats, strict=True) if not info.resigned]
    return tuple(
        len(stayed) + 1 if info.resigned else 1 + sum(other < place for other in stayed)
        for place, info in zip(places, table.seats, strict=True)
    )


def resign(held: Held, seat: Seat, *, now: float, request: int | None) -> Change:
    """The person leaves the game for good; the computer player plays their seat on, and they end up last."""
    playing(held)
    return _give_up(held, [seat], (), "resigned", now=now, request=request)


def overdue(held: Held, *, now: float) -> Change:
    """The deadline has passed: the computer player moves for all awaited; who was late too often counts as resigned."""
    playing(held)
    late = held.table.awaited
    gone = [seat for seat in late if held.table.missed[seat] + 1 >= MISSED]
    return _give_up(held, gone, late, "gave-up", now=now, request=None)


def _give_up(held: Held, gone: list[Seat], late: tuple[Seat, ...], why: str, *, now: float, request: int | None) -> Change:
    table = held.table
    said = [("overdue", seat) for seat in late] + [(why, seat) for seat in gone]
    lines = tuple(
        JournalRow(
            number=table.number + place,
            kind=kind,
            seat=seat,
            move="",
            events="[]",
            stage=table.stage,
            turn=table.turn,
            request=request,
            at=now,
        )
        for place, (kind, seat) in enumerate(said, start=1)
    )
    seats = tuple(
        msgspec.structs.replace(info, resigned=True) if seat in gone else info for seat, info in enumerate(table.seats)
    )
    new = touch(
        table,
        now,
        number=table.number + len(lines),
        seats=seats,
        missed=tuple(count + (seat in late) for seat, count in enumerate(table.missed)),
        overdue=tuple(sorted({*table.overdue, *late})),
        story=(*table.story, *(note(line.number, line.kind, line.seat or 0) for line in lines)),
    )
    if late or not new.awaited:
        new = msgspec.structs.replace(new, deadline=None, remind=None)
    return Change(
        held=msgspec.structs.replace(held, table=new),
        lines=lines,
        seated=True,
        mail=(board(new),),
    )


def remind(held: Held, *, now: float) -> Change:
    """The deadline comes near (or a day has passed): mention those awaited, once a stage."""
    table = touch(held.table, now, remind=None)
    return Change(
        held=msgspec.structs.replace(held, table=table), mail=(Mail("remind", "remind", {"seats": list(table.awaited)}),)
    )


def grace(held: Held, *, now: float) -> Change:
    """The deadline passed while the bot was down: who is awaited is reminded and has the last part of the time once more."""
    table = held.table
    span = PACES[table.pace] or 0.0
    new = msgspec.structs.replace(table, deadline=now + (1 - REMINDER) * span)
    return remind(msgspec.structs.replace(held, table=new), now=now)


def cancel(held: Held, user: int, *, now: float, request: int | None, moderator: bool) -> Change:
    """End a running game without a result: when all who still play have agreed, or a moderator of the server decides."""
    playing(held)
    table = held.table
    if not moderator:
        acting(held, user)
    agreed = tuple(sorted({*table.agreed, user})) if table.seat_of(user) is not None else table.agreed
    voters = {info.user for info in table.seats if info.user is not None and not info.resigned}
    if not moderator and not voters <= set(agreed):
        seat = table.seat_of(user) or 0
        lines = table.story if user in table.agreed else (*table.story, note(table.number, "wants-to-cancel", seat))
        new = touch(table, now, agreed=agreed, story=lines)
        return Change(held=msgspec.structs.replace(held, table=new), mail=(board(new),))
    line = JournalRow(
        number=table.number + 1,
        kind="cancel",
        seat=table.seat_of(user),
        move="",
        events="[]",
        stage=table.stage,
        turn=table.turn,
        request=request,
        at=now,
    )
    new = touch(
        table, now, number=line.number, state="cancelled", agreed=agreed, pending=(), overdue=(), deadline=None, remind=None
    )
    return Change(
        held=Held(table=new, position=held.position),
        lines=(line,),
        settle=bool(held.steps),
        mail=(board(new),),
        withdraw=SETTLED,
    )


def final_result(table: Table) -> Result | None:
    """The result as the table tells it: with those who resigned last."""
    result = table.result
    if result is None or not any(info.resigned for info in table.seats):
        return result
    return msgspec.structs.replace(
        result,
        places=with_resigned(table, result.places),
        rating_places=with_resigned(table, result.rating_places),
    )

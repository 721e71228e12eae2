"""What happens when a stored time has come: one change at a time, under the table's lock, if that time still applies."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engines.contract import Game, Seat, Successive
from tables.model.outbox_rows import HandRow, RemindRow, VoteRow, Why
from tables.model.table import (
    LOBBY_LIFE,
    MISSED,
    Change,
    LoadedTable,
    Table,
    board,
    hands,
    note,
    still_timed,
    touch,
    with_timing,
)
from tables.model.table_info import Vote, only_one_stays
from tables.rules import (
    automatic,
    calling,
    drafts,
    finish,
    guests,
    leaving,
    lobby,
    moving,
    pausing,
    play,
    ready_check,
    showing,
    votes,
)
from tables.rules.context import Context
from tables.time import plan, timing
from tables.time.plan import Plan
from tables.time.presence import MOMENT_SECONDS, Outage, missing, missing_until, put_off
from tables.time.timing import HOUR
from tables.time.zones import zone_of

VOTE = "late"
"""The vote on a player whose time has run out."""


def serve(context: Context, plans: Mapping[int, Plan], *, opened: float) -> Change | None:
    """Returns the change that is due at a table; None: nothing is. `plans`: the players' settings, by user. `opened`: since
    when the bot has been online. The table has accounted for all outages.
    """
    loaded, table, now = context.loaded, context.table, context.now
    if stranded_seats(table):  # stored like this by an earlier version
        return Change(loaded=loaded.with_table(touch(table, now)))
    if table.due is None or table.due > now:
        return None
    if table.state == "lobby":
        return _in_lobby(context)
    if (change := _of_all(context)) is not None:
        return change
    if late := table.timing.up(now):
        return _time_up(context, late, opened)
    if table.keep_due is not None and table.keep_due <= now:
        return moving.keep_open(context)
    if table.idle_due is not None and table.idle_due <= now:
        return leaving.serve_silence(context)
    return _remind(context, plans)


def _of_all(context: Context) -> Change | None:
    """Returns what is due for all at a running game, rather than for one seat: the next look, or the end of a pause, of a vote,
    or of the time in which nothing could be shown.
    """
    times, now = context.table.timing, context.now
    if times.reveal is not None and times.reveal <= now:
        return automatic.reveal(context)
    if times.pause is not None and times.pause.until <= now:
        return pausing.resume(context)
    if (until := times.hidden_until()) is not None and until <= now:
        return showing.show(context, showing.hidden_seats(context.loaded))
    return votes.expire(context)


def _in_lobby(context: Context) -> Change:
    """Returns what is due in a lobby."""
    if (lapsed := guests.lapse(context) or ready_check.lapse(context)) is not None:
        return lapsed
    if context.table.expires <= context.now:
        return lobby.expire(context)
    lonely = context.table.lonely
    return calling.wonder(context) if lonely is not None and lonely <= context.now else lobby.announce(context)


def excuse_outages(context: Context, outages: Sequence[Outage]) -> Change | None:
    """Returns the change that moves a table's times by these outages, which it has not accounted for; None: nothing moves.
    After a long outage a game pauses until somebody shows that they are present.
    """
    table, now = context.table, context.now
    if table.state == "lobby":
        return _kept_open(context.loaded, outages)
    if table.state != "playing" or table.timing.seen is None:
        return None
    seen = table.timing.seen
    seconds, until = missing_until(outages, seen)
    if not seconds:
        return None
    asked = tuple(
        vote if vote.until is None else replace(vote, until=put_off(vote.until, outages, seen)) for vote in table.votes
    )
    clocks = timing.move_times(table.timing, lambda since: missing(outages, since), now, outages[-1].end + MOMENT_SECONDS)
    clocks = replace(clocks, seen=until, counted=outages[-1].number)
    if seconds > pausing.LONG_OUTAGE_SECONDS and clocks.pause is None and clocks.deadline() is not None:
        clocks = timing.pause(clocks, now, now + pausing.AFTER_OUTAGE, outage=True)
    new = touch(with_timing(table, clocks), now, votes=asked)
    rows = () if table.deadline is None else (board(new),)
    return Change(loaded=context.loaded.with_table(new), outbox=rows)


def _kept_open(loaded: LoadedTable, outages: Sequence[Outage]) -> Change | None:
    """The same for a lobby: its end, the places kept for people, the answers it waits for, how long its host has been waited
    for or has waited alone, and when its end is announced.
    """
    table = loaded.table
    seen = max(table.changed, table.timing.seen or 0.0)
    seconds, until = missing_until(outages, seen)
    if not seconds:
        return None
    line = tuple(
        each if each.until is None else replace(each, until=put_off(each.until, outages, seen)) for each in table.guests.waiting
    )
    checks = tuple(
        replace(each, asked=each.asked + missing(outages, since), until=put_off(each.until, outages, since))
        for each in table.guests.checks
        for since in [max(seen, each.asked)]
    )
    later = max(seconds, outages[-1].end + MOMENT_SECONDS - LOBBY_LIFE - table.changed)
    new = replace(
        table,
        version=table.version + 1,
        changed=table.changed + later,
        wondered=None if table.wondered is None else table.wondered + later,
        complete=None if table.complete is None else table.complete + seconds,
        idle_due=None if table.idle_due is None else table.idle_due + seconds,
        guests=replace(table.guests, waiting=line, checks=checks),
        timing=replace(table.timing, seen=until, counted=outages[-1].number),
    )
    return Change(loaded=loaded.with_table(new))


def stranded_seats(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that a table with a clock awaits although neither their time nor a vote will end the wait."""
    if table.state != "playing" or table.timing.pause is not None or timing.read_pace(table.pace).each is None:
        return ()
    vote = votes.find(table, VOTE)
    about = () if vote is None else vote.about
    waiting = [seat for seat in table.awaited if seat not in table.overdue]
    clocks = {seat: table.timing.of(seat) for seat in waiting}
    stopped = (seat for seat, clock in clocks.items() if clock.due is None and clock.hidden is None)
    return tuple(seat for seat in stopped if not (clocks[seat].late and seat in about))


def give_move_time(change: Change, now: float) -> Change:
    """Returns the change with the time for a move for people awaited without an end, as the vote on them has lapsed."""
    table = change.loaded.table
    lost = stranded_seats(table)
    if not lost:
        return change
    new = with_timing(table, timing.again(table.timing, timing.read_pace(table.pace), lost, now))
    return replace(change, loaded=change.loaded.with_table(new))


def _time_up(context: Context, late: tuple[Seat, ...], opened: float) -> Change:
    """The time of some seats has run out: the moves they have drafted are played, else they are overdue."""
    table = context.table
    if table.timing.seen is None and table.deadline is not None and table.deadline < opened:
        return _grace(context, late)
    for seat in late:
        if (drafted := drafts.at_time_up(context, seat)) is not None:
            return drafted
    return _overdue(context, late)


def _grace(context: Context, late: tuple[Seat, ...]) -> Change:
    """A deadline stored by an earlier version passed while no bot was online: give the time for the move again."""
    table, now = context.table, context.now
    clocks = replace(timing.again(table.timing, timing.read_pace(table.pace), late, now), seen=now)
    new = touch(with_timing(table, clocks), now)
    return Change(loaded=context.loaded.with_table(new), outbox=(board(new),))


def _overdue(context: Context, late: tuple[Seat, ...]) -> Change:
    """The time of some seats has run out: the computer moves for them, or the others vote on it. A player who was late too
    often has left. The last player to stay need not play on; the game is decided for them.
    """
    innocent = automatic.blameless(context.loaded, late)
    overran = {*context.running.overran, *set(late).difference(innocent)}
    context = context.at(context.loaded.having(overran=tuple(sorted(overran))))
    table = context.table
    if only_one_stays(table.seats):
        return finish.claim(context)
    asked = votes.voters(table, without={*late, *(seat for seat, clock in enumerate(table.timing.clocks) if clock.late)})
    if table.timing.late == "vote" and asked:
        return _ask_others(context, late, asked)
    return _moved_for(context, late)


def _moved_for(context: Context, late: tuple[Seat, ...]) -> Change:
    table, innocent = context.table, automatic.blameless(context.loaded, late)
    gone = [seat for seat in late if seat not in innocent and table.missed[seat] + 1 >= MISSED]
    clocks = timing.expire_clocks(table.timing, late, late=False)
    timed = context.at(context.loaded.with_table(with_timing(table, clocks)))
    return play.give_up(timed, gone, "gave-up", late=late, blameless=innocent)


def _ask_others(context: Context, late: tuple[Seat, ...], asked: tuple[Seat, ...]) -> Change:
    """Ask the others whether the computer player should move. Those who do not answer within the time of a move agree. Seats
    that were late earlier in this stage are included again.
    """
    table, now = context.table, context.now
    before = votes.find(table, VOTE)
    about = tuple(sorted({*late, *(before.about if before is not None else ())}))
    span = max(timing.read_pace(table.pace).each or HOUR, 60.0)
    vote = Vote(id=table.version + 1, kind=VOTE, asked=asked, about=about, until=now + span)
    log = (*table.log, *(note(table.number, "waited-for", seat) for seat in late))
    others = tuple(each for each in table.votes if each is not before)
    new = touch(table, now, log=log, votes=(*others, vote))
    new = with_timing(new, timing.expire_clocks(new.timing, late, late=True))
    lapsed = () if before is None else (VoteRow(vote=before, ended="lapsed"),)
    return Change(loaded=context.loaded.with_table(new), outbox=(*lapsed, board(new), VoteRow(vote=vote)))


def _move_for_late(context: Context, vote: Vote) -> Change:
    """All others agree or have not answered in time: the computer player moves for the late seat."""
    return _moved_for(context, _still_late(context.table, vote))


def _give_move_time_again(context: Context, vote: Vote) -> Change:
    """Somebody would rather wait: the late seat gets the time for a move again."""
    table, now = context.table, context.now
    clocks = timing.again(table.timing, timing.read_pace(table.pace), _still_late(table, vote), now)
    new = still_timed(touch(with_timing(table, clocks), now), now)
    return Change(loaded=context.loaded.with_table(new), outbox=(board(new),))


def _still_late(table: Table, vote: Vote) -> tuple[Seat, ...]:
    return tuple(seat for seat in vote.about if table.timing.of(seat).late and seat in table.awaited)


votes.KINDS[VOTE] = votes.Kind(
    _move_for_late, lambda loaded, vote: bool(_still_late(loaded.table, vote)), refused=_give_move_time_again, silence=True
)


def _remind(context: Context, plans: Mapping[int, Plan]) -> Change:
    """Remind everybody whose reminder is due, as their settings say. People now in quiet hours are reminded afterwards."""
    table, now = context.table, context.now
    rule = timing.read_pace(table.pace)
    clocks, rows, called, planned = list(table.timing.clocks), [], [], []
    for seat, clock in enumerate(table.timing.clocks):
        if clock.remind is None or clock.remind > now:
            continue
        wishes = _wishes(table, seat, plans)
        clocks[seat] = replace(clock, remind=None)
        quiet = wishes.quiet_hours
        if clock.since is not None and not (quiet is not None and quiet.holds(now)):
            clocks[seat], why = _after(clock, wishes, rule, now)
            if why == "call":
                called.append(seat)
            elif why == "plan" and wishes.where != "direct":
                planned.append(seat)
            elif why is not None:
                rows.append(RemindRow(seats=(seat,), why=why, direct=True))
    new = with_timing(table, replace(table.timing, clocks=tuple(clocks)))
    if planned:
        rows.insert(0, RemindRow(seats=tuple(planned)))
    if called:
        rows.insert(0, RemindRow(seats=tuple(called), why="call"))
    return Change(loaded=context.loaded.with_table(touch(new, now)), outbox=tuple(rows))


def _after(clock: timing.SeatClock, wishes: Plan, rule: timing.TimeControl, now: float) -> tuple[timing.SeatClock, Why | None]:
    """Returns the clock after the reminders that are due (quiet hours bring some forward), and the one that is sent for all of
    them; None: none.
    """
    stood, begun = clock, clock.remind or now

    def ripe(at: float | None) -> bool:
        when = None if at is None else plan.in_time(max(at, begun), stood, wishes, begun)
        return when is not None and when <= now

    why: Why | None = None
    clock = replace(clock, remind=None)
    if ripe(plan.call(clock, rule)):
        clock, why = replace(clock, called=True), "call"
    if ripe(plan.nudge(clock, wishes, rule)):
        clock, why = replace(clock, nudged=True), "alone"
    if ripe(plan.later_call(clock, wishes)):
        clock, why = replace(clock, gathered=None), "gathered"
    if clock.snooze is not None:
        if ripe(clock.snooze):
            clock, why = replace(clock, snooze=None), "plan"
        return clock, why
    planned = plan.planned_at(clock, wishes, rule)
    count = max(clock.told, sum(ripe(at) for at in planned))
    if clock.told < len(planned) and (count > clock.told or why is None):
        clock, why = replace(clock, told=max(count, clock.told + 1)), "plan"
    return clock, why


def gather(context: Context, user: int, at: float) -> Change | None:
    """A person's call waits until `at`, but not past the last quarter of their clock."""
    table = context.table
    seat = table.seat_of(user)
    clock = timing.SeatClock() if seat is None else table.timing.of(seat)
    if seat is None or clock.since is None or clock.gathered is not None:
        return None
    at = min(at, plan.last_quarter(clock) or at)
    waiting = table.timing.each(lambda clock: replace(clock, gathered=at, remind=None), (seat,))
    return Change(loaded=context.loaded.with_table(touch(with_timing(table, waiting), context.now)))


def hands_follow(before: Table, change: Change) -> Change:
    """Returns the change with the hands whose deadline it moves within a stage: by a vacation, a pause or an outage."""
    after = change.loaded.table
    if before.state != "playing" or after.state != "playing" or before.stage != after.stage:
        return change
    seats = {row.seat for row in change.outbox if isinstance(row, HandRow)}
    moved = [
        seat
        for seat in after.awaited
        if seat in before.pending and seat not in seats and _shown_time(before.timing, seat) != _shown_time(after.timing, seat)
    ]
    return replace(change, outbox=(*change.outbox, *hands(after, moved)))


def _shown_time(clocks: timing.Timing, seat: Seat) -> tuple[float | None, bool]:
    """Returns what a hand shows of its owner's time."""
    return clocks.of(seat).due, clocks.pause is not None


def _wishes(table: Table, seat: Seat, plans: Mapping[int, Plan]) -> Plan:
    """Returns the settings of a seat's person, for this table. People who have snoozed a reminder get it at night too."""
    wishes = plans.get(table.seats[seat].user or 0, Plan())
    if table.timing.of(seat).snooze is not None:
        return wishes
    return wishes.at_night(timing.read_pace(table.pace), table.zone or zone_of(table.language))


def apply_plans(table: Table, plans: Mapping[int, Plan], now: float) -> Table:
    """Returns the table with the current vacation and reminder settings of the people it waits for. A reminder that is already
    due is kept.
    """
    if table.state != "playing" or not table.timing.clocks:
        return table
    rule, since = timing.read_pace(table.pace), None if table.tournament is None else table.created
    clocks = []
    for seat, clock in enumerate(table.timing.clocks):
        wishes = _wishes(table, seat, plans)
        until = plan.away_until(wishes, now, since)
        follows = clock.since is not None
        stands = table.timing.pause is not None
        clocks.append(_apply_plan(clock, wishes, rule, now, until, stands=stands) if follows else clock)
    return with_timing(table, replace(table.timing, clocks=tuple(clocks)))


def _apply_plan(
    clock: timing.SeatClock, wishes: Plan, rule: timing.TimeControl, now: float, until: float | None, *, stands: bool
) -> timing.SeatClock:
    """`until`: when the vacation ends that stops the clock, if there is one."""
    if clock.late:
        return replace(clock, remind=None)
    if rule.slow and not stands and (rule.each is None or clock.due is not None):
        moved = max(until or now, now) - max(clock.away or now, now)
        ripe = clock.due is not None and clock.due <= now
        clock = replace(clock if ripe or not moved else _later(clock, moved), away=until)
    if stands:
        return replace(clock, remind=None)
    if clock.remind is not None and clock.remind <= now:
        return clock
    return replace(clock, remind=plan.next_reminder(clock, wishes, rule, now))


def _later(clock: timing.SeatClock, seconds: float) -> timing.SeatClock:
    return replace(timing.shift_clock(clock, seconds), snooze=clock.snooze, remind=None)


def upcoming(loaded: LoadedTable, game: Game) -> Seat | None:
    """Returns the person's seat that plays next, if the game knows it; None if that person has left."""
    if loaded.table.state != "playing" or loaded.position is None or not isinstance(game, Successive):
        return None
    seat = game.following(loaded.position)
    if seat is None or loaded.table.seats[seat].user is None:
        return None
    return seat if loaded.table.acts(seat) and seat not in loaded.table.pending else None


def told_next(table: Table, seat: Seat | None, plans: Mapping[int, Plan], now: float) -> tuple[Table, tuple[RemindRow, ...]]:
    """Returns the table with this seat announced as next, and the message to its person if they want one now."""
    if seat == table.timing.next:
        return table, ()
    new = replace(table, timing=replace(table.timing, next=seat))
    wishes = Plan() if seat is None else plans.get(table.seats[seat].user or 0, Plan())
    quiet = wishes.quiet_hours
    if seat is None or not wishes.next or wishes.off(now) or (quiet is not None and quiet.holds(now)):
        return new, ()
    return new, (RemindRow(seats=(seat,), why="next", direct=True),)


def people(table: Table, seats: Iterable[Seat] | None = None) -> list[int]:
    """Returns the users who play."""
    found = range(len(table.seats)) if seats is None else seats
    return [user for seat in found if table.acts(seat) and (user := table.seats[seat].user) is not None]

"""What comes of stored times that have come: one change at a time, under the table's lock, if its time still stands."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engines.contract import Game, Seat, Successive
from tables.model.models import Vote, only_one_stays
from tables.model.outbox_rows import HandRow, RemindRow, VoteRow, Why
from tables.model.table import MISSED, Change, LoadedTable, Table, board, hands, note, still_timed, touch, with_timing
from tables.rules import automatic, drafts, finish, guests, leaving, lobby, moving, pausing, play, votes
from tables.time import plan, timing
from tables.time.plan import Plan
from tables.time.presence import Outage, missing
from tables.time.timing import HOUR

VOTE = "late"
"""The vote on somebody whose time is up."""


def serve(
    loaded: LoadedTable,
    game: Game,
    plans: Mapping[int, Plan],
    outages: Sequence[Outage],
    *,
    now: float,
    opened: float,
    unsent: bool,
) -> Change | None:
    """The change that is due at a table; None: nothing is. `plans`: of the people who play, by user. `outages`: when the bot
    was away. `opened`: since when it is there. `unsent`: the last board has not been posted yet.
    """
    table = loaded.table
    if stranded(table):  # a version before this one has stored it so
        return Change(loaded=loaded.with_table(touch(table, now)))
    if table.due is None or table.due > now:
        return None
    if table.state == "lobby":
        if (lapsed := guests.lapse(table, now=now)) is not None:
            return lapsed
        return lobby.expire(table, now=now) if table.expires <= now else lobby.announce(table)
    if (moved := excused(loaded, outages, now=now)) is not None:
        return moved
    if table.timing.reveal is not None and table.timing.reveal <= now:
        return automatic.reveal(loaded, game, now=now, unsent=unsent)
    if table.timing.pause is not None and table.timing.pause.until <= now:
        return pausing.resumed(loaded, None, now=now)
    if (settled := votes.expire(loaded, game, now=now)) is not None:
        return settled
    if late := table.timing.up(now):
        if table.timing.seen is None and table.deadline is not None and table.deadline < opened:
            return _grace(loaded, late, now=now)
        for seat in late:
            if (drafted := drafts.carried_out(loaded, game, seat, now=now, unsent=unsent)) is not None:
                return drafted  # it stands, and the rest of the turn has its time
        return _overdue(loaded, late, now=now)
    if table.keep_due is not None and table.keep_due <= now:
        return moving.kept(loaded, now=now)
    if table.idle_due is not None and table.idle_due <= now:
        return leaving.serve_silence(loaded, game, now=now)
    return _remind(loaded, plans, now=now)


def excused(loaded: LoadedTable, outages: Sequence[Outage], *, now: float) -> Change | None:
    """A game whose times are put off by the outages it has not accounted for; None: by none. After a long one it pauses, until
    somebody shows that they are there.
    """
    table = loaded.table
    if table.state != "playing" or table.timing.seen is None:
        return None
    seconds = missing(outages, table.timing.seen)
    if not seconds:
        return None
    asked = tuple(vote if vote.until is None else replace(vote, until=vote.until + seconds) for vote in table.votes)
    clocks = timing.moved(table.timing, lambda since: missing(outages, since), now)
    if seconds > pausing.LONG_OUTAGE_SECONDS and clocks.pause is None and clocks.deadline() is not None:
        clocks = timing.pause(clocks, now, now + pausing.AFTER_OUTAGE, outage=True)
    new = touch(with_timing(table, clocks), now, votes=asked)
    rows = () if table.deadline is None else (board(new),)
    return Change(loaded=loaded.with_table(new), outbox=rows)


def stranded(table: Table) -> tuple[Seat, ...]:
    """The seats that a table with a clock waits for although neither their time nor a vote on them will end it."""
    if table.state != "playing" or table.timing.pause is not None or timing.read_pace(table.pace).each is None:
        return ()
    vote = votes.find(table, VOTE)
    about = () if vote is None else vote.about
    waiting = [seat for seat in table.awaited if seat not in table.overdue]
    clocks = {seat: table.timing.of(seat) for seat in waiting}
    return tuple(seat for seat, clock in clocks.items() if clock.due is None and not (clock.late and seat in about))


def attended(change: Change, now: float) -> Change:
    """The change, with the time for one move for a person who would be waited for without end: the vote on them has lapsed."""
    table = change.loaded.table
    lost = stranded(table)
    if not lost:
        return change
    new = with_timing(table, timing.again(table.timing, timing.read_pace(table.pace), lost, now))
    return replace(change, loaded=change.loaded.with_table(new))


def _grace(loaded: LoadedTable, late: tuple[Seat, ...], *, now: float) -> Change:
    """A deadline that a version before stored passed while no bot was there: the time for the move begins once more."""
    table = loaded.table
    clocks = replace(timing.again(table.timing, timing.read_pace(table.pace), late, now), seen=now)
    new = touch(with_timing(table, clocks), now)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))


def _overdue(loaded: LoadedTable, late: tuple[Seat, ...], *, now: float) -> Change:
    """The time of some seats is up: they are moved for, or the others vote on it. Who was late too often has left. Who is the
    last to stay need not play on: the game is decided for them.
    """
    play.playing(loaded)
    table = loaded.table
    if only_one_stays(table.seats):
        return finish.claim(loaded, now=now, request=None)
    asked = votes.voters(table, without={*late, *(seat for seat, clock in enumerate(table.timing.clocks) if clock.late)})
    if table.timing.late == "vote" and asked:
        return _asked(loaded, late, asked, now=now)
    return _moved_for(loaded, late, now=now)


def _moved_for(loaded: LoadedTable, late: tuple[Seat, ...], *, now: float) -> Change:
    innocent = automatic.blameless(loaded, late)
    gone = [seat for seat in late if seat not in innocent and loaded.table.missed[seat] + 1 >= MISSED]
    clocks = timing.expired(loaded.table.timing, late, late=False)
    timed = loaded.with_table(with_timing(loaded.table, clocks))
    return play.give_up(timed, gone, late, "gave-up", now=now, request=None, blameless=innocent)


def _asked(loaded: LoadedTable, late: tuple[Seat, ...], asked: tuple[Seat, ...], *, now: float) -> Change:
    """The others are asked whether the computer player is to move; who does not answer within the time of a move agrees. Who
    was late before in this stage is asked about again with them.
    """
    table = loaded.table
    before = votes.find(table, VOTE)
    about = tuple(sorted({*late, *(before.about if before is not None else ())}))
    span = max(timing.read_pace(table.pace).each or HOUR, 60.0)
    vote = Vote(id=table.version + 1, kind=VOTE, asked=asked, about=about, until=now + span)
    log = (*table.log, *(note(table.number, "waited-for", seat) for seat in late))
    others = tuple(each for each in table.votes if each is not before)
    new = touch(table, now, log=log, votes=(*others, vote))
    new = with_timing(new, timing.expired(new.timing, late, late=True))
    lapsed = () if before is None else (VoteRow(vote=before, ended="lapsed"),)
    return Change(loaded=loaded.with_table(new), outbox=(*lapsed, board(new), VoteRow(vote=vote)))


def _agreed(loaded: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    """All others agree, or have let the time pass: the computer player moves for the seat that was late."""
    return _moved_for(loaded, _still_late(loaded.table, vote), now=now)


def _refused(loaded: LoadedTable, _game: Game, vote: Vote, now: float) -> Change:
    """Somebody would rather wait: who was late has the time for a move once more."""
    table = loaded.table
    clocks = timing.again(table.timing, timing.read_pace(table.pace), _still_late(table, vote), now)
    new = still_timed(touch(with_timing(table, clocks), now), now)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))


def _still_late(table: Table, vote: Vote) -> tuple[Seat, ...]:
    return tuple(seat for seat in vote.about if table.timing.of(seat).late and seat in table.awaited)


votes.KINDS[VOTE] = votes.Kind(_agreed, lambda table, vote: bool(_still_late(table, vote)), refused=_refused, silence=True)


def _remind(loaded: LoadedTable, plans: Mapping[int, Plan], *, now: float) -> Change:
    """Remind everybody for whom it is time, each as they want it; who keeps quiet hours by now is reminded after them."""
    table = loaded.table
    rule = timing.read_pace(table.pace)
    clocks, rows = list(table.timing.clocks), []
    for seat, clock in enumerate(table.timing.clocks):
        if clock.remind is None or clock.remind > now:
            continue
        wishes = plans.get(table.seats[seat].user or 0, Plan())
        clocks[seat] = replace(clock, remind=None)
        quiet = wishes.quiet_hours
        if clock.since is not None and not (quiet is not None and quiet.holds(now)):
            clocks[seat], why = _after(clock, wishes, rule, now)
            if why is not None:
                rows.append(RemindRow(seats=(seat,), why=why, direct=why == "alone" or wishes.where == "direct"))
    new = with_timing(table, replace(table.timing, clocks=tuple(clocks)))
    return Change(loaded=loaded.with_table(touch(new, now)), outbox=tuple(rows))


def _after(clock: timing.SeatClock, wishes: Plan, rule: timing.TimeControl, now: float) -> tuple[timing.SeatClock, Why | None]:
    """The clock after the reminders that are due by now (some are put forward by quiet hours), and which one is sent for them
    all; None: none is.
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
    if clock.snooze is not None:
        if ripe(clock.snooze):
            clock, why = replace(clock, snooze=None), "plan"
        return clock, why
    planned = plan.planned_at(clock, wishes, rule)
    count = max(clock.told, sum(ripe(at) for at in planned))
    if clock.told < len(planned) and (count > clock.told or why is None):
        clock, why = replace(clock, told=max(count, clock.told + 1)), "plan"
    return clock, why


def hands_follow(before: Table, change: Change) -> Change:
    """The change, with the hands of those whose time it moves within their stage: a vacation, a pause, an outage."""
    after = change.loaded.table
    if before.state != "playing" or after.state != "playing" or before.stage != after.stage:
        return change
    seats = {row.seat for row in change.outbox if isinstance(row, HandRow)}
    moved = [
        seat
        for seat in after.awaited
        if seat in before.pending and seat not in seats and _shown(before.timing, seat) != _shown(after.timing, seat)
    ]
    return replace(change, outbox=(*change.outbox, *hands(after, moved)))


def _shown(clocks: timing.Timing, seat: Seat) -> tuple[float | None, bool]:
    """What a hand shows of its owner's time."""
    return clocks.of(seat).due, clocks.pause is not None


def planned(table: Table, plans: Mapping[int, Plan], now: float) -> Table:
    """The table with the vacations and reminders of the people it waits for, as they want them now. A reminder that is due
    already stays.
    """
    if table.state != "playing" or not table.timing.clocks:
        return table
    rule = timing.read_pace(table.pace)
    clocks = [
        _planned(clock, plans.get(table.seats[seat].user or 0, Plan()), rule, now, stands=table.timing.pause is not None)
        if clock.since is not None
        else clock
        for seat, clock in enumerate(table.timing.clocks)
    ]
    return with_timing(table, replace(table.timing, clocks=tuple(clocks)))


def _planned(clock: timing.SeatClock, wishes: Plan, rule: timing.TimeControl, now: float, *, stands: bool) -> timing.SeatClock:
    if clock.late:
        return replace(clock, remind=None)
    if rule.slow and not stands and (rule.each is None or clock.due is not None):
        until = wishes.away if wishes.off(now) else None
        moved = max(until or now, now) - max(clock.away or now, now)
        ripe = clock.due is not None and clock.due <= now
        clock = replace(clock if ripe or not moved else _later(clock, moved), away=until)
    if stands:
        return replace(clock, remind=None)
    if clock.remind is not None and clock.remind <= now:
        return clock
    return replace(clock, remind=plan.next_reminder(clock, wishes, rule, now))


def _later(clock: timing.SeatClock, seconds: float) -> timing.SeatClock:
    return replace(timing.shifted(clock, seconds), snooze=clock.snooze, remind=None)


def upcoming(loaded: LoadedTable, game: Game) -> Seat | None:
    """The person's seat that plays next, where the game knows it; who has left is passed over."""
    if loaded.table.state != "playing" or loaded.position is None or not isinstance(game, Successive):
        return None
    seat = game.following(loaded.position)
    if seat is None or loaded.table.seats[seat].user is None:
        return None
    return seat if loaded.table.acts(seat) and seat not in loaded.table.pending else None


def told_next(table: Table, seat: Seat | None, plans: Mapping[int, Plan], now: float) -> tuple[Table, tuple[RemindRow, ...]]:
    """The table when this seat plays next, and the message to its person if they want one and it is not quiet."""
    if seat == table.timing.next:
        return table, ()
    new = replace(table, timing=replace(table.timing, next=seat))
    wishes = Plan() if seat is None else plans.get(table.seats[seat].user or 0, Plan())
    quiet = wishes.quiet_hours
    if seat is None or not wishes.next or wishes.off(now) or (quiet is not None and quiet.holds(now)):
        return new, ()
    return new, (RemindRow(seats=(seat,), why="next", direct=True),)


def people(table: Table, seats: Iterable[Seat] | None = None) -> list[int]:
    """The users who play."""
    found = range(len(table.seats)) if seats is None else seats
    return [user for seat in found if table.acts(seat) and (user := table.seats[seat].user) is not None]

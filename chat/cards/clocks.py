"""Times as Discord shows them: clocks, banks, paces and durations."""

from asking.times import TableTimes, seat_time, table_times
from chat.cards import seating
from data.words import Words
from engines.contract import Seat
from tables.model.table_info import TableInfo
from tables.time import timing

MINUTE, HOUR, DAY = timing.MINUTE, timing.HOUR, timing.DAY


def lasting(seconds: float, words: Words) -> str:
    """Returns a duration in its one or two largest units: "45 s", "10 min", "1 h 30 min", "3 days"."""
    left = round(seconds)
    if left < MINUTE:
        return words("cogs.time.seconds", n=left)
    if left < HOUR:
        return words("cogs.time.minutes", n=round(left / MINUTE))
    greater, unit, less, smaller = (DAY, "days", HOUR, "hours") if left >= DAY else (HOUR, "hours", MINUTE, "minutes")
    parts = [int(left // greater), round(left % greater / less)]
    if parts[1] == round(greater / less):
        parts = [parts[0] + 1, 0]
    first = words.count("cogs.time.days", parts[0]) if unit == "days" else words("cogs.time.hours", n=parts[0])
    return f"{first} {words(f'cogs.time.{smaller}', n=parts[1])}" if parts[1] else first


def pace_name(key: str, words: Words) -> str:
    """Returns a pace as the lobby shows it."""
    if key in timing.PACES:
        return words(f"cogs.pace.{key}")
    own = timing.read_pace(key)
    if own.bank:
        return words("cogs.pace.own-bank", each=lasting(own.each or 0, words), bank=lasting(own.bank, words))
    return words("cogs.pace.own", each=lasting(own.each or 0, words))


def pace_facts(info: TableInfo, words: Words) -> list[str]:
    """Returns the pace and the effect of a timeout, which everybody should know before they join."""
    found = [pace_name(info.pace, words)]
    if timing.read_pace(info.pace).each is not None:
        found.append(words("cogs.tournament.late" if info.tournament is not None else f"cogs.late.{info.timing.late}"))
    return found


def moment(at: float) -> str:
    """Returns a time that Discord shows to each reader as the time until then."""
    return f"<t:{int(at)}:R>"


def hour(info: TableInfo, at: float) -> str:
    """Returns a time that Discord shows to each reader as the time of day; at a slow pace with the date."""
    return f"<t:{int(at)}:{'f' if timing.read_pace(info.pace).slow else 't'}>"


def _deadline(info: TableInfo, now: TableTimes, words: Words) -> str:
    """Returns until when the clocks run of those who are asked: one time if it is the same for all, else one for each."""
    running = [(each.seat, each.due) for each in now.seats if each.due is not None and each.seat in info.pending]
    if not running:
        return ""
    if len({int(due) for _, due in running}) == 1:
        return words("cogs.board.deadline", when=moment(running[0][1]))
    deadlines = " · ".join(f"{seating.seat_name(info, seat)} {moment(due)}" for seat, due in running)
    return words("cogs.time.deadlines", each=deadlines)


def times(info: TableInfo, words: Words) -> list[str]:
    """Returns what the board shows of time: whose clock runs until when, who is late or away, a pause."""
    now, found = table_times(info), []
    if now.paused is not None:
        found.append(words("cogs.time.outage" if now.outage else "cogs.time.paused", when=moment(now.paused)))
    if deadline := _deadline(info, now, words):
        found.append(deadline)
    banks = [f"{seating.seat_name(info, each.seat)} {lasting(each.bank, words)}" for each in now.seats if each.bank is not None]
    if banks and found:
        found.append(words("cogs.time.banks", each=" · ".join(banks)))
    for each in now.seats:
        name = seating.seat_name(info, each.seat)
        if each.away is not None:
            found.append(words("cogs.time.away", name=name, day=f"<t:{int(each.away)}:D>"))
        if each.late:
            found.append(words("cogs.time.late", name=name))
    return found


def own_times(info: TableInfo, seat: Seat, words: Words) -> list[str]:
    """Returns what a hand shows of its owner's time."""
    mine = seat_time(info, seat)
    if info.timing.pause is not None:
        return [words("cogs.time.standing")]
    if mine.due is None:
        return []
    found = [words("cogs.time.mine", when=moment(mine.due))]
    if mine.bank is not None:
        found.append(words("cogs.time.bank", bank=lasting(mine.bank, words)))
    return [" ".join(found)]

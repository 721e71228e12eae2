"""How a game ended, in words: the reason, the ranking, and the score of its series."""

from collections.abc import Sequence

from chat.app import App
from chat.cards import audiences, seating
from chat.wire.text import escape
from data.words import Words
from engines.contract import Result
from tables.model.standings import RatingChange
from tables.model.table_info import SeriesScore, TableInfo, is_rated
from tables.ranking.ratings import A_DAY


def why(info: TableInfo, words: Words) -> list[str]:
    """Returns why a game ended before its rules ended it."""
    if info.closed is None:
        return [words("cogs.hand.cancelled")] if info.state == "cancelled" else []
    found = [words(f"tables.closed.{info.closed}")]
    if info.reason:
        found.append(words("cogs.end.reason", reason=escape(info.reason, limit=300)))
    return found


def ranking(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns the ranking, one line for each player, with the score in the unit of the game, and who has left it."""
    result = info.result
    if result is None:
        return []
    seats = sorted(range(len(info.seats)), key=lambda seat: (result.places[seat], seat))
    unit, lines = audiences.renderer(app, info).unit(info.options), []
    for seat in seats:
        line = f"{medal(result.places[seat], len(seats))} {seating.seat_name(info, seat)}"
        if level := seating.level(info, seat, words):
            line += f", 🤖 {level}"
        if info.closed is None:
            line += f": {words.count(unit, result.scores[seat])}"
        if info.seats[seat].resigned:
            line += f" – {words('cogs.end.left')}"
        if before := [escape(gone.name) for gone in info.departed if gone.seat == seat]:
            line += f" – {words.count('cogs.end.before', len(before), names=', '.join(before))}"
        lines.append(line)
    return lines


def briefly(info: TableInfo, words: Words) -> str:
    """Returns the winner, for people who have not followed the game."""
    if info.result is None or info.closed == "void":
        return words("tables.closed.void" if info.closed == "void" else "cogs.hand.cancelled")
    if len(info.seats) == 1:
        return words(f"{info.game}.reason.{info.result.reason}")
    won = (seat for seat, place in zip(info.seats, info.result.places, strict=True) if place == 1)
    names = (f"🤖 {escape(seat.name)}" if seat.level is not None else escape(seat.name) for seat in won)
    return f"{medal(1, len(info.seats))} {', '.join(names)}"


def score_line(result: Result) -> str:
    """Returns the scores by place: "18 : 15 : 14"."""
    return " : ".join(str(result.scores[seat]).replace("-", "−") for seat in result.by_place())


def changes(found: Sequence[RatingChange], shown: TableInfo, words: Words) -> str:
    """Returns the rating changes in one line, and why there are none; if a game of people only did not count, why not."""
    if (
        shown.rated is False
        and shown.state == "over"
        and shown.closed != "void"
        and is_rated(shown.seats, friendly=shown.friendly)
    ):
        return f"-# {words('cogs.rating.limited', n=A_DAY)}"
    names = {info.user: escape(info.name) for info in shown.seats} | {gone.user: escape(gone.name) for gone in shown.departed}
    said = [f"{names.get(each.user, '?')} {number(each.after, each.provisional)} ({_more(each)})" for each in found]
    if not said:
        return ""
    told = f"📈 {words('cogs.rating.now', ratings=' · '.join(said))}"
    notes = ["unproven"] if all(each.after == each.before for each in found) else []
    notes += ["provisional"] if any(each.provisional for each in found) else []
    return "\n".join((told, *(f"-# {words(f'cogs.rating.{note}')}" for note in notes)))


async def new_records(app: App, info: TableInfo, words: Words) -> str:
    """Returns the records that one person has broken in a game against computer players, or ""."""
    found = await app.tables.ratings.beaten_records(info)
    if found is None:
        return ""
    level = words(f"{info.game}.level.{found.level}")
    unit = audiences.renderer(app, info).unit(info.options)
    said = [words("cogs.alone.first", level=level)] if found.first else []
    if found.best is not None:
        said.append(words("cogs.alone.best", level=level, score=words.count(unit, found.score), before=found.best))
    if found.streak:
        said.append(words("cogs.alone.streak", n=found.streak))
    name = next(escape(seat.name) for seat in info.seats if seat.user is not None)
    return f"🎯 {name}: {' · '.join(said)}"


def number(rating: int, provisional: bool) -> str:
    """Returns a rating as it is shown: with a question mark while it is provisional."""
    return f"{rating}?" if provisional else str(rating)


def _more(change: RatingChange) -> str:
    more = change.after - change.before
    return f"+{more}" if more > 0 else f"−{-more}" if more else "±0"


def medal(place: int, players: int) -> str:
    """Returns the place as a sign. A player alone has won or lost, as the reason says, and has no place."""
    if players == 1:
        return "👤"
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place, f"**{place}.**")


def finishes(places: Sequence[int]) -> str:
    """Returns how often somebody came first, second and so on, as signs: "🥇 2 🥉 1"."""
    return " ".join(f"{medal(place, 2)} {n}" for place, n in enumerate(places, start=1) if n)


def series_line(score: SeriesScore, info: TableInfo, words: Words) -> str:
    """Returns the score of the series, or "" if there is none."""
    if not info.best_of and info.series is None:
        return ""
    wins = " · ".join(f"{escape(name)} {won}" for _, name, won in score.wins)
    head = words("cogs.series.best-of", n=info.best_of) if info.best_of else words("cogs.series.open")
    number = words("cogs.series.number", n=info.series_number)
    line = f"🏆 {head} · {number}" + (f": {wins}" if wins else "")
    if score.winner is not None:
        line += "\n" + words("cogs.series.won", name=next(escape(name) for user, name, _ in score.wins if user == score.winner))
    return line

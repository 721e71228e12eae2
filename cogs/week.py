"""The week of a server in one post: what happened in it and what runs, without a mention and without a button."""

from collections.abc import Iterable

from chat.app import App
from chat.cards import audiences, end_card, leagues, nights, tournaments
from chat.cards.links import board_link
from chat.cards.result import briefly, medal, score_line
from chat.cards.seasons import season_name
from chat.outbox.deliveries import delivers
from chat.press.presses import Cog
from chat.wire import visible
from chat.wire.layout import BLUE, PublicCard
from chat.wire.text import escape, link
from data.records.messages import Noted, Shows
from data.words import Words
from tables.model.outbox_rows import OutboxRow, WeekRow
from tables.model.subjects import WEEK, Subject
from tables.model.table_info import TableInfo
from tables.service.week_actions import Week
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Tournament

BEST, NAMED = 3, 3
"""People named of a ranking, and of those who look for a game."""

RECORDS, TOURNAMENTS, LEAGUES = 1, 1, 1
"""Lines of each."""

TITLES = 5
"""Titles whose games are counted one by one."""

LETTERS = 15
"""Letters of a name that are shown."""

CANDIDATES = 10
"""Games of which one is shown, if everybody sees its channel."""


class Weeks(Cog):
    """Posts it."""

    @delivers(WeekRow)
    async def post(self, row: OutboxRow, payload: WeekRow, noted: Noted) -> None:
        """Post a week, once and silently."""
        tables, shows = self.app.tables, Shows(turn=int(payload.until))
        if (before := noted.get(WEEK)) is not None and before.shows == shows:
            return
        subject = await tables.weeks.subject(row.subject)
        settings = await tables.servers.server_settings(subject.place.guild)
        week = await tables.weeks.read(subject.place.guild, settings, payload.since, payload.until)
        if week is None:
            return
        words = await audiences.public_words(self.app, subject, noted)
        await self.app.messenger.post(subject, WEEK, await card(self.app, subject, week, words), shows, silent=True)


async def card(app: App, subject: Subject, week: Week, words: Words) -> PublicCard:
    """Returns the post: at most nine lines, so that it fits a phone, and the picture of the closest game. Channels that not
    everybody sees are left out.
    """
    seen = await _open_channels(app, subject, week)
    best = await _closest_game(app, [each for each in week.games if _channel(each) in seen])
    counted = ", ".join(f"{words(f'{game}.short')} {n}" for game, n in week.ended[:TITLES])
    lines = [words.count("cogs.week.ended", sum(n for _, n in week.ended), games=counted)]
    picture = None
    if best is not None and best.result is not None:
        how, url = f"{briefly(best, words)} · {score_line(best.result)}", await board_link(app, best)
        lines.append(words("cogs.week.closest", game=words(f"{best.game}.short"), how=how, url=url))
        picture = await end_card.brief_picture(app, await app.tables.looks.read(best.id), words)
    for record in week.records[:RECORDS]:
        named = {"game": words(f"{record.game}.short"), "name": escape(record.name, LETTERS)}
        lines.append(words("cogs.week.record", **named, value=record.value))
    lines += [*await _running(app, week, seen, words), *await _coming(app, week, seen, words)]
    return PublicCard(
        title=words("cogs.week.title"), text="\n".join(lines), picture=picture, rows=(), colour=BLUE, text_first=True
    )


async def _running(app: App, week: Week, seen: set[int], words: Words) -> list[str]:
    """Returns the standings of what runs in these channels, and of the season."""
    lines = []
    for tournament in [each for each in week.tournaments if each.place.channel in seen][:TOURNAMENTS]:
        title, url = tournaments.title(tournament, words), await tournaments.address(app, tournament)
        lines.append(_standings_line(title, tournament, url))
    for league, division in [each for each in week.leagues if each[0].place.channel in seen][:LEAGUES]:
        lines.append(_standings_line(leagues.title(league, words), division, await leagues.address(app, league)))
    if week.standings.rows:
        leaders = _leaders((row.place, row.name) for row in week.standings.rows)
        lines.append(f"📅 {season_name(*week.season, words)}: {leaders}")
    return lines


async def _coming(app: App, week: Week, seen: set[int], words: Words) -> list[str]:
    """Returns the next night, and who looks for a game, in these channels."""
    lines, night = [], week.night
    if night is not None and night.place.channel in seen:
        title, url = nights.title(night, words).removeprefix("### "), await nights.address(app, night)
        lines.append(f"{title} · <t:{int(night.starts)}:F> [→]({url})")
    for place, wishes in [(found.place, wishes) for found, wishes in week.lists if wishes and found.place.channel in seen][:1]:
        names = [escape(wish.name, LETTERS) for wish in wishes[:NAMED]]
        url = link(place.guild, place.channel)
        lines.append(words.count("cogs.week.waiting", len(names), names=", ".join(names), url=url))
    return lines


async def _open_channels(app: App, subject: Subject, week: Week) -> set[int]:
    """Returns the channels of what may be told that everybody sees, and that of the post itself."""
    parts: list[Subject] = [*week.tournaments, *(league for league, _ in week.leagues), *(found for found, _ in week.lists)]
    parts += [week.night] if week.night is not None else []
    channels = {each.place.channel for each in parts} | {_channel(each) for each in week.games[:CANDIDATES]}
    here = subject.place.channel
    return {here, *await visible.by_all(app.messenger.rest, subject.place.guild, channels - {here})}


def _channel(table: TableInfo) -> int:
    return table.home or table.place.channel


async def _closest_game(app: App, games: Iterable[TableInfo]) -> TableInfo | None:
    """Returns the first of these games in which nobody is hidden from the leaderboards."""
    for info in games:
        people = [await app.tables.people.person(user) for user in info.people]
        if not any(each.hidden for each in people):
            return info
    return None


def _standings_line(title: str, tournament: Tournament, url: str) -> str:
    leaders = _leaders((each.place, each.entrant.name) for each in standings(tournament))
    return f"{title.removeprefix('### ')} — {leaders} [→]({url})"


def _leaders(ranked: Iterable[tuple[int, str]]) -> str:
    """Returns the first of a ranking, with their medals."""
    return " · ".join(f"{medal(place, BEST)} {escape(name, LETTERS)}" for place, name in [*ranked][:BEST])

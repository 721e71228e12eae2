"""Leagues in lists: their titles and the links to their messages; the threads of their seasons."""

from msgspec.structs import replace

from chat.app import App
from chat.cards import headings
from chat.press import doors
from chat.press.answer import Answer
from chat.wire.text import link
from data.records.messages import Posted
from data.words import Words
from tables.leagues.league import League
from tables.leagues.league_rows import THREAD
from tables.tournaments.tournament import Tournament

KIND, SEASON = "league", "league-season"
"""The kinds under which are noted: the message with which people sign up, and that of the season."""


def title(league: League, words: Words) -> str:
    """Returns a message's first line."""
    return words("cogs.league.title", number=league.id, game=headings.game_name(league.game, words))


def season_name(league: League, season: int, words: Words) -> str:
    """Returns the name of a season (from 1), and of its thread."""
    return words("cogs.league.thread", number=league.id, game=words(f"{league.game}.short"), season=season)


async def told_in_thread(app: App, division: Tournament) -> Tournament | None:
    """Returns a division as told in the thread of its season; None as long as there is none."""
    season, thread = [await app.tables.messages.get(division.league or 0, kind) for kind in (SEASON, THREAD)]
    if season is None or thread is None or thread.shows.request != season.message:
        return None
    return replace(division, place=replace(division.place, channel=thread.channel))


async def address(app: App, league: League) -> str:
    """Returns a link to the newest message of a league, or to its channel."""
    found: Posted | None = None
    for kind in (SEASON, KIND) if league.step == "running" else (KIND,):
        found = found or await app.tables.messages.get(league.id, kind)
    where = league.place
    return link(where.guild, where.channel) if found is None else link(where.guild, found.channel, found.message)


async def list_lines(answer: Answer, guild: int) -> list[str]:
    """Returns a server's leagues that the reader may know of as lines of a list, each with a link to its message."""
    found = await answer.tables.leagues.leagues_in(guild)
    seen = await doors.visible_channels(answer, {each.place.channel for each in found}) if found else set()
    return [
        await _list_line(answer.app, each, answer.words)
        for each in found
        if each.place.channel in seen or each.concerns(answer.user)
    ]


async def _list_line(app: App, league: League, words: Words) -> str:
    head = title(league, words).removeprefix("### ")
    if league.lost:
        return f"{head} — {words('cogs.league.waits', number=league.id)}"
    return f"{head} [→]({await address(app, league)})"

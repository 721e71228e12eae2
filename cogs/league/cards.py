"""The messages of leagues: signing up, a season, its end; the host's own card, and a person's games."""

from collections.abc import Sequence

import discord

from chat.app import App
from chat.cards import clocks, leagues, links
from chat.cards.leagues import title
from chat.cards.result import medal
from chat.cards.tournaments import division_name
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Button, Card, PublicCard, button, rows
from chat.wire.text import clip, escape, fit, mentions
from data.words import Words
from tables.leagues.divisions import BOTTOM, Fate, Finish, finishes
from tables.leagues.league import League, weeks
from tables.time.timing import read_pace
from tables.tournaments import schedule
from tables.tournaments.tournament import Tournament

LISTED = 24
"""The most names of one list."""

TEXT = 3500
"""Maximum characters of a message."""

PODIUM = 3
"""The places of each division that are named at the end."""

FATES: tuple[Fate, ...] = ("up", "down", "late", "left")

SUCCESS = discord.ButtonStyle.success


async def sign_up_card(app: App, league: League, words: Words) -> PublicCard:
    """Returns the message with which people sign up for a season, as long as they can."""
    if league.state == "over":
        return PublicCard(title=title(league, words), text=words(f"cogs.league.over.{league.note}"), colour=GREY)
    if league.step != "sign-up":
        past = words("cogs.league.past", url=await leagues.address(app, league))
        return PublicCard(title=title(league, words), text=past, colour=GREY)
    text = [words(f"cogs.league.note.{league.note}")] if league.note else []
    text += [when(league, words), length(league, words), words("cogs.league.how"), _names_line(league, words)]
    text += [f"-# {words('cogs.league.promise', promise=league.promise)}"] if league.promise else []
    buttons = [_press(league, each, words) for each in ("enter", "leave", "more")]
    return PublicCard(title=title(league, words), text="\n".join(text), rows=rows(buttons), colour=BLUE)


def when(league: League, words: Words) -> str:
    """Returns when the next season begins."""
    at = int(league.starts)
    return words("cogs.league.when", season=league.season, at=f"<t:{at}:F>", when=clocks.moment(at))


def length(league: League, words: Words) -> str:
    """Returns how long a season is, and what time people have."""
    clock = read_pace(schedule.pace_of("daily"))
    each, bank = clocks.lasting(clock.each or 0, words), clocks.lasting(clock.bank, words)
    return words("cogs.league.length", weeks=weeks(league.game), each=each, bank=bank)


def _names_line(league: League, words: Words) -> str:
    """Returns who has signed up, or would stand in."""
    if not league.players:
        return words("cogs.league.nobody") if league.step == "sign-up" else ""
    people = [escape(each.name) for each in league.players]
    key = "cogs.league.signed" if league.step == "sign-up" else "cogs.league.waiting"
    return words.count(key, len(people), names=_list(people, words))


def _list(people: Sequence[str], words: Words) -> str:
    others = len(people) - LISTED
    return ", ".join(people[:LISTED]) + (words.count("cogs.nights.others", others) if others > 0 else "")


def _press(league: League, what: str, words: Words) -> Button:
    emoji = {"enter": "✅", "leave": "👋", "more": "⚙️", "mine": "📋", "stand-in": "🪑"}
    verb = "enter" if what == "stand-in" else what
    style = SUCCESS if what == "enter" else discord.ButtonStyle.secondary
    return button(words(f"cogs.league.{what}"), make(f"league.{verb}", league.id), style=style, emoji=emoji[what])


async def season_card(app: App, league: League, words: Words) -> PublicCard:
    """Returns the message of a season that runs or has ended: its divisions."""
    found, running = await app.tables.leagues.divisions(league), league.step == "running"
    season = len(league.seasons)
    text = [words("cogs.league.begun", season=season)] if running else [words("cogs.league.ended", season=season)]
    text += [length(league, words), words("cogs.league.thread-about")] if running else []
    for division in found:
        people = [escape(each.name) for each in division.entrants if not each.withdrawn]
        text.append(f"**{division_name(division.division, words)}**: {_list(people, words)}")
    going = running and league.state == "open"
    text += [_names_line(league, words), f"-# {words('cogs.league.stand-in-about')}"] if going else []
    buttons = [_press(league, each, words) for each in (("mine", "stand-in", "leave", "more") if going else ("mine",))]
    return PublicCard(
        title=title(league, words),
        text=clip("\n".join(filter(None, text)), TEXT),
        rows=rows(buttons),
        colour=GREEN if running else GREY,
    )


async def end_card(app: App, league: League, season: int, words: Words) -> PublicCard:
    """Returns how a season (from 1) has ended, and when the next one begins."""
    text = await _ending(app, league, season, words)
    if league.state == "open":
        text.append(words("cogs.league.next", at=f"<t:{int(league.starts)}:F>"))
    past = button(words("cogs.history.leagues"), make("history.open", 0, 0, ("leagues",)), emoji="📜")
    return PublicCard(title=title(league, words), text=fit(text, TEXT), rows=rows([past]), colour=GOLD)


async def past_card(app: App, league: League, season: int, words: Words) -> Card:
    """Returns how a season (from 1) that is over has ended, with the ways to the tables of its divisions."""
    buttons = _tables(await app.tables.leagues.divisions(league, season), words)
    back = button(words("cogs.history.leagues"), make("history.page", 0, 0, ("leagues",)), emoji="📜")
    text = fit(await _ending(app, league, season, words), TEXT)
    return Card(title=title(league, words), text=text, rows=rows([*buttons, back]), colour=BLUE)


async def _ending(app: App, league: League, season: int, words: Words) -> list[str]:
    """Returns the first places of each division of a season, and who goes where and why."""
    text = [words("cogs.league.ended", season=season)]
    finished = finishes(await app.tables.leagues.divisions(league, season))
    for at, division in enumerate(finished):
        first = [f"{medal(each.place, PODIUM)} {escape(each.entrant.name)}" for each in division if _on_podium(each)]
        text.append(f"**{division_name(at, words)}**: {' '.join(first)}")
        for fate in FATES:
            people = [escape(each.entrant.name) for each in division if each.fate == fate]
            text += [words.count(f"cogs.league.{fate}", len(people), names=_list(people, words))] if people else []
    return text


def _tables(divisions: Sequence[Tournament], words: Words) -> list[Button]:
    """Returns the ways to the tables of divisions."""
    return [
        button(division_name(each.division, words), make("tournament.standings", each.id), emoji="📋") for each in divisions
    ][:10]


def _on_podium(finish: Finish) -> bool:
    return finish.place <= PODIUM and finish.fate not in BOTTOM


def host_card(league: League, words: Words, *, new: bool = False) -> Card:
    """Returns what the host of a league, or a moderator, may do about it."""
    text = [when(league, words), length(league, words)] if new else []
    text.append(words("cogs.league.opened" if new else "cogs.league.about", number=league.id))
    end = button(words("cogs.league.end"), make("league.end", league.id), style=discord.ButtonStyle.danger)
    return Card(title=title(league, words), text="\n".join(text), rows=rows([end]), colour=BLUE)


def waiting_card(league: League, words: Words, pings: Sequence[int] = ()) -> PublicCard:
    """Tell the host that the season waits until the server has room for its tables."""
    text = words("cogs.league.full", channel=f"<#{league.place.channel}>", number=league.id)
    text = f"{mentions(pings)} {text}" if pings else text
    return PublicCard(title=title(league, words), text=text, colour=GOLD, pings=tuple(pings))


def question(league: League, words: Words, pings: Sequence[int] = ()) -> PublicCard:
    """Ask the host whether a league goes on."""
    goes = button(words("cogs.league.go-on"), make("league.on", league.id), style=SUCCESS)
    ends = button(words("cogs.league.end"), make("league.stop", league.id))
    text = words("cogs.league.ask", channel=f"<#{league.place.channel}>", number=league.id)
    text = f"{mentions(pings)} {text}" if pings else text
    return PublicCard(title=title(league, words), text=text, rows=rows([goes, ends]), colour=GOLD, pings=tuple(pings))


async def own_card(answer: Answer, league: League) -> Card:
    """Returns a person's games of the season, with the time that everybody has left in them, and the ways to all tables."""
    words, found = answer.words, await answer.tables.leagues.divisions(league)
    mine = next((each for each in found if each.of(answer.user) is not None), None)
    text = [words("cogs.league.not-in")] if mine is None else await _own_games(answer, mine)
    buttons = _tables(([] if mine is None else [mine]) + [each for each in found if each is not mine], words)
    if mine is not None and mine.state == "running" and answer.user in mine.people:
        buttons.append(button(words("cogs.tournament.leave"), make("tournament.leave", mine.id)))
    return Card(title=title(league, words), text=clip("\n".join(text), TEXT), rows=rows(buttons), colour=BLUE)


async def _own_games(answer: Answer, division: Tournament) -> list[str]:
    words, lines = answer.words, [f"**{division_name(division.division, answer.words)}**"]
    own = division.of(answer.user)
    tables = await answer.tables.tournaments.tournament_tables(division.id)
    for (round_, at), table in tables.items():
        game = division.rounds[round_].pairings[at]
        if own is None or own.number not in game.entrants or game.places is not None:
            continue
        info = (await answer.tables.looks.read(table)).info
        others = ", ".join(escape(seat.name) for seat in info.seats if seat.user != answer.user)
        lines.append(f"▸ [{others}]({await links.board_link(answer.app, info)})")
        lines += [f"-# {each}" for each in clocks.times(info, words)]
    return lines if len(lines) > 1 else [*lines, words("cogs.league.no-games")]

"""Tournaments in lists: their names, states and the links to their messages."""

from collections.abc import Collection, Sequence

import discord

from chat.app import App
from chat.cards import clocks, headings
from chat.press.answer import Answer
from chat.wire.text import escape, link
from chat.wire.visible import rights
from data.words import Words
from tables.tournaments.standings import winners
from tables.tournaments.tournament import EXTENSIONS, Tournament

KIND = "tournament"
"""The kind under which the message of a tournament is noted."""


def title(tournament: Tournament, words: Words) -> str:
    """Returns a message's first line."""
    if tournament.league is not None:
        return division_title(tournament, words)
    return words("cogs.tournament.title", number=tournament.id, game=headings.game_name(tournament.game, words))


def division_title(division: Tournament, words: Words) -> str:
    """Returns the first line of what is told of a division of a league."""
    game, name = headings.game_name(division.game, words), division_name(division.division, words)
    return words("cogs.league.division-title", number=division.league, division=name, game=game)


def division_name(at: int, words: Words) -> str:
    """Returns the name of a division, from 0, the highest."""
    return words("cogs.league.division", name=chr(ord("A") + at))


async def visible_tournaments(app: App, interaction: discord.Interaction, guild: int, *, finished: int = 0) -> list[Tournament]:
    """Returns the tournaments of a server in channels that the presser sees, or in which they take part: the open ones, oldest
    first, then the `finished` newest finished ones.
    """
    tournaments, limit = app.tables.tournaments, finished
    running = await tournaments.tournaments_in(guild)
    while True:
        past = await tournaments.finished_in(guild, limit) if limit else []
        found = await _visible(app, interaction, (*running, *past))
        shown = sum(each in running for each in found) + finished
        if len(found) >= shown or len(past) < limit:
            return found[:shown]
        limit *= 4  # some of the newest are in channels that the presser does not see


async def _visible(app: App, interaction: discord.Interaction, found: Sequence[Tournament]) -> list[Tournament]:
    channels = await rights(app.messenger.rest, interaction, {each.place.channel for each in found}) if found else {}
    user = interaction.user.id
    return [each for each in found if each.place.channel in channels or each.concerns(user)]


async def list_lines(answer: Answer, guild: int) -> list[str]:
    """Returns the open tournaments as lines of a list, each with a link to its message."""
    return await lines(answer, await visible_tournaments(answer.app, answer.interaction, guild))


async def lines(answer: Answer, found: Sequence[Tournament]) -> list[str]:
    """Returns these tournaments as lines of a list, each with a link to its message; finished ones name the winner."""
    return [await list_line(answer, each) for each in found]


async def list_line(answer: Answer, tournament: Tournament) -> str:
    """Returns a tournament as a line of a list, with a link to its message; a finished one names the winner."""
    url = await address(answer.app, tournament)
    won = f" — {state(tournament, answer.words)}" if tournament.state in {"over", "cancelled"} else ""
    return f"{title(tournament, answer.words).removeprefix('### ')} [→]({url}){won}"


async def address(app: App, tournament: Tournament) -> str:
    """Returns a link to its message, or to its channel."""
    stands, where = await app.tables.messages.get(tournament.id, KIND), tournament.place
    return link(where.guild, where.channel) if stands is None else link(where.guild, stands.channel, stands.message)


def state(tournament: Tournament, words: Words, pings: Collection[int] = ()) -> str:
    """Returns its state in words: the round, or the winner. People in `pings` are mentioned."""
    said = _stage(tournament, words)
    if tournament.paused is not None:
        said += f" {words('cogs.tournament.halted' if tournament.halted else 'cogs.tournament.paused', number=tournament.id)}"
    if tournament.asked_until is not None:
        said += f" {words('cogs.tournament.judging', when=clocks.moment(tournament.asked_until))}"
    elif tournament.state == "running" and (times := tournament.rounds[-1].extended):
        said += f" {words('cogs.tournament.extended', n=times, most=EXTENSIONS)}"
    if tournament.state == "over":
        first = [each.number for each in winners(tournament)]
        won = (
            words.count("cogs.tournament.won", len(first), names=names(tournament, first, pings))
            if first
            else words("cogs.tournament.nobody")
        )
        said += f" {won}"
    if tournament.closed and tournament.entrants:
        why = "alone" if tournament.closed == "time" and len(tournament.entrants) == 1 else tournament.closed
        said += f" {words(f'cogs.tournament.closed-{why}')}"
    if tournament.reason:
        said += f"\n{words('cogs.end.reason', reason=escape(tournament.reason, limit=300))}"
    return said


def _stage(tournament: Tournament, words: Words) -> str:
    """Returns the first sentence of its state."""
    if tournament.state == "lobby" and tournament.starts is not None:
        at = int(tournament.starts)
        return words("cogs.tournament.dated", at=f"<t:{at}:f>", when=clocks.moment(at))
    running = tournament.state == "running"
    return words(f"cogs.tournament.state.{tournament.state}", **(progress(tournament) if running else {}))


def reserve_lines(tournament: Tournament, words: Words) -> list[str]:
    """Returns who waits for a place, as a line; none if nobody does."""
    waiting = ", ".join(escape(each.name) for each in tournament.reserve)
    return [words("cogs.tournament.reserve", n=len(tournament.reserve), waiting=waiting)] if waiting else []


def progress(tournament: Tournament) -> dict[str, object]:
    """Returns the round and its deadline."""
    until = tournament.deadline
    if tournament.due is not None:
        until = max(until, tournament.due)
    return {"round": len(tournament.rounds), "rounds": tournament.planned, "when": clocks.moment(until)}


def names(tournament: Tournament, numbers: Sequence[int], pings: Collection[int] = ()) -> str:
    """Returns the names of these entrants; people in `pings` are mentioned."""
    people = [tournament.entrants[each] for each in numbers]
    return ", ".join(f"<@{each.user}>" if each.user in pings else escape(each.name) for each in people)

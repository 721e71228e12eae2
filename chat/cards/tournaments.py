"""The message of a tournament, its standings for one person, and what both show: picture, text, the games of the round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

import discord

from chat.app import App
from chat.cards import table
from chat.cards.endings import when
from chat.cards.result import medal
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Button, Card, PublicCard, button, rows
from chat.wire.text import cut, escaped, link, plain, ranked
from data.words import Words
from render import standings as picture
from render.contract import Picture
from tables.time.pace import HOUR
from tables.tournaments.pairing import MOST
from tables.tournaments.tournament import SPANS, Pairing, Standing, Tournament, standings

KIND = "tournament"
"""Under which the message of a tournament is noted."""

TEXT = 3500
"""Characters of the text at most."""

PODIUM = 3
"""Who came so far up stands on the podium."""


def title(tournament: Tournament, words: Words) -> str:
    """A message's first line."""
    return words("cogs.tournament.title", number=tournament.id, game=table.game_name(tournament.game, words))


async def seen(app: App, interaction: discord.Interaction[Any], guild: int, *, finished: int = 0) -> list[Tournament]:
    """The tournaments of a server in channels that who interacts sees: the open ones, oldest first, then so many of the newest
    finished ones.
    """
    found = await app.tables.tournaments.tournaments_in(guild)
    if finished:
        found += await app.tables.tournaments.finished_in(guild, finished)
    channels = await app.messenger.rights(interaction, {each.place.channel for each in found}) if found else {}
    return [each for each in found if each.place.channel in channels]


async def listed(answer: Answer, guild: int) -> list[str]:
    """The open tournaments as lines of a list, each with the way to its message."""
    return await lines(answer, await seen(answer.app, answer.interaction, guild))


async def lines(answer: Answer, found: Sequence[Tournament]) -> list[str]:
    """These tournaments as lines of a list, each with the way to its message; of finished ones, who has won."""
    return [await _listed(answer, each) for each in found]


async def _listed(answer: Answer, tournament: Tournament) -> str:
    stands, where = await answer.tables.messages.get(tournament.id, KIND), tournament.place
    url = link(where.guild, where.channel) if stands is None else link(where.guild, stands.channel, stands.message)
    won = f" — {_state(tournament, answer.words)}" if tournament.state == "over" else ""
    return f"{title(tournament, answer.words).removeprefix('### ')} [→]({url}){won}"


async def message(app: App, tournament: Tournament, words: Words) -> PublicCard:
    """What everybody sees of a tournament, from its lobby to its end."""
    drawn = None if tournament.display == "text" else await draw(app, tournament, words)
    colour = {"lobby": BLUE, "running": GREEN, "over": GOLD}.get(tournament.state, GREY)
    return PublicCard(
        title=title(tournament, words),
        picture=drawn,
        text=await _text(app, tournament, words, 0),
        rows=rows(_buttons(tournament, words)),
        colour=colour,
        text_first=tournament.display == "both",
    )


async def told_round(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """A round that has begun: until when, and who plays whom where; `pings` are mentioned."""
    _, *games = await _games(app, tournament, words, pings)
    until = words("cogs.tournament.state.running", **_progress(tournament))
    text = "\n".join((f"**{until}**", *games))
    return PublicCard(
        title=title(tournament, words),
        text=cut(text, TEXT),
        rows=rows(await _ways(app, tournament, words)),
        colour=GREEN,
        pings=tuple(sorted(pings)),
    )


async def podium(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """The end of a tournament that had begun: who has won, or that it was closed, and why; `pings` are mentioned."""
    over = tournament.state == "over"
    drawn = await draw(app, tournament, words) if over and tournament.display != "text" else None
    text = [_state(tournament, words, pings)]
    if over:
        people = len(tournament.entrants)
        for each in standings(tournament):
            if each.place <= PODIUM:
                won = words("cogs.tournament.points", points=points(each.points, words))
                text.append(f"{medal(each.place, people)} {escaped(each.entrant.name)} — {won}")
    else:
        text.append(words("cogs.tournament.go-on"))
        text.append(" ".join(f"<@{user}>" for user in sorted(pings)))
    return PublicCard(
        title=title(tournament, words),
        picture=drawn,
        text=cut("\n".join(filter(None, text)), TEXT),
        rows=rows(await _ways(app, tournament, words)),
        colour=GOLD if over else GREY,
        pings=tuple(sorted(pings)),
        text_first=tournament.display == "both",
    )


async def _ways(app: App, tournament: Tournament, words: Words) -> list[Button]:
    """To the standings, and to the card that has all of it."""
    stands = await app.tables.messages.get(tournament.id, KIND)
    found = [button(words("cogs.tournament.standings"), make("crosstable", tournament.id), emoji="📋")]
    if stands is not None:
        url = link(tournament.place.guild, stands.channel, stands.message)
        found.append(button(words("cogs.tournament.card"), url=url))
    return found


def winners(tournament: Tournament) -> list[int]:
    """Who has won, one or several."""
    return [each.entrant.user for each in standings(tournament) if each.place == 1]


async def own(answer: Answer, tournament: Tournament) -> Card:
    """The same for one person, whose own line is marked."""
    mine, words = answer.preferences, answer.words
    drawn = None
    if mine.display != "text":
        drawn = await draw(answer.app, tournament, words, user=answer.user, theme=mine.theme)
    text = await _text(answer.app, tournament, words, answer.user)
    return Card(title=title(tournament, words), picture=drawn, text=text, colour=BLUE, text_first=mine.display == "both")


def _buttons(tournament: Tournament, words: Words) -> list[Button]:
    number = tournament.id
    leave = button(words("cogs.tournament.leave"), make("stepout", number))
    if tournament.state == "lobby":
        return [
            button(
                words("cogs.tournament.join"),
                make("enter", number),
                style=discord.ButtonStyle.success,
                emoji="🏆",
                disabled=len(tournament.entrants) >= MOST,
            ),
            leave,
            button(
                words("cogs.tournament.begin"),
                make("firstround", number),
                style=discord.ButtonStyle.primary,
                emoji="▶️",
                disabled=len(tournament.entrants) < 2,
            ),
        ]
    shown = button(words("cogs.tournament.standings"), make("crosstable", number), emoji="📋")
    return [shown, leave] if tournament.state == "running" else [shown] if tournament.state == "over" else []


# The picture.


async def draw(app: App, tournament: Tournament, words: Words, *, user: int = 0, theme: str | None = None) -> Picture | None:
    """The standings as a picture; None before the first round. The line of who asks is in sight."""
    if not tournament.rounds:
        return None
    lines = [_row(each, user, words) for each in standings(tournament)]
    below = next((each for each in lines[picture.PAGE :] if each.you), None)
    board = picture.Board(
        words("cogs.tournament.name", number=tournament.id),
        tournament.game,
        tuple(lines[: picture.PAGE]),
        kind="points",
        about=_about(tournament, words),
        own=below,
    )
    return await table.drawn(app.pictures.standings(board, words, theme=theme or tournament.theme), tournament.id)


def _row(each: Standing, user: int, words: Words) -> picture.Row:
    who = each.entrant
    return picture.Row(
        each.place,
        plain(who.name),
        each.games,
        each.wins,
        each.places,
        you=who.user == user,
        user=who.user,
        value=points(each.points, words),
    )


def _about(tournament: Tournament, words: Words) -> str:
    form = words(f"cogs.tournament.format.{tournament.rules.format}")
    return words("cogs.tournament.about", format=form, round=len(tournament.rounds), rounds=tournament.planned)


def points(found: Fraction, words: Words) -> str:
    """Points as people read them: two decimal places at most."""
    said = f"{float(found):.2f}".rstrip("0").rstrip(".")
    return said.replace(".", ",") if words.language == "pl" else said


# The text: all of it, so that nobody needs the picture.


async def _text(app: App, tournament: Tournament, words: Words, user: int) -> str:
    parts = [_facts(tournament, words), _state(tournament, words)]
    if tournament.rounds:
        parts += [_line(tournament, each, user, words) for each in standings(tournament)]
        if tournament.state == "running":
            parts += await _games(app, tournament, words)
            if not tournament.rounds[-1].apart:
                parts.append(f"-# {words('cogs.tournament.together')}")
        parts.append(words(f"cogs.tournament.how.{tournament.rules.format}"))
    else:
        parts.append(words("cogs.tournament.entrants", n=len(tournament.entrants), most=MOST))
        for each in tournament.entrants:
            host = f" — {words('cogs.tournament.host')}" if each.user == tournament.host else ""
            parts.append(f"👤 {escaped(each.name)}{host}")
    return cut("\n".join(parts), TEXT)


def _facts(tournament: Tournament, words: Words) -> str:
    rules = tournament.rules
    span = next((key for key, seconds in SPANS.items() if seconds == rules.seconds), None)
    facts = [
        words(f"cogs.tournament.format.{rules.format}"),
        words(f"cogs.tournament.people.{rules.size}"),
        words("cogs.tournament.rounds", n=tournament.planned),
        words("cogs.tournament.span.own", hours=round(rules.seconds / HOUR))
        if span is None
        else words(f"cogs.tournament.span.{span}"),
        words("cogs.tournament.friendly" if rules.friendly else "cogs.tournament.rated"),
    ]
    return f"-# {' · '.join(facts)}"


def _state(tournament: Tournament, words: Words, pings: Collection[int] = ()) -> str:
    running = tournament.state == "running"
    said = words(f"cogs.tournament.state.{tournament.state}", **(_progress(tournament) if running else {}))
    if tournament.state == "over":
        first = [each.entrant.number for each in standings(tournament) if each.place == 1]
        said += f" {words('cogs.tournament.won', names=_names(tournament, first, pings))}"
    if tournament.reason:
        said += f"\n{words('cogs.end.reason', reason=escaped(tournament.reason, limit=300))}"
    return said


def _progress(tournament: Tournament) -> dict[str, object]:
    """Which round it is, and until when."""
    until = tournament.rounds[-1].begun + tournament.rules.seconds
    if tournament.due is not None:
        until = max(until, tournament.due)
    return {"round": len(tournament.rounds), "rounds": tournament.planned, "when": when(until)}


def _line(tournament: Tournament, each: Standing, user: int, words: Words) -> str:
    who = each.entrant
    name = f"**{escaped(who.name)}**" if who.user == user else escaped(who.name)
    if who.withdrawn:
        name += f" ({words('cogs.tournament.withdrawn')})"
    said = words(
        f"cogs.tournament.row.{tournament.rules.format}",
        name=name,
        points=points(each.points, words),
        tiebreak=points(each.tiebreak, words),
        places=" / ".join(map(str, each.places)),
    )
    return ranked(each.place, said)


async def _games(app: App, tournament: Tournament, words: Words, pings: Collection[int] = ()) -> list[str]:
    last = tournament.rounds[-1]
    tables = await app.tables.tournaments.tournament_tables(tournament.id)
    found = [words("cogs.tournament.games", round=len(tournament.rounds))]
    for at, game in enumerate(last.pairings):
        number = tables.get((len(tournament.rounds) - 1, at))
        found.append(f"▫️ {_names(tournament, game.entrants, pings)}: {await _how(app, tournament, game, number, words)}")
    if last.byes:
        found.append(words("cogs.tournament.bye", names=_names(tournament, last.byes)))
    return found


async def _how(app: App, tournament: Tournament, game: Pairing, number: int | None, words: Words) -> str:
    """How a game stands: being played and where, or what it was worth to whom."""
    if game.places is None:
        if number is None:
            return words("cogs.tournament.opening")
        return f"[{words('cogs.tournament.going')}]({await _address(app, tournament, number)})"
    if not game.places:
        return words("cogs.tournament.no-result")
    return " : ".join(points(game.points(each), words) for each in game.entrants)


async def _address(app: App, tournament: Tournament, number: int) -> str:
    """Where a game is played, for as long as it lasts: its lobby card stays, and its thread hangs beneath it."""
    card = await app.tables.messages.get(number, "lobby")
    if card is None:
        return link(tournament.place.guild, tournament.place.channel)
    return link(tournament.place.guild, card.channel, card.message)


def _names(tournament: Tournament, numbers: Sequence[int], pings: Collection[int] = ()) -> str:
    """These entrants, by mentions who is in `pings`."""
    people = [tournament.entrants[each] for each in numbers]
    return ", ".join(f"<@{each.user}>" if each.user in pings else escaped(each.name) for each in people)

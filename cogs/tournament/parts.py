"""What several messages of a tournament show: its games and its standings."""

from collections.abc import Collection
from fractions import Fraction

from asking.names import plain
from chat.app import App
from chat.cards import clocks, links
from chat.cards.tournaments import names
from chat.wire.text import capital, escape, link, ranking_line
from data.words import Words
from render import standings as picture
from tables.tournaments.standings import Standing, uncounted_entrants
from tables.tournaments.tournament import Pairing, Tournament

TEXT = 3500
"""Maximum characters of the text."""

PODIUM = 3
"""Places on the podium."""

LISTED = 16
"""Lines of the standings in the text, besides one's own; of a round with more games, the text has no links to them."""


def standings_row(each: Standing, value: str, user: int = 0) -> picture.StandingsRow:
    """Returns an entrant's line of the standings in a picture. `value`: what is compared; `user`: whose line is marked."""
    who = each.entrant
    return picture.StandingsRow(
        each.place,
        plain(who.name),
        each.games,
        each.wins,
        each.places,
        you=who.user == user,
        user=who.user,
        value=value,
    )


def about_line(tournament: Tournament, words: Words) -> str:
    """Returns the format and the round, for the head of a picture."""
    form = words(f"cogs.tournament.format.{tournament.rules.format}")
    return words("cogs.tournament.about", format=capital(form), round=len(tournament.rounds), rounds=tournament.planned)


def points(found: Fraction, words: Words) -> str:
    """Returns points as people read them: at most two decimal places."""
    return words.number(float(found), 2)


def standing_line(tournament: Tournament, each: Standing, user: int, words: Words) -> str:
    """Returns an entrant's line of the standings; `user`: whose name is bold."""
    who = each.entrant
    name = f"**{escape(who.name)}**" if who.user == user else escape(who.name)
    if who.withdrawn:
        early = who.number in uncounted_entrants(tournament)
        name += f" ({words('cogs.tournament.uncounted' if early else 'cogs.tournament.withdrawn')})"
    said = words(
        f"cogs.tournament.row.{tournament.rules.format}",
        name=name,
        points=words.amount("render.points", float(each.points)),
        tiebreak=points(each.tiebreak, words),
        places="\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}".join(map(str, each.places[: tournament.rules.size])),
    )
    return ranking_line(each.place, said)


async def game_lines(
    app: App, tournament: Tournament, words: Words, pings: Collection[int] = (), *, timed: bool = False
) -> list[str]:
    """Returns the games of the round as lines. `timed`: with the time that everybody has left."""
    last = tournament.rounds[-1]
    tables = await app.tables.tournaments.tournament_tables(tournament.id)
    found = [words("cogs.tournament.games", round=len(tournament.rounds))]
    for at, game in enumerate(last.pairings):
        number = tables.get((len(tournament.rounds) - 1, at))
        if len(last.pairings) > LISTED and number is not None and game.places is None:
            found.append(f"▫️ {names(tournament, game.entrants, pings)}: {words('cogs.tournament.going')}")
            continue
        found.append(f"▫️ {names(tournament, game.entrants, pings)}: {await how_stands(app, tournament, game, number, words)}")
        if timed and number is not None and game.places is None:
            found += [f"-# {each}" for each in clocks.times(await app.tables.looks.table_info(number), words)]
    if last.byes:
        alone = list(dict.fromkeys(last.byes))
        found.append(words.count("cogs.tournament.bye", len(alone), names=names(tournament, alone)))
    if last.halves:
        found.append(words.count("cogs.tournament.halves", len(last.halves), names=names(tournament, last.halves)))
    return found


async def how_stands(app: App, tournament: Tournament, game: Pairing, number: int | None, words: Words) -> str:
    """Returns the state of a game: where it is played, or the points it brought."""
    if game.places is None:
        if number is None:
            return words("cogs.tournament.opening")
        return f"[{words('cogs.tournament.going')}]({await address(app, tournament, number)})"
    if not game.places:
        return words("cogs.tournament.no-result")
    return " : ".join(points(game.points(each), words) for each in game.entrants)


async def address(app: App, tournament: Tournament, number: int) -> str:
    """Returns a link to the thread in which a game is played, or to the game in the channel if it has none."""
    info = await app.tables.looks.table_info(number)
    if info.home not in {None, info.place.channel}:
        return link(tournament.place.guild, info.place.channel)
    return await links.board_link(app, info)

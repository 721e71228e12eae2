"""What a tournament tells besides its card: a round, its end soon, questions to the host, and the end of all."""

from collections.abc import Collection

from asking import readers
from chat.app import App
from chat.cards import clocks, drawing
from chat.cards.result import medal
from chat.cards.tournaments import KIND, names, progress, state, title
from chat.press.presses import make
from chat.wire.layout import GOLD, GREEN, GREY, Button, PublicCard, button, rows
from chat.wire.text import clip, link, mentions
from cogs.tournament.parts import (
    PODIUM,
    TEXT,
    about_line,
    address,
    game_lines,
    how_stands,
    points,
    standing_line,
    standings_row,
)
from data.words import Words
from render import standings as picture
from render.contract import Picture
from tables.model.people import Preferences
from tables.tournaments.clock import LIFE
from tables.tournaments.standings import standings, winners
from tables.tournaments.tournament import Pairing, Tournament


async def told_round(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """Returns a round that has begun: until when, and who plays whom where; before that, what the last one has brought. `pings`
    are mentioned.
    """
    _, *games = await game_lines(app, tournament, words, pings)
    times = progress(tournament)
    until = int(tournament.deadline)
    times["when"] = f"<t:{until}:f> ({clocks.moment(until)})"
    text = "\n".join((f"**{words('cogs.tournament.state.running', **times)}**", *games, *_so_far(tournament, words)))
    return PublicCard(
        title=title(tournament, words),
        text=clip(text, TEXT),
        rows=rows(await _ways(app, tournament, words)),
        colour=GREEN,
        pings=tuple(sorted(pings)),
    )


def _so_far(tournament: Tournament, words: Words) -> list[str]:
    """Returns how it stands before a later round: the results of the last one, the first places, and who has left."""
    if len(tournament.rounds) == 1:
        return []
    last = " · ".join(_result(tournament, game, words) for game in tournament.rounds[-2].pairings)
    results = words("cogs.tournament.results", round=len(tournament.rounds) - 1, results=last)
    first = [standing_line(tournament, each, 0, words) for each in standings(tournament) if each.place <= PODIUM]
    gone = [each.number for each in tournament.entrants if each.withdrawn]
    left = [words("cogs.tournament.left-it", names=names(tournament, gone))] if gone else []
    return [results, words("cogs.tournament.stands"), *first, *left]


def _result(tournament: Tournament, game: Pairing, words: Words) -> str:
    """Returns the players of a game with their points."""
    people = [names(tournament, (each,)) for each in game.entrants]
    if not game.places:
        return f"{', '.join(people)}: {words('cogs.tournament.no-result')}"
    return " – ".join(f"{name} {points(game.points(each), words)}" for name, each in zip(people, game.entrants, strict=True))


async def round_end(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """Returns the reminder that a round ends soon: its games in which somebody of `pings`, who are mentioned, is awaited."""
    tables = await app.tables.tournaments.tournament_tables(tournament.id)
    lines = [f"**{words('cogs.tournament.round-ends', round=len(tournament.rounds), when=progress(tournament)['when'])}**"]
    for at, game in enumerate(tournament.rounds[-1].pairings):
        number = tables.get((len(tournament.rounds) - 1, at))
        if any(tournament.entrants[each].user in pings for each in game.entrants):
            how = await how_stands(app, tournament, game, number, words)
            lines.append(f"▫️ {names(tournament, game.entrants, pings)}: {how}")
    return PublicCard(
        title=title(tournament, words),
        text=clip("\n".join(lines), TEXT),
        rows=rows(await _ways(app, tournament, words)),
        colour=GREEN,
        pings=tuple(sorted(pings)),
    )


async def ready(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """Returns the call to the host of a tournament that could begin; they are mentioned if they are in `pings`."""
    host = [each.number for each in tournament.entrants if each.user == tournament.host]
    closes = clocks.moment(tournament.created + LIFE)
    who = names(tournament, host, pings)
    return PublicCard(
        title=title(tournament, words),
        text=words("cogs.tournament.ready", who=who, n=len(tournament.entrants), when=closes),
        rows=rows(await _ways(app, tournament, words)),
        colour=GREEN,
        pings=tuple(pings),
    )


async def podium(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """Returns the end of a tournament that had begun: the winner, or that it was closed, and why; `pings` are mentioned."""
    over = tournament.state == "over"
    drawn = await _draw_winners(app, tournament, words) if winners(tournament) and tournament.display != "text" else None
    text = [state(tournament, words)]
    if over and winners(tournament):
        people = len(tournament.entrants)
        for each in standings(tournament):
            if each.place <= PODIUM:
                won = words.amount("render.points", float(each.points))
                text.append(f"{medal(each.place, people)} {names(tournament, (each.entrant.number,), pings)} — {won}")
        text.append(await _best_game(app, tournament, words))
    elif not over:
        text += [words("cogs.tournament.go-on")] if tournament.rounds else []
        text.append(mentions(sorted(pings)))
    return PublicCard(
        title=title(tournament, words),
        picture=drawn,
        text=clip("\n".join(filter(None, text)), TEXT),
        rows=rows(await _ways(app, tournament, words)),
        colour=GOLD if over else GREY,
        pings=tuple(sorted(pings)),
        text_first=tournament.display == "both",
    )


async def _best_game(app: App, tournament: Tournament, words: Words) -> str:
    """Returns the best game in a line with a link to it; "" if none was played to its end."""
    best = await app.tables.tournaments.best_game(tournament)
    if best is None:
        return ""
    players = " – ".join(names(tournament, (each,)) for each in tournament.rounds[best.round].pairings[best.number].entrants)
    scores, url = " : ".join(map(str, best.scores)), await address(app, tournament, best.table)
    return words("cogs.tournament.best-game", players=players, scores=scores, round=best.round + 1, url=url)


async def _ways(app: App, tournament: Tournament, words: Words) -> list[Button]:
    """Returns the links to the standings and to the full card."""
    stands = await app.tables.messages.get(tournament.id, KIND)
    found = []
    if tournament.rounds:
        found.append(button(words("cogs.tournament.standings"), make("tournament.standings", tournament.id), emoji="📋"))
    if stands is not None:
        url = link(tournament.place.guild, stands.channel, stands.message)
        found.append(button(words("cogs.tournament.card"), url=url))
    return found


async def host_question(app: App, tournament: Tournament, words: Words, pings: Collection[int]) -> PublicCard:
    """Returns the question to the host what becomes of games that have not ended."""
    assert tournament.asked_until is not None
    about = {"round": len(tournament.rounds), "at": f"<t:{int(tournament.asked_until)}:f>"}
    return PublicCard(
        title=title(tournament, words),
        text="\n".join((words("cogs.tournament.asked", **about), mentions(sorted(pings)))).strip(),
        rows=rows(await _ways(app, tournament, words)),
        colour=GOLD,
        pings=tuple(pings),
    )


async def _draw_winners(app: App, tournament: Tournament, words: Words) -> Picture | None:
    """Returns the first places of a tournament that is over as a picture."""
    board = picture.StandingsPicture(
        words("cogs.tournament.name", number=tournament.id),
        tournament.game,
        tuple(
            standings_row(each, words.amount("render.points", float(each.points)))
            for each in standings(tournament)
            if each.place <= PODIUM and each.points
        ),
        kind="points",
        about=about_line(tournament, words),
    )
    return await drawing.attempt(
        app.pictures.winners(board, readers.reader(words, Preferences(), tournament.theme)), tournament.id
    )

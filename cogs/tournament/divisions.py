"""The table of a division of a league as a picture."""

from fractions import Fraction

from asking import readers
from asking.names import plain
from chat.app import App
from chat.cards import drawing
from chat.cards.tournaments import division_name
from data.words import Words
from render.contract import Picture
from render.league import RUNNING, Direction, LeagueLine, LeaguePicture
from tables.leagues.divisions import Fate, Finish, finishes
from tables.model.people import Preferences
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Tournament

ARROWS: dict[Fate, Direction] = {"up": "up", "down": "down", "late": "down", "left": "down"}


async def draw(app: App, division: Tournament, words: Words, mine: Preferences | None = None) -> Picture | None:
    """Returns the table of a division, with those who would go up and down if the season ended now."""
    league = await app.tables.leagues.league(division.league or 0)
    season = next(at for at, each in enumerate(league.seasons, 1) if division.id in each.divisions)
    every = await app.tables.leagues.divisions(league, season)
    own = finishes(every)[[each.id for each in every].index(division.id)]
    board = LeaguePicture(
        words("cogs.league.name", number=league.id),
        division.game,
        words("cogs.league.half", round=len(division.rounds), rounds=division.planned),
        division_name(division.division, words),
        tuple(_line(division, each, own, words) for each in own),
    )
    reader = readers.reader(words, mine or Preferences(), division.theme)
    return await drawing.attempt(app.pictures.league(board, reader), division.id)


def _line(division: Tournament, finish: Finish, every: tuple[Finish, ...], words: Words) -> LeagueLine:
    number = finish.entrant.number
    stands = next(each for each in standings(division) if each.entrant.number == number)
    about = {"late": words.count("cogs.league.about-late", finish.overran), "left": words("cogs.league.about-left")}
    return LeagueLine(
        place=finish.place,
        name=plain(finish.entrant.name),
        games=stands.games,
        points=_points(stands.points, words),
        tie=_points(stands.tiebreak, words),
        move=ARROWS.get(finish.fate, ""),
        against=tuple(result_against(division, number, each.entrant.number, words) for each in every),
        about=about.get(finish.fate, ""),
        user=finish.entrant.user,
    )


def result_against(division: Tournament, number: int, other: int, words: Words) -> str:
    """Returns what an entrant got against another one, as a single sign; "" if that game has not begun."""
    games = (game for one in division.rounds for game in one.pairings if {number, other} == {*game.entrants})
    game = next(games, None)
    if game is None or number == other:
        return ""
    got = RUNNING if game.places is None else _points(game.points(number), words)
    return "½" if got == words.number(0.5, 1) else got


def _points(found: Fraction, words: Words) -> str:
    return words.number(float(found), 2)

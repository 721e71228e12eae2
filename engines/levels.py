"""How strong the computer players are: the same four names in every game, weakest first."""

from engines.contract import Game

LEVELS = ("easy", "normal", "hard", "master")
"""A child beats `easy`; `normal` plays like a family, `hard` like a club and within half a second; `master` may take three."""

PONDERS = frozenset({"master"})
"""Levels that may think long enough for people to be told about it."""


def usual(game: Game) -> str:
    """Returns the default level: the lower of the middle ones."""
    return game.levels[(len(game.levels) - 1) // 2]


def advising(game: Game) -> str:
    """Returns the level that gives advice: the best that does not think long, since a review asks about a whole game."""
    quick = [level for level in game.levels if level not in PONDERS]
    return (quick or game.levels)[-1]


def below(game: Game, level: str) -> str | None:
    """Returns the next weaker level; None if there is none."""
    number = game.levels.index(level) if level in game.levels else 0
    return game.levels[number - 1] if number else None

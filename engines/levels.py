"""How strong the computer players are: the same four names in every game, weakest first."""

from engines.contract import Game

LEVELS = ("easy", "normal", "hard", "master")
"""A child beats `easy`; `normal` plays like a family, `hard` like a club within half a second, `master` may take three."""

PONDERS = frozenset({"master"})
"""Levels that may think so long that people are told of it."""


def usual(game: Game) -> str:
    """Who sits down where nobody asks for a level: the lower of the middle ones."""
    return game.levels[(len(game.levels) - 1) // 2]


def advising(game: Game) -> str:
    """Who gives advice: the best of those that do not think long, since a review asks about a whole game."""
    quick = [level for level in game.levels if level not in PONDERS]
    return (quick or game.levels)[-1]


def below(game: Game, level: str) -> str | None:
    """The next weaker level; None: there is none."""
    number = game.levels.index(level) if level in game.levels else 0
    return game.levels[number - 1] if number else None

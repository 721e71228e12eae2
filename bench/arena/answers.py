"""How many answers a game needs, one after the other. They decide how long it takes people who do not wait at the board, and so
how much time a round of a tournament has (`tables.tournaments.schedule`).

Questions to the same seat in a row are one, as one person answers them at once. A question to several seats counts as two: the
last of them answers about as late as two do who answer one after the other.
"""

import contextlib
import random
import re
from collections.abc import Mapping

from bench.arena.match import Player, decide
from data.guides import GUIDES
from engines.contract import Game, IllegalMove, Seat

GAMES = 100
"""Games that are measured. All play at random, as such games are the longest."""

CHANCE = 0.05
"""By which share a variant must be longer to be kept."""

SHARE = 0.95
"""The share of the games that need no more than the measure."""


def play(game: Game, seats: int, number: int, options: Mapping[str, str] = {}) -> list[tuple[Seat, ...]]:
    """Returns who was asked in a game, one question after the other."""
    position = game.start(seats, options, number.to_bytes(16, "big"))
    rng = random.Random(f"{game.key}/{seats}/{number}")
    asked: list[tuple[Seat, ...]] = []
    while pending := tuple(position.pending()):
        if len(pending) > 1 or asked[-1:] != [pending]:
            asked.append(pending)
        for seat in pending:
            position.play(seat, decide(game, position, seat, Player("random"), rng))
    return asked


def count(asked: list[tuple[Seat, ...]]) -> int:
    """Returns the answers of a game."""
    return sum(min(len(seats), 2) for seats in asked)


def measure(game: Game, options: Mapping[str, str] = {}) -> dict[int, int]:
    """Returns the measure by the number of seats with which such a game can begin."""
    found = {}
    for seats in (seats for seats in game.seats if seats > 1):
        with contextlib.suppress(IllegalMove):
            counts = sorted(count(play(game, seats, number, options)) for number in range(GAMES))
            found[seats] = counts[round(SHARE * GAMES) - 1]
    return found


def measure_longer(game: Game, usual: Mapping[int, int]) -> dict[str, dict[int, int]]:
    """Returns the same for the values of options with which a game is longer than the `usual` one, by more than chance."""
    found = {}
    for key, value in ((option.key, value) for option in game.options for value in option.values[1:]):
        measured = measure(game, {key: value})
        if any(most > (1 + CHANCE) * usual[seats] for seats, most in measured.items()):
            found[f"{key}={value}"] = measured
    return found


def keep(game: Game) -> None:
    """Write the measure into the guide of the game, below its difficulty."""
    path, usual = GUIDES / f"{game.key}.toml", measure(game)
    line = f"answers = {_table(usual)}"
    if longer := measure_longer(game, usual):
        values = (f'"{value}" = {_table(each)}' for value, each in longer.items())
        line += f"\nlonger = {{ {', '.join(values)} }}"
    without = re.sub(r"^(answers|longer) = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(re.sub(r"^(difficulty = .*)$", rf"\1\n{line}", without, count=1, flags=re.MULTILINE), encoding="utf-8")


def _table(measured: Mapping[int, int]) -> str:
    return f"{{ {', '.join(f'{seats} = {most}' for seats, most in measured.items())} }}"

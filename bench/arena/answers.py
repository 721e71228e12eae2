"""How many answers a game needs, one after the other. They decide how long it takes people who do not wait at the board, and so
how much time a round of a tournament has (`tables.tournaments.schedule`).

Questions to the same seat in a row are one, as one person answers them at once. A question to several seats counts as two: the
last of them answers about as late as two do who answer one after the other.
"""

import random
import re

from bench.arena.match import Player, decide
from data.guides import GUIDES
from engines.contract import Game, Seat

GAMES = 100
"""Games that are measured. All play at random, as such games are the longest."""

SHARE = 0.95
"""The share of the games that need no more than the measure."""


def play(game: Game, seats: int, number: int) -> list[tuple[Seat, ...]]:
    """Returns who was asked in a game, one question after the other."""
    position = game.start(seats, {}, number.to_bytes(16, "big"))
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


def measure(game: Game) -> dict[int, int]:
    """Returns the measure by the number of seats."""
    found = {}
    for seats in (seats for seats in game.seats if seats > 1):
        counts = sorted(count(play(game, seats, number)) for number in range(GAMES))
        found[seats] = counts[round(SHARE * GAMES) - 1]
    return found


def keep(game: Game) -> None:
    """Write the measure into the guide of the game, below its difficulty."""
    path = GUIDES / f"{game.key}.toml"
    line = f"answers = {{ {', '.join(f'{seats} = {most}' for seats, most in measure(game).items())} }}"
    without = re.sub(r"^answers = .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(re.sub(r"^(difficulty = .*)$", rf"\1\n{line}", without, count=1, flags=re.MULTILINE), encoding="utf-8")

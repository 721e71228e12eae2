"""`python -m bench arena GAME CHALLENGER OTHER [--seats N] [--games N] [--goal SHARE] [--jobs N]`, or only `--table` or
`--answers`.

One challenger plays against the other player at all other seats, every deal from every seat. Players are the game's levels,
`hard@2` with a multiple of its usual tries, and the yardsticks `random`, `greedy`, `flat:SECONDS` (flat Monte Carlo),
`tree:SECONDS` (determinised tree search) and those of one game in games/<game>.py. An interrupted match continues where it
stopped (var/arena/). Its sum is stored in games/<game>.jsonl, from which docs/computers/<game>.md is made.

In a copy with compiled engines (`python -m tools.compiled`) games are the same and take half to two thirds of the time.
Decision times measured there are not stored: the same command in the repository itself plays as many games as the times need.

With a goal, a match ends early once its interval is entirely above or below that share of the wins.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import msgspec

from bench.arena import answers, yardsticks
from bench.arena.match import Pairing, Played, Player, Tally, play, tally
from bench.arena.table import written
from bench.measure import wilson
from bench.yardstick import rate
from engines import games

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "arena"
RESULTS = Path(__file__).with_name("games")
TABLES = ROOT / "docs" / "computers"

TIMED = 100
"""Minimum number of the challenger's decisions that are timed."""

LOGGED = 50
"""A log has a line after each such number of games."""

SETTLES = 20
"""Minimum number of games before a goal counts as reached or missed."""


def one(pairing: Pairing, number: int) -> Played:
    """Play one game, in a worker process."""
    return play(games()[pairing.game], pairing, number)


def digest(pairing: Pairing) -> str:
    """Digest of the game's code, what its players have learned, and the yardsticks if one plays. A match continues only games
    of the same version.
    """
    key = pairing.game
    sources = [*sorted((ROOT / "engines" / key).glob("*.py")), *(ROOT / "data" / "learned").glob(f"{key}.json")]
    if {pairing.challenger.name, pairing.other.name} & yardsticks.of(key).keys():
        sources += [Path(yardsticks.__file__), *sorted(RESULTS.glob(f"{key}*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def match(pairing: Pairing, count: int, jobs: int, goal: float | None = None) -> list[Played]:
    """Returns all games of a match, including stored ones, up to the game that decides whether the goal is reached."""
    KEPT.mkdir(parents=True, exist_ok=True)
    name = f"{pairing.game}-{digest(pairing)}-{pairing.seats}-{pairing.challenger}-{pairing.other}"
    path = KEPT / f"{name.replace(':', '_')}.jsonl"
    found = _stored(path)
    with path.open("ab") as file:

        def add(numbers: Sequence[int]) -> None:
            for played in _played(pairing, numbers, jobs):
                kept = msgspec.structs.replace(played, took=(), other_took=()) if compiled() else played
                file.write(msgspec.json.encode(kept) + b"\n")
                file.flush()
                found[played.number] = kept
                _progress(found, count)

        step = count if goal is None else pairing.seats * max(1, jobs // pairing.seats)
        ends = 0
        while ends < count and not (goal is not None and decided([found[number] for number in range(ends)], goal)):
            begun, ends = ends, min(ends + step, count)
            add([number for number in range(begun, ends) if number not in found])
        while not compiled() and sum(len(found[number].took) for number in range(ends)) < TIMED:
            untimed = [number for number in range(ends) if not found[number].took]
            if not untimed:
                break
            add(untimed[:jobs])
    return [found[number] for number in range(ends)]


def decided(played: Sequence[Played], goal: float) -> bool:
    """Returns whether the games show on which side of the goal the challenger's share is."""
    if len(played) < SETTLES:
        return False
    low, high = wilson(sum(each.share for each in played), len(played))
    return not low <= goal <= high


def compiled() -> bool:
    """Returns whether this is a copy made by `tools.compiled`."""
    return any((ROOT / "engines").glob("*/*.so"))


def _stored(path: Path) -> dict[int, Played]:
    """Returns the games of a match that have been played before, by number."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {played.number: played for played in (msgspec.json.decode(line, type=Played) for line in lines)}


def _played(pairing: Pairing, numbers: Sequence[int], jobs: int) -> Iterator[Played]:
    if jobs == 1 or len(numbers) < 2:
        yield from (one(pairing, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, repeat(pairing), numbers)


def _progress(found: dict[int, Played], count: int) -> None:
    """Say how far it is: on a terminal after each game in the same line, else now and then in a line of its own."""
    on_a_terminal = sys.stderr.isatty()
    if on_a_terminal or len(found) % LOGGED == 0 or len(found) == count:
        won = sum(played.share for played in found.values())
        low, high = wilson(won, len(found))
        said = f"{len(found)} of {count}: {won / len(found):.1%} ({low:.1%}-{high:.1%})"
        print(f"\r{said}" if on_a_terminal else said, end="" if on_a_terminal else "\n", file=sys.stderr, flush=True)


def results(game: str) -> list[Tally]:
    """Returns the stored results of all matches of a game."""
    path = RESULTS / f"{game}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Tally) for line in lines]


def table(game: str) -> Path:
    """Returns the path of a game's page."""
    return TABLES / f"{game}.md"


def keep(new: Tally) -> None:
    """Store the sum of a match, replacing an earlier one between the same players."""
    same = (new.seats, new.challenger, new.other)
    others = [old for old in results(new.game) if (old.seats, old.challenger, old.other) != same]
    every = sorted((*others, new), key=lambda each: (each.seats, each.challenger, each.other))
    (RESULTS / f"{new.game}.jsonl").write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in every))


def main(arguments: Sequence[str]) -> int:
    """Play a match and rewrite the tables. Returns 2 for players or numbers of seats that the game does not have."""
    parser = argparse.ArgumentParser(prog="python -m bench arena", description="Level against level.")
    parser.add_argument("game", nargs="?", choices=sorted(games()))
    parser.add_argument("challenger", nargs="?")
    parser.add_argument("other", nargs="?")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--goal", type=float, help="share of the wins: the match ends once it is surely reached or missed")
    parser.add_argument("--jobs", type=int, default=1, help="processes (each wants a core of its own)")
    parser.add_argument("--table", action="store_true", help="only write docs/computers/ again")
    parser.add_argument("--answers", action="store_true", help="only measure how many answers a game needs, for its guide")
    asked = parser.parse_args(arguments)
    if asked.answers:
        for key in [asked.game] if asked.game else games():
            answers.keep(games()[key])
        return 0
    if not asked.table:
        if asked.other is None:
            parser.error("name a game and two players")
        game = games()[asked.game]
        if asked.seats not in game.seats or asked.seats < 2:
            parser.error(f"{asked.game} is played by {game.seats[0]} to {game.seats[-1]}")
        try:
            challenger, other = (Player.read(text, game) for text in (asked.challenger, asked.other))
        except ValueError as error:
            parser.error(str(error))
        pairing = Pairing(game.key, asked.seats, challenger, other)
        played = match(pairing, asked.games, asked.jobs, asked.goal)
        print(file=sys.stderr)
        if compiled():
            print("Now the same in the repository itself: it times some of the games and writes the table.", file=sys.stderr)
            return 0
        keep(tally(pairing, played, rate()))
    for key in games() if asked.table else [asked.game]:
        table(key).write_text(written(key, results(key)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

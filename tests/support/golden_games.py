"""Golden games: whole random games written down with everything they showed. Replaying one must show exactly the same.

    python -m tests.support.golden_games                  writes those that are missing
    python -m tests.support.golden_games --check          replays all, as the tests do
    python -m tests.support.golden_games --rewrite KEY  writes those of a game again: only when its rules changed on purpose
    python -m tests.support.golden_games --views KEY    writes only the views' digests again: when what views tell changed on
                                                        purpose; refused where anything else differs

A file is JSON lines: the start (game, seats, options, seed, rules version), then each move with its events, and after the
start and each move what is to be seen: stage, turn, pending and a digest of all views; the result last. A game that is not
found yet is named by ZAMKI_GAME (see conformance.py).
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engines.base import by_rules
from engines.contract import Event, Move, Position, Seat
from engines.notation import random_move, read, write
from tests.support.conformance import Case, cases, found, viewers

GAMES = Path(__file__).parents[1] / "games"


def wanted(key: str) -> list[Case]:
    """Returns for each number of seats: the default options, and each value of each option with the others' defaults. If a
    number of seats does not allow these, its first combination.
    """
    game = found()[key]
    defaults = {option.key: option.default for option in game.options}
    chosen: list[Case] = []
    for seats in game.seats:
        offered = [case for case in cases(key) if case.seats == seats]
        plain = [case for case in offered if sum(defaults[name] != value for name, value in case.options) <= 1]
        chosen += plain or offered[:1]
    return chosen


def path_of(case: Case) -> Path:
    return GAMES / case.key / "golden" / f"{case.name}.jsonl"


def keep(case: Case) -> None:
    """Write a new random game into the game's folder."""
    path_of(case).parent.mkdir(exist_ok=True)
    path_of(case).write_bytes(b"\n".join(record(case)) + b"\n")


def record(case: Case) -> list[bytes]:
    """Returns the lines of a new random game."""
    rng = random.Random(f"golden {case.name}")
    seed = rng.randbytes(16)

    def moves(position: Position) -> Iterator[tuple[Seat, Move]]:
        while pending := position.pending():
            seat = rng.choice(pending)
            yield seat, random_move(position, seat, rng)

    position = case.game.start(case.seats, dict(case.options), seed)
    return list(_tell(case, case.game.rules_version, seed, position, moves(position)))


def replay(lines: list[bytes]) -> list[bytes]:
    """Returns the lines of a stored game, made by replaying its moves."""
    head = msgspec.json.decode(lines[0])
    case = Case(head["game"], head["seats"], tuple(head["options"].items()))
    seed = bytes.fromhex(head["seed"])
    played = [msgspec.json.decode(line) for line in lines[1:-1]]
    game = by_rules(case.game, head["rules"])
    assert game is not None
    position = game.start(case.seats, dict(case.options), seed)
    moves = ((line["seat"], read(line["move"])) for line in played)
    return list(_tell(case, head["rules"], seed, position, moves))


def _tell(case: Case, rules: int, seed: bytes, position: Position, moves: Iterator[tuple[Seat, Move]]) -> Iterator[bytes]:
    head = {
        "game": case.key,
        "seats": case.seats,
        "options": dict(case.options),
        "seed": seed.hex(),
        "rules": rules,
    }
    yield msgspec.json.encode({**head, **_seen(position)})
    for seat, move in moves:
        events: list[Event] = position.play(seat, move)
        yield msgspec.json.encode({"seat": seat, "move": write(move), "events": events, **_seen(position)})
    yield msgspec.json.encode({"result": position.result()})


def _seen(position: Position) -> dict[str, Any]:
    views = msgspec.json.encode([position.view(viewer) for viewer in viewers(position)])
    return {
        "stage": position.stage,
        "turn": position.turn,
        "pending": position.pending(),
        "views": hashlib.sha256(views).hexdigest()[:16],
    }


def difference(path: Path) -> str | None:
    """Returns where replaying the file shows something else than it says, or None."""
    lines = path.read_bytes().splitlines()
    for number, (stored, told) in enumerate(zip(lines, again := replay(lines), strict=False), 1):
        if msgspec.json.decode(stored) != msgspec.json.decode(told):
            return f"{path.name}:{number}\n stored {stored.decode()}\n   told {told.decode()}"
    return None if len(lines) == len(again) else f"{path.name}: {len(lines)} lines, told {len(again)}"


def without_views(line: bytes) -> dict[str, Any]:
    """Returns the contents of a line without the digest of the views."""
    return {name: value for name, value in msgspec.json.decode(line).items() if name != "views"}


def renew_views(path: Path) -> None:
    """Write the digests of the views again. Raises ValueError if anything else would change too."""
    lines = path.read_bytes().splitlines()
    again = replay(lines)
    if [without_views(line) for line in lines] != [without_views(line) for line in again]:
        raise ValueError(difference(path))
    path.write_bytes(b"\n".join(again) + b"\n")


def files(key: str) -> list[Path]:
    """Returns the stored games of a game, those of `wanted` and those added by hand (a real game with its own story)."""
    return sorted(path for path in (GAMES / key / "golden").glob("*.jsonl"))


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            for case in (case for key in found() for case in wanted(key)):
                if not path_of(case).exists():
                    keep(case)
                    print("written", path_of(case).name)
        case ["--check"]:
            wrong = [told for key in found() for path in files(key) if (told := difference(path))]
            print("\n".join(wrong) or "every golden game is told as it was")
            return bool(wrong)
        case ["--rewrite", key]:
            for case in wanted(key):
                keep(case)
                print("written", path_of(case).name)
        case ["--views", key]:
            for path in files(key):
                renew_views(path)
                print("written", path.name)
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

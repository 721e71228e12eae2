"""`bot.py replay FILE`: print an exported record step by step, or show one step, without Discord and without a store."""

import argparse
import sys
from collections.abc import Iterator

import msgspec

import engines
import render
from asking.names import plain
from cogs.gamelog import entries
from data.words import words
from render.contract import Audience, Person
from service.settings import Settings
from tables.history.record import Record, nameless, read_file
from tables.history.record_steps import steps
from tables.history.replay import NoReplay, Replay


def replay(_: Settings, asked: argparse.Namespace) -> int:
    """Print the whole game, with `--json` for programs.

    With `--step`, print the table after that step as text (`--seat`: as that seat saw it); with `--pictures`, write the picture
    of each step into a folder. Raises OSError if a file cannot be read or written.
    """
    speak = words(asked.language)
    try:
        kept, found = _read(asked)
    except NoReplay as refused:
        return _fail(refused.text(speak))
    rendered = render.renderers()[kept.game]

    def people(step: int) -> Audience:
        seats = zip(kept.seats, found.names(step), strict=True)
        kinds = (
            Person(plain(name), computer=seat.kind == "computer", resigned=seat.kind == "resigned") for seat, name in seats
        )
        return Audience(tuple(kinds), speak)

    seat = None if asked.seat is None else asked.seat - 1
    if (asked.step is not None and not 0 <= asked.step <= found.last) or (seat is not None and seat not in range(found.seats)):
        return _fail(f"There are steps 0 to {found.last} and seats 1 to {found.seats}.")
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
        for number in range(found.last + 1):
            picture = rendered.board(found.view(number, None), people(number))
            (asked.pictures / f"{number:04}.{picture.kind}").write_bytes(picture.data)
    elif asked.json:
        sys.stdout.writelines(_lines(kept if asked.names else nameless(kept), found))
    elif asked.step is not None:
        sys.stdout.write(f"{rendered.text(found.view(asked.step, seat), people(asked.step))}\n")
    else:
        sys.stdout.write("\n".join(entries(found, rendered, people)) + "\n")
    return 0


def _lines(kept: Record, found: Replay) -> Iterator[str]:
    """Yields the record without its moves, then one line for each step: the move, its events, and the public table after it."""
    bare = msgspec.to_builtins(kept)
    moves = bare.pop("moves")
    yield f"{msgspec.json.encode(bare).decode()}\n"
    for number, (position, events) in enumerate(steps(kept, found.game)):
        move = {name: value for name, value in moves[number - 1].items() if name != "events"} if number else {}
        views = [position.view(seat) for seat in (None, *range(found.seats))]
        yield f"{msgspec.json.encode({'step': number, **move, 'events': events, 'views': views}).decode()}\n"


def _read(asked: argparse.Namespace) -> tuple[Record, Replay]:
    kept = read_file(asked.file)
    if kept is None:
        raise NoReplay("tables.verify.unreadable")
    if kept.game not in engines.games():
        raise NoReplay("tables.replay.unknown-game", game=plain(kept.game))
    return kept, Replay(kept, engines.games()[kept.game])


def _fail(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 1

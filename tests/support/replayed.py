"""Finished games to replay: those written down with each game's rules (`tests.support.golden_games`)."""

from __future__ import annotations

import functools

import msgspec

from engines.base import by_rules
from engines.contract import Result
from engines.draws import commitment
from tables.history.record import Played, Record, Sitting
from tables.history.replay import Replay
from tests.support.conformance import found
from tests.support.golden_games import path_of, wanted

NAMES = ("Ada", "Borys", "Chloe", "Dmitri")


@functools.cache
def replayed(key: str, seats: int | None = None) -> Replay:
    """Returns a random game of people, with the game's most seats or as many as these, and the default options."""
    game = found()[key]
    case = next(case for case in wanted(key) if case.seats == (seats or game.seats[-1]))
    head, *moves, end = map(msgspec.json.decode, path_of(case).read_bytes().splitlines())
    ruled = by_rules(game, head["rules"])
    assert ruled is not None
    record = Record(
        table=1,
        game=key,
        rules_version=head["rules"],
        options=head["options"],
        seats=tuple(Sitting(name, "person") for name in NAMES[: case.seats]),
        random_order=False,
        drawn=tuple(range(case.seats)),
        commitment=commitment(bytes.fromhex(head["seed"])),
        over=True,
        seed=head["seed"],
        moves=tuple(Played(move["seat"], move["move"]) for move in moves),
        result=msgspec.convert(end["result"], Result),
    )
    return Replay(record, ruled)

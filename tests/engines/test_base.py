"""What most games share: option checks, snapshots of every version, copies, counted chance."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engines import draws, games
from engines.base import BaseGame, BaseState, Chance
from engines.contract import IllegalMove, Option, UnreadableSnapshot
from engines.notation import random_game, read_event


class Bag(Chance, BaseState):
    seed: bytes
    stones: list[list[int]]
    draws: int = 0
    version: int = 3


def named(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 1 called the stones `pebbles`, version 2 kept them in one row."""
    return {**fields, "version": 2, "stones": fields["pebbles"]}


def in_rows(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "version": 3, "stones": [fields["stones"]]}


class BagGame(BaseGame[Any, Any]):
    key = "bag"
    seats = range(2, 5)
    options = (Option("size", ("small", "large")), Option("lid", ("off", "on")))
    position_type = Bag
    version = 3
    upgraders = {1: named, 2: in_rows}  # noqa: RUF012


BAG = BagGame()  # type: ignore[abstract] # what BaseGame brings is all that is tested here


def test_the_types_that_a_game_names_are_its_own() -> None:
    assert (BAG.view_type, BAG.position_type) == (Any, Bag)
    for game in games().values():
        position = game.start(game.seats[-1], {}, bytes(16))
        assert (type(position.view(None)), type(game.load(position.snapshot()))) == (game.view_type, type(position))


def test_unknown_options_are_refused() -> None:
    assert BAG.settings(2, {"lid": "on"}) == {"size": "small", "lid": "on"}
    for seats, options, key in (
        (1, {}, "seats"),
        (5, {}, "seats"),
        (2, {"lid": "ajar"}, "option"),
        (2, {"rope": "on"}, "option"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            BAG.settings(seats, options)
        assert refusal.value.key == f"bag.illegal.{key}"
    with pytest.raises(IllegalMove) as refusal:
        BAG.settings(7, {})
    assert refusal.value.parameters == {"least": 2, "most": 4}


@pytest.mark.parametrize(
    "old",
    [
        b'{"seed":"MTI=","pebbles":[3,4],"draws":2,"version":1}',
        b'{"seed":"MTI=","stones":[3,4],"draws":2,"version":2}',
        b'{"seed":"MTI=","stones":[[3,4]],"draws":2,"version":3}',
    ],
)
def test_a_snapshot_of_any_version_is_read(old: bytes) -> None:
    bag = BAG.load(old)
    assert bag == Bag(b"12", [[3, 4]], 2)
    assert BAG.load(bag.snapshot()) == bag


@pytest.mark.parametrize(
    "bad", [b"", b"[]", b"{}", b'{"version":4}', b'{"version":"x"}', b'{"version":null}', b'{"version":1}', b'{"version":3}']
)
def test_what_is_no_snapshot_says_so(bad: bytes) -> None:
    with pytest.raises(UnreadableSnapshot):
        BAG.load(bad)


def test_a_copy_shares_nothing_that_changes() -> None:
    bag = Bag(b"12", [[1], [2]])
    copy = bag.copy()
    copy.stones[0].append(9)
    copy.stones.append([])
    assert (bag.stones, copy.stones) == ([[1], [2]], [[1, 9], [2], []])


def test_each_draw_is_counted() -> None:
    bag = Bag(b"12", [])
    told = (bag.below(1000), bag.pick("abcdefgh"), bag.in_random_order("abcdefgh"))
    assert told == (draws.below(b"12", 1, 1000), draws.pick(b"12", 2, "abcdefgh"), draws.in_random_order(b"12", 3, "abcdefgh"))
    assert bag.draws == 3


@pytest.mark.long
@pytest.mark.parametrize("key", list(games()))
def test_an_event_stored_before_its_data_had_a_type_is_read(key: str) -> None:
    """As the version of 386ca3f wrote it: {"kind", "data", "to", "reveals", "scene"}."""
    game, rng = games()[key], random.Random(7)
    position = game.start(game.seats[-1], {}, b"old")
    for _, _, events in random_game(position, rng):
        for event in events:
            data = msgspec.json.decode(msgspec.json.encode(event.data))
            kind = data.pop("kind")
            old = {"kind": kind, "data": data, "to": event.to, "reveals": event.reveals, "scene": event.scene}
            assert kind == event.kind
            assert read_event(msgspec.json.decode(msgspec.json.encode(old)), game) == event

"""Closing a round of Rycerze i zamki: the reveal (R3), the sword (R4), the recruitment (R6), the next tile or game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.contract import Event, Seat
from engines.rycerze.components import (
    ALL,
    ARMY,
    CARDS,
    DRUM,
    MATERIAL,
    PAIR_MASK,
    PAIRS,
    ROUNDS,
    SHEPHERD,
    STRENGTH,
    STRONGEST,
    TILES,
    VALUE,
)
from engines.rycerze.scoring import reason_of

if TYPE_CHECKING:
    from engines.rycerze.position import RycerzePosition

NOBODY = -1


def close(position: RycerzePosition, events: list[Event]) -> None:
    """Everyone asked has chosen: resolve the round and go on to the next question, or to the end."""
    while not position.over and not position.pending():
        events.append(_recruitment(position) if position.tile == DRUM else _castle(position))
        if len(position.seen) < ROUNDS:
            events.append(position.turn_up())
        else:
            _end_game(position, events)


def alone(pairs: Sequence[int]) -> int:
    """R3: the army cards shown exactly once among all the revealed pairs, as a mask."""
    once = more = 0
    for pair in pairs:
        shown = PAIR_MASK[pair]
        more |= once & shown
        once |= shown
    return once & ~more


def winner_of(pairs: Sequence[int], tile: int, sword: Seat) -> tuple[Seat, int]:
    """R3: who wins the castle and with which card; the sword's holder and -1 where no card is left."""
    card = STRONGEST[MATERIAL[tile]][alone(pairs)]
    if card == NOBODY:
        return sword, NOBODY
    return next(seat for seat, pair in enumerate(pairs) if PAIR_MASK[pair] >> card & 1), card


def sword_after(points: Sequence[int], seniority: Sequence[Seat]) -> Seat:
    """R4: the player with the fewest points of this game; among several the youngest."""
    return min(seniority, key=points.__getitem__)


def _castle(position: RycerzePosition) -> Event:
    pairs, tile, before = position.chosen, position.tile, position.sword
    left = alone(pairs)
    winner, card = winner_of(pairs, tile, before)
    for seat, pair in enumerate(pairs):
        position.hands[seat] &= ~PAIR_MASK[pair]
    position.owners[tile] = winner
    position.sword = sword_after(position.points(), position.seniority)
    position.shown.append(pairs)
    position.chosen = [NOBODY] * position.seats
    every = [shown for pair in pairs for shown in PAIRS[pair]]
    return Event(
        "castle",
        {
            **_table(position),
            "value": VALUE[tile],
            "cards": [[CARDS[shown] for shown in PAIRS[pair]] for pair in pairs],
            "fates": [[_fate(shown, left, card) for shown in PAIRS[pair]] for pair in pairs],
            "shown": {CARDS[shown]: every.count(shown) for shown in sorted(set(every))},
            "winner": winner,
            "strength": 0 if card == NOBODY else STRENGTH[MATERIAL[tile]][card],
            "by": "sword" if card == NOBODY else "strength",
            "sword_before": before,
        },
        reveals=True,
        scene=True,
    )


def _fate(card: int, left: int, best: int) -> str:
    if card == SHEPHERD:
        return "returns"
    if not left >> card & 1:
        return "cancelled"
    return "wins" if card == best else "camp"


def _recruitment(position: RycerzePosition) -> Event:
    taken = position.chosen
    for seat, card in enumerate(taken):
        if card != NOBODY:
            position.hands[seat] |= 1 << card
    position.shown.append(taken)
    position.chosen = [NOBODY] * position.seats
    recruited = [card != NOBODY for card in taken]
    return Event("recruitment", {**_table(position), "recruited": recruited}, reveals=True, scene=True)


def _table(position: RycerzePosition) -> dict[str, Any]:
    """What both kinds of round tell of the table as it is afterwards."""
    return {
        "game": position.game,
        "games": position.games,
        "round": len(position.seen),
        "tile": TILES[position.tile],
        "tiles": [TILES[tile] for tile in position.seen],
        "points": position.points(),
        "totals": position.totals(),
        "castles": position.castle_words(),
        "hands": position.cards(),
        "camps": [ARMY - hand.bit_count() for hand in position.hands],
        "sword": position.sword,
    }


def _end_game(position: RycerzePosition, events: list[Event]) -> None:
    """R7, R9: the seventh round is over."""
    put_out = TILES[position.unseen[0]]
    if position.match:
        order = position.order()
        data = {
            "game": position.game,
            "games": position.games,
            "points": position.points(),
            "totals": position.totals(),
            "castles": position.castle_words(),
            "hands": position.cards(),
            "put_out": put_out,
            "order": order,
            "reason": reason_of(order, position.points(), position.cards()),
        }
        events.append(Event("game", data, reveals=True, scene=True))
    if position.game == position.games:
        position.over = True
        events.append(Event("over", {"put_out": put_out}, reveals=True))
        return
    position.scores.append(position.points())
    position.game += 1
    set_up(position)
    events.append(position.turn_up())


def set_up(position: RycerzePosition) -> None:
    """R1: all cards in hand, no castle won, the sword with the youngest, no tile turned up yet."""
    position.seen = []
    position.owners = [NOBODY] * DRUM
    position.hands = [ALL] * position.seats
    position.chosen = [NOBODY] * position.seats
    position.shown = []
    position.sword = position.seniority[0]

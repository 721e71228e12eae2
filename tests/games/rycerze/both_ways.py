"""A round of Rycerze i zamki played by the public rules and by the fast path, side by side."""

from __future__ import annotations

import random

from engines.contract import Event, Move, Seat
from engines.notation import legal_moves
from engines.rycerze.components import CARD, DRUM, SHEPHERD, TILE
from engines.rycerze.events import GameEnded, Round, TileTurned
from engines.rycerze.fast import NOTHING, standing, table_of
from engines.rycerze.position import RycerzePosition
from engines.rycerze.scoring import order_of
from tests.support.event_data import all_of


def mask(move: Move) -> int:
    return sum(1 << card for card in {CARD[word] for word in move[1:]} if card != SHEPHERD)


def compare_round(position: RycerzePosition, rng: random.Random) -> None:
    """Play one round both ways, from the same position and with the same next tiles."""
    order, game, fast = position.seniority, position.game, table_of(position)
    assert fast.copy().hands == fast.hands
    chosen: dict[Seat, Move] = {}
    for seat in range(position.seats):
        moves = legal_moves(position, seat)
        assert sorted(map(mask, moves)) == sorted(fast.legal(order.index(seat)))
        if moves:
            chosen[seat] = rng.choice(moves)
    events: list[Event] = []
    for seat, move in chosen.items():
        events = position.play(seat, move)
    coming = iter([TILE[turned.tile] for turned in all_of(events, TileTurned) if turned.game == game])
    fast.step([mask(chosen[seat]) if seat in chosen else NOTHING for seat in order], lambda _: next(coming))
    while fast.tile == DRUM and not any(fast.legal(seat) for seat in range(position.seats)):
        fast.step([NOTHING] * position.seats, lambda _: next(coming))
    told = [ended for ended in all_of(events, Round) if ended.game == game][-1]
    assert fast.points == [told.points[seat] for seat in order]
    assert order[fast.sword] == told.sword
    if position.game == game:
        assert fast.hands == [position.hands[seat] for seat in order]
        assert fast.tile == table_of(position).tile == (-1 if position.over else position.tile)
        assert sorted(fast.unseen) == position.unseen
    if fast.tile < 0:
        by_standing = sorted(range(position.seats), key=standing(fast.points, fast.hands).__getitem__, reverse=True)
        ended = next((ended.order for ended in all_of(events, GameEnded)), None)
        assert [order[seat] for seat in by_standing] == list(ended or final_order(position))


def final_order(position: RycerzePosition) -> list[Seat]:
    return order_of(position.points(), position.cards(), position.seniority)

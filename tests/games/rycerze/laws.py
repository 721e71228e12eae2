"""What is always true of a position of Rycerze i zamki."""

from __future__ import annotations

import random

from engines.contract import Seat
from engines.rycerze.components import ALL, CASTLES, DRUM, HELD, NONE, PAIR_MASK, ROUNDS, STACK, VALUE
from engines.rycerze.determinize import histories
from engines.rycerze.position import RycerzePosition


def laws(position: RycerzePosition) -> None:
    # R1: seven rounds, one tile each, of the eight tiles
    assert 1 <= len(position.seen) <= ROUNDS
    assert sorted([*position.seen, *position.unseen]) == list(STACK)
    finished = len(position.shown)
    assert finished == len(position.seen) - (not position.over)
    for castle in range(CASTLES):
        assert (position.owners[castle] != NONE) == (castle in position.seen[:finished])
    # every card is in its owner's hand or camp and went there by what was shown: told again from the start
    for seat in range(position.seats):
        hand = ALL
        for tile, shown in zip(position.seen, position.shown, strict=False):
            if tile == DRUM:
                assert (shown[seat] == NONE) == (hand == ALL)
                if shown[seat] != NONE:
                    assert not hand >> shown[seat] & 1
                    hand |= 1 << shown[seat]
            else:
                assert PAIR_MASK[shown[seat]] & ~hand == 0
                hand &= ~PAIR_MASK[shown[seat]]
        assert position.hands[seat] == hand
    # points are those of the castles; the sword is with the poorest, the youngest of them (R4)
    points = position.points()
    assert sum(points) == sum(VALUE[tile] for tile in position.seen[:finished] if tile != DRUM)
    assert sum(sum(game) for game in position.scores) + sum(points) == sum(position.totals())
    if any(tile != DRUM for tile in position.seen[:finished]):
        poorest = [seat for seat in position.seniority if points[seat] == min(points)]
        assert position.sword == poorest[0]
    else:
        assert position.sword == position.seniority[0]
    # R9
    assert 1 <= position.game <= position.games
    assert len(position.scores) == position.game - 1
    assert all(sum(VALUE) - max(VALUE) <= sum(game) <= sum(VALUE) for game in position.scores)


def stays_secret(position: RycerzePosition, seat: Seat) -> bool:
    """R5: nobody sees what another takes back."""
    return position.tile == DRUM


def twins(position: RycerzePosition, viewer: Seat | None, rng: random.Random) -> list[RycerzePosition]:
    """Another card taken back and not shown since, another choice in the open stage."""
    found = []
    view = position.view(viewer)
    for seat in range(position.seats):
        if seat == viewer:
            continue
        for taken, hand in histories(view, seat):
            twin = position.copy()
            drums = iter(taken)
            twin.shown = [
                [next(drums) if at == seat else card for at, card in enumerate(shown)] if tile == DRUM else shown
                for tile, shown in zip(position.seen, position.shown, strict=False)
            ]
            twin.hands[seat] = hand
            if not position.over and position.chosen[seat] != NONE:
                options = (
                    HELD[ALL ^ hand] if position.tile == DRUM else [n for n, mask in enumerate(PAIR_MASK) if not mask & ~hand]
                )
                twin.chosen[seat] = rng.choice(list(options))
            found.append(twin)
    return rng.sample(found, min(3, len(found)))

"""Always true of Torres: 92 segments, 6 knights and 10 cards a player, castles apart and never above their base."""

from __future__ import annotations

import random

from engines.contract import Seat
from engines.torres.position import TorresPosition
from engines.torres.state import KEEP


def laws(position: TorresPosition) -> None:
    position.check()


def stays_secret(position: TorresPosition, seat: Seat) -> bool:
    """T9: which card is kept and where the others are laid."""
    return position.mode == KEEP


def twins(position: TorresPosition, viewer: Seat | None, rng: random.Random) -> list[TorresPosition]:
    """Another player's ten cards lie otherwise: hand, deck from top to bottom, cards drawn or being looked at."""
    if not position.unseen or position.common:
        return []
    found = []
    for seat in range(position.seats):
        if seat == viewer:
            continue
        twin = position.copy()
        mine = seat == position.seat
        piles = [twin.hands[seat], twin.tops[seat], twin.unseen[seat], twin.bottoms[seat]]
        piles += [twin.fresh, twin.looked] if mine else []
        cards = [card for pile in piles for card in pile]
        rng.shuffle(cards)
        dealt = []
        for pile in piles:
            dealt.append(tuple(cards[: len(pile)]))
            del cards[: len(pile)]
        twin.hands[seat], twin.unseen[seat] = tuple(sorted(dealt[0])), tuple(sorted(dealt[2]))
        twin.tops[seat], twin.bottoms[seat] = dealt[1], dealt[3]
        if mine:
            twin.fresh, twin.looked = tuple(sorted(dealt[4])), tuple(sorted(dealt[5]))
        twin.seed = rng.randbytes(16)
        found.append(twin)
    return found

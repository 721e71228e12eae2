"""Always true of Torres: 92 segments, 6 knights and 10 cards a player, castles apart and never above their base."""

from __future__ import annotations

import random

from engines.contract import Seat
from engines.torres.components import ACTION_POINTS, CARDS, COLOURS, KNIGHTS, SEGMENTS, TOWER
from engines.torres.position import TorresPosition
from engines.torres.squares import flood
from engines.torres.state import ACT, KEEP, SOURCES

ACROSS_DRAWS = False
SAME_NAME = True
"""Torres is a place and is called so everywhere."""


def laws(position: TorresPosition) -> None:
    """Raises AssertionError where a law of the game does not hold: pieces kept, castles apart and not above their base."""
    taken = max(position.used, 0) + sum(map(sum, position.towers)) + sum(position.kept)
    assert sum(position.heights) + taken + position.supply == SEGMENTS, "segments are lost"
    assert position.supply >= 0, "the supply is overdrawn"
    assert all(0 <= height <= TOWER for towers in position.towers for height in towers), "a tower is too high"
    seen_squares = 1 << position.king if position.king >= 0 else 0
    for knights in position.knights:
        assert knights.bit_count() <= KNIGHTS, "too many knights"
        assert not seen_squares & knights, "two figures on one square"
        seen_squares |= knights
    land = position.terrain
    for castle in land.castles:
        assert flood(castle & -castle, castle) == castle, "a castle in pieces"
        assert flood(castle & -castle, land.least[1]) == castle, "two castles touch"
        assert not castle & ~land.least[1], "a castle on the ground"
        base = castle.bit_count()
        assert base + 1 >= len(land.least) or not castle & land.least[base + 1], "a castle is higher than its base"
    assert position.king < 0 or position.heights[position.king], "the king stands on the ground"
    _cards(position)
    _scores(position)


def _cards(position: TorresPosition) -> None:
    cards = list(position.fresh + position.looked)
    for held in (*position.hands, *position.played, *position.tops, *position.unseen, *position.bottoms):
        cards += held
    shared = position.common and not position.masters
    copies = COLOURS if shared else position.seats
    assert sorted(cards) == sorted(list(range(len(CARDS))) * copies), "cards are lost"
    if not shared:
        for seat in range(position.seats):
            own = list(position.hands[seat] + position.played[seat])
            if position.unseen:
                own += position.tops[seat] + position.unseen[seat] + position.bottoms[seat]
            if seat == position.seat:
                own += position.fresh + position.looked
            assert sorted(own) == list(range(len(CARDS))), "a player's cards are lost"
    assert bool(position.looked) == (position.mode == KEEP), "looking without a draw"


def _scores(position: TorresPosition) -> None:
    above = [score for score in position.scores if score]
    assert len(set(above)) == len(above), "two markers on one field"
    for seat in range(position.seats):
        tally = position.tallies[len(SOURCES) * seat : len(SOURCES) * (seat + 1)]
        assert sum(tally) == position.scores[seat], "points from nowhere"
    assert 0 <= position.ap <= ACTION_POINTS + 2, "action points from nowhere"  # the card seven gives two more
    assert position.mode in {ACT, KEEP} or position.ap == 0, "action points outside a turn"


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

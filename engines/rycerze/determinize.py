"""Full positions that a viewer could be in.

A viewer does not know the cards that others took back (until they are shown again), the choices of the open stage and what is
left in the stack. The stack is drawn lazily, so it only needs a fresh seed.
"""

import random
from collections.abc import Sequence

from engines.contract import Seat
from engines.draws import new_seed
from engines.rycerze.components import ALL, CARD, CASTLES, DRUM, HAND_PAIRS, HELD, NONE, PAIR, PAIR_MASK, TILE
from engines.rycerze.position import RycerzePosition
from engines.rycerze.view import RycerzeView


def determinize(view: RycerzeView, rng: random.Random) -> RycerzePosition:
    """Returns a position drawn evenly from all those whose `view(view.seat)` equals the given one."""
    tiles = [TILE[tile] for tile in view.tiles]
    hands, chosen, recruits = [], [], []
    for seat in range(view.seats):
        taken, hand = rng.choice(histories(view, seat))
        hands.append(hand)
        recruits.append(taken)
        chosen.append(_choice_on(view, tiles[-1]) if seat == view.seat else _guess(view, seat, hand, tiles[-1], rng))
    shown = []
    drums = 0
    for number, past in enumerate(view.past):
        if tiles[number] == DRUM:
            shown.append([recruits[seat][drums] for seat in range(view.seats)])
            drums += 1
        else:
            shown.append([_pair(cards) for cards in past.cards])
    owners = [NONE] * CASTLES
    for seat, castles in enumerate(view.castles):
        for castle in castles:
            owners[TILE[castle]] = seat
    return RycerzePosition(
        seed=new_seed(rng),
        seats=view.seats,
        match=view.options["match"] == "on",
        game=view.game,
        sword=view.sword,
        seen=tiles,
        owners=owners,
        hands=hands,
        chosen=chosen,
        shown=shown,
        scores=[list(points) for points in view.scores],
        over=view.over,
    )


def histories(view: RycerzeView, seat: Seat) -> list[tuple[tuple[int, ...], int]]:
    """Returns everything that a seat can have taken back in this game's recruitments (NONE if it was passed over), each with
    the army cards it then holds. Cards it has shown since rule out the others. The viewer's own history is known.
    """
    found: list[tuple[tuple[int, ...], int]] = [((), ALL)]
    for past in view.past:
        if past.cards:
            shown = PAIR_MASK[_pair(past.cards[seat])]
            found = [(taken, hand & ~shown) for taken, hand in found if hand & shown == shown]
        elif past.recruited[seat]:
            found = [((*taken, card), hand | 1 << card) for taken, hand in found for card in HELD[ALL ^ hand]]
        else:
            found = [((*taken, NONE), hand) for taken, hand in found]
    if seat == view.seat:
        own = tuple(CARD[word] if word else NONE for word in view.recruits)
        return [history for history in found if history[0] == own]
    return found


def _pair(words: Sequence[str]) -> int:
    first, second = sorted(CARD[word] for word in words)
    return PAIR[first, second]


def _choice_on(view: RycerzeView, tile: int) -> int:
    if not view.chosen:
        return NONE
    return CARD[view.chosen[0]] if tile == DRUM else _pair(view.chosen)


def _guess(view: RycerzeView, seat: Seat, hand: int, tile: int, rng: random.Random) -> int:
    """Returns a random choice that a seat which has chosen can have made."""
    if view.over or not view.ready[seat] or (tile == DRUM and hand == ALL):
        return NONE
    return rng.choice(HELD[ALL ^ hand] if tile == DRUM else HAND_PAIRS[hand])

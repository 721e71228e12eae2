"""What is always true of a position of Rzymianie do domu!."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from engines import draws
from engines.contract import Seat
from engines.rzymianie import choices
from engines.rzymianie.components import CARD, CHARIOTT, DECK, DRAWN, HECA, PLACES, STACK, STRENGTH, TURNS, VALUES
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.state import CARD_BITS, GONE, Step


def laws(position: RzymianiePosition) -> None:
    # every fort is in one place; those left of the round are gone, the others stand
    standing = [fort for fort in position.wall if fort != GONE]
    assert sorted([*position.unseen, *standing, *position.out, *(fort for won in position.won for fort in won)]) == list(STACK)
    assert len(position.unseen) == (TURNS - position.game_turn) * PLACES
    assert [fort != GONE for fort in position.wall] == [_stands(position, place) for place in range(1, PLACES + 1)]
    # every warrior is in one place
    for clan in range(position.clans):
        turned = position.turned_cards(clan)
        assert len(turned) == position.round
        assert [warrior >> CARD_BITS for warrior in sorted([*position.up[clan], *position.gone[clan]])] == list(
            range(1, position.round + 1)
        )
        assert sorted([*turned, *position.unturned_cards(clan)]) == list(DECK)
        assert position.up[clan] == sorted(position.up[clan])
    for seat in range(position.seats):
        hand = position.hands[seat]
        assert len(hand) == DRAWN
        rest = list(DECK)
        for card in hand:
            rest.remove(card)
        assert len(rest) == 2
        if position.round:
            assert len(position.down[seat]) == PLACES - position.round
            dropped = position.dropped_card(seat)
            assert sorted([*position.turned_cards(seat), *position.down[seat], dropped]) == hand
    # points
    for won, points in zip(position.won, position.points(), strict=True):
        assert points == sum(VALUES[fort] for fort in won)
    for clan in range(position.clans):
        hecas = sum(HECA[fort] for fort in position.won[clan])
        assert hecas < 3 or clan == position.hecas or clan >= position.seats
    # who is asked
    asked = choices.asked_seats(position)
    assert (position.step == Step.OVER) == (not asked)
    if position.step not in (Step.PLAN, Step.SVORD):
        assert all(len(choices.answers(position, seat)) > 1 for seat in asked)
    assert all(choice is None for seat, choice in enumerate(position.chosen) if seat not in asked)
    _attack_agrees(position)


def _stands(position: RzymianiePosition, place: int) -> bool:
    attack = position.attack
    contested = attack is not None and attack.taken is None and attack.lost is None
    return place > position.round or (place == position.round and contested)


def _attack_agrees(position: RzymianiePosition) -> None:
    """The public account of the round agrees with the table."""
    attack = position.attack
    assert (attack is None) == (position.round == 0)
    if attack is None:
        return
    assert (attack.game_turn, attack.round) == (position.game_turn, position.round)
    players = [clan for clan in range(position.seats) if position.turned_now(clan) == CHARIOTT]
    assert attack.cancelled == (tuple(players) if len(players) > 1 else ())
    if attack.sums:
        cancelled = sum(STRENGTH[CHARIOTT] for _ in attack.cancelled)
        cards = [*(each.card for line in attack.before for each in line), *attack.turned]
        shown = sum(STRENGTH[CARD[card]] for card in cards)
        assert sum(attack.sums) == shown - cancelled, "a seduction moves strength, it makes none"
        assert (attack.winner is None) == (attack.outcome in ("nobody", "tie", "archrs"))
        if attack.winner is not None:
            assert attack.sums[attack.winner] == max(sum_ for clan, sum_ in enumerate(attack.sums) if clan not in attack.filchy)


def align(determinized: RzymianiePosition, position: RzymianiePosition) -> None:
    """How the others' warriors lie is laid already and will be seen: the determinized ones lie so too, only what is never seen
    (which were drawn besides, which was dropped) stays another.
    """
    determinized.seed, determinized.draws = position.seed, position.draws
    determinized.down = [line[:] for line in position.down]
    for seat in range(position.seats):
        _hold(determinized, seat, determinized.hands[seat])


def _hold(position: RzymianiePosition, seat: Seat, wish: list[int]) -> None:
    """Give the seat a hand with its plan and, of what is left, a card of this wish where it can be."""
    if not position.round:
        return
    plan = [*position.turned_cards(seat), *position.down[seat]]
    rest = list(DECK)
    for card in plan:
        rest.remove(card)
    dropped = next((card for card in wish if card in rest), rest[0])
    position.hands = [sorted([*plan, dropped]) if at == seat else hand for at, hand in enumerate(position.hands)]


T = TypeVar("T")


class Foreseen(RzymianiePosition):
    """A position of another seed, whose chance nevertheless falls as it does with the seed `falls`: nobody at the table can
    tell it from the one it was made of, before or after any draw.
    """

    falls: bytes = b""

    def in_random_order(self, items: Sequence[T]) -> list[T]:
        self.draws += 1
        return draws.in_random_order(self.falls, self.draws, items)

    def pick(self, items: Sequence[T]) -> T:
        self.draws += 1
        return draws.pick(self.falls, self.draws, items)


def foreseen(position: RzymianiePosition, seed: bytes, falls: bytes) -> Foreseen:
    copied = position.copy()
    fields = {name: getattr(copied, name) for name in RzymianiePosition.__struct_fields__}
    return Foreseen(**fields | {"seed": seed, "falls": falls})


def twins(position: RzymianiePosition, viewer: Seat | None, rng: random.Random) -> list[RzymianiePosition]:
    """Another seed by which chance falls the same, other warriors in the others' hands where they will not be seen."""
    real = getattr(position, "_real", position)
    twin = foreseen(real, rng.randbytes(16), real.seed)
    for seat in range(real.seats):
        if seat == viewer:
            continue
        wish = rng.sample(DECK, len(DECK))
        _hold(twin, seat, wish)
        if not real.round:
            twin.hands = [sorted(wish[:DRAWN]) if at == seat else hand for at, hand in enumerate(twin.hands)]
            if twin.chosen[seat] is not None:
                twin.chosen[seat] = rng.sample(twin.hands[seat], PLACES)
    leaky: Any = type(position)
    return [leaky(twin) if real is not position else twin]

"""Full positions that a viewer could be in.

The stack and the neutral clans' warriors are drawn when they are turned up, so they only need a fresh seed.
"""

import random

from engines.base import is_short, without
from engines.contract import Seat
from engines.draws import new_seed
from engines.rzymianie.attack import Fort, Warrior
from engines.rzymianie.choices import VERBS, Answer, answers, parse
from engines.rzymianie.components import CARD, DRAWN, FORT, PLACES, STACK
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.state import CARD_BITS, FORTS, GONE, NOBODY, Step
from engines.rzymianie.view import RzymianieView


def _fort(fort: Fort | None) -> int:
    return GONE if fort is None else FORT[fort.kind, fort.value]


def _line(warriors: tuple[Warrior, ...]) -> list[int]:
    return [each.place << CARD_BITS | CARD[each.card] for each in warriors]


def determinize(view: RzymianieView, rng: random.Random) -> RzymianiePosition:
    """Returns a position drawn from all whose view for `view.seat` equals the given one. Each hand that others can have is as
    likely as chance made it; each order that they can have chosen is equally likely.
    """
    position = RzymianiePosition(
        seed=new_seed(rng),
        seats=view.seats,
        neutrals=view.clans - view.seats,
        auto=view.options["neutrals"] == "auto",
        stay=view.options["tied_forts"] == "stay",
        slide=view.options["druhid"] == "slide",
        unseen=_unseen_cards(view),
        wall=[_fort(fort) for fort in view.wall],
        won=[[_fort(fort) for fort in forts] for forts in view.forts],
        up=[_line(warriors) for warriors in view.up],
        gone=[_line(warriors) for warriors in view.discarded],
        previous=[[CARD[card] for card in cards] for cards in view.previous],
        hands=[],
        down=[[] for _ in range(view.seats)],
        chosen=[None] * view.seats,
        out=[_fort(fort) for fort in view.out],
        stage=view.stage,
        game_turn=view.game_turn,
        round=view.round,
        step=Step(view.asking),
        attack=view.attack,
        hecas=NOBODY if view.hecas is None else view.hecas,
        called=view.called,
        fokus_takes_axx=view.fokus_takes_axx,
        short=is_short(view.options),
    )
    for seat in range(view.seats):
        _deal(position, view, seat, rng)
    for seat, ready in enumerate(view.ready):
        if ready:
            position.chosen[seat] = list(_own_choice(position, view) if seat == view.seat else _guess(position, seat, rng))
    return position


def _unseen_cards(view: RzymianieView) -> list[int]:
    seen = (*view.wall, *view.out, *(fort for forts in view.forts for fort in forts))
    return without(STACK, (FORTS.index(fort) for fort in seen if fort is not None))


def _deal(position: RzymianiePosition, view: RzymianieView, seat: Seat, rng: random.Random) -> None:
    """Set the hand of a seat and its face-down warriors: as the viewer knows them, or at random."""
    if seat == view.seat:
        position.hands.append([CARD[card] for card in view.hand])
        if view.round:
            position.down[seat] = [CARD[warrior.card] for warrior in view.down]
        return
    left = position.unturned_cards(seat)
    rng.shuffle(left)
    turned = position.turned_cards(seat)
    position.hands.append(sorted([*turned, *left[: DRAWN - len(turned)]]))
    if view.round:
        position.down[seat] = left[: PLACES - view.round]


def _own_choice(position: RzymianiePosition, view: RzymianieView) -> Answer:
    if view.asking == Step.PLAN:
        return tuple(CARD[warrior.card] for warrior in view.down)
    return parse(position, view.viewer, (VERBS[view.asking], *view.chosen))


def _guess(position: RzymianiePosition, seat: Seat, rng: random.Random) -> Answer:
    """Returns a random choice that a seat which has chosen can have made."""
    if position.step == Step.PLAN:
        return tuple(rng.sample(position.hands[seat], PLACES))
    if position.step == Step.SVORD:
        return tuple(rng.sample(position.down[seat], len(position.down[seat])))
    return rng.choice(answers(position, seat))

"""What a viewer sees of a table (`view_of`), and tables that a viewer could be looking at (`imagine`).

Hidden are the seven warriors drawn by others, which of them they dropped, how the face-down ones lie, and the choices of the
open stage; the stack and the neutral clans' warriors are drawn when they are turned up, so a fresh seed is all they need.
"""

from __future__ import annotations

import random
from typing import TypeVar

from engines.contract import Seat
from engines.rzymianie import asking
from engines.rzymianie.components import CARD, CARDS, DRAWN, FORT, PLACES, STACK
from engines.rzymianie.state import CARD_BITS, FORTS, GONE, NOBODY, OVER, PLAN, SWORDS, Table, forts_of, wall_of, warriors_of
from engines.rzymianie.view import Fort, RzymianieView, Warrior

SEED_BYTES = 16


def turn_of(table: Table) -> int:
    """The contract's turn: the orders and each of the six rounds have a message of their own."""
    return (table.game_turn - 1) * (PLACES + 1) + table.round + 1


def pending(table: Table) -> tuple[Seat, ...]:
    """The seats asked that have not chosen yet."""
    return tuple(seat for seat in asking.asked(table) if table.chosen[seat] is None)


def view_of(table: Table, seat: Seat | None) -> RzymianieView:
    """What the seat (None: a spectator) may know."""
    own: dict[str, object] = {} if seat is None else _own(table, seat)
    whole = {
        "seats": table.seats,
        "stage": table.stage,
        "turn": turn_of(table),
        "pending": pending(table),
        "over": table.step == OVER,
        "options": {
            "neutrals": "auto" if table.auto else str(table.neutrals),
            "tied_forts": "stay" if table.stay else "discard",
            "druhid": "slide" if table.slide else "swap",
        },
    }
    return RzymianieView(
        seat=seat,
        **whole,  # type: ignore[arg-type]
        game_turn=table.game_turn,
        round=table.round,
        asking=table.step,
        clans=table.clans,
        wall=wall_of(table.wall),
        stack=len(table.unseen),
        out=forts_of(table.out),
        up=tuple(warriors_of(line) for line in table.up),
        discarded=tuple(warriors_of(line) for line in table.gone),
        forts=tuple(forts_of(forts) for forts in table.won),
        points=tuple(table.points()),
        previous=tuple(tuple(CARDS[card] for card in cards) for cards in table.previous),
        chosen=tuple(choice is not None for choice in table.chosen),
        attack=table.attack,
        hecas=None if table.hecas == NOBODY else table.hecas,
        **own,  # type: ignore[arg-type]
    )


def _own(table: Table, seat: Seat) -> dict[str, object]:
    choice = table.chosen[seat]
    plan = list(choice or ()) if table.step == PLAN else table.down[seat]
    dropped = table.dropped(seat)
    return {
        "hand": tuple(CARDS[card] for card in table.hands[seat]),
        "down": tuple(Warrior(CARDS[card], table.round + 1 + index) for index, card in enumerate(plan)),
        "dropped": "" if dropped == NOBODY else CARDS[dropped],
        "choice": () if choice is None else asking.words_of(table, seat, tuple(choice)),
    }


# -- imagining --------------------------------------------------------------------------------------------------------------


def _fort(fort: Fort | None) -> int:
    return GONE if fort is None else FORT[fort.kind, fort.value]


def _line(warriors: tuple[Warrior, ...]) -> list[int]:
    return [each.place << CARD_BITS | CARD[each.card] for each in warriors]


T = TypeVar("T", bound=Table)


def imagine(kind: type[T], view: RzymianieView, rng: random.Random) -> T:
    """A table drawn from all whose view for `view.seat` equals the given one: each hand that others can have is as likely as
    chance made it, each order that they can have given is equally likely.
    """
    table = kind(
        seed=rng.randbytes(SEED_BYTES),
        seats=view.seats,
        neutrals=view.clans - view.seats,
        auto=view.options["neutrals"] == "auto",
        stay=view.options["tied_forts"] == "stay",
        slide=view.options["druhid"] == "slide",
        unseen=_unseen(view),
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
        step=view.asking,
        attack=view.attack,
        hecas=NOBODY if view.hecas is None else view.hecas,
    )
    for seat in range(view.seats):
        _deal(table, view, seat, rng)
    for seat, chosen in enumerate(view.chosen):
        if chosen:
            table.chosen[seat] = list(_own_choice(table, view) if seat == view.seat else _guess(table, seat, rng))
    return table


def _unseen(view: RzymianieView) -> list[int]:
    left = list(STACK)
    for fort in (*view.wall, *view.out, *(fort for forts in view.forts for fort in forts)):
        if fort is not None:
            left.remove(FORTS.index(fort))
    return left


def _deal(table: Table, view: RzymianieView, seat: Seat, rng: random.Random) -> None:
    """The hand of a seat and its face-down warriors, known to the viewer or shuffled."""
    if seat == view.seat:
        table.hands.append([CARD[card] for card in view.hand])
        if view.round:
            table.down[seat] = [CARD[warrior.card] for warrior in view.down]
        return
    left = table.unturned(seat)
    rng.shuffle(left)
    turned = table.turned(seat)
    table.hands.append(sorted([*turned, *left[: DRAWN - len(turned)]]))
    if view.round:
        table.down[seat] = left[: PLACES - view.round]


def _own_choice(table: Table, view: RzymianieView) -> asking.Answer:
    assert view.seat is not None
    if view.asking == PLAN:
        return tuple(CARD[warrior.card] for warrior in view.down)
    return asking.read(table, view.seat, (asking.VERBS[view.asking], *view.choice))


def _guess(table: Table, seat: Seat, rng: random.Random) -> asking.Answer:
    """Any choice that a seat which has chosen can have made."""
    if table.step == PLAN:
        return tuple(rng.sample(table.hands[seat], PLACES))
    if table.step == SWORDS:
        return tuple(rng.sample(table.down[seat], len(table.down[seat])))
    return rng.choice(asking.answers(table, seat))

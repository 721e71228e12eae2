"""What the public table shows, gathered from a view or from an event."""

from __future__ import annotations

import msgspec

from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.components import PLACES
from engines.rzymianie.view import RzymianieView


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of the table, from a view or from an event."""

    seats: int
    game_turn: int
    round: int
    """1..6, 0 while orders are given."""
    wall: tuple[Fort | None, ...]
    """By place, None: gone."""
    forts: tuple[tuple[Fort, ...], ...]
    """By clan: forts taken."""
    points: tuple[int, ...]
    """By clan."""
    laid: tuple[bool, ...]
    """By clan: whether its warriors are laid."""
    waits: tuple[bool | None, ...]
    """By clan: whether it is waited for; None: it is asked nothing."""
    attack: Attack | None = None
    """The round, None while orders are given."""
    spent: tuple[tuple[Warrior, ...], ...] = ()
    """By clan: warriors discarded in earlier rounds of this turn; () where that is not known."""
    places: tuple[int, ...] = ()
    """The places in the wall that can be chosen now."""
    targets: tuple[int, ...] = ()
    """The clans whose warrior can be chosen now."""

    @property
    def clans(self) -> int:
        return len(self.points)


def of_view(view: RzymianieView) -> Battle:
    """The public part of a view."""
    attack = view.attack
    here = () if attack is None else tuple((each.clan, each.warrior) for each in attack.discards)
    waits: list[bool | None] = [None] * view.clans
    for seat in range(view.seats):
        if seat in view.pending or view.ready[seat]:
            waits[seat] = seat in view.pending
    return Battle(
        seats=view.seats,
        game_turn=view.game_turn,
        round=view.round,
        wall=view.wall if attack is None else attack.wall,
        forts=view.forts,
        points=view.points,
        laid=tuple(view.round > 0 or clan >= view.seats or view.ready[clan] for clan in range(view.clans)),
        waits=tuple(waits),
        attack=attack,
        spent=tuple(tuple(each for each in line if (clan, each) not in here) for clan, line in enumerate(view.discarded)),
        places=places(view),
        targets=targets(view),
    )


def places(view: RzymianieView) -> tuple[int, ...]:
    """The places in the wall among which Dru'hid's winner chooses now."""
    if view.asking != "take":
        return ()
    return tuple(place for place in range(view.round, PLACES + 1) if view.wall[place - 1] is not None)


def targets(view: RzymianieView) -> tuple[int, ...]:
    """The clans whose warrior can be seduced now."""
    if view.asking != "seduce" or view.attack is None:
        return ()
    return tuple(clan for clan in range(view.clans) if clan != view.attack.seducer and clan not in view.attack.cancelled)


def of_attack(attack: Attack, seats: int) -> Battle:
    """The battle of a round that is over, from its event."""
    n = len(attack.turned)
    return Battle(
        seats=seats,
        game_turn=attack.game_turn,
        round=attack.round,
        wall=attack.wall,
        forts=attack.forts,
        points=attack.points,
        laid=(True,) * n,
        waits=(None,) * n,
        attack=attack,
    )

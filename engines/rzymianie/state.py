"""The whole state of a table of Rzymianie do domu! as plain data, and what follows from it."""

import enum
from typing import Any

import msgspec

from engines.base import Chance, IsShort, SeatedState, without
from engines.contract import Seat
from engines.rzymianie.attack import Attack, Fort, Warrior
from engines.rzymianie.components import CARDS, CLANS, DECK, KINDS, PLACES, SHORT_TURNS, TURNS, VALUES

GONE = -1
"""In the wall: the place of a fort that was taken or discarded."""
NOBODY = -1
"""Stands for no clan or no card."""

FORTS: tuple[Fort, ...] = tuple(Fort(kind, value) for kind, value in zip(KINDS, VALUES, strict=True))
"""By fort number."""

CARD_BITS = 3
"""A warrior on the table is one number: its place (1..6) above these bits, its card below them."""
CARD_MASK = (1 << CARD_BITS) - 1


class Step(enum.StrEnum):
    """What is being asked: the plans (H2), then H4b, H4f, H4g, H4h, H4i and H4j; "" when the game is over."""

    PLAN = "plan"
    SEDUCE = "seduce"
    TAKE = "take"
    KEEP = "keep"
    HORSIE = "horsie"
    SVORD = "svord"
    FOKUS = "fokus"
    GIVE = "give"
    OVER = ""


class RzymianieState(SeatedState, Chance):
    """The whole state; cards, forts and warriors are numbers.

    The face-down warriors of neutral clans are drawn when they are turned up.
    """

    neutrals: int
    """Number of neutral clans."""
    stay: bool
    """The variant H12 (`tied_forts: stay`)."""
    slide: bool
    """The variant H13 (`druhid: slide`)."""
    unseen: list[int]
    """The forts of the stack, sorted."""
    wall: list[int]
    """By place - 1: the fort, or GONE if it was taken or discarded."""
    won: list[list[int]]
    """By clan: forts in the order taken."""
    up: list[list[int]]
    """By clan: warriors face up, oldest first."""
    gone: list[list[int]]
    """By clan: warriors discarded this turn, in order."""
    previous: list[list[int]]
    """By clan: the cards in the order they were turned up in the last turn."""
    hands: list[list[int]]
    """By seat: the seven cards drawn this turn, sorted."""
    down: list[list[int]]
    """By seat: face-down cards at the places after `round`, left to right; [] while orders are given."""
    chosen: list[list[int] | None]
    """By seat: the answer to the open stage; None if there is none yet."""
    out: list[int] = msgspec.field(default_factory=list)
    """Forts discarded, in order."""
    draws: int = 0
    """Number of draws made so far."""
    stage: int = 0
    """As in the contract's Position."""
    game_turn: int = 0
    """1..3; 0 before the first wall."""
    round: int = 0
    """1..6; 0 while orders are given."""
    step: Step = Step.PLAN
    """The question being asked."""
    attack: Attack | None = None
    """The public state of the current round; None while orders are given."""
    hecas: int = NOBODY
    """The seat that has won with three FortHecas."""
    auto: bool = False
    """Whether the number of neutral clans followed from the number of seats."""
    called: tuple[str, ...] = CLANS
    """By clan, the word that moves name it by (H3)."""
    fokus_takes_axx: bool = False
    """The first version of the rules: with Fort Fokus the winner keeps nothing (H5b)."""
    tells_strengths: bool = True
    """Whether an event tells the strengths when they are compared (H4e). In games begun by versions 1 and 2 of the rules only
    the end of the round tells them.
    """
    short: IsShort = msgspec.UNSET
    """Whether the game is one turn (H14)."""
    version: int = 3

    @property
    def clans(self) -> int:
        return self.seats + self.neutrals

    @property
    def turns(self) -> int:
        """H8, H14: the number of turns of the game."""
        return SHORT_TURNS if self.short else TURNS

    @property
    def told_turns(self) -> int | msgspec.UnsetType:
        """The same as events tell it, which leave it out in the whole game."""
        return self.turns if self.short else msgspec.UNSET

    @property
    def turn(self) -> int:
        """The contract's turn: the orders and each of the six rounds have their own message."""
        return (self.game_turn - 1) * (PLACES + 1) + self.round + 1

    @property
    def current_attack(self) -> Attack:
        """The current round. There must be one."""
        assert self.attack is not None
        return self.attack

    def update_attack(self, **changes: Any) -> Attack:
        """Record what has happened in this round."""
        self.attack = msgspec.structs.replace(self.current_attack, **changes)
        return self.attack

    def turned_cards(self, clan: int) -> list[int]:
        """Returns the cards that a clan has turned up in this turn, left to right."""
        return [warrior & CARD_MASK for warrior in sorted([*self.up[clan], *self.gone[clan]])]

    def turned_now(self, clan: int) -> int:
        """Returns the card that a clan has turned up in this round."""
        warrior = max(self.up[clan][-1:] + self.gone[clan], key=lambda each: each >> CARD_BITS)
        return warrior & CARD_MASK

    def dropped_card(self, seat: Seat) -> int:
        """H2: returns the one of the seven cards that the plan left out; NOBODY while there is no plan."""
        plan = self.chosen[seat] if self.step == Step.PLAN else [*self.turned_cards(seat), *self.down[seat]]
        return without(self.hands[seat], plan)[0] if plan else NOBODY

    def discard(self, clan: int, warrior: int) -> None:
        """Discard a face-up warrior."""
        self.up[clan].remove(warrior)
        self.gone[clan].append(warrior)

    def earlier(self, clan: int) -> list[int]:
        """Returns a clan's face-up warriors turned up before this round, oldest first."""
        return [warrior for warrior in self.up[clan] if warrior >> CARD_BITS < self.round]

    def points(self) -> list[int]:
        """Returns the points of the forts, by clan."""
        return [sum(VALUES[fort] for fort in forts) for forts in self.won]

    def unturned_cards(self, clan: int) -> list[int]:
        """Returns the cards that a clan has not turned up in this turn, sorted."""
        return without(DECK, self.turned_cards(clan))


def upgraded_from_1(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot of version 1 as one of version 2: its game goes on by the first version of the rules."""
    return {**fields, "fokus_takes_axx": True, "version": 2}


def upgraded_from_2(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot of version 2 as one of version 3: its game goes on with the events of the rules it began with."""
    return {**fields, "tells_strengths": False, "version": 3}


def warrior_of(number: int) -> Warrior:
    """Returns the warrior that a number stands for."""
    return Warrior(CARDS[number & CARD_MASK], number >> CARD_BITS)


def warriors_of(numbers: list[int]) -> tuple[Warrior, ...]:
    """Returns the warriors that numbers stand for."""
    return tuple(warrior_of(number) for number in numbers)


def wall_of(wall: list[int]) -> tuple[Fort | None, ...]:
    """Returns the forts by place - 1; None if the fort is gone."""
    return tuple(None if fort == GONE else FORTS[fort] for fort in wall)


def forts_of(forts: list[int]) -> tuple[Fort, ...]:
    """Returns the forts that numbers stand for."""
    return tuple(FORTS[fort] for fort in forts)

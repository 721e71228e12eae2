"""The table of Rzymianie do domu! as plain data, and what follows from it."""

from __future__ import annotations

import msgspec

from engines import draws
from engines.contract import Seat
from engines.rzymianie.components import CARDS, DECK, KINDS, VALUES
from engines.rzymianie.view import Attack, Fort, Warrior

PLAN, SEDUCE, TAKE, KEEP, HORSES, SWORDS, FOCUS, GIVE, OVER = (
    "plan",
    "seduce",
    "take",
    "keep",
    "horsie",
    "svord",
    "fokus",
    "give",
    "",
)
"""What is being asked: the orders (H2), then H4 (b), (f), (g), (h), (i) and (j), and nothing any more."""

GONE = -1
NOBODY = -1

FORTS: tuple[Fort, ...] = tuple(Fort(kind, value) for kind, value in zip(KINDS, VALUES, strict=True))
"""By fort number."""

CARD_BITS = 3
"""A warrior on the table is one number: its place (1..6) above these bits, its card below."""
CARD_MASK = (1 << CARD_BITS) - 1


class Table(msgspec.Struct):
    """Everything that is true on the table; cards, forts and warriors as numbers.

    `draws`: how often chance has been asked. `step`: the question being asked (above). `unseen`: forts of the stack, sorted.
    `wall`: by place - 1, GONE where the fort is taken or discarded. `out`: forts discarded. By clan: `won` (forts in the order
    taken), `up` and `gone` (warriors face up, and discarded this turn, oldest first), `previous` (cards as turned up in the
    last turn). By seat: `hands` (the seven cards drawn this turn, sorted), `down` (face-down cards at the places after `round`,
    left to right; [] while orders are given), `chosen` (the open stage's answer). `attack`: the public story of the round going
    on. `hecas`: who won by three FortHecas, or NOBODY. `auto`: the number of neutral clans followed from that of the seats.
    What neutral clans have face down is drawn when it is turned up.
    """

    seed: bytes
    seats: int
    neutrals: int
    stay: bool
    slide: bool
    unseen: list[int]
    wall: list[int]
    won: list[list[int]]
    up: list[list[int]]
    gone: list[list[int]]
    previous: list[list[int]]
    hands: list[list[int]]
    down: list[list[int]]
    chosen: list[list[int] | None]
    out: list[int] = []
    draws: int = 0
    stage: int = 0
    game_turn: int = 0
    round: int = 0
    step: str = PLAN
    attack: Attack | None = None
    hecas: int = NOBODY
    auto: bool = False
    version: int = 1

    @property
    def clans(self) -> int:
        return self.seats + self.neutrals

    @property
    def story(self) -> Attack:
        """The round going on."""
        assert self.attack is not None
        return self.attack

    def tell(self, **changes: object) -> Attack:
        """Write down what has happened in this round."""
        self.attack = msgspec.structs.replace(self.story, **changes)
        return self.attack

    def turned(self, clan: int) -> list[int]:
        """The cards that a clan has turned up this turn, left to right."""
        return [warrior & CARD_MASK for warrior in sorted([*self.up[clan], *self.gone[clan]])]

    def now(self, clan: int) -> int:
        """The card that a clan has turned up in this round."""
        warrior = max(self.up[clan][-1:] + self.gone[clan], key=lambda each: each >> CARD_BITS)
        return warrior & CARD_MASK

    def dropped(self, seat: Seat) -> int:
        """H2: the one of the seven that the plan left out, NOBODY while there is none."""
        plan = self.chosen[seat] if self.step == PLAN else [*self.turned(seat), *self.down[seat]]
        if not plan:
            return NOBODY
        left = self.hands[seat][:]
        for card in plan:
            left.remove(card)
        return left[0]

    def discard(self, clan: int, warrior: int) -> None:
        """Discard a face-up warrior."""
        self.up[clan].remove(warrior)
        self.gone[clan].append(warrior)

    def earlier(self, clan: int) -> list[int]:
        """Its face-up warriors turned up before this round, oldest first."""
        return [warrior for warrior in self.up[clan] if warrior >> CARD_BITS < self.round]

    def points(self) -> list[int]:
        """Points of the forts by clan."""
        return [sum(VALUES[fort] for fort in forts) for forts in self.won]

    def shuffle(self, items: list[int]) -> list[int]:
        self.draws += 1
        return draws.shuffled(self.seed, self.draws, items)

    def draw(self, items: list[int]) -> int:
        self.draws += 1
        return draws.pick(self.seed, self.draws, items)

    def unturned(self, clan: int) -> list[int]:
        """The cards of a clan that it has not turned up this turn, sorted."""
        left = list(DECK)
        for card in self.turned(clan):
            left.remove(card)
        return left


def warrior_of(number: int) -> Warrior:
    """A warrior on the table as views name it."""
    return Warrior(CARDS[number & CARD_MASK], number >> CARD_BITS)


def warriors_of(numbers: list[int]) -> tuple[Warrior, ...]:
    """Warriors on the table as views name them."""
    return tuple(warrior_of(number) for number in numbers)


def wall_of(wall: list[int]) -> tuple[Fort | None, ...]:
    """By place - 1, None where the fort is gone."""
    return tuple(None if fort == GONE else FORTS[fort] for fort in wall)


def forts_of(forts: list[int]) -> tuple[Fort, ...]:
    """Fort cards as views name them."""
    return tuple(FORTS[fort] for fort in forts)

"""The events of Rzymianie do domu! All but hands are public. Clans, cards and forts are named as in attack.py."""

import msgspec

from engines.contract import EventData, Seat
from engines.rzymianie.attack import Attack, Fort
from engines.rzymianie.components import TURNS


class WallTurnedUp(EventData, frozen=True, tag="wall"):
    """A new turn begins (H1)."""

    game_turn: int
    row: tuple[Fort, ...]
    """The six forts as they were turned up."""
    wall: tuple[Fort, ...]
    """The same, in the order of the wall."""
    stack: int
    """How many forts are left in the stack."""
    turns: int | msgspec.UnsetType = msgspec.UNSET
    """As in `Attack`."""

    @property
    def all_turns(self) -> int:
        """The number of turns of the game."""
        return self.turns or TURNS


class HandDealt(EventData, frozen=True, tag="hand"):
    """For the seat alone: the seven cards it drew (H2)."""

    game_turn: int
    seat: Seat
    cards: tuple[str, ...]


class RoundEvent(EventData, frozen=True):
    """Something that happens in an attack round."""

    game_turn: int
    round: int


class WarriorsTurnedUp(RoundEvent, frozen=True, tag="reveal"):
    """A round begins (H3)."""

    fort: Fort
    """The contested fort."""
    turned: tuple[str, ...]
    """By clan: the card turned up."""


class Seduced(RoundEvent, frozen=True, tag="seduce"):
    """Qween's choice, made by her player or forced (H4b)."""

    clan: int
    """The clan whose Qween it is."""
    seduced: int
    """The clan whose warrior is seduced."""
    card: str


class StrengthsCompared(RoundEvent, frozen=True, tag="strengths", kw_only=True):
    """The strengths are compared (H4a to H4e): why a clan takes the fort, or why none does. It precedes whatever follows from
    it, also where the next step asks somebody. There is none in games begun by versions 1 and 2 of the rules.
    """

    cancelled: tuple[int, ...] = ()
    """Clans whose Ch'ariott is discarded (H4a)."""
    qween: str = ""
    """Why Qween does or does not seduce, as in `attack`."""
    sums: tuple[int, ...]
    """By clan: the strength that counts."""
    filchy: tuple[int, ...] = ()
    """Clans that cannot take the fort (H4d)."""
    tied: tuple[int, ...] = ()
    """The clans that share the highest strength; () unless there are several."""
    outcome: str
    """Who is strongest, as in `attack`."""
    winner: int | None = None
    """The clan that takes a fort; None if none does."""


class FortTaken(RoundEvent, frozen=True, tag="take"):
    """A fort is taken (H4e, H4f)."""

    clan: int
    fort: Fort
    place: int
    """The place in the wall it was taken from; differs from `round` if Dru'hid chose."""


class WarriorsKept(RoundEvent, frozen=True, tag="keep"):
    """The winner was asked what to keep (H4g)."""

    clan: int
    kept: tuple[str, ...]
    """The cards that stay."""


class Drop(msgspec.Struct, frozen=True, array_like=True):
    """A warrior dropped by a clan."""

    clan: int
    card: str


class WarriorsDropped(RoundEvent, frozen=True, tag="drop"):
    """Each of these clans drops a warrior: players and neutral clans, whether asked or with only one answer (H4h, H5b)."""

    why: str
    """`horsie` or `fokus`."""
    drops: tuple[Drop, ...]
    """In the order of the clans."""


class OrdersChanged(RoundEvent, frozen=True, tag="order"):
    """Players with Svord have ordered their face-down warriors (H4i); nobody learns whether the order changed."""

    clans: tuple[Seat, ...]
    """The clans of these players."""


class FortGivenUp(RoundEvent, frozen=True, tag="give"):
    """A fort is given up for FortUna (H5c)."""

    clan: int
    fort: Fort
    itself: bool
    """Whether it is FortUna itself."""


class AttackOver(Attack, EventData, frozen=True, kw_only=True, omit_defaults=False, tag="attack"):
    """A round that is over, complete; a scene. It is followed by the next round, the next turn or the end."""

    compared: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether `strengths` has told the reasons; missing in games begun by versions 1 and 2 of the rules."""


class InstantWin(EventData, frozen=True, tag="forthecas"):
    """A player has three FortHecas (H4f). It follows the round in which that happened."""

    clan: Seat
    forts: tuple[Fort, ...]
    """The three."""


class GameOver(EventData, frozen=True, tag="over"):
    """The game is over (H8, H9)."""

    scores: tuple[int, ...]
    """By seat."""
    places: tuple[int, ...]
    """By seat."""
    reason: str
    """As in the result."""


def attack_over(attack: Attack, *, compared: bool) -> AttackOver:
    """Returns the event of a round that is over; `compared` says whether `strengths_compared` was told in it."""
    known = {field: getattr(attack, field) for field in Attack.__struct_fields__}
    return AttackOver(**known, compared=True if compared else msgspec.UNSET)


def strengths_compared(attack: Attack) -> StrengthsCompared:
    """Returns the event of a round in which the strengths have been compared."""
    return StrengthsCompared(**{field: getattr(attack, field) for field in StrengthsCompared.__struct_fields__})

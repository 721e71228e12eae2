"""The public state of an attack round: forts, warriors, and what has happened so far.

Clans are numbers: a seat's clan has the seat's number, neutral clans have the next ones. Places in the wall are 1..6 from the
left. An attack round has the number of the place where it is fought, and a warrior keeps the place at which it was turned up.
"""

import msgspec


class Fort(msgspec.Struct, frozen=True):
    """A fort card. Forts of the same kind and value are interchangeable."""

    kind: str
    """`komfort`, `fokus`, `fortuna`, `niefort` or `fortheca`."""
    value: int
    """Points, negative for a FortHeca."""


class Warrior(msgspec.Struct, frozen=True):
    """A warrior at a fort."""

    card: str
    """`qween`, `druhid`, `svord`, `axx`, `archr`, `filchy`, `horsie` or `chariott`."""
    place: int
    """The place (1..6) at which it was turned up or is face down."""


class Discard(msgspec.Struct, frozen=True):
    """A warrior discarded in a round."""

    clan: int
    """The clan whose warrior it was."""
    warrior: Warrior
    why: str
    """`chariott` (cancelled by another Ch'ariott), `winner` (its clan took the fort), `seduced` (discarded with the winner's),
    `horsie` or `fokus`.
    """


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack round so far. In the event `attack` it is complete.

    After the sixth round the warriors stay where they are: only cancelled Ch'ariotts are discarded in it (H5, H8).
    """

    turns: int | msgspec.UnsetType = msgspec.UNSET
    """The number of turns of the game in the short form; missing in the whole game."""

    # from the beginning of the round
    game_turn: int
    round: int
    wall: tuple[Fort | None, ...]
    """The six places at the start of the round; None if the fort is gone."""
    fort: Fort
    """The contested fort."""
    before: tuple[tuple[Warrior, ...], ...]
    """By clan: face-up warriors from earlier rounds, oldest first."""
    turned: tuple[str, ...]
    """By clan: the card turned up in this round."""
    cancelled: tuple[int, ...] = ()
    """Clans whose Ch'ariott is discarded (H4a)."""
    qween: str = ""
    """Why Qween does or does not seduce: "" (no Qween), `seduces`, `many` (two or more), `neutral`, `nobody` (none is left)."""

    # after Qween has chosen
    seducer: int | None = None
    """The clan whose Qween seduces, known from the beginning; None if none does."""
    seduced: int | None = None
    """The clan whose warrior is seduced; None if none is."""
    sums: tuple[int, ...] = ()
    """By clan: the strength that counts; () before it is known."""
    filchy: tuple[int, ...] = ()
    """Clans that cannot take the fort (H4d)."""
    tied: tuple[int, ...] = ()
    """The clans that share the highest strength; () unless there are several."""
    outcome: str = ""
    """`highest` (one clan at the top), `archr` (Arch'r broke a tie), `tie`, `archrs` (several tied Arch'rs leave the tie),
    `nobody` (all Filchy); "" while unknown.
    """
    winner: int | None = None
    """The clan that takes the fort; None if none does."""

    # after the fort is taken or lost
    taken: Fort | None = None
    """The fort that the winner took."""
    place: int = 0
    """The place it was taken from (other than `round` if Dru'hid chose); 0 if none is taken."""
    hecas: bool = False
    """Whether it is a player's third FortHeca, which ends the game."""
    lost: Fort | None = None
    """The fort discarded because nobody took the contested one (with `tied_forts: stay`, the last one on the right)."""
    slid: bool = False
    """Whether forts still in the wall were moved to the right (H12, H13)."""

    # after that
    kept: tuple[Warrior, ...] = ()
    """The winner's warriors that stay."""
    horsies: tuple[int, ...] = ()
    """The clans that drop a warrior because of Horsie."""
    svords: tuple[int, ...] = ()
    """The clans that are asked to reorder their face-down warriors."""
    discards: tuple[Discard, ...] = ()
    """All discarded warriors, in the order of the discards."""
    given: Fort | None = None
    """The fort given up for FortUna; FortUna itself if there was no earlier one."""

    # at the end of the round; () before
    wall_after: tuple[Fort | None, ...] = ()
    """The six places; None if the fort is gone."""
    after: tuple[tuple[Warrior, ...], ...] = ()
    """By clan: the face-up warriors."""
    forts: tuple[tuple[Fort, ...], ...] = ()
    """By clan: the forts taken so far, in order."""
    points: tuple[int, ...] = ()
    """By clan: the points of its forts."""

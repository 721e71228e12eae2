"""An attack round as everybody may know it: forts, warriors, and what has happened so far.

Clans are numbers: a seat's clan is its own number, neutral clans are the next ones. Places in the wall are 1..6 from the left.
An attack round has the number of the place it is fought at, and a warrior keeps the place at which it was turned up.
"""

import msgspec


class Fort(msgspec.Struct, frozen=True):
    """A fort card. Forts of the same kind and value are alike."""

    kind: str
    """`komfort`, `fokus`, `fortuna`, `niefort` or `fortheca`."""
    value: int
    """Points, negative for a FortHeca."""


class Warrior(msgspec.Struct, frozen=True):
    """A warrior that lies at a fort."""

    card: str
    """`qween`, `druhid`, `svord`, `axx`, `archr`, `filchy`, `horsie` or `chariott`."""
    place: int
    """The place (1..6) at which it was turned up or lies face down."""


class Discard(msgspec.Struct, frozen=True):
    """A warrior discarded in a round."""

    clan: int
    """Whose warrior it was."""
    warrior: Warrior
    why: str
    """`chariott` (cancelled by its like), `winner` (its clan took the fort), `seduced` (discarded with the winner's), `horsie`
    or `fokus`.
    """


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack round, as far as it has come. In the event `attack` it is a whole one.

    After the sixth round the warriors lie as they lay: nothing but cancelled Ch'ariotts is discarded there (H5, H8).
    """

    # from the beginning of the round
    game_turn: int
    round: int
    wall: tuple[Fort | None, ...]
    """The six places as the round began, None: gone."""
    fort: Fort
    """The fort that is fought for."""
    before: tuple[tuple[Warrior, ...], ...]
    """By clan: face up from earlier rounds, oldest first."""
    turned: tuple[str, ...]
    """By clan: the card turned up now."""
    cancelled: tuple[int, ...] = ()
    """Clans whose Ch'ariott is discarded (H4a)."""
    qween: str = ""
    """Why Qween does or does not seduce: "" no Qween, `seduces`, `many` (two or more), `neutral`, `nobody` (is left)."""

    # when Qween has chosen
    seducer: int | None = None
    """The clan whose Qween seduces, known from the beginning; None: nobody's."""
    seduced: int | None = None
    """The clan whose warrior is seduced, None: nobody's."""
    sums: tuple[int, ...] = ()
    """By clan: the strength that counts; () before it is known."""
    filchy: tuple[int, ...] = ()
    """Clans that cannot take the fort (H4d)."""
    tied: tuple[int, ...] = ()
    """The clans at the top where several are, () else."""
    outcome: str = ""
    """`highest` (one clan at the top), `archr` (a tie broken), `tie`, `archrs` (a tie that several tied Arch'rs leave),
    `nobody` (all Filchy); "" not yet known.
    """
    winner: int | None = None
    """The clan that takes the fort, None: nobody."""

    # when the fort is taken or lost
    taken: Fort | None = None
    """The fort that the winner took."""
    place: int = 0
    """The place it was taken from (another than `round`: by Dru'hid), 0 where none is taken."""
    hecas: bool = False
    """It is the third FortHeca of a player, and the game is over."""
    lost: Fort | None = None
    """The fort discarded because nobody took the contested one (with `tied_forts: stay` the last on the right)."""
    slid: bool = False
    """Whether forts still in the wall were moved to the right (H12, H13)."""

    # then
    kept: tuple[Warrior, ...] = ()
    """The winner's warriors that stay."""
    horsies: tuple[int, ...] = ()
    """The clans that drop a warrior by Horsie."""
    svords: tuple[int, ...] = ()
    """The clans asked to reorder their face-down warriors."""
    discards: tuple[Discard, ...] = ()
    """All warriors discarded, in the order it happened."""
    given: Fort | None = None
    """The fort given up to FortUna; FortUna itself if there was no earlier one."""

    # at the end of the round, () before
    wall_after: tuple[Fort | None, ...] = ()
    """The six places, None: gone."""
    after: tuple[tuple[Warrior, ...], ...] = ()
    """By clan: face up."""
    forts: tuple[tuple[Fort, ...], ...] = ()
    """By clan: the forts taken so far, in order."""
    points: tuple[int, ...] = ()
    """By clan: the points of those forts."""

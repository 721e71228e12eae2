"""What a seat may know of a game of Rzymianie do domu! (see attack.py for clans, warriors, forts and places)."""

from __future__ import annotations

from engines.contract import Seat, View
from engines.rzymianie.attack import Attack, Fort, Warrior


class RzymianieView(View, frozen=True, kw_only=True):
    """The table of Rzymianie do domu! as `seat` knows it (None: a spectator).

    `options`: `neutrals` (`auto`, 0..3), `tied_forts` (`discard`, `stay`), `druhid` (`swap`, `slide`).
    A clan's face-down warriors lie at the places after `round` (a neutral clan's also while orders are given, a player's then
    when `ready`).
    """

    game_turn: int
    """1..3."""
    round: int
    """0 while orders are given, 1..6 in the attack."""
    asking: str
    """The question now asked of the seats in `pending`, and in a joint stage of those that are `ready`: `plan`, `seduce`,
    `take`, `keep`, `horsie`, `svord`, `fokus`, `give`; "" when the game is over.
    """
    clans: int
    """How many clans play, neutral ones too."""
    wall: tuple[Fort | None, ...]
    """Six places, None where the fort is gone."""
    stack: int
    """How many forts have not been turned up yet."""
    out: tuple[Fort, ...]
    """Forts discarded, in order."""
    up: tuple[tuple[Warrior, ...], ...]
    """By clan: face-up warriors, oldest first."""
    discarded: tuple[tuple[Warrior, ...], ...]
    """By clan: warriors discarded this turn, in order."""
    forts: tuple[tuple[Fort, ...], ...]
    """By clan: forts in the order taken."""
    points: tuple[int, ...]
    """By clan."""
    previous: tuple[tuple[str, ...], ...]
    """By clan: the six warriors as they were turned up in the last turn; () in the first."""
    ready: tuple[bool, ...]
    """By seat: whether it has made the secret choice of this stage."""
    attack: Attack | None
    """The round going on, None while orders are given; when the game is over, the last one, whole."""
    hecas: Seat | None = None
    """The seat that has won by three FortHecas."""

    # for the seat alone
    hand: tuple[str, ...] = ()
    """The seven warriors drawn this turn, weakest first."""
    down: tuple[Warrior, ...] = ()
    """Own face-down warriors with their places; while orders are given the plan chosen."""
    dropped: str = ""
    """The one of the seven that the plan left out, "" before there is one."""

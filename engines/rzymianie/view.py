"""What a seat may know of a game of Rzymianie do domu!, and what its events tell.

Clans are numbers: a seat's clan is its own number, neutral clans are the next ones; `CLANS` are their words (gold, green,
violet, red), also in moves. Warriors: `qween druhid svord axx archr filchy horsie chariott` (`STRENGTH`). Kinds of fort:
`komfort fokus fortuna niefort fortheca`. Places in the wall are 1..6 from the left; the attack round has the number of the
place it is fought at, and a warrior keeps the place at which it was turned up.

Events (`data` by kind; everything in them is public; what a struct's name stands for is that struct as JSON, so that
`msgspec.convert(data, Attack)` reads it):
- `wall` {game_turn, row ([Fort, …] as turned up), wall ([Fort, …] after H1), stack (forts left)}: a new turn. Reveals.
- `reveal` {game_turn, round, fort (Fort contested), turned ([card, …] by clan)}: a round begins. Reveals.
- `seduce` {game_turn, round, clan, seduced (clan), card}: Qween's choice, made by her player or the only one.
- `take` {game_turn, round, clan, fort (Fort taken), place}: a fort is taken; `place` is another than `round` by Dru'hid.
- `keep` {game_turn, round, clan, kept ([card, …])}: only where the winner was asked.
- `drop` {game_turn, round, why (`horsie` or `fokus`), drops ([[clan, card], …])}: players and neutral clans, the asked and
  those with one answer. Reveals where somebody was asked.
- `order` {game_turn, round, clans}: Svord's players have ordered their face-down warriors (nobody learns whether anew).
- `give` {game_turn, round, clan, fort (Fort given up), itself (whether it is FortUna itself)}.
- `attack`, a scene: {**Attack}: a round is over, told whole; after it the next `reveal`, or `wall`, or the end.
- `forthecas`, reveals: {clan, forts ([Fort, …] the three)}: the instant win, after the `attack` it happened in.
- `over`, reveals: {scores, places (by seat), reason}.
"""

from __future__ import annotations

import msgspec

from engines.contract import Seat, View
from engines.rzymianie import components
from engines.rzymianie.components import CLANS

__all__ = ["CLANS", "STRENGTH", "Attack", "Discard", "Fort", "RzymianieView", "Warrior"]

STRENGTH: dict[str, int] = dict(zip(components.CARDS, components.STRENGTH, strict=True))
"""By warrior, weakest first."""


class Fort(msgspec.Struct, frozen=True):
    """A fort card; forts of the same kind and value are alike."""

    kind: str
    value: int


class Warrior(msgspec.Struct, frozen=True):
    """A warrior of a clan, and the place (1..6) at which it was turned up or lies face down."""

    card: str
    place: int


class Discard(msgspec.Struct, frozen=True):
    """A warrior discarded in a round. `why`: `chariott` (cancelled by its like), `winner` (whose clan took the fort),
    `seduced` (discarded with the winner's), `horsie`, `fokus`.
    """

    clan: int
    warrior: Warrior
    why: str


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack round: in a view the one going on, as far as it has come; in the event `attack` a whole one.

    From its beginning: `game_turn` 1..3, `round` 1..6, `wall` (six places as the round began, None: gone), `fort` contested,
    `before` (by clan, face up from earlier rounds), `turned` (by clan, turned up now), `cancelled` (clans whose Ch'ariott is
    discarded, H4 a), `qween` (why she does or does not seduce: "" no Qween, `seduces`, `many` two or more, `neutral`,
    `nobody` is left).
    When Qween has chosen: `seducer` and `seduced` (clans, None: nobody), `sums` (by clan, what counts now), `filchy` (clans
    that cannot take the fort, H4 d), `tied` (clans at the top where several are, () else), `outcome`: `highest` one clan at the
    top, `archr` a tie broken, `tie`, `archrs` a tie that two or more tied Arch'rs leave, `nobody` (all Filchy), "" not yet
    known. `winner` (clan, None: nobody).
    When the fort is taken: `taken` (Fort) and `place` it was taken from (another than `round`: Dru'hid), 0 where none is.
    `hecas`: the third FortHeca of a player, the game is over. `lost`: the fort discarded because nobody took it (with
    `tied_forts: stay` the last on the right). `slid`: the forts still in the wall were moved to the right (H12, H13).
    Then `kept` (the winner's warriors that stay), `horsies` (clans that drop by Horsie), `svords` (clans asked to order anew),
    `discards` in the order they happened, `given` (Fort given up to FortUna; FortUna itself if there was no earlier one).
    At the end (() before): `wall_after`, and by clan `after` (face up), `forts` (taken so far), `points`. After the sixth round
    the warriors lie as they lay: nothing but cancelled Ch'ariotts is discarded there (H5, H8).
    """

    game_turn: int
    round: int
    wall: tuple[Fort | None, ...]
    fort: Fort
    before: tuple[tuple[Warrior, ...], ...]
    turned: tuple[str, ...]
    cancelled: tuple[int, ...] = ()
    qween: str = ""
    seducer: int | None = None
    seduced: int | None = None
    sums: tuple[int, ...] = ()
    filchy: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    outcome: str = ""
    winner: int | None = None
    taken: Fort | None = None
    place: int = 0
    hecas: bool = False
    lost: Fort | None = None
    slid: bool = False
    kept: tuple[Warrior, ...] = ()
    horsies: tuple[int, ...] = ()
    svords: tuple[int, ...] = ()
    discards: tuple[Discard, ...] = ()
    given: Fort | None = None
    wall_after: tuple[Fort | None, ...] = ()
    after: tuple[tuple[Warrior, ...], ...] = ()
    forts: tuple[tuple[Fort, ...], ...] = ()
    points: tuple[int, ...] = ()


class RzymianieView(View, frozen=True, kw_only=True):
    """The table of Rzymianie do domu! as `seat` knows it (None: a spectator).

    `options`: `neutrals` 0..3, `tied_forts` (`discard`, `stay`), `druhid` (`swap`, `slide`). `game_turn` 1..3, `round` 0 while
    orders are given and 1..6 in the attack. `asking`: the question now asked (of the seats in `pending`, and in a joint stage
    of those that have `chosen`): `plan`, `seduce`, `take`, `keep`, `horsie`, `svord`, `fokus`, `give`, "" when over. `wall`:
    six places, None where the fort is gone; `stack`: forts not yet turned up; `out`: forts discarded, in order.
    By clan: `up` (face-up warriors, oldest first), `discarded` (of this turn, oldest first), `forts` in the order taken,
    `points`, `previous` (the six warriors as they were turned up in the last turn; () in the first). A clan's face-down
    warriors lie at the places after `round` (a neutral clan's also while orders are given, a player's then when `chosen`).
    By seat: `chosen` (has made the secret choice of this stage). `attack`: the round going on (None while orders are given);
    when over, the last one, whole. `hecas`: the clan that has won by three FortHecas.
    For the seat alone: `hand` (the seven drawn this turn, weakest first), `down` (own face-down warriors with their places;
    while orders are given the plan chosen), `dropped` (of the seven, by the plan; "" before), `choice` (the words after the
    verb that were chosen in the open joint stage, () if none).
    """

    game_turn: int
    round: int
    asking: str
    clans: int
    wall: tuple[Fort | None, ...]
    stack: int
    out: tuple[Fort, ...]
    up: tuple[tuple[Warrior, ...], ...]
    discarded: tuple[tuple[Warrior, ...], ...]
    forts: tuple[tuple[Fort, ...], ...]
    points: tuple[int, ...]
    previous: tuple[tuple[str, ...], ...]
    chosen: tuple[bool, ...]
    attack: Attack | None
    hecas: Seat | None = None
    hand: tuple[str, ...] = ()
    down: tuple[Warrior, ...] = ()
    dropped: str = ""
    choice: tuple[str, ...] = ()

"""What may be known of a game of Torres, and what its events tell.

Squares are named (`c3`), in tables of all 64 they stand column by column: a1, a2, … h8 (`SQUARES`). Cards:
`climb under supply gate diagonal six seven shift jump higher`.

Events (`data` by kind; all public unless marked; `ap`: action points left afterwards):
- `castle` {seat, square}: a starting castle is placed (T21). `start` {seat, square}: a first knight.
- `king` {seat, from, to}: the king is placed (`from` "") or travels (T17). `stay` {seat}: he stays. `first` {seat, first}: who
  starts the next phase.
- `place` {seat, square, level, cost, ap}. `move` {seat, from, to, cost, level, path, ap}: path lists [square, through] for
  each AP, `through` telling a passage through a castle from a step.
- `build` {seat, square, height, tower, left, ap}: `tower` the height of the tower it came from before, `left` after.
- `draw` {seat, looked (how many), ap}, reveals; `looked` {seat, cards}, to the seat alone, reveals.
- `keep` {seat, cards (in hand now)}; `kept` {seat, card, tops, bottoms}, to the seat alone.
- `card` {seat, card, ap}, and by card: climb, gate, diagonal, jump {from, to, level} (jump also `over`); under {square,
  height, tower, left, founded}; supply {square, height, left (of the supply)}; shift {from, to, height, founded, vanished};
  higher {square, level}.
- `point` {seat, score, slides, ap}.
- `end` {seat, lost (AP), built, dissolved (the tower's segments that were left), towers (afterwards), to_supply, kept}.
- `round` {phase, round, starter}: a new round begins.
- `scoring`, a scene, reveals: {phase, order, board {heights, knights, king}, castles [{squares, base, royal, knights [{seat,
  square, level, points}]}] (only castles that score), royal {level, bonus, knights [{seat, square}]}, master {card, points,
  squares (by seat: the knights that count)} or null, gains [{kind (castles, royal, master), seat, gain, from, to, slides}] in
  the order they are scored, before, after}.
- `phase` {phase, starter, towers (by seat), to_supply (by seat: kept segments that found no room)}: the next phase begins.
- `over` {scores}: the game is over.
"""

from __future__ import annotations

import msgspec

from engines.contract import Seat, View
from engines.torres.squares import NEXT, NUMBER, SQUARES, bits, lowest
from engines.torres.terrain import Terrain, terrain


class Deed(msgspec.Struct, frozen=True):
    """Something done in a turn, as everybody saw it: `kind` of the event, `start` and `target` squares ("" where there is
    none), `card` played, `cost` in AP. A build or `supply` has its square as target, `under` the knight's.
    """

    turn: int
    seat: Seat
    kind: str
    start: str = ""
    target: str = ""
    card: str = ""
    cost: int = 0


class Scored(msgspec.Struct, frozen=True):
    """A scoring that was done: points by seat from castles, the royal bonus and the master card, and the scores afterwards."""

    phase: int
    castles: tuple[int, ...]
    royal: tuple[int, ...]
    master: tuple[int, ...]
    scores: tuple[int, ...]


class Castle(msgspec.Struct, frozen=True):
    """A castle: its squares, its base (their number), its highest stack, and whether the king stands in it."""

    squares: tuple[str, ...]
    base: int
    height: int
    royal: bool


class TorresView(View, frozen=True, kw_only=True):
    """The table of Torres as `seat` knows it (None: a spectator).

    `asks`: castle, start, crown, act, keep, king, first or over. `phase` of 3, `round` of `rounds`, `starter` of the round
    and `done` turns of it. `heights` of the 64 squares; `castles`; `knights` by seat; `king` ("" before he is placed). By
    seat: `reserve` (knights not placed), `towers` (segments each, highest first, without the one the acting seat builds
    from), `kept` (segments kept over the end of a phase), `hands` (numbers of cards), `played` (cards used up, in order),
    `scores`, `tallies` (points from castles, royal bonus, master card, bought, slid). `decks`: cards left, by seat, or in the
    common deck, or () with the master variant. `supply`: segments. `master`: the master card or "". `scorings` done. `deeds`
    of this turn and the one before. Of the acting seat: `ap` left, `used` (segments left of the tower built from, -1: none
    yet), `carded` (a card was played), `drawn` (cards drawn this turn). For the seat alone: `hand` (playable, in the table's
    order), `fresh` (drawn this turn), `looked` (to choose from now), `tops` and `bottoms` (what it knows to lie on top of its
    deck, highest first, and at the bottom, lowest last).
    """

    asks: str
    phase: int
    round: int
    rounds: int
    starter: Seat
    done: int
    heights: tuple[int, ...]
    castles: tuple[Castle, ...]
    knights: tuple[tuple[str, ...], ...]
    king: str
    reserve: tuple[int, ...]
    supply: int
    towers: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]
    hands: tuple[int, ...]
    played: tuple[tuple[str, ...], ...]
    decks: tuple[int, ...]
    master: str
    scores: tuple[int, ...]
    tallies: tuple[tuple[int, ...], ...]
    scorings: tuple[Scored, ...]
    deeds: tuple[Deed, ...]
    acting: Seat
    ap: int
    used: int
    carded: bool
    drawn: int
    hand: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    tops: tuple[str, ...] = ()
    bottoms: tuple[str, ...] = ()

    @property
    def terrain(self) -> Terrain:
        return terrain(bytes(self.heights))

    def level(self, square: str) -> int:
        """The height of a stack, which is the level of a figure on it."""
        return self.heights[NUMBER[square]]

    def occupied(self) -> int:
        """The squares that hold a figure, as a mask."""
        figures = [square for knights in self.knights for square in knights]
        return sum(1 << NUMBER[square] for square in (*figures, *((self.king,) if self.king else ())))

    def reach(self, square: str) -> dict[str, int]:
        """Where the knight on this square can walk with the AP left, and the fewest AP it takes (T6)."""
        layers = walk(self.terrain, NUMBER[square], self.occupied(), self.ap)
        return {SQUARES[target]: cost for cost, mask in enumerate(layers, 1) for target in bits(mask)}


def walk(land: Terrain, square: int, occupied: int, ap: int) -> list[int]:
    """T4-T6: by number of AP from 1, the squares reached with that many and not with fewer."""
    layers: list[int] = []
    reached = seen = 1 << square
    while len(layers) < ap and reached:
        further = 0
        for stop in bits(reached):
            further |= land.link(stop)
        reached = further & ~occupied & ~seen
        seen |= reached
        layers.append(reached)
    return layers


def path(land: Terrain, square: int, target: int, occupied: int, ap: int) -> list[int]:
    """The stops of a cheapest walk, one for each AP, the target last; steps are preferred to passages on the way back."""
    layers = walk(land, square, occupied, ap)
    cost = next(cost for cost, mask in enumerate(layers, 1) if mask >> target & 1)
    stops = [target]
    for mask in reversed(layers[: cost - 1]):
        before = sum(1 << stop for stop in bits(mask) if land.link(stop) >> stops[-1] & 1)
        stops.append(lowest(before & NEXT[stops[-1]] or before))
    return stops[::-1]

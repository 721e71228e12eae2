"""What may be known of a game of Budowa zamku - the same for everybody but for `seat` - and what its events tell.

Spots are words `a1` to `e9`, cards their numbers 2 to 46; which bear figures stands in `engines.budowa.components` (FIGURE).
What was put back face down is in no view and no event: the number of a turned card stands in the view alone, as `open`, and
only while it lies open. That is until the decision of the player who turned it. A card that has to go back without a decision
(B4) is told as open until the next card is turned, because the rules know no time: whoever shows it takes it away after a
glance (`BudowaGame.glance`). Numbers travel in events only when the card is built or out.

Events (`data` by kind):
- `flip` {turn, seat, spot, left}, reveals: the card of this spot is turned; `left` cards in the grid, this one counted.
- `build` {turn, seat, spot, number, table}, a scene: put at the right end of the seat's castle.
- `insert` {turn, seat, spot, number, between ([left, right]), table}, a scene: put between two cards, by the wizard.
- `back` {turn, seat, spot, forced, table}, a scene: put back face down; `forced`: there was nothing to decide.
- `out` {turn, seat, spot, number, forced, table}, a scene: removed from the game.
- `over` {ending, seat}, reveals: the game ends with the move of `seat`: `full` (a castle is whole), `last` (the last card of
  the grid was turned) or `stall` (everybody only puts back).
`table` is the data of a `Board` below, after what happened.
- `seen` {spot, number} to nobody: for the journal, which opens when the game is over.
"""

from __future__ import annotations

import msgspec

from engines.contract import Seat, View


class Note(msgspec.Struct, frozen=True):
    """What lies face down on a spot."""

    spot: str
    number: int


class Open(msgspec.Struct, frozen=True):
    """The card that lies open on its spot, turned by `seat`. `decided`: it goes back, nobody decides any more, and it lies
    there for a glance only. Else `decline` tells what `back` does with it: `back` on its spot, or `out` (B3).
    `number` 0: not to be told here (`BudowaGame.settled`).
    """

    spot: str
    number: int
    seat: Seat
    decided: bool
    decline: str


class Last(msgspec.Struct, frozen=True):
    """The last decision: `kind` as the events `build insert back out`, of `seat`, about the card of `spot`; `number` 0 where it
    lies face down again.
    """

    kind: str
    seat: Seat
    spot: str
    number: int = 0


class Board(msgspec.Struct, frozen=True):
    """What lies on the table for all to see.

    `spots` that still have a card (the open one's too), `castles`: wall cards by seat, rising, `figures`: they score, `points`
    by seat (elements; those of B9 with figures), `out`: removed cards, rising. `backs`: by seat, how often put back since the
    last progress; `stall`: so many more in all end the game, 0 while that is not near (B7). `wizard`: the seat that can still
    use it (B11). `notes`: the cards put back, where they may be known: with the option, for a computer player's memory, when
    over.
    """

    spots: tuple[str, ...]
    castles: tuple[tuple[int, ...], ...]
    figures: bool
    points: tuple[int, ...]
    out: tuple[int, ...]
    backs: tuple[int, ...]
    stall: int = 0
    wizard: Seat | None = None
    notes: tuple[Note, ...] = ()


class BudowaView(View, frozen=True, kw_only=True):
    """The table of Budowa zamku.

    `ask`: what the pending seat owes: `flip` or `decide`, "" when over. `active`: whose turn it is (the last mover's when
    over). `can`: what may be done with the open card while it is decided about. `last`: the last decision. `ending` as in the
    event `over`, "" before.
    """

    ask: str
    active: Seat
    board: Board
    open: Open | None = None
    can: tuple[str, ...] = ()
    last: Last | None = None
    ending: str = ""

"""What a seat may know of a game of Rycerze i zamki, and what its events tell.

Cards: `knight catapult dragon footman archer peasant shepherd`. Tiles: `large-stone small-stone large-brick small-brick
large-wood small-wood drum`. Seats are numbered by the seniority of the first game (seat 0 the youngest).

Events (`data` by kind; everything in them is public):
- `tile` {game, games, round, tile}: a tile is turned up. Reveals.
- `castle`, a scene, reveals: {game, games, round, tile, value, tiles (this one last), cards ([[card, card], …] by seat),
  fates ([[fate, fate], …]: `returns` a shepherd, `cancelled` shown more than once, `wins` the strongest, `camp` the others),
  shown ({card: how often}), winner (seat), strength (0 by the sword), by (`strength` or `sword`), points, totals,
  castles ([[tile, …], …]), hands, camps (counts), sword_before, sword (seat)}.
- `recruitment`, a scene, reveals: {game, games, round, tile, tiles, recruited ([bool, …]), points, totals, castles, hands,
  camps, sword}.
- `game`, a scene, reveals: one game of the longer variant is over: {game, games, points, totals, castles, hands, put_out,
  order (seats by place), reason}.
- `over`, reveals: {put_out}: the game is over, the tile put out is shown.
"""

from __future__ import annotations

import msgspec

from engines.contract import Seat, View


class Round(msgspec.Struct, frozen=True):
    """A finished round of the current game as everybody saw it: `cards` by seat (empty for a recruitment), `took`: the seat
    that won the castle (None for a recruitment), `recruited`: by seat, who took a card back.
    """

    tile: str
    cards: tuple[tuple[str, str], ...] = ()
    took: Seat | None = None
    recruited: tuple[bool, ...] = ()


class RycerzeView(View, frozen=True, kw_only=True):
    """The table of Rycerze i zamki as `seat` knows it (None: a spectator).

    `game` of `games` (longer variant, R9), `round` of 7; `tile` now being played (None when over); `tiles` turned up in this
    game, the current one last. By seat: `castles` won in this game, `points` of this game, `totals` of all games, numbers of
    cards in `hands` and `camps`, `chosen` (who has made the secret choice of this stage; who recruits nothing counts as
    chosen). `sword`: who holds it. `seniority`: seats, youngest first, in this game. `past`: the finished rounds of this game.
    `put_out`: the tile put out unseen, once the game is over. `scores`: points by seat of each finished game (R9).
    For the seat alone: `hand` and `camp` (cards in the table's order), `choice` (not yet revealed, () if none), `recruits`
    (cards taken back so far in this game, in order of the recruitments; "" where nothing could be).
    """

    game: int
    games: int
    round: int
    tile: str | None
    tiles: tuple[str, ...]
    castles: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    sword: Seat
    seniority: tuple[Seat, ...]
    hands: tuple[int, ...]
    camps: tuple[int, ...]
    chosen: tuple[bool, ...]
    past: tuple[Round, ...]
    put_out: str | None
    scores: tuple[tuple[int, ...], ...] = ()
    hand: tuple[str, ...] = ()
    camp: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    recruits: tuple[str, ...] = ()

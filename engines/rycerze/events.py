"""The events of Rycerze i zamki, all of them public. Cards and tiles are words, as in view.py."""

from functools import partial
from typing import TypeVar

from engines.contract import Event, EventData, Seat
from engines.rycerze.components import CARDS, MATERIAL, NONE, PAIRS, SHEPHERD, STRENGTH, TILES, VALUE
from engines.rycerze.scoring import order_of, reason_of
from engines.rycerze.state import RycerzeState


class TileTurned(EventData, frozen=True, tag="tile"):
    """A tile is turned up (R1)."""

    game: int
    """The number of the game that the tile belongs to, from 1."""
    games: int
    """The number of games played (R9)."""
    round: int
    """The number of the round that begins, from 1."""
    tile: str


class Round(EventData, frozen=True, kw_only=True):
    """The fields of every event that ends a round: the table after the round, all lists by seat."""

    game: int
    """The number of the game that the round belongs to, from 1."""
    games: int
    """The number of games played (R9)."""
    round: int
    """The number of the round that ends, from 1."""
    tile: str
    """The tile that was played."""
    tiles: tuple[str, ...]
    """The tiles turned up in this game, the newest last."""
    points: tuple[int, ...]
    """Points of this game."""
    totals: tuple[int, ...]
    """Points of all games."""
    castles: tuple[tuple[str, ...], ...]
    """The castles won in this game."""
    hands: tuple[int, ...]
    """Number of cards in hand."""
    camps: tuple[int, ...]
    """Number of cards in the camp."""
    sword: Seat
    """The seat that now holds the sword."""


AnyRound = TypeVar("AnyRound", bound=Round)


class CastleWon(Round, frozen=True, kw_only=True, tag="castle"):
    """A battle is decided (R3); a scene."""

    value: int
    """The castle's points."""
    cards: tuple[tuple[str, ...], ...]
    """By seat, the two cards shown."""
    fates: tuple[tuple[str, ...], ...]
    """What happened to each of `cards`: `returns` (a shepherd), `cancelled` (shown more than once), `wins` (the strongest) or
    `camp` (any other).
    """
    shown: dict[str, int]
    """How many times each card was shown."""
    winner: Seat
    strength: int
    """The strength that won, 0 if the sword decided."""
    by: str
    """What won: `strength` or `sword`."""
    sword_before: Seat
    """The seat that held the sword in the battle."""


class Recruitment(Round, frozen=True, kw_only=True, tag="recruitment"):
    """A recruitment has ended (R6); a scene. The cards taken back stay secret."""

    recruited: tuple[bool, ...]
    """By seat, whether a card was taken back."""


class GameEnded(EventData, frozen=True, tag="game"):
    """One game of the longer variant has ended (R9); a scene. Lists are by seat."""

    game: int
    """Its number, from 1."""
    games: int
    """The number of games played."""
    points: tuple[int, ...]
    """Points of this game."""
    totals: tuple[int, ...]
    """Points of all games so far."""
    castles: tuple[tuple[str, ...], ...]
    """The castles won in this game."""
    hands: tuple[int, ...]
    """Number of cards in hand."""
    put_out: str
    """The tile that was put aside unseen."""
    order: tuple[Seat, ...]
    """The seats by place in this game (R7)."""
    reason: str
    """What put the first before the second: `points`, `cards` or `younger`."""


class Over(EventData, frozen=True, tag="over"):
    """The last game has ended."""

    put_out: str
    """The tile that was put aside unseen."""


def tile_turned(state: RycerzeState) -> Event:
    """The event of the tile just turned up."""
    return Event(TileTurned(state.game, state.games, len(state.seen), TILES[state.tile]), reveals=True)


def castle_won(state: RycerzeState, alone: int, card: int, winner: Seat, sword_before: Seat) -> Event:
    """The battle of the round that just ended. `alone` are the army cards shown once (a mask), `card` the strongest of them or
    NONE.
    """
    pairs = [PAIRS[pair] for pair in state.shown[-1]]
    every = [shown for pair in pairs for shown in pair]
    data = _round(CastleWon, state)(
        value=VALUE[state.tile],
        cards=tuple(tuple(CARDS[shown] for shown in pair) for pair in pairs),
        fates=tuple(tuple(_fate(shown, alone, card) for shown in pair) for pair in pairs),
        shown={CARDS[shown]: every.count(shown) for shown in sorted(set(every))},
        winner=winner,
        strength=0 if card == NONE else STRENGTH[MATERIAL[state.tile]][card],
        by="sword" if card == NONE else "strength",
        sword_before=sword_before,
    )
    return Event(data, reveals=True, scene=True)


def _fate(card: int, alone: int, best: int) -> str:
    if card == SHEPHERD:
        return "returns"
    if not alone >> card & 1:
        return "cancelled"
    return "wins" if card == best else "camp"


def recruitment(state: RycerzeState) -> Event:
    """The recruitment that just ended."""
    recruited = tuple(card != NONE for card in state.shown[-1])
    return Event(_round(Recruitment, state)(recruited=recruited), reveals=True, scene=True)


def _round(kind: type[AnyRound], state: RycerzeState) -> partial[AnyRound]:
    """Returns a constructor of this kind of event that lacks only the kind's own fields."""
    return partial(
        kind,
        game=state.game,
        games=state.games,
        round=len(state.seen),
        tile=TILES[state.tile],
        tiles=tuple(TILES[tile] for tile in state.seen),
        points=tuple(state.points()),
        totals=tuple(state.totals()),
        castles=castle_words(state),
        hands=tuple(state.cards()),
        camps=tuple(state.camps()),
        sword=state.sword,
    )


def game_ended(state: RycerzeState, put_out: int) -> Event:
    """The event of the end of one game of several."""
    points, cards = state.points(), state.cards()
    order = order_of(points, cards, state.seniority)
    data = GameEnded(
        state.game,
        state.games,
        tuple(points),
        tuple(state.totals()),
        castle_words(state),
        tuple(cards),
        TILES[put_out],
        tuple(order),
        reason_of(points, cards),
    )
    return Event(data, reveals=True, scene=True)


def over(put_out: int) -> Event:
    """The event of the end of the last game."""
    return Event(Over(TILES[put_out]), reveals=True)


def castle_words(state: RycerzeState) -> tuple[tuple[str, ...], ...]:
    """Returns the castles won in this game, by seat."""
    return tuple(tuple(TILES[castle] for castle in castles) for castles in state.castles())

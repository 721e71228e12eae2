"""What a seat may know of a game of Rycerze i zamki.

Cards: `knight catapult dragon footman archer peasant shepherd`. Tiles: `large-stone small-stone large-brick small-brick
large-wood small-wood drum`. Seats are numbered by the seniority of the first game (seat 0 the youngest).
"""

import msgspec

from engines.base import common
from engines.contract import Seat, View
from engines.rycerze.choices import camp_words, hand_words
from engines.rycerze.components import CARDS, DRUM, NONE, PAIR_WORDS, TILES
from engines.rycerze.events import castle_words
from engines.rycerze.state import RycerzeState


class Round(msgspec.Struct, frozen=True):
    """A finished round of the current game, as everybody saw it."""

    tile: str
    """The tile that was played."""
    cards: tuple[tuple[str, str], ...] = ()
    """By seat, the cards shown; () for a recruitment."""
    took: Seat | None = None
    """The seat that won the castle; None for a recruitment."""
    recruited: tuple[bool, ...] = ()
    """By seat, whether a card was taken back; () for a castle."""


class RycerzeView(View, frozen=True, kw_only=True):
    """The table of Rycerze i zamki. Lists are by seat unless stated otherwise. From `hand` on, all fields are private."""

    game: int
    """The number of the game being played, from 1 (R9)."""
    games: int
    """The number of games played."""
    round: int
    """The number of the round in this game, 1 to 7."""
    tile: str | None
    """The tile being played; None at the end."""
    tiles: tuple[str, ...]
    """The tiles turned up in this game, the current one last."""
    castles: tuple[tuple[str, ...], ...]
    """The castles won in this game, in the order they were won."""
    points: tuple[int, ...]
    """Points of this game."""
    totals: tuple[int, ...]
    """Points of all games."""
    sword: Seat
    """The seat that holds the sword."""
    seniority: tuple[Seat, ...]
    """The seats, youngest first in this game."""
    hands: tuple[int, ...]
    """Number of cards in hand."""
    camps: tuple[int, ...]
    """Number of cards in the camp."""
    ready: tuple[bool, ...]
    """Whether the seat has made its secret choice in this stage; a seat that is passed over counts as ready."""
    past: tuple[Round, ...]
    """The finished rounds of this game."""
    put_out: str | None
    """The tile put aside unseen; known at the end."""
    scores: tuple[tuple[int, ...], ...] = ()
    """By finished game, points by seat (R9)."""
    hand: tuple[str, ...] = ()
    """The cards in hand, in the table's order."""
    camp: tuple[str, ...] = ()
    """The cards in the camp, in the table's order."""
    recruits: tuple[str, ...] = ()
    """The cards taken back in this game, by recruitment; "" if there was nothing to take."""


def view_of(state: RycerzeState, seat: Seat | None) -> RycerzeView:
    """Returns what the seat (None: a spectator) may know."""
    public = RycerzeView(
        **common(state, seat, state.pending(), {"match": "on" if state.match else "off"}),
        game=state.game,
        games=state.games,
        round=len(state.seen),
        tile=None if state.over else TILES[state.tile],
        tiles=tuple(TILES[tile] for tile in state.seen),
        castles=castle_words(state),
        points=tuple(state.points()),
        totals=tuple(state.totals()),
        sword=state.sword,
        seniority=state.seniority,
        hands=tuple(state.cards()),
        camps=tuple(state.camps()),
        ready=tuple(not state.over and (choice != NONE or not state.asks(at)) for at, choice in enumerate(state.chosen)),
        past=tuple(_past(state, number) for number in range(len(state.shown))),
        put_out=TILES[state.unseen[0]] if state.over else None,
        scores=tuple(tuple(points) for points in state.scores),
    )
    if seat is None:
        return public
    recruits = [shown[seat] for tile, shown in zip(state.seen, state.shown, strict=False) if tile == DRUM]
    return msgspec.structs.replace(
        public,
        private=True,
        chosen=_chosen_words(state, seat),
        hand=hand_words(state, seat),
        camp=camp_words(state, seat),
        recruits=tuple("" if card == NONE else CARDS[card] for card in recruits),
    )


def _chosen_words(state: RycerzeState, seat: Seat) -> tuple[str, ...]:
    choice = state.chosen[seat]
    if choice == NONE:
        return ()
    return (CARDS[choice],) if state.tile == DRUM else PAIR_WORDS[choice]


def _past(state: RycerzeState, number: int) -> Round:
    tile, shown = state.seen[number], state.shown[number]
    if tile == DRUM:
        return Round(TILES[tile], recruited=tuple(card != NONE for card in shown))
    return Round(TILES[tile], tuple(PAIR_WORDS[pair] for pair in shown), state.owners[tile])

"""Makes the views of a table of Rycerze i zamki. Private are the hand, the camp, what was taken back and the open choice."""

from __future__ import annotations

import msgspec

from engines.base import common
from engines.contract import Seat
from engines.rycerze.choices import camp_words, hand_words
from engines.rycerze.components import CARDS, DRUM, NONE, PAIR_WORDS, TILES
from engines.rycerze.events import castle_words
from engines.rycerze.state import RycerzeState
from engines.rycerze.view import Round, RycerzeView


def view_of(state: RycerzeState, seat: Seat | None) -> RycerzeView:
    """What the seat (None: a spectator) may know."""
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
        ready=tuple(not state.over and (choice != NONE or not state.asked(at)) for at, choice in enumerate(state.chosen)),
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
        chosen=_chosen(state, seat),
        hand=hand_words(state, seat),
        camp=camp_words(state, seat),
        recruits=tuple("" if card == NONE else CARDS[card] for card in recruits),
    )


def _chosen(state: RycerzeState, seat: Seat) -> tuple[str, ...]:
    choice = state.chosen[seat]
    if choice == NONE:
        return ()
    return (CARDS[choice],) if state.tile == DRUM else PAIR_WORDS[choice]


def _past(state: RycerzeState, number: int) -> Round:
    tile, shown = state.seen[number], state.shown[number]
    if tile == DRUM:
        return Round(TILES[tile], recruited=tuple(card != NONE for card in shown))
    return Round(TILES[tile], tuple(PAIR_WORDS[pair] for pair in shown), state.owners[tile])

"""What a seat may know of a state: the only place where views are made."""

from __future__ import annotations

from engines.base import common
from engines.torres.components import CARDS, KNIGHTS, MASTERS
from engines.torres.squares import SQUARES, bits, names
from engines.torres.state import ACT, ASKS, KEEP, OVER, SOURCES, State
from engines.torres.view import Castle, TorresView


def _cards(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARDS[number] for number in numbers)


def observe(state: State, seat: int | None) -> TorresView:
    """What the seat may know (None: a spectator), put together from what is allowed and nothing else."""
    options = {"deck": "common" if state.common else "own", "master": "on" if state.masters else "off"}
    acting = state.seat
    royal = state.royal_castle()
    hands = [len(hand) + (len(state.fresh) if number == acting else 0) for number, hand in enumerate(state.hands)]
    mine = seat is not None and seat == acting
    own = () if seat is None else _cards(state.hands[seat])
    fresh, looked = (_cards(state.fresh), _cards(state.looked)) if mine else ((), ())
    tops, bottoms = _known_deck(state, seat)
    return TorresView(
        **common(state, seat, state.pending(), options),
        asks=ASKS[state.mode],
        phase=state.phase,
        round=state.round,
        rounds=state.rounds,
        starter=state.starter,
        done=state.done,
        heights=tuple(state.heights),
        castles=tuple(
            Castle(names(castle), castle.bit_count(), max(state.heights[square] for square in bits(castle)), castle == royal)
            for castle in state.terrain.castles
        ),
        knights=tuple(names(knights) for knights in state.knights),
        king=SQUARES[state.king] if state.king >= 0 else "",
        reserve=tuple(KNIGHTS - knights.bit_count() for knights in state.knights),
        supply=state.supply,
        towers=tuple(state.towers),
        kept=tuple(state.kept),
        hands=tuple(hands),
        played=tuple(_cards(played) for played in state.played),
        decks=tuple(state.deck_size(deck) for deck in range(len(state.unseen))),
        master=MASTERS[state.master] if state.masters else "",
        scores=tuple(state.scores),
        tallies=tuple(tuple(state.tallies[len(SOURCES) * n : len(SOURCES) * (n + 1)]) for n in range(state.seats)),
        scorings=tuple(state.scorings),
        deeds=tuple(state.deeds),
        acting=acting,
        ap=state.ap,
        used=state.used,
        carded=state.carded,
        drawn=state.drawn,
        hand=own,
        fresh=fresh,
        looked=looked,
        tops=tops,
        bottoms=bottoms,
        private=seat is not None and _private(state, seat, known=any((own, fresh, looked, tops, bottoms))),
    )


def _known_deck(state: State, seat: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the seat knows of the top and of the bottom of the deck that it draws from."""
    if seat is None or not state.unseen:
        return (), ()
    deck = 0 if state.common else seat
    if state.drawer[deck] != seat:
        return (), ()
    bottoms = state.bottoms[deck]
    return _cards(state.tops[deck]), _cards(bottoms[len(bottoms) - state.sure[deck] :])


def _private(state: State, seat: int, *, known: bool) -> bool:
    """Whether a seat sees something alone: always while it waits, for its cards are a picture of their own; when it is asked
    only where it knows what others may not (T22). With the master variant everybody holds all cards but those played.
    """
    if state.mode == OVER or seat != state.seat:
        return True
    return not state.masters and state.mode in {ACT, KEEP} and known

"""From a state to what a seat may know of it, and from that back to a state it could be."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engines.torres.components import CARD, CARDS, COLOURS, KNIGHTS, LOOKED, MASTERS
from engines.torres.squares import NUMBER, SQUARES, bits, names
from engines.torres.state import OVER, SOURCES, State
from engines.torres.view import Castle, TorresView
from engines.torres.words import ASKS

_MODES = {ask: mode for mode, ask in ASKS.items()}


def _cards(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CARDS[number] for number in numbers)


def _numbers(cards: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(CARD[card] for card in cards)


def options(state: State) -> dict[str, str]:
    """The lobby's options as they were taken."""
    return {"deck": "common" if state.common else "own", "master": "on" if state.masters else "off"}


def look(state: State, seat: int | None) -> TorresView:
    """What the seat may know (None: a spectator), put together from what is allowed and nothing else."""
    over = state.mode == OVER
    acting = state.seat
    royal = state.royal_castle()
    hands = [len(hand) + (len(state.fresh) if number == acting else 0) for number, hand in enumerate(state.hands)]
    public: dict[str, Any] = {
        "seat": seat,
        "seats": state.seats,
        "stage": state.stage,
        "turn": state.turn,
        "pending": () if over else (acting,),
        "over": over,
        "options": options(state),
        "asks": ASKS[state.mode],
        "phase": state.phase,
        "round": state.round,
        "rounds": state.rounds,
        "starter": state.starter,
        "done": state.done,
        "heights": tuple(state.heights),
        "castles": tuple(
            Castle(names(castle), castle.bit_count(), max(state.heights[square] for square in bits(castle)), castle == royal)
            for castle in state.terrain.castles
        ),
        "knights": tuple(names(knights) for knights in state.knights),
        "king": SQUARES[state.king] if state.king >= 0 else "",
        "reserve": tuple(KNIGHTS - knights.bit_count() for knights in state.knights),
        "supply": state.supply,
        "towers": tuple(state.towers),
        "kept": tuple(state.kept),
        "hands": tuple(hands),
        "played": tuple(_cards(played) for played in state.played),
        "decks": tuple(state.deck_size(deck) for deck in range(len(state.unseen))),
        "master": MASTERS[state.master] if state.masters else "",
        "scores": tuple(state.scores),
        "tallies": tuple(tuple(state.tallies[len(SOURCES) * n : len(SOURCES) * (n + 1)]) for n in range(state.seats)),
        "scorings": tuple(state.scorings),
        "deeds": tuple(state.deeds),
        "acting": acting,
        "ap": state.ap,
        "used": state.used,
        "carded": state.carded,
        "drawn": state.drawn,
    }
    if seat is None:
        return TorresView(**public)
    own: dict[str, Any] = {"hand": _cards(state.hands[seat])}
    if seat == acting:
        own["fresh"] = _cards(state.fresh)
        own["looked"] = _cards(state.looked)
    if state.unseen:
        deck = 0 if state.common else seat
        if state.drawer[deck] == seat:
            bottoms = state.bottoms[deck]
            own["tops"] = _cards(state.tops[deck])
            own["bottoms"] = _cards(bottoms[len(bottoms) - state.sure[deck] :])
    return TorresView(**public, **own)


def imagine(view: TorresView, rng: random.Random, kind: type[State], rules: int) -> State:
    """A state that looks like this to the viewer; what the viewer cannot know is dealt anew, each way equally likely."""
    acting, seats = view.acting, view.seats
    masters = view.options["master"] == "on"
    common = view.options["deck"] == "common"
    shared = common and not masters
    played = [_numbers(cards) for cards in view.played]
    fresh_count = view.drawn - (view.asks == "keep")
    looked_count = _looked(view, shared=shared) if view.asks == "keep" else 0
    state = kind(
        rules=rules,
        common=common,
        masters=masters,
        seats=seats,
        seed=rng.randbytes(16),
        stage=view.stage,
        turn=view.turn,
        mode=_MODES[view.asks],
        seat=acting,
        phase=view.phase,
        round=view.round,
        starter=view.starter,
        done=view.done,
        heights=bytes(view.heights),
        king=NUMBER[view.king] if view.king else -1,
        knights=[sum(1 << NUMBER[name] for name in knights) for knights in view.knights],
        supply=view.supply,
        towers=list(view.towers),
        used=view.used,
        kept=list(view.kept),
        ap=view.ap,
        carded=view.carded,
        drawn=view.drawn,
        hands=[()] * seats,
        played=played,
        tops=[()] * len(view.decks),
        unseen=[()] * len(view.decks),
        bottoms=[()] * len(view.decks),
        drawer=[-1] if shared else list(range(len(view.decks))),
        sure=[0] * len(view.decks),
        master=MASTERS.index(view.master) if view.master else -1,
        scores=list(view.scores),
        tallies=[points for tally in view.tallies for points in tally],
        scorings=list(view.scorings),
        deeds=list(view.deeds),
    )
    if shared:
        pool = Counter(card for card in range(len(CARDS)) for _ in range(COLOURS))
        for cards in played:
            pool.subtract(cards)
        _deal(state, view, rng, seats=range(seats), pool=pool, fresh_count=fresh_count, looked_count=looked_count)
    else:
        for seat in range(seats):
            pool = Counter(range(len(CARDS)))
            pool.subtract(played[seat])
            _deal(state, view, rng, seats=(seat,), pool=pool, fresh_count=fresh_count, looked_count=looked_count)
    return state


def _looked(view: TorresView, *, shared: bool) -> int:
    """How many cards are being looked at: those that are nowhere else."""
    if shared:
        return COLOURS * len(CARDS) - sum(map(len, view.played)) - sum(view.hands) - view.decks[0]
    acting = view.acting
    return min(LOOKED, len(CARDS) - len(view.played[acting]) - view.hands[acting] - view.decks[acting])


def _deal(
    state: State,
    view: TorresView,
    rng: random.Random,
    *,
    seats: range | tuple[int, ...],
    pool: Counter[int],
    fresh_count: int,
    looked_count: int,
) -> None:
    """Deal the cards of one deck to the hands of those who draw from it; what is left is that deck."""
    acting = state.seat
    deck = seats[0]
    if looked_count and acting in seats:
        state.drawer[deck] = acting
    if view.seat in seats:
        assert view.seat is not None
        state.hands[view.seat] = _numbers(view.hand)
        for known in (view.hand, view.fresh, view.looked, view.tops, view.bottoms):
            pool.subtract(_numbers(known))
        if view.seat == acting:
            state.fresh, state.looked = _numbers(view.fresh), _numbers(view.looked)
        if view.tops or view.bottoms:
            state.drawer[deck] = view.seat
            state.tops[deck], state.bottoms[deck] = _numbers(view.tops), _numbers(view.bottoms)
            state.sure[deck] = len(view.bottoms)
    cards = list(pool.elements())
    rng.shuffle(cards)

    def take(count: int) -> tuple[int, ...]:
        taken = tuple(sorted(cards[:count]))
        del cards[:count]
        return taken

    for seat in seats:
        if seat == view.seat:
            continue
        if seat == acting:
            state.fresh, state.looked = take(fresh_count), take(looked_count)
        state.hands[seat] = take(view.hands[seat] - (fresh_count if seat == acting else 0))
    if state.unseen:
        state.unseen[deck] = tuple(sorted(cards))

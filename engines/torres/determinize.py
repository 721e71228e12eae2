"""Full positions that a viewer could be in: what the view shows, with the hidden cards dealt at random."""

import random
from collections import Counter
from typing import TypeVar

from engines.base import is_short
from engines.draws import new_seed
from engines.torres.components import CARD_NUMBER, CARDS, COLOURS, LOOKED, MASTERS
from engines.torres.squares import NUMBER
from engines.torres.state import ASKS, State
from engines.torres.view import TorresView

Kind = TypeVar("Kind", bound=State)


def _numbers(cards: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(CARD_NUMBER[card] for card in cards)


def determinize(view: TorresView, rng: random.Random, kind: type[Kind], rules: int) -> Kind:
    """Returns a state of this kind that looks like this to the viewer; each deal of what it cannot know is equally likely."""
    acting, seats = view.acting, view.seats
    masters = view.options["master"] == "on"
    common = view.options["deck"] == "common"
    shared = common and not masters
    played = [_numbers(cards) for cards in view.played]
    state = kind(
        rules=rules,
        common=common,
        masters=masters,
        seats=seats,
        seed=new_seed(rng),
        stage=view.stage,
        turn=view.turn,
        mode=ASKS.index(view.asks),
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
        short=is_short(view.options),
    )
    _deal_all(state, view, rng, shared=shared)
    return state


def _deal_all(state: State, view: TorresView, rng: random.Random, *, shared: bool) -> None:
    """Deal all decks: one for everybody if it is `shared`, else one for each seat."""
    fresh_count = view.drawn - (view.asks == "keep")
    looked_count = _cards_looked_at(view, shared=shared) if view.asks == "keep" else 0
    for seats in [range(state.seats)] if shared else [(seat,) for seat in range(state.seats)]:
        pool = Counter(dict.fromkeys(range(len(CARDS)), COLOURS if shared else 1))
        for seat in seats:
            pool.subtract(state.played[seat])
        _deal(state, view, rng, seats=seats, pool=pool, fresh_count=fresh_count, looked_count=looked_count)


def _cards_looked_at(view: TorresView, *, shared: bool) -> int:
    """Returns how many cards are being looked at: those that are nowhere else."""
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
    """Deal the cards of one deck to the hands of those who draw from it. The rest is the deck."""
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

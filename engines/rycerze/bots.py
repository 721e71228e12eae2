"""The computer player. It mixes its choices: people can read a deterministic player, and its copies cancel each other."""

import random
from collections import Counter
from collections.abc import Sequence

import msgspec

from engines import judging
from engines.contract import Candidate, Move, Seat, Term
from engines.rycerze.components import (
    CARD,
    CARDS,
    CASTLES,
    DRUM,
    HAND_PAIRS,
    MATERIAL,
    PAIR_MASK,
    PAIR_WORDS,
    PAIRS,
    SHEPHERD,
    STRENGTH,
    TILE,
    TILES,
    VALUE,
)
from engines.rycerze.determinize import determinize, histories
from engines.rycerze.fast import SHOWS, table_of
from engines.rycerze.search import Effort, Search, credible
from engines.rycerze.view import RycerzeView

EFFORT = {
    "normal": Effort(90),
    "hard": Effort(800, trust=(0.0, 0.0)),
    "master": Effort(8000, trust=(0.5, 1.0), imagined=3, below=500),
}
"""The effort of each level that searches."""

STRONG = 5
"""A card counts as strong for a castle from this strength on, the second highest there is."""
LIKELY = 25
"""Minimum chance in percent to win a castle that is given as a reason."""


def choose_move(view: RycerzeView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of `view.seat`, based on the view alone."""
    if level == "easy":
        return _by_rule(view, rng)
    mixed = credible(_search(view, rng, level).run())
    return _words(view, rng.choices(list(mixed), list(mixed.values()))[0])


def candidates(
    view: RycerzeView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's, by the shares of the search. A level that plays by rule treats all moves as equal."""
    if level == "easy":
        found = [Candidate(_words(view, choice), 1 / view.seats, chosen=True) for choice in _legal(view)]
    else:
        search = _search(view, rng, level)
        mixed = credible(search.run())
        found = [
            Candidate(_words(view, choice), worth, judging.spread(worth, visits), _terms(view, choice, gain), choice in mixed)
            for choice, (visits, worth, gain) in search.results().items()
        ]
    known = {frozenset(Counter(each.move).items()): each.move for each in found}
    return judging.rank(found, limit, [known.get(frozenset(Counter(move).items()), move) for move in also])


def _words(view: RycerzeView, choice: int) -> Move:
    if view.tile == TILES[DRUM]:
        return ("recruit", CARDS[choice.bit_length() - 1])
    return ("play", *PAIR_WORDS[PAIR_MASK.index(choice)])


def _legal(view: RycerzeView) -> tuple[int, ...]:
    if view.tile == TILES[DRUM]:
        return tuple(1 << CARD[word] for word in view.camp)
    return SHOWS[sum(1 << CARD[word] for word in view.hand if word != CARDS[SHEPHERD])]


def _terms(view: RycerzeView, choice: int, gain: float) -> tuple[Term, ...]:
    """Returns what speaks for a choice: how often it wins this castle and how many cards it leaves for later; for a card taken
    back, for how many of the castles to come it is strong.
    """
    assert view.tile is not None
    tile = TILE[view.tile]
    coming = [castle for castle in range(CASTLES) if TILES[castle] not in view.tiles]
    if tile == DRUM:
        card = choice.bit_length() - 1
        strong = sum(STRENGTH[MATERIAL[castle]][card] >= STRONG for castle in coming)
        return (Term("coming", strong),) if strong else ()
    found = []
    chance = 100 * gain / VALUE[tile]
    if chance >= LIKELY:
        found.append(Term("castle", round(chance)))
    left = sum(word != CARDS[SHEPHERD] for word in view.hand) - choice.bit_count()
    if coming and left:
        found.append(Term("kept", left))
    return tuple(found)


def _search(view: RycerzeView, rng: random.Random, level: str) -> Search:
    position = determinize(view, rng)
    order = position.seniority
    search = Search(
        table_of(position),
        order.index(view.viewer),
        [_hands(view, seat) for seat in order],
        rng,
        EFFORT[level],
        before=[sum(game[seat] for game in view.scores) for seat in order],
        last=view.game == view.games,
    )
    if EFFORT[level].imagined:
        search.imagine(_hands(msgspec.structs.replace(view, seat=None), view.viewer))
    return search


def _hands(view: RycerzeView, seat: Seat) -> list[int]:
    """Returns all hands that a seat can have according to the view."""
    return [hand for _, hand in histories(view, seat)]


def _by_rule(view: RycerzeView, rng: random.Random) -> Move:
    """Choose at random. Strong cards for the castles to come are more likely to be taken back. Strong cards are more likely to
    be shown for a large castle, shepherds and weak cards for a small one.
    """
    assert view.tile is not None
    tile = TILE[view.tile]
    if tile == DRUM:
        coming = [castle for castle in range(CASTLES) if TILES[castle] not in view.tiles]
        worth = [1 + sum(VALUE[castle] * STRENGTH[MATERIAL[castle]][CARD[word]] for castle in coming) for word in view.camp]
        return ("recruit", rng.choices(view.camp, worth)[0])
    strength = (*STRENGTH[MATERIAL[tile]], 3)  # a shepherd counts as a middling card
    if VALUE[tile] < max(VALUE):
        strength = tuple(7 - each for each in strength)
    offered = [PAIRS[pair] for pair in HAND_PAIRS[sum(1 << CARD[word] for word in view.hand if word != CARDS[SHEPHERD])]]
    first, second = rng.choices(offered, [strength[first] * strength[second] for first, second in offered])[0]
    return ("play", CARDS[first], CARDS[second])

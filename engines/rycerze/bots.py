"""The computer player: it mixes its choices, since a deterministic player is read by people and cancelled by its like."""

from __future__ import annotations

import random

from engines.contract import Move
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
from engines.rycerze.fast import table_of
from engines.rycerze.search import Search
from engines.rycerze.view import RycerzeView

ITERATIONS = {"normal": 300, "hard": 4000}
"""How much a level that searches looks ahead."""

LEVELS = ("easy", *ITERATIONS)

CREDIBLE = 0.6
"""A search plays any choice that was tried at least so often in proportion to the most tried one."""


def choose_move(view: RycerzeView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells."""
    if level == "easy":
        return _by_rule(view, rng)
    tried = _search(view, rng).run(ITERATIONS[level])
    most = max(tried.values())
    credible = {choice: visits for choice, visits in sorted(tried.items()) if visits >= CREDIBLE * most}
    choice = rng.choices(list(credible), list(credible.values()))[0]
    if view.tile == TILES[DRUM]:
        return ("recruit", CARDS[choice.bit_length() - 1])
    return ("play", *PAIR_WORDS[PAIR_MASK.index(choice)])


def _search(view: RycerzeView, rng: random.Random) -> Search:
    position = determinize(view, rng)
    order = position.seniority
    assert view.seat is not None
    return Search(
        table_of(position),
        order.index(view.seat),
        [[hand for _, hand in histories(view, seat)] for seat in order],
        rng,
        before=[sum(game[seat] for game in view.scores) for seat in order],
        last=view.game == view.games,
    )


def _by_rule(view: RycerzeView, rng: random.Random) -> Move:
    """By chance, but sooner takes back what is strong where castles are still to be won, and sooner shows what is strong for a
    large castle, and shepherds and weak cards for a small one.
    """
    assert view.tile is not None
    tile = TILE[view.tile]
    if tile == DRUM:
        coming = [castle for castle in range(CASTLES) if TILES[castle] not in view.tiles]
        worth = [1 + sum(VALUE[castle] * STRENGTH[MATERIAL[castle]][CARD[word]] for castle in coming) for word in view.camp]
        return ("recruit", rng.choices(view.camp, worth)[0])
    strength = (*STRENGTH[MATERIAL[tile]], 3)  # a shepherd is as good as a middling card
    if VALUE[tile] < max(VALUE):
        strength = tuple(7 - each for each in strength)
    offered = [PAIRS[pair] for pair in HAND_PAIRS[sum(1 << CARD[word] for word in view.hand if word != CARDS[SHEPHERD])]]
    first, second = rng.choices(offered, [strength[first] * strength[second] for first, second in offered])[0]
    return ("play", CARDS[first], CARDS[second])

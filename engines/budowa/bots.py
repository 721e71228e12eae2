"""The computer player: a gap rule, applied to the cards it remembers.

A card is worth building if it does not use up much more than its share of the cards left: of those that can still come it may
skip SLACK times the average for each card still needed, and must leave enough for the rest. Of the remembered cards that fit,
the lowest is turned, else an unknown one. `master` plays games out instead (search.py).
"""

import random
from collections.abc import Sequence

from engines import judging
from engines.budowa import search
from engines.budowa.components import CARDS, FIGURE, HIGHEST, WHOLE, WORTH, top
from engines.budowa.search import FIGURE_SLACK, furthest
from engines.budowa.view import BudowaView
from engines.contract import Candidate, Move
from engines.levels import LEVELS

GAMES = {"master": 400}
"""By level that searches: how many games it plays out for each option."""
SCALE = 0.8
"""Cards of lead that multiply the odds of winning by e (fitted by bench/shares.py)."""


def choose_move(view: BudowaView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of `view.seat`, which must be pending. `view.board.notes` is what it remembers
    (`BudowaGame.recall`). Raises ValueError for an unknown level.
    """
    return _chosen(view, rng, level)[0]


def _chosen(view: BudowaView, rng: random.Random, level: str) -> tuple[Move, dict[int | str, float]]:
    """Returns the move, and the shares found by the search if there was one."""
    if level not in LEVELS:
        raise ValueError(level)
    if level not in GAMES or "insert" in view.can:
        return _by_rule(view, rng), {}
    found = search.outlooks(view, rng, GAMES[level])
    return _move(view, max(found, key=found.__getitem__), rng), found


def _move(view: BudowaView, option: int | str, rng: random.Random) -> Move:
    """Returns the words for an option of the search."""
    if isinstance(option, str):
        return (option,)
    known = {note.spot: note.number for note in view.board.notes}
    if option:
        return ("flip", next(spot for spot, number in known.items() if number == option))
    return ("flip", rng.choice([spot for spot in view.board.spots if spot not in known]))


def _by_rule(view: BudowaView, rng: random.Random) -> Move:
    castle, coming = view.board.castles[view.viewer], _coming(view)
    figures = view.options["figures"] == "on"
    if view.ask == "decide":
        assert view.open is not None
        if "insert" in view.can:
            return ("insert",)
        return ("build",) if fits(castle, view.open.number, coming, figures=figures) else ("back",)
    fitting = [note for note in view.board.notes if fits(castle, note.number, coming, figures=figures)]
    if fitting:
        return ("flip", min(fitting, key=lambda note: note.number).spot)
    known = {note.spot for note in view.board.notes}
    unknown = [spot for spot in view.board.spots if spot not in known]
    return ("flip", rng.choice(unknown or view.board.spots))


def candidates(
    view: BudowaView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's. The rule gives no chance of winning: the standing and what a card adds to it are both measured in cards.
    A move that the rule ranks lower gets no higher worth.
    """
    castle, coming = view.board.castles[view.viewer], _coming(view)
    figures = view.options["figures"] == "on"
    chosen, shares = _chosen(view, rng, level)
    tried: list[tuple[float, Move, dict[str, float]]] = []
    if view.ask == "decide":
        assert view.open is not None
        number = view.open.number
        for word in view.can:
            if word == "back":
                worse = "build" in view.can and chosen == ("back",)
                tried.append((0.0, ("back",), {"saved": number - top(castle) - 1.0} if worse else {}))
            elif word == "insert":
                tried.append((1.0, ("insert",), {"insert": 1}))
            else:
                gap = number - top(castle) - 1.0
                skipped = {**({"gap": gap} if gap else {"next": 1.0}), **_worth_of_figure(number, figures=figures)}
                facts = skipped if fits(castle, number, coming, figures=figures) else {}
                tried.append((_gain(castle, number, coming, figures=figures), ("build",), facts))
    else:
        known = {note.spot: note.number for note in view.board.notes}
        hidden = [card for card in coming if card not in known.values()]
        fitting = [card for card in hidden if fits(castle, card, coming, figures=figures)]
        chance = len(fitting) / max(1, len(hidden))
        gain = sum(_gain(castle, card, coming, figures=figures) for card in fitting) / max(1, len(hidden))
        unknown = [("flip", spot) for spot in view.board.spots if spot not in known]
        alike = {*also, chosen, *unknown[: chosen not in unknown]}  # one unknown spot represents all of them
        for spot in view.board.spots:
            if spot not in known:
                if ("flip", spot) in alike:
                    tried.append((gain, ("flip", spot), {"chance": 100 * chance}))
            elif fits(castle, known[spot], coming, figures=figures):
                facts = {"known": float(known[spot]), **_worth_of_figure(known[spot], figures=figures)}
                tried.append((_gain(castle, known[spot], coming, figures=figures), ("flip", spot), facts))
            elif ("flip", spot) in alike:
                tried.append((0.0, ("flip", spot), {}))
    if shares:
        number_at = {note.spot: note.number for note in view.board.notes}
        least = min(shares.values())
        judged = []
        for _, move, facts in tried:
            share = shares.get(move[0] if view.ask == "decide" else number_at.get(move[1], 0), least)
            spread = judging.spread(share, GAMES[level])
            judged.append(Candidate(move, max(share, 1 / GAMES[level]), spread, judging.terms(facts), move == chosen))
        return judging.ranked(judged, limit, also)
    best = max(gain for gain, move, _ in tried if move == chosen)
    lead = standing(view)
    return judging.ranked(
        [
            Candidate(
                move,
                judging.share((lead + min(gain, best)) / SCALE, view.seats - 1),
                terms=judging.terms(facts),
                chosen=move == chosen,
            )
            for gain, move, facts in tried
        ],
        limit,
        also,
    )


def _gain(castle: tuple[int, ...], number: int, coming: list[int], *, figures: bool) -> float:
    """Returns what building this card is worth compared with waiting, in cards: one, less its share of the numbers left."""
    last = top(castle)
    if number <= last:
        return -1.0
    bonus = FIGURE_SLACK * WORTH.get(FIGURE.get(number, ""), 0) if figures else 0.0
    return max(-1.0, 1.0 - (number - last - bonus) / max(1, furthest(coming, last, len(castle)) - last))


def _worth_of_figure(number: int, *, figures: bool) -> dict[str, float]:
    worth = WORTH.get(FIGURE.get(number, ""), 0) if figures else 0
    return {"figure": float(worth)} if worth else {}


def _coming(view: BudowaView) -> list[int]:
    """Returns the cards that can still come: those that nobody can see on the table or out of the game."""
    seen = {*view.board.out, *(card for castle in view.board.castles for card in castle)}
    return [card for card in CARDS if card not in seen]


def standing(view: BudowaView) -> float:
    """Returns by how many cards the seat leads the best other seat: what is built, plus half of what may still come."""

    def of(seat: int) -> float:
        castle = view.board.castles[seat]
        coming = min(float(WHOLE - len(castle)), (HIGHEST - top(castle)) * WHOLE / HIGHEST)
        return view.board.points[seat] + 0.5 * coming

    return of(view.viewer) - max(of(seat) for seat in range(view.seats) if seat != view.viewer)


def fits(castle: tuple[int, ...], number: int, coming: list[int], *, figures: bool) -> bool:
    """Returns whether a card is worth building on this castle. `coming` are the cards that can still come, ascending."""
    last = top(castle)
    bonus = FIGURE_SLACK * WORTH.get(FIGURE.get(number, ""), 0) if figures else 0.0
    return last < number <= furthest(coming, last, len(castle)) + bonus

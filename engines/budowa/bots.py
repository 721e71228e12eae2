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

Weighed = tuple[float, Move, dict[str, float]]
"""What a move adds to the standing, the move, and the reasons."""


def choose_move(view: BudowaView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of `view.seat`, which must be pending. `view.board.notes` is what it remembers
    (`BudowaGame.recall`). Raises ValueError for an unknown level.
    """
    return _choose(view, rng, level)[0]


def _choose(view: BudowaView, rng: random.Random, level: str) -> tuple[Move, dict[int | str, float]]:
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
    chosen, shares = _choose(view, rng, level)
    weighed = _decisions(view, chosen) if view.ask == "decide" else _flips(view, chosen, also)
    if shares:
        return judging.rank(_judged_by_search(view, weighed, chosen, shares, GAMES[level]), limit, also)
    best = max(gain for gain, move, _ in weighed if move == chosen)
    lead = standing(view)
    judged = [
        Candidate(
            move,
            judging.share((lead + min(gain, best)) / SCALE, view.seats - 1),
            terms=judging.terms(facts),
            chosen=move == chosen,
        )
        for gain, move, facts in weighed
    ]
    return judging.rank(judged, limit, also)


def _decisions(view: BudowaView, chosen: Move) -> list[Weighed]:
    """Returns what can be done with the open card."""
    assert view.open is not None
    castle, coming, figures = view.board.castles[view.viewer], _coming(view), view.options["figures"] == "on"
    number = view.open.number
    gap = number - top(castle) - 1.0
    weighed: list[Weighed] = []
    for word in view.can:
        if word == "back":
            worse = "build" in view.can and chosen == ("back",)
            weighed.append((0.0, ("back",), {"saved": gap} if worse else {}))
        elif word == "insert":
            weighed.append((1.0, ("insert",), {"insert": 1}))
        else:
            skipped = {**({"gap": gap} if gap else {"next": 1.0}), **_worth_of_figure(number, figures=figures)}
            facts = skipped if fits(castle, number, coming, figures=figures) else {}
            weighed.append((_gain(castle, number, coming, figures=figures), ("build",), facts))
    return weighed


def _flips(view: BudowaView, chosen: Move, also: Sequence[Move]) -> list[Weighed]:
    """Returns the cards that can be turned up: remembered ones that fit, one unknown spot for all of them, and what was chosen
    or asked for.
    """
    castle, coming, figures = view.board.castles[view.viewer], _coming(view), view.options["figures"] == "on"
    known = {note.spot: note.number for note in view.board.notes}
    hidden = [card for card in coming if card not in known.values()]
    fitting = [card for card in hidden if fits(castle, card, coming, figures=figures)]
    chance = len(fitting) / max(1, len(hidden))
    gain = sum(_gain(castle, card, coming, figures=figures) for card in fitting) / max(1, len(hidden))
    unknown = [("flip", spot) for spot in view.board.spots if spot not in known]
    alike = {*also, chosen, *unknown[: chosen not in unknown]}
    weighed: list[Weighed] = []
    for spot in view.board.spots:
        move = ("flip", spot)
        number = known.get(spot)
        if number is not None and fits(castle, number, coming, figures=figures):
            facts = {"known": float(number), **_worth_of_figure(number, figures=figures)}
            weighed.append((_gain(castle, number, coming, figures=figures), move, facts))
        elif move in alike:
            weighed.append((gain, move, {"chance": 100 * chance}) if number is None else (0.0, move, {}))
    return weighed


def _judged_by_search(
    view: BudowaView, weighed: list[Weighed], chosen: Move, shares: dict[int | str, float], games: int
) -> list[Candidate]:
    """Returns the moves with the shares found by the search; a move that it did not try gets the lowest of them."""
    number_at = {note.spot: note.number for note in view.board.notes}
    least = min(shares.values())
    judged = []
    for _, move, facts in weighed:
        share = shares.get(move[0] if view.ask == "decide" else number_at.get(move[1], 0), least)
        spread = judging.spread(share, games)
        judged.append(Candidate(move, max(share, 1 / games), spread, judging.terms(facts), move == chosen))
    return judged


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

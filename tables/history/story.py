"""The story of a finished game: its turning point, its best moment, its closest contest. Made only from its events and points;
if the computer player has reviewed the game, the turning point and the best move follow its judgement.
"""

import itertools
from collections.abc import Sequence

import msgspec

from engines.contract import Event, Seat, Statistic
from tables.history.replay import Replay, ReplayStep
from tables.history.review import Review, drop_computer_moves

LEAP, LEAST_LEAP = 1.3, 3
"""A gain is a leap if it is at least this many times the next largest, and this many points."""

SWING = 0.05
"""A smaller change of the expected share of the win is no swing."""


class Moment(msgspec.Struct, frozen=True):
    """A notable step."""

    step: int
    turn: int
    seat: Seat | None
    """The seat it is about; None: nobody in particular."""
    points: int
    """The points, or the margin in points."""


class Judged(msgspec.Struct, frozen=True):
    """A step as the computer player judged it, in a seat's expected shares of the win (0 to 1)."""

    step: int
    turn: int
    seat: Seat
    before: float
    """The share before it; for the strongest move, the share with the second-best move."""
    after: float


class Overtaking(msgspec.Struct, frozen=True):
    """How the winner came to be ahead: the step and turn from which on nobody else was."""

    step: int
    turn: int
    seat: Seat
    before: Seat | None
    """Who else was ahead before; None: the winner was ahead early."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a game."""

    curve: tuple[tuple[int, ...], ...]
    """The points by seat after each step."""
    turning: Moment | None = None
    """The last of the steps that raised the winner's lead over the best opponent most; None: no winner, no step did so more
    than others, or the winner was ahead already.
    """
    best: Moment | None = None
    """The most points that a seat made in one step; None if all steps that made points made as many."""
    leap: Moment | None = None
    """The same, if it is far more than all others; the step that ended the game is none."""
    lead: Overtaking | None = None
    """How the winner came to be ahead; None: no winner ahead by points, or they were neither ahead early nor behind before."""
    closest: Moment | None = None
    """The contest decided by the smallest margin."""
    leads: int = 0
    """How often another player took the sole lead."""
    ahead: int | None = None
    """The turn from which on the winner was in the sole lead."""
    statistics: tuple[Statistic, ...] = ()
    swing: Judged | None = None
    """What raised the winner's chances most between two of their decisions; None: nothing did, or there is no review."""
    strongest: Judged | None = None
    """The move with the largest margin over every other; None: none stood out, or there is no review."""

    @property
    def decided(self) -> int | None:
        """The step at which the game turned, by the computer player's judgement or else by points."""
        found = self.swing or self.turning
        return None if found is None else found.step


def story(replay: Replay, review: Review | None = None) -> Story:
    """Returns the story of a game, including its review if there is one. May take as long as playing the game again."""
    game = replay.game
    review = None if review is None else drop_computer_moves(review, replay)
    curve: list[tuple[int, ...]] = []
    steps: list[ReplayStep] = []
    events: list[Event] = []
    closest: Moment | None = None
    for step in replay.steps():
        view = replay.view(step.number)
        curve.append(game.standing(view))
        steps.append(step)
        events += step.events
        for event in step.events:
            margin = game.margin(event)
            if margin is not None and (closest is None or margin < closest.points):
                closest = Moment(step.number, step.turn, None, margin)
    winner, turns = _winner(replay), [step.turn for step in steps]
    return Story(
        curve=tuple(curve),
        turning=None if winner is None else _turning(curve, turns, winner),
        best=_best(curve, turns),
        leap=_leap(curve, turns),
        lead=None if winner is None else _lead_taken(curve, turns, winner),
        closest=closest,
        leads=_leads(curve),
        ahead=None if winner is None else _ahead(curve, turns, winner),
        statistics=game.statistics(events, replay.seats),
        swing=None if review is None or winner is None else _swing(review, winner, curve, steps),
        strongest=None if review is None else _strongest(review),
    )


def _winner(replay: Replay) -> Seat | None:
    """Returns the seat that has won alone, by the rules, against others."""
    places = replay.result.places if replay.result is not None else ()
    return places.index(1) if len(places) > 1 and places.count(1) == 1 else None


def _lead(points: Sequence[int], seat: Seat) -> int:
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)


def _turning(curve: Sequence[Sequence[int]], turns: Sequence[int], winner: Seat) -> Moment | None:
    swings = [(_lead(curve[at], winner) - _lead(curve[at - 1], winner), at) for at in range(1, len(curve))]
    swing, at = max(swings, default=(0, 0))
    if swing <= min((each for each, _ in swings if each > 0), default=0) or _lead(curve[at - 1], winner) > 0:
        return None
    return Moment(at, turns[at], winner, swing)


def _gains(curve: Sequence[Sequence[int]]) -> list[tuple[int, int, Seat]]:
    """Returns all gains, the largest first, with their steps and seats."""
    gains = [
        (after - before, at, seat)
        for at in range(1, len(curve))
        for seat, (before, after) in enumerate(zip(curve[at - 1], curve[at], strict=True))
        if after > before
    ]
    return sorted(gains, key=lambda each: (-each[0], each[1], each[2]))


def _best(curve: Sequence[Sequence[int]], turns: Sequence[int]) -> Moment | None:
    gains = _gains(curve)
    if not gains or gains[0][0] == gains[-1][0]:
        return None
    gain, at, seat = gains[0]
    return Moment(at, turns[at], seat, gain)


def _leap(curve: Sequence[Sequence[int]], turns: Sequence[int]) -> Moment | None:
    gains = [each for each in _gains(curve) if each[1] < len(curve) - 1]
    if len(gains) < 2 or gains[0][0] < max(LEAST_LEAP, LEAP * gains[1][0]):
        return None
    gain, at, seat = gains[0]
    return Moment(at, turns[at], seat, gain)


def _swing(review: Review, winner: Seat, curve: Sequence[Sequence[int]], steps: Sequence[ReplayStep]) -> Judged | None:
    """A decision cannot raise the chances beyond those of its best move, so a rise is caused by events since the decision
    before: others' moves, chance, the outcome of a joint choice. Among these steps, the one at which the winner gained most
    points on the others is used, else the last.
    """
    mine = [each for each in review.decisions if each.seat == winner]
    rises = [(after.best - before.share, at) for at, (before, after) in enumerate(itertools.pairwise(mine), start=1)]
    rise, at = max(rises, default=(0.0, 0))
    if rise < SWING:
        return None
    last = mine[at - 1].step
    joint = steps[last - 1].seat != winner and steps[last - 1].stage == steps[last].stage  # the winner chose last
    between = range(last if joint else last + 1, mine[at].step) or range(last, last + 1)
    gained = {step: max(0, _lead(curve[step], winner) - _lead(curve[step - 1], winner)) for step in between}
    step = max(between, key=lambda step: (gained[step], step))
    return Judged(step, steps[step].turn, winner, mine[at - 1].share, mine[at].best)


def _strongest(review: Review) -> Judged | None:
    best = max(review.decisions, key=lambda each: (each.margin, -each.step), default=None)
    if best is None or not best.margin:
        return None
    return Judged(best.step, best.turn, best.seat, best.share - best.margin, best.share)


def _leader(points: Sequence[int]) -> Seat | None:
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def _leads(curve: Sequence[Sequence[int]]) -> int:
    leaders = [leader for points in curve if len(points) > 1 and (leader := _leader(points)) is not None]
    return sum(before != after for before, after in itertools.pairwise(leaders))


def _ahead(curve: Sequence[Sequence[int]], turns: Sequence[int], winner: Seat) -> int | None:
    at = len(curve)
    while at and _leader(curve[at - 1]) == winner:
        at -= 1
    return turns[at] if at < len(curve) else None


def _lead_taken(curve: Sequence[Sequence[int]], turns: Sequence[int], winner: Seat) -> Overtaking | None:
    """Returns how the winner took the lead for good: early, in the first third of the turns, or from somebody who had it."""
    leaders = [_leader(points) for points in curve]
    at = len(curve)
    while at and leaders[at - 1] == winner:
        at -= 1
    if at == len(curve):
        return None
    if turns[at] - turns[0] <= (turns[-1] - turns[0]) / 3:
        return Overtaking(at, turns[at], winner, None)
    before = next((seat for seat in reversed(leaders[:at]) if seat is not None), None)
    return None if before in {None, winner} else Overtaking(at, turns[at], winner, before)

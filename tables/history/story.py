"""What a finished game was like: how it turned, its best moment, its closest one. Told from its events and points
alone; where the computer player has looked through the game, how it turned and its best move are as it judged them.
"""

import itertools
from collections.abc import Sequence

import msgspec

from engines.contract import Event, Seat, Statistic
from tables.history.replay import Replay, Step
from tables.history.review import Review, own

SWING = 0.05
"""Less of the win than this is no swing."""


class Moment(msgspec.Struct, frozen=True):
    """A step worth telling."""

    step: int
    turn: int
    seat: Seat | None
    """Whom it is about; None: nobody in particular."""
    points: int
    """How many, or by how many."""


class Judged(msgspec.Struct, frozen=True):
    """A step as the computer player judged it, in expected shares of the win (0..1) of a seat."""

    step: int
    turn: int
    seat: Seat
    before: float
    """Before it; of the best move: with the next best one."""
    after: float


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A game in short."""

    curve: tuple[tuple[int, ...], ...]
    """After each step, the points by seat."""
    turning: Moment | None = None
    """The step that brought the winner most ahead of the best of the others, of several the last; None: no winner, or none."""
    best: Moment | None = None
    """The most points that a seat made in one step."""
    closest: Moment | None = None
    """The contest that was decided by least."""
    leads: int = 0
    """How often somebody else took the lead alone."""
    ahead: int | None = None
    """The turn from which on the winner was alone in front to the end."""
    statistics: tuple[Statistic, ...] = ()
    swing: Judged | None = None
    """What raised the winner's chances most between two decisions of theirs; None: nothing did, or nobody has judged it."""
    strongest: Judged | None = None
    """The move made that was better by most than every other; None: none stood out, or nobody has judged it."""

    @property
    def decided(self) -> int | None:
        """The step at which the game turned, by the computer player's judgement before that by points."""
        found = self.swing or self.turning
        return None if found is None else found.step


def story(replay: Replay, review: Review | None = None) -> Story:
    """The story of a game, with what a review of it has said if there is one. May take as long as playing it again."""
    game = replay.game
    review = None if review is None else own(review, replay)
    curve: list[tuple[int, ...]] = []
    steps: list[Step] = []
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
        closest=closest,
        leads=_leads(curve),
        ahead=None if winner is None else _ahead(curve, turns, winner),
        statistics=game.statistics(events, replay.seats),
        swing=None if review is None or winner is None else _swing(review, winner, curve, steps),
        strongest=None if review is None else _strongest(review),
    )


def _winner(replay: Replay) -> Seat | None:
    """Who has won alone, by the rules, against others."""
    places = replay.result.places if replay.result is not None else ()
    return places.index(1) if len(places) > 1 and places.count(1) == 1 else None


def _lead(points: Sequence[int], seat: Seat) -> int:
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)


def _turning(curve: Sequence[Sequence[int]], turns: Sequence[int], winner: Seat) -> Moment | None:
    swings = [(_lead(curve[at], winner) - _lead(curve[at - 1], winner), at) for at in range(1, len(curve))]
    swing, at = max(swings, default=(0, 0))
    return Moment(at, turns[at], winner, swing) if swing > 0 else None


def _best(curve: Sequence[Sequence[int]], turns: Sequence[int]) -> Moment | None:
    gains = [
        (after - before, -at, -seat)
        for at in range(1, len(curve))
        for seat, (before, after) in enumerate(zip(curve[at - 1], curve[at], strict=True))
    ]
    gain, at, seat = max(gains, default=(0, 0, 0))
    return Moment(-at, turns[-at], -seat, gain) if gain > 0 else None


def _swing(review: Review, winner: Seat, curve: Sequence[Sequence[int]], steps: Sequence[Step]) -> Judged | None:
    """No decision raises the chances that its best move had: a rise came of what happened since the one before. That is others'
    moves, chance, what a joint choice brought. The step of these at which the winner gained most points on the others is
    told, else the last.
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

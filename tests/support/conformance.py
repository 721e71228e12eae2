"""What every game must keep, as functions over any game; tests/engines/test_conformance.py runs them on all that are found.

A game helps with a module `tests/games/<key>/laws.py`, which must have
    laws(position)                  asserts what is always true of a position: every card in one place, scores add up ...
and may have
    align(imagined, position)       gives an imagined position the chance (seed, draw number) of the real one, so that the two
                                    can be compared across draws too; without it these are copied and nothing else
    ACROSS_DRAWS = False            where what is drawn depends on more than that
    stays_secret(position, seat)    whether what this seat chooses now stays hidden from the others when the stage closes
    SAME_NAME = True                where the game is called the same in every language
    OPEN = True                     where nothing is hidden and nothing is drawn by lot: everybody knows the whole position
    twins(position, viewer, rng)    positions which the viewer cannot tell from this one, made by hand and not by `determinize`

A game that is not found yet is tested by naming it:
    ZAMKI_GAME=engines.torres.rules:TorresGame pytest tests/engines/test_conformance.py
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import itertools
import os
import random
import re
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import msgspec

import engines
from data.words import languages, words
from engines.contract import MOVE_LENGTH, WORD, Event, Game, IllegalMove, Move, Position, Revealing, Seat
from engines.notation import legal_moves, random_move, read_event, write

PROBES = frozenset({0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
"""A position of a random game is kept for the closer checks after each of these numbers of moves, and at the end."""


class Case(msgspec.Struct, frozen=True):
    """A game with a number of seats and its options."""

    key: str
    seats: int
    options: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        return found()[self.key]

    @property
    def name(self) -> str:
        """Returns the name as in the file names of golden games: the options that are not the default."""
        defaults = {option.key: option.default for option in self.game.options}
        return "-".join(
            [self.key, str(self.seats), *(f"{key}-{value}" for key, value in self.options if defaults[key] != value)]
        )

    def start(self, seed: int = 0) -> Position:
        position: Position = self.game.start(self.seats, dict(self.options), seed.to_bytes(16, "big"))
        return position


@functools.cache
def found() -> Mapping[str, Game]:
    games = dict(engines.games())
    if named := os.environ.get("ZAMKI_GAME"):
        module, attribute = named.split(":")
        named_game = getattr(importlib.import_module(module), attribute)
        game = named_game() if isinstance(named_game, type) else named_game
        games = {game.key: game}
    return games


@functools.cache
def cases(key: str) -> tuple[Case, ...]:
    """Returns every number of seats with every combination of options that the game offers."""
    game = found()[key]
    combinations = itertools.product(*([(option.key, value) for value in option.values] for option in game.options))
    return tuple(
        Case(key, seats, options) for options in combinations for seats in game.seats if _offered(Case(key, seats, options))
    )


def _offered(case: Case) -> bool:
    try:
        case.start()
    except IllegalMove:
        return False
    return True


def all_cases() -> list[Case]:
    return [case for key in found() for case in cases(key)]


@functools.cache
def covering(key: str) -> tuple[Case, ...]:
    """Returns a few cases that cover every number of seats and every value of every option."""
    return _covering(key, _facts)


@functools.cache
def covering_pairs(key: str) -> tuple[Case, ...]:
    """Returns cases that also cover every two such facts that go together."""
    return _covering(key, lambda case: set(itertools.combinations(sorted(_facts(case)), 2)) or _facts(case))


def _covering(key: str, facts: Callable[[Case], set[Any]]) -> tuple[Case, ...]:
    left = {fact for case in cases(key) for fact in facts(case)}
    chosen: list[Case] = []
    while left:
        chosen.append(max(cases(key), key=lambda case: len(left & facts(case))))
        left -= facts(chosen[-1])
    return tuple(chosen)


def _facts(case: Case) -> set[tuple[str, str]]:
    return {("seats", str(case.seats)), *case.options}


@functools.cache
def hooks(key: str) -> ModuleType:
    return importlib.import_module(f"tests.games.{key}.laws")


@functools.cache
def probes(case: Case, number: int = 0) -> tuple[Position, ...]:
    """Returns positions of one random game in many stages, including the first and the last. Work on copies of them."""
    rng = random.Random(f"{case.name} {number}")
    position = case.start(rng.getrandbits(64))
    kept = []
    for moves in itertools.count():
        pending = position.pending()
        if moves in PROBES or not pending:
            kept.append(position.copy())
        if not pending:
            return tuple(kept)
        seat = rng.choice(pending)
        position.play(seat, random_move(position, seat, rng))
    raise AssertionError


def few(case: Case) -> tuple[Position, ...]:
    """Returns every third of the probes, and the last; the long suite takes all of more games."""
    every = probes(case)
    return (*every[:-1:3], every[-1])


def viewers(position: Position) -> tuple[Seat | None, ...]:
    return (None, *range(position.view(None).seats))


def told(events: list[Event], viewer: Seat | None) -> bytes:
    """Returns every byte that a viewer gets of some events."""
    return msgspec.json.encode([event for event in events if event.to is None or viewer in event.to])


def shown(position: Position, viewer: Seat | None) -> bytes:
    """Returns every byte that a viewer gets of a position: the view and, for a seat, its first question."""
    asked = None if viewer is None else position.choices(viewer)
    return msgspec.json.encode([position.view(viewer), asked])


# -- a step of a game -------------------------------------------------------------------------------------------------------


def check_step(
    game: Game, before: tuple[int, int, tuple[Seat, ...]], seat: Seat, position: Position, events: list[Event]
) -> None:
    """`before`: stage, turn and pending before `seat` moved and these events happened."""
    stage, turn, pending = before
    now = position.pending()
    assert list(now) == sorted(set(now))
    assert (position.result() is None) == bool(now)
    if len(pending) > 1:
        assert now == tuple(other for other in pending if other != seat), "a joint stage waits for all the others"
        assert position.stage == stage, "a joint stage stays the same until the last choice"
    else:
        assert position.stage > stage, "the stage rises with a single move and with the last choice"
    assert position.turn >= turn >= 1
    for event in events:
        stored = msgspec.json.decode(msgspec.json.encode(event))
        assert read_event(stored, game) == event, "an event is read again as it was stored"
        assert event.to is None or list(event.to) == sorted(set(event.to))


def check_views(case: Case, position: Position) -> None:
    for viewer in viewers(position):
        view = position.view(viewer)
        assert type(view) is case.game.view_type
        assert (view.seat, view.seats) == (viewer, case.seats)
        assert (view.stage, view.turn, view.pending) == (position.stage, position.turn, position.pending())
        assert view.over == (not position.pending())
        assert view.options == dict(case.options)
        assert msgspec.json.decode(msgspec.json.encode(view), type=case.game.view_type) == view
        assert bool(view.chosen) == (viewer is not None and _has_chosen(position, viewer)), "chosen: what can be retracted"
        if viewer is not None and view.chosen:
            assert view.chosen in {move[-len(view.chosen) :] for move in legal_moves(position, viewer)}, (
                "chosen without the verb"
            )


def check_look(case: Case, position: Position) -> None:
    """Check that a look at what chance brings (`engines.contract.Revealing`) is the only move of the only seat, and reveals."""
    if not isinstance(case.game, Revealing) or (reading := case.game.reveal_move(position)) is None:
        return
    (seat,) = position.pending()
    assert legal_moves(position, seat) == [reading]
    trial = position.copy()
    assert any(event.reveals for event in trial.play(seat, reading))
    assert case.game.reveal_move(trial) is None


# -- moves ------------------------------------------------------------------------------------------------------------------


def check_moves(position: Position, rng: random.Random, most: int) -> None:
    """Check that legal moves are listed once, are well formed and can be played, and that only pending seats have any. At most
    `most` of them are played.
    """
    pending = position.pending()
    for seat in range(position.view(None).seats):
        moves = legal_moves(position, seat)
        assert len(set(moves)) == len(moves)
        if seat in pending:
            assert moves, "a seat that owes a move can make one"
        else:
            assert bool(moves) == _has_chosen(position, seat), "only who is asked, or has chosen and may change it, has moves"
        for move in moves:
            assert len(write(move)) <= MOVE_LENGTH
            assert all(re.fullmatch(WORD, word) for word in move)
            assert position.choices(seat, move).complete
        for move in rng.sample(moves, min(most, len(moves))):
            position.copy().play(seat, move)


def _has_chosen(position: Position, seat: Seat) -> bool:
    refusal = refusal_of(position.copy().retract, seat)
    assert refusal is None or refusal.key == "tables.refusal.nothing-to-take-back"
    return refusal is None


def refusal_of(act: Callable[..., object], *arguments: object) -> IllegalMove | None:
    """Call it, and return the refusal, if it was refused."""
    try:
        act(*arguments)
    except IllegalMove as refusal:
        return refusal
    return None


JUNK: tuple[Move, ...] = (
    (),
    ("",),
    ("x",),
    ("PLAY",),
    ("-1",),
    ("none",),
    ("999999999999999999999",),
    ("pl ay",),
    ("żółw", "🐢"),
    ("{0}", "{card}"),
    ("play", "play"),
    ("x" * 5000,),
    ("play",) * 500,
    ("\x00",),
)


def mutations(move: Move, others: list[Move], rng: random.Random) -> Iterator[Move]:
    """Yields moves that look like this one: words left out, doubled, swapped, replaced by words of other moves or by junk."""
    vocabulary = sorted({word for other in others for word in other} | {"x", "0", ""})
    for index in range(len(move)):
        yield move[:index] + move[index + 1 :]
        yield (*move[:index], move[index], *move[index:])
        yield (*move[:index], rng.choice(vocabulary), *move[index + 1 :])
        yield (*move[:index], move[index] + rng.choice("x0 '"), *move[index + 1 :])
    yield (*move, rng.choice(vocabulary))
    if len(move) > 1:
        first, second = rng.sample(range(len(move)), 2)
        exchanged = list(move)
        exchanged[first], exchanged[second] = exchanged[second], exchanged[first]
        yield tuple(exchanged)


def check_refusals(position: Position, rng: random.Random, moves_each: int) -> None:
    """Check that `play` accepts exactly what `choices` calls complete, and refuses the rest with a reason and no effect."""
    seats = range(position.view(None).seats)
    listed = {seat: legal_moves(position, seat) for seat in seats}
    everything = [move for moves in listed.values() for move in moves[:200]] or [("play", "dragon")]
    before = position.snapshot()
    for seat in (*seats, len(seats), 99, -1):
        legal = listed.get(seat, [])
        samples = rng.sample(legal, min(moves_each, len(legal))) or rng.sample(everything, min(moves_each, len(everything)))
        tried = itertools.chain(JUNK, samples, *(mutations(move, everything, rng) for move in samples))
        for move in tried:
            trial = position.copy()
            accepted = seat in seats and position.choices(seat, move).complete
            refusal = refusal_of(trial.play, seat, move)
            assert accepted == (refusal is None), (seat, move, refusal)
            if refusal is None:
                _check_spelling(position, seat, move, legal, trial)
            else:
                assert trial.snapshot() == before, "a refused move changes nothing"
                check_message(refusal)
    assert position.snapshot() == before


def _check_spelling(position: Position, seat: Seat, move: Move, legal: list[Move], after: Position) -> None:
    """Check that an accepted move that is not listed is another spelling (order of words) of one that is."""
    if move in legal:
        return
    alike = [other for other in legal if sorted(other) == sorted(move)]
    for other in alike:
        trial = position.copy()
        trial.play(seat, other)
        if trial.snapshot() == after.snapshot():
            return
    raise AssertionError(f"{move} was played but is not among the legal moves")


def check_message(refusal: IllegalMove) -> None:
    """Check that every language has a text for a refusal."""
    for language in languages():
        if refusal.key.startswith("tables.") and not words(language).has(refusal.key):
            continue  # the tests of tables check the table's own messages
        assert words(language)(refusal.key, **refusal.parameters)


# -- positions as values ----------------------------------------------------------------------------------------------------


def check_snapshot(case: Case, position: Position) -> None:
    snapshot = position.snapshot()
    loaded = case.game.load(snapshot)
    assert loaded == position
    assert loaded.snapshot() == snapshot
    assert msgspec.json.encode(msgspec.json.decode(snapshot)) == snapshot, "canonical JSON"
    for viewer in viewers(position):
        assert loaded.view(viewer) == position.view(viewer)


def check_copies(case: Case, position: Position, rng: random.Random) -> None:
    """Check that a copy is equal, does not affect the original, and reaches the same position by the same moves."""
    before = position.snapshot()
    copy, loaded = position.copy(), case.game.load(before)
    assert copy == position
    for _ in range(12):
        pending = copy.pending()
        if not pending:
            break
        seat = rng.choice(pending)
        move = random_move(copy, seat, rng)
        assert copy.play(seat, move) == loaded.play(seat, move)
        assert copy.snapshot() == loaded.snapshot()
    assert position.snapshot() == before


def check_orders(position: Position, rng: random.Random, orders: int) -> None:
    """Check that any order of simultaneous choices, with changes of mind between, gives equal positions and events."""
    pending = position.pending()
    if len(pending) < 2:
        return
    final = {seat: random_move(position, seat, rng) for seat in pending}
    outcomes = set()
    for _ in range(orders):
        trial = position.copy()
        order = rng.sample(pending, len(pending))
        events: list[Event] = []
        for number, seat in enumerate(order):
            if number < len(order) - 1 and rng.random() < 0.5:
                offered = trial.choices(seat)
                trial.play(seat, random_move(trial, seat, rng))
                assert trial.choices(seat) == offered, "who has chosen is offered the same until the last has chosen"
                assert seat not in trial.pending()
                if rng.random() < 0.5:
                    trial.retract(seat)
                    assert seat in trial.pending()
            events = trial.play(seat, final[seat])
        outcomes.add((trial.snapshot(), msgspec.json.encode(events)))
    assert len(outcomes) == 1


def check_retract(position: Position, rng: random.Random) -> None:
    """Check that taking back an open choice restores the position exactly, and is refused without effect elsewhere."""
    pending = position.pending()
    before = position.snapshot()
    if len(pending) > 1:
        seat = rng.choice(pending)
        trial = position.copy()
        trial.play(seat, random_move(trial, seat, rng))
        assert trial.snapshot() != before
        trial.retract(seat)
        assert trial.snapshot() == before
    for seat in (*pending, -1, 99):
        assert not _has_chosen(position, seat)
    assert position.snapshot() == before


# -- computer players -------------------------------------------------------------------------------------------------------


def check_choose_move(game: Game, position: Position, level: str) -> None:
    """Check that the computer player answers legally, and the same from the view as sent to another process."""
    seat = position.pending()[-1]
    view = position.view(seat)
    move = game.choose_move(view, random.Random(5), level)
    assert position.choices(seat, move).complete, f"{level} says {move}, which is not legal"
    sent = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
    assert game.choose_move(sent, random.Random(5), level) == move, "the same view and chance give the same move"


# -- hidden things ----------------------------------------------------------------------------------------------------------


def is_open(key: str) -> bool:
    """Returns whether the game hides nothing and draws nothing by lot (`OPEN`)."""
    return getattr(hooks(key), "OPEN", False)


def check_determinize(key: str, game: Game, position: Position, rng: random.Random) -> None:
    """Check that an imagined position shows and offers its viewer the same. It is the true position only if all is known."""
    for viewer in viewers(position):
        view = position.view(viewer)
        before = msgspec.json.encode(view)
        imagined = game.determinize(view, rng)
        assert msgspec.json.encode(view) == before
        assert shown(imagined, viewer) == shown(position, viewer)
        if viewer is not None:
            assert legal_moves(imagined, viewer) == legal_moves(position, viewer)
        same = imagined.snapshot() == position.snapshot()
        assert same == is_open(key), "at least the seed is another, unless laws.py has `OPEN = True`"
        assert game.load(imagined.snapshot()) == imagined


def same_chance(imagined: Position, position: Position) -> None:
    for name in ("seed", "draws", "by_place"):
        if hasattr(position, name):
            setattr(imagined, name, getattr(position, name))


def check_hidden(key: str, game: Game, position: Position, viewer: Seat | None, rng: random.Random) -> None:
    """Check that nothing hidden from a viewer changes a byte of what they get: positions that the viewer cannot tell apart are
    played on side by side with different secret choices, and compared at every step.
    """
    hook = hooks(key)
    across_reveals = getattr(hook, "ACROSS_DRAWS", True)
    worlds = [game.determinize(position.view(viewer), rng)]
    if across_reveals:
        getattr(hook, "align", same_chance)(worlds[0], position)
    if hasattr(hook, "twins"):
        worlds += hook.twins(position, viewer, rng)
    secret = getattr(hook, "stays_secret", lambda *_: False)
    for world in worlds:
        pair = Pair(position.copy(), world, viewer, secret)
        pair.compare([], [])
        if pair.choose_again(rng):
            pair.play_on(rng, steps=8, across_reveals=across_reveals)


class Pair(msgspec.Struct):
    """Two positions that `viewer` cannot tell apart, played side by side."""

    true: Position
    other: Position
    viewer: Seat | None
    secret: Callable[[Position, Seat], bool]

    def compare(self, events: list[Event], other_events: list[Event]) -> None:
        assert told(events, self.viewer) == told(other_events, self.viewer)
        assert shown(self.true, self.viewer) == shown(self.other, self.viewer)

    def choose_again(self, rng: random.Random) -> bool:
        """Let the other seats that have chosen in the open stage choose again, the same in both positions if the reveal will
        show it. Returns False if none of them can.
        """
        for seat in range(self.true.view(None).seats):
            pending = self.true.pending()
            if seat == self.viewer or seat in pending or not self.true.choices(seat).words or self.secret(self.true, seat):
                continue
            common = [move for move in legal_moves(self.true, seat) if self.other.choices(seat, move).complete]
            if not common:
                return False
            move = rng.choice(common)
            self.compare(self.true.play(seat, move), self.other.play(seat, move))
        return True

    def play_on(self, rng: random.Random, steps: int, *, across_reveals: bool) -> None:
        for _ in range(steps):
            pending = self.true.pending()
            if not pending:
                return
            seat = rng.choice(pending)
            move = other_move = random_move(self.true, seat, rng)
            if seat != self.viewer and self.secret(self.true, seat):
                other_move = random_move(self.other, seat, rng)
            elif not self.other.choices(seat, move).complete:
                return  # a move that is possible in only one position distinguishes them legitimately
            if len(pending) > 1 and seat != self.viewer:
                self.choose_openly(seat, rng)
            events, other_events = self.true.play(seat, move), self.other.play(seat, other_move)
            if not across_reveals and any(event.reveals for event in (*events, *other_events)):
                return
            self.compare(events, other_events)

    def choose_openly(self, seat: Seat, rng: random.Random) -> None:
        """Check that while the joint stage is open, different choices of another seat look the same to the viewer."""
        trial = Pair(self.true.copy(), self.other.copy(), self.viewer, self.secret)
        move, other_move = random_move(trial.true, seat, rng), random_move(trial.other, seat, rng)
        trial.compare(trial.true.play(seat, move), trial.other.play(seat, other_move))

"""The story of a finished game: what it tells is what happened, in every game and language, in words and as a picture."""

from __future__ import annotations

import itertools
import random

import pytest

import engines
from data.words import words
from engines.contract import Revealing
from engines.notation import random_move
from render import story as drawing
from tables.history.record import Played, Record, Sitting
from tables.history.replay import Replay
from tables.history.review import Decision, Review
from tables.history.story import Judged, story
from tests.support.samples import LONGEST, audience

GAMES = [pytest.param(key, marks=() if key == "rzymianie" else pytest.mark.long) for key in engines.games()]


def finished(key: str, seats: int, seed: int) -> Replay:
    """A game played at random."""
    game, luck, moves = engines.games()[key], random.Random(seed), []
    position = game.start(seats, {}, bytes(16))
    if isinstance(game, Revealing):
        game.wait_for_looks(position)
    while pending := position.pending():
        reading = game.reveal_move(position) if isinstance(game, Revealing) else None
        move = reading or random_move(position, pending[0], luck)
        position.play(pending[0], move)
        moves.append(Played(pending[0], " ".join(move)))
    people = tuple(Sitting("Ada", "person") for _ in range(seats))
    record = Record(table=1, game=key, rules_version=game.rules_version, options={}, seats=people, random_order=False,
                    drawn=(), commitment="", over=True, seed=bytes(16).hex(), moves=tuple(moves))  # fmt: skip
    return Replay(record, game)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_told_as_it_went(key: str) -> None:
    game = engines.games()[key]
    replay = finished(key, game.seats[-1], 3)
    told = story(replay)
    assert told is not None
    assert replay.result is not None
    assert len(told.curve) == replay.last + 1
    assert told.curve[-1] == replay.result.scores
    if told.best is not None:
        assert told.best.seat is not None
        gains = [after[told.best.seat] - before[told.best.seat] for before, after in itertools.pairwise(told.curve)]
        assert max(gains) == gains[told.best.step - 1] == told.best.points
    if told.turning is not None:
        assert told.turning.points > 0
        assert told.turning.seat == (winner := replay.result.places.index(1))
        before = told.curve[told.turning.step - 1]
        assert before[winner] <= max(points for seat, points in enumerate(before) if seat != winner), "they were behind"
    for language in ("en", "pl"):
        speak = words(language)
        rows = tuple(drawing.FigureRow(speak(f"{key}.stat.{each.key}"), each.values) for each in told.statistics)
        assert all(len(row.values) == replay.seats for row in rows)
        turning = None if told.turning is None else told.turning.step
        sketch = drawing.StoryPicture(
            key, speak("replay.story-of", game=speak(f"{key}.name")), told.curve, turning, rows, ("A.",)
        )
        picture = drawing.picture(sketch, audience(replay.seats, language, LONGEST))
        assert len(picture.alt) <= 1024
        assert rows[0].name in picture.alt


def test_a_story_tells_the_computer_players_judgement() -> None:
    """What raised the winner's chances most between two decisions of theirs, and the move that was better by most than all
    others.
    """
    replay = finished("rzymianie", 2, 3)
    plain = story(replay)
    assert plain is not None
    assert replay.result is not None
    assert (plain.swing, plain.strongest, plain.decided) == (None, None, plain.turning and plain.turning.step)
    winner = replay.result.places.index(1)
    shares = {1: (winner, 0.4, 0.0), 2: (1 - winner, 0.6, 0.0), 3: (winner, 0.5, 0.0), 4: (1 - winner, 0.2, 0.3),
              5: (winner, 0.9, 0.1), 6: (winner, 0.92, 0.0)}  # fmt: skip
    decisions = tuple(Decision(step, step, seat, share, share, margin=margin) for step, (seat, share, margin) in shares.items())
    told = story(replay, Review(1, "hard", decisions))
    assert told is not None
    assert told.swing is not None
    assert told.swing.step in {3, 4}
    assert told.swing == Judged(told.swing.step, replay.step(told.swing.step).turn, winner, 0.5, 0.9)
    assert told.strongest is not None
    assert (told.strongest.step, told.strongest.seat) == (4, 1 - winner)
    assert told.decided == told.swing.step
    assert (told.turning, told.best, told.curve) == (plain.turning, plain.best, plain.curve)
    flat = story(replay, Review(1, "hard", decisions[:1]))
    assert flat is not None
    assert (flat.swing, flat.strongest, flat.decided) == (None, None, plain.decided)


def test_figures_add_up() -> None:
    """What the phases of Torres brought, slides and the points that were bought, are the score."""
    replay = finished("torres", 3, 4)
    told = story(replay)
    assert told is not None
    figures = {each.key: each.values for each in told.statistics}
    for seat, score in enumerate(told.curve[-1]):
        scored = sum(figures[f"phase-{phase}"][seat] for phase in (1, 2, 3))
        slides = figures.get("slides", (0, 0, 0))[seat]
        assert scored <= score <= scored + slides + figures["bought"][seat]
    rycerze = story(finished("rycerze", 4, 1))
    assert rycerze is not None
    castles = {each.key: each.values for each in rycerze.statistics}
    assert 1 <= sum(sum(castles[material]) for material in ("stone", "brick", "wood")) <= 6


@pytest.mark.parametrize("key", GAMES)
def test_the_sentence_of_a_story_is_true(key: str) -> None:
    """Who was ahead, from which turn on, and the largest gain, computed again from the points."""
    seen = set()
    for seed in range(3 if key != "rzymianie" else 8):
        replay = finished(key, 2, seed)
        told = story(replay)
        curve, turns = told.curve, [step.turn for step in replay.steps()]
        ahead = [seat if points[seat] > points[1 - seat] else None for points in curve for seat in (points[1] > points[0],)]
        if told.lead is not None:
            seen.add("late" if told.lead.before is not None else "early")
            assert replay.result is not None
            assert replay.result.places[told.lead.seat] == 1
            assert all(leader == told.lead.seat for leader in ahead[told.lead.step :])
            assert ahead[told.lead.step - 1] != told.lead.seat
            assert told.lead.turn == turns[told.lead.step]
            if told.lead.before is not None:
                assert [leader for leader in ahead[: told.lead.step] if leader is not None][-1] == told.lead.before
                assert told.lead.before != told.lead.seat
            else:
                assert 3 * (told.lead.turn - turns[0]) <= turns[-1] - turns[0]
        gains = sorted(after[seat] - before[seat] for before, after in itertools.pairwise(curve) for seat in (0, 1))
        if told.leap is not None:
            seen.add("leap")
            seat, step = told.leap.seat, told.leap.step
            assert seat is not None
            assert step < replay.last
            assert told.leap.points == curve[step][seat] - curve[step - 1][seat]
        if len({gain for gain in gains if gain > 0}) == 1:
            assert (told.best, told.leap) == (None, None), "a game of equal gains has no largest"
    assert seen or key not in {"rzymianie", "torres", "zamek"}

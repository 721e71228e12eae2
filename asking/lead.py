"""What an answer leads to: the next question, a confirmation, a move, or nothing because the game has moved on."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from asking.players import playing_seat
from asking.question import QuestionStep
from asking.walk import Ask, finish_words
from engines.contract import Move
from tables.rules.reading import Reading


class Next(msgspec.Struct, frozen=True):
    """Ask what follows these words."""

    said: Move


class Confirm(msgspec.Struct, frozen=True):
    """The move would waste something: ask whether it is meant. `warn` says what (`<game>.warn.<warn>`)."""

    said: Move
    warn: str


class PlayMove(msgspec.Struct, frozen=True):
    """Play this whole move."""

    said: Move


class Impossible(msgspec.Struct, frozen=True):
    """No legal move begins like this; playing it gives the reason."""

    said: Move


class PastQuestion(msgspec.Struct, frozen=True):
    """The words answer an older question. `drafted`: one that this person has answered since, in a draft that others do not
    see.
    """

    drafted: bool


class NotPlaying(msgspec.Struct, frozen=True):
    """The person does not play at this table, or the game does not run."""


Following: TypeAlias = Next | Confirm | PlayMove | Impossible
Lead: TypeAlias = Following | PastQuestion | NotPlaying


def following(ask: Ask, said: Move, *, done: bool = False) -> Following:
    """Returns what these words lead to, if their question is open. `done`: the move ends with them, even if it could go on."""
    whole, choices = finish_words(ask, said)
    ends = done and choices.complete and whole == said
    if choices.words and not ends:
        return Next(whole)
    if not choices.complete:
        return Impossible(whole)
    return Confirm(whole, choices.warn) if choices.warn else PlayMove(whole)


def lead(reading: Reading, said: Move, *, stage: int, done: bool = False) -> Lead:
    """Returns what these words lead to, said about the question of `stage`. `done`: see `following`."""
    if playing_seat(reading) is None or reading.info.state != "playing":
        return NotPlaying()
    if stage != reading.info.stage:
        return PastQuestion(drafted=stage == reading.drafted_at)
    return following(reading.choices, said, done=done)


def of_step(reading: Reading, step: QuestionStep) -> Lead:
    """Returns what a step of the look's own question leads to."""
    if step.kind in {"place", "refill"}:
        return Next(step.said)
    return lead(reading, step.said, stage=reading.info.stage, done=step.kind == "done")

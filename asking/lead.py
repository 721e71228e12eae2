"""What an answer leads to: the next question, a confirmation, a move, or nothing because the game has moved on."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from asking.players import playing_seat
from asking.question import QuestionStep
from asking.walk import finished
from engines.contract import Move
from tables.model.models import TableView


class Next(msgspec.Struct, frozen=True):
    """Ask what follows these words."""

    said: Move


class Confirm(msgspec.Struct, frozen=True):
    """The move would waste something: ask whether it is meant. `warn` says what (`<game>.warn.<warn>`)."""

    move: Move
    warn: str


class PlayMove(msgspec.Struct, frozen=True):
    """PlayMove this whole move."""

    move: Move


class Impossible(msgspec.Struct, frozen=True):
    """The rules allow nothing that begins like this; playing it gives the reason."""

    move: Move


class PastQuestion(msgspec.Struct, frozen=True):
    """The words answer an older question. `drafted`: one that this person has answered since, in a draft that others do not
    see.
    """

    drafted: bool


class NotPlaying(msgspec.Struct, frozen=True):
    """The person does not play at this table, or the game does not run."""


Lead: TypeAlias = Next | Confirm | PlayMove | Impossible | PastQuestion | NotPlaying


def lead(look: TableView, said: Move, *, stage: int, done: bool = False) -> Lead:
    """Returns what these words lead to, said about the question of `stage`. `done`: the move ends with them, even if it could
    go on.
    """
    if playing_seat(look) is None or look.table.state != "playing":
        return NotPlaying()
    if stage != look.table.stage:
        return PastQuestion(drafted=stage == look.drafted_at)
    whole, following = finished(look.after, said)
    if following.words:
        ends = done and following.complete and whole == said
        if not ends:
            return Next(whole)
    elif not following.complete and look.choices.words:
        return Impossible(whole)
    return Confirm(whole, following.warn) if following.warn else PlayMove(whole)


def chosen(look: TableView, step: QuestionStep) -> Lead:
    """Returns what a step of the look's own question leads to."""
    if step.kind in {"place", "refill"}:
        return Next(step.said)
    return lead(look, step.said, stage=look.table.stage, done=step.kind == "done")

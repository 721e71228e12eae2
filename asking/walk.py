"""A move said word by word, for any game: the next real question, words chosen together, rotations and endings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from engines.contract import Choices, Move

SQUARE = re.compile(r"[a-z]\d{1,2}")
"""A place of a board, by its letter and number."""

LONG = 4
"""Number of words said after which the only way to end a move is taken without a press."""

ENDINGS = 24
"""Maximum ways to end a move that are asked for in one question."""

Ask: TypeAlias = Callable[[Move], Choices]
"""Returns what may follow the words said. It is synchronous, so that all answers come from one version of the table."""


def advance(ask: Ask, said: Move) -> tuple[Move, Choices]:
    """Go on from `said` to the next real question: skip words without an alternative, and take the first side of a thing that
    can be rotated (`rotate_words` turns it further).
    """
    choices = ask(said)
    while choices.words and (len(choices.words) == 1 or choices.rotate) and choices.together == 1 and not choices.complete:
        following = ask((*said, choices.words[0]))
        if following.complete and not following.words:
            break  # the last word is pressed even if it is the only one
        said, choices = (*said, choices.words[0]), following
    return said, choices


class Joint(msgspec.Struct, frozen=True):
    """A choice of several words together that has begun: the words before it, all that can be chosen, and those chosen."""

    base: Move
    choices: Choices
    taken: Move


def joint(ask: Ask, said: Move) -> Joint | None:
    """Returns the choice of words together that `said` is in the middle of, or None."""
    for at in range(len(said)):
        choices = ask(said[:at])
        if choices.together > 1:
            return Joint(said[:at], choices, said[at:]) if len(said) - at < choices.together else None
    return None


def together(ask: Ask, earlier: Move, said: Move) -> Move:
    """Returns `said` with what was chosen on the same message before it was redrawn, if both belong to one choice of several
    words; else `said`.
    """
    before, now = joint(ask, earlier), joint(ask, said)
    if before is None or now is None or earlier[:-1] != said[:-1] or earlier == said:
        return said
    return (*earlier, said[-1]) if said[-1] in ask(earlier).words else said


def finish_words(ask: Ask, said: Move) -> tuple[Move, Choices]:
    """Returns what was just said, extended by words that say nothing new and by the only way to end a long move: a player who
    has placed all cards but one need not press the last.
    """
    choices = ask(said)
    while len(choices.words) == 1 and _goes_without(said, choices):
        said = (*said, choices.words[0])
        choices = ask(said)
    return said, choices


def endings(ask: Ask, said: Move) -> tuple[Move, ...]:
    """Returns all ways to end the move that `said` begins, if they are few enough to ask for in one question instead of two or
    more; else ().
    """
    found: list[Move] = []

    def follow(so_far: Move) -> bool:
        choices = ask(so_far)
        if choices.complete and not choices.words:
            found.append(so_far)
            return len(found) <= ENDINGS
        if choices.complete or not choices.words or choices.together > 1 or choices.slots or choices.rotate:
            return False
        if len(choices.words) > ENDINGS:
            return False
        return all(follow((*so_far, word)) for word in choices.words)

    deep = follow(said) and min(map(len, found), default=0) > len(said) + 1
    return tuple(found) if deep else ()


def _goes_without(said: Move, choices: Choices) -> bool:
    return choices.plain or (len(said) >= LONG and not (choices.complete or choices.slots or choices.rotate))


def rotated_at(ask: Ask, said: Move) -> int | None:
    """Returns which word said how a thing lies that can be rotated, if nothing has been decided since."""
    for at in reversed(range(len(said))):
        choices = ask(said[:at])
        if choices.rotate or len(choices.words) > 1:
            return at if choices.rotate else None
    return None


def rotate_words(ask: Ask, said: Move) -> Move:
    """Returns what is said when the rotatable thing is turned once more; () if nothing has been rotated since the last choice
    or it fits only one way.
    """
    at = rotated_at(ask, said)
    sides = () if at is None else ask(said[:at]).words
    return (*said[:at], sides[(sides.index(said[at]) + 1) % len(sides)]) if at is not None and len(sides) > 1 else ()

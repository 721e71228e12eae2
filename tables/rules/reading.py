"""What may be read of a table: views, the next words, and how the beginning of a line can go on."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import NewType, Self

from cachetools import LRUCache
from msgspec.structs import replace

from engines.contract import Choices, IllegalMove, Move, Seat, View
from engines.notation import combinations, read
from tables.model.table import LoadedTable
from tables.model.table_info import TableInfo, Vote
from tables.rules import automatic, drafts
from tables.rules.finish import final_result
from tables.rules.play import at
from tables.rules.takeback import can_take_back, may_ask, own_steps

OFFERED = 25
"""The most continuations offered; Discord shows no more."""

QUESTIONS = 128
"""Answers that a reading caches, so that the rules are asked each question only once."""

Cover = Callable[[View], View]
"""Removes from a view what will be hidden again."""


class Reading:
    """What one person may read of one version of a table: the current one, or one after moves they only tried. Nothing is
    awaited: every answer is about that version.
    """

    def __init__(
        self,
        loaded: LoadedTable,
        user: int | None,
        cover: Cover | None = None,
        others: dict[Seat | None, Reading] | None = None,
    ) -> None:
        self._stored = loaded
        self._user = user
        self._cover = cover
        self.seat = loaded.table.seat_of(user)
        """The person's seat; None: a spectator."""
        self._loaded = drafts.apply_draft(loaded, self.seat)
        """The table as this person sees it: after their draft."""
        self._others = {} if others is None else others
        """The readings of this version by seat; all spectators share one."""
        self._others[self.seat] = self
        self._answers: LRUCache[Move, Choices] = LRUCache(QUESTIONS)
        self.fleeting: View | None = None
        """The view including what will be hidden again, for the one message that is edited then. Set only on request, and only
        while there is something to show.
        """

    def is_of(self, loaded: LoadedTable) -> bool:
        """Returns whether this reads exactly this version."""
        return self._stored is loaded

    def check(self) -> Self:
        """Returns this reading after its game has answered what everybody asks first: a fault of the game shows here."""
        _ = self.view, self.choices(), self.can_take_back, self.steps, self.may_ask
        return self

    @cached_property
    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        table = self._loaded.table
        info = replace(table.info(), set_aside=self._loaded.set_aside)
        return info if table.result is None else replace(info, result=final_result(table))

    @cached_property
    def view(self) -> View | None:
        """What this person may know, without what will be hidden again; None in the lobby. Views are made for people only
        here.
        """
        if self._loaded.position is None:
            return None
        view = self._loaded.position.view(self.seat)
        return view if self._cover is None else self._cover(view)

    @cached_property
    def can_take_back(self) -> bool:
        """Whether `take_back` would have an effect."""
        return can_take_back(self._loaded, self.seat)

    @cached_property
    def steps(self) -> tuple[tuple[int, Move], ...]:
        """The moves of their turn that this person may take back without asking, oldest first, each with its number."""
        return tuple((step.number, read(step.move)) for step in own_steps(self._loaded, self.seat))

    @cached_property
    def may_ask(self) -> Vote | None:
        """The request to take back that this person could make instead."""
        return may_ask(self._loaded, self.seat)

    @property
    def drafted_at(self) -> int | None:
        """The stage at which this person began a draft. Others see the table at that stage; `view` and `choices` are of the
        position after the draft. None: there is no draft.
        """
        return None if self._loaded is self._stored else self._stored.table.stage

    @property
    def ahead(self) -> tuple[Move, ...]:
        """The planned moves."""
        plan = automatic.planned_by(self._loaded.table, self.seat)
        return () if plan is None else plan.moves

    @property
    def dropped(self) -> Move:
        """The move of the plan that had become illegal, so that the plan was dropped."""
        plan = automatic.planned_by(self._loaded.table, self.seat)
        return () if plan is None else plan.dropped

    def seen_by(self, user: int | None) -> Reading:
        """Returns what another person may read of the same version; None: a spectator."""
        kept = self._others.get(self._stored.table.seat_of(user))
        return kept or Reading(self._stored, user, self._cover, self._others)

    def reading_for(self, user: int) -> Reading:
        """Returns what another person may read of the same version, without their draft."""
        there = self.seen_by(user)
        return there if there.drafted_at is None else Reading(drafts.without(self._stored), user, self._cover)

    def showing(self, view: View | None) -> Self:
        """Returns the same reading with another view, for drawing."""
        other = copy.copy(self)
        other.view = view
        return other

    def with_view(self, view: View | None) -> Self:
        """Returns the same reading with this view including what will be hidden again (`fleeting`)."""
        other = copy.copy(self)
        other.fleeting = view
        return other

    def choices(self, said: Move = ()) -> Choices:
        """Returns what this person may say next."""
        if self.seat is None:
            return Choices()
        found = self._answers.get(said)
        if found is None:
            found = self._answers[said] = choices(self._loaded, self.seat, said)
        return found

    def complete(self, text: str) -> list[Move]:
        """Returns continuations of the beginning of a line, at most OFFERED."""
        return complete(self._loaded, self.seat, text)

    def illegal(self, move: Move) -> IllegalMove | None:
        """Returns why the rules refuse this move, tried on a copy; None if they do not, or nothing can be played."""
        if self.seat is None or self._loaded.position is None or self.choices(move).complete:
            return None
        try:
            self._loaded.position.copy().play(self.seat, move)
        except IllegalMove as reason:
            return reason
        return None

    def with_move(self, move: Move) -> Reading | None:
        """Returns the reading after this move, tried on a copy. None: the move is illegal or would reveal something; nobody may
        learn by trying what they would learn by playing.
        """
        if self.seat is None or not self.choices(move).complete or self._loaded.position is None:
            return None
        position = self._loaded.position.copy()
        try:
            events = position.play(self.seat, move)
        except IllegalMove:
            return None
        if any(event.reveals for event in events):
            return None
        return Reading(LoadedTable(table=at(self._loaded.table, position), position=position), self._user, self._cover)


def choices(loaded: LoadedTable, seat: Seat | None, said: Move) -> Choices:
    """Returns what this seat may say next; nothing for spectators and people who have resigned, or if no game is running."""
    if loaded.position is None or loaded.table.state != "playing" or seat is None or not loaded.table.acts(seat):
        return Choices()
    return loaded.position.choices(seat, said)


def complete(loaded: LoadedTable, seat: Seat | None, text: str) -> list[Move]:
    """Returns continuations of the beginning of a line, at most OFFERED; each extends to the next real choice or to the end of
    the move. The last word may be incomplete. Words that lead nowhere give [].
    """
    words = text.lower().split()
    begun = words.pop() if words and not text[-1].isspace() else ""
    said: Move = ()
    while True:
        now = choices(loaded, seat, said)
        if now.together > 1:
            if len(words) < now.together:
                return _together(loaded, seat, said, now, words=words, begun=begun)
            taken, words = words[: now.together], words[now.together :]
            if Counter(taken) - Counter(now.words):
                return []
            said = (*said, *taken)
        elif words:
            if words[0] not in now.words:
                return []
            said, words = (*said, words[0]), words[1:]
        else:
            found = [_onwards(loaded, seat, (*said, word)) for word in now.words if word.startswith(begun)]
            return ([said] if now.complete and said and not begun else []) + found[:OFFERED]


def _together(loaded: LoadedTable, seat: Seat | None, said: Move, now: Choices, *, words: list[str], begun: str) -> list[Move]:
    """Returns the combinations of a `together` choice that contain these words and one with this beginning."""
    found: list[Move] = []
    for combination in combinations(now):
        left = list(combination)
        if Counter(words) - Counter(left):
            continue
        for word in words:
            left.remove(word)
        fitting = [word for word in dict.fromkeys(left) if word.startswith(begun)]
        if fitting:
            left.remove(fitting[0])
            found.append(_onwards(loaded, seat, (*said, *words, fitting[0], *left)))
    return found[:OFFERED]


def _onwards(loaded: LoadedTable, seat: Seat | None, said: Move) -> Move:
    """Returns what was said and all that follows without a choice."""
    while True:
        now = choices(loaded, seat, said)
        if now.complete or now.together > 1 or len(now.words) != 1:
            return said
        said = (*said, now.words[0])


SpectatorReading = NewType("SpectatorReading", Reading)
"""A reading of somebody who has no seat: only this is shown to people of whom nothing is known. `tables.service.watch_actions`
makes it.
"""

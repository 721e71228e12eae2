"""What may be read of a table: views, the next words, and how the beginning of a line can go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cachetools import LRUCache
from msgspec.structs import replace

from engines.contract import Choices, IllegalMove, Move, Seat, View
from engines.notation import combinations, read
from tables.model.models import TableView
from tables.model.table import LoadedTable
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
    """What one person may read of one version of a table: the current one, or one after moves they only tried."""

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
        self._seat = loaded.table.seat_of(user)
        self._loaded = drafts.drafted(loaded, self._seat)
        """The table as this person sees it: after their draft."""
        self._others = {} if others is None else others
        """The readings of this version by seat; all spectators share one."""
        self._others[self._seat] = self
        self._view: TableView | None = None
        self._answers: LRUCache[Move, Choices] = LRUCache(QUESTIONS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[int, int, Seat | None]:
        return self._loaded.table.id, self._loaded.table.version, self._seat

    def is_of(self, loaded: LoadedTable) -> bool:
        """Returns whether this reads exactly this version."""
        return self._stored is loaded

    def by(self, user: int | None) -> Reading:
        """Returns what another person may read of the same version."""
        kept = self._others.get(self._stored.table.seat_of(user))
        return kept or Reading(self._stored, user, self._cover, self._others)

    def seen_by(self, user: int | None) -> TableView:
        """Returns the same version as another person sees it; None: a spectator."""
        return self.by(user).view()

    def confirmed(self, user: int) -> TableView:
        """Returns the same version as another person sees it, without their draft."""
        there = self.by(user)
        if there.view().drafted_at is None:
            return there.view()
        return Reading(drafts.without(self._stored), user, self._cover).view()

    def view(self) -> TableView:
        """Returns the table as this person may see it. Views are made for people only here."""
        if self._view is None:
            self._view = self._seen()
        return self._view

    def _seen(self) -> TableView:
        loaded, seat = self._loaded, self._seat
        table, position = loaded.table, loaded.position
        info = replace(table.info(), set_aside=loaded.set_aside)
        if table.result is not None:
            info = replace(info, result=final_result(table))
        plan = automatic.planned_by(table, seat)
        view = None if position is None else position.view(seat)
        if view is not None and self._cover is not None:
            view = self._cover(view)
        return TableView(
            table=info,
            seat=seat,
            view=view,
            choices=self.choices(),
            can_take_back=can_take_back(loaded, seat),
            steps=tuple((step.number, read(step.move)) for step in own_steps(loaded, seat)),
            drafted_at=None if loaded is self._stored else self._stored.table.stage,
            may_ask=may_ask(loaded, seat),
            ahead=() if plan is None else plan.moves,
            dropped=() if plan is None else plan.dropped,
            version=self,
        )

    def choices(self, said: Move = ()) -> Choices:
        """Returns what this person may say next."""
        if self._seat is None:
            return Choices()
        found = self._answers.get(said)
        if found is None:
            found = self._answers[said] = choices(self._loaded, self._seat, said)
        return found

    def complete(self, text: str) -> list[Move]:
        """Returns continuations of the beginning of a line, at most OFFERED."""
        return complete(self._loaded, self._seat, text)

    def illegal(self, move: Move) -> IllegalMove | None:
        """Returns why the rules refuse this move, tried on a copy; None if they do not, or nothing can be played."""
        if self._seat is None or self._loaded.position is None or self.choices(move).complete:
            return None
        try:
            self._loaded.position.copy().play(self._seat, move)
        except IllegalMove as reason:
            return reason
        return None

    def after(self, move: Move) -> Reading | None:
        """Returns the table after this move, tried on a copy. None: the move is illegal or would reveal something; nobody may
        learn by trying what they would learn by playing.
        """
        if self._seat is None or not self.choices(move).complete or self._loaded.position is None:
            return None
        position = self._loaded.position.copy()
        try:
            events = position.play(self._seat, move)
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

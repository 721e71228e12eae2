"""What may be read of a table: looks, words to choose from, complete moves for a line begun, also a few moves on."""

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
"""Continuations that are offered at most (Discord shows no more)."""

QUESTIONS = 128
"""Answers that a reading keeps: the same question is asked of the rules once."""

Cover = Callable[[View], View]
"""Takes out of a view what will vanish again."""


class Reading:
    """What one person may read of a table as it was at one time: now, or after moves of theirs that were only tried."""

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
        """The table as this person has it before them: after what they have drafted."""
        self._others = {} if others is None else others
        """The readings of this version by seat: all spectators have the same one."""
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
        """Whether this reads that very version."""
        return self._stored is loaded

    def by(self, user: int | None) -> Reading:
        """What another person may read of the same version."""
        kept = self._others.get(self._stored.table.seat_of(user))
        return kept or Reading(self._stored, user, self._cover, self._others)

    def seen_by(self, user: int | None) -> TableView:
        """The same version as another person (None: a spectator) sees it."""
        return self.by(user).view()

    def confirmed(self, user: int) -> TableView:
        """The same version as another person sees it, without what they have drafted."""
        there = self.by(user)
        if there.view().drafted_at is None:
            return there.view()
        return Reading(drafts.without(self._stored), user, self._cover).view()

    def view(self) -> TableView:
        """The table as this person may see it. The only place where views are made for people."""
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
        """What this person may say next."""
        if self._seat is None:
            return Choices()
        found = self._answers.get(said)
        if found is None:
            found = self._answers[said] = choices(self._loaded, self._seat, said)
        return found

    def complete(self, text: str) -> list[Move]:
        """Continuations of a line begun; at most OFFERED."""
        return complete(self._loaded, self._seat, text)

    def illegal(self, move: Move) -> IllegalMove | None:
        """Why the rules refuse this move, tried on a copy; None where they do not, or nothing can be played."""
        if self._seat is None or self._loaded.position is None or self.choices(move).complete:
            return None
        try:
            self._loaded.position.copy().play(self._seat, move)
        except IllegalMove as reason:
            return reason
        return None

    def after(self, move: Move) -> Reading | None:
        """The table as it would be after this move, tried on a copy. None: the move is not legal, or it would reveal something
        (nobody may learn by trying what they would learn by playing).
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
    """What this seat may say next; nothing for a spectator, a person who has resigned, or when no game is on."""
    if loaded.position is None or loaded.table.state != "playing" or seat is None or not loaded.table.acts(seat):
        return Choices()
    return loaded.position.choices(seat, said)


def complete(loaded: LoadedTable, seat: Seat | None, text: str) -> list[Move]:
    """Continuations of a line begun, at most OFFERED: each goes on to the next real choice or to the end of the move.

    The last word may be begun only; words that lead nowhere give [].
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
    """The combinations of a `together` choice that have these words and one that begins so."""
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
    """What was said and all that follows without a choice."""
    while True:
        now = choices(loaded, seat, said)
        if now.complete or now.together > 1 or len(now.words) != 1:
            return said
        said = (*said, now.words[0])

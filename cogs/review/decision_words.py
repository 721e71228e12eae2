"""A decision of a review in words: as a line, and as a sentence with the reason."""

from asking.labels import join_with_arrows, short_name
from chat.app import App
from chat.cards import audiences, headings, hint, seating, wording
from data.words import Words
from engines.contract import Move
from tables.history.replay import Replay
from tables.history.review import Decision
from tables.model.table_info import TableInfo

LONG = 4
"""From this number of words of a move on, a line has only the first in which two moves differ."""


class DecisionWords:
    """The decisions of one game in one language. Each method may take some milliseconds."""

    def __init__(self, app: App, info: TableInfo, replay: Replay, words: Words) -> None:
        self._app = app
        self._info = info
        self._replay = replay
        self._words = words

    def line(self, decision: Decision, number: int) -> str:
        """Returns what was done and what would have been better, as briefly as possible."""
        low, high = _gain_in_points(decision)
        said, better = self._briefly(decision)
        return self._words(
            "review.line",
            number=number,
            name=self._name(decision),
            said=said,
            better=better,
            gain=f"{low}–{high}" if low < high else str(high),
        )

    def sentence(self, decision: Decision, number: int) -> str:
        """Returns the same in full, with the reason for the better move."""
        low, high = _gain_in_points(decision)
        said, better = (self._fully(decision, moves) for moves in self._moves(decision))
        line = self._words(
            "review.decision-about" if low < high else "review.decision",
            number=number,
            when=self._when(decision),
            name=self._name(decision),
            said=said,
            better=better,
            low=low,
            high=high,
        )
        return " ".join([line, *hint.why(self._info.game, decision.terms, self._words)[:1]])

    def _moves(self, decision: Decision) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """Returns the moves of a decision as made, and the better ones."""
        made = decision.played or (self._replay.step(decision.step).move,)
        return made, decision.line or (decision.better,)

    def _when(self, decision: Decision) -> str:
        return capital(headings.when(self._app, self._info, decision.turn, self._words))

    def _name(self, decision: Decision) -> str:
        return seating.seat_name(seating.then(self._info, self._replay, decision.step), decision.seat)

    def _labels(self, decision: Decision, moves: tuple[Move, ...]) -> list[list[str]]:
        """Returns the labels of the words of each move."""
        label = audiences.renderer(self._app, self._info).label
        audience = audiences.audience(self._info, self._words, safe=False)
        views = self._replay.views(
            decision.step - 1, decision.seat, moves
        )  # the meaning of a move's words depends on this view
        pairs = zip(moves, views, strict=True)
        return [[label(word, move[:at], view, audience) for at, word in enumerate(move)] for move, view in pairs]

    def _fully(self, decision: Decision, moves: tuple[Move, ...]) -> str:
        return wording.escaped_line("; ".join(map(", ".join, self._labels(decision, moves))))

    def _briefly(self, decision: Decision) -> tuple[str, str]:
        """Returns both in brief, as "dragon + shepherd", "Move c3 → e5"; without a first word that they share."""
        said, better = self._moves(decision)
        same = len(said) == len(better) == 1 and said[0][0] == better[0][0] and len(said[0]) > 1
        if same and len(said[0]) == len(better[0]) >= LONG:
            return self._first_difference(decision, said[0], better[0])
        return self._line_of(decision, said, bare=same), self._line_of(decision, better, bare=same)

    def _first_difference(self, decision: Decision, said: Move, better: Move) -> tuple[str, str]:
        """Returns the first words in which two moves differ, with an ellipsis if others follow."""
        places = [at for at, words in enumerate(zip(said, better, strict=True)) if words[0] != words[1]]
        more = "…" if len(places) > 1 else ""
        names = [wording.escaped_line(short_name(self._labels(decision, (move,))[0][places[0]])) for move in (said, better)]
        return f"{names[0]}{more}", f"{names[1]}{more}"

    def _line_of(self, decision: Decision, moves: tuple[Move, ...], *, bare: bool) -> str:
        """Returns moves as one line. `bare`: without the first word of each."""
        found = []
        for move, labels in zip(moves, self._labels(decision, moves), strict=True):
            asked = self._replay.choices(decision.step - 1, decision.seat, move[:1])
            names = [short_name(label) for label in labels]
            rest = " + ".join(names[1:]) if asked.together > 1 else join_with_arrows(names[1:])
            found.append(" ".join([*names[: 0 if bare else 1], rest]).strip())
        return wording.escaped_line("; ".join(found))


def capital(said: str) -> str:
    """Returns a text with a capital letter first."""
    return said[:1].upper() + said[1:]


def _gain_in_points(decision: Decision) -> tuple[int, int]:
    """Returns how many percentage points the better move is worth, at least and at most."""
    low, high = hint.between(decision.gain, decision.spread)
    return max(1, low), max(1, high)

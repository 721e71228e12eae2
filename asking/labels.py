"""Words of a move as one person reads them, as plain text: names in it are raw, and nothing is marked up."""

import re
from collections import Counter
from collections.abc import Sequence

from asking.form import EMPTY, Form, FormChange
from engines.contract import Choices, Move, View, Word
from render.contract import Audience, Renderer

ADDITION = re.compile(r" · | \(|: ")
"""What separates a word from what is added to it in a label: where it is, what it costs."""

SIGN = re.compile(r" → ([^\w\s]) → ")
"""A label in a row of labels that is only a sign."""


def name(label: str) -> str:
    """Returns a label without its additions, which the picture shows."""
    return label.partition(" · ")[0]


def short_name(label: str) -> str:
    """Returns a label without its additions, and without the letter or number by which only the picture calls it."""
    head, _, rest = label.partition(" · ")
    return _word(rest if rest and len(head) == 1 else head)


def _word(label: str) -> str:
    return ADDITION.split(label, maxsplit=1)[0]


def join_with_arrows(labels: Sequence[str]) -> str:
    """Returns labels in a row: "c3 → e5". A sign stands before what it is said of: "Jump, ↑ Climb"."""
    return SIGN.sub(r", \1 ", " → ".join(labels))


class Labels:
    """How the viewer of `view` reads the notation of its game (see `render.contract.Renderer.label`)."""

    def __init__(self, renderer: Renderer, view: View, people: Audience) -> None:
        self._renderer = renderer
        self._view = view
        self._people = people

    def word(self, word: Word, said: Move = ()) -> str:
        """Returns one word, said after others."""
        return self._renderer.label(word, said, self._view, self._people)

    def words(self, choices: Choices, said: Move = ()) -> tuple[str, ...]:
        """Returns the words that may follow `said`; a word that is listed twice is labelled as the second one."""
        equal: Counter[Word] = Counter()
        found = []
        for word in choices.words:
            found.append(self.word(word, (*said, *[word] * equal[word])))
            equal[word] += 1
        return tuple(found)

    def move(self, move: Move, *, after: Move = ()) -> tuple[str, ...]:
        """Returns each word of a line, said `after` others."""
        return tuple(self.word(word, (*after, *move[:at])) for at, word in enumerate(move))

    def line(self, move: Move, *, after: Move = ()) -> str:
        """Returns a line of words: "Knight, c3, e5"."""
        return ", ".join(self.move(move, after=after))

    def brief(self, move: Move) -> str:
        """Returns a move as briefly as possible: "Knight c3 → e5"."""
        labels = [_word(label) for label in self.move(move)]
        return " ".join([*labels[:1], join_with_arrows(labels[1:])]).strip()

    def places(self, form: Form) -> tuple[str, ...]:
        """Returns the titles of a form's places."""
        return tuple(self.word(EMPTY, (*form.base, *(EMPTY,) * at)) for at in range(len(form.places)))

    def changes(self, form: Form) -> tuple[tuple[FormChange, str], ...]:
        """Returns the changes to a full form, and how they read: "1: Knight ↔ 4: Dragon", "1: Knight → Archer"."""
        places, stock = [name(each) for each in self.places(form)], self.stock(form)

        def read(change: FormChange) -> str:
            before = f"{places[change.place]}: {name(stock[form.places[change.place]])}"
            if change.other is None:
                return f"{before} → {name(stock[change.word])}"
            return f"{before} ↔ {places[change.other]}: {name(stock[change.word])}"

        return tuple((change, read(change)) for change in form.changes())

    def stock(self, form: Form) -> dict[Word, str]:
        """Returns the words that a form's places can have, in the stock's order."""
        words = dict.fromkeys(form.choices.stock)
        return {word: self.word(word, form.base) for word in words}

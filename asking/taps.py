"""What a tap on a picture can mean: every word that lies where it is tapped, said now or one word further."""

from collections import Counter
from collections.abc import Collection

import msgspec

from asking.form import EMPTY, Form
from asking.labels import Labels
from asking.question import Question, QuestionStep, Walk, question
from asking.walk import Joint
from engines.contract import Move, Word

TICK = "✓"
"""Marks a word that was said."""

_Meanings = dict[Word, list[tuple[int | None, QuestionStep]]]
"""By word: which of the equal words means it (None: each of them), and the step."""


class Tapped(msgspec.Struct, frozen=True):
    """A word that lies in the picture, and what it can say."""

    word: Word
    equal: int
    """How many equal words come before it."""
    steps: tuple[QuestionStep, ...] = ()
    """What it can mean; (): nothing now."""
    mark: str = ""
    """How it stands among the words said: its number in a form, or a tick; "" if it was not said."""


def taps(asked: Question, labels: Labels, places: Collection[Word]) -> tuple[Tapped, ...]:
    """Returns what a tap on each of these places can mean, in their order."""
    meanings, marks = _meanings(asked, labels, frozenset(places)), _marks(asked)
    found, equal = [], Counter[Word]()
    for word in places:
        at = equal[word]
        equal[word] += 1
        steps = tuple(step for before, step in meanings.get(word, ()) if before in {at, None})
        marked = marks.get(word, [])
        found.append(Tapped(word, at, steps, marked[at] if at < len(marked) else ""))
    return tuple(found)


def _meanings(asked: Question, labels: Labels, places: Collection[Word]) -> _Meanings:
    """Returns the steps by the word that a tap on a place says. Words that have no place are looked through: what follows them
    may have one.
    """
    found: _Meanings = {}
    match asked.asked:
        case Form() as form:
            found = _of_form(form, labels)
        case Joint() as together:
            seen = Counter[Word]()
            for word, step in zip(together.choices.words, asked.steps(labels), strict=True):
                found.setdefault(word, []).append((seen[word], step))
                seen[word] += 1
        case Walk() as walk:
            if walk.turned:
                turned = next(at for at, (old, new) in enumerate(zip(asked.said, walk.turned, strict=False)) if old != new)
                found[asked.said[turned - 1]] = [(None, QuestionStep("turn", walk.turned, ""))]
            for step in _next_words(asked, labels):
                word = step.said[-1]
                if word in places:
                    found.setdefault(word, []).append((None, step))
                else:
                    for further in _further(asked, step, labels):
                        if further.said[-1] in places:
                            found.setdefault(further.said[-1], []).append((None, further))
        case _:
            pass
    return found


def _of_form(form: Form, labels: Labels) -> _Meanings:
    """Returns what puts a word at the next empty place, and what empties the place of one that has been put."""
    found: _Meanings = {}
    stock = labels.stock(form)
    for word in stock:
        put = [at for at, placed in enumerate(form.places) if placed == word]
        for number, at in enumerate(put):
            emptied = (*form.base, *form.places[:at], EMPTY, *form.places[at + 1 :])
            found.setdefault(word, []).append((number, QuestionStep("place", emptied, stock[word], marked=True)))
        if not form.full and word in form.left:
            said = form.put(form.places.index(EMPTY), word).said
            left = range(len(put), form.choices.stock.count(word))
            found.setdefault(word, []).extend((number, QuestionStep("place", said, stock[word])) for number in left)
    return found


def _next_words(asked: Question, labels: Labels) -> list[QuestionStep]:
    read_as = zip(asked.choices.words, labels.words(asked.choices, asked.said), strict=True)
    return [QuestionStep("word", (*asked.said, word), label) for word, label in read_as]


def _further(asked: Question, step: QuestionStep, labels: Labels) -> list[QuestionStep]:
    """Returns what can be said after a step, named by both."""
    after = question(asked.ask, step.said)
    if not isinstance(after.asked, Walk) or after.asked.turned:
        return []
    return [msgspec.structs.replace(each, label=f"{step.label}: {each.label}") for each in _next_words(after, labels)]


def _marks(asked: Question) -> dict[Word, list[str]]:
    """Returns the marks of the words said, by word."""
    found: dict[Word, list[str]] = {}
    if isinstance(asked.asked, Form):
        for number, word in enumerate(asked.asked.places, start=1):
            found.setdefault(word, []).append(str(number))
        return found
    taken: Move = asked.asked.taken if isinstance(asked.asked, Joint) else asked.said[1:]
    for word in taken:
        found.setdefault(word, []).append(TICK)
    return found

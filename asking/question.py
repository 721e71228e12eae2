"""What one person is asked in one version of a game, after the words they have said: built once, and shown by every face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from asking.form import EMPTY, Form, form_of
from asking.labels import Labels, name
from asking.walk import SQUARE, Ask, Joint, advance, endings, joint, rotate_words
from engines.contract import Choices, Move

FEW = 6
"""Maximum next words from which the endings of a move are looked for: the rules are asked about each."""

StepKind: TypeAlias = Literal["word", "place", "turn", "end", "done", "refill"]
"""What a step does: say a word, fill a place of a form, turn the rotatable thing, say the rest of the move, end a move that
could go on (or a full form), or fill a whole form as last time.
"""


class Walk(msgspec.Struct, frozen=True):
    """One word after the other."""

    turned: Move = ()
    """What is said when the rotatable thing is turned further; () if there is none."""
    endings: tuple[Move, ...] = ()
    """All ways to end the move, if they are few enough to be asked for at once."""


class Nothing(msgspec.Struct, frozen=True):
    """No word can follow."""


Asked: TypeAlias = Form | Joint | Walk | Nothing


class QuestionStep(msgspec.Struct, frozen=True):
    """One answer to a question, for faces that list them."""

    kind: StepKind
    said: Move
    """All words said by it, from the first word of the move."""
    label: str
    """How it reads; "" where the face has words of its own (turn, done, refill)."""
    marked: bool = False
    """Whether it is chosen already, so that it takes the choice back."""


class Question(msgspec.Struct, frozen=True):
    """`ask` answers for the version of the table that the question belongs to."""

    ask: Ask
    said: Move
    """The words said, with those that need no decision."""
    choices: Choices
    """What may follow them."""
    asked: Asked
    begun: Move = ()
    """The words that had to be said first."""

    @property
    def decided(self) -> bool:
        """Whether a word was said that was a decision, which can be made differently."""
        under_way = isinstance(self.asked, Form) or (isinstance(self.asked, Joint) and self.asked.taken)
        return not under_way and self.said != self.begun

    @property
    def may_end(self) -> bool:
        """Whether the words said are a whole move that could go on."""
        return self.choices.complete and bool(self.choices.words)

    def steps(self, labels: Labels) -> tuple[QuestionStep, ...]:
        """Returns all answers, in the table's order."""
        match self.asked:
            case Form() as form:
                return _form_steps(form, labels)
            case Joint() as together:
                return _joint_steps(together, labels)
            case Walk() as walk:
                return (*self._walk_steps(walk, labels), *self._final_steps())
            case Nothing():
                return self._final_steps()

    def _walk_steps(self, walk: Walk, labels: Labels) -> list[QuestionStep]:
        if walk.endings:
            return [QuestionStep("end", move, ending(labels, move, after=len(self.said))) for move in walk.endings]
        read_as = zip(self.choices.words, labels.words(self.choices, self.said), strict=True)
        found = [QuestionStep("word", (*self.said, word), label) for word, label in read_as]
        return [QuestionStep("turn", walk.turned, ""), *found] if walk.turned else found

    def _final_steps(self) -> tuple[QuestionStep, ...]:
        return (QuestionStep("done", self.said, ""),) if self.choices.complete else ()


def question(ask: Ask, said: Move = (), *, chosen: Move = (), forms: bool = True) -> Question:
    """Returns what is asked after `said`. `chosen` is what the person has chosen and can change; a form begins with it. Without
    `forms`, the words of a form are asked for one after the other.
    """
    form = form_of(ask, said, chosen) if EMPTY in said else None
    given = () if EMPTY in said else said
    if form is None:
        said, choices = advance(ask, given)
        form = form_of(ask, said, chosen) if forms else None
    if form is not None:
        return Question(ask, form.said, form.choices, form)
    begun = advance(ask, ())[0] if given else said
    return Question(ask, said, choices, _make_asked(ask, said, choices), begun)


def _make_asked(ask: Ask, said: Move, choices: Choices) -> Asked:
    if (together := joint(ask, said)) is not None:
        return together
    if choices.together > 1:
        return Joint(said, choices, ())
    if not choices.words:
        return Nothing()
    if turned := rotate_words(ask, said):
        return Walk(turned)
    return Walk(endings=endings(ask, said) if len(choices.words) <= FEW else ())


def ending(labels: Labels, move: Move, *, after: int) -> str:
    """Returns how the rest of a move reads after its first words: places of a board as a way, other words as a list, in which a
    sign stands before what it is about. A number of the picture comes with what it stands for: "h2 · house +2".
    """
    rest = _names(labels.move(move)[after:])
    if any(map(_is_sign, rest)):
        return "".join(label if _is_sign(label) else f"{label} " for label in rest).rstrip()
    return (" → " if all(map(SQUARE.fullmatch, move[after:])) else ", ").join(rest)


def _names(labels: Sequence[str]) -> list[str]:
    *first, last = labels
    number, _, added = last.partition(" · ")
    if not (number.isdigit() and added):
        return [name(label) for label in labels]
    if first and first[-1].endswith(f" · {added}"):  # the square has been named with it
        return [*map(name, first[:-1]), first[-1]]
    return [*map(name, first), last]


def _is_sign(label: str) -> bool:
    return len(label) == 1 and not label.isalnum()


def _form_steps(form: Form, labels: Labels) -> tuple[QuestionStep, ...]:
    again = form.choices.again
    refill = [QuestionStep("refill", again, "")] if again and again != form.said else []
    stock = labels.stock(form)
    if not form.full:
        place = form.places.index(EMPTY)
        left = dict.fromkeys(form.left)
        return (*(QuestionStep("place", form.put(place, word).said, stock[word]) for word in left), *refill)
    others = [QuestionStep("place", change.form.said, label) for change, label in labels.changes(form)]
    return (QuestionStep("done", form.said, ""), *others, *refill)


def _joint_steps(together: Joint, labels: Labels) -> tuple[QuestionStep, ...]:
    found: list[QuestionStep] = []
    left = list(together.taken)
    for word, label in zip(together.choices.words, labels.words(together.choices, together.base), strict=True):
        taken = list(together.taken)
        if marked := word in left:
            left.remove(word)
            taken.remove(word)
        else:
            taken.append(word)
        found.append(QuestionStep("word", (*together.base, *taken), label, marked=marked))
    return tuple(found)

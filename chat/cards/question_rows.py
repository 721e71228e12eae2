"""The rows of a question: its form, its words, or the ways to end the move."""

from collections.abc import Sequence

from asking.form import Form
from asking.question import Question, Walk, ending
from asking.walk import Joint
from chat.cards import picker
from chat.cards.first_rows import first_rows
from chat.cards.form_rows import form_rows
from chat.cards.picker import PickerStep
from chat.cards.row_context import RowContext
from chat.wire.layout import Button, Row, beneath
from engines.contract import Move


def question_rows(
    context: RowContext,
    question: Question,
    below: Sequence[Button],
    *,
    marked: Move = (),
    page: int = 0,
    dispensable: Sequence[str] = (),
) -> tuple[Row, ...]:
    """Returns the rows that ask a question, and the buttons `below`, of which `dispensable` ones can be dropped (`beneath`).
    `marked` are the words chosen before, `page` the page of a long list of words.
    """
    if isinstance(question.asked, Form):
        return beneath(form_rows(context, question.asked), below, dispensable)
    if not question.choices.words:
        return beneath([], below, dispensable)
    endings = ending_rows(context, question)
    if not (question.said and endings) and (whole := first_rows(context, question, below)):
        return tuple(whole)
    walk = endings or picker.rows_of(step(context, question, marked, page), context.words)
    return beneath(walk, below, dispensable)


def step(context: RowContext, question: Question, marked: Move = (), page: int = 0) -> PickerStep:
    """Returns the question for buttons and menus. The words of a joint choice stay in place while it is made."""
    said, choices, taken = question.said, question.choices, Move()
    if isinstance(question.asked, Joint):
        said, choices, taken = question.asked.base, question.asked.choices, question.asked.taken
    return PickerStep(
        context.table,
        context.stage,
        said,
        choices,
        context.labels.words(choices, said),
        chosen=marked,
        page=page,
        turned=question.asked.turned if isinstance(question.asked, Walk) else (),
        signs=context.signs(choices.words, said),
        taken=taken,
    )


def ending_rows(context: RowContext, question: Question) -> list[Row]:
    """Returns the rest of the move as one question, if there are few ways to end it."""
    moves = question.asked.endings if isinstance(question.asked, Walk) else ()
    if not moves:
        return []
    labels = [ending(context.labels, move, after=len(question.said)) for move in moves]
    return picker.ending_rows(context.table, context.stage, moves, labels)

"""The lines of a hand: what was said, is asked and was chosen, who is awaited and until when, plans and drafts."""

from asking.asker import Asker
from asking.labels import Labels
from asking.offers import left_to_spend
from asking.question import Question
from asking.walk import Joint
from chat.cards import clocks, seating
from chat.cards.wording import escaped_line
from chat.wire.text import escape
from data.words import Words
from engines.contract import Choices
from tables.rules.reading import Reading


def asks(asker: Asker, reading: Reading, question: Question, labels: Labels, words: Words) -> list[str]:
    """Returns what is asked and chosen, who is awaited and until when."""
    info, mine = reading.info, reading.view.chosen if reading.view is not None else ()
    choosing = isinstance(question.asked, Joint) and question.asked.taken
    lines = []
    if choosing or ((question.choices.words or question.choices.complete) and (question.decided or not mine)):
        left = left_to_spend(asker, reading)
        spend = "" if left is None else f" · {words(f'{info.game}.left', n=left)}"
        lines.append(question_text(info.game, question, labels, words) + spend)
    if mine:
        key = "cogs.hand.until-then" if choosing else "cogs.hand.chosen"
        lines.append(words(key, what=escaped_line(labels.line(mine))))
    elif reading.seat not in info.pending:
        lines.append(words("cogs.hand.wait"))
    if info.pending and reading.seat not in info.pending:
        lines.append(seating.progress(info, words))
    return _add_times(lines, [] if reading.seat is None else clocks.own_times(info, reading.seat, words))


def _add_times(lines: list[str], times: list[str]) -> list[str]:
    """Returns the lines with the times below them, or beside a single one."""
    return [" · ".join([*lines, *times])] if len(lines) == 1 else [*lines, *times]


def decided_words(question: Question, labels: Labels, words: Words) -> list[str]:
    """Returns what has been said, if it was a decision."""
    return [words("cogs.hand.said", what=escaped_line(labels.line(question.said)))] if question.decided else []


def question_text(game: str, question: Question, labels: Labels, words: Words) -> str:
    """Returns what is asked; of words chosen together, which ones have been chosen and that more are asked for. A game may use
    its own words for the last of them (`<game>.ask.<ask>-next`).
    """
    together = question.asked
    if not isinstance(together, Joint) or not together.taken:
        return of_choices(game, question.choices, words)
    what = escaped_line(labels.line(together.taken, after=together.base))
    last = f"{game}.ask.{together.choices.ask}-next"
    left = together.choices.together - len(together.taken)
    return f"**{words(last if left == 1 and words.has(last) else 'cogs.hand.so-far', what=what, n=left)}**"


def of_choices(game: str, choices: Choices, words: Words) -> str:
    """Returns the question that the words of `choices` answer."""
    return f"**{words(f'{game}.ask.{choices.ask}')}**" if choices.ask else ""


def note_lines(notes: str) -> list[str]:
    """Returns the lines of a person's own notes."""
    lines = [escape(line, limit=len(line)) for line in notes.splitlines() if line.strip()]
    return [f"🗒️ {lines[0]}", *lines[1:]] if lines else []


def turn_lines(reading: Reading, labels: Labels, words: Words) -> list[str]:
    """Returns what is planned and what became of it, for the planner alone."""
    found = [f"{number}. {escaped_line(labels.line(move))}" for number, move in enumerate(reading.ahead, start=1)]
    if found:
        found.insert(0, words("cogs.ahead.planned"))
    if reading.dropped:
        found.append(words("cogs.ahead.dropped", what=escaped_line(labels.line(reading.dropped))))
    return found


def turn_so_far(asker: Asker, reading: Reading, labels: Labels, words: Words) -> list[str]:
    """Returns a numbered list of what a person has done in their turn; [] if that says nothing."""
    left = left_to_spend(asker, reading)
    if not reading.steps or (left is None and len(reading.steps) < 2):
        return []
    lines = [f"{at} {escaped_line(labels.brief(move))}" for at, (_, move) in enumerate(reading.steps, start=1)]
    if reading.drafted_at is not None:
        lines.append(f"🔏 {words('cogs.hand.drafted')}")
    return [f"📋 {' · '.join(lines)}"]

"""Moves typed by `/zamki move` or into the form: one, or several in a line."""

from asking import lines, players
from asking.lines import EXPLAINED
from chat.cards import wording
from chat.cards.hand import show
from chat.press import forms
from chat.press.answer import Answer, PrivateAnswer
from chat.press.presses import Press
from chat.wire.text import clip
from engines.contract import IllegalMove
from tables.errors import Refusal
from tables.rules.reading import Reading

FIELD = 400
"""Maximum characters in the form."""

SHORTEST = 8
"""Minimum characters of a meaning that are worth showing in a suggestion."""

REPEATED = 80
"""Maximum characters of a typed move that are repeated when it is refused."""


def suggestion_name(line: str, meaning: str, limit: int) -> str:
    """Returns the name of a suggestion: the words that a person reads, then the line that is sent."""
    room = limit - len(line) - len(EXPLAINED) - 2
    return f"{clip(meaning, room)} {EXPLAINED} {line}" if room >= SHORTEST else line


async def form(answer: Answer, press: Press) -> None:
    """Open a form for typing a move."""
    words = answer.words
    line = forms.text("move", words("cogs.form.label"), words("cogs.form.description"), most=FIELD)
    await forms.form(answer, press, "play.write", words("cogs.form.title"), line)


async def play(answer: PrivateAnswer, number: int, line: str, *, stage: int | None = None) -> None:
    """Play what somebody typed, move by move; each is stored before the next is read. A refusal ends it.

    `stage` is the one the person saw; None means the current one.
    """
    before = await answer.tables.looks.read(number, answer.user)
    if (
        players.playing_seat(before) is None
        or before.info.state != "playing"
        or await answer.tables.looks.carried_out(answer.request)
    ):
        await show(answer, number, reading=before)
        return
    moves = lines.parts(line)
    played: list[str] = []
    for at, typed in enumerate(moves):
        try:
            played.append(await _move(answer, number, typed, stage if at == 0 else None, first=at == 0))
        except (Refusal, IllegalMove) as refusal:
            if len(moves) == 1:
                raise
            reading = await answer.tables.looks.read(number, answer.user)
            await show(answer, number, reading=reading, note=_stopped_text(answer, reading, played, moves[at:], refusal))
            return
    reading = await answer.tables.looks.read(number, answer.user)
    await show(answer, number, reading=reading, note=_played_text(answer, reading, played))


async def _move(answer: Answer, number: int, typed: str, stage: int | None, *, first: bool) -> str:
    """Play one move and return it as people read it. Only the first is stored under the interaction's id, which counts once."""
    reading = await answer.tables.looks.read(number, answer.user)
    move = lines.understand(answer.app.asker, reading, typed, answer.words)
    seen = reading.info.stage if stage is None else stage
    request = answer.request if first else None
    await answer.tables.moves.play(number, answer.user, move, stage=seen, request=request, whole=False)
    return wording.escaped_line(answer.app.asker.labels(reading, answer.words).line(move))


def _played_text(answer: Answer, reading: Reading, played: list[str]) -> str:
    """Returns what was played of a line, or added to a turn that goes on."""
    key = "cogs.hand.typed" if reading.drafted_at is None else "cogs.hand.added"
    return answer.words(key, what="; ".join(played))


def _stopped_text(answer: Answer, reading: Reading, played: list[str], left: list[str], refusal: Refusal | IllegalMove) -> str:
    """Returns what was played of a line, what was refused and why, and what was not tried."""
    words = answer.words
    refused, *untried = (f"`{clip(typed, REPEATED).replace('`', chr(39))}`" for typed in left)
    text = [_played_text(answer, reading, played)] if played else []
    text.append(words("cogs.hand.stopped", line=refused, why=answer.reason(refusal)))
    if untried:
        text.append(words("cogs.hand.untried", lines="; ".join(untried)))
    return "\n".join(text)

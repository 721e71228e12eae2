"""What is taken back, in the words in which it was told."""

from chat.app import App
from chat.cards import audiences, wording
from chat.wire.text import fit
from data.words import Words
from tables.model.table_info import TableInfo, Undo

TOLD = 600
"""Maximum characters for the move in question."""


def lines(app: App, info: TableInfo, undo: Undo, words: Words) -> list[str]:
    """Returns the lines of the move in question; [] if nothing of it was told."""
    audience = audiences.audience(info, words, safe=True)
    events = wording.events(app, info, undo.events)
    told = [line for line in (wording.line(app, info, event, audience) for event in events) if line]
    return [fit([f"> {line}" for line in told], TOLD)] if told else []

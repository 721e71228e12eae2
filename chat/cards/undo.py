"""What is taken back, in the words in which it was told."""

from chat.app import App
from chat.cards import wording
from chat.wire.text import fit
from data.words import Words
from tables.model.table_info import TableInfo, Undo

TOLD = 600
"""Maximum characters for the move in question."""


def lines(app: App, info: TableInfo, undo: Undo, words: Words) -> list[str]:
    """Returns the lines of the move in question; [] if nothing of it was told."""
    told = wording.separate_lines(app, info, wording.events(app, info, undo.events), words)
    return [fit([f"> {line}" for line in told], TOLD)] if told else []

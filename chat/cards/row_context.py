"""What the rows of a question are made with."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from asking.labels import Labels
from chat.app import App
from chat.emoji import Emoji
from data.words import Words
from engines.contract import Move, Word
from tables.rules.reading import Reading


class RowContext(msgspec.Struct, frozen=True):
    """The question's table and stage, which go into the ids, and how its words are shown."""

    game: str
    table: int
    stage: int
    labels: Labels
    words: Words
    emoji: Emoji
    marked: bool = True
    """Whether pieces are shown before the labels."""
    public: bool = False
    """Whether everybody sees the rows."""

    def signs(self, words: Iterable[Word], said: Move) -> tuple[str, ...]:
        """Returns the emoji before the labels of these words: the piece that each is about, or ""."""
        if not self.marked:
            return ("",) * len(tuple(words))
        return tuple(self.emoji.of_word(self.game, word, said, public=self.public) for word in words)

    def sign(self, said: Move) -> str | None:
        """Returns the emoji of the last word said that is about a piece."""
        if not self.marked:
            return None
        found = [self.emoji.of_word(self.game, word, said[:at], public=self.public) for at, word in enumerate(said)]
        return next(filter(None, reversed(found)), None)


def of_table(app: App, reading: Reading, words: Words, *, marked: bool = True, public: bool = False) -> RowContext:
    """Returns what the rows of a table's question are made with, for the viewer."""
    info = reading.info
    return RowContext(info.game, info.id, info.stage, app.asker.labels(reading, words), words, app.emoji, marked, public)

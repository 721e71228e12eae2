"""The pieces of the games in texts, on buttons and in menus: as the application's emoji where Discord has them, else as
characters.
"""

from __future__ import annotations

from collections.abc import Mapping

from chat.wire import rest
from chat.wire.rest import Form
from engines.contract import EventData, Move, Word
from render.emoji import every, pieces


class Emoji:
    """Which emoji there are. `trouble`: why there are none or fewer, in Discord's number ("": all went well)."""

    def __init__(self) -> None:
        self.known: Mapping[str, str] = {}
        """How a message names the emoji of a piece (`<:name:id>`), by game and piece (`torres knight`)."""
        self.trouble = ""

    @property
    def count(self) -> tuple[int, int]:
        """How many pieces have their emoji, of how many."""
        wanted = [f"{game} {piece}" for game, piece in every()]
        return sum(key in self.known for key in wanted), len(wanted)

    def of(self, game: str, piece: str) -> str:
        """A piece as it is shown; "" for none. A message that Discord has refused gets the character: the emoji may be gone."""
        if not piece or game not in pieces():
            return ""
        own = self.known.get(f"{game} {piece}", "") if rest.form_shown() is Form.WHOLE else ""
        return own or pieces()[game].pieces[piece].character

    def of_word(self, game: str, word: Word, said: Move) -> str:
        """What a word of the notation is about; "" where that is no piece."""
        return self.of(game, pieces()[game].word(word, said)) if game in pieces() else ""

    def before(self, game: str, data: EventData, line: str) -> str:
        """The line that tells an event, with its piece before it in the place of the sign that it begins with, if it does."""
        piece = self.of(game, pieces()[game].event(data)) if game in pieces() else ""
        if not piece:
            return line
        sign, _, rest = line.partition(" ")
        return f"{piece} {line if any(each.isalnum() or each == '*' for each in sign) else rest}"

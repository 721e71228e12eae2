"""The games' pieces as messages show them."""

from collections.abc import Mapping, Sequence

import discord

from chat.wire import extent
from chat.wire.extent import Extent
from engines.contract import Event, Move, Word
from render.contract import Audience
from render.emoji import every, pieces

INVALID_FORM = 50035
"""Discord's code for rejecting a message as a whole."""

PIECES = 3
"""Maximum number of emoji before a line."""


class Emoji:
    """The games' pieces in texts, on buttons and in menus: the application's emoji if Discord has them, else characters.
    `trouble` is Discord's status for why some are missing ("" if none are).
    """

    def __init__(self) -> None:
        self.known: Mapping[str, str] = {}
        """How a message names the emoji of a piece (`<:name:id>`), by game and piece (`torres knight`)."""
        self.trouble = ""

    @property
    def count(self) -> tuple[int, int]:
        """Returns how many pieces have their emoji, and how many pieces there are."""
        wanted = [f"{game} {piece}" for game, piece in every()]
        return sum(key in self.known for key in wanted), len(wanted)

    def of(self, game: str, piece: str, *, public: bool = False) -> str:
        """Returns a piece as it is shown, or "". A message that Discord has rejected gets the character, since the emoji may be
        gone. If `public`, everybody sees it; a piece without an emoji is then shown by the words alone.
        """
        if not piece or game not in pieces():
            return ""
        own = self.known.get(f"{game} {piece}", "") if extent.current() is Extent.WHOLE else ""
        return own if own or public else pieces()[game].pieces[piece].character

    def of_word(self, game: str, word: Word, said: Move, *, public: bool = False) -> str:
        """Returns the piece that a word of the notation is about, or ""."""
        return self.of(game, pieces()[game].word(word, said), public=public) if game in pieces() else ""

    def before(self, game: str, events: Sequence[Event], line: str, audience: Audience, *, public: bool = False) -> str:
        """Returns the line for these events with at most `PIECES` pieces before it. They replace the sign that the line begins
        with, if there is one; a name may also consist of signs only.
        """
        about = dict.fromkeys(pieces()[game].event(event.data) for event in events) if game in pieces() else ()
        emoji = "".join([*filter(None, (self.of(game, piece, public=public) for piece in about))][:PIECES])
        if not emoji or not line:
            return line
        sign, _, rest = line.partition(" ")
        named = any(each.isalnum() or each == "*" for each in sign) or line.startswith(tuple(e.name for e in audience.people))
        return f"{emoji} {line if named else rest}"

    def may_be_cause(self, error: discord.HTTPException) -> bool:
        """Returns whether Discord may have rejected a message because somebody deleted the emoji by hand. If so, characters are
        used until the emoji are back (`service.emojis`).
        """
        if error.code != INVALID_FORM or not self.known:
            return False
        self.known = {}
        return True

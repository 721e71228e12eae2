"""What everything that speaks to people works with: the tables, the pictures, the games there are, who speaks which language.

It is made once by whoever starts the bot and handed down; nothing in `chat/` or `cogs/` knows the client that carries it.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping, Sequence

import discord
import msgspec
from cachetools import LRUCache

from chat.copies import UPLOADS, DeferredPictures, LiveReplies, Thinking
from chat.wire import rest
from chat.wire.interactions import LoadShedding
from chat.wire.layout import Row
from chat.wire.messenger import Messenger
from chat.wire.rest import Form
from data.words import Words, words
from engines.contract import Event, Game, Move, Word
from render.contract import Audience, Renderer
from render.emoji import every, pieces
from render.pool import Pool
from tables.history.story import Story
from tables.model.models import Preferences
from tables.service.service import TableService

log = logging.getLogger(__name__)

KEPT = 50_000
"""People remembered in memory; the languages of others are read from the store."""

SOON, TOGETHER = 0.5, 50
"""Seconds for which what is news is gathered, and of how many people it is stored at once: nobody's answer waits for it."""


class Languages:
    """Remembers, also over a restart, the language Discord last told for each person."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._locales: LRUCache[int, str] = LRUCache(KEPT)
        self._news: dict[int, str] = {}
        self._soon: asyncio.Task[None] | None = None
        self._storing = asyncio.Lock()

    def note(self, user: int, language: str) -> None:
        """Note the language of an interaction; it is stored soon, and only when it is news."""
        if self._locales.get(user) == language:
            return
        self._locales[user] = self._news[user] = language
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._store_soon(), name="store languages")

    def forget(self, user: int) -> None:
        """Another process knows better."""
        self._locales.pop(user, None)
        self._news.pop(user, None)

    async def words(self, user: int, otherwise: str, preferences: Preferences | None = None) -> Words:
        """The words for a message to this person; `otherwise` where nothing is known of them. `preferences`: theirs, where they
        have been read.
        """
        preferences = preferences or await self._tables.people.person(user)
        language = self._locales.get(user) or await self._tables.people.locale(user)
        return words(preferences.language or language or otherwise)

    async def store(self) -> None:
        """Store what has been noted, and wait until it is."""
        async with self._storing:
            while self._news:
                some = dict(itertools.islice(self._news.items(), TOGETHER))
                await self._tables.people.note_locales(some)
                for user, language in some.items():
                    if self._news.get(user) == language:
                        del self._news[user]

    async def _store_soon(self) -> None:
        await asyncio.sleep(SOON)
        await self._store_if_it_goes()

    async def _store_if_it_goes(self) -> None:
        try:
            await self.store()
        except Exception:
            self._locales.clear()  # what is told again is stored then
            self._news.clear()
            log.exception("languages could not be stored")

    async def close(self) -> None:
        """Store what has been noted, at once."""
        if self._soon is not None:
            self._soon.cancel()
            await asyncio.gather(self._soon, return_exceptions=True)
        await self._store_if_it_goes()


INVALID_FORM = 50035
"""Discord's code for a message that it refuses as a whole."""

PIECES = 3
"""Emoji before a line at most."""

STORIES = 64
"""Stories of finished games that are kept, the last ones shown."""


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """Who runs the bot and answers for its data, as far as they have said so; all may be empty."""

    name: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    """Addresses of the privacy page and of the terms."""


class Emoji:
    """The pieces of the games in texts, on buttons and in menus: as the application's emoji where Discord has them, else as
    characters. `trouble`: why there are none or fewer, in Discord's number ("": all went well).
    """

    def __init__(self) -> None:
        self.known: Mapping[str, str] = {}
        """How a message names the emoji of a piece (`<:name:id>`), by game and piece (`torres knight`)."""
        self.trouble = ""

    @property
    def count(self) -> tuple[int, int]:
        """How many pieces have their emoji, of how many."""
        wanted = [f"{game} {piece}" for game, piece in every()]
        return sum(key in self.known for key in wanted), len(wanted)

    def of(self, game: str, piece: str, *, public: bool = False) -> str:
        """A piece as it is shown; "" for none. A message that Discord has refused gets the character: the emoji may be gone.
        `public`: for everybody; there a piece without an emoji is left to the words.
        """
        if not piece or game not in pieces():
            return ""
        own = self.known.get(f"{game} {piece}", "") if rest.form_shown() is Form.WHOLE else ""
        return own if own or public else pieces()[game].pieces[piece].character

    def of_word(self, game: str, word: Word, said: Move, *, public: bool = False) -> str:
        """What a word of the notation is about; "" where that is no piece."""
        return self.of(game, pieces()[game].word(word, said), public=public) if game in pieces() else ""

    def before(self, game: str, events: Sequence[Event], line: str, audience: Audience, *, public: bool = False) -> str:
        """The line that tells these events, with their pieces before it, at most `PIECES`, in the place of the sign that it
        begins with, if it does; a name may consist of nothing but signs too.
        """
        about = dict.fromkeys(pieces()[game].event(event.data) for event in events) if game in pieces() else ()
        emoji = "".join([*filter(None, (self.of(game, piece, public=public) for piece in about))][:PIECES])
        if not emoji or not line:
            return line
        sign, _, rest = line.partition(" ")
        named = any(each.isalnum() or each == "*" for each in sign) or line.startswith(tuple(e.name for e in audience.people))
        return f"{emoji} {line if named else rest}"

    def refused(self, error: discord.HTTPException) -> bool:
        """Whether Discord may have refused a message because somebody has deleted the emoji by hand. From then on characters
        stand in, until the emoji are there again (`service.emojis`).
        """
        if error.code != INVALID_FORM or not self.known:
            return False
        self.known = {}
        return True


class App:
    """`tables` and `pictures` are open and stay the caller's to close. `games` are the games that can be played, by key.
    `language` is spoken where Discord tells none. `messenger` puts the messages of tables into channels.
    """

    def __init__(
        self, tables: TableService, pictures: Pool, messenger: Messenger, *, games: Mapping[str, Game], language: str
    ) -> None:
        self.tables = tables
        self.messenger = messenger
        self.pictures = pictures
        self.games = games
        self.language = language
        self.languages = Languages(tables)
        self.replies = LiveReplies()
        self.thinking = Thinking(tables)
        self.stories: LRUCache[tuple[int, int, bool], Story] = LRUCache(STORIES)
        """Stories by table, its version, and whether the computer player has judged it: nothing else of a game that is over
        changes.
        """
        self.deferred = DeferredPictures(pictures.hand_back)
        self.rush = LoadShedding(pictures.hold)
        self.operator = Operator()
        """Who runs the bot; whoever starts it sets it."""
        self.door = ""
        """The address under which programs reach the HTTP door; "": it is closed. Whoever starts the bot sets it."""
        self.explain: Callable[[str, Words], tuple[Row, ...]] = lambda _refusal, _words: ()
        """What stands below a refusal (its message key) to explain it; whoever knows the rules sets it."""
        self.emoji = Emoji()
        """The pieces of the games as messages show them."""
        self.uploads = asyncio.Semaphore(UPLOADS)

    @property
    def renderers(self) -> Mapping[str, Renderer]:
        """What renders each game, by key."""
        return self.pictures.renderers

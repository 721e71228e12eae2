"""What everything above this file works with: tables, pictures, games and people's languages.

The `App` is made once, when the bot starts, and passed down. Nothing in `chat/` or `cogs/` knows the client that carries it.
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
from chat.wire.interactions import LoadShedding, PatientAdapter
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
"""How many people's languages are kept in memory; the others are read from the store."""

SOON, TOGETHER = 0.5, 50
"""Seconds for which new languages are collected before they are stored; people stored at a time. No answer waits for it."""


class Languages:
    """Remembers, across restarts, the language that Discord last reported for each person."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._locales: LRUCache[int, str] = LRUCache(KEPT)
        self._news: dict[int, str] = {}
        self._soon: asyncio.Task[None] | None = None
        self._storing = asyncio.Lock()

    def note(self, user: int, language: str) -> None:
        """Note the language of an interaction. It is stored soon, and only if it has changed."""
        if self._locales.get(user) == language:
            return
        self._locales[user] = self._news[user] = language
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._store_soon(), name="store languages")

    def forget(self, user: int) -> None:
        """Drop what is remembered of a person, because another process has changed it."""
        self._locales.pop(user, None)
        self._news.pop(user, None)

    async def words(self, user: int, otherwise: str, preferences: Preferences | None = None) -> Words:
        """Returns the words for a message to this person, or `otherwise` if nothing is known of them. `preferences` are theirs,
        if the caller has read them.
        """
        preferences = preferences or await self._tables.people.person(user)
        language = self._locales.get(user) or await self._tables.people.locale(user)
        return words(preferences.language or language or otherwise)

    async def store(self) -> None:
        """Store what has been noted, and wait until that is done."""
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
            self._locales.clear()  # the next interaction of each person stores it again
            self._news.clear()
            log.exception("languages could not be stored")

    async def close(self) -> None:
        """Store what has been noted, without delay."""
        if self._soon is not None:
            self._soon.cancel()
            await asyncio.gather(self._soon, return_exceptions=True)
        await self._store_if_it_goes()


INVALID_FORM = 50035
"""Discord's code for rejecting a message as a whole."""

PIECES = 3
"""Maximum number of emoji before a line."""

STORIES = 64
"""Maximum number of cached stories of finished games."""


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """The operator, who runs the bot and answers for its data, as far as they have said so. Every field may be empty."""

    name: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    """Addresses of the privacy page and of the terms."""


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
        own = self.known.get(f"{game} {piece}", "") if rest.form_shown() is Form.WHOLE else ""
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

    def refused(self, error: discord.HTTPException) -> bool:
        """Returns whether Discord may have rejected a message because somebody deleted the emoji by hand. If so, characters are
        used until the emoji are back (`service.emojis`).
        """
        if error.code != INVALID_FORM or not self.known:
            return False
        self.known = {}
        return True


class FailedPost(msgspec.Struct, frozen=True):
    """A post of results that was not accepted."""

    receiver: tuple[str, str]
    """Its address and its key for signatures."""
    times: int
    """How often in a row."""
    next_try: float
    """When (Unix) the next attempt is made."""


class App:
    """`tables` and `pictures` are open, and the caller closes them. `games` are the playable games by key. `language` is used
    if Discord names none. `messenger` puts the messages of tables into channels.
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
        """Stories by table, version, and whether the computer player has reviewed it. Nothing else about a finished game
        changes.
        """
        self.deferred = DeferredPictures(pictures.hand_back)
        self.rush = LoadShedding(pictures.hold)
        self.operator = Operator()
        """The operator; set at the start."""
        self.door = ""
        """The address under which programs reach the HTTP door; "" if it is closed. Set at the start."""
        self.acknowledgements = PatientAdapter()
        """How answers to interactions are sent."""
        self.failed_posts: dict[int, FailedPost] = {}
        """The receivers of results, by server, that did not accept the last post."""
        self.explain: Callable[[str, Words], tuple[Row, ...]] = lambda _refusal, _words: ()
        """Returns the rows below a refusal (given by its message key) that explain it. Set by whatever knows the rules."""
        self.emoji = Emoji()
        """The games' pieces as messages show them."""
        self.uploads = asyncio.Semaphore(UPLOADS)

    @property
    def renderers(self) -> Mapping[str, Renderer]:
        """The renderer of each game, by key."""
        return self.pictures.renderers

"""What everything that speaks to people works with: the tables, the pictures, the games there are, who speaks which language.

It is made once by whoever starts the bot and handed down; nothing in `chat/` or `cogs/` knows the client that carries it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import msgspec
from cachetools import LRUCache

from chat.copies import UPLOADS, DeferredPictures, LiveReplies, Thinking
from chat.languages import Languages
from chat.wire.emoji import Emoji
from chat.wire.layout import Row
from chat.wire.load_shedding import LoadShedding
from chat.wire.messenger import Messenger
from data.words import Words
from engines.contract import Game
from render.contract import Renderer
from render.pool import Pool
from tables.history.story import Story
from tables.service.service import TableService

STORIES = 64
"""Stories of finished games that are kept, the last ones shown."""


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """Who runs the bot and answers for its data, as far as they have said so; all may be empty."""

    name: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    """Addresses of the privacy page and of the terms."""


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

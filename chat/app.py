"""What everything above this file works with: tables, pictures, games and people's languages.

The `App` is made once, when the bot starts, and passed down. Nothing in `chat/` or `cogs/` knows the client that carries it.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from cachetools import LRUCache

from asking.asker import Asker
from asking.moments import Moments
from chat.emoji import Emoji
from chat.languages import Languages
from chat.replies.live import LiveReplies
from chat.replies.pictures import DeferredPictures
from chat.replies.thinking import Thinking
from chat.wire.interactions import PatientAdapter
from chat.wire.layout import Row
from chat.wire.load_shedding import LoadShedding
from chat.wire.messenger import Messenger
from chat.wire.original import UPLOADS
from data.words import Words
from render.contract import Renderer
from tables.history.story import Story

STORIES = 64
"""Maximum number of cached stories of finished games."""

Explain: TypeAlias = Callable[[str, Words, int], tuple[Row, ...]]


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """The operator, who runs the bot and answers for its data, as far as they have said so. Every field may be empty."""

    name: str = ""
    contact: str = ""
    privacy: str = ""
    terms: str = ""
    """Addresses of the privacy page and of the terms."""


class FailedPost(msgspec.Struct, frozen=True):
    """A post of results that was not accepted."""

    receiver: tuple[str, str]
    """Its address and its key for signatures."""
    times: int
    """How often in a row."""
    next_try: float
    """When (Unix) the next attempt is made."""


class App:
    """`asker` has the tables, games and pictures, which are open; the caller closes them. `language` is used if Discord names
    none. `messenger` puts the messages of tables into channels. `explain` returns the rows below a refusal, which
    is given by its message key and the number of the table (0: none). `program_api` and
    `web` are the addresses of the program API and of the pages on which tables can be watched; "" if they are off.
    """

    def __init__(
        self,
        asker: Asker,
        messenger: Messenger,
        *,
        language: str,
        explain: Explain,
        operator: Operator,
        program_api: str,
        web: str,
    ) -> None:
        self.asker = asker
        self.tables = asker.tables
        self.pictures = asker.pictures
        self.games = asker.games
        self.messenger = messenger
        self.language = language
        self.languages = Languages(asker.tables)
        self.live_replies = LiveReplies()
        self.thinking = Thinking(asker.tables, messenger.rest)
        self.stories: LRUCache[tuple[int, int, bool], Story] = LRUCache(STORIES)
        """Stories by table, version, and whether the computer player has reviewed it. Nothing else about a finished game
        changes.
        """
        self.deferred_pictures = DeferredPictures(asker.pictures.hand_back)
        self.load_shedding = LoadShedding(asker.pictures.hold)
        self.explain = explain
        self.operator = operator
        self.program_api = program_api
        self.web = web
        self.adapter = PatientAdapter()
        """How answers to interactions are sent."""
        self.failed_posts: dict[int, FailedPost] = {}
        """The receivers of results, by server, that did not accept the last post."""
        self.moments = Moments()
        """What people have seen of reveals and scorings."""
        self.emoji = Emoji()
        """The games' pieces as messages show them."""
        self.uploads = asyncio.Semaphore(UPLOADS)

    @property
    def renderers(self) -> Mapping[str, Renderer]:
        """The renderer of each game, by key."""
        return self.pictures.renderers

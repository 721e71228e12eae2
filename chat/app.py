"""What everything that speaks to people works with: the tables, the pictures, the games there are, who speaks which language.

It is made once by whoever starts the bot and handed down; nothing in `chat/` or `cogs/` knows the client that carries it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from chat.copies import Copies
from chat.languages import Languages
from chat.later import Later
from chat.layout import Row
from chat.messenger import Messenger
from chat.original import UPLOADS
from chat.rush import Rush
from data.words import Words
from engines.contract import Game
from render.contract import Renderer
from render.pool import Pool
from tables.service import TableService


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
        self.copies = Copies()
        self.later = Later()
        self.rush = Rush(pictures.hold)
        self.explain: Callable[[str, Words], tuple[Row, ...]] = lambda _refusal, _words: ()
        """What stands below a refusal (its message key) to explain it; whoever knows the rules sets it."""
        self.uploads = asyncio.Semaphore(UPLOADS)

    @property
    def renderers(self) -> Mapping[str, Renderer]:
        """What renders each game, by key."""
        return self.pictures.renderers

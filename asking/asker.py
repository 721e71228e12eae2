"""What every face of the bot asks people with."""

from collections.abc import Mapping

from asking import readers
from asking.budget import RateLimiter
from asking.labels import Labels
from data.words import Words
from engines.contract import Game, Move
from render.contract import Renderer
from render.pool import Pool
from tables.rules.reading import Reading
from tables.service.service import TableService


class Asker:
    """The tables, the games that are played at them (by key), and their pictures. The caller closes them. `acts` limits what
    one person does.
    """

    def __init__(
        self, tables: TableService, games: Mapping[str, Game], pictures: Pool, acts: RateLimiter | None = None
    ) -> None:
        self.tables = tables
        self.games = games
        self.pictures = pictures
        self.acts = acts or RateLimiter()

    @property
    def renderers(self) -> Mapping[str, Renderer]:
        """The renderer of each game, by key."""
        return self.pictures.renderers

    def labels(self, reading: Reading, words: Words) -> Labels:
        """Returns how the viewer of a table with a game reads its notation."""
        assert reading.view is not None, "a table without a game has no words"
        return Labels(self.renderers[reading.info.game], reading.view, readers.audience(reading.info, words))

    async def open(self, table: int, user: int) -> Reading:
        """Returns the table as this person sees it, who asks for their question: they have now been shown what they are asked,
        and a turn that begins with a look has begun. Raises NoSuchTable, and SetAside if the table cannot be loaded.
        """
        await self.tables.moves.note_looked(table, user)
        return await self.tables.moves.reveal(table, user)

    async def play(self, reading: Reading, user: int, move: Move, *, request: int | None = None) -> Reading:
        """Play a whole move and return the table after it. `request` is the id of the press, which counts once. Raises Stale if
        the question is no longer open, IllegalMove, NotSeated and WrongState.
        """
        info = reading.info
        return await self.tables.moves.play(info.id, user, move, stage=info.stage, request=request, whole=False)

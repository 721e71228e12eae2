"""The server's leaderboards."""

from __future__ import annotations

from chat import standings
from chat.answer import Ack, On, PrivateAnswer
from chat.cog import Cog, Host
from chat.commands import command, read_game, suggest_game, suggesting
from chat.presses import Press, verb
from chat.standings import ALL
from tables.errors import Refusal


class Leaderboard(Cog):
    """Shows who has won how often."""

    @command("leaderboard", "game")
    @suggesting(game=suggest_game)
    async def leaderboard(self, answer: PrivateAnswer, game: str | None = None) -> None:
        """This server's leaderboard, of one game or all."""
        key = read_game(self.app, game, answer.words) if game is not None else None
        await answer.tell(await standings.card(answer, key))

    @verb("rank", Ack.UPDATE, On.PRIVATE)
    async def turn_page(self, answer: PrivateAnswer, press: Press) -> None:
        """Another page of the leaderboard; the page stands where other presses name their table."""
        game = press.words[0] if press.words else ALL
        if game != ALL and game not in self.app.games:
            raise Refusal("cogs.refusal.unknown-press")
        key = game if game != ALL else None
        await answer.show(await standings.card(answer, key, press.table))


async def setup(bot: Host) -> None:
    """Load the cog."""
    await bot.add_cog(Leaderboard(bot.app))

"""The rules of the games."""

from __future__ import annotations

from chat import rules
from chat.answer import Ack, On, PrivateAnswer
from chat.cog import Cog, Host
from chat.commands import command, read_game, suggest_game, suggesting
from chat.layout import BLUE, Card, button, rows
from chat.presses import Press, make, verb


class Rules(Cog):
    """Tells a game's rules in short."""

    @command("rules", "game")
    @suggesting(game=suggest_game)
    async def rules(self, answer: PrivateAnswer, game: str | None = None) -> None:
        """The rules of the game named, else of the one that this channel plays; where that is not one, the person is asked."""
        here = [read_game(self.app, game, answer.words)] if game is not None else await self._games_here(answer)
        if len(here) == 1:
            await answer.tell(rules.card(here[0], answer.words))
            return
        buttons = [button(answer.words(f"{key}.name"), make("rules", 0, 0, (key,))) for key in here or self.app.games]
        await answer.tell(Card(title=answer.words("cogs.choose.game"), rows=rows(buttons), colour=BLUE))

    async def _games_here(self, answer: PrivateAnswer) -> list[str]:
        """What is played in this channel: at one's own tables if there are any."""
        here = await answer.tables.tables_in(answer.channel) if answer.guild is not None else []
        mine = [table for table in here if any(seat.user == answer.user for seat in table.seats)]
        return sorted({table.game for table in mine or here})

    @verb("rules", Ack.PRIVATE, On.PRIVATE)
    async def of_table(self, answer: PrivateAnswer, press: Press) -> None:
        """The rules of the game chosen, or of the table's game."""
        key = press.words[0] if press.words else (await answer.tables.view(press.table)).table.game
        await answer.tell(rules.card(read_game(self.app, key, answer.words), answer.words))


async def setup(bot: Host) -> None:
    """Load the cog."""
    await bot.add_cog(Rules(bot.app))

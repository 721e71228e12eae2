"""The rules of the games: the list of games, their pages, and what each part does."""

from asking import players
from chat.cards import games, rules
from chat.cards.command_options import GameOption
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Card, button, rows


class Rules(Cog):
    """Shows the rules of the games."""

    @verb("rules.games", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def list_games(self, answer: PrivateAnswer, _press: Press) -> None:
        """List the games: players, duration, difficulty."""
        await answer.tell(games.card(self.app, answer.words))

    @ZAMKI.command("rules")
    async def rules(self, answer: PrivateAnswer, game: GameOption | None = None) -> None:
        """Show the rules of the game named, else of the one that this channel plays; if that is not a single one, ask."""
        here = [game] if game is not None else await self._games_here(answer)
        if len(here) == 1:
            await answer.tell(await rules.card(self.app, here[0], answer.words, mine=answer.preferences))
            return
        buttons = [button(answer.words(f"{key}.name"), make("rules.open", 0, 0, (key,))) for key in here or self.app.games]
        await answer.tell(Card(title=answer.words("cogs.choose.game"), rows=rows(buttons), colour=BLUE))

    async def _games_here(self, answer: PrivateAnswer) -> list[str]:
        """Returns the games played in this channel: at the person's own tables if there are any."""
        here = await answer.tables.looks.tables_in(answer.channel)
        mine = [table for table in here if any(seat.user == answer.user for seat in table.seats)]
        return sorted({table.game for table in mine or here})

    @verb("rules.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def of_table(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the rules of the game chosen, at the page named, or of the table's game."""
        chosen = (*press.words[:1], *press.values[:1])
        key = chosen[0] if chosen else (await answer.tables.looks.read(press.table)).info.game
        page = press.words[1] if len(press.words) > 1 else rules.CONTENTS
        await answer.tell(await self._page(answer, key, page))

    @verb("rules.turn", Ack.UPDATE, ALONE)
    async def turn_over(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of the rules, in the same message."""
        game, page, *_ = (*press.words, rules.CONTENTS, rules.CONTENTS)
        page = press.values[0] if press.values else page
        await answer.show(await self._page(answer, game, page))

    async def _page(self, answer: PrivateAnswer, game: str, page: str) -> Card:
        return await rules.card(self.app, rules.game_key(self.app, game), answer.words, page, mine=answer.preferences)

    @verb("rules.what", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def what(self, answer: PrivateAnswer, press: Press) -> None:
        """Show what each card, token and tile does, beginning with those in front of the person."""
        await answer.tell(await self._things(answer, press.table, press.words[0] if press.words else ""))

    @verb("rules.things", Ack.UPDATE, ALONE)
    async def turn_things(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another screen of that in the same message."""
        game, number, *_ = (*press.words, "", "0")
        await answer.show(await self._things(answer, press.table, game, int(number) if number.isdecimal() else 0))

    async def _things(self, answer: PrivateAnswer, table: int, game: str, at: int = 0) -> Card:
        if not table:
            return rules.what(rules.game_key(self.app, game), None, answer.words, at=at)
        reading = await answer.tables.looks.read(table, answer.user)
        if players.playing_seat(reading) is None:
            reading = await answer.tables.looks.read(table)
        return rules.what(rules.game_key(self.app, reading.info.game), reading.view, answer.words, table=table, at=at)

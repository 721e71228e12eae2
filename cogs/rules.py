"""The rules of the games: the list of games, their pages, and what each part does."""

from asking import players, rule_search
from chat.cards import games, rules
from chat.cards.command_options import GameOption, RuleOption
from chat.press import forms
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Card, button, rows
from tables.errors import Refusal


class Rules(Cog):
    """Shows the rules of the games."""

    @verb("rules.games", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def list_games(self, answer: PrivateAnswer, _press: Press) -> None:
        """List the games: players, duration, difficulty."""
        await answer.tell(games.card(self.app, answer.words))

    @ZAMKI.command("rules")
    async def rules(self, answer: PrivateAnswer, game: GameOption | None = None, ask: RuleOption | None = None) -> None:
        """Show the rules of the game named, else of the one that this channel plays; if that is not a single one, ask. With a
        question, show the rule that answers it.
        """
        here = [game] if game is not None else await self._games_here(answer)
        if ask is not None:
            await answer.tell(await self._answer(answer, ask, here[0] if len(here) == 1 else ""))
        elif len(here) == 1:
            await answer.tell(await rules.card(self.app, here[0], answer.words, mine=answer.preferences))
        else:
            buttons = [button(answer.words(f"{key}.name"), make("rules.open", 0, 0, (key,))) for key in here or self.app.games]
            await answer.tell(Card(title=answer.words("cogs.choose.game"), rows=rows(buttons), colour=BLUE))

    @verb("rules.form", Ack.NONE, ALONE)
    async def open_form(self, answer: Answer, press: Press) -> None:
        """Open the form for words of a rule."""
        words = answer.words
        field = forms.text("words", words("cogs.rules.find-label"), words("cogs.rules.find-about"), most=rule_search.LONGEST)
        await forms.form(answer, press, "rules.find", words("cogs.rules.find-title").removeprefix("### "), field)

    @verb("rules.find", Ack.UPDATE, ALONE, opened_by="rules.form")
    async def find(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the rule that answers what was typed into the form, if possible of the game on whose page it was opened."""
        game = rules.game_key(self.app, press.words[0] if press.words else "")
        await answer.show(await self._answer(answer, press.fields.get("words", ""), game))

    @verb("rules.found", Ack.UPDATE, ALONE)
    async def show_found(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another of the rules found in the same message."""
        at, *numbers = press.words or ("",)
        hits = [await self._rule(answer, each) for each in numbers]
        if None in hits or not at.isdecimal() or int(at) >= len(hits):
            raise Refusal("cogs.refusal.unknown-press")
        shown = [hit for hit in hits if hit is not None]
        await answer.show(await rules.rule_card(self.app, shown, int(at), answer.words, mine=answer.preferences))

    async def _rule(self, answer: PrivateAnswer, named: str) -> rule_search.Hit | None:
        game, _, number = named.partition("-")
        return rule_search.rule(rules.game_key(self.app, game), answer.words.language, number.replace("-", "."))

    async def _answer(self, answer: PrivateAnswer, asked: str, game: str) -> Card:
        """Returns the rule that a question, or the number in a suggestion, means: of the game named, or else of any."""
        words, games_ = answer.words, tuple(self.app.games)
        key, _, number = asked.partition(" ")
        chosen = rule_search.rule(key, words.language, number) if key in self.app.games else None
        hits = (chosen,) if chosen is not None else rule_search.find(games_, words.language, asked, inside=game)
        hits = hits or rule_search.find(games_, words.language, asked)
        if not hits:
            return rules.not_found([game] if game else games.easiest_first(self.app), asked, words)
        return await rules.rule_card(self.app, hits, 0, words, mine=answer.preferences)

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

"""Leagues: the command, and the presses of their messages."""

from chat.cards import headings, server
from chat.cards.command_options import GameOption
from chat.cards.dates import DateOption
from chat.press import doors, permissions
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import TOURNAMENT
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import Card
from cogs.league import cards
from tables.errors import NotHost, Refusal
from tables.leagues.league import MOST_WEEKS, League, weeks
from tables.nights import dates


class Leagues(Cog):
    """`/tournament league`, and the buttons of its messages."""

    @TOURNAMENT.command("league")
    async def league(self, answer: PrivateAnswer, game: GameOption, when: DateOption, friendly: bool | None = None) -> None:
        """Open a league in this channel, for those who look after the server."""
        await server.may_open(answer)
        if not await doors.looks_after_server(answer):
            raise Refusal("cogs.server.refusal.not-moderator")
        if weeks(game) > MOST_WEEKS:
            shorter = sorted((each for each in self.app.games if weeks(each) <= MOST_WEEKS), key=weeks)
            names = ", ".join(headings.game_name(each, answer.words) for each in shorter)
            raise Refusal("cogs.league.long", weeks=weeks(game), most=MOST_WEEKS, games=names)
        if friendly is None:
            friendly = (await answer.tables.servers.server_settings(answer.server)).friendly
        place, language = permissions.place(answer), (await answer.public_words()).language
        starts = dates.read_date(when, await answer.tables.nights.zone(place.guild, language), answer.tables.clock.now())
        new = League(place=place, language=language, host=answer.user, game=game, friendly=friendly, starts=starts)
        found = await answer.tables.leagues.open_league(answer.person, new, request=answer.request)
        await answer.tell(cards.host_card(found, answer.words, new=True))

    @verb("league.enter", Ack.KEEP, names=Names.LEAGUE)
    async def enter(self, answer: Answer, press: Press) -> None:
        """Sign up for the next season, or to stand in; the message shows it."""
        await answer.tables.leagues.sign_up(press.table, answer.person, request=answer.request)

    @verb("league.leave", Ack.KEEP, names=Names.LEAGUE)
    async def leave(self, answer: Answer, press: Press) -> None:
        """No longer take part in the next season, or stand in."""
        await answer.tables.leagues.withdraw(press.table, answer.user, request=answer.request)

    @verb("league.mine", Ack.PRIVATE, names=Names.LEAGUE)
    async def mine(self, answer: PrivateAnswer, press: Press) -> None:
        """Show somebody their games of the season."""
        await answer.tell(await cards.own_card(answer, await answer.tables.leagues.league(press.table)))

    @verb("league.past", Ack.UPDATE, On.PRIVATE, names=Names.LEAGUE)
    async def past(self, answer: PrivateAnswer, press: Press) -> None:
        """Show how a season was."""
        league = await answer.tables.leagues.league(press.table)
        if not 0 < press.stage <= len(league.seasons):
            raise Refusal("cogs.refusal.unknown-press")
        await answer.show(await cards.past_card(self.app, league, press.stage, answer.words))

    @verb("league.more", Ack.PRIVATE, names=Names.LEAGUE)
    async def more(self, answer: PrivateAnswer, press: Press) -> None:
        """Show its host what else they may do. Raises NotHost."""
        league = await answer.tables.leagues.league(press.table)
        if league.host != answer.user and not await doors.looks_after_server(answer):
            raise NotHost("tables.refusal.league-not-host")
        await answer.tell(cards.host_card(league, answer.words))

    @verb("league.end", Ack.UPDATE, On.PRIVATE, names=Names.LEAGUE)
    async def end(self, answer: PrivateAnswer, press: Press) -> None:
        """End the league for good."""
        leagues = answer.tables.leagues
        moderates = (await leagues.league(press.table)).host != answer.user and await doors.looks_after_server(answer)
        await leagues.end(press.table, answer.user, moderator=moderates, request=answer.request)
        await answer.show(Card(text=answer.words("cogs.league.done")))

    @verb("league.on", Ack.KEEP, On.CHANNEL | On.DIRECT, names=Names.LEAGUE)
    async def go_on(self, answer: Answer, press: Press) -> None:
        """Let the league go on for which too few have signed up."""
        await answer.tables.leagues.go_on(press.table, answer.user, request=answer.request)

    @verb("league.stop", Ack.KEEP, On.CHANNEL | On.DIRECT, names=Names.LEAGUE)
    async def stop(self, answer: Answer, press: Press) -> None:
        """End the league for which too few have signed up."""
        await answer.tables.leagues.end(press.table, answer.user, request=answer.request)

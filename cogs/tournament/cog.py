"""Tournaments: opening, joining, beginning, leaving and closing them. The table service does the rest."""

from collections.abc import Mapping
from typing import TypeAlias

import discord
import msgspec
from discord import app_commands

from chat.cards import audiences, headings, server
from chat.cards.command_options import GameOption
from chat.cards.guests import CALL
from chat.cards.leagues import told_in_thread
from chat.cards.tournaments import KIND, lines, title, visible_tournaments
from chat.outbox.deliveries import delivers
from chat.press import doors, forms, permissions
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import TOURNAMENT, Interaction, OptionTransformer, Suggestions, app_of, choice, suggestions, words_for
from chat.press.doors import Names, TournamentNumber, read_number
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, RED, Card, PublicCard, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import Outcome, Unwanted, outcome
from cogs.tournament import cards, news, parts
from cogs.tournament.checking_in import CHECK_IN
from data.records.messages import Noted, Shows
from tables.errors import Refusal
from tables.model.outbox_rows import JudgeRow, OutboxRow, PodiumRow, ReadyRow, RoundEndRow, RoundRow, TournamentCardRow
from tables.tournaments.schedule import MANNERS, read_manner
from tables.tournaments.standings import standings, winners
from tables.tournaments.tournament import FORMATS, ROUNDS, SIZES, Rules, Tournament, left_nothing, not_host, same_rules

READY, ROUND, ROUND_END, JUDGE, PODIUM = "ready", "round", "round-end", "judge", "podium"
"""Kinds of messages: the call to the host of one that could begin, the newest round, the reminder of its end, the question to
the host what becomes of its unfinished games, and the end.
"""

FINISHED = 5
"""Finished tournaments that are offered beside the open ones."""


class TournamentTransformer(OptionTransformer):
    """The number of a tournament of this server. The suggestions are open ones."""

    finished = 0
    """Finished tournaments that are also suggested."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the open tournaments of this server."""
        speak = await words_for(interaction)
        found = await visible_tournaments(app_of(interaction), interaction, interaction.guild_id or 0, finished=self.finished)
        return suggestions([(f"{each.id} · {speak(f'{each.game}.name')}", str(each.id)) for each in found], current)

    async def transform(self, interaction: Interaction, value: str, /) -> TournamentNumber:  # noqa: ARG002 - the text is enough
        """Returns its number."""
        return TournamentNumber(read_number(value))


class AnyTournamentTransformer(TournamentTransformer):
    """The same, including finished ones."""

    finished = FINISHED


OpenTournamentOption: TypeAlias = app_commands.Transform[TournamentNumber, TournamentTransformer]
TournamentOption: TypeAlias = app_commands.Transform[TournamentNumber, AnyTournamentTransformer]


class Tournaments(Cog):
    """`/tournament …` and the buttons of its message."""

    @TOURNAMENT.command("tournament-start")
    @app_commands.choices(
        format=[choice(f"cogs.tournament.format.{each}", each) for each in FORMATS],
        people=[choice(f"cogs.tournament.people.{each}", str(each)) for each in SIZES],
        rounds=[app_commands.Choice(name=str(each), value=str(each)) for each in ROUNDS],
        manner=[choice(f"cogs.tournament.manner.{each}", each) for each in MANNERS],
    )
    async def start(  # noqa: PLR0917 - the command's options
        self,
        answer: PrivateAnswer,
        game: GameOption,
        format: str = "swiss",  # noqa: A002 - the option's name
        people: str = "2",
        rounds: str = "0",
        manner: str = "daily",
        friendly: bool | None = None,
    ) -> None:
        """Open a tournament in this channel."""
        if friendly is None:
            friendly = (await answer.tables.servers.server_settings(answer.server)).friendly
        rules = Rules(
            format="robin" if format == "robin" else "swiss",
            size=int(people),
            rounds=int(rounds),
            manner=read_manner(manner),
            friendly=friendly,
        )
        await answer.tell(await self._open(answer, game, rules))

    async def _open(self, answer: PrivateAnswer, game: str, rules: Rules, options: Mapping[str, str] | None = None) -> Card:
        """Open a tournament in this channel. Raises Refusal."""
        await server.may_open(answer)
        place, language = permissions.place(answer), (await answer.public_words()).language
        found = await answer.tables.tournaments.open_tournament(
            answer.person, place, game, rules, language=language, options=options, request=answer.request
        )
        return cards.opened_card(answer.app, found, answer.words)

    @verb("tournament.again", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def open_again(self, answer: PrivateAnswer, press: Press) -> None:
        """Open another tournament with the settings of one that has ended."""
        before = await answer.tables.tournaments.tournament(press.table)
        await answer.show(await self._open(answer, before.game, same_rules(before), before.options))

    @verb("tournament.manner", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def other_manner(self, answer: PrivateAnswer, press: Press) -> None:
        """Let people play in another manner, which is quicker."""
        tournaments_of, manner = answer.tables.tournaments, read_manner(press.word)
        found = await tournaments_of.change_manner(press.table, answer.user, manner, request=answer.request)
        await answer.show(cards.opened_card(answer.app, found, answer.words))

    @TOURNAMENT.command("tournament-standings")
    async def standings(self, answer: PrivateAnswer, number: TournamentOption | None = None) -> None:
        """Show the standings of a tournament of this server, also of a finished one; without a number, of the open one, or a
        list to choose from.
        """
        if number is not None:
            await answer.tell(await cards.own_card(answer, await answer.tables.tournaments.tournament(number)))
            return
        found = await self._visible_tournaments(answer, finished=FINISHED)
        going = [each for each in found if each.state in {"lobby", "running"}]
        others = [each for each in found if each not in going] if len(going) == 1 else found
        names = {each.id: headings.game_name(each.game, answer.words) for each in others}
        buttons = [button(f"{each} · {name}", make("tournament.standings", each)) for each, name in names.items()]
        if sum(each not in going for each in found) >= FINISHED:
            buttons.append(
                button(answer.words("cogs.history.tournaments"), make("history.page", 0, 0, ("tournaments",)), emoji="📜")
            )
        choice = rows(buttons)
        if len(going) == 1:
            own = await cards.own_card(answer, going[0])
            await answer.tell(msgspec.structs.replace(own, rows=(*own.rows, *choice)))
            return
        await answer.tell(Card(text="\n".join(await lines(answer, found)), rows=choice, colour=BLUE))

    @TOURNAMENT.command("tournament-close")
    async def close(self, answer: PrivateAnswer, number: OpenTournamentOption | None = None) -> None:
        """End a tournament early."""
        if number is None:
            found = await self._visible_tournaments(answer)
            if len(found) > 1:
                raise Refusal("cogs.tournament.which")
            meant = found[0]
        else:
            meant = await answer.tables.tournaments.tournament(number)
        if meant.state == "running":
            await answer.tell(await self._question(answer, meant))
            return
        await self._close(answer, meant)
        await answer.say("cogs.tournament.closed")

    async def _question(self, answer: PrivateAnswer, meant: Tournament) -> Card:
        """Ask whether to end a tournament that has begun; a moderator gives a reason. Raises NotHost."""
        words, danger = answer.words, discord.ButtonStyle.danger
        if meant.host == answer.user:
            sure = button(words("cogs.close.sure"), make("tournament.close", meant.id), style=danger)
        elif await doors.looks_after_server(answer):
            sure = button(words("cogs.cancel.write"), make("tournament.why", meant.id), style=danger)
        else:
            raise not_host(meant)
        keep = button(words("cogs.tournament.keep"), make("tournament.keep", meant.id))
        text = words("cogs.tournament.sure-close", round=len(meant.rounds), rounds=meant.planned)
        return Card(title=title(meant, words), text=text, rows=rows([sure, keep]), colour=RED)

    async def _close(self, answer: Answer, meant: Tournament, reason: str = "") -> None:
        moderates = meant.host != answer.user and await doors.looks_after_server(answer)
        await answer.tables.tournaments.close_tournament(
            meant.id, answer.user, moderator=moderates, reason=reason, request=answer.request
        )

    @verb("tournament.close", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def called_off(self, answer: PrivateAnswer, press: Press) -> None:
        """Close it as the host, after the confirmation."""
        await self._close(answer, await answer.tables.tournaments.tournament(press.table))
        await answer.show(Card(text=answer.words("cogs.tournament.closed")))

    @verb("tournament.keep", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def goes_on(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """Keep it open."""
        await answer.show(Card(text=answer.words("cogs.tournament.kept")))

    @verb("tournament.why", Ack.NONE, On.PRIVATE, names=Names.TOURNAMENT)
    async def open_reason(self, answer: Answer, press: Press) -> None:
        """Open a form for the reason that everybody reads."""
        words = answer.words
        reason = forms.reason(words, words("cogs.cancel.reason-about"), required=True)
        await forms.form(answer, press, "tournament.because", words("cogs.tournament.form"), reason)

    @verb("tournament.because", Ack.UPDATE, On.PRIVATE, opened_by="tournament.why", names=Names.TOURNAMENT)
    async def closed_with_reason(self, answer: PrivateAnswer, press: Press) -> None:
        """Close it as a moderator, with the reason in the form."""
        await self._close(answer, await answer.tables.tournaments.tournament(press.table), press.fields.get("reason", ""))
        await answer.show(Card(text=answer.words("cogs.tournament.closed")))

    async def _visible_tournaments(self, answer: Answer, *, finished: int = 0) -> list[Tournament]:
        """The open tournaments of the asker's server and this many finished ones, in channels they see. Raises Refusal where
        there is none.
        """
        guild = answer.guild
        found = [] if guild is None else await visible_tournaments(self.app, answer.interaction, guild, finished=finished)
        if not found:
            raise Refusal("cogs.tournament.none")
        return found

    @verb("tournament.enter", Ack.KEEP, names=Names.TOURNAMENT)
    async def enter(self, answer: Answer, press: Press) -> None:
        """Take part; the message is the answer."""
        before = await answer.tables.tournaments.tournament(press.table)
        after = await answer.tables.tournaments.join_tournament(press.table, answer.person, request=answer.request)
        if after.version == before.version:
            await answer.say("cogs.tournament.entered")

    @verb("tournament.begin", Ack.KEEP, names=Names.TOURNAMENT)
    async def begin(self, answer: Answer, press: Press) -> None:
        """Begin the first round."""
        await answer.tables.rounds.begin_tournament(press.table, answer.user, request=answer.request)

    @verb("tournament.leave", Ack.PRIVATE, On.CHANNEL | On.PRIVATE, names=Names.TOURNAMENT)
    async def withdraw(self, answer: PrivateAnswer, press: Press) -> None:
        """Withdraw: immediately in the lobby, later after a question."""
        found = await answer.tables.tournaments.tournament(press.table)
        entrant = found.of(answer.user)
        if found.state == "running" and entrant is not None and not entrant.withdrawn:
            sure = button(
                answer.words("cogs.tournament.leave"), make("tournament.left", found.id), style=discord.ButtonStyle.danger
            )
            text = answer.words("cogs.tournament.sure-leave")
            await answer.tell(Card(title=title(found, answer.words), text=text, rows=rows([sure]), colour=RED))
            return
        await answer.tables.tournaments.leave_tournament(found.id, answer.user, request=answer.request)
        await answer.say("cogs.tournament.left")

    @verb("tournament.left", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def withdrawn(self, answer: PrivateAnswer, press: Press) -> None:
        """Withdraw, and lose the games not played."""
        found = await answer.tables.tournaments.tournament(press.table)
        await answer.tables.tournaments.leave_tournament(found.id, answer.user, request=answer.request)
        await answer.show(Card(text=answer.words("cogs.tournament.left")))

    @verb("tournament.skip", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def skip(self, answer: PrivateAnswer, press: Press) -> None:
        """Skip the next round, or play it after all."""
        found = await answer.tables.tournaments.skip_round(
            press.table, answer.user, press.stage, skips=press.word == "yes", request=answer.request
        )
        await answer.show(await cards.own_card(answer, found))

    @verb("tournament.standings", Ack.PRIVATE, On.CHANNEL | On.PRIVATE, names=Names.TOURNAMENT)
    async def crosstable(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the standings, with the person's own line marked."""
        await answer.tell(await cards.own_card(answer, await answer.tables.tournaments.tournament(press.table)))

    @verb("tournament.verify", Ack.PRIVATE, names=Names.TOURNAMENT)
    async def verify(self, answer: PrivateAnswer, press: Press) -> None:
        """Show what verifies the draws of its games."""
        await answer.tell(await cards.draws_card(answer, await answer.tables.tournaments.tournament(press.table)))

    @delivers(JudgeRow)
    async def ask_host(self, row: OutboxRow, payload: JudgeRow, _noted: Noted) -> None:
        """Ask the host what becomes of unfinished games, directly or else by a mention; again when more time was not enough."""
        tables, messenger = self.app.tables, self.app.messenger
        tournament = await self._find_told(row.subject)
        if tournament is None or tournament.asked_until is None or len(tournament.rounds) != payload.round:
            return
        host, shows = tournament.host, Shows(request=row.serial)
        silent = not await tables.people.to_call(row.subject, [host])
        words = await self.app.languages.words(host, tournament.language)
        try:
            await messenger.post_to(
                tournament, JUDGE, host, await news.host_question(self.app, tournament, words, ()), shows, silent=silent
            )
        except Unwanted:
            words = await audiences.public_words(self.app, tournament)
            card = await news.host_question(self.app, tournament, words, [host])
            await messenger.post_mention(tournament, JUDGE, host, card, shows, silent=silent)

    @delivers(TournamentCardRow)
    async def post(self, row: OutboxRow, _payload: TournamentCardRow, _noted: Noted) -> None:
        """Post or edit the message of a tournament. The message about its end is edited with it, since a game may have been
        voided afterwards.
        """
        tables, messenger = self.app.tables, self.app.messenger
        tournament = await self._find_told(row.subject)
        if tournament is None:
            return
        words = await audiences.public_words(self.app, tournament)
        if left_nothing(tournament):
            for kind in (KIND, CALL):
                await messenger.remove(tournament, kind)
            return
        await self._put(tournament, await cards.message(self.app, tournament, words))
        if tournament.state != "lobby":
            for kind in (READY, CHECK_IN):
                await messenger.remove(tournament, kind)
        if tournament.asked_until is None:
            await messenger.remove(tournament, JUDGE, tournament.host)
        reminder = await tables.messages.get(row.subject, ROUND_END)
        if reminder is not None and (tournament.state != "running" or reminder.shows.turn != len(tournament.rounds)):
            await messenger.remove(tournament, ROUND_END)
        podium = await tables.messages.get(row.subject, PODIUM)
        if podium is not None:
            await messenger.edit(
                MessageSpot(podium.channel, podium.message), await news.podium(self.app, tournament, words, ())
            )

    async def _find_told(self, number: int) -> Tournament | None:
        """Returns a tournament where it is told: a division of a league in the thread of its season. None: that does not exist
        yet.
        """
        found = await self.app.tables.tournaments.tournament(number)
        return found if found.league is None else await told_in_thread(self.app, found)

    async def _put(self, tournament: Tournament, card: PublicCard) -> None:
        """Post or edit its message. The thread of a division may have been archived meanwhile."""
        messenger = self.app.messenger
        try:
            await messenger.put(tournament, KIND, card, Shows())
        except discord.HTTPException as error:
            if tournament.league is None or outcome(error) is not Outcome.CLOSED:
                raise
            await messenger.rest.keep_open(tournament.place.channel)
            await messenger.put(tournament, KIND, card, Shows())

    @delivers(ReadyRow)
    async def call_host(self, row: OutboxRow, _payload: ReadyRow, _noted: Noted) -> None:
        """Call the host of a tournament that could begin, once."""
        tables = self.app.tables
        tournament = await tables.tournaments.tournament(row.subject)
        if tournament.state != "lobby" or await tables.messages.get(row.subject, READY) is not None:
            return
        pings = await tables.people.to_call(row.subject, [tournament.host])
        words = await audiences.public_words(self.app, tournament)
        await self.app.messenger.post(tournament, READY, await news.ready(self.app, tournament, words, pings), Shows())

    @delivers(RoundRow)
    async def post_round(self, row: OutboxRow, payload: RoundRow, _noted: Noted) -> None:
        """Announce a round that has begun, once. Its players are mentioned, unless it is already over."""
        tables, shows = self.app.tables, Shows(turn=payload.round)
        tournament = await tables.tournaments.tournament(row.subject)
        before = await tables.messages.get(row.subject, ROUND)
        past = tournament.state != "running" or len(tournament.rounds) != payload.round
        if past or (before is not None and before.shows == shows):
            return
        playing = [tournament.entrants[each].user for game in tournament.rounds[-1].pairings for each in game.entrants]
        pings = await tables.people.to_call(row.subject, playing)
        words = await audiences.public_words(self.app, tournament)
        card = await news.told_round(self.app, tournament, words, pings)
        await self.app.messenger.post(tournament, ROUND, card, shows)

    @delivers(RoundEndRow)
    async def remind(self, row: OutboxRow, payload: RoundEndRow, _noted: Noted) -> None:
        """Remind those who are awaited of the end of a round, once, as far as they may be called now."""
        tables, shows = self.app.tables, Shows(turn=payload.round)
        tournament = await self._find_told(row.subject)
        if tournament is None:
            return
        before = await tables.messages.get(row.subject, ROUND_END)
        past = not tournament.going or len(tournament.rounds) != payload.round
        if past or (before is not None and before.shows == shows):
            return
        pings = await tables.people.to_call(row.subject, await tables.tournaments.awaited_users(tournament))
        if pings:
            words = await audiences.public_words(self.app, tournament)
            card = await news.round_end(self.app, tournament, words, pings)
            await self.app.messenger.post(tournament, ROUND_END, card, shows)

    @delivers(PodiumRow)
    async def post_podium(self, row: OutboxRow, _payload: PodiumRow, _noted: Noted) -> None:
        """Announce the end of a tournament, once. Its first three places are mentioned; if it was closed, its participants."""
        tables = self.app.tables
        if await tables.messages.get(row.subject, PODIUM) is not None:
            return
        tournament = await tables.tournaments.tournament(row.subject)
        people = [each.user for each in tournament.active]
        if tournament.state == "over":
            first = [each.entrant.user for each in standings(tournament) if each.place <= parts.PODIUM]
            people = first if winners(tournament) else []
        wanting = [user for user in people if (await tables.people.person(user)).mention_end]
        pings = await tables.people.to_call(row.subject, wanting)
        words = await audiences.public_words(self.app, tournament)
        await self.app.messenger.post(tournament, PODIUM, await news.podium(self.app, tournament, words, pings), Shows())

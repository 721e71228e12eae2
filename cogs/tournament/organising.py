"""The organiser's panel: one private message in which a tournament's host, or who looks after it, chooses an act and says why.
The acts are declared in `tables.tournaments.acts`.
"""

from chat.cards import server
from chat.cards.tournaments import visible_tournaments
from chat.outbox.deliveries import delivers
from chat.press import doors, forms, permissions
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import TOURNAMENT
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import Card
from cogs.tournament import panel
from cogs.tournament.cog import OpenTournamentOption
from data.records.messages import Noted, Shows
from tables.errors import Refusal
from tables.model.outbox_rows import ActRow, OutboxRow
from tables.nights import dates
from tables.tournaments import acts
from tables.tournaments import tournament as rules_of
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import Tournament

ACT = "act"
"""The kind of the message about what an organiser has done."""

TYPED = 40
"""The most characters of a date."""

LINES = 15
"""The most entries of the log that are shown."""


class Organising(Cog):
    """`/tournament organise` and what it shows."""

    @TOURNAMENT.command("tournament-organise")
    async def organise(self, answer: PrivateAnswer, number: OpenTournamentOption | None = None) -> None:
        """Show what an organiser can do in a tournament."""
        if number is None:
            found = await visible_tournaments(self.app, answer.interaction, answer.server)
            if len(found) != 1:
                raise Refusal("cogs.tournament.which" if found else "cogs.tournament.none")
            number = doors.TournamentNumber(found[0].id)
        await answer.tell(await self._panel(answer, number))

    @verb("tournament.organise", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def show(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the panel."""
        await answer.show(await self._panel(answer, press.table))

    async def _panel(self, answer: PrivateAnswer, number: int) -> Card:
        tournament = await answer.tables.tournaments.tournament(number)
        await _admit(answer, tournament)
        return panel.card(tournament, _occasion(answer, tournament), answer.words)

    @verb("tournament.act", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask for what the chosen act needs."""
        await self._ask(answer, press, press.value)

    @verb("tournament.chosen", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def choose_more(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask for what is still needed."""
        act, chosen = panel.read_act(press)
        await self._ask(answer, press, act, *chosen, press.value)

    async def _ask(self, answer: PrivateAnswer, press: Press, act: str, *chosen: str) -> None:
        tournament = await answer.tables.tournaments.tournament(press.table)
        await _admit(answer, tournament)
        if press.stage != acts.stamp(tournament):
            raise Refusal("tables.refusal.tournament-changed")
        await answer.show(panel.question_card(tournament, act, chosen, _occasion(answer, tournament), answer.words))

    @verb("tournament.reason", Ack.NONE, On.PRIVATE, names=Names.TOURNAMENT)
    async def ask_reason(self, answer: Answer, press: Press) -> None:
        """Open a form for the reason that everybody reads."""
        acts.check_known(press.word)
        words = answer.words
        about = forms.reason(words, words("cogs.cancel.reason-about"), required=True)
        fields, typed = [about], acts.typed_choice(press.word)
        if typed is not None:
            ask = f"cogs.tournament.ask.{typed.kind}"
            fields.insert(0, forms.text("typed", words(ask), words(f"{ask}.about"), most=TYPED))
        await forms.form(answer, press, "tournament.done", words(f"cogs.tournament.act.{press.word}"), *fields)

    @verb("tournament.done", Ack.UPDATE, On.PRIVATE, opened_by="tournament.reason", names=Names.TOURNAMENT)
    async def carry_out(self, answer: PrivateAnswer, press: Press) -> None:
        """Carry out the act, for the reason in the form."""
        act, chosen = panel.read_act(press)
        tournaments = answer.tables.tournaments
        before = await tournaments.tournament(press.table)
        moderator = await _admit(answer, before)
        if acts.typed_choice(act) is not None:
            zone = await answer.tables.nights.zone(before.place.guild, answer.words.language)
            chosen.append(str(int(dates.read_date(press.fields.get("typed", ""), zone, answer.tables.clock.now()))))
        if act == "move":
            permissions.check(answer)
            await server.may_open(answer, in_thread=False)
        occasion = _occasion(answer, before)._replace(reason=press.fields.get("reason", ""))
        found = await tournaments.organise(
            press.table, occasion, act, chosen, stamp=press.stage, moderator=moderator, request=answer.request
        )
        said = answer.words("cogs.tournament.done", what=answer.words(f"cogs.tournament.act.{act}"))
        await answer.show(panel.card(found, _occasion(answer, found), answer.words, said))

    @verb("tournament.log", Ack.UPDATE, On.PRIVATE, names=Names.TOURNAMENT)
    async def log(self, answer: PrivateAnswer, press: Press) -> None:
        """Show everybody what the organisers have done."""
        tournament = await answer.tables.tournaments.tournament(press.table)
        lines = await answer.tables.tournaments.log_of_tournament(tournament, LINES)
        await answer.show(panel.log_card(tournament, lines, answer.words))

    @delivers(ActRow)
    async def tell(self, row: OutboxRow, payload: ActRow, _noted: Noted) -> None:
        """Tell those concerned what an organiser has done, once; the message replaces the one before it."""
        tables, shows = self.app.tables, Shows(turn=payload.number)
        before = await tables.messages.get(row.subject, ACT)
        if before is not None and before.shows == shows:
            return
        tournament = await tables.tournaments.tournament(row.subject)
        pings = await tables.people.to_call(row.subject, set(payload.users) - {payload.by})
        card = await panel.act_message(self.app, tournament, payload, pings)
        await self.app.messenger.remove(tournament, ACT)
        await self.app.messenger.post(tournament, ACT, card, shows)


async def _admit(answer: Answer, tournament: Tournament) -> bool:
    """Returns whether somebody organises a tournament though they are neither host nor co-host: they look after the server, or
    have the role for it. Raises NotHost if they may not at all.
    """
    if tournament.organised_by(answer.user):
        return False
    if await server.organises(answer) or await doors.looks_after_server(answer):
        return True
    raise rules_of.not_host(tournament)


def _occasion(answer: Answer, tournament: Tournament) -> Occasion:
    """Returns the occasion of an act of somebody who was admitted."""
    chief = tournament.host == answer.user or not tournament.organised_by(answer.user)
    game = answer.app.games.get(tournament.game)
    return Occasion(answer.user, answer.channel, answer.tables.clock.now(), chief=chief, game=game)

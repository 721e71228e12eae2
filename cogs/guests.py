"""Guests of a lobby: inviting, answering and waiting for a seat; challenging a person from their menu."""

import logging
from collections.abc import Awaitable, Sequence
from typing import Any

import discord

from chat.app import App
from chat.cards import audiences, clocks, colours, guests, headings, links, lobby, rules, server, tournaments
from chat.cards.guests import CALL, PANEL
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press import permissions, replies
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import person_menu
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Card, PublicCard, Row, button, people, row, rows, select
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import Outcome, Unwanted, outcome
from chat.wire.text import mentions
from data.records.messages import Noted, Posted, Shows
from data.words import Words
from tables.errors import CannotSit, NoInvitation, NotSeated, Refusal, WrongState
from tables.model.outbox_rows import CallRow, InviteRow, OutboxRow
from tables.model.table_info import Place, TableInfo
from tables.rules.guests import MOST
from tables.rules.reading import Reading
from tables.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

KIND = "invite"
"""The kind under which an invitation is noted."""

BOTH = On.CHANNEL | On.DIRECT

YES_NO = {"again": ("cogs.guests.sit", "cogs.guests.not-now"), "check": ("cogs.find.yes", "cogs.find.no")}
"""The labels of the two answers, where they are not those of an invitation."""


class Invitations(Cog):
    """Invitations to lobbies."""

    @verb("guests.open", Ack.PRIVATE)
    async def guests(self, answer: PrivateAnswer, press: Press) -> None:
        """Show whom to invite."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        card(reading, answer.user, answer.words)  # refuses people without a seat, and tables that are not lobbies
        await replies.show(answer, PANEL, replies.LiveCard(panel), reading)

    @staticmethod
    async def _again(answer: PrivateAnswer, press: Press, change: Awaitable[Reading]) -> None:
        """Show the menu after a change; close it if nobody can be invited any more."""
        await replies.show_after(answer, PANEL, replies.LiveCard(panel), press.table, change)

    @verb("guests.invite", Ack.UPDATE, On.PRIVATE)
    async def invite(self, answer: PrivateAnswer, press: Press) -> None:
        """Invite the people chosen, who must be in this server."""
        chosen = [_somebody(answer, value) for value in press.values]
        await self._again(answer, press, answer.tables.guests.invite(press.table, answer.user, chosen, request=answer.request))

    @verb("guests.away", Ack.UPDATE, On.PRIVATE)
    async def away(self, answer: PrivateAnswer, press: Press) -> None:
        """Turn somebody away."""
        other = pressed_number(press.value)
        change = answer.tables.guests.turn_away(press.table, answer.user, other, request=answer.request)
        await self._again(answer, press, change)

    @verb("guests.only", Ack.UPDATE, On.PRIVATE)
    async def only(self, answer: PrivateAnswer, press: Press) -> None:
        """Reserve seats for invited people, or open them to everybody."""
        on = press.words == ("on",)
        await self._again(
            answer, press, answer.tables.guests.set_only(press.table, answer.user, only=on, request=answer.request)
        )

    @verb("guests.wait", Ack.KEEP)
    async def queue(self, answer: Answer, press: Press) -> None:
        """Wait for a seat; the card is the answer."""
        reading = await answer.tables.guests.wait(press.table, answer.person, request=answer.request)
        if reading.info.version == answer.versions.get(press.table):
            await answer.say("cogs.guests.in-line")

    @verb("guests.accept", Ack.PRIVATE, BOTH)
    async def accept(self, answer: PrivateAnswer, press: Press) -> None:
        """Take the seat."""
        number = pressed_number(press.word, NoInvitation)
        checked = (await answer.tables.looks.read(press.table)).info.guests.unanswered.get(answer.user) == number
        reading = await answer.tables.guests.accept(press.table, answer.person, number, request=answer.request)
        if checked and reading.info.state == "lobby":
            await answer.say("cogs.find.agreed")
            return
        await answer.tell(await links.outcome_card(self.app, reading.info, answer.words, "cogs.board.joined", GREEN))
        await colours.offer(answer, reading.info)

    @verb("guests.decline", Ack.PRIVATE, BOTH)
    async def decline(self, answer: PrivateAnswer, press: Press) -> None:
        """Decline."""
        await answer.tables.guests.decline(
            press.table, answer.user, pressed_number(press.word, NoInvitation), request=answer.request
        )
        await answer.say("cogs.guests.declined")

    @person_menu("challenge")
    async def challenge(self, answer: PrivateAnswer, person: discord.User | discord.Member) -> None:
        """Ask for the game of a challenge."""
        if answer.guild is None:
            raise Refusal("cogs.refusal.not-in-direct-messages")
        if person.bot:
            raise CannotSit("tables.refusal.replace-bot")
        if person.id == answer.user:
            raise CannotSit("tables.refusal.invite-oneself")
        if not isinstance(person, discord.Member):
            raise CannotSit("cogs.refusal.not-a-member")
        await server.may_open(answer)
        permissions.check(answer)
        await answer.tell(challenge(self.app, person.id, answer.words))

    @verb("guests.duel", Ack.UPDATE, On.PRIVATE)
    async def duel(self, answer: PrivateAnswer, press: Press) -> None:
        """Open a table of the game chosen, with the person invited."""
        place = Place(answer.server, answer.channel)
        await server.may_open(answer)
        permissions.check(answer)
        game = rules.game_key(self.app, press.value)
        reading = await answer.tables.lobbies.open_table(
            answer.person,
            place,
            game,
            language=(await answer.public_words()).language,
            invite=(pressed_number(press.word, NoInvitation),),
            request=answer.request,
        )
        title = headings.heading(reading.info, answer.words, "cogs.hand.no-title")
        text = answer.words("cogs.guests.challenged", who=f"<@{pressed_number(press.word, NoInvitation)}>")
        await answer.show(Card(title=title, text=text, colour=GREEN))

    @delivers(InviteRow)
    async def ask(self, row: OutboxRow, payload: InviteRow, _noted: Noted) -> None:
        """Ask one person to sit down, or say what became of the invitation."""
        info = (await self.app.tables.looks.read(row.subject)).info
        found = await self.app.tables.messages.get(row.subject, KIND, payload.user)
        if payload.ended:
            if found is not None:
                await self._end_invitation(info, payload, found)
            return
        shows = Shows(request=payload.number)
        if info.guests.open.get(payload.user) != payload.number:
            return

        async def write(words: Words) -> tuple[str, str, tuple[Row, ...]]:
            return await invitation(self.app, info, payload.user, words)

        await calls.tell(self.app, info, KIND, payload.user, write, shows, GOLD)

    async def _end_invitation(self, info: TableInfo, payload: InviteRow, found: Posted) -> None:
        """Delete a mention in the channel; make a direct message say what became of the invitation."""
        public = found.channel == info.place.channel
        edited = False
        if not public:
            words = await self.app.languages.words(payload.user, info.language)
            card = await answered_invitation(self.app, info, words, payload.ended)
            edited = await self.app.messenger.edit_hand(MessageSpot(found.channel, found.message), card)
        if not edited:
            await self.app.tables.posts.retire(info.id, found.channel, found.message, remove=True)
        await self.app.tables.messages.drop(info.id, KIND, payload.user)

    @delivers(CallRow)
    async def call(self, row: OutboxRow, _payload: CallRow, _noted: Noted) -> None:
        """Notify the people who wanted to hear of the table, each where they want reminders, once however often it is tried."""
        tables, messenger = self.app.tables, self.app.messenger
        opened = await tables.subjects.find(row.subject)
        assert isinstance(opened, TableInfo | Tournament), "nothing else is opened for players"
        if opened.state != "lobby":
            return
        if isinstance(opened, TableInfo) and (opened.guests.only or guests.full(self.app, opened)):
            return
        here: list[int] = []
        direct: list[int] = []
        for user in await self._to_call(opened):
            if await messenger.sees(opened, user):
                preferences = await tables.people.person(user)
                directly = preferences.plan.where == "direct" and tables.people.takes_direct(preferences, wanted=True)
                (direct if directly else here).append(user)
        if here and await tables.messages.get(row.subject, CALL) is None:
            card = await call_notice(self.app, opened, await audiences.public_words(self.app, opened), here)
            await messenger.post(opened, CALL, card, Shows())
        for user in direct:
            words = await self.app.languages.words(user, opened.language)
            try:
                nonce = f"call-{row.id}-{user % 10**9}"
                await messenger.say_to(user, await call_notice(self.app, opened, words), nonce, wanted=True)
            except (Unwanted, discord.HTTPException) as error:
                if outcome(error) is Outcome.LATER:
                    raise
                log.info("cannot notify a person", extra={"table": opened.id, "why": outcome(error).value})
        await tables.guests.note_called([*here, *direct])

    async def _to_call(self, opened: TableInfo | Tournament) -> list[int]:
        """Returns the people to notify, without those who are asked about a lobby anyway."""
        tables = self.app.tables
        asked = await tables.matchmaking.asked_about(opened) if isinstance(opened, TableInfo) else ()
        return await tables.guests.to_call(opened.place.guild, opened.game, opened.people, asked)


def _somebody(answer: Answer, value: str) -> int:
    """Returns the user chosen in a menu. Raises CannotSit if they are not a person of this server."""
    data: Any = answer.interaction.data or {}
    resolved = data.get("resolved", {})
    if resolved.get("users", {}).get(value, {}).get("bot"):
        raise CannotSit("tables.refusal.replace-bot")
    if answer.guild is not None and value not in resolved.get("members", {}):
        raise CannotSit("cogs.refusal.not-a-member")
    return int(value)


def card(reading: Reading, user: int, words: Words) -> Card:
    """Returns the menu for inviting; the host also chooses whether seats are by invitation, and whom to turn away. Raises
    WrongState, NotSeated.
    """
    info = reading.info
    if info.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if reading.seat is None:
        raise NotSeated("tables.refusal.not-seated-lobby")
    host = info.host == user
    found: list[Row] = []
    if host or not info.guests.only:
        most = MOST - len(info.guests.invites)
        if most > 0:
            found.append(row(people(make("guests.invite", info.id), placeholder=words("cogs.guests.whom"), most=most)))
    if host:
        found.append(row(people(make("guests.away", info.id), placeholder=words("cogs.guests.away"))))
        on = info.guests.only
        label = words("cogs.guests.for-all" if on else "cogs.guests.for-invited")
        found.append(row(button(label, make("guests.only", info.id, 0, ("off" if on else "on",)), emoji="🔓" if on else "🔒")))
    about = [
        *guests.lines(info, words),
        words("cogs.guests.about" if host or not info.guests.only else "cogs.guests.host-invites"),
    ]
    title = headings.heading(info, words, "cogs.guests.title")
    return Card(title=title, text="\n".join(about), rows=tuple(found), colour=BLUE)


async def panel(app: App, reading: Reading, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the menu for inviting, or why nobody can be invited: the game has begun, or the person has left the seat."""
    del pictured
    info = reading.info
    if info.state == "lobby" and reading.seat is not None:
        return card(reading, user, words)
    key = "tables.refusal.not-seated-lobby" if info.state == "lobby" else f"cogs.menu.closed-{info.state}"
    way = await links.to_board(app, info, words)
    return Card(title=headings.heading(info, words, "cogs.guests.title"), text=words(key), rows=rows([way]), colour=GREY)


async def invitation(app: App, info: TableInfo, user: int, words: Words) -> tuple[str, str, tuple[Row, ...]]:
    """Returns the heading, the text and the buttons of an invitation, of the offer of a seat that is kept, or of the question
    whether a person still plays.
    """
    number = (str(info.guests.open[user]),)
    key, by, until = _open_question(info, user)
    text = words(f"cogs.guests.{key}", who=f"<@{user}>", by=f"<@{by}>", when=clocks.moment(until or 0))
    success = discord.ButtonStyle.success
    yes, no = YES_NO.get(key, ("cogs.guests.accept", "cogs.guests.decline"))
    found = [
        button(words(yes), make("guests.accept", info.id, 0, number), style=success, emoji="🪑"),
        button(words(no), make("guests.decline", info.id, 0, number)),
        await links.to_board(app, info, words),
    ]
    return headings.heading(info, words, "cogs.guests.heading"), f"{text}\n{lobby.terms(app, info, words)}", rows(found)


def _open_question(info: TableInfo, user: int) -> tuple[str, int, float | None]:
    """Returns what a person is asked (the key of its text), by whom, and until when they may answer."""
    if check := next((each for each in info.guests.checks if each.user == user and not each.agreed), None):
        return "check", check.by, check.until
    if kept := next((each for each in info.guests.waiting if each.user == user and each.id), None):
        return "again" if kept.by else "free", kept.by, kept.until
    return "invitation", next((each.by for each in info.guests.invites if each.user == user), 0), None


async def answered_invitation(app: App, info: TableInfo, words: Words, ended: str) -> Card:
    """Returns an invitation or a question by direct message that is answered or has expired."""
    title = headings.heading(info, words, "cogs.guests.heading")
    link = await links.to_board(app, info, words)
    text = words({"taken": "cogs.guests.accepted", "left": "cogs.guests.seat-left"}.get(ended, "cogs.guests.over"))
    return Card(title=title, text=text, rows=rows([link]), colour=GREEN if ended == "taken" else GREY)


async def call_notice(app: App, opened: TableInfo | Tournament, words: Words, users: Sequence[int] = ()) -> PublicCard:
    """Returns the notice about a new table or tournament for people who wanted it; a direct message names nobody."""
    called, game = mentions(users), headings.game_name(opened.game, words)
    if isinstance(opened, TableInfo):
        way = await links.to_board(app, opened, words)
        title, text = (
            headings.heading(opened, words, "cogs.hand.no-title"),
            words("cogs.guests.called", names=called, game=game),
        )
    else:
        way = button(words("cogs.tournament.card"), url=await tournaments.address(app, opened))
        title, text = tournaments.title(opened, words), words.count("cogs.tournament.called", max(1, len(users)), names=called)
    return PublicCard(title=title, text=text.strip(), rows=rows([way]), colour=GOLD, pings=tuple(users))


def challenge(app: App, user: int, words: Words) -> Card:
    """Returns the choice of a game for a challenge."""
    games = [(game, words(f"{game}.name")) for game in app.games][:25]
    menu = select(make("guests.duel", 0, 0, (str(user),)), games, placeholder=words("cogs.guests.which"))
    text = words("cogs.guests.challenge", who=f"<@{user}>")
    return Card(title=words("cogs.guests.challenge-title"), text=text, rows=(row(menu),), colour=BLUE)

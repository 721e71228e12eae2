"""Seats that change hands: offered to a person who accepts, or left to the computer player."""

import discord
import msgspec

from chat.cards import audiences, headings, links, seating, server
from chat.cards.command_options import PostedOption, SeatOption, TableOption
from chat.cards.meant import OPEN, at_table
from chat.cards.tournaments import title
from chat.outbox import calls, reminders, standing
from chat.outbox.deliveries import delivers
from chat.press import doors, permissions, replies
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import SeatCalled
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import GOLD, GREEN, GREY, RED, Button, Card, PublicCard, button, rows
from chat.wire.messenger import MessageSpot
from chat.wire.text import escape
from data.records.messages import Noted, Posted, Shows
from data.words import Words
from render.seat_marks import marked_name
from tables.errors import BadChoice, CannotSit, NoOffer, NotReplaceable
from tables.model.outbox_rows import GoneRow, OfferRow, OutboxRow
from tables.model.subjects import TABLE
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading
from tables.service.subjects import SubjectKind
from tables.tournaments.tournament import Tournament

ANYBODY = "any"
"""Stands for a user: the first person who accepts."""

OWN, NOBODY = "_", "none"
"""Stand for a seat: the presser's own, and one that nobody at the table is called by."""


class Replacing(Cog):
    """Hands on seats."""

    @ZAMKI.command("replace")
    async def replace(
        self,
        answer: PrivateAnswer,
        player: SeatOption | None = None,
        person: discord.User | None = None,
        number: TableOption | None = None,
    ) -> None:
        """Hand on a seat (the person's own, if none is named), after asking how."""
        if person is not None and person.bot:
            raise CannotSit("tables.refusal.replace-bot")
        seat = player or SeatCalled("")
        to = ANYBODY if person is None else str(person.id)
        moderator = await doors.looks_after_channel(answer, answer.channel)

        async def identify(info: TableInfo) -> str:
            return make("replacing.chosen", info.id, info.stage, (_word(info, seat.said), to))

        async def ask(answer: PrivateAnswer, number: int) -> None:
            reading = await answer.tables.looks.read(number, answer.user)
            await self._ask(answer, reading, _word(reading.info, seat.said), to)

        named = number if seat.table is None else seat.table
        await at_table(answer, named, "replacing.chosen", ask, seated=not moderator, identify=identify)

    @verb("replacing.chosen", Ack.PRIVATE, On.PRIVATE)
    async def choose_table(self, answer: PrivateAnswer, press: Press) -> None:
        """Continue with the table chosen among several."""
        word, to = (*press.words, OWN, ANYBODY)[:2]
        await self._ask(answer, await answer.tables.looks.read(press.table, answer.user), word, to)

    async def _ask(self, answer: PrivateAnswer, reading: Reading, word: str, to: str) -> None:
        """Explain what it means to hand on the seat that the `word` of an id names, with a button for each way."""
        shown, words, number = reading.info, answer.words, reading.info.id
        seat = reading.seat if word == OWN and reading.seat is not None else _seat_of_word(word, shown)
        name, info, danger = seating.seat_name(shown, seat), shown.seats[seat], discord.ButtonStyle.danger
        moderator = await doors.looks_after(answer, shown)
        ways = await answer.tables.endings.ways_to_replace(number, answer.user, seat, moderator=moderator)
        if to != ANYBODY and "person" not in ways:
            raise NotReplaceable("tables.refusal.computer-first", name=info.name)
        found: list[Button] = []
        if to == ANYBODY and "computer" in ways:
            found.append(
                button(words("cogs.replace.computer"), _id("replacing.computer", shown, seat), style=danger, emoji="🤖")
            )
        if "person" in ways:
            label = words("cogs.replace.anybody") if to == ANYBODY else words("cogs.replace.offer")
            found.append(button(label, _id("replacing.offer", shown, seat, to), style=danger, emoji="🪑"))
        case = "left" if info.resigned else "own" if info.user == answer.user else "silent"
        about = [words(f"cogs.replace.{case}", name=name)]
        if to != ANYBODY:
            about.append(words("cogs.replace.to", who=f"<@{to}>"))
        title = headings.heading(shown, words, "cogs.replace.title")
        await answer.tell(Card(title=title, text="\n".join(about), rows=rows(found), colour=RED))

    @verb("replacing.computer", Ack.UPDATE, On.PRIVATE)
    async def by_computer(self, answer: PrivateAnswer, press: Press) -> None:
        """Let the computer player go on with the seat."""
        before = await answer.tables.looks.read(press.table, answer.user)
        reading = await answer.tables.endings.replace_by_computer(
            press.table,
            answer.user,
            _seat_of_word(press.word, before.info),
            moderator=await doors.looks_after(answer, before.info),
            request=answer.request,
        )
        asked = any(vote.kind == "go-on" for vote in reading.info.votes)
        await self._finish(answer, reading, "cogs.replace.asked" if asked else "cogs.replace.done")

    @verb("replacing.offer", Ack.UPDATE, On.PRIVATE)
    async def _offer(self, answer: PrivateAnswer, press: Press) -> None:
        """Offer the seat in the channel, to the intended person."""
        before = await answer.tables.looks.read(press.table, answer.user)
        to = press.words[1] if len(press.words) > 1 else ANYBODY
        person = None if to == ANYBODY else pressed_number(to, BadChoice)
        reading = await answer.tables.endings.offer_seat(
            press.table,
            answer.user,
            _seat_of_word(press.word, before.info),
            person,
            moderator=await doors.looks_after(answer, before.info),
            request=answer.request,
        )
        await self._finish(answer, reading, "cogs.replace.offered")

    async def _finish(self, answer: PrivateAnswer, reading: Reading, key: str) -> None:
        await answer.show(await links.outcome_card(self.app, reading.info, answer.words, key, GREY))
        await replies.follow(self.app, reading.info.id, answer.user)

    @verb("replacing.sit", Ack.PRIVATE)
    async def sit(self, answer: PrivateAnswer, press: Press) -> None:
        """Take the seat that is offered."""
        before = (await answer.tables.looks.read(press.table)).info.offer
        owner = (await answer.tables.looks.read(press.table)).info.seats[before.seat].user if before is not None else None
        reading = await answer.tables.endings.take_seat(
            press.table, answer.person, pressed_number(press.word, NoOffer), request=answer.request
        )
        words = answer.words
        if owner is not None:  # immediately, whatever the outbox is busy with
            for name in self.app.live_replies.names(press.table, owner):
                await replies.follow(self.app, press.table, owner, name)
        title = headings.heading(reading.info, words, "cogs.hand.no-title")
        seat = escape(reading.info.seats[reading.seat or 0].name)
        mine = button(words("cogs.board.hand"), make("play.hand", reading.info.id, reading.info.stage), emoji="🃏")
        link = await links.to_board(self.app, reading.info, words)
        await answer.tell(Card(title=title, text=words("cogs.offer.yours", name=seat), rows=rows([mine, link]), colour=GREEN))

    @verb("replacing.withdraw", Ack.KEEP)
    async def withdraw(self, answer: Answer, press: Press) -> None:
        """Withdraw the offer of the seat; the message is the answer."""
        moderator = await doors.looks_after(answer, await answer.tables.looks.table_info(press.table))
        await answer.tables.endings.withdraw_offer(
            press.table, answer.user, pressed_number(press.word, NoOffer), moderator=moderator, request=answer.request
        )

    @ZAMKI.command("repair")
    async def repair(self, answer: PrivateAnswer, number: PostedOption | None = None) -> None:
        """Post all messages of a table, or of another subject, again in this channel."""
        permissions.check(answer)
        kind = None if number is None else await answer.tables.subjects.kind(number)
        if number is not None and kind is not None and kind.name != TABLE:
            await self._move(answer, kind, number)
            return
        await at_table(answer, number, "replacing.repair", self._repair, states=OPEN)

    async def _move(self, answer: PrivateAnswer, kind: SubjectKind, number: int) -> None:
        before = await kind.find(number)
        permissions.may_write(answer)
        if answer.channel != before.place.channel:
            await server.has_tables_here(answer)
        moderates = before.host != answer.user and await doors.looks_after_server(answer)
        await kind.repair(number, answer.user, answer.channel, moderator=moderates, request=answer.request)
        text = answer.words("cogs.repair.done")
        if isinstance(before, Tournament):
            text = answer.words("cogs.tournament.moved")
            await answer.tell(Card(title=title(before, answer.words), text=text, colour=GREEN))
            return
        await answer.tell(Card(text=text, colour=GREEN))

    @verb("replacing.repair", Ack.PRIVATE, On.PRIVATE)
    async def repair_chosen(self, answer: PrivateAnswer, press: Press) -> None:
        """Continue with the table chosen among several."""
        permissions.check(answer)
        await self._repair(answer, press.table)

    async def _repair(self, answer: PrivateAnswer, number: int) -> None:
        info = (await answer.tables.looks.read(number)).info
        if answer.guild != info.place.guild:
            raise BadChoice("cogs.refusal.other-server")
        moderator = await doors.looks_after(answer, info)
        permissions.may_write(answer)
        if answer.channel not in {info.place.channel, info.home}:
            await server.has_tables_here(answer)
        reading = await answer.tables.endings.repair(
            number, answer.user, answer.channel, moderator=moderator, request=answer.request
        )
        title = headings.heading(reading.info, answer.words, "cogs.hand.no-title")
        await answer.tell(Card(title=title, text=answer.words("cogs.repair.done"), colour=GREEN))

    @delivers(OfferRow)
    async def post(self, row: OutboxRow, payload: OfferRow, _noted: Noted) -> None:
        """Post the offer of a seat, or what became of it."""
        info = (await self.app.tables.looks.read(row.subject)).info
        card = _offer_card(info, payload, await audiences.public_words(self.app, info))
        user, shows = payload.offer.to or 0, Shows(request=payload.offer.id)
        found = await self.app.tables.messages.get(row.subject, "offer", user)
        if found is None and payload.ended:
            return  # over before it was posted
        if found is not None and (payload.again or found.shows == shows):
            if await self.app.messenger.edit(MessageSpot(found.channel, found.message), card):
                await self.app.tables.messages.put(row.subject, "offer", Posted(found.channel, found.message, shows), user)
                return
            card = msgspec.structs.replace(card, pings=())  # somebody has deleted the message, but the mention was received
        card, silent = await calls.notifying(self.app, info, card) if card.pings else (card, False)
        await self.app.messenger.post_mention(info, "offer", user, card, shows, silent=silent)

    @delivers(GoneRow)
    async def hide_hands(self, row: OutboxRow, payload: GoneRow, _noted: Noted) -> None:
        """Make sure that none of the person's messages about the table shows a hand."""
        for name in self.app.live_replies.names(row.subject, payload.user):
            await replies.follow(self.app, row.subject, payload.user, name, surely=True)
        for kind in (reminders.MENTION, reminders.NEXT):
            await reminders.delete_mention(self.app, row.subject, payload.user, kind)
        await standing.close_hand(self.app, await self.app.tables.looks.read(row.subject), payload.user)


def _id(verb: str, info: TableInfo, seat: int, *more: str) -> str:
    return make(verb, info.id, info.stage, (str(seat), *more))


def _word(info: TableInfo, said: str) -> str:
    """Returns the word of an id for a seat that somebody has called so; they have not said any: their own."""
    seat = seating.seat_called(info, said)
    return OWN if not said else NOBODY if seat is None else str(seat)


def _seat_of_word(word: str, info: TableInfo) -> int:
    """Parse the word of an id that names a seat. Raises BadChoice."""
    if not word.isdecimal() or int(word) not in range(len(info.seats)):
        raise BadChoice("cogs.refusal.which-player")
    return int(word)


def _offer_card(info: TableInfo, payload: OfferRow, words: Words) -> PublicCard:
    """Returns the offer of a seat, or what became of it."""
    title = headings.heading(info, words, "cogs.offer.title")
    name = marked_name(payload.offer.seat, escape(payload.name))
    if payload.ended:
        colour = GREEN if payload.ended == "taken" else GREY
        return PublicCard(
            title=title, text=words(f"cogs.offer.{payload.ended}", name=name, now=escape(payload.now)), colour=colour
        )
    to = payload.offer.to
    asks = words("cogs.offer.to-one", who=f"<@{to}>", name=name) if to is not None else words("cogs.offer.to-all", name=name)
    number = (str(payload.offer.id),)
    buttons = [
        button(
            words("cogs.offer.take"), make("replacing.sit", info.id, 0, number), style=discord.ButtonStyle.success, emoji="🪑"
        ),
        button(words("cogs.vote.withdraw"), make("replacing.withdraw", info.id, 0, number)),
    ]
    return PublicCard(
        title=title, text=asks, rows=rows(buttons), colour=GOLD, pings=() if to is None or not payload.mention else (to,)
    )

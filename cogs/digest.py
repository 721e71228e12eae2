"""One message a day for people who want no single calls of slow games, and its offer to people who are called often."""

import math
from collections.abc import Iterable
from typing import Any, Literal

import discord
from msgspec.structs import replace

from chat.app import App
from chat.cards import audiences, leagues, nights, tournaments
from chat.cards.headings import game_name
from chat.cards.links import board_link
from chat.cards.zones import own_zone
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, rows
from chat.wire.outcomes import Unwanted
from data.records.messages import Noted, Shows
from data.words import Words
from tables.errors import Refusal
from tables.leagues.league import League
from tables.model.outbox_rows import DigestOfferRow, DigestRow, OutboxRow
from tables.model.table_info import TableInfo
from tables.nights.night import Night
from tables.service.digest_actions import Digest
from tables.time.timing import DAY
from tables.tournaments.tournament import Tournament

SENT, OFFER = "digest", "digest-offer"
"""Kinds of messages: that of the day, and the offer of it."""

WAITING, ANSWERS, NEWS, HANDS = 5, 2, 2, 3
"""The most lines of games that wait, of questions, and of games that have begun or ended; and the most games with a button that
opens the hand.
"""


class DailyMessages(Cog):
    """Sends them, and the buttons on them."""

    @delivers(DigestRow)
    async def send(self, row: OutboxRow, payload: DigestRow, _noted: Noted) -> None:
        """Send the message of the day, once: directly to people who are reminded so, else as a mention where they play. The
        mention only counts, since others see it.
        """
        tables, messenger, shows = self.app.tables, self.app.messenger, Shows(request=row.id)
        subject = await tables.digests.subject(row.subject)
        own, before = await tables.people.person(subject.user), await tables.messages.get(row.subject, SENT, subject.user)
        found = await tables.digests.read(subject.user, payload.since)
        told = before is not None and before.shows == shows
        if not found.subjects or own.plan.calls != "daily" or own.plan.off(tables.clock.now()) or told:
            return
        if own.plan.where == "direct":
            words = await self.app.languages.words(subject.user, found.subjects[0].language, own)
            try:
                shown = await card(self.app, found, subject.user, words)
                await messenger.post_to(subject, SENT, subject.user, shown, shows, own=own, wanted=True)
            except Unwanted:
                pass
            else:
                return
        place = next((each for each in found.subjects if each.place.guild > 0), None)
        if place is not None:
            subject = replace(subject, place=place.place, language=place.language)
            words = await audiences.public_words(self.app, subject)
            await messenger.post_mention(subject, SENT, subject.user, mention(found, subject.id, subject.user, words), shows)

    @verb("digest.open", Ack.PRIVATE, On.CHANNEL, names=Names.NOTHING)
    async def open(self, answer: PrivateAnswer, _press: Press) -> None:
        """Show whoever presses their own games."""
        found = await answer.tables.digests.read(answer.user, answer.tables.clock.now() - DAY)
        await answer.tell(await card(self.app, found, answer.user, answer.words))

    @delivers(DigestOfferRow)
    async def offer(self, row: OutboxRow, payload: DigestOfferRow, _noted: Noted) -> None:
        """Offer a person one message a day, silently and once."""
        tables, user = self.app.tables, payload.user
        own, before = await tables.people.person(user), await tables.messages.get(row.subject, OFFER, user)
        if own.plan.calls != "each" or before is not None:
            return
        subject, shows = await tables.subjects.find(row.subject), Shows()
        words = await self.app.languages.words(user, subject.language, own)
        try:
            await self.app.messenger.post_to(
                subject, OFFER, user, _offer(row.subject, user, words), shows, own=own, silent=True
            )
        except Unwanted:
            if subject.place.guild > 0:
                shown = _offer(row.subject, user, await audiences.public_words(self.app, subject))
                shown = replace(shown, text=f"<@{user}> {shown.text}", pings=(user,))
                await self.app.messenger.post_mention(subject, OFFER, user, shown, shows, silent=True)

    @verb("digest.daily", Ack.KEEP, On.CHANNEL | On.DIRECT)
    async def accept(self, answer: Answer, press: Press) -> None:
        """Take the offer."""
        await self._answer(answer, press, "daily")

    @verb("digest.each", Ack.KEEP, On.CHANNEL | On.DIRECT)
    async def decline(self, answer: Answer, press: Press) -> None:
        """Go on being called one by one."""
        await self._answer(answer, press, "each")

    async def _answer(self, answer: Answer, press: Press, calls: Literal["daily", "each"]) -> None:
        if pressed_number(press.word) != answer.user:
            raise Refusal("tables.refusal.not-asked")
        plan = answer.preferences.plan
        if calls == "daily":
            changes: dict[str, Any] = {"calls": calls, **own_zone(answer)}
            plan = (await answer.tables.times.set_plan(answer.user, **changes)).plan
        info = await answer.tables.looks.table_info(press.table)
        await self.app.messenger.remove(info, OFFER, answer.user)
        await answer.tables.outbox.tidy(press.table, 0.0)
        await answer.say(f"cogs.digest.chosen-{calls}", hour=f"{plan.hour}:00", zone=plan.zone.replace("_", " "))


def _offer(number: int, user: int, words: Words) -> PublicCard:
    ways = [
        button(words(f"cogs.digest.{calls}"), make(f"digest.{calls}", number, 0, (str(user),))) for calls in ("daily", "each")
    ]
    return PublicCard(text=words("cogs.digest.offer"), rows=rows(ways), colour=BLUE)


def mention(found: Digest, number: int, user: int, words: Words) -> PublicCard:
    """Returns what others may see: how many games there are of each kind."""
    said = " · ".join(words.count(f"cogs.digest.{kind}", count) for kind, count in _counts(found).items() if count)
    way = button(words("cogs.digest.open"), make("digest.open", number), style=discord.ButtonStyle.primary, emoji="🗞️")
    return PublicCard(text=f"🗞️ <@{user}> {said}", rows=rows([way]), pings=(user,), colour=BLUE)


def _counts(found: Digest) -> dict[str, int]:
    """Returns how many there are of each kind, in the order in which they are shown."""
    asked = len(found.votes) + len(found.questions)
    return {"waiting": len(found.waiting), "asked": asked, "begun": len(found.begun), "ended": len(found.ended)}


async def card(app: App, found: Digest, user: int, words: Words) -> Card:
    """Returns a person's games: what waits, the soonest first, what they are asked, what has begun and what has ended."""
    games = {"waiting": found.waiting[:WAITING], "begun": found.begun[:NEWS], "ended": found.ended[:NEWS]}
    shown = {kind: [await _line(app, each, user, words) for each in tables] for kind, tables in games.items()}
    asked = [await _vote(app, each, user, words) for each in found.votes[:ANSWERS]]
    shown["asked"] = [*asked, *[await _question(app, each, words) for each in found.questions]][:ANSWERS]
    lines: list[str] = []
    for kind, count in _counts(found).items():
        if count:
            lines += [f"**{words.count(f'cogs.digest.{kind}', count)}**", *shown[kind]]
        if count > len(shown[kind]):
            lines.append(words.count("cogs.digest.more", count - len(shown[kind])))
    hands = rows(_hands(found.waiting[:HANDS], words))
    return Card(
        title=words("cogs.digest.title"), text="\n".join(lines) or words("cogs.digest.nothing"), rows=hands, colour=BLUE
    )


def _hands(tables: Iterable[TableInfo], words: Words) -> list[Button]:
    return [
        button(f"{each.id} · {game_name(each.game, words)}", make("play.hand", each.id, each.stage), emoji="🃏")
        for each in tables
    ]


async def _line(app: App, table: TableInfo, user: int, words: Words) -> str:
    """Returns a game as one line, without text of people."""
    due = table.due_of(user) if table.waits_for(user) else math.inf
    until = "" if due == math.inf else f" — {words('cogs.board.deadline', when=f'<t:{int(due)}:R>')}"
    return f"{table.id} · {words(f'{table.game}.short')}{until} [→]({await board_link(app, table)})"


async def _vote(app: App, table: TableInfo, user: int, words: Words) -> str:
    """Returns what a person is asked in a game as one line."""
    vote = table.asks(user)
    asked = words(f"cogs.digest.vote.{vote.kind}") if vote is not None else ""
    return f"{table.id} · {words(f'{table.game}.short')} — {asked} [→]({await board_link(app, table)})"


async def _question(app: App, subject: Tournament | Night | League, words: Words) -> str:
    """Returns what a person is asked about something that they have opened, as one line."""
    if isinstance(subject, Tournament):
        title, url = tournaments.title(subject, words), await tournaments.address(app, subject)
        asked = words("cogs.digest.unfinished")
    elif isinstance(subject, Night):
        title, url, asked = nights.title(subject, words), await nights.address(app, subject), words("cogs.digest.goes-on")
    else:
        title, url, asked = leagues.title(subject, words), await leagues.address(app, subject), words("cogs.digest.goes-on")
    return f"{title.removeprefix('### ')} — {asked} [→]({url})"

"""The castle of the day: what it is, how one stands, and its presses."""

import datetime as dt

import discord

from chat.cards import alone, audiences, lobby, server
from chat.outbox.deliveries import delivers
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, rows
from chat.wire.text import escape, ranking_line
from data.records.messages import Noted, Shows
from data.words import Words
from tables.errors import Refusal
from tables.model.outbox_rows import DayCardRow, OutboxRow
from tables.model.subjects import DAY
from tables.rules.days import day_of
from tables.service.day_actions import DayInfo


class Day(Cog):
    """Offers the castle of the day."""

    @ZAMKI.command("day")
    async def day(self, answer: PrivateAnswer) -> None:
        """Show today's castle."""
        await answer.tell(await self._card(answer))

    @verb("day.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.NOTHING)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the button is enough
        """The same by a button."""
        await answer.tell(await self._card(answer))

    @verb("day.play", Ack.UPDATE, ALONE, names=Names.NOTHING)
    async def play(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002
        """Begin a game of it, or show again the one that has begun."""
        alone.check_place(answer)
        tables, guild = answer.tables, answer.guild or 0
        number = (await tables.days.look(guild, answer.user)).playing
        if number is None:
            found, words = await tables.days.look(0, answer.user), answer.words
            promise = Card(
                title=_title(found, words),
                text=f"{words('cogs.day.after')}\n{words('cogs.day.promise', commitment=found.commitment)}",
                colour=BLUE,
            )
            channel, language = await alone.direct_channel(answer, promise, "day"), words.language
            await tables.days.begin(answer.person, guild, channel, language=language, request=answer.request)
        else:
            await tables.show_again(number)
        await answer.show(await self._card(answer))

    @verb("day.show", Ack.KEEP, On.PRIVATE, names=Names.NOTHING)
    async def show(self, answer: Answer, press: Press) -> None:  # noqa: ARG002
        """Tell everybody in the channel how the person has done."""
        found, words = await answer.tables.days.look(answer.server, answer.user), await answer.public_words()
        first = found.first
        if first is None or first.ended is None:
            raise Refusal("cogs.day.refusal.unfinished")
        await server.may_post(answer)
        said = {"game": words(f"{found.game}.name"), "place": first.place}
        score = alone.score(self.app, found.game, first.score, words)
        text = words("cogs.day.shown", name=escape(answer.person.name), score=score, n=found.lately, **said)
        await server.post_shared(answer, "day", PublicCard(text=text, colour=BLUE))

    @delivers(DayCardRow)
    async def tell_server(self, row: OutboxRow, payload: DayCardRow, noted: Noted) -> None:
        """Post the card of a day, silently, or edit it. One that was refused until the day was over is not posted."""
        if row.attempts and payload.day != day_of(self.app.tables.clock.now()):
            return
        subject = await self.app.tables.days.subject(row.subject, payload.language)
        game, people = await self.app.tables.days.count_finished(subject.place.guild, payload.day)
        words = await audiences.public_words(self.app, subject, noted)
        text = words.count("cogs.day.finished", people)
        card = PublicCard(
            title=words("cogs.day.title", game=words(f"{game}.name")),
            text=text,
            rows=rows([button(words("cogs.day.button"), make("day.open", 0), emoji="🏰")]),
            colour=BLUE,
        )
        shows = Shows(turn=dt.date.fromisoformat(payload.day).toordinal())
        await self.app.messenger.put_over(noted.get(DAY), subject, DAY, card, shows, silent=True)

    async def _card(self, answer: PrivateAnswer) -> Card:
        alone.check_place(answer)
        words, found = answer.words, await answer.tables.days.look(answer.guild or 0, answer.user)
        public = answer.guild is not None
        own = alone.own_line(self.app, found.game, found.first, found.playing, words)
        parts = [own, words("cogs.day.about", until=f"<t:{int(found.until)}:R>")]
        if found.first is None:
            keys = ("rules", "where") if public else ("rules-alone",)
            parts += [words(f"cogs.day.{key}") for key in keys]
        parts += [words("cogs.day.lately", n=found.lately) if found.lately else "", *self._standings(found, words)]
        parts += [f"-# {_promise(found, words, short=public)}", _before(found, words)]
        return Card(
            title=_title(found, words),
            text="\n".join(filter(None, parts)),
            rows=rows(_buttons(found, words, public=public)),
            colour=BLUE,
        )

    def _standings(self, found: DayInfo, words: Words) -> list[str]:
        if not found.standings:
            return []
        lines = [
            ranking_line(place, f"{escape(row.name)}: {alone.score(self.app, found.game, row.score, words)}")
            for row, place in zip(found.standings, found.places, strict=True)
        ]
        return [f"**{words('cogs.day.standings')}**", *lines]


def _title(found: DayInfo, words: Words) -> str:
    return words("cogs.day.title", game=words(f"{found.game}.name"))


def _promise(found: DayInfo, words: Words, *, short: bool) -> str:
    """Returns what fixes the draws; `short`: the whole is in the message before the game and behind *Verify*."""
    whole = found.commitment
    return words("cogs.day.promise", commitment=f"{whole[: lobby.SHORT]}…" if short else whole)


def _before(found: DayInfo, words: Words) -> str:
    """Returns the seed of the day before, which is no longer secret."""
    if found.before is None:
        return ""
    game = words(f"{found.before.game}.name")
    return f"-# {words('cogs.day.before', game=game, seed=found.before.seed)}"


def _buttons(found: DayInfo, words: Words, *, public: bool) -> list[Button]:
    first = found.first
    key = "on" if found.playing is not None else "play" if first is None else "again"
    style = discord.ButtonStyle.secondary if key == "again" else discord.ButtonStyle.success
    buttons = [button(words(f"cogs.day.{key}"), make("day.play", 0), style=style, emoji="🏰")]
    if public and first is not None and first.ended is not None:
        buttons.append(button(words("cogs.day.show"), make("day.show", 0), emoji="📢"))
    buttons.append(button(words("cogs.challenge.enter"), make("challenge.enter", 0), emoji="⚔️"))
    return [*buttons, *([lobby.verify_button(found.playing, words)] if found.playing is not None else [])]

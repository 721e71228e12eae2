"""Challenges: *Who can beat this?* below a finished game, the code that lets others play its deal, and the comparison."""

import itertools
import logging

import discord

from chat.cards import alone, lobby, replay, server
from chat.outbox.deliveries import delivers
from chat.press import forms
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, rows
from chat.wire.outcomes import Unwanted
from chat.wire.text import escape
from data.records.messages import Noted
from data.words import Words
from tables.errors import Refusal
from tables.model.outbox_rows import ChallengeDoneRow, OutboxRow
from tables.model.table_info import TableInfo
from tables.service.challenge_actions import ChallengeInfo, Comparison, Side

log = logging.getLogger(__name__)

CODE = 20
"""Maximum characters that are read of a code."""

LISTED = 3
"""People with whom a button compares the challenger."""


class Challenge(Cog):
    """Lets people play the deal of a finished game."""

    @verb("challenge.make", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def make(self, answer: PrivateAnswer, press: Press) -> None:
        """Let others play the deal of the person's finished game."""
        found = await answer.tables.challenges.offer(press.table, answer.user, request=answer.request)
        await answer.tell(self._card(answer, found))

    @verb("challenge.enter", Ack.NONE, ALONE, names=Names.NOTHING)
    async def enter(self, answer: Answer, press: Press) -> None:
        """Open a form for a challenge's code."""
        words = answer.words
        field = forms.text("code", words("cogs.challenge.code"), words("cogs.challenge.code-about"), most=CODE)
        await forms.form(answer, press, "challenge.code", words("cogs.challenge.enter"), field)

    @verb("challenge.code", Ack.PRIVATE, ALONE, names=Names.NOTHING, opened_by="challenge.enter")
    async def find(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the challenge with the code that was entered."""
        await answer.tell(self._card(answer, await self._look(answer, press.fields.get("code", ""))))

    @verb("challenge.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.NOTHING)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Show a challenge."""
        await answer.tell(self._card(answer, await self._look(answer, press.word)))

    @verb("challenge.play", Ack.UPDATE, ALONE, names=Names.NOTHING)
    async def play(self, answer: PrivateAnswer, press: Press) -> None:
        """Begin a try, or show again the one that has begun."""
        found, words, challenges = await self._look(answer, press.word), answer.words, answer.tables.challenges
        number = found.playing
        if number is None:
            told = Card(
                title=_title(found.played, words),
                text=words("cogs.challenge.promise", commitment=found.played.commitment),
                colour=BLUE,
            )
            channel = await alone.direct_channel(answer, told, "challenge")
            where = answer.guild or 0, channel
            await challenges.begin(found.code, answer.person, *where, language=words.language, request=answer.request)
        else:
            await answer.tables.show_again(number)
        await answer.show(self._card(answer, await self._look(answer, press.word)))

    @verb("challenge.show", Ack.KEEP, On.PRIVATE, names=Names.NOTHING)
    async def show(self, answer: Answer, press: Press) -> None:
        """Ask everybody in the channel who can beat this, with the button that takes the challenge."""
        found, words = await answer.tables.challenges.look(press.word, answer.user), await answer.public_words()
        result = found.played.result
        if not found.mine or result is None:
            raise Refusal("tables.refusal.challenge-unknown")
        await server.may_post(answer)
        seat = next(number for number, info in enumerate(found.played.seats) if info.user == answer.user)
        said = {"game": words(f"{found.played.game}.name"), "place": result.places[seat]}
        score = alone.score(self.app, found.played.game, result.scores[seat], words)
        text = words("cogs.challenge.shown", name=escape(answer.person.name), score=score, until=_time(found), **said)
        take = button(words("cogs.challenge.take"), make("challenge.open", 0, 0, (found.code,)), emoji="⚔️")
        card = PublicCard(text=text, rows=rows([take]), colour=BLUE)
        await server.post_shared(answer, "challenge", card)

    @verb("challenge.compare", Ack.PRIVATE, ALONE, names=Names.NOTHING)
    async def compare(self, answer: PrivateAnswer, press: Press) -> None:
        """Compare the challenger's game with a finished try."""
        found = await self._look(answer, press.word)
        other = next((row.user for row in found.done if str(row.table_id) in press.words[1:]), answer.user)
        told = await answer.tables.challenges.compare(found.code, answer.user, other)
        await answer.tell(self._comparison(told, answer.words))

    @delivers(ChallengeDoneRow)
    async def tell_challenger(self, row: OutboxRow, payload: ChallengeDoneRow, _noted: Noted) -> None:
        """Show the challenger the comparison, if they want direct messages and nobody was forgotten meanwhile."""
        challenges = self.app.tables.challenges
        try:
            user, code, other = await challenges.challenger(row.subject)
            told = await challenges.compare(code, user, other)
        except Refusal:
            return
        words = await self.app.languages.words(user, payload.language)
        try:
            await self.app.messenger.say_to(
                user,
                self._comparison(told, words),
                f"challenge-{row.subject}",
                wanted=True,
                silent=await self.app.tables.people.silent(user),
            )
        except Unwanted:
            log.info("the challenger wants no direct messages", extra={"table": row.subject})

    async def _look(self, answer: PrivateAnswer, code: str) -> ChallengeInfo:
        alone.check_place(answer)
        return await answer.tables.challenges.look(code, answer.user)

    def _card(self, answer: PrivateAnswer, found: ChallengeInfo) -> Card:
        words, played = answer.words, found.played
        computers = ", ".join(words(f"game.level.{info.level}") for info in played.seats if info.user is None)
        own = alone.own_line(self.app, played.game, found.first, found.playing, words)
        parts = [own, words("cogs.challenge.about", until=_time(found))]
        parts += [words("cogs.challenge.computers", levels=computers)] if computers else []
        variant = " · ".join(lobby.variant(self.app, played, words))
        parts += [f"-# {variant}"] if variant else []
        if found.mine:
            parts += [words("cogs.challenge.mine", code=found.code), words("cogs.challenge.secret")]
            parts += [words("cogs.challenge.nobody")] if not found.done else []
        else:
            parts += [words("cogs.challenge.seen")] if not found.done else []
        public = answer.guild is not None
        parts += [f"-# {_promise(played.commitment, words, short=public)}"]
        buttons = rows(_buttons(found, words, public=public))
        return Card(title=_title(played, words), text="\n".join(filter(None, parts)), rows=buttons, colour=BLUE)

    def _comparison(self, told: Comparison, words: Words) -> Card:
        sides = told.challenger, told.other
        parts = [self._side(side, words) for side in sides]
        both = itertools.zip_longest(*(side.rounds for side in sides), fillvalue="–")
        parts += [words("cogs.challenge.rounds", rounds=" · ".join(f"{one}:{other}" for one, other in both))]
        parted = [(side, side.parted) for side in sides if side.parted is not None]
        if parted:
            parts += [f"**{words('cogs.challenge.parted', turn=parted[0][1].turn)}**"]
        for side, step in parted:
            lines = replay.event_lines(self.app, side.info, step.events, words)
            parts += [f"**{escape(side.name)}:**", *lines]
        parts += ["" if parted else words("cogs.challenge.alike")]
        parts += [f"-# {_promise(told.commitment, words)}"]
        return Card(title=_title(told.other.info, words), text="\n".join(filter(None, parts)), colour=BLUE)

    def _side(self, side: Side, words: Words) -> str:
        score = alone.score(self.app, side.info.game, side.score, words)
        return words("cogs.challenge.side", name=escape(side.name), place=side.place, score=score)


def _title(played: TableInfo, words: Words) -> str:
    return words("cogs.challenge.title", game=words(f"{played.game}.name"))


def _promise(commitment: str, words: Words, *, short: bool = True) -> str:
    """Returns what fixes the draws; `short`: the whole is in the message before the game and behind *Verify*."""
    return words("cogs.challenge.promise", commitment=f"{commitment[: lobby.SHORT]}…" if short else commitment)


def _time(found: ChallengeInfo) -> str:
    return f"<t:{int(found.until)}:R>"


def _buttons(found: ChallengeInfo, words: Words, *, public: bool) -> list[Button]:
    compare = [
        button(
            words("cogs.challenge.compare-with", name=row.name) if found.mine else words("cogs.challenge.compare"),
            make("challenge.compare", 0, 0, (found.code, str(row.table_id))),
            emoji="⚖️",
        )
        for row in found.done[:LISTED]
    ]
    if found.mine:
        return [button(words("cogs.day.show"), make("challenge.show", 0, 0, (found.code,)), emoji="📢")] * public + compare
    verify = [lobby.verify_button(found.playing, words)] if found.playing is not None else []
    key = "on" if found.playing is not None else "play" if found.first is None else "again"
    style = discord.ButtonStyle.secondary if key == "again" else discord.ButtonStyle.success
    return [
        button(words(f"cogs.day.{key}"), make("challenge.play", 0, 0, (found.code,)), style=style, emoji="⚔️"),
        *compare,
        *verify,
    ]

"""Replaying finished games step by step."""

import re
from collections.abc import Awaitable, Callable

import msgspec

from asking import players
from chat.app import App
from chat.cards import audiences, own_board
from chat.cards.command_options import FinishedOption
from chat.cards.meant import OPEN, at_table, which_finished
from chat.cards.replay import Reel, read, unpack
from chat.cards.rolling import Rolling
from chat.cards.server import share
from chat.press import forms, replies
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import GAME, message_menu
from chat.press.doors import Names, read_number
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import Card, public
from chat.wire.original import Original
from cogs.replay import recap, replay
from tables.errors import Refusal

PACE_SECONDS = 2.5
"""Seconds for which each step is shown while the game plays by itself."""


class Replays(Cog):
    """Shows finished games step by step."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pace = PACE_SECONDS
        self._rolling = Rolling()

    async def cog_unload(self) -> None:
        """Stop everything that plays by itself."""
        await self._rolling.close()

    @GAME.command("replay")
    async def replay(self, answer: PrivateAnswer, number: FinishedOption | None = None) -> None:
        """Show a finished game step by step, or what happened in the person's own running game since their last move; without a
        number, list the finished games.
        """
        if number is None:
            await which_finished(answer, "replay.open", "replay.refusal")
        else:
            await self._show_events(answer, number)

    @message_menu("happened")
    async def happened_at(self, answer: PrivateAnswer, number: int | None) -> None:
        """Show what happened at the table of the message chosen; spectators of a running game see its current state."""
        await at_table(answer, number, "board.open", self._happened_or_stands)

    async def _happened_or_stands(self, answer: PrivateAnswer, number: int) -> None:
        reading = await answer.tables.looks.read(number, answer.user)
        if reading.info.state in OPEN and players.playing_seat(reading) is None:
            await replies.show(answer, "board", replies.LiveCard(own_board.glance), reading)
        else:
            await self._show_events(answer, number)

    async def _show_events(self, answer: PrivateAnswer, number: int) -> None:
        reading = await answer.tables.looks.read(number, answer.user)
        if reading.info.state == "playing" and players.playing_seat(reading) is not None:
            await answer.show(await recap.card(self.app, number, answer.user, answer.words, answer.preferences))
        else:
            await self._open(answer, Reel(table=number, text=answer.preferences.display != "picture"))

    @verb("replay.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """The same by a button: at the table's number, or at the step of a public message."""
        await self._open(answer, Reel(table=press.number, step=press.stage, text=answer.preferences.display != "picture"))

    async def _open(self, answer: PrivateAnswer, reel: Reel) -> None:
        if answer.preferences.display == "text":
            reel = msgspec.structs.replace(reel, text=True)
        await answer.show(await replay.card(self.app, reel, answer.words, answer.preferences))

    @verb("replay.step", Ack.UPDATE, ALONE, names=Names.WORD)
    async def step(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another step, another view, text or pictures in the same message; what plays by itself stops."""
        await self._show(answer, read(press))

    async def _show(self, answer: PrivateAnswer, reel: Reel) -> None:
        message = answer.interaction.message.id if answer.interaction.message is not None else 0
        await self._rolling.begin(message, answer.request)
        card = await replay.card(self.app, reel, answer.words, answer.preferences)
        async with self._rolling.showing(message):
            if self._rolling.newest(message, answer.request):
                await answer.show(card)

    @verb("replay.stepall", Ack.KEEP, On.CHANNEL, names=Names.SHARED)
    async def step_for_all(self, answer: Answer, press: Press) -> None:
        """Show another step, another view, text or pictures in a public message; what plays by itself stops."""
        await self._show_all(answer, read(press))

    async def _show_all(self, answer: Answer, reel: Reel) -> None:
        message = answer.interaction.message.id if answer.interaction.message is not None else 0
        await self._rolling.begin(message, answer.request)
        card = await replay.public(self.app, reel, await answer.public_words())
        async with self._rolling.showing(message):
            if self._rolling.newest(message, answer.request):
                await Original(answer.interaction, self.app.uploads).edit(public(card))

    @verb("replay.play", Ack.UPDATE, ALONE, names=Names.WORD)
    async def play(self, answer: PrivateAnswer, press: Press) -> None:
        """Play the game by itself, a step every few seconds, until its end, a press, or the expiry of the answer's token."""
        await self._play(
            answer,
            read(press),
            answer.show,
            answer.original,
            lambda reel, playing: replay.card(self.app, reel, answer.words, answer.preferences, playing=playing),
        )

    @verb("replay.playall", Ack.KEEP, On.CHANNEL, names=Names.SHARED)
    async def play_for_all(self, answer: Answer, press: Press) -> None:
        """The same in a public message; anybody may stop it."""
        words, message = await answer.public_words(), Original(answer.interaction, self.app.uploads)

        async def make_card(reel: Reel, playing: bool) -> Card:
            return public(await replay.public(self.app, reel, words, playing=playing))

        await self._play(answer, read(press), message.edit, message, make_card)

    async def _play(
        self,
        answer: Answer,
        reel: Reel,
        begin: Callable[[Card], Awaitable[object]],
        original: Original,
        made: Callable[[Reel, bool], Awaitable[Card]],
    ) -> None:
        """Make a message play by itself. `begin` shows its first card, `original` the others, while its token is valid."""
        message = answer.interaction.message.id if answer.interaction.message is not None else 0
        await self._rolling.begin(message, answer.request)
        self._rolling.admit(answer.user)
        last = (await answer.tables.looks.replay(reel.table)).last
        await begin(await made(reel, True))

        async def on() -> bool:
            nonlocal reel
            late = not original.lasts
            if not late:
                reel = msgspec.structs.replace(reel, step=min(reel.step + 1, last))
            goes_on = not late and reel.step < last
            await original.edit(await made(reel, goes_on))
            return goes_on

        if self._rolling.newest(message, answer.request):

            async def rest() -> None:
                await original.edit(await made(reel, False))

            self._rolling.roll(message, on, self.pace, user=answer.user, rest=rest)

    @verb("replay.jump", Ack.NONE, ALONE, names=Names.WORD)
    async def ask_turn(self, answer: Answer, press: Press) -> None:
        """Open a form for the turn to show."""
        await self._ask_turn(answer, press, "replay.jumped")

    @verb("replay.jumpall", Ack.NONE, On.CHANNEL, names=Names.SHARED)
    async def ask_turn_for_all(self, answer: Answer, press: Press) -> None:
        """The same for a public message."""
        await self._ask_turn(answer, press, "replay.jumpedall")

    @staticmethod
    async def _ask_turn(answer: Answer, press: Press, then: str) -> None:
        words = answer.words
        turn = forms.text("turn", words("replay.turn"), words("replay.turn-about"), most=6)
        await forms.form(answer, press, then, words("replay.jump"), turn)

    @verb("replay.jumped", Ack.UPDATE, ALONE, opened_by="replay.jump", names=Names.WORD)
    async def jump(self, answer: PrivateAnswer, press: Press) -> None:
        """Jump to the turn in the form."""
        await self._show(answer, await self._turn(answer, press))

    @verb("replay.jumpedall", Ack.KEEP, On.CHANNEL, opened_by="replay.jumpall", names=Names.SHARED)
    async def jump_for_all(self, answer: Answer, press: Press) -> None:
        """The same in a public message."""
        await self._show_all(answer, await self._turn(answer, press))

    @staticmethod
    async def _turn(answer: Answer, press: Press) -> Reel:
        """Returns the reel at the turn that a form names. Raises Refusal if there is none."""
        reel = unpack(read_number(press.word), press.stage)
        turns = dict((await answer.tables.looks.replay(reel.table)).turns)
        drawn = audiences.renderer(answer.app, (await answer.tables.looks.read(reel.table)).info)
        wanted = tuple(map(int, re.findall(r"[0-9]+", press.fields.get("turn", ""))))
        step = next((step for turn, step in turns.items() if wanted and drawn.moment(turn)[: len(wanted)] == wanted), None)
        if step is None:
            first, last = (drawn.when(turn, answer.words) for turn in (min(turns), max(turns)))
            raise Refusal("replay.refusal.no-turn", first=first, last=last)
        return msgspec.structs.replace(reel, step=step)

    @verb("replay.share", Ack.KEEP, On.PRIVATE, names=Names.WORD)
    async def show_all(self, answer: Answer, press: Press) -> None:
        """Post the step as a public message in this channel. Everybody may move through the game there, play or stop it, jump,
        and change between pictures and text: it is over, and the person who shared it may have left. People who want to watch
        alone press the button for a private message.
        """
        reel, words = read(press), await answer.public_words()
        await share(answer, reel.table, "air", lambda: replay.public(self.app, reel, words))

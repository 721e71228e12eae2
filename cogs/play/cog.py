"""Playing: the hand, entered word by word with buttons and menus, moves typed as words, and hands in direct messages."""

import contextlib
import random
import time
from collections.abc import Callable
from typing import TypeAlias

import discord
from cachetools import LRUCache
from discord import app_commands

from asking import lines, players
from asking.form import Form, form_of
from asking.lead import Confirm, Impossible, Next, NotPlaying, PastQuestion, PlayMove, lead
from asking.pictures import made_of_newest
from asking.question import question
from asking.walk import together
from chat.app import App
from chat.cards import drawing, form_rows, hand, headings, hint, links, picker
from chat.cards.command_options import TableOption
from chat.cards.meant import at_table
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI, Interaction, OptionTransformer, Suggestions, app_of, message_menu, words_for
from chat.press.presses import Cog, Press, make, verb
from chat.wire import limits
from chat.wire.layout import BLUE, RED, Card, button, rows
from cogs.play import typed
from engines.contract import Move, Planned
from render.turns import Outdated
from tables.errors import Refusal, Stale
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading

QUICK_SECONDS = 2.0
"""Seconds after a press within which another one on the same message may be made without seeing the first one's result."""

REMEMBERED = 1000
"""Messages whose last press is remembered."""


class MoveTransformer(OptionTransformer):
    """A move, or several, typed as words."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest legal moves that continue what has been typed, each with its meaning in the person's language."""
        app, user = app_of(interaction), interaction.user.id
        named = getattr(interaction.namespace, "table", None)
        playing = [found for found in await app.tables.looks.tables_of(user, interaction.guild_id) if found.state == "playing"]
        if named is not None:
            playing = [found for found in playing if str(found.id) == str(named)]
        playing.sort(
            key=lambda found: (interaction.channel_id not in {found.place.channel, found.home}, not found.waits_for(user))
        )
        if not playing:
            return []
        reading = await app.tables.looks.read(playing[0].id, user)
        speak = await words_for(interaction)
        longest = limits.AUTOCOMPLETE_TEXT
        found = lines.suggest_lines(app.asker, reading, current, speak, longest=longest)[: limits.AUTOCOMPLETE]
        return [
            app_commands.Choice(name=typed.suggestion_name(line, meaning, longest), value=line)
            for line, meaning in found
            if len(line) <= longest
        ]


MoveOption: TypeAlias = app_commands.Transform[str, MoveTransformer]


class Play(Cog):
    """Shows hands and plays moves."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._chosen_last: LRUCache[int, tuple[int, Move, float]] = LRUCache(REMEMBERED)
        """By message: the stage, the words and the time of its last choice."""

    @ZAMKI.command("hand")
    async def hand(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Show the person's own hand, with its choices."""
        await at_table(answer, number, "play.hand", self._open_hand)

    @message_menu("hand")
    async def hand_at(self, answer: PrivateAnswer, number: int | None) -> None:
        """Show the hand at the table of the message chosen."""
        await at_table(answer, number, "play.hand", self._open_hand)

    @ZAMKI.command("move")
    async def move(self, answer: PrivateAnswer, words: MoveOption, number: TableOption | None = None) -> None:
        """Play a move typed as words, or several with `;` between them."""

        async def identify(info: TableInfo) -> str:
            return await self._move_at(answer, info, words)

        async def play(answer: PrivateAnswer, number: int) -> None:
            await typed.play(answer, number, words)

        await at_table(answer, number, "play.hand", play, seated=True, identify=identify)

    async def _move_at(self, answer: PrivateAnswer, info: TableInfo, line: str) -> str:
        """Returns the id of a button that plays the typed move at this table. If the text is no move there, or could be
        several, the button opens the hand.
        """
        reading = await answer.tables.looks.read(info.id, answer.user)
        try:
            (part,) = lines.parts(line)
            move = lines.understand(self.app.asker, reading, part, answer.words)
        except (Refusal, ValueError):
            move = ()
        if not reading.choices(move).complete:
            return make("play.hand", info.id, info.stage)
        return make("play.move", info.id, info.stage, move)

    @verb("play.move", Ack.UPDATE, On.PRIVATE)
    async def move_chosen(self, answer: PrivateAnswer, press: Press) -> None:
        """Play a typed move at the table chosen for it."""
        await self._play(answer, press, press.words)

    @verb("play.hand", Ack.PRIVATE, On.CHANNEL | On.PRIVATE)
    async def my_hand(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle "My hand" on a board message: show it as a live reply, unless the person has switched it off."""
        await self._open_hand(answer, press.table)

    @verb("play.turn", Ack.PRIVATE)
    async def my_turn(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle the button that names the player on turn: their whole turn is played in its answer."""
        await self._open_hand(answer, press.table)

    @verb("play.direct", Ack.UPDATE, On.PRIVATE)
    async def directly(self, answer: PrivateAnswer, press: Press) -> None:
        """Send the person's hands as direct messages too, from now on at all tables; this one immediately."""
        answer.preferences = await answer.tables.people.set_preferences(answer.user, dm=True, dm_closed=False)
        await answer.tables.moves.send_hand(press.table, answer.user)
        await hand.show(answer, press.table, note=answer.words("cogs.hand.direct-on"))

    async def _open_hand(self, answer: PrivateAnswer, number: int) -> None:
        """Show the hand as a live reply; if the person has switched it off, a link to the direct message."""
        reading = await self.app.asker.open(number, answer.user)
        preferences = answer.preferences
        if (
            not preferences.private
            and answer.tables.people.takes_direct(preferences, wanted=reading.info.direct)
            and reading.seat is not None
            and reading.info.state == "playing"
        ):
            where = await links.hand_link(self.app, reading.info, answer.user)
            if where is not None:
                link = button(answer.words("cogs.hand.to-dm"), url=where)
                await answer.tell(Card(text=answer.words("cogs.hand.in-dm"), rows=rows([link]), colour=BLUE))
                return
        note = (
            answer.words("cogs.hand.dm-closed") if preferences.dm and preferences.dm_closed and reading.seat is not None else ""
        )
        await hand.show(answer, number, note=note, reading=reading)

    @verb("play.line", Ack.UPDATE, ALONE)
    async def line(self, answer: PrivateAnswer, press: Press) -> None:
        """Play all moves of a turn in a hint, up to one that reveals something new."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        if reading.view is None or players.playing_seat(reading) is None or press.stage != reading.info.stage:
            await hand.show(answer, press.table, reading=reading, note=answer.words("cogs.hand.stale"))
            return
        found = await answer.tables.advice.hint(press.table, answer.user, stage=press.stage)
        turn = found.candidates[hint.number_of(found, press.words)].line
        game = self.app.games[reading.info.game]
        moves = turn[: game.together(reading.view, turn)] if isinstance(game, Planned) else turn
        await typed.play(answer, press.table, "; ".join(map(" ".join, moves)), stage=press.stage)

    @verb("play.pick", Ack.UPDATE, ALONE)
    async def pick(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle a word, perhaps the last one, chosen in a live reply or a direct message."""
        await self._handle_word(answer, press)

    @verb("play.open", Ack.PRIVATE)
    async def open_walk(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle a first word pressed on the board itself: the rest is entered in private."""
        await self._handle_word(answer, press)

    async def _handle_word(self, answer: PrivateAnswer, press: Press) -> None:
        reading = await answer.tables.looks.read(press.table, answer.user, stored=answer.versions.get(press.table))
        said = self._chosen_move(answer, press, reading) if press.stage == reading.info.stage else press.words
        done = press.verb == "play.pick" and not press.values and press.words == said
        on_board = answer.ack is Ack.PRIVATE
        match lead(reading, said, stage=press.stage, done=done):
            case NotPlaying():
                await hand.show(answer, press.table, reading=reading)
            case PastQuestion(drafted=True) if on_board:
                # The board does not show what they have drafted; a whole move is often pressed twice.
                goes_on = question(reading.choices, said, forms=False).choices.words
                await hand.show(answer, press.table, reading=reading, said=said if goes_on else ())
            case PastQuestion() if on_board:
                await self._past(answer, press)
            case PastQuestion():
                await hand.show(answer, press.table, reading=reading, note=answer.words("cogs.hand.stale"))
            case Impossible() if on_board and reading.choices().words:
                await hand.show(answer, press.table, reading=reading)  # it looked possible to everybody
            case Next(said=further):
                await hand.show(answer, press.table, said=further, reading=reading)
            case Confirm(said=move, warn=warn):
                await self._warn(answer, reading, move, warn)
            case PlayMove(said=move) | Impossible(said=move):
                await self._play(answer, press, move)

    def _chosen_move(self, answer: PrivateAnswer, press: Press, reading: Reading) -> Move:
        """Returns the words said with a press. If several words are chosen together, presses in quick succession on the same
        message are combined, since the message has hardly been redrawn between them.
        """
        said, message, now = picker.read_words(press), answer.interaction.message, time.monotonic()
        if message is None or press.values:
            return said
        stage, earlier, at = self._chosen_last.get(message.id, (0, (), 0.0))
        if stage == press.stage and now - at < QUICK_SECONDS:
            said = together(reading.choices, earlier, said)
        self._chosen_last[message.id] = press.stage, said, now
        return said

    async def _warn(self, answer: PrivateAnswer, reading: Reading, move: Move, warn: str) -> None:
        """Ask for a confirmation before a whole move is played; show the hand if the question has changed meanwhile."""

        async def draw(now: Reading) -> Card:
            if now.info.stage == reading.info.stage:
                warning = await self._warning(answer, now, move, warn)
                if not await answer.tables.looks.is_newest(now.info.id, now.info.version):
                    raise Outdated  # nothing updates a warning after it is shown
                return warning
            note = answer.words("cogs.hand.stale")
            return await hand.card(self.app, now, answer.user, answer.words, note=note)

        found, _ = await made_of_newest(self.app.asker, answer.user, reading, draw)
        await answer.show(found)

    async def _warning(self, answer: PrivateAnswer, reading: Reading, move: Move, warn: str) -> Card:
        """Returns what a whole move would waste, with the question whether to play it. Raises Outdated."""
        info, words = reading.info, answer.words
        buttons = [
            button(
                words("cogs.hand.sure"),
                make("play.sure", info.id, info.stage, move),
                style=discord.ButtonStyle.danger,
                emoji="✅",
            ),
            button(words("cogs.hand.back"), make("play.fresh", info.id, info.stage), emoji="↩️"),
        ]
        mine, picture = answer.preferences, None
        if mine.display != "text":
            picture = await drawing.of_question(self.app, reading, words, move, mine)
        return Card(
            title=headings.heading(info, words, "cogs.hand.title"),
            picture=picture,
            asks=f"⚠️ {words(f'{info.game}.warn.{warn}')}",
            rows=rows(buttons),
            colour=RED,
        )

    @verb("play.sure", Ack.UPDATE, ALONE)
    async def sure(self, answer: PrivateAnswer, press: Press) -> None:
        """Play a move despite its warning."""
        await self._play(answer, press, press.words)

    @verb("play.place", Ack.UPDATE, ALONE)
    async def place(self, answer: PrivateAnswer, press: Press) -> None:
        """Fill or empty a place of a form, or fill the whole form differently."""
        await self._fill_form(answer, press, form_rows.read_form(press), lambda form: form)

    @verb("play.deal", Ack.UPDATE, ALONE)
    async def deal(self, answer: PrivateAnswer, press: Press) -> None:
        """Fill the empty places of a form at random. This is no draw of the game: it is the person's own plan."""
        await self._fill_form(answer, press, press.words, lambda form: form.fill_at_random(random.SystemRandom()))

    async def _fill_form(self, answer: PrivateAnswer, press: Press, said: Move, change: Callable[[Form], Form]) -> None:
        """Show the hand with its form changed; the current hand if that form no longer exists."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        form = form_of(reading.choices, said)
        if press.stage != reading.info.stage or form is None:
            note = answer.words("cogs.hand.stale") if reading.info.state == "playing" and reading.seat is not None else ""
            await hand.show(answer, press.table, reading=reading, note=note)
            return
        await hand.show(answer, press.table, reading=reading, said=change(form).said)

    async def _play(self, answer: PrivateAnswer, press: Press, move: Move) -> None:
        """Play a whole move for the presser and show the hand after it; a stale press shows the current hand."""
        try:
            reading = await answer.tables.moves.play(
                press.table, answer.user, move, stage=press.stage, request=answer.request, whole=False
            )
        except Stale as stale:
            if answer.ack is Ack.PRIVATE:
                await self._past(answer, press)
            else:
                await hand.show(answer, press.table, note=answer.words(stale.key, **stale.values))
            return
        chosen = reading.can_take_back and reading.view is not None and reading.view.chosen
        visible = reading.drafted_at is not None or chosen or reading.seat in reading.info.pending
        note = "" if visible else answer.words("cogs.hand.played")
        await hand.show(answer, press.table, note=note, reading=reading)

    @verb("play.do", Ack.KEEP)
    async def do(self, answer: Answer, press: Press) -> None:
        """Handle a whole move pressed or chosen on the board itself: the board is the answer."""
        move = picker.read_words(press)
        try:
            await answer.tables.moves.play(press.table, answer.user, move, stage=press.stage, request=answer.request)
        except Stale:
            await self._past(answer, press)

    @staticmethod
    async def _past(answer: Answer, press: Press) -> None:
        """Answer a press on an old board with one line and a link to the person's view; a second press is often an accident."""
        mine = button(answer.words("cogs.board.mine"), make("play.hand", press.table, press.stage), emoji="👁️")
        await answer.tell(Card(text=answer.words("cogs.hand.past"), rows=rows([mine]), colour=BLUE))

    @verb("play.page", Ack.UPDATE, ALONE)
    async def turn_page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of a long list of words."""
        digits = "".join(letter for letter in (press.words[0] if press.words else "") if letter.isdigit())[:3]
        await hand.show(answer, press.table, said=picker.read_words(press), page=int(digits or 0))

    @verb("play.fresh", Ack.UPDATE, ALONE)
    async def fresh(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the same message again, up to date."""
        await hand.show(answer, press.table)

    @verb("play.on", Ack.UPDATE, ALONE)
    async def go_on(self, answer: PrivateAnswer, press: Press) -> None:
        """Go on from what was decided to the question."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        with contextlib.suppress(Outdated):  # then there is something newer to see
            await self.app.moments.go_on(self.app.asker, reading, answer.user)
        await answer.tables.outbox.go_on(press.table)
        await hand.show(answer, press.table, reading=reading)

    @verb("play.more", Ack.UPDATE, ALONE)
    async def more(self, answer: PrivateAnswer, press: Press) -> None:
        """Show what else the hand offers, in place of its question."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        await hand.show(answer, press.table, reading=reading, said=_still_said(press, reading), more=True)

    @verb("play.back", Ack.UPDATE, ALONE)
    async def back(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the question again, after the words that had been said."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        await hand.show(answer, press.table, reading=reading, said=_still_said(press, reading))

    @verb("play.form", Ack.NONE, On.PRIVATE)
    async def open_form(self, answer: Answer, press: Press) -> None:
        """Open the form for typing a move."""
        await typed.form(answer, press)

    @verb("play.write", Ack.PRIVATE, On.PRIVATE, opened_by="play.form")
    async def play_typed_form(self, answer: PrivateAnswer, press: Press) -> None:
        """Play a move typed into the form."""
        await typed.play(answer, press.table, press.fields.get("move", ""), stage=press.stage)


def _still_said(press: Press, reading: Reading) -> Move:
    """Returns the words that a press carries, if they still answer the open question."""
    return press.words if press.stage == reading.info.stage else ()

"""Taking moves back: alone if that is allowed, else by a vote of the others (`cogs/votes.py`)."""

import discord

from chat.app import App
from chat.cards import hand, headings, links, undo, wording
from chat.cards.command_options import TableOption
from chat.cards.meant import at_table
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import read_number
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, GOLD, GREEN, Card, button, rows
from data.words import Words
from tables.errors import NotAlone, NothingToTakeBack, Stale
from tables.rules import votes
from tables.rules.reading import Reading
from tables.rules.takeback import BACK

LISTED = 20
"""Maximum steps of a turn that one message offers; the newest."""


class TakeBack(Cog):
    """Takes moves back."""

    @ZAMKI.command("takeback")
    async def take_back(self, answer: PrivateAnswer, number: TableOption | None = None) -> None:
        """Take back the person's choice or last step, or ask the others."""
        await at_table(answer, number, "takeback.undo", self._take_back, seated=True)

    @verb("takeback.undo", Ack.UPDATE, ALONE)
    async def undo(self, answer: PrivateAnswer, press: Press) -> None:
        """Take back the person's choice or last step, or offer to ask the others. For a step chosen from the list of their
        turn, later steps that do not need it are kept.
        """
        if not press.word:
            await self._take_back(answer, press.table)
            return
        before, step = await answer.tables.looks.read(press.table, answer.user), read_number(press.word)
        try:
            taken = await answer.tables.moves.take_out(press.table, answer.user, step, request=answer.request)
        except NothingToTakeBack as refusal:
            await hand.show(answer, press.table, note=answer.reason(refusal))
        else:
            await hand.show(answer, press.table, reading=taken, note=_dropped_text(self.app, before, step, taken, answer.words))

    @verb("takeback.choose", Ack.UPDATE, ALONE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the steps of the turn to choose from; the hand if there are none."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        if reading.steps:
            await answer.show(_steps(self.app, reading, answer.words))
        else:
            await hand.show(answer, press.table, reading=reading, note=answer.words("cogs.hand.stale"))

    async def _take_back(self, answer: PrivateAnswer, number: int) -> None:
        """Take back and show the hand after it, or offer to ask the others; refusals go to the presser alone."""
        try:
            reading = await answer.tables.moves.take_back(number, answer.user, request=answer.request)
        except NotAlone:
            reading = await answer.tables.looks.read(number, answer.user)
            await answer.tell(await _question(self.app, reading, answer.words))
            return
        await hand.show(answer, number, reading=reading, note=answer.words("cogs.hand.taken-back"))

    @verb("takeback.ask", Ack.UPDATE, On.PRIVATE)
    async def plead(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others, as the question offered; if the game has gone on since, the question is asked again."""
        try:
            reading = await answer.tables.moves.ask_back(press.table, answer.user, stage=press.stage, request=answer.request)
        except Stale:
            reading = await answer.tables.looks.read(press.table, answer.user)
            if reading.may_ask is None:
                await self._take_back(answer, press.table)
            else:
                await answer.show(await _question(self.app, reading, answer.words, note=answer.words("cogs.hand.stale")))
            return
        asked = votes.find(reading.info, BACK) is not None
        key = "cogs.back.asked" if asked else "cogs.hand.taken-back"
        await answer.show(await links.outcome_card(self.app, reading.info, answer.words, key, GREEN))


def _steps(app: App, reading: Reading, words: Words) -> Card:
    """Returns a button for each step of the person's turn that can be taken back; later steps stay."""
    info = reading.info
    buttons = []
    for at, (number, move) in list(enumerate(reading.steps, start=1))[-LISTED:]:
        said = make("takeback.undo", info.id, info.stage, (str(number),))
        buttons.append(button(f"{at} · {app.asker.labels(reading, words).brief(move)}", said, emoji="↩️"))
    back = button(words("cogs.hand.back"), make("play.fresh", info.id, info.stage))
    title = headings.heading(info, words, "cogs.hand.title")
    return Card(title=title, asks=words("cogs.hand.which-step"), rows=rows([*buttons, back]), colour=GOLD)


def _dropped_text(app: App, before: Reading, step: int, taken: Reading, words: Words) -> str:
    """Returns that a step was taken back, and which later ones were dropped because they need it."""
    left, lost = [(move[0], move[-1]) for _, move in taken.steps], []
    for number, move in before.steps:
        if number != step and left[:1] == [(move[0], move[-1])]:
            left.pop(0)
        elif number > step:
            lost.append(wording.escaped_line(app.asker.labels(before, words).brief(move)))
    return words("cogs.hand.taken-with", what=" · ".join(lost)) if lost else words("cogs.hand.taken-back")


async def _question(app: App, reading: Reading, words: Words, *, note: str = "") -> Card:
    """Returns what the person may not take back alone, with the button that asks the others. Raises NothingToTakeBack if the
    game has just gone on.
    """
    info, wanted = reading.info, reading.may_ask
    if wanted is None or wanted.undo is None:
        raise NothingToTakeBack(NothingToTakeBack.REVEALED)
    title = headings.heading(info, words, "cogs.hand.no-title")
    link = await links.to_board(app, info, words)
    alone = not wanted.asked
    text = [
        note,
        words(
            "cogs.back.computers" if alone else "cogs.back.not-alone", when=headings.when(app, info, wanted.undo.turn, words)
        ),
    ]
    label = words("cogs.hand.take-back" if alone else "cogs.back.ask")
    ask = button(label, make("takeback.ask", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="↩️")
    text += undo.lines(app, info, wanted.undo, words)
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([ask, link]), colour=BLUE)

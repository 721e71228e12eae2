"""Taking moves back: alone if that is allowed, else by asking the others, whose answers are in one message in the channel."""

import discord

from chat.app import App
from chat.cards import hand, table
from chat.cards.arguments import Table
from chat.cards.meant import at_table
from chat.outbox.sender import delivers
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import read_number
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, GOLD, GREEN, GREY, Card, PublicCard, button, rows
from chat.wire.text import fit
from data.records import Noted, Shows
from data.words import Words
from tables.errors import NotAlone, NothingToTakeBack, RequestOver, Stale
from tables.model.models import TableInfo, TableView, TakebackRequest
from tables.model.outbox_rows import AskingRow, OutboxRow

LISTED = 20
"""Maximum steps of a turn that one message offers; the newest."""

TOLD = 600
"""Maximum characters for the move in question."""


class TakeBack(Cog):
    """Takes moves back."""

    @ZAMKI.command("takeback")
    async def take_back(self, answer: PrivateAnswer, number: Table | None = None) -> None:
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
        before, step = await answer.tables.looks.view(press.table, answer.user), read_number(press.word)
        try:
            taken = await answer.tables.moves.take_out(press.table, answer.user, step, request=answer.request)
        except NothingToTakeBack as refusal:
            await hand.show(answer, press.table, note=answer.reason(refusal))
        else:
            await hand.show(answer, press.table, look=taken, note=_gone(self.app, before, step, taken, answer.words))

    @verb("takeback.choose", Ack.UPDATE, ALONE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the steps of the turn to choose from; the hand if there are none."""
        look = await answer.tables.looks.view(press.table, answer.user)
        if look.steps:
            await answer.show(_steps(self.app, look, answer.words))
        else:
            await hand.show(answer, press.table, look=look, note=answer.words("cogs.hand.stale"))

    async def _take_back(self, answer: PrivateAnswer, number: int) -> None:
        """Take back and show the hand after it, or offer to ask the others; refusals go to the presser alone."""
        try:
            look = await answer.tables.moves.take_back(number, answer.user, request=answer.request)
        except NotAlone:
            look = await answer.tables.looks.view(number, answer.user)
            await answer.tell(await _question(self.app, look, answer.words))
            return
        await hand.show(answer, number, look=look, note=answer.words("cogs.hand.taken-back"))

    @verb("takeback.ask", Ack.UPDATE, On.PRIVATE)
    async def plead(self, answer: PrivateAnswer, press: Press) -> None:
        """Ask the others, as the question offered; if the game has gone on since, the question is asked again."""
        try:
            look = await answer.tables.moves.ask_back(press.table, answer.user, stage=press.stage, request=answer.request)
        except Stale:
            look = await answer.tables.looks.view(press.table, answer.user)
            if look.may_ask is None:
                await self._take_back(answer, press.table)
            else:
                await answer.show(await _question(self.app, look, answer.words, note=answer.words("cogs.hand.stale")))
            return
        asked = look.table.asking is not None
        key = "cogs.back.asked" if asked else "cogs.hand.taken-back"
        await answer.show(await table.told(self.app, look.table, answer.words, key, GREEN))

    @verb("takeback.agree", Ack.KEEP)
    async def agree(self, answer: Answer, press: Press) -> None:
        """Agree, as one of those asked; the message is the answer."""
        await answer.tables.moves.agree_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), request=answer.request
        )

    @verb("takeback.refuse", Ack.KEEP)
    async def refuse(self, answer: Answer, press: Press) -> None:
        """Refuse, as one of those asked, which ends the request."""
        await answer.tables.moves.end_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), request=answer.request
        )

    @verb("takeback.withdraw", Ack.KEEP)
    async def withdraw(self, answer: Answer, press: Press) -> None:
        """Withdraw the person's own request."""
        await answer.tables.moves.end_back(
            press.table, answer.user, pressed_number(press.word, RequestOver), withdraw=True, request=answer.request
        )

    @delivers(AskingRow)
    async def post(self, row: OutboxRow, payload: AskingRow, _noted: Noted) -> None:
        """Post or edit the message of a request to take back: open, or how it ended."""
        info = (await self.app.tables.looks.view(row.table)).table
        card = _card(self.app, info, payload, await table.public_words(self.app, info))
        await self.app.messenger.put(info, "asking", card, Shows(request=payload.asking.id))


def _steps(app: App, look: TableView, words: Words) -> Card:
    """Returns a button for each step of the person's turn that can be taken back; later steps stay."""
    info = look.table
    buttons = []
    for at, (number, move) in list(enumerate(look.steps, start=1))[-LISTED:]:
        said = make("takeback.undo", info.id, info.stage, (str(number),))
        buttons.append(button(f"{at} · {table.step(app, look, move, words)}", said, emoji="↩️"))
    back = button(words("cogs.hand.back"), make("play.fresh", info.id, info.stage))
    title = table.heading(info, words, "cogs.hand.title")
    return Card(title=title, asks=words("cogs.hand.which-step"), rows=rows([*buttons, back]), colour=GOLD)


def _gone(app: App, before: TableView, step: int, taken: TableView, words: Words) -> str:
    """Returns that a step was taken back, and which later ones were dropped because they need it."""
    left, lost = [(move[0], move[-1]) for _, move in taken.steps], []
    for number, move in before.steps:
        if number != step and left[:1] == [(move[0], move[-1])]:
            left.pop(0)
        elif number > step:
            lost.append(table.escaped_line(table.step(app, before, move, words)))
    return words("cogs.hand.taken-with", what=" · ".join(lost)) if lost else words("cogs.hand.taken-back")


def _card(app: App, info: TableInfo, payload: AskingRow, words: Words) -> PublicCard:
    """Returns the request that an outbox row names, and its message: with buttons while it is open, then how it ended."""
    asking = payload.asking
    name = table.seat_name(info, asking.seat)
    text = [
        words("cogs.back.asks", name=name, when=table.when(app, info, asking.turn, words)),
        *_move(app, info, asking, words),
    ]
    title = table.heading(info, words, "cogs.back.title")
    if payload.ended:
        by = table.seat_name(info, payload.by)
        text.append(words(f"cogs.back.{payload.ended}", name=by))
        return PublicCard(title=title, text="\n".join(text), colour=GREEN if payload.ended == "done" else GREY)
    waiting = tuple(info.seats[seat].user or 0 for seat in asking.asked if seat not in asking.agreed)
    who = (f"{'✅' if seat in asking.agreed else '⏳'} {table.seat_name(info, seat)}" for seat in asking.asked)
    text.append(f"{words('cogs.back.answers')} {' · '.join(who)}")
    text.append(words("cogs.back.agree-ask", who=" ".join(f"<@{user}>" for user in waiting)))
    number = (str(asking.id),)
    success, danger = discord.ButtonStyle.success, discord.ButtonStyle.danger
    buttons = [
        button(words("cogs.back.agree"), make("takeback.agree", info.id, info.stage, number), style=success, emoji="✅"),
        button(words("cogs.back.refuse"), make("takeback.refuse", info.id, info.stage, number), style=danger, emoji="✋"),
        button(words("cogs.back.withdraw"), make("takeback.withdraw", info.id, info.stage, number)),
    ]
    pings = waiting if payload.mention else ()
    return PublicCard(title=title, text="\n".join(text), rows=rows(buttons), colour=GOLD, pings=pings)


def _move(app: App, info: TableInfo, asking: TakebackRequest, words: Words) -> list[str]:
    """Returns what would be taken back, in its original words."""
    audience = table.audience(info, words, safe=True)
    events = table.events(app, info, asking.events)
    lines = [line for line in (table.line(app, info, event, audience) for event in events) if line]
    return [fit([f"> {line}" for line in lines], TOLD)] if lines else []


async def _question(app: App, look: TableView, words: Words, *, note: str = "") -> Card:
    """Returns what the person may not take back alone, with the button that asks the others. Raises NothingToTakeBack if the
    game has just gone on.
    """
    info, wanted = look.table, look.may_ask
    if wanted is None:
        raise NothingToTakeBack(NothingToTakeBack.REVEALED)
    title = table.heading(info, words, "cogs.hand.no-title")
    link = await table.to_board(app, info, words)
    alone = not wanted.asked
    text = [
        note,
        words("cogs.back.computers" if alone else "cogs.back.not-alone", when=table.when(app, info, wanted.turn, words)),
    ]
    label = words("cogs.hand.take-back" if alone else "cogs.back.ask")
    ask = button(label, make("takeback.ask", info.id, info.stage), style=discord.ButtonStyle.primary, emoji="↩️")
    text += _move(app, info, wanted, words)
    return Card(title=title, text="\n".join(filter(None, text)), rows=rows([ask, link]), colour=BLUE)

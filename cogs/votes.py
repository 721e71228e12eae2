"""Votes: the people asked agree or refuse; the person who asks may withdraw."""

import discord

from chat.app import App
from chat.cards import table, undo
from chat.outbox.sender import delivers
from chat.press.answer import Ack, Answer
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import GOLD, GREEN, GREY, PublicCard, button, rows
from data.records import Noted, Shows
from data.words import Words
from tables.errors import VoteOver
from tables.model.models import TableInfo
from tables.model.outbox_rows import OutboxRow, VoteRow
from tables.rules.votes import KINDS

NOTED = {"back": "asking"}
"""By kind of vote, the kind under which its message is noted; others `vote-<kind>`."""


class Votes(Cog):
    """The buttons on a vote's message, which is the answer."""

    @verb("votes.agree", Ack.KEEP)
    async def agree(self, answer: Answer, press: Press) -> None:
        """Agree, as one of those asked."""
        await answer.tables.votes.agree_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), request=answer.request
        )

    @verb("votes.refuse", Ack.KEEP)
    async def refuse(self, answer: Answer, press: Press) -> None:
        """Refuse, as one of those asked, which ends the vote."""
        await answer.tables.votes.end_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), request=answer.request
        )

    @verb("votes.withdraw", Ack.KEEP)
    async def withdraw(self, answer: Answer, press: Press) -> None:
        """Withdraw the person's own vote."""
        await answer.tables.votes.end_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), withdraw=True, request=answer.request
        )

    @delivers(VoteRow)
    async def post(self, row: OutboxRow, payload: VoteRow, _noted: Noted) -> None:
        """Post or edit the message of a vote: open, or how it ended."""
        info = (await self.app.tables.looks.view(row.table)).table
        card = _card(self.app, info, payload, await table.public_words(self.app, info))
        kind = NOTED.get(payload.vote.kind, f"vote-{payload.vote.kind}")
        await self.app.messenger.put(info, kind, card, Shows(request=payload.vote.id))


def _card(app: App, info: TableInfo, payload: VoteRow, words: Words) -> PublicCard:
    """Returns the vote that an outbox row names: with buttons while it is open, then how it ended."""
    vote = payload.vote
    about = ", ".join(table.seat_name(info, seat) for seat in vote.about)
    name = "" if vote.seat is None else table.seat_name(info, vote.seat)
    key = f"cogs.vote.{vote.kind}"
    when = "" if vote.undo is None else table.when(app, info, vote.undo.turn, words)
    text = [words(f"{key}.asks", name=name, about=about, when=when)]
    if vote.undo is not None:
        text += undo.lines(app, info, vote.undo, words)
    title = table.heading(info, words, f"{key}.title" if words.has(f"{key}.title") else "cogs.vote.title")
    if payload.ended:
        own = f"{key}.{payload.ended}"
        by = "" if payload.by is None else table.seat_name(info, payload.by)
        text.append(words(own if words.has(own) else f"cogs.vote.{payload.ended}", name=by, about=about))
        return PublicCard(title=title, text="\n".join(text), colour=GREEN if payload.ended == "done" else GREY)
    asked = [seat for seat in vote.asked if table.playing(info.seats[seat])]
    waiting = tuple(info.seats[seat].user or 0 for seat in asked if seat not in vote.agreed)
    who = (f"{'✅' if seat in vote.agreed else '⏳'} {table.seat_name(info, seat)}" for seat in asked)
    if len(asked) > 1:
        text.append(f"{words('cogs.vote.answers')} {' · '.join(who)}")
    asks = f"{key}.agree-ask"
    text.append(words(asks if words.has(asks) else "cogs.vote.agree-ask", who=" ".join(f"<@{user}>" for user in waiting)))
    if vote.until is not None:
        silent = vote.kind in KINDS and KINDS[vote.kind].silence
        text.append(words("cogs.vote.silence" if silent else "cogs.vote.lapses", when=f"<t:{int(vote.until)}:R>"))
    meant = tuple(info.seats[seat].user or 0 for seat in vote.about if table.playing(info.seats[seat]))
    if meant:
        text.append(words("cogs.vote.meant", who=" ".join(f"<@{user}>" for user in meant)))
    number = (str(vote.id),)
    success, danger = discord.ButtonStyle.success, discord.ButtonStyle.danger
    buttons = [
        button(_label(key, "agree", words), make("votes.agree", info.id, info.stage, number), style=success, emoji="✅"),
        button(_label(key, "refuse", words), make("votes.refuse", info.id, info.stage, number), style=danger, emoji="✋"),
    ]
    if vote.seat is not None:
        buttons.append(button(words("cogs.vote.withdraw"), make("votes.withdraw", info.id, info.stage, number)))
    pings = (*waiting, *meant) if payload.mention else ()
    return PublicCard(title=title, text="\n".join(text), rows=rows(buttons), colour=GOLD, pings=pings)


def _label(key: str, answer: str, words: Words) -> str:
    """Returns a button's label: the vote's own words, if it has any."""
    return words(f"{key}.{answer}" if words.has(f"{key}.{answer}") else f"cogs.vote.{answer}")

"""Votes: the people asked agree or refuse; the person who asks may withdraw."""

import discord

from asking import players
from chat.app import App
from chat.cards import audiences, headings, seating, undo
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import GOLD, GREEN, GREY, PublicCard, Row, button, rows
from chat.wire.text import mentions
from data.records.messages import Noted, Shows
from data.words import Words
from tables.errors import VoteOver
from tables.model.outbox_rows import OutboxRow, VoteRow
from tables.model.table_info import TableInfo, Vote
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
        info = (await self.app.tables.looks.read(row.subject)).info
        card = _card(self.app, info, payload, await audiences.public_words(self.app, info))
        kind = NOTED.get(payload.vote.kind, f"vote-{payload.vote.kind}")
        urgent = payload.vote.kind in KINDS and KINDS[payload.vote.kind].silence
        await calls.put(self.app, info, kind, card, Shows(request=payload.vote.id), urgent=urgent)


def _lapse(vote: Vote, words: Words) -> list[str]:
    """Returns when a vote ends by itself, and whether it passes then."""
    if vote.until is None:
        return []
    silent = vote.kind in KINDS and KINDS[vote.kind].silence
    return [words("cogs.vote.silence" if silent else "cogs.vote.lapses", when=f"<t:{int(vote.until)}:R>")]


def _card(app: App, info: TableInfo, payload: VoteRow, words: Words) -> PublicCard:
    """Returns the vote that an outbox row names: with buttons while it is open, then how it ended."""
    vote = payload.vote
    several, about = len(vote.about), ", ".join(seating.seat_name(info, seat) for seat in vote.about)
    name = "" if vote.seat is None else seating.seat_name(info, vote.seat)
    key = f"cogs.vote.{vote.kind}"
    when = "" if vote.undo is None else headings.when(app, info, vote.undo.turn, words)
    text = [words.count(f"{key}.asks", several, name=name, names=about, when=when)]
    if vote.undo is not None:
        text += undo.lines(app, info, vote.undo, words)
    title = headings.heading(info, words, _own_key(key, "title", words))
    if payload.ended:
        by = "" if payload.by is None else seating.seat_name(info, payload.by)
        text.append(words(_own_key(key, payload.ended, words), name=by, names=about))
        return PublicCard(title=title, text="\n".join(text), colour=GREEN if payload.ended == "done" else GREY)
    waiting, lines = _answers(info, vote, words)
    text += [*lines, *_lapse(vote, words)]
    meant = tuple(info.seats[seat].user or 0 for seat in vote.about if players.playing(info.seats[seat]))
    if meant:
        text.append(words.count("cogs.vote.meant", len(meant), names=mentions(meant)))
    pings = (*waiting, *meant) if payload.mention else ()
    return PublicCard(title=title, text="\n".join(text), rows=_buttons(info, vote, words), colour=GOLD, pings=pings)


def _answers(info: TableInfo, vote: Vote, words: Words) -> tuple[tuple[int, ...], list[str]]:
    """Returns the people who have not answered yet, and who has agreed and who is asked as lines."""
    asked = [seat for seat in vote.asked if players.playing(info.seats[seat])]
    waiting = tuple(info.seats[seat].user or 0 for seat in asked if seat not in vote.agreed)
    who = (f"{'✅' if seat in vote.agreed else '⏳'} {seating.seat_name(info, seat)}" for seat in asked)
    counted = [f"{words('cogs.vote.answers')} {' · '.join(who)}"] if len(asked) > 1 else []
    ask = words.count(_own_key(f"cogs.vote.{vote.kind}", "agree-ask", words), len(waiting), names=mentions(waiting))
    return waiting, [*counted, ask]


def _buttons(info: TableInfo, vote: Vote, words: Words) -> tuple[Row, ...]:
    key = f"cogs.vote.{vote.kind}"
    number = (str(vote.id),)
    success, danger = discord.ButtonStyle.success, discord.ButtonStyle.danger
    buttons = [
        button(
            words(_own_key(key, "agree", words)), make("votes.agree", info.id, info.stage, number), style=success, emoji="✅"
        ),
        button(
            words(_own_key(key, "refuse", words)), make("votes.refuse", info.id, info.stage, number), style=danger, emoji="✋"
        ),
    ]
    if vote.seat is not None:
        buttons.append(button(words("cogs.vote.withdraw"), make("votes.withdraw", info.id, info.stage, number)))
    return rows(buttons)


def _own_key(key: str, name: str, words: Words) -> str:
    """Returns the message key of this name: the vote's own, if it has one."""
    return f"{key}.{name}" if words.has(f"{key}.{name}") else f"cogs.vote.{name}"

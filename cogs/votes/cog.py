"""Votes: those who are asked agree or refuse, who asks may withdraw."""

from chat.cards import table
from chat.outbox.sender import delivers
from chat.press.answer import Ack, Answer
from chat.press.presses import Cog, Press, pressed_number, verb
from cogs.votes import votes
from data.records import Noted, Shows
from tables.errors import VoteOver
from tables.model.outbox_rows import OutboxRow, VoteRow


class Votes(Cog):
    """The buttons on a vote's message, which is their answer."""

    @verb("votes.agree", Ack.KEEP)
    async def agree(self, answer: Answer, press: Press) -> None:
        """One of those asked agrees."""
        await answer.tables.votes.agree_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), request=answer.request
        )

    @verb("votes.refuse", Ack.KEEP)
    async def refuse(self, answer: Answer, press: Press) -> None:
        """One of those asked refuses, which ends the vote."""
        await answer.tables.votes.end_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), request=answer.request
        )

    @verb("votes.withdraw", Ack.KEEP)
    async def withdraw(self, answer: Answer, press: Press) -> None:
        """Who asked thinks better of it."""
        await answer.tables.votes.end_vote(
            press.table, answer.user, pressed_number(press.word, VoteOver), withdraw=True, request=answer.request
        )

    @delivers(VoteRow)
    async def post(self, row: OutboxRow, payload: VoteRow, _noted: Noted) -> None:
        """The message of a vote: open, or how it ended."""
        info = (await self.app.tables.looks.view(row.table)).table
        card = votes.card(info, payload, await table.public_words(self.app, info))
        await self.app.messenger.put(info, f"vote-{payload.vote.kind}", card, Shows(request=payload.vote.id))

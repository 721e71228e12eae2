"""What happened since one's last move, for who comes back to a running game."""

from __future__ import annotations

from chat.cards import recap
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.cog import Cog
from chat.press.presses import Press, verb


class Recaps(Cog):
    """Tells who was away what they missed."""

    @verb("recap", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """From one's last move on."""
        await answer.show(await recap.card(self.app, press.table, answer.user, answer.words, answer.preferences))

    @verb("since", Ack.UPDATE, ALONE)
    async def step(self, answer: PrivateAnswer, press: Press) -> None:
        """Another step, in the same message."""
        await answer.show(await recap.card(self.app, press.table, answer.user, answer.words, answer.preferences, press.stage))

"""The notepad: what a person writes down for themselves at a table. Only their own hand shows it."""

from chat.cards import hand
from chat.press import forms
from chat.press.answer import ALONE, Ack, Answer, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from tables.service.notes import LONGEST


class Notepad(Cog):
    """Opens and keeps notes."""

    @verb("notes.open", Ack.NONE, ALONE)
    async def open(self, answer: Answer, press: Press) -> None:
        """Open the form, with what the person has written so far: read by their own id, so that it can be nobody else's."""
        written = await answer.tables.notes.read(press.table, answer.user)
        words = answer.words
        field = forms.text("notes", words("notes.label"), words("notes.about"), most=LONGEST, required=False, written=written)
        await forms.form(answer, press, "notes.write", words("notes.title"), field)

    @verb("notes.write", Ack.UPDATE, ALONE, opened_by="notes.open")
    async def write(self, answer: PrivateAnswer, press: Press) -> None:
        """Keep what the form says, and show the hand with it."""
        await answer.tables.notes.write(press.table, answer.user, press.fields.get("notes", ""))
        await answer.learn()
        await hand.show(answer, press.table)

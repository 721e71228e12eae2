"""The colour that a person plays in: chosen in the lobby, and remembered for the next games."""

from chat.cards import colours
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from tables.errors import Refusal
from tables.model.people import with_colour


class Colours(Cog):
    """Chooses colours."""

    @verb("colours.open", Ack.PRIVATE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the colours of the table's game."""
        info = (await answer.tables.looks.read(press.table, answer.user)).info
        await answer.tell(colours.card(self.app, info, answer.user, answer.words, answer.preferences.liked))

    @verb("colours.choose", Ack.UPDATE, On.PRIVATE)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a colour for the seat taken, and for later."""
        info = (await answer.tables.looks.read(press.table, answer.user)).info
        offered, colour = self.app.games[info.game].colours, "" if press.word == colours.NONE else press.word
        if colour and colour not in offered:
            raise Refusal("cogs.refusal.unknown-press")
        if any(seat.user == answer.user for seat in info.seats):
            lobbies = answer.tables.lobbies
            info = (await lobbies.choose_colour(press.table, answer.user, colour, request=answer.request)).info
        liked = with_colour(answer.preferences.liked, colour, offered)
        await answer.tables.people.set_preferences(answer.user, colours=" ".join(liked))
        await answer.show(colours.card(self.app, info, answer.user, answer.words, liked))

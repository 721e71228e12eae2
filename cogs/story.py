"""The story of a finished game, in private or shared."""

from chat.cards import story
from chat.cards.server import share
from chat.press.answer import ALONE, Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb


class Stories(Cog):
    """Shows the stories of games."""

    @verb("story.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def story(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the story of a game."""
        await answer.show(await story.card(self.app, press.number, answer.words, answer.preferences))

    @verb("story.tell", Ack.KEEP, On.PRIVATE, names=Names.WORD)
    async def share(self, answer: Answer, press: Press) -> None:
        """The same for everybody in this channel."""
        number, words = press.number, await answer.public_words()
        await share(answer, number, "tell", lambda: story.public(self.app, number, words))

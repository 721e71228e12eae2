"""Games that one person plays in their direct messages while others play the same deal: where they may be begun, and how the
person stands.
"""

from chat.app import App
from chat.press.answer import PrivateAnswer
from chat.wire.layout import Card
from chat.wire.outcomes import Unwanted
from data.records.days import DealTryRow
from data.words import Words
from tables.errors import Refusal


def check_place(answer: PrivateAnswer) -> None:
    """Raises Refusal in groups and in direct messages between people."""
    if answer.guild is None and answer.interaction.context.private_channel:
        raise Refusal("cogs.day.refusal.group")


async def direct_channel(answer: PrivateAnswer, card: Card, kind: str) -> int:
    """Returns the channel of the person's direct messages, in which this card tells them what they play. Raises Refusal."""
    if answer.guild is None:
        return answer.channel
    try:
        await answer.app.messenger.say_to(answer.user, card, f"{kind}-{answer.request}", asked=True)
    except Unwanted:
        raise Refusal("cogs.day.refusal.direct") from None
    channel = (await answer.tables.people.person(answer.user)).dm_channel
    if channel is None:
        raise Refusal("cogs.day.refusal.direct")
    return channel


def own_line(app: App, game: str, first: DealTryRow | None, playing: int | None, words: Words) -> str:
    """Returns how somebody stands with a deal whose first try and unfinished game these are; "": they have not begun."""
    parts = []
    if first is not None and first.ended is not None:
        parts = [words("cogs.day.done", place=first.place, score=score(app, game, first.score, words))]
    elif first is not None and playing is None:
        parts = [words("cogs.day.left")]
    return "\n".join([*parts, *([words("cogs.day.playing", table=playing)] if playing is not None else [])])


def score(app: App, game: str, points: int | None, words: Words) -> str:
    """Returns the result of a game of such a deal in words."""
    return words.count(app.renderers[game].unit({}), points or 0)

"""Games that one person plays in their direct messages while others play the same deal: where they may be begun."""

from chat.press.answer import PrivateAnswer
from chat.wire.layout import Card
from chat.wire.outcomes import Unwanted
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

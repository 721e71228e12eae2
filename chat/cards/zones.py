"""The time zone in which a person's hours are meant."""

from chat.press.answer import Answer
from data.words import ZONE


def own_zone(answer: Answer) -> dict[str, str]:
    """Returns what to store with hours that a person chooses: the zone assumed for their language, if they have set none."""
    home = answer.words.header.get(ZONE)
    return {"zone": home} if home is not None and answer.preferences.plan.zone == "UTC" else {}

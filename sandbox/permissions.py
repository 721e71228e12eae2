"""Discord's permission bits that matter to a bot that posts messages, and how they are computed for a channel."""

import functools
from collections.abc import Iterable, Mapping

BITS: dict[str, int] = {
    "ADMINISTRATOR": 1 << 3,
    "MANAGE_CHANNELS": 1 << 4,
    "MANAGE_GUILD": 1 << 5,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "CREATE_EVENTS": 1 << 44,
}


Overwrites = Mapping[int, tuple[int, int]]
"""What a channel allows and denies, by the id of a role (the guild's id: everyone) or a person."""


def bits(*names: str) -> int:
    """The set of the named permissions; KeyError for a name not in `BITS`."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


def in_channel(base: int, overwrites: Overwrites, guild: int, roles: Iterable[int], user: int) -> int:
    """The permissions in a channel of somebody with `base` permissions. The overwrites for everyone come first, then those for
    all their roles together, then their own. Administrators may do everything; people who cannot see a channel, nothing.
    """
    if base & BITS["ADMINISTRATOR"]:
        return OWNER
    own = [overwrites[role] for role in roles if role in overwrites]
    together = functools.reduce(lambda one, other: (one[0] | other[0], one[1] | other[1]), own, (0, 0))
    for allow, deny in (overwrites.get(guild, (0, 0)), together, overwrites.get(user, (0, 0))):
        base = (base & ~deny) | allow
    return base if base & BITS["VIEW_CHANNEL"] else 0


BOT = bits(
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "USE_EXTERNAL_EMOJIS",
    "CREATE_PUBLIC_THREADS",
    "SEND_MESSAGES_IN_THREADS",
)
"""What the bot may do in every channel unless something is taken away."""

MEMBER = BOT | bits("ADD_REACTIONS", "USE_APPLICATION_COMMANDS")
"""What an ordinary person may do."""

OWNER = sum(BITS.values())
"""What the owner of a guild may do."""

EVERYWHERE_IN_DM = bits(
    "VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES", "READ_MESSAGE_HISTORY", "USE_EXTERNAL_EMOJIS"
)
"""What the bot may do in a direct message."""

IN_LOCKED_THREAD = bits("VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "ADD_REACTIONS", "USE_EXTERNAL_EMOJIS")
"""What people without Manage Threads may still do in an active but locked thread."""

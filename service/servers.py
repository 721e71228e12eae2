"""What is kept in memory of the servers that the bot is in: which they are and their names, nothing of what is in them.

discord.py would keep every channel, role, thread and event of each server, 30 KiB of a small one and 300 of a large one; the
bot needs none of them, since an interaction brings along the channel, the member and all permissions that count for it.
"""

from __future__ import annotations

from typing import Any

from discord.raw_models import RawThreadUpdateEvent
from discord.state import AutoShardedConnectionState

KNOWN = ("id", "name", "unavailable")
"""What is kept of the gateway's data about a server."""

HEARD = frozenset(
    {
        *("READY", "RESUMED", "USER_UPDATE", "INTERACTION_CREATE"),
        *("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "CHANNEL_UPDATE", "THREAD_UPDATE", "GUILD_ROLE_UPDATE"),
    }
)
"""The gateway's events that something comes of; all others change only what is not kept."""


class SparingState(AutoShardedConnectionState[Any]):
    """discord.py's, which forgets the parts of a server at once. It reports changes of channels and threads
    as the events `raw_channel_update` (with the channel's id) and `raw_thread_update`; of roles `raw_role_update` (with the
    server's id); of the servers of a shard that has logged
    in: `ready_servers` (the shard, of how many, the servers' ids), including those temporarily unavailable.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # The connections look their events up here; what they do not find they leave out.
        self.parsers = {event: parse for event, parse in self.parsers.items() if event in HEARD}

    def parse_ready(self, data: Any) -> None:
        super().parse_ready(data)
        shard, count = data["shard"]
        self.dispatch("ready_servers", shard, count, frozenset(int(guild["id"]) for guild in data["guilds"]))

    def parse_guild_create(self, data: Any) -> None:
        super().parse_guild_create(_known(data))

    def parse_guild_update(self, data: Any) -> None:
        super().parse_guild_update(_known(data))

    def parse_channel_update(self, data: Any) -> None:
        self.dispatch("raw_channel_update", int(data["id"]))

    def parse_guild_role_update(self, data: Any) -> None:
        self.dispatch("raw_role_update", int(data["guild_id"]))

    def parse_thread_update(self, data: Any) -> None:
        self.dispatch("raw_thread_update", RawThreadUpdateEvent(data))


def _known(data: Any) -> Any:
    return {name: data[name] for name in KNOWN if name in data}

"""Interactions: what people start, what the bot is sent, and what happened to it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox import permissions
from sandbox.components import walk
from sandbox.errors import JSON, number, refusal
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.limits import MOST_FILE_BYTES
from sandbox.serializers import Serializer
from sandbox.world import DM, GROUP, NO_ANSWER, TOKEN_SECONDS, Channel, Message, User

KEPT_SECONDS = 7200.0
MOST_KEPT, MOST_TOKENS = 20_000, 100_000
PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = range(1, 6)


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction."""

    id: int
    token: str
    """The token that the bot uses to answer."""
    type: int
    """`COMMAND`, `COMPONENT`, `AUTOCOMPLETE` or `MODAL`."""
    user: User
    channel: Channel
    data: JSON
    """Discord's `data` object of this type."""
    created: float
    """Unix seconds."""
    used: str | None = None
    """The command, such as `/zamki start`."""
    message: Message | None = None
    """The message whose component was pressed, or on which the form was opened."""
    parent: "Interaction | None" = None
    """The interaction that opened the form."""
    status: str = "waiting"
    """waiting, then answered, deferred, updated, modal, choices or failed."""
    callback: int | None = None
    """The type of the first answer."""
    response_id: int | None = None
    """The id of the message that `@original` refers to."""
    modal: JSON | None = None
    """The form that was opened."""
    choices: list[JSON] | None = None
    """The suggestions that were given."""
    error: str | None = None
    """What the person is told when it failed."""
    followups: list[int] = field(default_factory=list)
    """Ids of the messages sent after the first answer."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the first answer has arrived or has timed out."""


class Interactions:
    """All interactions of the sandbox; `seconds` is the time for the first answer."""

    def __init__(self, serializer: Serializer, gateway: Gateway, faults: Faults, seconds: float = 3.0) -> None:
        self.serializer = serializer
        self.world = serializer.world
        self.gateway = gateway
        self.faults = faults
        self.seconds = seconds
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction | None] = {}
        self._watches: set[asyncio.Task[None]] = set()

    def start(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: JSON,
        *,
        used: str | None = None,
        message: Message | None = None,
        parent: Interaction | None = None,
        repeat: int = 0,
    ) -> Interaction:
        """Start an interaction and send it to the bot once, and `repeat` more times."""
        token = self.world.secret(120)
        now = self.world.clock.now()
        self._forget(now - KEPT_SECONDS)
        interaction = Interaction(self.world.ids.next(), token, kind, user, channel, data, now, used, message, parent)
        self.by_id[interaction.id] = self.by_token[token] = interaction
        payload = self.payload(interaction)
        for _ in range(1 + repeat):
            self.gateway.dispatch("INTERACTION_CREATE", payload, channel.guild_id)
        watch = asyncio.create_task(self._give_up(interaction))
        self._watches.add(watch)
        watch.add_done_callback(self._watches.discard)
        return interaction

    def _forget(self, before: float) -> None:
        """Drop old and surplus interactions, so that memory stays bounded. Their tokens stay known as invalid."""
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            if oldest.created >= before and len(self.by_id) < MOST_KEPT:
                break
            del self.by_id[oldest.id]
            self.by_token[oldest.token] = None
        while len(self.by_token) > MOST_TOKENS:
            del self.by_token[next(iter(self.by_token))]

    async def _give_up(self, interaction: Interaction) -> None:
        # Checks the clock repeatedly, because a test may move it.
        deadline = interaction.created + self.seconds
        while interaction.status == "waiting":
            left = deadline - self.world.clock.now()
            if left <= 0:
                self._fail(interaction)
                return
            try:
                await asyncio.wait_for(interaction.answered.wait(), min(left, 0.05))
            except TimeoutError:
                continue

    def _fail(self, interaction: Interaction) -> None:
        interaction.status = "failed"
        interaction.error = NO_ANSWER
        if interaction.message is not None:
            self.world.failures[interaction.user.id, interaction.message.id] = NO_ANSWER
        interaction.answered.set()
        if interaction.type != AUTOCOMPLETE:
            self.world.notify("failed", interaction.channel, interaction)

    async def close(self) -> None:
        """Stop waiting for answers."""
        for watch in list(self._watches):
            watch.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)

    def acknowledge(self, interaction: Interaction, callback: int, status: str) -> None:
        """Record the first answer and wake those who wait for it."""
        interaction.callback = callback
        if interaction.message is not None:
            self.world.failures.pop((interaction.user.id, interaction.message.id), None)
        interaction.status = status
        interaction.answered.set()
        self.world.notify("ack", interaction.channel, interaction)

    def answerable(self, iid: int, token: str) -> Interaction:
        """The interaction for a callback; 10062 if it is unknown or too late, 40060 if it is already answered."""
        interaction = self.by_id.get(iid)
        if interaction is None or interaction.token != token:
            raise refusal(10062)
        if interaction.callback is not None:
            raise refusal(40060)
        if interaction.status == "failed" or self.world.clock.now() - interaction.created > self.seconds:
            raise refusal(10062)
        self.world.channel(interaction.channel.id)
        return interaction

    def webhook(self, token: str) -> Interaction:
        """The interaction for a follow-up; 10015 if it is unknown or was never answered, 50027 after 15 minutes."""
        if token not in self.by_token:
            raise refusal(10015)
        interaction = self.by_token[token]
        if interaction is None or self.world.clock.now() - interaction.created > TOKEN_SECONDS:
            raise refusal(50027)
        if interaction.callback is None or interaction.status in ("choices", "modal"):
            raise refusal(10015)
        self.world.channel(interaction.channel.id)
        return interaction

    def own_message(self, interaction: Interaction, name: str) -> Message:
        """The message that a webhook route names: `@original` or the id of one of the interaction's messages; else 10008."""
        mid = interaction.response_id if name == "@original" else number(name)
        message = self.world.messages.get(mid or 0)
        if message is None or (name != "@original" and message.id not in self._own(interaction)):
            raise refusal(10008)
        return message

    @staticmethod
    def _own(interaction: Interaction) -> list[int]:
        return [*interaction.followups, *([interaction.response_id] if interaction.response_id else [])]

    # What the bot is sent.

    def app_permissions(self, channel: Channel) -> int:
        """The permissions that the bot has in a channel now."""
        if channel.type == GROUP:
            return permissions.bits("ATTACH_FILES", "EMBED_LINKS")
        return self.world.bot_rights(channel) & ~self.faults.lost(channel.id)

    def _channel(self, user: User, channel: Channel) -> JSON:
        body = self.serializer.channel(channel)
        body.pop("permission_overwrites", None)
        if channel.type not in (DM, GROUP):
            body["permissions"] = str(self.world.rights(user, channel))
        return body

    def payload(self, interaction: Interaction) -> JSON:
        """The INTERACTION_CREATE event."""
        user, channel = interaction.user, interaction.channel
        payload: JSON = {
            "id": str(interaction.id),
            "application_id": str(self.world.bot.id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": self._channel(user, channel),
            "locale": user.locale,
            "app_permissions": str(self.app_permissions(channel)),
            "attachment_size_limit": MOST_FILE_BYTES,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self.owners(interaction),
            "context": context(channel),
        }
        if channel.guild_id is not None:
            guild = self.world.guilds[channel.guild_id]
            member = self.serializer.member(user) | {"permissions": str(self.world.rights(user, channel))}
            payload |= {
                "guild_id": str(guild.id),
                "guild_locale": guild.locale,
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "member": member,
            }
        else:
            payload["user"] = self.serializer.user(user)
        if interaction.message is not None:
            payload["message"] = self.serializer.message(interaction.message)
        return payload

    def owners(self, interaction: Interaction) -> JSON:
        """Whose installation it belongs to: a server's (0) or a person's (1). A press has that of its message."""
        guild = self.world.guilds.get(interaction.channel.guild_id or 0)
        if interaction.channel.type != GROUP and (guild is None or self.world.bot.id in guild.members):
            return {"0": str(interaction.channel.guild_id or 0)}
        made = interaction.message.interaction if interaction.message is not None else None
        return dict(made["authorizing_integration_owners"]) if made is not None else {"1": str(interaction.user.id)}

    def metadata(self, interaction: Interaction) -> JSON:
        """The `interaction_metadata` of a message that answers an interaction."""
        body: JSON = {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": self.serializer.user(interaction.user),
            "authorizing_integration_owners": self.owners(interaction),
        }
        if interaction.type == COMPONENT and interaction.message is not None:
            body["interacted_message_id"] = str(interaction.message.id)
        if interaction.type == MODAL and interaction.parent is not None:
            body["triggering_interaction_metadata"] = self.metadata(interaction.parent)
        return body

    def _member(self, user: User, channel: Channel) -> JSON:
        return self.serializer.member(user, whole=False) | {"permissions": str(self.world.rights(user, channel))}

    def resolved(self, channel: Channel, users: list[int], channels: list[int], roles: Sequence[int] = ()) -> JSON:
        """The `resolved` objects for the users, channels and roles that an interaction's data names."""
        body: JSON = {}
        known = [self.world.users[uid] for uid in users]
        if known:
            body["users"] = {str(user.id): self.serializer.user(user) for user in known}
        if known and channel.guild_id is not None:
            members = self.world.guilds[channel.guild_id].members
            body["members"] = {str(user.id): self._member(user, channel) for user in known if user.id in members}
        if channels:
            body["channels"] = {
                str(cid): self._channel(self.world.bot, self.world.channels[cid])
                for cid in channels
                if cid in self.world.channels
            }
        if roles and channel.guild_id is not None:
            known_roles = self.serializer.roles(self.world.guilds[channel.guild_id])
            body["roles"] = {role["id"]: role for role in known_roles if int(role["id"]) in roles}
        return body

    def outcome(self, interaction: Interaction) -> JSON:
        """What the person API answers: status, message, modal and error of an interaction."""
        message = self.world.messages.get(interaction.response_id or 0)
        if message is not None and not self.world.sees(interaction.user, message):
            message = None
        return {
            "interaction": str(interaction.id),
            "status": interaction.status,
            "message": self.serializer.message_for(interaction.user, message) if message else None,
            "modal": self.modal(interaction),
            "error": interaction.error,
        }

    @staticmethod
    def modal(interaction: Interaction) -> JSON | None:
        """The modal that an interaction opened, as the person API gives it."""
        if interaction.modal is None:
            return None
        return {"interaction": str(interaction.id), **interaction.modal}


def context(channel: Channel) -> int:
    """Where an interaction happens: a server (0), direct messages with the bot (1), those of people without it (2)."""
    return 2 if channel.type == GROUP else 0 if channel.guild_id is not None else 1


def pressable(message: Message, custom_id: str) -> JSON | None:
    """The enabled component of a message with that custom_id; None if there is none."""
    for component in walk(message.components):
        if component.get("custom_id") == custom_id and not component.get("disabled"):
            return component
    return None

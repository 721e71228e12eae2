"""What Discord sends, as far as the bot reads it, and what is sent to Discord as it stands.

Ids and permissions are numbers in text. Discord may leave out whatever is not `Required` here, and sends much besides.
"""

from collections.abc import Mapping
from typing import NotRequired, Required, TypedDict

import discord
from discord import ui


class OptionPayload(TypedDict):
    """An option of a menu."""

    value: str


class MediaPayload(TypedDict):
    """A file that a layout shows."""

    url: str


class GalleryItemPayload(TypedDict, total=False):
    """A picture in a gallery."""

    media: Required[MediaPayload]
    description: str | None


class ComponentPayload(TypedDict, total=False):
    """A part of a layout or form. `components` are the parts inside it, `component` is the only one inside a label."""

    type: Required[int]
    id: int
    custom_id: str
    disabled: bool
    min_values: int
    max_values: int
    options: list[OptionPayload]
    components: "list[ComponentPayload]"
    component: "ComponentPayload"
    accessory: "ComponentPayload"
    items: list[GalleryItemPayload]
    content: str
    value: str


class UserPayload(TypedDict):
    """A person or a bot."""

    id: str


class EventPayload(TypedDict):
    """An event in a server's calendar."""

    id: str
    creator_id: str | None
    scheduled_start_time: str
    entity_metadata: dict[str, str] | None


class InterestedPayload(TypedDict):
    """Somebody who has marked an event."""

    user_id: str
    user: NotRequired["NamedPayload"]
    member: NotRequired["NamedPayload"]


class NamedPayload(TypedDict, total=False):
    """A person or member with their names."""

    username: str
    global_name: str | None
    nick: str | None
    bot: bool


class AttachmentPayload(TypedDict):
    """A file of a message."""

    filename: str


class MessagePayload(TypedDict):
    """A message."""

    id: str
    author: UserPayload
    flags: int
    mentions: list[UserPayload]
    components: NotRequired[list[ComponentPayload]]
    attachments: NotRequired[list[AttachmentPayload]]


class ResolvedPayload(TypedDict, total=False):
    """What Discord describes with a command, by id."""

    messages: dict[str, MessagePayload]


class PressPayload(TypedDict, total=False):
    """What an interaction says of a press, a submitted form or a use of a menu's entry."""

    custom_id: str
    values: list[str]
    components: list[ComponentPayload]
    resolved: ResolvedPayload
    standing: list[ComponentPayload]
    """The layout of the message pressed (`chat.press.presses.bare`)."""


class PressedMessagePayload(TypedDict, total=False):
    """The message of a press."""

    components: list[ComponentPayload]


class InteractionPayload(TypedDict):
    """An interaction as the gateway sends it."""

    data: PressPayload
    message: NotRequired[PressedMessagePayload]


class RolePayload(TypedDict):
    """A role of a server."""

    id: str
    permissions: str


class RoleEventPayload(TypedDict):
    """The gateway's event about a role."""

    guild_id: str


class GuildPayload(TypedDict):
    """A server."""

    owner_id: str
    roles: list[RolePayload]
    system_channel_id: NotRequired[str | None]
    preferred_locale: NotRequired[str]


class MemberPayload(TypedDict):
    """A member of a server."""

    roles: list[str]


class OverwritePayload(TypedDict):
    """What a channel allows and denies to a role or member."""

    id: str
    allow: str
    deny: str


class ThreadPayload(TypedDict, total=False):
    """What only threads have."""

    archived: bool
    locked: bool


class ChannelPayload(TypedDict):
    """A channel, or a thread, which has the `parent_id` of its channel."""

    id: str
    type: int
    guild_id: NotRequired[str]
    position: NotRequired[int]
    parent_id: NotRequired[str]
    permission_overwrites: NotRequired[list[OverwritePayload]]
    thread_metadata: NotRequired[ThreadPayload]


class EditPayload(TypedDict):
    """The parts of a message that are replaced, and stay as they are otherwise."""

    components: list[ComponentPayload]


class CommandPayload(TypedDict, total=False):
    """A published command."""

    id: str
    type: Required[int]
    name: Required[str]
    default_member_permissions: str | None


class PostArguments(TypedDict):
    """What discord.py is given to show a card as a new message."""

    view: ui.LayoutView
    files: list[discord.File]
    allowed_mentions: discord.AllowedMentions


class EditArguments(TypedDict):
    """What discord.py is given to show a card in place of what a message shows."""

    view: ui.LayoutView
    attachments: list[discord.File]
    allowed_mentions: discord.AllowedMentions


class MessageArguments(TypedDict):
    """What discord.py is given for any message."""

    view: ui.LayoutView
    allowed_mentions: discord.AllowedMentions
    files: NotRequired[list[discord.File]]
    attachments: NotRequired[list[discord.File]]
    nonce: NotRequired[str]
    flags: NotRequired[discord.MessageFlags]


class RequestContent(TypedDict, total=False):
    """What a request has besides its route: a body, which becomes JSON, and the parameters of its query."""

    json: object
    params: Mapping[str, str | int]

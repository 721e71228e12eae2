"""World objects as Discord's JSON. Every function returns fresh dictionaries."""

from sandbox import permissions
from sandbox.clock import iso
from sandbox.copies import copied
from sandbox.errors import JSON
from sandbox.world import (
    DM,
    GROUP,
    LOADING,
    NO_ANSWER,
    REPLY_MESSAGE,
    STARTED_MESSAGE,
    THREADS,
    TOKEN_SECONDS,
    Attachment,
    Channel,
    Guild,
    Message,
    Role,
    User,
    World,
)

JOINED = "2024-05-03T12:00:00.000000+00:00"


class Serializer:
    """Writes the objects of one world as JSON; `url` is the address attachments are served from."""

    def __init__(self, world: World, url: str = "") -> None:
        self.world = world
        self.url = url

    def user(self, user: User) -> JSON:
        """Discord's user object."""
        body: JSON = {
            "id": str(user.id),
            "username": user.username,
            "global_name": None if user.bot else user.name,
            "discriminator": "0001" if user.bot else "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        if user.bot:
            body["bot"] = True
        return body

    def member(self, user: User, *, whole: bool = True) -> JSON:
        """Discord's member object; `whole` includes the user."""
        body: JSON = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [
                str(rid) for guild in self.world.guilds.values() for rid, role in guild.roles.items() if user.id in role.members
            ],
            "joined_at": JOINED,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
        if whole:
            body["user"] = self.user(user)
        return body

    def guild(self, guild: Guild) -> JSON:
        """The guild object of GET /guilds/{id}, as far as clients need it."""
        return {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "description": None,
            "home_header": None,
            "splash": None,
            "discovery_splash": None,
            "features": [],
            "banner": None,
            "owner_id": str(guild.owner_id),
            "application_id": None,
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "roles": self.roles(guild),
            "default_message_notifications": 0,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": None,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": guild.locale,
            "rules_channel_id": None,
            "safety_alerts_channel_id": None,
            "public_updates_channel_id": None,
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": None,
        }

    @staticmethod
    def roles(guild: Guild) -> list[JSON]:
        """Discord's role objects, @everyone first."""
        named = {guild.id: Role("@everyone", set(), permissions.MEMBER)} | guild.roles
        return [
            {
                "id": str(rid),
                "name": role.name,
                "description": None,
                "permissions": str(role.grants),
                "position": place,
                "color": 0,
                "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                "hoist": False,
                "managed": False,
                "mentionable": False,
                "icon": None,
                "unicode_emoji": None,
                "flags": 0,
            }
            for place, (rid, role) in enumerate(named.items())
        ]

    def guild_create(self, guild: Guild, *, members: bool) -> JSON:
        """The GUILD_CREATE event; without the members intent it lists only the bot itself."""
        ids = sorted(guild.members) if members else [self.world.bot.id]
        own = [channel for channel in self.world.channels.values() if channel.guild_id == guild.id]
        return {
            **self.guild(guild),
            "joined_at": JOINED,
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [self.member(self.world.users[uid]) for uid in ids],
            "channels": [self.channel(channel) for channel in own if channel.type not in THREADS],
            "threads": [self.channel(channel) for channel in own if channel.type in THREADS and not channel.archived],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def channel(self, channel: Channel) -> JSON:
        """Discord's channel object of the right kind."""
        last = str(channel.messages[-1]) if channel.messages else None
        body: JSON = {"id": str(channel.id), "type": channel.type, "flags": 0, "last_message_id": last}
        if channel.type == DM:
            assert channel.recipient_id is not None
            return body | {"recipients": [self.user(self.world.users[channel.recipient_id])]}
        if channel.type == GROUP:
            recipients = [self.user(self.world.users[uid]) for uid in sorted(channel.members)]
            return body | {"recipients": recipients, "name": channel.name, "icon": None, "owner_id": recipients[0]["id"]}
        body |= {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "rate_limit_per_user": 0,
            "last_pin_timestamp": None,
        }
        if channel.parent_id is not None:
            return body | {
                "owner_id": str(channel.owner_id),
                "thread_metadata": {
                    "archived": channel.archived,
                    "archive_timestamp": iso(channel.archive_changed),
                    "create_timestamp": iso(channel.created),
                    "auto_archive_duration": channel.archive_minutes,
                    "locked": channel.locked,
                },
                "message_count": len(channel.messages),
                "member_count": min(len(channel.members), 50),
                "total_message_sent": len(channel.messages),
            }
        overwrites = [
            {"id": str(uid), "type": int(uid in self.world.users), "allow": str(allow), "deny": str(deny)}
            for uid, (allow, deny) in sorted(self.world.overwrites(channel).items())
        ]
        return body | {"position": channel.position, "permission_overwrites": overwrites, "nsfw": False, "topic": None}

    def attachment_url(self, channel_id: int, attachment: Attachment) -> str:
        """The address of the bytes."""
        return f"{self.url}/attachments/{channel_id}/{attachment.id}/{attachment.filename}"

    def attachment(self, channel_id: int, attachment: Attachment) -> JSON:
        """Discord's attachment object."""
        url = self.attachment_url(channel_id, attachment)
        body: JSON = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.width is not None and attachment.height is not None:
            body |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            body["description"] = attachment.description
        return body

    def message(self, message: Message, *, nested: bool = False) -> JSON:
        """Discord's message object. Files shown by a component or an embed are not listed in `attachments`."""
        text = str(message.components) + str(message.embeds)
        body: JSON = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author": self.user(self.world.users[message.author_id]),
            "type": message.type,
            "content": message.content,
            "mentions": [self.user(self.world.users[uid]) for uid in message.mentions],
            "mention_roles": [],
            "mention_everyone": message.everyone,
            "attachments": [
                self.attachment(message.channel_id, each)
                for each in message.attachments
                if self.attachment_url(message.channel_id, each) not in text
            ],
            "embeds": copied(message.embeds),
            "components": copied(message.components),
            "flags": message.flags | (1 << 5 if message.thread_id else 0),
            "timestamp": iso(message.created),
            "edited_timestamp": iso(message.edited) if message.edited else None,
            "pinned": False,
            "tts": False,
        }
        if message.nonce is not None:
            body["nonce"] = message.nonce
        if message.interaction is not None:
            body["interaction_metadata"] = copied(message.interaction)
            body["application_id"] = str(self.world.bot.id)
            body["webhook_id"] = str(self.world.bot.id)
        elif message.author_id == self.world.bot.id:
            body["application_id"] = str(self.world.bot.id)
        if message.thread_id in self.world.channels and not nested:
            body["thread"] = self.channel(self.world.channels[message.thread_id])
        body |= self._references(message, nested=nested)
        return body

    def _references(self, message: Message, *, nested: bool) -> JSON:
        """What a message says about the one that it starts a thread for or replies to."""
        channel = str(message.channel_id)
        if message.type == STARTED_MESSAGE:
            return {"message_reference": {"type": 0, "channel_id": str(message.reference)}}
        if message.type != REPLY_MESSAGE:
            return {}
        body: JSON = {"message_reference": {"type": 0, "channel_id": channel, "message_id": str(message.reference)}}
        if not nested:
            other = self.world.messages.get(message.reference or 0)
            body["referenced_message"] = self.message(other, nested=True) if other else None
        return body

    def person(self, user: User) -> JSON:
        """One of the people, as the person API lists them."""
        return {
            "id": str(user.id),
            "name": user.name,
            "username": user.username,
            "locale": user.locale,
            "colour": user.colour,
            "dms_open": user.dms_open,
            "installed": user.installed,
        }

    def message_for(self, user: User, message: Message) -> JSON:
        """A message as a person sees it, with the key `sandbox` of the person API."""
        by = None
        if message.interaction is not None:
            by = self.person(self.world.users[int(message.interaction["user"]["id"])])
        failed = self.world.failures.get((user.id, message.id))
        thinking = bool(message.flags & LOADING)
        if thinking and self.world.clock.now() - message.created > TOKEN_SECONDS:
            thinking, failed = False, NO_ANSWER
        return self.message(message) | {
            "sandbox": {
                "ephemeral": message.addressee is not None,
                "used": message.used,
                "used_by": by,
                "deferred": thinking,
                "failed": failed,
                "pings_me": (user.id, message.id) in self.world.pings,
            }
        }

    def channel_for(self, user: User, channel: Channel) -> JSON:
        """A channel as the person API lists it."""
        guild = self.world.guilds[channel.guild_id] if channel.guild_id else None
        body: JSON = {
            "id": str(channel.id),
            "name": channel.name,
            "type": channel.type,
            "guild_id": str(channel.guild_id) if channel.guild_id else None,
            "guild_name": guild.name if guild is not None else None,
            "roles": [] if guild is None else [{"id": role["id"], "name": role["name"]} for role in self.roles(guild)],
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "unread": self.world.unread(user, channel),
            "joined": channel.type not in THREADS or user.id in channel.members,
            "archived": channel.archived,
        }
        if channel.type == DM:
            body |= {"name": self.world.bot.name, "recipient": self.user(self.world.bot)}
        return body

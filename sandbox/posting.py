"""Turns a form that the bot sends into a message of the world: creates and edits, with Discord's rules."""

import io
import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, UnidentifiedImageError

from sandbox import limits
from sandbox.components import answer_form
from sandbox.errors import JSON, Problems, refusal
from sandbox.serializers import Serializer
from sandbox.shapes import MESSAGE, check_shape
from sandbox.world import (
    COMMAND_MESSAGE,
    EPHEMERAL,
    LOADING,
    MEMBER_MESSAGE,
    REPLY_MESSAGE,
    SILENT,
    V2,
    Attachment,
    Channel,
    Message,
    User,
)

SUPPRESS_EMBEDS = 1 << 2
MENTION = re.compile(r"<@!?(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)")


@dataclass(slots=True)
class Form:
    """A request's body: the JSON payload and the uploads, `files[n]` as (name, bytes)."""

    payload: JSON = field(default_factory=dict)
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)

    @property
    def data(self) -> dict[int, bytes]:
        """The uploads' bytes by number."""
        return {number: data for number, (_, data) in self.files.items()}


def picture_size(data: bytes) -> tuple[int | None, int | None]:
    """Width and height in pixels, (None, None) if the bytes are not a picture."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, ValueError):
        return None, None


def file_name(name: str) -> str:
    """A file name as Discord keeps it: spaces become underscores, other characters that are not word characters are removed."""
    return re.sub(r"[^\w.-]", "", name.replace(" ", "_")) or "unknown"


def _number(entry: JSON) -> int:
    """The id in an entry of `attachments`, -1 if there is none."""
    return -1 if entry.get("id") is None else int(entry["id"])


class Posting:
    """Creates and edits messages from forms."""

    def __init__(self, serializer: Serializer) -> None:
        self.serializer = serializer
        self.world = serializer.world

    def create(
        self,
        channel: Channel,
        author: User,
        form: Form,
        *,
        addressee: User | None = None,
        metadata: JSON | None = None,
        used: str | None = None,
    ) -> Message:
        """Post a message; `addressee` makes it ephemeral, `metadata` is that of the interaction it answers.

        A nonce with `enforce_nonce` returns the message that was sent with it before. Raises `Refused`.
        """
        payload = form.payload
        check_shape(payload, MESSAGE)
        if payload.get("nonce") is not None and payload.get("enforce_nonce"):
            earlier = self.world.same_nonce(channel, author.id, payload["nonce"])
            if earlier is not None:
                return earlier
        flags = int(payload.get("flags") or 0) & (SUPPRESS_EMBEDS | SILENT | V2)
        self._check(form, v2=bool(flags & V2), stored=[])
        message = Message(
            self.world.ids.next(),
            channel.id,
            author.id,
            type=COMMAND_MESSAGE if used else MEMBER_MESSAGE,
            flags=flags | (EPHEMERAL if addressee else 0),
            created=self.world.clock.now(),
            nonce=payload.get("nonce"),
            addressee=addressee.id if addressee else None,
            interaction=metadata,
            used=used,
        )
        self._reference(channel, message, payload)
        self._attach(message, form)
        self._fill(message, payload)
        if not (message.content or message.embeds or message.attachments or (message.components and flags & V2)):
            raise refusal(50006)
        self.ping(channel, message, payload.get("allowed_mentions"))
        self.world.post(message)
        return message

    def edit(self, message: Message, form: Form) -> None:
        """Change a message: fields missing from the payload stay, unlisted attachments are dropped. Raises `Refused`.

        Editing a message that is waiting to be filled in (LOADING) answers it, and may ping.
        """
        payload = form.payload
        check_shape(payload, MESSAGE)
        wanted = int(payload.get("flags") or 0)
        v2 = bool((message.flags | wanted) & V2)
        self._check(form, v2=v2, stored=message.attachments)
        if v2 and not message.flags & V2:
            self._check_turn(message, payload)
        self._check_not_emptied(message, form, v2=v2)
        loading = bool(message.flags & LOADING)
        message.flags = (message.flags & ~LOADING) | (wanted & V2)
        if "flags" in payload:
            message.flags = (message.flags & ~SUPPRESS_EMBEDS) | (wanted & SUPPRESS_EMBEDS)
        self._attach(message, form)
        self._fill(message, payload)
        channel = self.world.channels[message.channel_id]
        if loading:
            self.ping(channel, message, payload.get("allowed_mentions"))
        else:
            self._mention(channel, message, payload.get("allowed_mentions"))
        self.world.touch(message)

    def _check(self, form: Form, *, v2: bool, stored: list[Attachment]) -> None:
        limits.check_files(form.data)
        listed = form.payload.get("attachments")
        kept = {each.id: each.filename for each in stored}
        staying = kept if listed is None else [number for number in map(_number, listed) if number in kept]
        names = [kept[number] for number in staying] + [name for _, name, _ in self._uploads(form)]
        limits.check_message(form.payload, v2=v2, files=form.data, kept=set(kept), names=names, emojis=self.world.emojis)

    def _check_turn(self, message: Message, payload: JSON) -> None:
        with Problems() as problems:
            for key, old in (("content", message.content), ("embeds", message.embeds)):
                if old and payload.get(key, old):
                    text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                    problems.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)

    def _check_not_emptied(self, message: Message, form: Form, *, v2: bool) -> None:
        payload = form.payload
        files = payload.get("attachments", message.attachments) or form.files
        content = payload.get("content", message.content) or payload.get("embeds", message.embeds)
        if not (content or files or (v2 and payload.get("components", message.components))):
            raise refusal(50006)

    def _reference(self, channel: Channel, message: Message, payload: JSON) -> None:
        reference = payload.get("message_reference")
        if not reference:
            return
        other = self.world.messages.get(int(reference.get("message_id") or 0))
        if other is not None and other.channel_id == channel.id and not other.flags & EPHEMERAL:
            message.type = REPLY_MESSAGE
            message.reference = other.id
        elif reference.get("fail_if_not_exists", True):
            with Problems() as problems:
                problems.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")

    @staticmethod
    def _uploads(form: Form) -> list[tuple[int, str, str | None]]:
        """The uploads as (number, file name, alt text); `attachments` may rename and describe them."""
        entries = {_number(entry): entry for entry in form.payload.get("attachments") or ()}
        result = []
        for number, (name, _) in sorted(form.files.items()):
            entry = entries.get(number, {})
            result.append((number, file_name(entry.get("filename") or name), entry.get("description")))
        return result

    def _attach(self, message: Message, form: Form) -> None:
        listed = form.payload.get("attachments")
        if listed is not None:
            entries = {_number(entry): entry for entry in listed}
            message.attachments = [each for each in message.attachments if each.id in entries]
            for each in message.attachments:
                each.description = entries[each.id].get("description", each.description)
        elif "attachments" in form.payload:
            message.attachments = []
        for number, name, description in self._uploads(form):
            data = form.files[number][1]
            width, height = picture_size(data)
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            if name.endswith(".webp"):
                kind = "image/webp"
            attachment = Attachment(self.world.ids.next(), name, data, kind, description or None, width, height)
            message.attachments.append(attachment)

    def _fill(self, message: Message, payload: JSON) -> None:
        if "content" in payload:
            message.content = str(payload["content"] or "").strip()
        if "embeds" in payload:
            message.embeds = [self._embed(message, embed) for embed in payload["embeds"] or ()]
        if "components" in payload:
            message.components = answer_form(payload["components"] or [], lambda item: self._media(message, item))

    def _embed(self, message: Message, embed: JSON) -> JSON:
        result: JSON = {"type": "rich", **{key: value for key, value in embed.items() if value is not None}}
        for part in ("image", "thumbnail"):
            if part in result:
                item = self._media(message, result[part])
                result[part] = {key: item[key] for key in ("url", "proxy_url", "width", "height") if item.get(key)}
        if "fields" in result:
            result["fields"] = [{"inline": False, **entry} for entry in result["fields"]]
        return result

    def _media(self, message: Message, item: JSON) -> JSON:
        url = item["url"]
        for each in reversed(message.attachments):
            address = self.serializer.attachment_url(message.channel_id, each)
            if url in (address, f"attachment://{each.filename}"):
                return {
                    "id": str(self.world.ids.next()),
                    "url": address,
                    "proxy_url": address,
                    "width": each.width,
                    "height": each.height,
                    "content_type": each.content_type,
                    "attachment_id": str(each.id),
                    "size": each.size,
                }
        empty: dict[str, Any] = {"width": None, "height": None, "content_type": None}
        return {"id": str(self.world.ids.next()), "url": url, "proxy_url": url, **empty}

    def _mention(self, channel: Channel, message: Message, allowed: JSON | None) -> None:
        """Resolve the mentions of a message's text into `mentions`, as far as `allowed` permits."""
        text = limits.text_of(message.content, message.components)
        named = dict.fromkeys(int(uid) for uid in MENTION.findall(text) if int(uid) in self.world.users)
        if allowed is not None:
            parse = allowed.get("parse") or ()
            listed = {int(uid) for uid in allowed.get("users") or ()}
            named = dict.fromkeys(uid for uid in named if "users" in parse or uid in listed)
            message.everyone = "everyone" in parse and bool(EVERYONE.search(text))
        # The bot has no permission to mention everyone, so without `allowed` only users are mentioned.
        message.mentions = [uid for uid in named if self._present(channel, uid)]

    def _present(self, channel: Channel, uid: int) -> bool:
        if channel.guild_id is None:
            return uid in (channel.recipient_id, self.world.bot.id)
        return uid in self.world.guilds[channel.guild_id].members

    def ping(self, channel: Channel, message: Message, allowed: JSON | None) -> None:
        """Resolve the mentions of a new message and mark the people it pings; an ephemeral or silent message pings nobody."""
        self._mention(channel, message, allowed)
        if not message.flags & (EPHEMERAL | SILENT):
            self.world.pings += [(uid, message.id) for uid in message.mentions if not self.world.users[uid].bot]

"""REST routes of channels: messages, direct messages, threads."""

from aiohttp import web

from sandbox import threads
from sandbox.errors import JSON, Problems, number, refusal
from sandbox.rest import Answer, Api, Call
from sandbox.world import ADDED_MESSAGE, ARCHIVE_MINUTES, DM, EPHEMERAL, PRIVATE_THREAD, TEXT, THREADS, Channel, Message

ARCHIVE_TIMES = (60, 1440, 4320, 10080)
"""Minutes without activity after which threads can be archived."""


class MessageRoutes:
    """Handlers of `/channels/...` and `/users/@me/channels`."""

    def __init__(self, api: Api, router: web.UrlDispatcher) -> None:
        self.api = api
        self.world = api.world
        here = "/channels/{channel_id}"
        one = here + "/messages/{message_id}"
        for method, path, handler in (
            ("POST", "/users/@me/channels", self.open_dm),
            ("GET", here, self.get_channel),
            ("PATCH", here, self.edit_channel),
            ("DELETE", here, self.delete_channel),
            ("POST", here + "/messages", self.create),
            ("GET", here + "/messages", self.history),
            ("GET", one, self.get),
            ("PATCH", one, self.edit),
            ("DELETE", one, self.delete),
            ("POST", here + "/typing", self.typing),
            ("POST", here + "/threads", self.thread),
            ("POST", one + "/threads", self.thread_on_message),
            ("PUT", here + "/thread-members/{user_id}", self.thread_member),
            ("DELETE", here + "/thread-members/{user_id}", self.no_thread_member),
        ):
            api.route(router, method, path, handler)

    def channel(self, call: Call, *needed: str) -> Channel:
        """The channel of the path, where the bot must have the `needed` permissions; `lost_permission` faults strike here."""
        self.world.archive_idle()
        channel = self.world.bot_channel(call.part("channel_id"))
        for name in ("VIEW_CHANNEL", *needed):
            if self.api.faults.strike("lost_permission", channel=channel.id, permission=name):
                raise refusal(50001 if name == "VIEW_CHANNEL" else 50013)
        return self.world.bot_channel(channel.id, *needed)

    def message(self, call: Call, channel: Channel) -> Message:
        """The message of the path; `deleted_message` faults delete it first."""
        message = self.world.message(channel.id, call.part("message_id"))
        if self.api.faults.strike("deleted_message", message=message.id):
            self.world.delete(message)
            raise refusal(10008)
        return message

    async def open_dm(self, call: Call) -> Answer:
        """POST /users/@me/channels."""
        recipient = call.form.payload.get("recipient_id")
        wanted = number(str(recipient))
        if wanted is None:
            with Problems() as problems:
                problems.required(("recipient_id",))
        user = self.world.user(wanted or 0)
        if user.bot:
            raise refusal(50007)
        if self.api.faults.strike("flagged", user=user.id):
            raise refusal(20026)
        if self.api.faults.strike("dm_too_fast", user=user.id):
            raise refusal(40003)
        return 200, self.api.serializer.channel(self.world.dm(user))

    async def get_channel(self, call: Call) -> Answer:
        """GET /channels/{id}."""
        return 200, self.api.serializer.channel(self.channel(call))

    async def edit_channel(self, call: Call) -> Answer:
        """PATCH /channels/{id}: name, archived, locked and auto_archive_duration of threads."""
        channel = self.channel(call)
        if channel.type not in THREADS:
            raise refusal(50013)
        payload = call.form.payload
        threads.check_changing(self.world, channel, payload)
        if payload.get("name") is not None:
            with Problems() as problems:
                problems.length(("name",), payload["name"], 1, 100)
            channel.name = payload["name"]
        minutes = self._archive_minutes(payload, channel.archive_minutes)
        if minutes != channel.archive_minutes:
            channel.archive_minutes, channel.active = minutes, self.world.clock.now()
        channel.locked = bool(payload.get("locked", channel.locked))
        archived = bool(payload.get("archived", channel.archived))
        if archived != channel.archived:
            self.world.archive(channel, archived=archived)
        else:
            self.world.notify("channel_edit", channel, channel)
        return 200, self.api.serializer.channel(channel)

    @staticmethod
    def _archive_minutes(payload: JSON, default: int) -> int:
        wanted = payload.get("auto_archive_duration")
        with Problems() as problems:
            if wanted is not None:
                problems.choice(("auto_archive_duration",), wanted, ARCHIVE_TIMES)
        return default if wanted is None else int(wanted)

    async def delete_channel(self, call: Call) -> Answer:
        """DELETE /channels/{id}; the bot may only close direct messages."""
        channel = self.channel(call)
        if channel.type != DM:
            raise refusal(50013)
        return 200, self.api.serializer.channel(channel)

    async def create(self, call: Call) -> Answer:
        """POST /channels/{id}/messages."""
        needed = "SEND_MESSAGES"
        if self.world.channel(call.part("channel_id")).type in THREADS:
            needed = "SEND_MESSAGES_IN_THREADS"
        channel = self.channel(call, needed, *(["ATTACH_FILES"] if call.form.files else []))
        self._open(channel)
        threads.check_posting(self.world, channel, self.world.bot_rights(channel))
        message = self.api.posting.create(channel, self.world.bot, call.form)
        return 200, self.api.serializer.message(message)

    def _open(self, channel: Channel) -> None:
        if channel.type != DM:
            return
        assert channel.recipient_id is not None
        person = self.world.users[channel.recipient_id]
        if self.api.faults.strike("flagged", user=person.id):
            raise refusal(20026)
        if not person.dms_open or self.api.faults.strike("closed_dm", user=person.id):
            raise refusal(50007)

    async def history(self, call: Call) -> Answer:
        """GET /channels/{id}/messages, newest first, with `limit`, `before`, `after` and `around`."""
        channel = self.channel(call, "READ_MESSAGE_HISTORY")
        query = call.request.query
        limit = int(query.get("limit", "50"))
        with Problems() as problems:
            problems.number(("limit",), limit, 1, 100)
        mids = [mid for mid in channel.messages if not self.world.messages[mid].flags & EPHEMERAL]
        if "after" in query:
            mids = [mid for mid in mids if mid > int(query["after"])][:limit]
        elif "around" in query:
            mids = sorted(sorted(mids, key=lambda mid: abs(mid - int(query["around"])))[:limit])
        elif "before" in query:
            mids = [mid for mid in mids if mid < int(query["before"])]
        return 200, [self.api.serializer.message(self.world.messages[mid]) for mid in reversed(mids[-limit:])]

    async def get(self, call: Call) -> Answer:
        """GET /channels/{id}/messages/{id}."""
        channel = self.channel(call, "READ_MESSAGE_HISTORY")
        return 200, self.api.serializer.message(self.message(call, channel))

    async def edit(self, call: Call) -> Answer:
        """PATCH /channels/{id}/messages/{id}."""
        channel = self.channel(call, *(["ATTACH_FILES"] if call.form.files else []))
        message = self.message(call, channel)
        if message.author_id != self.world.bot.id:
            raise refusal(50005)
        threads.check_editing(self.world, channel)
        if self.api.faults.strike("edit_too_old", message=message.id):
            raise refusal(30046)
        self.api.posting.edit(message, call.form)
        return 200, self.api.serializer.message(message)

    async def delete(self, call: Call) -> Answer:
        """DELETE /channels/{id}/messages/{id}."""
        channel = self.channel(call)
        message = self.message(call, channel)
        if message.author_id != self.world.bot.id:
            self.world.bot_channel(channel.id, "MANAGE_MESSAGES")
        threads.check_deleting(self.world, channel)
        self.world.delete(message)
        return 204, None

    async def typing(self, call: Call) -> Answer:
        """POST /channels/{id}/typing."""
        self.channel(call, "SEND_MESSAGES")
        return 204, None

    async def thread(self, call: Call) -> Answer:
        """POST /channels/{id}/threads."""
        return self._thread(call, None)

    async def thread_on_message(self, call: Call) -> Answer:
        """POST /channels/{id}/messages/{id}/threads."""
        message = self.message(call, self.channel(call))
        if message.thread_id is not None:
            raise refusal(160004)
        return self._thread(call, message)

    def _thread(self, call: Call, message: Message | None) -> Answer:
        # Without a message, a thread is private unless the payload says otherwise.
        payload = call.form.payload
        private = message is None and payload.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
        channel = self.channel(call, "CREATE_PRIVATE_THREADS" if private else "CREATE_PUBLIC_THREADS")
        if channel.type != TEXT:
            raise refusal(50024)
        with Problems() as problems:
            problems.length(("name",), payload.get("name"), 1, 100)
        minutes = self._archive_minutes(payload, ARCHIVE_MINUTES)
        thread = self.world.add_thread(channel, payload["name"], self.world.bot.id, message, private=private, minutes=minutes)
        return 201, self.api.serializer.channel(thread)

    async def thread_member(self, call: Call) -> Answer:
        """PUT /channels/{id}/thread-members/{user}: posts a notice in the thread about a person whom the bot added."""
        thread, uid = self._joining(call)
        added = uid not in thread.members
        threads.check_posting(self.world, thread, self.world.bot_rights(thread))
        self.world.join(thread, uid)
        if added and uid != self.world.bot.id:
            now = self.world.clock.now()
            notice = Message(self.world.ids.next(), thread.id, self.world.bot.id, ADDED_MESSAGE, created=now, mentions=[uid])
            self.world.post(notice)
        return 204, None

    async def no_thread_member(self, call: Call) -> Answer:
        """DELETE /channels/{id}/thread-members/{user}."""
        thread, uid = self._joining(call)
        if self.world.bot.id not in {uid, thread.owner_id}:
            self.world.bot_channel(thread.id, "MANAGE_THREADS")
        thread.members.discard(uid)
        self.world.notify("channel_edit", thread, thread)
        return 204, None

    def _joining(self, call: Call) -> tuple[Channel, int]:
        thread = self.channel(call)
        if thread.type not in THREADS:
            raise refusal(50024)
        if call.text("user_id") == "@me":
            return thread, self.world.bot.id
        return thread, self.world.user(call.part("user_id")).id

"""What a long-running sandbox forgets, so that its memory stays bounded: the oldest messages and the oldest files.

It forgets silently: no deletion is announced, but a request for a forgotten message is answered with 10008. A message whose
file is gone still lists it; only the file's address answers 404.
"""

from weakref import WeakValueDictionary, finalize

from sandbox.world import Attachment, Channel, Message, World

MOST_MESSAGES = 3000
MOST_BYTES = 64 << 20
SLACK = 50
"""Extra messages that are forgotten together, so that it need not be done for each new message."""


class Retention:
    """Watches a world and keeps only the newest in it: at most `messages` messages and `size` bytes of attachments."""

    def __init__(self, world: World, messages: int = MOST_MESSAGES, size: int = MOST_BYTES) -> None:
        self.world = world
        self.messages = messages
        self.size = size
        # Attachments that an edit drops disappear from here without help. The order is that of uploading.
        self._files: WeakValueDictionary[int, Attachment] = WeakValueDictionary()
        self._sizes: dict[int, int] = {}
        self._total = 0
        world.watchers.append(self._watch)

    def _watch(self, kind: str, _channel: Channel | None, thing: object) -> None:
        if not isinstance(thing, Message) or kind == "delete":
            return
        for attachment in thing.attachments:
            if attachment.id not in self._files:
                self._files[attachment.id] = attachment
                self._sizes[attachment.id] = len(attachment.data)
                self._total += len(attachment.data)
                finalize(attachment, self._gone, attachment.id).atexit = False
        if self._total > self.size:
            self._forget_files(newest=thing)
        if len(self.world.messages) > self.messages:
            self._forget_messages(len(self.world.messages) - self.messages + min(SLACK, self.messages // 2))

    def _forget_files(self, newest: Message) -> None:
        for attachment in list(self._files.values()):
            if self._total <= self.size:
                return
            if attachment not in newest.attachments:
                attachment.data = b""
                self._gone(attachment.id)

    def _gone(self, attachment: int) -> None:
        self._total -= self._sizes.pop(attachment, 0)

    def _forget_messages(self, count: int) -> None:
        for mid in list(self.world.messages)[:count]:
            message = self.world.messages.pop(mid)
            self.world.channels[message.channel_id].messages.remove(mid)
        self.world.pings = [ping for ping in self.world.pings if ping[1] in self.world.messages]
        self.world.failures = {key: text for key, text in self.world.failures.items() if key[1] in self.world.messages}

"""What a long-running sandbox forgets, so that its memory stays bounded: the oldest messages, the oldest files.

It forgets quietly, as if it had been told long ago: nobody hears of a deletion, but who asks for a forgotten message is
told that there is none (10008). A message whose file is gone still lists it; only its address answers 404.
"""

from weakref import WeakValueDictionary, finalize

from sandbox.world import Attachment, Channel, Message, World

MOST_MESSAGES = 3000
MOST_BYTES = 64 << 20
SLACK = 50
"""How many messages more than allowed are forgotten at once, so that it need not be done at each new one."""


class Retention:
    """Watches a world and keeps at most `messages` messages and `size` bytes of attachments in it, the newest of each."""

    def __init__(self, world: World, messages: int = MOST_MESSAGES, size: int = MOST_BYTES) -> None:
        self.world = world
        self.messages = messages
        self.size = size
        # Those that an edit has thrown away leave by themselves, and the order is that of uploading.
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

"""What a long-running sandbox forgets, so that its memory stays bounded: the oldest messages, the oldest files.

It forgets quietly, as if it had been told long ago: nobody hears of a deletion, but who asks for a forgotten message is
told that there is none (10008). A message whose file is gone still lists it; only its address answers 404.
"""

from weakref import WeakValueDictionary

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
        world.watchers.append(self._watch)

    def _watch(self, kind: str, _channel: Channel | None, thing: object) -> None:
        if not isinstance(thing, Message) or kind == "delete":
            return
        for attachment in thing.attachments:
            self._files.setdefault(attachment.id, attachment)
        self._forget_files(newest=thing)
        if len(self.world.messages) > self.messages:
            self._forget_messages(len(self.world.messages) - self.messages + min(SLACK, self.messages // 2))

    def _forget_files(self, newest: Message) -> None:
        total = sum(len(each.data) for each in self._files.values())
        for attachment in list(self._files.values()):
            if total <= self.size:
                return
            if attachment not in newest.attachments:
                total -= len(attachment.data)
                attachment.data = b""

    def _forget_messages(self, count: int) -> None:
        for mid in list(self.world.messages)[:count]:
            message = self.world.messages.pop(mid)
            self.world.channels[message.channel_id].messages.remove(mid)
        self.world.pings = [ping for ping in self.world.pings if ping[1] in self.world.messages]
        self.world.failures = {key: text for key, text in self.world.failures.items() if key[1] in self.world.messages}

"""How often shards may log in at the gateway (IDENTIFY), and how many shards are recommended."""

import time

from sandbox.errors import JSON

MOST_A_DAY = 1000


class Logins:
    """Limits logins: `at_once` shards may log in together, and each bucket waits `seconds` between two logins (0: no limit)."""

    def __init__(self, seconds: float = 0.0, at_once: int = 1, shards: int = 1) -> None:
        self.seconds = seconds
        self.at_once = at_once
        self.shards = shards
        self.refused = 0
        self.admitted: list[tuple[int, int]] = []
        self._last: dict[int, float] = {}

    def admit(self, shard: tuple[int, int]) -> bool:
        """Whether a shard (number, count) may log in now."""
        bucket, now = shard[0] % self.at_once, time.monotonic()
        if now < self._last.get(bucket, -self.seconds) + self.seconds:
            self.refused += 1
            return False
        self._last[bucket] = now
        self.admitted.append(shard)
        return True

    def as_json(self) -> JSON:
        """The answer of GET /gateway/bot without the address."""
        left = max(0, MOST_A_DAY - len(self.admitted))
        start = {"total": MOST_A_DAY, "remaining": left, "reset_after": 86_400_000, "max_concurrency": self.at_once}
        return {"shards": self.shards, "session_start_limit": start}

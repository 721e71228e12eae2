"""How often shards may log in at the gateway (IDENTIFY), and how many shards are recommended."""

import time

from sandbox.errors import JSON

A_DAY, DAY_SECONDS = 1000, 86_400.0


class Logins:
    """Limits logins: `at_once` shards may log in together, each bucket waits `seconds` between two logins (0: no limit), and
    `a_day` logins are allowed in `day` seconds from the first one on. The gateway resets the token of a bot that needs more.
    """

    def __init__(
        self, seconds: float = 0.0, at_once: int = 1, shards: int = 1, *, a_day: int = A_DAY, day: float = DAY_SECONDS
    ) -> None:
        self.seconds = seconds
        self.at_once = at_once
        self.shards = shards
        self.a_day = a_day
        self.day = day
        self.refused = 0
        self.admitted: list[tuple[int, int]] = []
        self._last: dict[int, float] = {}
        self._used, self._renewed = 0, 0.0

    @property
    def left(self) -> int:
        """How many logins are left of this day."""
        return self.a_day - self._used if time.monotonic() < self._renewed else self.a_day

    def admit(self, shard: tuple[int, int]) -> bool:
        """Whether a shard (number, count) may log in now."""
        bucket, now = shard[0] % self.at_once, time.monotonic()
        if now < self._last.get(bucket, -self.seconds) + self.seconds:
            self.refused += 1
            return False
        if now >= self._renewed:
            self._used, self._renewed = 0, now + self.day
        self._used += 1
        self._last[bucket] = now
        self.admitted.append(shard)
        return True

    def as_json(self) -> JSON:
        """The answer of GET /gateway/bot without the address."""
        after = round(1000 * max(0.0, self._renewed - time.monotonic()))
        start = {"total": self.a_day, "remaining": max(0, self.left), "reset_after": after, "max_concurrency": self.at_once}
        return {"shards": self.shards, "session_start_limit": start}

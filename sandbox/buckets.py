"""Rate limits as Discord reports them: buckets with their headers, and the 429 that answers a request over the limit."""

import math
import time
from collections import deque

from sandbox.errors import JSON

GLOBAL = ""
"""The bucket name of the limit over all routes."""


class Limited(Exception):
    """A request exceeded a rate limit; `body()` and `headers()` are Discord's 429.

    `seconds` is the wait, `everywhere` whether the limit is the one over all routes.
    """

    def __init__(self, seconds: float, *, everywhere: bool) -> None:
        super().__init__(f"429: wait {seconds} s")
        # Rounded up, so that a client that waits exactly this long is not a moment too early.
        self.seconds = math.ceil(seconds * 1000) / 1000
        self.everywhere = everywhere

    def body(self) -> JSON:
        """The answer's JSON object."""
        return {"message": "You are being rate limited.", "code": 0, "retry_after": self.seconds, "global": self.everywhere}

    def headers(self, bucket: dict[str, str]) -> dict[str, str]:
        """The answer's headers. They include those of the bucket unless the limit is the one over all routes."""
        wait = {"Retry-After": str(math.ceil(self.seconds))}
        if self.everywhere:
            return wait | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        return (
            bucket
            | wait
            | {
                "X-RateLimit-Scope": "user",
                "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": f"{time.time() + self.seconds:.3f}",
                "X-RateLimit-Reset-After": f"{self.seconds:.3f}",
            }
        )


class Buckets:
    """Counts requests: `limit` in `window` seconds for each bucket, `everywhere` a second over all of them (0: no limit). Also
    holds the buckets that a fault has shut.
    """

    def __init__(self, limit: int = 50, window: float = 1.0, everywhere: int = 0) -> None:
        self.limit = limit
        self.window = window
        self.everywhere = everywhere
        self._latest: deque[float] = deque()
        self._used: dict[str, tuple[float, int]] = {}
        self._shut: dict[str, float] = {}

    def take(self, bucket: str) -> tuple[dict[str, str], float]:
        """Use a bucket once. Returns the headers and the seconds to wait (0: the request may go on)."""
        now = time.monotonic()
        until, used = self._used.get(bucket, (0.0, 0))
        if now >= until:
            if len(self._used) > 1000:
                self._used = {name: entry for name, entry in self._used.items() if entry[0] > now}
            until, used = now + self.window, 0
        wait = until - now if used >= self.limit else 0.0
        used = min(used + 1, self.limit)
        self._used[bucket] = (until, used)
        return {
            "X-RateLimit-Bucket": f"{abs(hash(bucket)):032x}",
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - used),
            "X-RateLimit-Reset": f"{time.time() + until - now:.3f}",
            "X-RateLimit-Reset-After": f"{until - now:.3f}",
        }, wait

    def take_everywhere(self) -> None:
        """Count a request towards the limit over all routes; raises `Limited` if it is used up."""
        if not self.everywhere:
            return
        now = time.monotonic()
        while self._latest and self._latest[0] <= now - 1.0:
            self._latest.popleft()
        if len(self._latest) >= self.everywhere:
            raise Limited(self._latest[0] + 1.0 - now, everywhere=True)
        self._latest.append(now)

    def shut(self, bucket: str, seconds: float) -> None:
        """Answer every further request of a bucket (`GLOBAL`: of all) with 429 for `seconds` seconds."""
        now = time.monotonic()
        self._shut = {name: until for name, until in self._shut.items() if until > now}
        self._shut[bucket] = now + seconds

    def check_shut(self, bucket: str) -> None:
        """Raise `Limited` while a bucket is shut."""
        left = self._shut.get(bucket, 0.0) - time.monotonic()
        if left > 0:
            raise Limited(left, everywhere=bucket == GLOBAL)

"""Exclusive work of processes that share a store, and the news between them; each store implements it differently."""

from abc import abstractmethod
from collections.abc import Iterable

from data.records.processes import Claim, News
from data.sql.statements import Statements


class SharingWrites(Statements):
    """Write operations. Processes are those that play on Discord together; others, such as a check, may also have the store
    open. Times are by the store's own clock, whatever the clocks of the processes say.
    """

    @abstractmethod
    async def hold(self, claim: Claim) -> None:
        """Allow the following writes only if the claim is ours until the transaction ends. Raises ClaimLost."""

    @abstractmethod
    async def release(self, claim: Claim) -> None:
        """Give a claim back. Raises ClaimLost, as `hold` does."""

    @abstractmethod
    async def announce(self, news: News) -> None:
        """Send news to the other processes when this is committed."""

    @abstractmethod
    async def keep_process(self, process: str, seconds: float) -> int:
        """Record that a process lives, for this many seconds unless renewed; return how many live."""

    async def end_process(self, process: str) -> None:
        """A process has ended: free everything it holds."""
        await self._run("DELETE FROM processes WHERE process = ?", process)
        await self._run("DELETE FROM shards WHERE process = ?", process)

    @abstractmethod
    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        """Hold shards (of `count` in all) for this many seconds: all that the process holds and, while these are fewer than
        `most`, free ones of `wanted`. Returns the shards it now holds; those that it held before and are missing have passed to
        another process. Raises OtherShards if another process uses a different count.
        """

    async def release_shards(self, process: str, shards: Iterable[int]) -> None:
        """Release shards."""
        await self._run("DELETE FROM shards WHERE process = ? AND shard IN (??)", process, list(shards))

    @abstractmethod
    async def login_turn(self, bucket: int, seconds: float) -> float:
        """Take a bucket's turn to log in and return 0; if its last login is less than `seconds` ago, return those left."""

    @abstractmethod
    async def logged_in(self, bucket: int) -> None:
        """Note that a login has just been sent in this bucket."""

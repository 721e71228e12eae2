"""What several processes on one store do alone, and what they tell each other: each store has its own way."""

from abc import abstractmethod
from collections.abc import Iterable

from data.records import Claim, News
from data.sql.statements import Statements


class SharingWrites(Statements):
    """What can be written. Processes are those that play on Discord together; others, such as a check, may have the store open
    too. Times are by the store's own clock, whatever the clocks of the processes say.
    """

    @abstractmethod
    async def hold(self, claim: Claim) -> None:
        """Write what follows only if the claim is ours until the transaction ends. Raises ClaimLost."""

    @abstractmethod
    async def release(self, claim: Claim) -> None:
        """Give a claim back. Raises ClaimLost, as `hold`."""

    @abstractmethod
    async def announce(self, news: News) -> None:
        """Tell the other processes, once this is committed."""

    @abstractmethod
    async def keep_process(self, process: str, seconds: float) -> int:
        """Note that a process lives, for this many seconds unless it says so again; how many live."""

    async def end_process(self, process: str) -> None:
        """A process ends: what it holds is free."""
        await self._run("DELETE FROM processes WHERE process = ?", process)
        await self._run("DELETE FROM shards WHERE process = ?", process)

    @abstractmethod
    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        """Hold shards (of `count` in all) for this many seconds: all that the process holds and, while these are fewer than
        `most`, those of `wanted` that are free. Returns what it holds now; what it held and is not among them, another one has.
        Raises OtherShards where another process counts other shards.
        """

    async def release_shards(self, process: str, shards: Iterable[int]) -> None:
        """Let go of shards."""
        await self._run("DELETE FROM shards WHERE process = ? AND shard IN (??)", process, list(shards))

    @abstractmethod
    async def login_turn(self, bucket: int, seconds: float) -> float:
        """Take the next turn of a bucket, each this many seconds after the one before; the seconds to wait for it."""

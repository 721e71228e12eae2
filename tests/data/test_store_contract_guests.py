"""The contract of `data.guest_store`, for every store there is."""

from __future__ import annotations

from data.records.people import SubscriberRow
from data.store import Store


async def test_who_is_at_odds_and_who_wants_to_be_told(store: Store) -> None:
    async with store.transaction() as tx:
        await tx.set_block(11, 13, 5.0)
        await tx.set_block(11, 12, 6.0)
        await tx.set_block(11, 12, 7.0)
        assert await tx.blocked_by(11) == [12, 13], "a transaction reads what it has written"
    assert await store.at_odds((11,), {12, 99})
    assert await store.at_odds((12,), {11})
    assert not await store.at_odds((12,), {13})
    assert not await store.at_odds((), {13})
    async with store.transaction() as tx:
        await tx.set_block(11, 12, None)
        await tx.set_subscriptions(11, 1, ["torres", "coins"])
        await tx.set_subscriptions(12, 1, ["coins"])
    assert not await store.at_odds((11,), {12})
    assert await store.subscriptions_of(11, 1) == ["coins", "torres"]
    async with store.transaction() as tx:
        await tx.note_called([11], 9.0)
        await tx.set_subscriptions(11, 1, ["coins"])
        await tx.set_subscriptions(11, 2, ["coins"])
    assert await store.subscribers(1, "coins") == [SubscriberRow(12, 0.0), SubscriberRow(11, 9.0)]
    assert await store.subscribers(2, "coins") == [SubscriberRow(11, 9.0)]
    assert await store.subscribers(1, "torres") == []

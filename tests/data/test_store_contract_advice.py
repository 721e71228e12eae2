"""The contract of `data.store` for what the computer player has told people, for every store there is."""

from __future__ import annotations

from data.store import Store
from tests.support.stored_rows import new


async def test_hints_are_counted_once_a_question(store: Store) -> None:
    one, two = await new(store), await new(store)
    async with store.transaction() as tx:
        for seat, stage in ((1, 4), (1, 4), (1, 9), (0, 4)):
            await tx.add_hint(one, seat, stage)
    assert await store.hints(one) == {0: 1, 1: 2}
    assert await store.hints(two) == {}


async def test_reviews_are_begun_and_ended(store: Store) -> None:
    one, two = await new(store), await new(store)
    assert await store.review(one) is None
    async with store.transaction() as tx:
        await tx.begin_review(one, 1, 50.0)
        await tx.begin_review(two, 1, 20.0)
    assert await store.review(one) is None
    async with store.transaction() as tx:
        await tx.end_review(one, "[1]")
    assert await store.review(one) == "[1]"
    assert await store.review(two) is None
    assert await store.reviews_begun(1, 20.0) == [20.0, 50.0]
    assert await store.reviews_begun(1, 20.5) == [50.0]
    assert await store.reviews_begun(2, 0.0) == []
    async with store.transaction() as tx:
        await tx.begin_review(one, 1, 70.0)
    assert await store.review(one) is None
    assert await store.reviews_begun(1, 0.0) == [20.0, 70.0]

"""What private answers show is remembered for as long as their tokens live, and no longer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec

from chat.replies.live import LiveReplies, LiveReply
from data.words import words


def copy(message: int, until: float, stage: int = 1, version: int = 1) -> LiveReply:
    nothing: Any = SimpleNamespace()
    return LiveReply(message, nothing, words("en"), until, version, stage, nothing)


def shown(stage: int, version: int) -> Any:
    return SimpleNamespace(stage=stage, version=version)


def test_copies_are_found_by_table_and_go_with_their_tokens() -> None:
    now = [100.0]
    copies = LiveReplies(lambda: now[0])
    assert copies.keep(1, 7, "hand", copy(50, 200.0)) is None
    assert copies.keep(1, 8, "board", copy(51, 300.0, stage=2)) is None
    assert copies.keep(2, 7, "hand", copy(52, 400.0)) is None
    assert copies.behind(1, 2) == [(7, "hand")]
    assert copies.changed(1, shown(1, 9)) == [(7, "hand"), (8, "board")]
    assert copies.show(1)
    now[0] = 250.0
    assert copies.alive(1, 7, "hand") is None
    assert copies.behind(1, 9) == [(8, "board")]
    now[0] = 350.0
    copies.prune()
    assert not copies.show(1)
    assert list(copies._kept) == [2]
    assert list(copies._ends) == [(2, 7, "hand")]


def test_the_newest_of_a_kind_takes_the_place_of_the_one_before() -> None:
    copies = LiveReplies(lambda: 0.0)
    first, second = copy(50, 100.0), copy(51, 200.0)
    copies.keep(1, 7, "hand", first)
    assert copies.keep(1, 7, "hand", second) is first
    assert copies.keep(1, 7, "hand", msgspec.structs.replace(second, until=300.0)) is None, "the same message, a fresh token"
    copies.forget(1, 7, "hand", first)
    assert copies.show(1), "what is gone is not what is kept"
    kept = copies.alive(1, 7, "hand")
    assert kept is not None
    copies.renew(1, 7, "hand", kept, shown(5, 6))
    assert copies.behind(1, 5) == []
    renewed = copies.alive(1, 7, "hand")
    assert renewed is not None
    copies.forget(1, 7, "hand", renewed)
    assert not copies.show(1)
    assert not copies._ends


async def test_who_brings_a_copy_up_to_date_waits_for_the_answer_that_is_being_made() -> None:
    copies, order = LiveReplies(lambda: 0.0), []

    async def follow() -> None:
        await copies.answered(1, 7, "hand")
        order.append("followed")

    await copies.answered(1, 7, "hand")
    with copies.answering(1, 7, "hand"):
        with copies.answering(1, 7, "hand"):
            following = asyncio.create_task(follow())
            await asyncio.sleep(0)
            await copies.answered(1, 8, "hand")
            order.append("first")
        await asyncio.sleep(0)
        order.append("second")
    await following
    assert order == ["first", "second", "followed"]
    assert not copies._under_way


def test_a_token_that_lives_longer_holds_none_up() -> None:
    now = [0.0]
    copies = LiveReplies(lambda: now[0])
    copies.keep(1, 7, "hand", copy(50, 100.0))
    copies.keep(1, 8, "hand", copy(51, 110.0))
    copies.keep(1, 7, "hand", copy(50, 200.0))
    now[0] = 150.0
    copies.prune()
    assert copies.alive(1, 7, "hand") is not None
    assert len(copies._ends) == 1

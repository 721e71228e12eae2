"""What private answers show is remembered for as long as their tokens live, and no longer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from chat.press import process_sync
from chat.press.process_sync import ProcessSync
from chat.replies.live import LiveReplies, LiveReply
from data.records.processes import News
from data.words import words


def reply(message: int, until: float, stage: int = 1, version: int = 1) -> LiveReply:
    nothing: Any = SimpleNamespace()
    return LiveReply(message, nothing, words("en"), until, version, stage, nothing, nothing)


def shown(stage: int, version: int) -> Any:
    return SimpleNamespace(stage=stage, version=version)


def test_copies_are_found_by_table_and_go_with_their_tokens() -> None:
    now = [100.0]
    replies = LiveReplies(lambda: now[0])
    assert replies.keep(1, 7, "hand", reply(50, 200.0)) is None
    assert replies.keep(1, 8, "board", reply(51, 300.0, stage=2)) is None
    assert replies.keep(2, 7, "hand", reply(52, 400.0)) is None
    assert replies.behind(1, 2) == [(7, "hand")]
    assert replies.behind_table(1, shown(1, 9)) == [(7, "hand"), (8, "board")]
    assert replies.show(1)
    now[0] = 250.0
    assert replies.alive(1, 7, "hand") is None
    assert replies.behind(1, 9) == [(8, "board")]
    now[0] = 350.0
    replies.prune()
    assert (replies.of(1), replies.of(2)) == ([], [(7, "hand")])
    now[0] = 450.0
    replies.prune()
    assert not replies.of(2)


def test_the_newest_of_a_kind_takes_the_place_of_the_one_before() -> None:
    now = [0.0]
    replies = LiveReplies(lambda: now[0])
    first, second = reply(50, 100.0), reply(51, 200.0)
    replies.keep(1, 7, "hand", first)
    assert replies.keep(1, 7, "hand", second) is first
    assert replies.keep(1, 7, "hand", msgspec.structs.replace(second, until=300.0)) is None, "the same message, a fresh token"
    replies.forget(1, 7, "hand", first)
    assert replies.show(1), "what is gone is not what is kept"
    kept = replies.alive(1, 7, "hand")
    assert kept is not None
    replies.renew(1, 7, "hand", kept, msgspec.structs.replace(kept, stage=5, version=6))
    assert replies.behind(1, 5) == []
    renewed = replies.alive(1, 7, "hand")
    assert renewed is not None
    replies.forget(1, 7, "hand", renewed)
    assert not replies.show(1)
    now[0] = 400.0
    replies.prune()


async def test_an_update_waits_for_the_answer_under_way() -> None:
    replies, order = LiveReplies(lambda: 0.0), []

    async def follow() -> None:
        await replies.wait_for_answers(1, 7, "hand")
        order.append("followed")

    await replies.wait_for_answers(1, 7, "hand")
    with replies.answering(1, 7, "hand"):
        with replies.answering(1, 7, "hand"):
            following = asyncio.create_task(follow())
            await asyncio.sleep(0)
            await replies.wait_for_answers(1, 8, "hand")
            order.append("first")
        await asyncio.sleep(0)
        order.append("second")
    await following
    assert order == ["first", "second", "followed"]
    assert not replies._under_way


def test_a_token_that_lives_longer_holds_none_up() -> None:
    now = [0.0]
    replies = LiveReplies(lambda: now[0])
    replies.keep(1, 7, "hand", reply(50, 100.0))
    replies.keep(1, 8, "hand", reply(51, 110.0))
    replies.keep(1, 7, "hand", reply(50, 200.0))
    now[0] = 150.0
    replies.prune()
    assert replies.alive(1, 7, "hand") is not None
    assert replies.of(1) == [(7, "hand")]


async def test_answers_follow_a_list_that_another_process_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    hear: list[Any] = []
    followed: asyncio.Queue[int] = asyncio.Queue()

    async def follow(app: Any, number: int) -> None:
        await followed.put(number)

    monkeypatch.setattr(process_sync, "SOON_SECONDS", 0.0)
    monkeypatch.setattr("chat.press.replies.follow_subject", follow)
    people, shown = SimpleNamespace(alone=True), LiveReplies(lambda: 0.0)
    tables = SimpleNamespace(listen=hear.append, matchmaking=SimpleNamespace(), people=people)
    app: Any = SimpleNamespace(tables=tables, live_replies=shown)
    sync = ProcessSync(app)
    sync.start()
    shown.keep(5, 7, "wish", reply(50, 100.0))
    for number in (4, 5, 5):
        hear[0](News(kind="wishes", table=number))
    assert await followed.get() == 5
    await sync.close()
    assert followed.empty(), "once, and nothing that is not shown"

"""A long-running sandbox forgets its oldest messages and files, and nothing else."""

import gc
import json
import random
import tracemalloc

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.gateway import MOST_KEPT, MOST_KEPT_BYTES, Session
from sandbox.posting import Form


def post(sandbox: Sandbox, size: int = 0, text: str = "board") -> int:
    """The bot posts a message in the first channel, with a file of so many bytes; its id."""
    channel = next(iter(sandbox.world.channels.values()))
    files = {0: ("board.bin", random.Random(size).randbytes(size))} if size else {}
    message = sandbox.rest.posting.create(channel, sandbox.world.bot, Form({"content": text}, files))
    return message.id


async def got(sandbox: Sandbox, mid: int) -> int:
    """The status with which a message's file is served."""
    message = sandbox.world.messages[mid]
    async with (
        aiohttp.ClientSession() as session,
        session.get(sandbox.serializer.attachment_url(message.channel_id, message.attachments[0])) as answer,
    ):
        return answer.status


@pytest.mark.long
async def test_the_oldest_files_go_and_their_messages_stay() -> None:
    async with Sandbox() as sandbox:
        sandbox.retention.size = 1_000_000
        old, middle, new = (post(sandbox, 400_000) for _ in range(3))
        assert [await got(sandbox, mid) for mid in (old, middle, new)] == [404, 200, 200]
        message = sandbox.serializer.message(sandbox.world.messages[old])
        assert (message["content"], message["attachments"][0]["size"]) == ("board", 400_000)
        # What an edit has thrown away counts no more.
        sandbox.rest.posting.edit(sandbox.world.messages[middle], Form({"attachments": []}))
        gc.collect()
        last = post(sandbox, 500_000)
        assert [await got(sandbox, mid) for mid in (new, last)] == [200, 200]


async def test_a_new_message_keeps_its_files_however_large() -> None:
    async with Sandbox() as sandbox:
        sandbox.retention.size = 1000
        assert await got(sandbox, post(sandbox, 5000)) == 200


async def test_the_oldest_messages_go() -> None:
    async with Sandbox() as sandbox:
        sandbox.retention.messages = 100
        heard: list[str] = []
        mids = [post(sandbox, text=f"{number} <@{sandbox.world.people[0].id}>") for number in range(90)]
        sandbox.world.watchers.append(lambda kind, _channel, _thing: heard.append(kind))
        mids += [post(sandbox, text=f"{number} <@{sandbox.world.people[0].id}>") for number in range(90, 120)]
        channel = next(iter(sandbox.world.channels.values()))
        assert 50 <= len(channel.messages) <= 100
        assert channel.messages == list(sandbox.world.messages) == mids[-len(channel.messages) :]
        assert {mid for _, mid in sandbox.world.pings} == set(channel.messages)
        assert set(heard) == {"message"}, "nobody is told of a deletion"
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.get(f"{sandbox.api}/channels/{channel.id}/messages/{mids[0]}") as answer,
        ):
            assert (await answer.json())["code"] == 10008


async def test_interactions_are_bounded_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.interactions.MOST_KEPT", 50)
    monkeypatch.setattr("sandbox.interactions.MOST_TOKENS", 200)
    async with Sandbox() as sandbox:
        ada, channel = sandbox.world.people[0], next(iter(sandbox.world.channels.values()))
        for _ in range(300):
            started = sandbox.interactions.start(2, ada, channel, {"name": "castle"})
            sandbox.interactions.acknowledge(started, 4, "answered")
        assert (len(sandbox.interactions.by_id), len(sandbox.interactions.by_token)) == (50, 201)


@pytest.mark.parametrize("size", [10, 100_000])
def test_what_is_kept_for_resuming_is_bounded(size: int) -> None:
    session = Session("id", (0, 1), 0)
    for _ in range(MOST_KEPT + 10):
        session.seq += 1
        session.keep("x" * size)
    assert len(session.kept) == min(MOST_KEPT, MOST_KEPT_BYTES // size)
    assert session.size == sum(len(frame) for _, frame in session.kept)
    assert session.kept[-1][0] == session.seq


BOARDS = 500


@pytest.mark.long
async def test_memory_stays_flat() -> None:
    """Boards posted and edited again and again, each with a picture: the last third of the run adds next to nothing."""
    async with Sandbox(recording=False) as sandbox:
        sandbox.retention.messages, sandbox.retention.size = 100, 1_000_000
        row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 40, "custom_id": "press:1:2"}]}
        payload = json.dumps({"content": "board", "components": [row]})
        tracemalloc.start()
        sizes = []
        for number in range(BOARDS):
            mid = post(sandbox, 20_000 + number)
            files = {0: ("scene.bin", random.Random(number).randbytes(20_000))}
            form = Form(json.loads(payload) | {"attachments": [{"id": 0, "filename": "scene.bin"}]}, files)
            sandbox.rest.posting.edit(sandbox.world.messages[mid], form)
            if number + 1 in (BOARDS * 2 // 3, BOARDS):
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert sizes[1] < 1.1 * sizes[0] < 5_000_000

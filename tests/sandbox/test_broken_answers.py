"""Every way in which an answer can break, seen by a plain client, at every kind of request."""

import asyncio
import io
import math
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox, broken_answers
from sandbox.faults import WAYS, Fault
from tests.support.cases import cases
from tests.support.openapi import wrong_object

JSON = dict[str, Any]
PATIENCE = 30.0
"""Seconds that the client waits for an answer; what never comes is not waited for, the client goes away (see `reached`)."""


class Plain:
    """Sends the bot's requests without any library that would fix what breaks; `said` counts the channel's messages."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.channel = next(iter(sandbox.world.channels.values()))

    @property
    def said(self) -> int:
        return len(self.channel.messages)

    async def send(self, method: str, path: str, **body: Any) -> tuple[int, Any, dict[str, str]]:
        headers = {"Authorization": f"Bot {self.sandbox.token}"}
        async with self.session.request(method, self.sandbox.api + path, headers=headers, **body) as answer:
            content = await answer.json() if answer.content_type == "application/json" else await answer.text()
            return answer.status, content, dict(answer.headers)

    async def post(self) -> tuple[int, Any, dict[str, str]]:
        return await self.send("POST", f"/channels/{self.channel.id}/messages", json={"content": "board"})

    async def upload(self) -> tuple[int, Any, dict[str, str]]:
        form = aiohttp.FormData()
        form.add_field("payload_json", '{"content": "board"}')
        form.add_field("files[0]", io.BytesIO(bytes(3_000_000)), filename="board.bin")
        return await self.send("POST", f"/channels/{self.channel.id}/messages", data=form)

    async def callback(self) -> tuple[int, Any, dict[str, str]]:
        world = self.sandbox.world
        started = self.sandbox.interactions.start(2, world.people[0], self.channel, {"name": "castle"})
        path = f"/interactions/{started.id}/{started.token}/callback?with_response=1"
        return await self.send("POST", path, json={"type": 4, "data": {"content": "board"}})

    async def follow_up(self) -> tuple[int, Any, dict[str, str]]:
        world = self.sandbox.world
        started = self.sandbox.interactions.start(2, world.people[0], self.channel, {"name": "castle"})
        self.sandbox.interactions.acknowledge(started, 4, "answered")
        return await self.send("POST", f"/webhooks/{world.bot.id}/{started.token}", json={"content": "board"})


@pytest.fixture
async def plain(sandbox: Sandbox) -> AsyncIterator[Plain]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE)) as session:
        yield Plain(sandbox, session)


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> dict[str, asyncio.Event]:
    """Set as soon as a request that a fault strikes has come in whole (`before`), and when its answer is due (`answer`)."""
    events = {"before": asyncio.Event(), "answer": asyncio.Event()}

    def watch(name: str) -> None:
        strike = getattr(broken_answers, f"strike_{name}")

        async def watched(fault: Fault, *rest: Any) -> Any:
            events[name].set()
            return await strike(fault, *rest)

        monkeypatch.setattr(broken_answers, f"strike_{name}", watched)

    watch("before")
    watch("answer")
    return events


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


# The way → what the client meets (an exception, a status, or None: no answer, it goes away), and whether the request was
# carried out.
MET: dict[str, tuple[type[Exception] | int | None, bool]] = {
    "dropped": (aiohttp.ServerDisconnectedError, False),
    "reset": (aiohttp.ClientOSError, False),
    "dropped_after": (aiohttp.ServerDisconnectedError, True),
    "half_body": (aiohttp.ClientPayloadError, True),
    "silent": (None, False),
    "silent_after": (None, True),
    "late": (None, True),  # the client has gone, Discord carries it out all the same
    "late_after": (None, True),
    "429_short": (429, False),
    "429_long": (429, False),
    "429_global": (429, False),
    "500": (500, False),
    "500_after": (500, True),
    "502_html": (502, False),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", cases(["post", "upload", "callback", "follow_up"], ["post"]))
@pytest.mark.parametrize("way", WAYS)
async def test_every_fault_on_every_route(
    sandbox: Sandbox, plain: Plain, reached: dict[str, asyncio.Event], way: str, kind: str
) -> None:
    request: Callable[[], Any] = getattr(plain, kind)
    sandbox.fault("broken", order=[None, way])
    assert (await request())[0] == 200, "the first of the list is spared"
    met, carried_out = MET[way]
    if met is None:
        waiting = asyncio.create_task(request())
        await asyncio.wait_for(reached["answer" if way == "silent_after" else "before"].wait(), PATIENCE)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await until(lambda: plain.said == 1 + carried_out)
    elif isinstance(met, int):
        assert (await request())[0] == met
    else:
        with pytest.raises(met):
            await request()
    assert plain.said == 1 + carried_out
    assert [fault.parameters["way"] for fault in sandbox.faults.struck] == [way]
    assert not sandbox.faults.due, "the list is over"
    if not way.startswith("429"):
        assert (await request())[0] == 200


async def test_other_requests_are_broken_too(sandbox: Sandbox, plain: Plain) -> None:
    mid = (await plain.post())[1]["id"]
    one = f"/channels/{plain.channel.id}/messages/{mid}"
    for method, path, body in (
        ("GET", one, {}),
        ("PATCH", one, {"json": {"content": "scene"}}),
        ("GET", f"/channels/{plain.channel.id}", {}),
        ("POST", "/users/@me/channels", {"json": {"recipient_id": str(sandbox.world.people[0].id)}}),
        ("PUT", f"/applications/{sandbox.world.bot.id}/commands", {"json": []}),
        ("DELETE", one, {}),
    ):
        # GET, PUT and DELETE are sent a second time by aiohttp itself, for doing twice what they do changes nothing.
        sandbox.fault("drop", 1 if method in ("POST", "PATCH") else 2, method=method)
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await plain.send(method, path, **body)
        assert (await plain.send(method, path, **body))[0] < 300
    assert Counter(each.status for each in sandbox.record)[0] == 10
    assert {each.fault for each in sandbox.record} == {None, "drop"}


async def test_half_a_body_of_an_empty_answer_is_no_answer(sandbox: Sandbox, plain: Plain) -> None:
    mid = (await plain.post())[1]["id"]
    sandbox.fault("half_body")
    # So aiohttp asks once more, and is told that the message is gone already.
    status, body, _ = await plain.send("DELETE", f"/channels/{plain.channel.id}/messages/{mid}")
    assert (status, body["code"], plain.said) == (404, 10008, 0)


async def test_uploads_alone(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.fault("drop", -1, upload=True)
    assert (await plain.post())[0] == 200
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await plain.upload()
    sandbox.faults.clear()
    assert (await plain.upload())[0] == 200


async def test_a_page_of_a_proxy(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.fault("status", status=502, html=True)
    status, page, headers = await plain.post()
    assert (status, headers["Content-Type"].split(";")[0]) == (502, "text/html")
    assert "502 Bad Gateway" in page


async def struck(seed: int, share: float, count: int = 200) -> list[int]:
    """Which of so many requests a share strikes."""
    async with Sandbox(limit=1000) as sandbox, aiohttp.ClientSession() as session:
        sandbox.fault("status", -1, share=share, seed=seed)
        plain = Plain(sandbox, session)
        return [number for number in range(count) if (await plain.post())[0] == 500]


@pytest.mark.long
async def test_a_share_by_a_seed() -> None:
    first, again, other = await struck(7, 0.1), await struck(7, 0.1), await struck(8, 0.1)
    assert first == again != other
    assert 10 <= len(first) <= 32


async def test_ways_are_drawn_by_the_seed_whatever_else_is_due(sandbox: Sandbox) -> None:
    storm = sandbox.fault("broken", -1, share=0.5, seed=3)
    other = sandbox.fault("status", -1, share=0.5, seed=4)
    mixed = [sandbox.faults.strike_answer("GET", "/x", upload=False) for _ in range(400)]
    assert storm.seen == other.seen == 400
    alone = Sandbox().faults
    alone.add("broken", -1, share=0.5, seed=3)
    expected = [alone.strike_answer("GET", "/x", upload=False) for _ in range(400)]
    ways = [fault.parameters["way"] if fault else None for fault in expected]
    assert set(ways) == {None, *WAYS}
    assert ways == [fault.parameters.get("way") if fault else None for fault in mixed]


async def test_nonsense_is_refused(sandbox: Sandbox) -> None:
    for wrong in ({"share": 0}, {"share": 2}, {"ways": ["earthquake"]}, {"order": ["earthquake"]}, {"times": 0}):
        with pytest.raises(ValueError, match=r"share|unknown way|times"):
            sandbox.fault("broken", **wrong)
    assert not sandbox.faults.due


# What Discord documents of 429 (topics/rate-limits), for a limit of one route and for that of all.


@pytest.mark.long
async def test_a_429_of_a_route(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.fault("rate_limit", retry_after=0.8)
    before = time.time()
    status, body, headers = await plain.post()
    assert (status, body["global"], body["retry_after"]) == (429, False, 0.8)
    assert not wrong_object("RatelimitedResponse", body)
    assert headers["Content-Type"] == "application/json"
    assert (headers["X-RateLimit-Scope"], headers["X-RateLimit-Remaining"], headers["Retry-After"]) == ("user", "0", "1")
    assert {"Via", "X-RateLimit-Limit", "X-RateLimit-Bucket"} <= set(headers)
    assert "X-RateLimit-Global" not in headers
    assert float(headers["X-RateLimit-Reset-After"]) == 0.8
    assert before + 0.79 < float(headers["X-RateLimit-Reset"]) < time.time() + 0.81
    # Who comes again too early meets the rest of the wait; another route does not.
    again = await plain.post()
    assert again[0] == 429
    assert 0 < again[1]["retry_after"] <= 0.8
    assert (await plain.send("GET", f"/channels/{plain.channel.id}"))[0] == 200
    await asyncio.sleep(again[1]["retry_after"])
    assert (await plain.post())[0] == 200


async def test_a_429_of_all_routes(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.fault("rate_limit", retry_after=1.2, **{"global": True})
    _, body, headers = await plain.post()
    assert (body["global"], body["retry_after"]) == (True, 1.2)
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"], headers["Retry-After"]) == ("true", "global", "2")
    assert not {"X-RateLimit-Bucket", "X-RateLimit-Remaining"} & set(headers)
    status, body, headers = await plain.send("GET", f"/channels/{plain.channel.id}")
    assert (status, body["global"], headers["X-RateLimit-Scope"]) == (429, True, "global")
    assert (await plain.callback())[0] == 200, "interactions are not bound to the global limit"


async def test_a_429_of_an_empty_bucket(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.buckets.limit, sandbox.buckets.window = 3, 0.3
    answers = [await plain.post() for _ in range(4)]
    assert [status for status, _, _ in answers] == [200, 200, 200, 429]
    _, body, headers = answers[-1]
    assert math.isclose(body["retry_after"], float(headers["X-RateLimit-Reset-After"]))
    await asyncio.sleep(body["retry_after"])
    assert (await plain.post())[0] == 200


@pytest.mark.long
async def test_a_storm_leaves_the_sandbox_whole(sandbox: Sandbox, plain: Plain) -> None:
    sandbox.buckets.limit = 10_000
    ways = [way for way in WAYS if not way.startswith(("late", "silent", "429"))]
    sandbox.fault("broken", -1, share=0.4, seed=5, ways=ways)
    good = 0
    for number in range(60):
        try:
            request = random.Random(number).choice((plain.post, plain.upload, plain.callback))
            good += (await request())[0] == 200
        except aiohttp.ClientError:
            continue
    assert 25 <= good <= 50
    sandbox.faults.clear()
    assert (await plain.post())[0] == 200
    carried_out = [each for each in sandbox.record if each.status == 200 or each.fault == "status"]
    assert plain.said <= len(carried_out)

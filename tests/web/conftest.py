"""Somebody at the pages of a bot, over real HTTP."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from asking.asker import Asker
from asking.budget import RateLimiter
from asking.moments import Moments
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on
from tests.support.manual_clock import ManualClock
from web import site
from web.site import Site

ADA, BORYS = Person(11, "Ada <b>*x*</b>"), Person(12, "Bor_y_s")
HERE = Place(1, 2)
PUBLIC = "https://zamki.example"


class Reader:
    """Somebody at the page, who has a link or not."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.session, self.address = session, address

    async def ask(self, path: str, link: str = "", **more: Any) -> tuple[int, bytes, dict[str, str]]:
        """Returns the status, the body and the headers of an answer, without the time of day."""
        headers = {site.LINK: link, **more.pop("headers", {})}
        async with self.session.request(more.pop("method", "GET"), self.address + path, headers=headers, **more) as answer:
            kept = {name: value for name, value in answer.headers.items() if name != "Date"}
            return answer.status, await answer.read(), kept

    async def page(self, link: str, about: str = "") -> Any:
        status, body, _ = await self.ask(f"table{about}", link)
        assert status == 200, body
        return json.loads(body)

    @asynccontextmanager
    async def changes(self, link: str) -> AsyncIterator[asyncio.Queue[bytes]]:
        """Yields the lines of a stream as they come."""
        lines: asyncio.Queue[bytes] = asyncio.Queue()

        async def read() -> None:
            async with self.session.get(f"{self.address}changes", headers={site.LINK: link}) as answer:
                assert answer.status == 200
                async for line in answer.content:
                    lines.put_nowait(line)
            lines.put_nowait(b"")

        reading = asyncio.create_task(read())
        try:
            yield lines
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


@pytest.fixture
def tokens() -> list[bytes]:
    """What the next game is dealt from, if anything in particular."""
    return []


@pytest.fixture
async def asker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tokens: list[bytes]) -> AsyncIterator[Asker]:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    monkeypatch.setattr(site, "SPREAD_SECONDS", 0.0)
    monkeypatch.setattr(site, "A_SECOND", 0.001)  # however slow the machine is
    async with asker_on(
        tmp_path / "zamki.db", ManualClock(), lambda size: tokens[0] if tokens else secrets.token_bytes(size)
    ) as asker:
        asker.acts = RateLimiter(burst=10_000)
        yield asker


@pytest.fixture
async def reader(asker: Asker) -> AsyncIterator[Reader]:
    async with Site(asker, Moments(), PUBLIC).serving(("127.0.0.1", 0)) as port, aiohttp.ClientSession() as session:
        yield Reader(session, f"http://127.0.0.1:{port}/")


async def begun(asker: Asker, game: str = "rycerze") -> tuple[int, str]:
    """Returns the number of a game that has begun, and its link."""
    number = (await asker.tables.lobbies.open_table(ADA, HERE, game, language="en", pace="daily")).info.id
    await asker.tables.lobbies.join(number, BORYS)
    await asker.tables.lobbies.start(number, ADA.user)
    return number, await share(asker, number)


async def share(asker: Asker, number: int) -> str:
    return await asker.tables.watching.share(await asker.tables.looks.table_info(number))


def answers(page: Any) -> list[Any]:
    """Returns the steps of a page that go on with a move."""
    taps = [step for place in page.get("places", ()) for step in place.get("steps", ())]
    found = [step for step in (*taps, *page.get("steps", ())) if step.get("act", "say") in {"say", "done", "see", "sure", "on"}]
    return [step for step in found if not step.get("marked") and (step.get("say") or step.get("act") == "on")]

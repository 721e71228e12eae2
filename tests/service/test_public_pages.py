"""The check of the pages' public address: it tells each way in which a proxy can keep people out, and what to do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from asking.moments import Moments
from service.commands import CHECKS
from service.findings import Advice, Fault
from service.pages import serving_pages, wrong_with
from service.settings import Settings
from tests.support.asked_play import asker_on
from tests.support.world import eventually
from web.site import HEADERS, MARK, Site

STRICT = {name: value for name, value in HEADERS.items() if name in {"Content-Security-Policy", "Referrer-Policy"}}


@asynccontextmanager
async def proxy(answer: web.Response, path: str = "/") -> AsyncIterator[str]:
    """Yields the address of something that answers like this, only at one path and only to GET."""

    async def respond(_: web.Request) -> web.Response:
        return answer

    async def lead_on(_: web.Request) -> web.Response:
        raise web.HTTPFound(path)

    app = web.Application()
    app.router.add_get(path, respond)
    if path != "/":
        app.router.add_get("/", lead_on)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("answer", "path", "told"),
    [
        (web.Response(status=502), "/", "answers 502: have the proxy pass all"),
        (web.Response(text="Welcome to nginx!"), "/", "shows something else than Zamki's page"),
        (web.Response(text=MARK, headers=STRICT), "/elsewhere", "/elsewhere, from where nobody could play: set ZAMKI_WEB"),
        (web.Response(text=MARK, headers={**STRICT, "Referrer-Policy": "origin"}), "/", "changes the header Referrer-Policy"),
        (web.Response(text=MARK, headers=STRICT), "/", "answers 404 to what players send"),
    ],
)
async def test_each_fault_of_a_proxy_is_told(answer: web.Response, path: str, told: str) -> None:
    async with proxy(answer, path) as public:
        assert told in await asyncio.to_thread(wrong_with, public)


async def test_an_address_with_nothing_or_no_certificate_is_told(unused_tcp_port: int) -> None:
    assert "cannot be reached from here" in await asyncio.to_thread(wrong_with, f"https://127.0.0.1:{unused_tcp_port}")
    async with proxy(web.Response()) as public:
        assert "no valid certificate" in await asyncio.to_thread(wrong_with, public.replace("http:", "https:"))


async def test_pages_that_can_be_reached_are_well(
    tmp_path: Path, unused_tcp_port_factory: Callable[[], int], caplog: pytest.LogCaptureFixture
) -> None:
    port, free = unused_tcp_port_factory(), unused_tcp_port_factory()
    public = f"http://127.0.0.1:{port}"

    async def checked(listen: int) -> str:
        return await asyncio.to_thread(CHECKS["pages"], Settings(web=public, web_listen=f"127.0.0.1:{listen}"))

    async with asker_on(tmp_path / "zamki.db") as asker:
        async with Site(asker, Moments(), public).serving(("127.0.0.1", port)):
            assert "leads to a bot's pages" in await checked(port)
            assert "leads to a bot's pages" in await checked(free), (
                "in a container of its own, the check finds the address free"
            )
        async with Site(asker, Moments(), "https://other.example").serving(("127.0.0.1", port)):
            with pytest.raises(Fault, match="answers 403 to what players send"):
                await checked(port)
    async with (
        asker_on(tmp_path / "other.db") as asker,
        proxy(web.Response(status=502)) as other,
        serving_pages(Settings(web=other, web_listen=f"127.0.0.1:{port}"), asker, Moments()),
    ):
        await eventually(lambda: f"pages: {other} answers 502" in caplog.text, 60)
    found = await checked(port)
    assert isinstance(found, Advice)
    assert f"127.0.0.1:{port} is free. Check again while the bot runs; now http" in found

"""Pages served by one process of tables that another process changes, on one PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

import engines
from asking.asker import Asker
from asking.moments import Moments
from data.opening import open_store
from render import renderers
from render.pool import Pool
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tables.service.service import TableService
from tests.support.asked_play import play_a_move
from tests.support.postgres_server import Server
from tests.web.conftest import answers
from web import site
from web.site import Site

pytestmark = pytest.mark.postgres

ADA, BORYS = Person(11, "Ada"), Person(12, "Borys")


async def test_a_page_follows_what_another_process_plays(
    postgres: Server, migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    url, pool = postgres.new_database(migrated), Pool(renderers())
    stores = [await open_store(url) for _ in range(2)]
    here, there = [await TableService.open(store, games=engines.games()) for store in stores]
    playing = Asker(here, engines.games(), pool)
    number = (await here.lobbies.open_table(ADA, Place(1, 2), "zamek", language="en", pace="daily")).info.id
    await here.lobbies.join(number, BORYS)
    info = (await here.lobbies.start(number, ADA.user)).info
    links = await asyncio.gather(*(tables.watching.share(info) for tables in (here, there)))
    assert links[0] == links[1], "both processes derive links from one secret"
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(
            Site(Asker(there, engines.games(), pool), Moments(), "https://a.example").serving(("127.0.0.1", 0))
        )
        session = await stack.enter_async_context(aiohttp.ClientSession(headers={site.LINK: links[0]}))
        changes = await stack.enter_async_context(session.get(f"http://127.0.0.1:{port}/changes"))
        page = json.loads(await changes.content.readline())
        rng = random.Random(1)
        for turn in range(1, 4):
            info = await here.looks.table_info(number)
            await play_a_move(playing, number, info.seats[info.pending[0]].user or 0, rng)
            async with asyncio.timeout(60):
                while len(page["log"]) < turn:
                    page = json.loads(await changes.content.readline() or b"{}") or page
        info = await here.looks.table_info(number)
        user = info.seats[info.pending[0]].user or 0
        key = await here.pages.make_key(number, user)
        async with session.post(f"http://127.0.0.1:{port}/session", json={"key": key}) as answer:
            token = {site.SESSION: (await answer.json())["token"]}
        sent: dict[str, Any] = {}
        while (await here.looks.table_info(number)).stage == info.stage:
            async with session.post(f"http://127.0.0.1:{port}/act", json=sent, headers=token) as answer:
                own = (await answer.json())["own"]
            step = rng.choice(answers(own))
            sent = {
                "act": step.get("act", "say"),
                "say": step.get("say", []),
                "stage": own["stage"],
                "nonce": str(rng.random()),
            }
        await here.watching.remove(number, ADA.user, moderator=False)
        async with asyncio.timeout(60):
            while await changes.content.readline() != b"{}\n":
                pass
    pool.close()
    for tables, store in zip((here, there), stores, strict=True):
        await tables.close()
        await store.close()
    postgres.drop(url)

"""The pages on which tables can be watched: what they show, to whom, and what they refuse, over real HTTP."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from asking.asker import Asker
from data import telemetry
from data.words import languages
from engines.contract import Move
from tables.rules.reading import Reading
from tables.service.watch_actions import SHOWN
from tables.store.breaker import FAULTS, REST
from tests.support.asked_play import play_a_move
from tests.support.cases import cases
from tests.support.indistinguishable_games import twins
from tests.support.manual_clock import ManualClock, settle
from tests.support.table_store import table_store
from tests.web.conftest import ADA, BORYS, HERE, PUBLIC, Reader, begun, share
from web import following, site
from web.plain_text import guard, plain_text


def move(reading: Reading, at: int) -> Move:
    """Returns a move whose words are all the ones at this place among those that may be said."""
    said: Move = ()
    while found := reading.choices(said).words:
        said = (*said, found[at])
    return said


async def play(asker: Asker, number: int, rng: random.Random, *, most: int = 1000) -> None:
    for _ in range(most):
        info = await asker.tables.looks.table_info(number)
        if info.state != "playing":
            return
        await play_a_move(asker, number, info.seats[rng.choice(info.pending)].user or 0, rng)


@pytest.mark.parametrize("game", cases(sorted(engines.games()), {"rzymianie"}))
async def test_a_page_shows_a_game_from_its_lobby_to_its_end(asker: Asker, reader: Reader, game: str) -> None:
    number = (await asker.tables.lobbies.open_table(ADA, HERE, game, language="en", pace="daily")).info.id
    link = await share(asker, number)
    assert (await reader.page(link))["seats"][0]["name"] == ADA.name
    await asker.tables.lobbies.join(number, BORYS)
    await asker.tables.lobbies.start(number, ADA.user)
    async with reader.changes(link) as lines:
        await lines.get()
        await play(asker, number, random.Random(game), most=5)
        page = json.loads(await lines.get())
        assert {seat["name"] for seat in page["seats"]} == {ADA.name, BORYS.name}
        assert page["text"]
        status, picture, headers = await reader.ask(f"picture/{page['picture']['name']}", link)
        while status == 404:  # it has changed since
            page = json.loads(await lines.get())
            status, picture, headers = await reader.ask(f"picture/{page['picture']['name']}", link)
        assert headers["Content-Type"] == "image/png"
        assert picture
        await play(asker, number, random.Random(game))
    page = await reader.page(link)
    assert not any(seat.get("waits") for seat in page["seats"])
    assert page["log"]
    assert all(seat["score"] for seat in page["seats"])
    for language in languages():
        assert (await reader.page(link, f"?language={language}&theme=light"))["language"] == language


async def test_a_link_opens_one_table_while_it_is_valid(asker: Asker, reader: Reader) -> None:
    number, link = await begun(asker)
    _, other = await begun(asker)
    forged = [
        "", "1", "1.", f"{number}.{other.split('.')[1]}", link[:-1], f"{link}A",
        f"{10**14}.{link.split('.')[1]}", "٣.x", "-1.x",
        "1.\udcff".encode("utf-8", "replace").decode("latin-1"), "9" * 70,
    ]  # fmt: skip
    refused = await reader.ask("table", "0.x")
    assert refused[0] == 404
    for each in forged:
        for path in ("table", "changes", f"picture/{'0' * 32}.png"):
            assert await reader.ask(path, each) == refused, each
    assert (await reader.ask("table", link))[0] == 200
    await asker.tables.watching.renew(number, ADA.user, moderator=False)
    assert await reader.ask("table", link) == refused
    link = await share(asker, number)
    assert (await reader.ask("table", link))[0] == 200
    async with reader.changes(link) as lines:
        await lines.get()
        await asker.tables.watching.remove(number, BORYS.user, moderator=True)
        assert await lines.get() == b"{}\n"
        assert await lines.get() == b""
    assert await reader.ask("table", link) == refused
    await asker.tables.watching.renew(number, ADA.user, moderator=False)
    link = await share(asker, number)
    await asker.tables.servers.set_server(HERE.guild, ADA.user, watch_pages=False)
    assert await reader.ask("table", link) == refused
    await asker.tables.servers.set_server(HERE.guild, ADA.user, watch_pages=True)
    await play(asker, number, random.Random(1))
    assert (await reader.ask("table", link))[0] == 200
    clock = asker.tables.clock
    assert isinstance(clock, ManualClock)
    await clock.advance(SHOWN + 1)
    assert await reader.ask("table", link) == refused


async def test_a_page_waits_while_its_table_rests(asker: Asker, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on by itself when the table is tried again; meanwhile a wrong link still opens nothing."""
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.05)
    number, link = await begun(asker)
    async with reader.changes(link) as lines:
        before = await lines.get()
        for _ in range(FAULTS):
            table_store(asker.tables).breaker.fault(number)
        assert set(json.loads(await lines.get())) == {"rests"}
        assert (await reader.ask("table", f"{number}.x"))[0] == 404
        assert set(await reader.page(link)) == {"rests"}
        clock = asker.tables.clock
        assert isinstance(clock, ManualClock)
        await clock.advance(REST + 1)
        assert await lines.get() == before


async def test_what_is_no_reading_is_refused(asker: Asker, reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    _, link = await begun(asker)
    for method in ("PUT", "DELETE", "OPTIONS"):
        assert (await reader.ask("table", link, method=method))[0] == 405
    assert (await reader.ask("table", link, data=b"x" * 10_000))[0] == 413
    assert (await reader.ask("table", link, headers={"Origin": "https://evil.example"}))[0] == 403
    assert (await reader.ask("table", link, headers={"Sec-Fetch-Site": "cross-site"}))[0] == 403
    assert (await reader.ask("", headers={"Sec-Fetch-Site": "cross-site"}))[0] == 200, "people come from Discord"
    for path in ("../pyproject.toml", "page.js", "page/page.js", "metrics", "picture/..%2fx"):
        assert (await reader.ask(path, link))[0] == 404, path
    _, _, headers = await reader.ask("table", link, headers={"Origin": PUBLIC})
    assert not [name for name in headers if name.startswith("Access-Control") or name == "Set-Cookie"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    statuses = [(await reader.ask("table", link))[0] for _ in range(site.BURST)]
    assert statuses[-1] == 429
    assert link.partition(".")[2] not in caplog.text


async def test_requests_of_programs_and_previews_change_nothing(asker: Asker, reader: Reader) -> None:
    """Old proxies, previews of links and whoever tries what a server can stand."""
    number, link = await begun(asker)
    key = await asker.tables.pages.make_key(number, ADA.user)
    known = f"Host: x\r\n{site.LINK}: {link}\r\n"
    asked = {
        "HEAD / HTTP/1.0\r\n\r\n": 200,
        f"GET /?key={key} HTTP/1.0\r\n\r\n": 200,
        f"GET /session HTTP/1.1\r\n{known}\r\n": 405,
        f"HEAD /changes HTTP/1.1\r\n{known}\r\n": 405,
        f"HEAD /table HTTP/1.1\r\n{known}\r\n": 200,
        f"GET /../../pyproject.toml HTTP/1.1\r\n{known}\r\n": 404,
        f"GET /picture/%2e%2e%2fx.png HTTP/1.1\r\n{known}\r\n": 404,
        f"GET //evil.example/x HTTP/1.1\r\n{known}\r\n": 404,
        f"CONNECT evil.example:443 HTTP/1.1\r\n{known}\r\n": 405,
        f"GET / HTTP/1.1\r\n{known}X: {'x' * 20_000}\r\n\r\n": 400,
        f"GET /{'x' * 20_000} HTTP/1.1\r\n{known}\r\n": 400,
        "WHAT\r\n\r\n": 400,
    }
    packed = "POST /session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    asked[f"{packed}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"] = 415
    asked[f"{packed}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"] = 413
    asked[f"{packed}Content-Length: 3000\r\n\r\n{'[' * 3000}"] = 400
    port = int(reader.address.rstrip("/").rpartition(":")[2])
    for text, status in asked.items():
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", port)
        outgoing.write(text.encode())
        assert int((await incoming.readline()).split()[1]) == status, text[:80]
        outgoing.close()
        await outgoing.wait_closed()
    assert [sample.value for family in telemetry.PAGE_STREAMS.collect() for sample in family.samples] == [0], "nobody follows"
    assert (await reader.ask("session", method="POST", json={"key": key}))[0] == 200, "nothing of this has used the key up"


@pytest.mark.long
async def test_a_stream_is_silent_while_nothing_public_changes(asker: Asker, reader: Reader) -> None:
    number, link = await begun(asker)
    async with reader.changes(link) as lines:
        await lines.get()
        first, second = [await asker.tables.looks.read(number, user) for user in (ADA.user, BORYS.user)]
        await asker.play(first, ADA.user, move(first, 0))
        assert json.loads(await lines.get())["asks"].endswith(BORYS.name), "that somebody has chosen is public"
        again = await asker.tables.looks.read(number, ADA.user)
        await asker.play(again, ADA.user, move(again, -1))
        await asyncio.sleep(0.2)
        assert lines.empty(), "another choice is not"
        await asker.play(second, BORYS.user, move(second, 0))
        assert json.loads(await lines.get())["log"]


@pytest.mark.parametrize("key", cases(engines.games(), {"rycerze"}))
async def test_twin_tables_send_spectators_the_same_bytes(asker: Asker, reader: Reader, key: str, tokens: list[bytes]) -> None:
    pair, told = twins(engines.games()[key]), []
    for person in (ADA, BORYS):
        await asker.tables.times.set_plan(person.user, obvious=False)  # all moves are among those played below
    for seed, moves in zip(pair.seeds, pair.moves, strict=True):
        tokens[:] = [seed]
        number, link = await begun(asker, key)
        async with reader.changes(link) as lines:
            heard = [await lines.get()]
            for seat, move in moves:
                user = (await asker.tables.looks.table_info(number)).seats[seat].user or 0
                await asker.play(await asker.tables.looks.read(number, user), user, move)
                await settle()
                newest = await reader.page(link, "?theme=light")  # made just now, as nobody follows it
                while {**json.loads(heard[-1]), "picture": None, "seats": None} != {**newest, "picture": None, "seats": None}:
                    heard.append(await lines.get())
            picture = await reader.ask(f"picture/{json.loads(heard[-1])['picture']['name']}", link)
        assert picture[0] == 200
        told.append([*(line.replace(f" · {number}".encode(), b"") for line in heard), picture[1]])
    assert told[0] == told[1]


@pytest.mark.long
@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40))
def test_a_name_survives_the_removal_of_markup(name: str) -> None:
    assert plain_text(f"**{guard(name)}** wins") == f"{name} wins"


def test_the_page_is_small_and_names_no_game() -> None:
    files = site.page_files()
    assert sum(len(body) for kind, body in files.values() if kind != "text/html") + len(files["pl"][1]) <= 20_000
    for kind, body in files.values():
        text = gzip.decompress(body).decode()
        assert not [game for game in engines.games() if game in text.lower()]
        assert "innerHTML" not in text
        if kind == "text/html":
            assert "style=" not in text
            assert "<script>" not in text

"""The sandbox from outside: run alone, its page, its person API without a client, its listeners."""

import asyncio
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from sandbox import MovableClock, Person, Sandbox
from sandbox.client import PATIENCE_SECONDS, NotPossible
from tests.support.probe_bot import Guest, until

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.long
@pytest.mark.parametrize("ending", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
async def test_it_runs_alone_and_ends_with_connections_open(ending: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", "--port", "0", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        said = dict([(await process.stdout.readline()).decode().split() for _ in range(4)])
    assert said["api"].endswith("/api/v10")
    assert said["gateway"].startswith("ws://127.0.0.1:")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {said['token']}"}) as session:
        async with session.get(said["api"] + "/users/@me") as answer:
            assert (await answer.json())["username"] == "Zamki"
        # Open connections do not hold the end up.
        people = await (await session.get(said["page"] + "people")).json()
        async with session.ws_connect(said["gateway"]), session.ws_connect(f"{said['page']}people/{people[0]['id']}/live"):
            process.send_signal(ending)
            assert await asyncio.wait_for(process.wait(), PATIENCE_SECONDS) == 0


async def test_the_page_is_served_and_nothing_else(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(sandbox.url + "/") as answer:
            assert answer.status == 200
            assert "text/html" in answer.headers["Content-Type"]
        for path in ("/nothing.js", "/../world.py", "/..%2fworld.py", "/page/../../world.py"):
            async with session.get(sandbox.url + path) as answer:
                assert answer.status == 404


async def test_the_world_is_the_same_at_every_start(sandbox: Sandbox) -> None:
    async with Sandbox() as other:
        assert [user.id for user in other.world.people] == [user.id for user in sandbox.world.people]
        assert list(other.world.channels) == list(sandbox.world.channels)
        assert other.token == sandbox.token
    async with Sandbox(seed=2) as third:
        assert third.token != sandbox.token


JSON_BODY = {"Content-Type": "application/json"}


async def test_strangers_and_nonsense_get_polite_answers(sandbox: Sandbox, ada: Person) -> None:
    gry = await ada.channel("gry")
    async with aiohttp.ClientSession() as session:
        for method, path, body, status in (
            ("GET", "/people/12/channels", None, 404),
            ("GET", f"/people/{sandbox.world.bot.id}/channels", None, 404),
            ("GET", f"/people/{ada.id}/channels/12/messages", None, 404),
            ("GET", f"/people/{ada.id}/channels/{gry}/messages?limit=none", None, 400),
            ("POST", f"/people/{ada.id}/messages/12/press", "{}", 404),
            ("POST", f"/people/{ada.id}/modals/12", "{}", 404),
            ("POST", f"/people/{ada.id}/channels/{gry}/messages", '{"content": " "}', 400),
            ("POST", f"/people/{ada.id}/channels/{gry}/commands", "{", 400),
            ("POST", f"/people/{ada.id}/channels/{gry}/commands", "[]", 400),
            ("GET", f"/attachments/{gry}/12/none.png", None, 404),
        ):
            async with session.request(method, sandbox.url + path, data=body, headers=JSON_BODY) as answer:
                assert answer.status == status, path
                assert (await answer.json())["error"]
    with pytest.raises(NotPossible, match="nobody"):
        async with Person(sandbox.url, "Zofia"):
            pass


async def test_news_come_live_to_those_they_concern(guest: Guest, ada: Person, borys: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    await ada.press(board, "Form")
    await ada.press(board, "Aside")
    await borys.change(locale="en-US", name="Boris")
    await (await guest.fetch_user(int(ada.id))).create_dm()
    await until(lambda: any(news["t"] == "channel" for news in ada.news))
    assert {news["t"] for news in ada.news} == {"message", "ack", "edit", "modal", "person", "channel"}
    assert {news["t"] for news in borys.news} == {"message", "edit", "person"}
    assert borys.name == "Boris"


async def test_only_the_presser_sees_that_a_press_had_no_answer(
    sandbox: Sandbox, guest: Guest, ada: Person, borys: Person, clock: MovableClock
) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    pressing = asyncio.create_task(ada.press(board, "silence", forge=True))
    await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    clock.advance(3.1)
    assert (await pressing).status == "failed"
    assert [each["sandbox"]["failed"] for each in await ada.messages("gry")] == ["The application did not respond"]
    assert [each["sandbox"]["failed"] for each in await borys.messages("gry")] == [None]
    await ada.press(board, "Which fields?", ["f1"])
    assert (await ada.messages("gry"))[0]["sandbox"]["failed"] is None


async def test_what_is_never_filled_in_fails_in_the_end(guest: Guest, ada: Person, clock: MovableClock) -> None:
    asking = asyncio.create_task(ada.command("gry", "castle later"))
    await (await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)).response.defer()
    await asking
    assert (await ada.messages("gry"))[0]["sandbox"]["deferred"]
    clock.advance(901)
    mark = (await ada.messages("gry"))[0]["sandbox"]
    assert (mark["deferred"], mark["failed"]) == (False, "The application did not respond")


async def test_the_owner_may_delete_and_others_may_not(guest: Guest, ada: Person, borys: Person) -> None:
    said = await borys.say("gry", "hello")
    board = await borys.settled(await borys.command("gry", "castle board"))
    with pytest.raises(NotPossible, match="Permissions"):
        await borys.dismiss(board)
    await borys.dismiss(said)
    await ada.dismiss(board)
    assert await ada.messages("gry") == []


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        MovableClock().advance(-1)

"""Everything that goes wrong at Discord, on demand."""

import aiohttp
import discord
import pytest

from sandbox import Person, Sandbox
from sandbox.client import PATIENCE_SECONDS
from tests.support.probe_bot import Guest, picture, until


async def channel(guest: Guest, ada: Person) -> discord.PartialMessageable:
    return guest.get_partial_messageable(int(await ada.channel("gry")))


async def test_closed_private_messages(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    await ada.change(dms_open=False)
    with pytest.raises(discord.Forbidden) as refused:
        await (await guest.fetch_user(int(ada.id))).send("hand")
    assert refused.value.code == 50007
    await ada.change(dms_open=True)
    await (await guest.fetch_user(int(ada.id))).send("hand")
    sandbox.fault("closed_dm", user=borys.id)
    await (await guest.fetch_user(int(ada.id))).send("not Borys")
    with pytest.raises(discord.Forbidden):
        await (await guest.fetch_user(int(borys.id))).send("once")
    await (await guest.fetch_user(int(borys.id))).send("twice")


async def test_a_permission_is_lost(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    here = await channel(guest, ada)
    sandbox.fault("lost_permission", 2)
    sandbox.fault("lost_permission", permission="VIEW_CHANNEL", channel=here.id)
    await ada.command("gry", "castle secret")
    assert not guest.seen[-1].app_permissions.send_messages
    codes = []
    for _ in range(3):
        with pytest.raises(discord.Forbidden) as refused:
            await here.send("?")
        codes.append(refused.value.code)
    assert codes == [50001, 50013, 50013]
    await here.send("again")
    with pytest.raises(KeyError):
        sandbox.fault("lost_permission", permission="FLY")


async def test_a_message_is_gone_or_too_old(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    message = await (await channel(guest, ada)).send("board")
    sandbox.fault("edit_too_old", message=message.id)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="x")
    assert refused.value.code == 30046
    await message.edit(content="y")
    sandbox.fault("deleted_message")
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="z")
    assert gone.value.code == 10008
    assert await ada.messages("gry") == []


@pytest.mark.long
async def test_a_server_error_before_or_after_the_work(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    here = await channel(guest, ada)
    sandbox.fault("status", status=503, method="post", path="/messages$")
    with pytest.raises(discord.DiscordServerError):
        await here.send("before")
    assert await ada.messages("gry") == []
    sandbox.fault("status", status=503, path="/messages$", after=True)
    with pytest.raises(discord.DiscordServerError):
        await here.send("after")
    assert [each["content"] for each in await ada.messages("gry")] == ["after"]
    # The library tries again by itself after 500 and 502.
    sandbox.fault("status", status=502, path="/messages$")
    await here.send("at last")
    assert [each["content"] for each in await ada.messages("gry")] == ["after", "at last"]


async def test_a_callback_fails(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    sandbox.interactions.seconds = 0.2
    sandbox.fault("status", status=400, path="/callback$")
    assert (await ada.command("gry", "castle secret")).status == "failed"
    assert (await ada.command("gry", "castle secret")).status == "answered"


async def test_rate_limits(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    here = await channel(guest, ada)
    sandbox.fault("rate_limit", retry_after=0.3, path="/messages$")
    await here.send("slowly")  # who comes again too early is refused again
    assert [exchange.status for exchange in sandbox.record if exchange.path.endswith("/messages")] == [429, 200]


@pytest.mark.long
async def test_a_bucket_runs_empty_and_the_library_waits(guest: Guest, sandbox: Sandbox, ada: Person) -> None:
    sandbox.buckets.limit, sandbox.buckets.window = 5, 0.5
    here = await channel(guest, ada)
    for number in range(7):
        await here.send(f"{number}", file=picture())
    assert not [exchange for exchange in sandbox.record if exchange.status == 429]
    sandbox.buckets.window = PATIENCE_SECONDS
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as session:
        path = f"{sandbox.api}/channels/{here.id}/messages"
        statuses = []
        for _ in range(8):
            async with session.post(path, json={"content": "rude"}) as answer:
                statuses.append(answer.status)
                last = answer
        assert statuses[-1] == 429
        assert last.headers["Content-Type"] == "application/json"
        assert {"Via", "X-RateLimit-Reset-After", "X-RateLimit-Bucket", "Retry-After"} <= set(last.headers)


@pytest.mark.long
async def test_slowness(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    sandbox.interactions.seconds = 0.2
    sandbox.fault("slow", seconds=0.4, path="/callback$")
    outcome = await ada.command("gry", "castle secret")
    assert outcome.status == "failed", "the answer came too late"
    await until(lambda: bool(sandbox.errors()))
    assert sandbox.errors()[-1]["code"] == 10062


async def test_faults_are_set_up_over_http(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.post(sandbox.url + "/faults", json={"kind": "edit_too_old", "times": 2}) as answer:
            assert await answer.json() == {"kind": "edit_too_old", "times": 2}
        async with session.get(sandbox.url + "/faults") as answer:
            assert len(await answer.json()) == 1
        for wrong in (
            {"kind": "earthquake"},
            {"kind": "lost_permission", "permission": "FLY"},
            {"kind": "drop", "path": "("},
            {"kind": "drop", "share": "most"},
            {"kind": "drop", "times": "many"},
            {"kind": "broken", "ways": 5},
            {"kind": "broken", "order": ["earthquake"]},
        ):
            async with session.post(sandbox.url + "/faults", json=wrong) as answer:
                assert answer.status == 400
        async with session.post(sandbox.url + "/faults", json={"kind": "drop_gateway"}) as answer:
            assert answer.status == 200
        assert (await ada.command("gry", "castle secret")).status == "answered"
        assert sandbox.gateway_server.resumes == 1
        async with session.delete(sandbox.url + "/faults") as answer:
            assert answer.status == 204
    assert not sandbox.faults.due


async def test_a_refusal_that_no_bot_expects(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    here = await channel(guest, ada)
    sandbox.fault("refusal", 1)
    sandbox.fault("refusal", 1, code=40005, larger=500)
    with pytest.raises(discord.HTTPException) as refused:
        await here.send("board")
    assert (refused.value.status, refused.value.code) == (400, 50035)
    await here.send("small")
    with pytest.raises(discord.HTTPException) as refused:
        await here.send("x" * 600)
    assert (refused.value.status, refused.value.code) == (413, 40005)
    await here.send("y" * 600)

"""The sandbox is its own page's and this machine's programs': pages of others, whatever they send, are refused."""

from typing import Any

import aiohttp
import pytest

from sandbox import Person, Sandbox
from sandbox.client import selects
from tests.support.cases import cases
from tests.support.probe_bot import Guest

SAY = {"content": "hello"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, 200),
        ({"Host": "[::1]:{port}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Host": "127.0.0.1.evil.example:{port}"}, 403),
        ({"Host": "127.0.0.1"}, 403),
    ],
)
async def test_only_its_own_page_and_programs_are_answered(headers: dict[str, str], status: int) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as http:
        port = sandbox.url.rpartition(":")[2]
        given = {name: value.format(port=port) for name, value in headers.items()}
        async with http.get("/people", headers=given) as answer:
            assert answer.status == status
        ada = str(next(user.id for user in sandbox.world.users.values() if not user.bot))
        async with http.get("/", headers=given) as answer:
            assert answer.status == status
        for path in (f"/people/{ada}/live", "/gateway/"):
            if status == 200:
                await (await http.ws_connect(path, headers=given)).close()
            else:
                with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                    await http.ws_connect(path, headers=given)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
async def test_what_a_form_can_send_is_refused(kind: str) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as http:
        async with http.post("/faults", data=b'{"kind": "drop_gateway"}', headers={"Content-Type": kind}) as answer:
            assert answer.status == 415
        async with http.post("/faults", json={"kind": "lost_answer"}) as answer:
            assert answer.status in {200, 400}


@pytest.mark.parametrize("number", ["²", "٣", "9" * 21, "9" * 4400, "-1", "1_0", "x"])
async def test_a_strange_number_in_a_path_is_nobody_and_no_fault(number: str) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as http:
        ada = str(next(user.id for user in sandbox.world.users.values() if not user.bot))
        for path in (
            f"/people/{number}/channels",
            f"/people/{ada}/channels/{number}/messages",
            f"/people/{ada}/interactions/{number}",
        ):
            async with http.get(path) as answer:
                assert answer.status in {400, 403, 404}, path
        bot = {"Authorization": f"Bot {sandbox.token}"}
        async with http.get(f"/api/v10/channels/{number}", headers=bot) as answer:
            assert answer.status == 404


STRANGE: list[tuple[str, dict[str, Any]]] = [
    *(("command", {"path": ["castle", "board"], "repeat": repeat}) for repeat in ("x", 1.5, -1, True, 10**6, 10**400, [1])),
    *(("command", {"path": path}) for path in (5, {"a": 1})),
    *(("command", {"path": ["castle", "board"], "options": options}) for options in ("abc", [1], 7)),
    ("menu", {"name": "Challenge", "target": "1", "repeat": "x"}),
    ("autocomplete", {"path": ["castle", "board"], "options": [1], "focused": "word"}),
    *(("press", {"custom_id": "x", "values": values, "forge": True}) for values in (5, "abc", {"a": 1})),
    *(("press", {"custom_id": "people", "values": [who], "forge": True}) for who in ("1", "x", "²", "9" * 30)),
    ("press", {"custom_id": "people", "values": ["1"]}),
    ("press", {"custom_id": "people", "values": [], "repeat": {"a": 1}}),
    *(("faults", {"kind": "slow", "times": times}) for times in ("x", 1e400, None)),
    *(("faults", {"kind": "slow", "seconds": seconds}) for seconds in ("x", 1e400, None, True)),
    ("faults", {"kind": "slow", "share": 10**400}),
    ("faults", {"kind": "status", "status": "x"}),
    ("groups", {"people": 5}),
]


@pytest.mark.long
@pytest.mark.parametrize(("way", "body"), cases(STRANGE, STRANGE[::4]))
async def test_a_strange_value_in_a_body_is_refused_and_no_fault(
    sandbox: Sandbox, guest: Guest, ada: Person, way: str, body: dict[str, Any]
) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    here = f"/people/{ada.id}/channels/{board['channel_id']}"
    paths = {
        "press": f"/people/{ada.id}/messages/{board['id']}/press",
        "faults": "/faults",
        "groups": f"/people/{ada.id}/groups",
        "command": f"{here}/commands",
        "menu": f"{here}/menu",
        "autocomplete": f"{here}/autocomplete",
    }
    if body.get("custom_id") == "people":
        body = body | {"custom_id": selects(board)[1]["custom_id"]}
    async with aiohttp.ClientSession(sandbox.url) as http, http.post(paths[way], json=body) as answer:
        assert answer.status == 400, await answer.text()
        assert (await answer.json())["error"]


async def test_a_body_that_nests_too_deep_is_no_json() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as http:
        deep = b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
        async with http.post("/faults", data=deep, headers={"Content-Type": "application/json"}) as answer:
            assert answer.status == 400

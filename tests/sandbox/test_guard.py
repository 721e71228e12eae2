"""The sandbox is its own page's and this machine's programs': pages of others, whatever they send, are refused."""

import aiohttp
import pytest

from sandbox import Sandbox

SAY = {"content": "hello"}


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

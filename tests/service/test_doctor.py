"""What a host can set wrongly in the developer portal is found, with a remedy, and nothing is changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chat.wire.internals import Gateway
from sandbox import Sandbox
from service.doctor import CHECKS, LOGINS_SCARCE, NEEDED, VERIFIED, Seen
from service.findings import Advice, Fault
from tests.support import openapi
from tests.support.bot_process import started

README = Path(__file__).parents[2] / "README.md"

GIVEN = {"scopes": ["bot", "applications.commands"], "permissions": str(sum(NEEDED.values()))}

WELL: dict[str, Any] = {
    "id": "1",
    "bot_public": True,
    "bot_require_code_grant": False,
    "interactions_endpoint_url": None,
    "integration_types_config": {"0": {"oauth2_install_params": GIVEN}, "1": {}},
    "approximate_guild_count": 2,
    "flags": 0,
    "privacy_policy_url": "https://example.com/privacy",
    "terms_of_service_url": "https://example.com/terms",
    "description": "Castle board games",
}

SERVER = {"id": "2", "name": "Castle", "permissions": str(sum(NEEDED.values()))}


def seen(
    *, guilds: list[Mapping[str, Any]] | None = None, user: int = 0, left: int = 1000, names: str = "zamki", **portal: Any
) -> Seen:
    return Seen(
        user={"id": "1", "username": "Zamki", "public_flags": user},
        application=WELL | portal,
        guilds=[SERVER] if guilds is None else guilds,
        commands=[{"type": 1, "name": name} for name in names.split()],
        gateway=Gateway(1, 1, 1000, left, 3600.0),
    )


def found(given: Seen) -> dict[str, str]:
    """What is not well, by the name of the check: faults begin with "✗"."""
    told = {}
    for name, check in CHECKS.items():
        try:
            text = check(given)
        except Fault as fault:
            told[name] = f"✗ {fault}"
        else:
            if isinstance(text, Advice):
                told[name] = text
    return told


def test_the_permissions_are_those_of_the_readmes_invitation() -> None:
    assert f"&permissions={sum(NEEDED.values())}`" in README.read_text(encoding="utf-8")


def test_an_application_that_is_set_up_well_is_well() -> None:
    assert found(seen()) == {}


@pytest.mark.parametrize(
    ("name", "wrong", "remedy"),
    [
        ("presses", seen(interactions_endpoint_url="https://example.com/secret"), "✗ Empty Interactions Endpoint URL"),
        ("adding", seen(bot_require_code_grant=True), "✗ Requires OAuth2 Code Grant off"),
        ("adding", seen(bot_public=False), "Public Bot on"),
        ("installation", seen(integration_types_config=None), "Guild Install"),
        ("installation", seen(integration_types_config={"0": {}}), "lacks bot, applications.commands, View Channels"),
        (
            "installation",
            seen(integration_types_config={"0": {"oauth2_install_params": GIVEN | {"permissions": "3072"}}}),
            "lacks Attach Files, Read Message History, Create Public Threads, Send Messages in Threads",
        ),
        ("installation", seen(custom_install_url="https://discord.com/oauth2/authorize?scope=bot"), "the custom link"),
        ("servers", seen(approximate_guild_count=75), "Ask for verification"),
        ("servers", seen(approximate_guild_count=100), "✗ verified"),
        ("permissions", seen(guilds=[SERVER, SERVER | {"name": "Tower", "permissions": "0"}]), "1 of 2 servers"),
        ("intents", seen(flags=1 << 19), "Message Content Intent"),
        ("logins", seen(left=LOGINS_SCARCE - 1), "log why"),
        ("pages", seen(terms_of_service_url=None), "no terms"),
    ],
)
def test_what_is_set_wrongly_is_found_with_its_remedy(name: str, wrong: Seen, remedy: str) -> None:
    told = found(wrong)
    assert set(told) == {name}
    assert told[name].startswith("✗") == remedy.startswith("✗")
    assert all(word in told[name] for word in remedy.removeprefix("✗ ").split(", ")), told[name]


@pytest.mark.parametrize(
    "well",
    [
        seen(approximate_guild_count=500, user=VERIFIED),
        seen(guilds=[SERVER | {"permissions": str(1 << 3)}]),
        seen(guilds=[]),
        seen(names=""),
        seen(integration_types_config={"0": {"oauth2_install_params": GIVEN | {"permissions": "8"}}}),
        seen(custom_install_url=f"https://a.example/?scope=bot+applications.commands&permissions={sum(NEEDED.values())}"),
    ],
)
def test_what_is_well_in_another_way_is_no_fault(well: Seen) -> None:
    assert found(well) == {}


def test_the_address_that_gets_the_presses_is_not_printed() -> None:
    assert "secret" not in found(seen(interactions_endpoint_url="https://example.com/secret"))["presses"]


@pytest.mark.long
async def test_the_doctor_looks_at_an_application_and_changes_nothing(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:

        async def look(token: str) -> tuple[int, str]:
            there = {"DISCORD_TOKEN": token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
            done = await asyncio.to_thread(started, "doctor", folder=tmp_path, **there)
            return done.returncode, done.stdout

        code, told = await look(sandbox.token)
        assert code == 0, told
        assert "✓ presses" in told
        assert "! installation" in told
        assert told.endswith("All is well. Lines with ! say what could be better.\n")
        sandbox.world.portal["bot_require_code_grant"] = True
        code, told = await look(sandbox.token)
        assert (code, told.count("✗ adding")) == (1, 1)
        code, told = await look("x.y")
        assert code == 1
        assert "Reset Token" in told
        assert {exchange.method for exchange in sandbox.record} == {"GET"}
        assert list(tmp_path.iterdir()) == []
        assert openapi.specification() is None or not openapi.violations(sandbox.record)

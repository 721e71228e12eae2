"""What people are offered, in their language, and what a client would not let them do."""

from typing import Any

import pytest

from sandbox import Person, Sandbox
from sandbox.client import NotPossible, texts
from tests.support.probe_bot import Guest


async def test_commands_are_offered_in_everybodys_language(guest: Guest, ada: Person, chloe: Person) -> None:
    polish = next(each for each in await ada.commands("gry") if each["path"] == ["castle", "board"])
    assert polish["shown"] == ["zamek", "plansza"]
    assert polish["description"] == "Wszystko o zamkach"
    assert polish["options"] == [
        {
            "name": "size",
            "shown": "rozmiar",
            "description": "…",
            "type": 4,
            "required": False,
            "autocomplete": False,
            "choices": [],
            "min_value": 1,
            "max_value": 9,
        }
    ]
    british = next(each for each in await chloe.commands("gry") if each["path"] == ["castle", "board"])
    assert british["shown"] == ["castle", "board"]
    assert british["description"] == "British Everything about castles"
    # Discord falls back from American to British, and from British to American, before it takes the default.
    await chloe.change(locale="en-US")
    assert next(each for each in await chloe.commands("gry") if each["path"] == ["castle", "board"]) == british
    await chloe.change(locale="de")
    german = next(each for each in await chloe.commands("gry") if each["path"] == ["castle", "board"])
    assert german["description"] == "Everything about castles"


async def test_suggestions_follow_what_is_typed(guest: Guest, ada: Person) -> None:
    assert [each["value"] for each in await ada.autocomplete("gry", "castle move", "word", word="a")] == ["gate", "wall"]
    assert len(await ada.autocomplete("gry", "castle move", "word")) == 25
    answer = await ada.command("gry", "castle move", word="anything at all")
    assert answer.message
    assert texts(answer.message) == ["moved anything at all"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "options", "why"),
    [
        ("castle burn", {}, "no command"),
        ("castle", {}, "not a whole command"),
        ("castle move", {}, "required"),
        ("castle board", {"size": 10}, "between 1 and 9"),
        ("castle board", {"size": "big"}, "no value"),
        ("castle secret", {"word": "much too long"}, "between 1 and 10"),
        ("castle secret", {"key": "x"}, "no option"),
        ("castle call", {"whom": "1", "loud": True}, "no value"),
        ("castle call", {"whom": "1004001357913579135", "loud": "perhaps"}, "no value"),
    ],
)
async def test_a_client_sends_no_nonsense(guest: Guest, ada: Person, path: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        await ada.command("gry", path, **options)
    assert not guest.seen


async def test_what_is_offered_depends_on_place_and_rights(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    plain = {"type": 1, "version": "1", "application_id": "1", "description": "x"}
    sandbox.world.commands[None] = [
        plain | {"id": "1", "name": "owners", "default_member_permissions": "0"},
        plain | {"id": "2", "name": "managers", "default_member_permissions": str(1 << 5)},
        plain | {"id": "3", "name": "here", "contexts": [0]},
        plain | {"id": "4", "name": "private", "contexts": [1]},
    ]
    guild = next(iter(sandbox.world.guilds))
    sandbox.world.commands[guild] = [plain | {"id": "5", "name": "here", "description": "of this guild"}]

    async def names(person: Person, channel: object) -> list[str]:
        return [each["path"][0] for each in await person.commands(channel)]  # type: ignore[arg-type]

    assert await names(ada, "gry") == ["here", "owners", "managers"]
    assert await names(borys, "gry") == ["here"]
    assert (await borys.commands("gry"))[0]["description"] == "of this guild"
    assert (await borys.commands("games"))[0]["description"] == "x"
    assert await names(borys, await borys.dm()) == ["owners", "managers", "private"]


async def test_nobody_answers_when_the_bot_is_away(sandbox: Sandbox, ada: Person) -> None:
    sandbox.interactions.seconds = 0.1
    sandbox.world.commands[None] = [{"type": 1, "id": "1", "name": "castle", "description": "x"}]
    outcome = await ada.command("gry", "castle")
    assert (outcome.status, outcome.error) == ("failed", "The application did not respond")

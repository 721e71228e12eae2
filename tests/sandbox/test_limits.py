"""Every documented limit is refused with 50035, and the answer names the field."""

import io
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox

JSON = dict[str, Any]
V2 = 1 << 15


class Rest:
    """A bot without a library."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.channel = next(iter(sandbox.world.channels))

    async def call(
        self, method: str, path: str, body: Any = None, data: aiohttp.FormData | None = None
    ) -> tuple[int, Any, aiohttp.ClientResponse]:
        headers = {"Authorization": f"Bot {self.sandbox.token}"}
        address = self.sandbox.api + path
        async with self.session.request(method, address, json=body, data=data, headers=headers) as answer:
            return answer.status, await answer.json() if answer.content_length else None, answer

    async def post(self, body: JSON, data: aiohttp.FormData | None = None) -> tuple[int, Any]:
        status, answer, _ = await self.call("POST", f"/channels/{self.channel}/messages", None if data else body, data)
        return status, answer


@pytest.fixture
async def rest(sandbox: Sandbox) -> Any:
    async with aiohttp.ClientSession() as session:
        yield Rest(sandbox, session)


def leaves(errors: JSON, path: str = "") -> dict[str, str]:
    """Each named field with its code."""
    if "_errors" in errors:
        return {path: errors["_errors"][0]["code"]}
    found: dict[str, str] = {}
    for key, inner in errors.items():
        found |= leaves(inner, f"{path}.{key}" if path else key)
    return found


def button(**more: Any) -> JSON:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more


def row(*children: JSON) -> JSON:
    return {"type": 1, "components": list(children)}


def menu(count: int = 1, **more: Any) -> JSON:
    options = [{"label": f"{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options} | more


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def classic(*rows: JSON) -> JSON:
    return {"content": "x", "components": list(rows)}


def modern(*components: JSON) -> JSON:
    return {"flags": V2, "components": list(components)}


def gallery(*items: JSON) -> JSON:
    return {"type": 12, "items": list(items)}


B = "components.0.components.0"
WRONG: list[tuple[JSON, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "t" * 4096}, {"description": "t" * 1905}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"image": {"url": "attachment://no.png"}}]}, "embeds.0.image.url", "ATTACHMENT_NOT_FOUND"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.users",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ({"content": "x", "attachments": [{"id": "7"}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference", "REPLIES_UNKNOWN_MESSAGE"),
    (classic(*[row(button(custom_id=f"b{n}")) for n in range(6)]), "components", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(*[button(custom_id=f"b{n}") for n in range(6)])), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (classic(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(button(), menu())), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (classic(text("no")), "components.0.type", "UNION_TYPE_CHOICES"),
    (classic(row(button(), button())), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (classic(row(button(custom_id="x" * 101))), f"{B}.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(button(custom_id=""))), f"{B}.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (classic(row({"type": 2, "style": 1, "label": "no id"})), f"{B}.custom_id", "BASE_TYPE_REQUIRED"),
    (classic(row(button(label="x" * 81))), f"{B}.label", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(button(label=""))), f"{B}.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (classic(row(button(style=7))), f"{B}.style", "BASE_TYPE_CHOICES"),
    (classic(row(button(emoji={"name": "castle"}))), f"{B}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    (classic(row({"type": 2, "style": 5, "label": "link"})), f"{B}.url", "BUTTON_COMPONENT_LINK_URL_REQUIRED"),
    (classic(row({"type": 2, "style": 5, "label": "l", "url": "https://" + "x" * 505})), f"{B}.url", "BASE_TYPE_BAD_LENGTH"),
    (classic(row({"type": 2, "style": 5, "label": "l", "url": "ftp://x"})), f"{B}.url", "URL_TYPE_INVALID_SCHEME"),
    (classic(row(menu(26))), f"{B}.options", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(0))), f"{B}.options", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(2, max_values=3))), f"{B}.options", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(3, min_values=3, max_values=2))), f"{B}.min_values", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(3, max_values=26))), f"{B}.max_values", "NUMBER_TYPE_MAX"),
    (classic(row(menu(placeholder="x" * 151))), f"{B}.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(menu(options=[{"label": "x" * 101, "value": "v"}]))), f"{B}.options.0.label", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(options=[{"label": "l", "value": "x" * 101}]))), f"{B}.options.0.value", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(menu(options=[{"label": "l"}]))), f"{B}.options.0.value", "BASE_TYPE_REQUIRED"),
    (
        classic(row(menu(options=[{"label": "l", "value": "v", "description": "x" * 101}]))),
        f"{B}.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        classic(row(menu(options=[{"label": "l", "value": "v"}] * 2))),
        f"{B}.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"flags": V2, "content": "x", "components": [text("y")]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text("y")]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        modern(*[row(*[button(custom_id=f"{r}.{n}") for n in range(5)]) for r in range(7)]),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (modern(text("x" * 4001)), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (modern(text("x" * 2001), text("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (modern(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (modern(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    (modern({"type": 9, "components": [text("x")]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (
        modern({"type": 9, "components": [text("x")] * 4, "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (modern({"type": 17, "components": []}), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (modern({"type": 17, "accent_color": 1 << 24, "components": [text("x")]}), "components.0.accent_color", "NUMBER_TYPE_MAX"),
    (modern({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}), f"{B}.type", "UNION_TYPE_CHOICES"),
    (modern(gallery()), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (modern(gallery(*[{"media": {"url": "https://x/y.png"}}] * 11)), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (
        modern(gallery({"media": {"url": "attachment://no.png"}})),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        modern(gallery({"media": {"url": "https://x/y.png"}, "description": "x" * 1025})),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (modern({"type": 14, "spacing": 3}), "components.0.spacing", "BASE_TYPE_CHOICES"),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "field", "code"), WRONG, ids=[f"{n}:{field}:{code}" for n, (_, field, code) in enumerate(WRONG)]
)
async def test_a_message_is_refused(rest: Rest, body: JSON, field: str, code: str) -> None:
    status, answer = await rest.post(body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert leaves(answer["errors"]) == {field: code}


RIGHT: list[JSON] = [
    {"content": "x" * 2000},
    classic(*[row(*[button(custom_id=f"{r}.{n}".ljust(100, "-"), label="x" * 80) for n in range(5)]) for r in range(5)]),
    classic(row(menu(25, max_values=25, placeholder="x" * 150))),
    modern(*[row(*[button(custom_id=f"{r}.{n}") for n in range(5)]) for r in range(6)], *[text("x") for _ in range(4)]),
    modern(text("x" * 4000)),
    modern(gallery(*[{"media": {"url": "https://x/y.png"}, "description": "x" * 1024}] * 10)),
]


@pytest.mark.long
@pytest.mark.parametrize("body", RIGHT)
async def test_what_just_fits_is_taken(rest: Rest, body: JSON) -> None:
    assert (await rest.post(body))[0] == 200


GARBAGE: list[JSON] = [
    {"content": 5},
    {"content": ["x"]},
    {"content": "x", "flags": "many"},
    {"content": "x", "embeds": "none"},
    {"content": "x", "embeds": ["none"]},
    {"content": "x", "embeds": [{"title": 5}]},
    {"content": "x", "embeds": [{"fields": ["x"]}]},
    {"content": "x", "embeds": [{"footer": "x"}]},
    {"content": "x", "components": {"type": 1}},
    {"content": "x", "components": [7]},
    {"content": "x", "components": [{"type": 1, "components": [7]}]},
    {"content": "x", "components": [row(menu(options=["x"]))]},
    {"content": "x", "components": [row(menu(options=[{"label": 5, "value": 5}]))]},
    {"content": "x", "components": [row(button(emoji="x"))]},
    {"content": "x", "components": [row(button(custom_id=7))]},
    {"content": "x", "components": [row(button(custom_id=["x"]))]},
    {"content": "x", "allowed_mentions": {"users": ["nobody"]}},
    {"content": "x", "allowed_mentions": {"parse": "users"}},
    {"content": "x", "attachments": [None]},
    {"content": "x", "attachments": [{"id": [0]}]},
    {"content": "x", "message_reference": "above"},
    {"content": "x", "message_reference": {"message_id": "above"}},
    modern(gallery("picture")),  # type: ignore[arg-type]
    modern(gallery({"media": "picture"})),
    modern({"type": 11, "media": {"url": "https://x"}}),
    modern({"type": 17, "components": "x"}),
    modern({"type": "17"}),
    modern({"type": 10, "content": "x", "id": "one"}),
    modern({"type": 10, "content": "x", "id": [1]}),
]


@pytest.mark.long
@pytest.mark.parametrize("body", GARBAGE)
async def test_garbage_is_refused_politely(rest: Rest, body: JSON) -> None:
    status, answer = await rest.post(body)
    assert (status, answer["code"]) == (400, 50035)
    assert leaves(answer["errors"])


async def test_an_empty_message_is_refused(rest: Rest) -> None:
    for body in ({}, {"content": ""}, classic(row(button())) | {"content": ""}, {"flags": V2, "components": []}):
        status, answer = await rest.post(body)
        assert (status, answer["code"]) == (400, 50006)


def upload(*files: tuple[str, bytes], payload: str = "{}") -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("payload_json", payload)
    for number, (name, data) in enumerate(files):
        form.add_field(f"files[{number}]", io.BytesIO(data), filename=name, content_type="application/octet-stream")
    return form


@pytest.mark.long
async def test_a_file_too_large_or_too_many(rest: Rest) -> None:
    status, answer = await rest.post({}, upload(("ok.bin", bytes(10 * 1024 * 1024))))
    assert status == 200
    assert answer["attachments"][0]["size"] == 10 * 1024 * 1024
    status, answer = await rest.post({}, upload(("big.bin", bytes(10 * 1024 * 1024 + 1))))
    assert (status, answer["code"]) == (413, 40005)
    many = ",".join(f'{{"id": "{n}"}}' for n in range(11))
    files = [(f"{n}.txt", b"x") for n in range(11)]
    _, answer = await rest.post({}, upload(*files, payload=f'{{"attachments": [{many}]}}'))
    assert leaves(answer["errors"]) == {"attachments": "BASE_TYPE_MAX_LENGTH"}
    _, answer = await rest.post({}, upload(*files))
    assert leaves(answer["errors"]) == {"attachments": "BASE_TYPE_MAX_LENGTH"}


async def test_alt_text_has_1024_letters(rest: Rest) -> None:
    for length, expected in ((1024, 200), (1025, 400)):
        payload = '{"attachments": [{"id": "0", "description": "' + "x" * length + '"}]}'
        status, answer = await rest.post({}, upload(("a.png", b"x"), payload=payload))
        assert status == expected
    assert leaves(answer["errors"]) == {"attachments.0.description": "BASE_TYPE_MAX_LENGTH"}


async def test_broken_json_wrong_token_and_unknown_routes(rest: Rest, sandbox: Sandbox) -> None:
    path = f"/channels/{rest.channel}/messages"
    headers = {"Authorization": f"Bot {sandbox.token}", "Content-Type": "application/json"}
    async with rest.session.post(sandbox.api + path, data=b"{", headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)
    async with rest.session.post(sandbox.api + path, json={"content": "x"}) as answer:
        assert (answer.status, await answer.json()) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await rest.call("GET", "/nowhere"))[0] == 404
    assert (await rest.call("GET", "/channels/12/messages"))[1]["code"] == 10003
    assert (await rest.call("GET", path + "/12"))[1]["code"] == 10008
    assert (await rest.call("GET", path + "/twelve"))[0] == 404


def command(**more: Any) -> JSON:
    return {"name": "castle", "description": "Castles", "type": 1} | more


def option(**more: Any) -> JSON:
    return {"type": 3, "name": "word", "description": "A word"} | more


LONG = [{"name": "x" * 100, "value": f"{n:0100}"} for n in range(25)]
COMMANDS: list[tuple[list[JSON], str, str]] = [
    ([command(name="Castle")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="x" * 33)], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="two words")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name_localizations={"pl": "Zamek"})], "0.name_localizations.pl", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name_localizations={"xx": "zamek"})], "0.name_localizations.xx", "BASE_TYPE_CHOICES"),
    ([command(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(description="x" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(options=[option(name=f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_MAX_LENGTH"),
    ([command(options=[option(), option()])], "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    (
        [command(options=[option(), option(name="b", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    ([command(options=[option(type=12)])], "0.options.0.type", "BASE_TYPE_CHOICES"),
    (
        [command(options=[option(choices=[{"name": "n", "value": f"{n}"} for n in range(26)])])],
        "0.options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        [command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])])],
        "0.options.0.choices.0.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])])],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE",
    ),
    ([command(options=[option(max_length=6001)])], "0.options.0.max_length", "NUMBER_TYPE_MAX"),
    (
        [command(options=[option(name=f"o{n}", choices=LONG) for n in range(2)])],
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("body", "field", "code"), COMMANDS, ids=[f"{field}:{code}" for _, field, code in COMMANDS])
async def test_commands_are_refused(rest: Rest, body: list[JSON], field: str, code: str) -> None:
    status, answer, _ = await rest.call("PUT", f"/applications/{rest.sandbox.world.bot.id}/commands", body)
    assert (status, answer["code"]) == (400, 50035)
    assert leaves(answer["errors"]) == {field: code}


async def test_at_most_a_hundred_commands(rest: Rest) -> None:
    path = f"/applications/{rest.sandbox.world.bot.id}/commands"
    hundred = [command(name=f"c{n}") for n in range(100)]
    assert (await rest.call("PUT", path, hundred))[0] == 200
    assert (await rest.call("PUT", path, [*hundred, command()]))[0] == 400
    first = (await rest.call("GET", path))[1][0]
    # A command that is sent again keeps its id.
    assert (await rest.call("PUT", path, hundred))[1][0]["id"] == first["id"]
    status, changed, _ = await rest.call("PATCH", f"{path}/{first['id']}", {"description": "New"})
    assert (status, changed["description"]) == (200, "New")
    assert (await rest.call("DELETE", f"{path}/{first['id']}"))[0] == 204
    assert (await rest.call("GET", f"{path}/{first['id']}"))[1]["code"] == 10063
    assert (await rest.call("POST", path, command(name="c0")))[0] == 201
    assert (await rest.call("POST", path, command(name="c0")))[0] == 200


def label(component: JSON, **more: Any) -> JSON:
    return {"type": 18, "label": "Name", "component": component} | more


def field(**more: Any) -> JSON:
    return {"type": 4, "style": 1, "custom_id": "name"} | more


def modal(*components: JSON, **more: Any) -> JSON:
    return {"title": "Form", "custom_id": "form", "components": list(components)} | more


MODALS: list[tuple[JSON, str, str]] = [
    (modal(label(field()), title="x" * 46), "title", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(field()), custom_id="x" * 101), "custom_id", "BASE_TYPE_BAD_LENGTH"),
    (modal(), "components", "BASE_TYPE_BAD_LENGTH"),
    (modal(*[label(field(custom_id=f"{n}")) for n in range(6)]), "components", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(field(), label="x" * 46)), "components.0.label", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(field(), description="x" * 101)), "components.0.description", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(button())), "components.0.component.type", "UNION_TYPE_CHOICES"),
    (modal(label(field(placeholder="x" * 101))), "components.0.component.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (modal(label(field(value="x" * 4001))), "components.0.component.value", "BASE_TYPE_MAX_LENGTH"),
    (modal(label(field(max_length=4001))), "components.0.component.max_length", "NUMBER_TYPE_MAX"),
    (modal(label(field()), label(field())), "components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (modal(row(field())), "components.0.components.0.label", "BASE_TYPE_BAD_TYPE"),
]
CHOICES: list[tuple[list[JSON], str, str]] = [
    ([{"name": f"{n}", "value": f"{n}"} for n in range(26)], "data.choices", "BASE_TYPE_MAX_LENGTH"),
    ([{"name": "x" * 101, "value": "v"}], "data.choices.0.name", "BASE_TYPE_BAD_LENGTH"),
    ([{"name": "n", "value": "x" * 101}], "data.choices.0.value", "BASE_TYPE_BAD_LENGTH"),
]


async def asked(rest: Rest, start: Callable[..., Any], *arguments: Any) -> str:
    """The callback's path of an interaction that Ada starts."""
    world = rest.sandbox.world
    interaction = start(world.people[0], world.channels[rest.channel], *arguments)
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


@pytest.fixture
async def callback(rest: Rest) -> Any:
    """Starts commands and autocompletions as a person does."""
    body = [command(options=[option(autocomplete=True)])]
    assert (await rest.call("PUT", f"/applications/{rest.sandbox.world.bot.id}/commands", body))[0] == 200
    actions = rest.sandbox.person_api.actions

    async def start(*, completing: bool = False) -> str:
        if completing:
            return await asked(rest, actions.autocomplete, ["castle"], {"word": "x"}, "word")
        return await asked(rest, actions.command, ["castle"], {})

    return start


async def test_forms_and_suggestions_are_refused(rest: Rest, callback: Any) -> None:
    path = await callback()
    for data, name, code in MODALS:
        status, answer, _ = await rest.call("POST", path, {"type": 9, "data": data})
        assert (status, leaves(answer["errors"])) == (400, {f"data.{name}": code})
    # A refused callback answers nothing: the interaction is still open.
    assert (await rest.call("POST", path, {"type": 9, "data": modal(label(field()))}))[0] == 204
    path = await callback(completing=True)
    for choices, name, code in CHOICES:
        _, answer, _ = await rest.call("POST", path, {"type": 8, "data": {"choices": choices}})
        assert leaves(answer["errors"]) == {name: code}
    _, answer, _ = await rest.call("POST", path, {"type": 4, "data": {"content": "no suggestions"}})
    assert leaves(answer["errors"]) == {"type": "BASE_TYPE_CHOICES"}


async def test_the_command_that_launches_activities_stays_in_the_list(rest: Rest) -> None:
    path, sandbox = f"/applications/{rest.sandbox.world.bot.id}/commands", rest.sandbox
    sandbox.world.switch_on_activities()
    ours = {"name": "castle", "description": "x"}
    status, answer, _ = await rest.call("PUT", path, [ours])
    assert (status, answer["code"]) == (400, 50240)
    _, (launch,), _ = await rest.call("GET", path + "?with_localizations=true")
    assert (launch["type"], launch["handler"]) == (4, 2)
    assert (await rest.call("PUT", path, [ours, launch]))[0] == 200
    assert {(each["type"], each["name"]) for each in sandbox.world.commands[None]} == {(1, "castle"), (4, "launch")}


async def test_the_callback_names_its_fields_below_data(rest: Rest, callback: Any) -> None:
    path = await callback()
    _, answer, _ = await rest.call("POST", path, {"type": 4, "data": {"content": "x" * 2001}})
    assert leaves(answer["errors"]) == {"data.content": "BASE_TYPE_MAX_LENGTH"}
    _, answer, _ = await rest.call("POST", path, {"type": 7, "data": {"content": "nothing was pressed"}})
    assert leaves(answer["errors"]) == {"type": "BASE_TYPE_CHOICES"}
    _, answer, _ = await rest.call("POST", path, {"type": 5, "data": {"flags": "ephemeral"}})
    assert leaves(answer["errors"]) == {"data.flags": "BASE_TYPE_BAD_TYPE"}
    _, answer, _ = await rest.call("POST", path, {"type": 4, "data": "hello"})
    assert leaves(answer["errors"]) == {"data": "MODEL_TYPE_CONVERT"}
    _, answer, _ = await rest.call("POST", path.replace("/callback", "x/callback"), {"type": 4})
    assert answer["code"] == 10062


async def test_before_the_first_answer_there_is_no_webhook(rest: Rest, callback: Any) -> None:
    token = (await callback()).split("/")[3]
    hook = f"/webhooks/{rest.sandbox.world.bot.id}/{token}"
    for method, path in (("POST", hook), ("GET", hook + "/messages/@original"), ("PATCH", hook + "/messages/@original")):
        body = None if method == "GET" else {"content": "x"}
        assert (await rest.call(method, path, body))[1]["code"] == 10015

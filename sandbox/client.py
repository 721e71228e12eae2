"""A person for tests: uses commands, presses buttons, fills in forms, waits for messages.

Messages are Discord message objects (dictionaries) as the person API returns them.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp

from sandbox.components import BUTTON, FILE, SELECTS, TEXT, media, walk

JSON = dict[str, Any]

MARK = "mark "
"""A test sends news of this kind, with a number, to everybody. A person who has received it has received all news before it."""

PATIENCE_SECONDS = 60.0
"""Seconds after which waiting times out. It only bounds a failing test: a machine may be slow, and busy with other tests."""


class NotPossible(Exception):
    """The client would not let the person do that (the status was 400 or above); the text says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The first answer to an action."""

    interaction: str
    """The id of the interaction."""
    status: str
    """answered, deferred, updated, modal or failed."""
    message: JSON | None = None
    """The message that answers, if any."""
    modal: JSON | None = None
    """The form that was opened, if any."""
    error: str | None = None
    """What the person is told when it failed."""


class Person:
    """One of the sandbox's people. Use as an async context manager: `async with Person(url, "Ada") as ada`."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.id = ""
        self.locale = ""
        self.known: dict[str, JSON] = {}
        self.news: list[JSON] = []
        self._mark = -1
        self._session: aiohttp.ClientSession | None = None
        self._listener: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        """Look the person up by name, user name or id, and start listening to what happens."""
        self._session = aiohttp.ClientSession()
        try:
            await self._arrive()
        except BaseException:
            await self._leave()
            raise
        return self

    async def _arrive(self) -> None:
        assert self._session is not None
        for person in await self._call("GET", "/people"):
            if self.name.lower() in (person["name"].lower(), person["username"], person["id"]):
                self.id, self.name, self.locale = person["id"], person["name"], person["locale"]
        if not self.id:
            raise NotPossible(f"there is nobody called {self.name}")
        socket = await self._session.ws_connect(f"{self.url}/people/{self.id}/live")
        self._listener = asyncio.create_task(self._listen(socket))
        for channel in await self.channels():
            for message in await self.messages(channel, peek=True):
                self.known.setdefault(message["id"], message)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening."""
        await self._leave()

    async def _leave(self) -> None:
        assert self._session is not None
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        await self._session.close()

    async def _call(self, method: str, path: str, body: JSON | None = None) -> Any:
        assert self._session is not None, "use `async with Person(...)`"
        async with self._session.request(method, self.url + path, json=body) as answer:
            content = await answer.json() if answer.content_type == "application/json" else None
            if answer.status >= 400:
                raise NotPossible((content or {}).get("error") or f"{method} {path}: {answer.status}")
            return content

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with socket:
            async for frame in socket:
                if frame.type != aiohttp.WSMsgType.TEXT:
                    continue
                news = json.loads(frame.data)
                async with self._changed:
                    if news["t"].startswith(MARK):
                        self._mark = int(news["t"].removeprefix(MARK))
                    else:
                        self.news.append(news)
                    if news["t"] in ("message", "edit"):
                        self.known[news["d"]["id"]] = news["d"]
                    elif news["t"] == "delete":
                        self.known.pop(news["d"]["id"], None)
                    self._changed.notify_all()

    # Looking.

    async def channels(self) -> list[JSON]:
        """All channels the person sees."""
        return list(await self._call("GET", f"/people/{self.id}/channels"))

    async def channel(self, name: str | JSON) -> str:
        """The id of a channel given by name, id or object; the first channel of that name."""
        if isinstance(name, dict):
            return str(name["id"])
        for channel in await self.channels():
            if name.removeprefix("#") in (channel["id"], channel["name"]):
                return str(channel["id"])
        raise NotPossible(f"{self.name} sees no channel {name}")

    async def dm(self) -> JSON:
        """The direct-message channel with the bot, opened if necessary."""
        return dict(await self._call("POST", f"/people/{self.id}/dm"))

    async def group(self, *people: "Person", name: str = "") -> JSON:
        """Direct messages with these people, without the bot."""
        body = {"people": [each.id for each in people], "name": name}
        return dict(await self._call("POST", f"/people/{self.id}/groups", body))

    async def members(self, channel: str | JSON) -> list[str]:
        """The names of the people who see a channel."""
        return [each["name"] for each in await self._call("GET", f"{await self._here(channel)}/members")]

    async def menus(self, channel: str | JSON) -> list[str]:
        """The entries that apps add to people's menus there, in this person's language."""
        return [each["shown"] for each in await self._call("GET", f"{await self._here(channel)}/menu")]

    async def messages(self, channel: str | JSON, limit: int = 100, *, peek: bool = False) -> list[JSON]:
        """The messages of a channel, oldest first; with `peek` they stay unread."""
        cid = await self.channel(channel)
        path = f"/people/{self.id}/channels/{cid}/messages?limit={limit}&peek={int(peek)}"
        return list(await self._call("GET", path))

    async def commands(self, channel: str | JSON) -> list[JSON]:
        """The commands on offer in a channel."""
        return list(await self._call("GET", f"/people/{self.id}/commands?channel={await self.channel(channel)}"))

    async def until(self, condition: Callable[[JSON], bool], timeout: float = PATIENCE_SECONDS) -> JSON:  # noqa: ASYNC109
        """Wait at most `timeout` seconds for the newest message that fits; the `TimeoutError` lists what was seen."""

        def found() -> JSON | None:
            newest_first = sorted(self.known.values(), key=lambda each: -int(each["id"]))
            return next((message for message in newest_first if condition(message)), None)

        return await self._once(found, timeout)

    async def _once(self, found: Callable[[], JSON | None], timeout: float) -> JSON:  # noqa: ASYNC109
        try:
            async with asyncio.timeout(timeout), self._changed:
                while (message := found()) is None:
                    await self._changed.wait()
                return message
        except TimeoutError:
            seen = "\n---\n".join("\n".join(texts(message)) for message in self.known.values())
            raise TimeoutError(f"{self.name} saw no such message; known are:\n{seen}") from None

    async def settled(self, outcome: Outcome, timeout: float = PATIENCE_SECONDS) -> JSON:  # noqa: ASYNC109
        """Wait for the message that answers an action to be more than "thinking", and return it."""
        if outcome.message is None:
            raise NotPossible(f"there is no answer: {outcome.status} {outcome.error}")
        mid = outcome.message["id"]

        def found() -> JSON | None:
            message = self.known.get(mid)
            return message if message is not None and not message["sandbox"]["deferred"] else None

        return await self._once(found, timeout)

    async def hears(self, mark: int) -> None:
        """Wait for the news `MARK` with this number or a later one, and so for all news before it."""
        async with asyncio.timeout(PATIENCE_SECONDS), self._changed:
            await self._changed.wait_for(lambda: self._mark >= mark)

    # Doing.

    async def command(self, channel: str | JSON, path: str, /, *, repeat: int = 0, **options: Any) -> Outcome:
        """Use a command, for instance `command("gry", "zamki start", game="rycerze")`."""
        body = {"path": path.lstrip("/").split(), "options": options, "repeat": repeat}
        return Outcome(**await self._call("POST", f"{await self._here(channel)}/commands", body))

    async def menu(self, channel: str | JSON, name: str, target: "Person | str", *, repeat: int = 0) -> Outcome:
        """Use an entry of the menu of a person, or of a message given by id, for instance `menu("gry", "Challenge", borys)`."""
        body = {"name": name, "target": target if isinstance(target, str) else target.id, "repeat": repeat}
        return Outcome(**await self._call("POST", f"{await self._here(channel)}/menu", body))

    async def _here(self, channel: str | JSON) -> str:
        return f"/people/{self.id}/channels/{await self.channel(channel)}"

    async def autocomplete(self, channel: str | JSON, path: str, focused: str, /, **options: Any) -> list[JSON]:
        """The suggestions `{name, value}` for the option `focused`."""
        body = {"path": path.lstrip("/").split(), "options": options, "focused": focused}
        return list((await self._call("POST", f"{await self._here(channel)}/autocomplete", body))["choices"])

    async def press(
        self, message: JSON | Outcome, what: str, values: list[str] | None = None, *, forge: bool = False, repeat: int = 0
    ) -> Outcome:
        """Press a button or choose `values` in a menu, named by its label, placeholder or custom_id."""
        if isinstance(message, Outcome):
            assert message.message is not None, "there is no message to press on"
            message = message.message
        body = {"custom_id": custom_id(message, what, forge=forge), "values": values, "forge": forge, "repeat": repeat}
        return Outcome(**await self._call("POST", f"/people/{self.id}/messages/{message['id']}/press", body))

    async def submit(self, modal: JSON | Outcome, values: JSON, *, repeat: int = 0) -> Outcome:
        """Fill in a modal; `values` has a text, a list of values or a boolean for each custom_id."""
        if isinstance(modal, Outcome):
            assert modal.modal is not None, "there is no form to fill in"
            modal = modal.modal
        body = {"values": values, "repeat": repeat}
        return Outcome(**await self._call("POST", f"/people/{self.id}/modals/{modal['interaction']}", body))

    async def say(self, channel: str | JSON, content: str) -> JSON:
        """Say something."""
        return dict(await self._call("POST", f"{await self._here(channel)}/messages", {"content": content}))

    async def dismiss(self, message: JSON) -> None:
        """Dismiss an ephemeral message, or delete one."""
        await self._call("DELETE", f"/people/{self.id}/messages/{message['id']}")

    async def change(self, **settings: Any) -> None:
        """Change `locale`, `dms_open` or `name`."""
        person = await self._call("PATCH", f"/people/{self.id}", settings)
        self.name, self.locale = person["name"], person["locale"]

    async def interaction(self, outcome: Outcome) -> Outcome:
        """The current state of an interaction."""
        return Outcome(**await self._call("GET", f"/people/{self.id}/interactions/{outcome.interaction}"))

    async def fetch(self, url: str) -> bytes:
        """The bytes of an attachment."""
        assert self._session is not None
        async with self._session.get(url) as answer:
            answer.raise_for_status()
            return await answer.read()


def buttons(message: JSON) -> list[JSON]:
    """All buttons of a message."""
    return [each for each in walk(message["components"]) if each["type"] == BUTTON]


def selects(message: JSON) -> list[JSON]:
    """All menus of a message."""
    return [each for each in walk(message["components"]) if each["type"] in SELECTS]


def texts(message: JSON) -> list[str]:
    """All text of a message: content, embeds, text displays."""
    result = [message["content"]] if message["content"] else []
    for embed in message["embeds"]:
        parts = [embed.get("title"), embed.get("description")]
        for field in embed.get("fields") or ():
            parts += [field["name"], field["value"]]
        result += [part for part in parts if part]
    return result + [each["content"] for each in walk(message["components"]) if each["type"] == TEXT]


def images(message: JSON) -> list[JSON]:
    """All pictures of a message as `{url, description, width, height}`: attachments, galleries, thumbnails."""
    return list(_images(message))


def _images(message: JSON) -> Iterator[JSON]:
    for each in message["attachments"]:
        if str(each.get("content_type")).startswith("image/"):
            yield {key: each.get(key) for key in ("url", "description", "width", "height")}
    for component in walk(message["components"]):
        if component["type"] == FILE:
            continue
        holders = component.get("items") or [component]
        for holder, item in zip(holders, media(component), strict=False):
            image = {key: item.get(key) for key in ("url", "width", "height")}
            yield image | {"description": holder.get("description")}


def custom_id(message: JSON, what: str, *, forge: bool = False) -> str:
    """The custom_id of the component that has `what` as its custom_id, label, emoji or placeholder."""
    components = [each for each in walk(message["components"]) if each.get("custom_id")]
    for each in components:
        if what == each["custom_id"]:
            return what
    for each in components:
        if what in (each.get("label"), each.get("placeholder"), (each.get("emoji") or {}).get("name")):
            return str(each["custom_id"])
    if forge:
        return what
    offered = [each.get("label") or each.get("placeholder") or each["custom_id"] for each in components]
    raise NotPossible(f"the message has nothing called {what!r}; it offers {offered}")

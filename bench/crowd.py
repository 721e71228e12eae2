"""A crowd that presses all at once: a process of its own, so that neither bot nor sandbox waits for it."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import aiohttp

JSON = dict[str, Any]


async def _call(http: aiohttp.ClientSession, method: str, path: str, body: JSON | None = None) -> Any:
    async with http.request(method, path, json=body) as answer:
        answer.raise_for_status()
        return await answer.json()


def _custom_ids(components: list[JSON], verb: str) -> list[JSON]:
    found = [each for each in components if str(each.get("custom_id", "")).startswith(f"{verb}:")]
    for each in components:
        found += _custom_ids(each.get("components", []), verb)
    return found


async def _hands(http: aiohttp.ClientSession, channel: str) -> list[tuple[str, str, str]]:
    """(person, message, custom id) of the hand button on every board, for each of the four people."""
    people = [person["id"] for person in await _call(http, "GET", "/people")]
    messages = await _call(http, "GET", f"/people/{people[0]}/channels/{channel}/messages?limit=1000&peek=1")
    boards = [
        (message["id"], found[0]["custom_id"]) for message in messages if (found := _custom_ids(message["components"], "hand"))
    ]
    return [(person, mid, custom_id) for mid, custom_id in boards for person in people]


class Pressed:
    """One press: when it was acknowledged and when its answer stood there with its picture (seconds after the start)."""

    def __init__(self) -> None:
        self.acknowledged = self.answered = float("nan")
        self.message: JSON = {}


async def _press(http: aiohttp.ClientSession, began: float, person: str, message: str, body: JSON) -> Pressed:
    pressed = Pressed()
    outcome = await _call(http, "POST", f"/people/{person}/messages/{message}/press", body)
    if outcome["status"] == "failed":
        return pressed
    pressed.acknowledged = time.monotonic() - began
    while outcome["message"] is None or outcome["message"]["sandbox"]["deferred"]:
        await asyncio.sleep(0.1)
        outcome = await _call(http, "GET", f"/people/{person}/interactions/{outcome['interaction']}")
    pressed.answered = time.monotonic() - began
    pressed.message = outcome["message"]
    return pressed


def _figures(name: str, pressed: list[Pressed]) -> JSON:
    def at(values: list[float], share: float) -> float:
        return sorted(values)[min(len(values) - 1, int(len(values) * share))]

    acknowledged = [each.acknowledged for each in pressed if each.acknowledged == each.acknowledged]
    answered = [each.answered for each in pressed if each.answered == each.answered]
    return {
        "name": name,
        "presses": len(pressed),
        "in_time": len(acknowledged),
        "acknowledged": [at(acknowledged, 0.5), at(acknowledged, 0.99), max(acknowledged)],
        "answered": [at(answered, 0.5), at(answered, 0.99), max(answered)],
    }


async def crowd(url: str, channel: str, presses: int) -> None:
    """Press "My hand" on every board as everybody, then choose two cards in every hand; a JSON line of figures for each."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(url, connector=connector, timeout=aiohttp.ClientTimeout(120)) as http:
        hands = (await _hands(http, channel))[:presses]
        began = time.monotonic()
        opened = await asyncio.gather(
            *(_press(http, began, person, mid, {"custom_id": custom_id}) for person, mid, custom_id in hands)
        )
        sys.stdout.write(json.dumps(_figures("hand", opened)) + "\n")
        picks = []
        for (person, _, _), hand in zip(hands, opened, strict=True):
            (menu,) = _custom_ids(hand.message["components"], "pick")
            values = [option["value"] for option in menu["options"]][: menu["min_values"]]
            picks.append((person, hand.message["id"], {"custom_id": menu["custom_id"], "values": values}))
        began = time.monotonic()
        chosen = await asyncio.gather(*(_press(http, began, person, mid, body) for person, mid, body in picks))
        sys.stdout.write(json.dumps(_figures("choice", chosen)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(crowd(sys.argv[1], sys.argv[2], int(sys.argv[3])))

"""The page on which people play, over real HTTP: what it takes, what it refuses, and what nobody else learns of it."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest

import engines
from asking.asker import Asker
from data.words import words
from tables.rules.reading import Reading
from tests.support.asked_play import play_a_move
from tests.support.cases import cases
from tests.support.indistinguishable_games import twins
from tests.support.manual_clock import settle
from tests.web.conftest import ADA, BORYS, PUBLIC, Reader, answers, begun
from web import site


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the pages answer as many requests as a test sends."""
    monkeypatch.setattr(site, "BURST", 100_000)


async def logged_in(asker: Asker, reader: Reader, number: int, user: int = ADA.user) -> dict[str, str]:
    """Returns the headers of a new session."""
    key = await asker.tables.pages.make_key(number, user)
    status, body, _ = await reader.ask("session", method="POST", json={"key": key})
    assert status == 200
    return {site.SESSION: json.loads(body)["token"]}


async def act(reader: Reader, headers: dict[str, str], **sent: Any) -> tuple[int, Any]:
    status, body, _ = await reader.ask("act", method="POST", json=sent, headers=headers)
    return status, json.loads(body) if status == 200 else body


async def own(reader: Reader, headers: dict[str, str], **sent: Any) -> Any:
    status, body, _ = await reader.ask("own", method="POST", json=sent, headers=headers)
    assert status == 200, body
    return json.loads(body)["own"]


@pytest.mark.parametrize("game", cases(sorted(engines.games()), {"rzymianie"}))
async def test_a_session_plays_and_counts_each_request_once(asker: Asker, reader: Reader, game: str) -> None:
    number, _ = await begun(asker, game)
    sessions = {user: await logged_in(asker, reader, number, user) for user in (ADA.user, BORYS.user)}
    rng, played = random.Random(game), 0
    for _ in range(40):
        info = await asker.tables.looks.table_info(number)
        if info.state != "playing":
            break
        user = info.seats[info.pending[0]].user or 0
        page = await own(reader, sessions[user])
        while True:
            step = rng.choice(answers(page))
            sent = {
                "act": step.get("act", "say"),
                "say": step.get("say", []),
                "stage": page["stage"],
                "nonce": rng.randbytes(8).hex(),
            }
            status, after = await act(reader, sessions[user], **sent)
            assert status == 200
            lines = len(await asker.tables.looks.turns(number))
            status, again = await act(reader, sessions[user], **sent)
            assert (status, again["own"].get("said")) == (200, after["own"].get("said")), "sent again"
            assert len(await asker.tables.looks.turns(number)) == lines, "it counts once"
            now = await asker.tables.looks.read(number, user)
            if now.info.stage != page["stage"] or now.seat not in now.info.pending:
                break
            page = after["own"]
        played += 1
    assert played


async def test_a_late_act_is_told_and_changes_nothing(asker: Asker, reader: Reader) -> None:
    number, _ = await begun(asker, "torres")
    info = await asker.tables.looks.table_info(number)
    user = info.seats[info.pending[0]].user or 0
    session = await logged_in(asker, reader, number, user)
    page = await own(reader, session)
    step = answers(page)[0]
    await play_a_move(asker, number, user, random.Random(1))
    before = await asker.tables.looks.turns(number)
    status, late = await act(reader, session, act="say", say=step["say"], stage=page["stage"])
    assert status == 200
    assert late["own"]["note"] == words("en")("cogs.hand.stale")
    assert await asker.tables.looks.turns(number) == before
    status, wrong = await act(reader, session, act="sure", say=["end", "a1"], stage=late["own"]["stage"])
    assert status == 200
    assert wrong["own"]["note"]


async def test_nothing_else_opens_a_session(asker: Asker, reader: Reader) -> None:
    number, link = await begun(asker)
    session = await logged_in(asker, reader, number)
    key = await asker.tables.pages.make_key(number, ADA.user)
    sent: dict[str, Any] = {"method": "POST", "json": {}}
    for token in ("", key, link, "x", session[site.SESSION][:-1], "9" * 5000):
        assert (await reader.ask("own", headers={site.SESSION: token}, **sent))[0] in {400, 404}, token
    assert (await reader.ask("session", method="POST", json={"key": key}))[0] == 200
    assert (await reader.ask("session", method="POST", json={"key": key}))[0] == 404, "once"
    picture = (await own(reader, session))["picture"]["name"]
    other = await logged_in(asker, reader, number, BORYS.user)
    assert (await reader.ask(f"picture/{picture}", headers=session))[0] == 200
    assert (await reader.ask(f"picture/{picture}", headers=other))[0] == 404, "a hand is its owner's"
    await asker.tables.pages.end(ADA.user)
    assert (await reader.ask("own", headers=session, **sent))[0] == 404
    assert (await reader.ask(f"picture/{picture}", headers=session))[0] == 404


@pytest.mark.long
async def test_forms_foreign_pages_and_large_bodies_are_refused(asker: Asker, reader: Reader) -> None:
    number, _ = await begun(asker)
    session = await logged_in(asker, reader, number)
    for path in ("session", "own", "act"):
        assert (await reader.ask(path, method="POST", data={"key": "x"}, headers=session))[0] == 415
        assert (await reader.ask(path, method="POST", json={}, headers={**session, "Origin": "https://evil.example"}))[0] == 403
        assert (await reader.ask(path, method="POST", json={}, headers={**session, "Sec-Fetch-Site": "cross-site"}))[0] == 403
        assert (await reader.ask(path, method="POST", json={"x": "y" * 5000}, headers=session))[0] == 413
        assert (await reader.ask(path, method="POST", json=[1], headers=session))[0] == 400
        assert (await reader.ask(path, method="POST", json={"unknown": 1}, headers=session))[0] == 400
    for wrong in ({"say": ["x" * 100]}, {"say": ["a"] * 100}, {"stage": "1"}, {"act": "win"}, {"nonce": "n" * 100}):
        assert (await act(reader, session, **wrong))[0] == 400, wrong
    _, _, headers = await reader.ask("own", method="POST", json={}, headers={**session, "Origin": PUBLIC})
    assert not [name for name in headers if name.startswith("Access-Control") or name == "Set-Cookie"]


async def test_a_page_at_another_address_says_what_is_wrong(
    asker: Asker, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    number, _ = await begun(asker)
    here = {"Origin": "http://other.example", "Sec-Fetch-Site": "same-origin"}
    for name in (each for each in site.page_files() if each.startswith("p") and "." in each):
        assert (await reader.ask(name, headers=here))[0] == 200, "what says it is read from there"
    key = await asker.tables.pages.make_key(number, ADA.user)
    for language in ("de", "pl"):
        status, body, _ = await reader.ask(f"session?language={language}", method="POST", json={"key": key}, headers=here)
        assert (status, body.decode()) == (421, words(language)("watch.page.misdirected"))
    said = [each for each in caplog.records if (each.name, each.levelno) == ("web.site", logging.WARNING)]
    assert ["'http://other.example'" in each.getMessage() for each in said] == [True], "once"
    assert (await reader.ask("session", method="POST", json={"key": key}))[0] == 200, "the key is still good"


@pytest.mark.parametrize("key", cases(engines.games(), {"rycerze"}))
async def test_twin_tables_send_the_other_player_the_same_bytes(
    asker: Asker, reader: Reader, key: str, tokens: list[bytes]
) -> None:
    pair, told = twins(engines.games()[key]), []
    for person in (ADA, BORYS):
        await asker.tables.times.set_plan(person.user, obvious=False)  # all moves are among those played below
    for seed, moves in zip(pair.seeds, pair.moves, strict=True):
        tokens[:] = [seed]
        number, _ = await begun(asker, key)
        info = await asker.tables.looks.table_info(number)
        user = info.seats[pair.watching].user or 0
        session, heard = await logged_in(asker, reader, number, user), list[bytes]()
        for seat, move in moves:
            by = info.seats[seat].user or 0
            await asker.play(await asker.tables.looks.read(number, by), by, move)
            await settle()
            status, body, _ = await reader.ask("own", method="POST", json={}, headers=session)
            assert status == 200
            heard.append(body.replace(f' · {number}","asks"'.encode(), b'","asks"'))
        told.append(heard)
    for one, other in zip(*told, strict=True):
        assert json.loads(one) == json.loads(other)
    assert told[0] == told[1]


async def test_a_page_warns_takes_back_and_plans(asker: Asker, reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    """As a hand does: a turn that would waste points is played only when it is meant, and the one who waits can plan."""
    caplog.set_level(logging.DEBUG)
    number, _ = await begun(asker, "torres")
    rng = random.Random(1)
    while "end" not in (await awaited(asker, number)).choices().words:
        reading = await awaited(asker, number)
        await play_a_move(asker, number, reading.info.seats[reading.info.pending[0]].user or 0, rng)
    reading = await awaited(asker, number)
    user = reading.info.seats[reading.info.pending[0]].user or 0
    other = ADA.user + BORYS.user - user
    sessions = {each: await logged_in(asker, reader, number, each) for each in (user, other)}

    page = await own(reader, sessions[user])
    point = next(step for step in page["steps"] if step.get("say") == ["point"])
    page = (await act(reader, sessions[user], act="say", say=point["say"], stage=page["stage"]))[1]["own"]
    back = next(step for step in page["steps"] if step.get("act") == "back")
    page = (await act(reader, sessions[user], act=back["act"], stage=page["stage"]))[1]["own"]
    assert page["note"] == words("en")("cogs.hand.taken-back")
    page = (await act(reader, sessions[user], act="say", say=["end"], stage=page["stage"]))[1]["own"]
    assert page["warned"]
    assert [step.get("act") for step in page["steps"]] == ["sure", "see"]
    assert (await asker.tables.looks.read(number, other)).info.pending == reading.info.pending, "nothing has been played"
    shown = {"stage": page["stage"], "say": page["said"], "warned": True}
    assert await own(reader, sessions[user], **shown) == page, "the warning stays while the page follows the table"
    assert "warned" not in await own(reader, sessions[user], **{**shown, "stage": page["stage"] - 1})

    waits = await own(reader, sessions[other])
    plan = next(step for step in waits["steps"] if step.get("act") == "plan")
    waits = (await act(reader, sessions[other], act=plan["act"], stage=waits["stage"]))[1]["own"]
    assert waits["planning"]
    while not (await asker.tables.looks.read(number, other)).ahead:
        step = next(each for each in answers(waits) if each.get("say"))
        sent = {"act": "say", "say": step["say"], "stage": waits["stage"], "planning": True}
        waits = (await act(reader, sessions[other], **sent))[1]["own"]
    less = next(step for step in waits["steps"] if step.get("act") == "less")
    waits = (await act(reader, sessions[other], act=less["act"], stage=waits["stage"], planning=True))[1]["own"]
    assert not (await asker.tables.looks.read(number, other)).ahead

    await act(reader, sessions[user], act="sure", say=["end"], stage=page["stage"])
    assert (await awaited(asker, number)).info.pending != reading.info.pending
    assert not [token for token in (each[site.SESSION] for each in sessions.values()) if token in caplog.text]


async def test_a_thing_is_turned_by_the_page_itself(asker: Asker, reader: Reader, tokens: list[bytes]) -> None:
    """Each square and each way to lay it shows the picture that was there before, with the places that the thing has then."""
    tokens[:] = [bytes(32)]
    number, _ = await begun(asker, "zamek")
    rng, turned, sessions = random.Random(1), False, dict[int, dict[str, str]]()
    while not turned:
        reading = await awaited(asker, number)
        user = reading.info.seats[reading.info.pending[0]].user or 0
        sessions[user] = sessions.get(user) or await logged_in(asker, reader, number, user)
        page, seen = await own(reader, sessions[user]), dict[int, Any]()
        first = page["picture"]["name"]
        laid = [step for place in page.get("places", ()) for step in place["steps"] if step["say"][0] == "lay"]
        laid.sort(key=lambda step: -len(reading.choices(tuple(step["say"])).words))
        while laid:
            page = (await act(reader, sessions[user], say=laid[0]["say"], stage=page["stage"]))[1]["own"]
            turns = [place for place in page["places"] if words("en")("cogs.picker.turn") in place["label"]]
            if not turns or turns[0].get("turn", 0) in seen:
                break
            seen[turns[0].get("turn", 0)] = page
            laid = turns[0]["steps"]
        if len(seen) > 1:
            turned = True
            assert {each["picture"]["name"] for each in seen.values()} == {first}
            assert len({json.dumps(each["places"]) for each in seen.values()}) == len(seen)
            for degrees, each in seen.items():
                offered = reading.choices(tuple(each["said"])).words
                thing, *parts = each["places"]
                assert {*offered} - {"none"} == {part["steps"][0]["say"][-1] for part in parts}, f"at {degrees}°"
                left, top, width, height = thing["box"]
                for x, y, w, h in (part["box"] for part in parts):
                    assert left <= x + 1 <= x + w <= left + width + 1, "a part lies on the thing"
                    assert top <= y + 1 <= y + h <= top + height + 1
        await play_a_move(asker, number, user, rng)


async def awaited(asker: Asker, number: int) -> Reading:
    """Returns the table as the one who is asked reads it."""
    info = await asker.tables.looks.table_info(number)
    return await asker.tables.looks.read(number, info.seats[info.pending[0]].user)

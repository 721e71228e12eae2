"""Everything that ever reached a person, held against what they may know."""

import json
import random
import re
from functools import partial

import pytest

from engines.rycerze.view import RycerzeView
from sandbox.client import JSON
from tests.support.cases import shorter_on_postgres
from tests.support.world import World, eventually, pieces, says, seat_of

CARDS = ("knight", "catapult", "dragon", "footman", "archer", "peasant", "shepherd")


def everything(news: list[JSON]) -> str:
    return json.dumps([each["d"] for each in news if each["t"] in {"message", "edit", "modal"}], ensure_ascii=False)


async def test_nothing_hidden_reaches_anybody_before_the_reveal(world: World) -> None:
    """Two games that differ in one secret choice only look the same, to the byte, to everybody else."""
    seen = []
    for choice in ("knight.catapult", "peasant.shepherd"):
        table, people = await world.started("Ada", "Chloe", "Dmitri", channel="games")
        await world.quiet()
        ada, chloe, dmitri = people
        starts = {person.name: len(person.news) for person in people}
        hand = await world.hand(ada, table)
        mine = len(ada.news)
        await ada.press(hand, f"play.pick:{table}:1:play.{choice.partition('.')[0]}")
        await world.done()
        await ada.press(ada.known[hand["id"]], f"play.pick:{table}:1:play.{choice}")
        await world.done()
        await world.quiet()
        assert len(ada.news) > mine
        others = {person.name: everything(person.news[starts[person.name] :]) for person in (chloe, dmitri)}
        for text in others.values():
            assert text != "[]", "the others see that a choice was made"
        seen.append({name: neutral(text, table) for name, text in others.items()})
        for person in people:
            await world.tables.endings.cancel(table, int(person.id))
        await world.quiet()
    # The seats are drawn by lot, so letters may differ; what is said of a choice may not.
    for name in seen[0]:
        assert set(re.findall(r"✅|⏳", seen[0][name])) == set(re.findall(r"✅|⏳", seen[1][name]))
        for text in (seen[0][name], seen[1][name]):
            for card in CARDS:
                assert card not in text.lower().replace("knights and castles", ""), (name, card)


def neutral(text: str, table: int) -> str:
    return text.replace(f":{table}:", ":T:")


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize("turns", shorter_on_postgres(99, 3, seconds=300))
async def test_custom_ids_and_alt_texts_tell_only_what_is_known(world: World, turns: int) -> None:
    """No message but one's own ever names a card that somebody has chosen and that is not revealed yet."""
    table, people = await world.started("Ada", "Chloe", channel="games")
    rng = random.Random(3)
    while (now := (await world.view(table)).info).state == "playing" and now.turn <= turns:
        before = now.stage
        await world.quiet()
        for person in people:
            if seat_of(now, person) not in (await world.view(table)).info.pending:
                continue
            other = next(each for each in people if each is not person)
            start = len(other.news)
            hand = await world.hand(person, table)
            reading = await world.view(table, person)
            assert isinstance(reading.view, RycerzeView)
            last = len(reading.info.pending) == 1
            await world.choose(person, hand, rng)
            if not last:
                await world.quiet()
                secret = (await world.view(table, person)).view
                assert isinstance(secret, RycerzeView)
                assert secret.chosen
                public = everything(without_own_hand(other.news[start:]))
                shown = {card for cards in secret.past[-1].cards for card in cards} if secret.past else set()
                for card in set(secret.chosen) - shown:  # what the board tells of the last round may be the same
                    assert card not in public
        await eventually(partial(world.moved_on, table, before))


def without_own_hand(news: list[JSON]) -> list[JSON]:
    """Leave out the private copies, which show the reader's own cards."""
    return [each for each in news if "play.pick:" not in json.dumps(each)]


async def test_logs_of_a_live_game_name_no_card(world: World, caplog) -> None:  # type: ignore[no-untyped-def]
    caplog.set_level("DEBUG")
    table, people = await world.started("Ada", "Chloe")
    for person in people:
        await world.choose(person, await world.hand(person, table), random.Random(4))
    await world.quiet()
    ours = [
        record
        for record in caplog.records
        if record.name.split(".")[0] in {"asking", "chat", "web", "cogs", "service", "tables", "data", "render", "engines"}
    ]
    for record in ours:
        text = json.dumps({**record.__dict__, "message": record.getMessage()}, default=str)
        for card in CARDS:
            assert card not in text


CANARIES = ("Kanarek Zenobiusz", "Wróbel Żelisława", "Finch Ferdinand")


@pytest.mark.long
async def test_no_log_line_of_a_crowd_names_a_card_a_token_or_a_person(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Everything a crowd does once: invited, refused, challenged, played, typed, cancelled with a reason, forgotten."""
    caplog.set_level("DEBUG")
    for number, name in enumerate(CANARIES):
        world.sandbox.world.add_person(f"canary{number}", name, ("pl", "en-GB", "en-US")[number])
    people = [await world.person(name) for name in CANARIES]
    one, two, three = people
    table, _ = await world.lobby(one.name)
    card = await world.message(one, table, "lobby")
    menu = await one.settled(await one.press(card, f"guests.open:{table}:0"))
    await one.press(menu, f"guests.invite:{table}:0", [two.id, three.id])
    await world.done()
    for person in (two, three):
        asked = await world.message(person, table, "invite", person)
        await person.settled(
            await person.press(asked, next(each for each in pieces(asked) if each.startswith("guests.accept:")))
        )
    await world.begin(table, one)
    for person in people:
        await world.choose(person, await world.hand(person, table), random.Random(4))
    await one.settled(await one.command("gry", "zamki move", move="play archer dragon"))
    await two.settled(await two.menu("gry", says("cogs.menu-of-person.challenge", "en"), three))
    await three.settled(await three.command("gry", "zamki my blocks"))
    shown = await three.settled(await three.command("gry", "zamki my data"))
    for step in ("personal.export", "personal.exported"):
        shown = await three.settled(await three.press(shown, f"{step}:0:0"))
    ada = await world.person("Ada")
    question = await ada.settled(await ada.command("gry", "zamki cancel", table=str(table)))
    form = await ada.press(question, next(each for each in pieces(question) if each.startswith("ending.why:")))
    await ada.submit(form, {"reason": "Pelikan mówi dość"})
    await world.done()
    await world.quiet()
    tokens = {world.sandbox.world.token, *world.sandbox.interactions.by_token}
    assert len(tokens) > 10
    for record in caplog.records:
        ours = record.name.split(".")[0] in {"asking", "chat", "web", "cogs", "service", "tables", "data", "render", "engines"}
        if not ours and record.levelname == "DEBUG":
            continue  # never written where the bot runs: the libraries' lines begin with INFO
        text = json.dumps({**record.__dict__, "message": record.getMessage()}, default=str, ensure_ascii=False)
        for secret in (*CARDS, *CANARIES, *tokens, "Pelikan"):
            assert secret not in text, record.name

"""No forged record passes for more than it proves: whatever is changed in a true one is found, or named as not checked."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

import engines
from engines.draws import commitment, mix_seed
from engines.notation import random_game
from tables.history import verify
from tables.history.record import FORMATS, Played, Record, RecordedDeparture, Sitting, final_hash, nameless, read_file
from tables.history.record_steps import complete_record, export, initial_position
from tables.history.verify import Published, Verdict
from tables.rules.finish import put_last
from tables.rules.lobby import seating
from tests.support.raw_sql import run
from tests.tables.conftest import ANNA, BORYS, Room

pytestmark = pytest.mark.usefixtures("own_chance")

SECRET, PRESSES = b"the bot's secret", (1_400_000_000_000_000_111, 222)

BELIEVED = {"program", "closed", "seats.*.name", "departed.*.name"}
"""The fields that `tables.verify.believed` names: nothing shows what they were (of `kind`: only what was published)."""


def true_record(
    number: int = 1, secret: bytes = SECRET, presses: tuple[int, ...] = PRESSES, lucky: Callable[[Record], bool] | None = None
) -> Record:
    """The record of a game with everything that a record can have; `lucky`: the first such game that pleases."""
    game, seed, seats = engines.games()["rycerze"], mix_seed(secret, presses), 3
    options = {option.key: option.default for option in game.options}
    kinds: tuple[Literal["person", "resigned", "computer"], ...] = ("person", "resigned", "computer")
    people = tuple(Sitting(f"Person {at}", kind, "normal" if kind == "computer" else "") for at, kind in enumerate(kinds))
    start = Record(
        table=7, game=game.key, rules_version=game.rules_version, options=options, seats=people, random_order=True,
        drawn=seating(seed, seats), commitment=commitment(seed), promise=commitment(secret), secret=secret.hex(),
        presses=tuple(map(str, presses)), over=True, seed=seed.hex(), departed=(RecordedDeparture("Gone", 2, 4),),
        program="1.0", opened=1_700_000_000, pace="day",
    )  # fmt: skip
    rng = random.Random(number)
    while True:
        position = initial_position(start, game)
        moves = tuple(
            Played(seat, " ".join(move), line, not line % 3, 1_700_000_000 + line, str(10**18 + line) if line % 3 else "")
            for line, (seat, move, _) in enumerate(random_game(position, rng), 2)
        )
        result = position.result()
        assert result is not None
        places = put_last(result.places, [kind == "resigned" for kind in kinds])
        kept = replace(start, moves=moves, result=result, places=places)
        if lucky is None or lucky(kept):
            return resealed(complete_record(kept, game))


def resealed(kept: Record) -> Record:
    """The record with the hash of the whole game that belongs to it, as a forger computes it."""
    return replace(kept, final=final_hash(kept))


def verdict(kept: Record, **seen: str) -> Verdict:
    return verify.replay(kept, engines.games(), Published(**seen))


RECORD = true_record()


def changes(value: Any) -> list[Any]:
    """Other values in place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, -value - 1]
    if isinstance(value, str):
        return [value[:-1], f"{value}0", f"{'b' if value[:1] == 'a' else 'a'}{value[1:]}"]
    if isinstance(value, list):
        turned = value[::-1]
        return [value[:-1], [*value, *value[-1:]], *([turned] if turned != value else [])] if value else [[0]]
    if isinstance(value, dict):
        return [{key: each for key, each in value.items() if key != gone} for gone in value]
    if value is None:
        return [{"table": 1, "step": 0, "seat": 0, "position": "{}"}]  # `origin`: it began at its start
    return []


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every part of a record, also those with parts of their own, with its way there."""
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from leaves(each, (*path, key))


def changed(plain: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[path[0]] = changed(plain[path[0]], path[1:], new)
    return copy


def forgeries() -> Iterator[tuple[str, Record]]:
    """The true record with one thing changed, and what that is; without those that are no record at all."""
    plain = msgspec.json.decode(msgspec.json.encode(RECORD))
    for path, value in leaves(plain):
        if not path:
            continue
        name = ".".join("*" if isinstance(each, int) else each for each in path)
        if ((path[0], path[2:3]) == ("moves", ("events",)) and path[1] > 3) or (path[0] == "start" and len(path) > 4):
            continue  # thousands of the same kind
        others = [each for each in FORMATS if each != value] if name == "format" else changes(value)
        for other in others:
            try:
                forged = msgspec.convert(changed(plain, path, other), Record)
            except msgspec.ValidationError:
                continue
            if forged != RECORD:
                yield name, forged


FORGERIES = list(forgeries())


def test_every_field_of_a_record_is_tried() -> None:
    tried = {name.partition(".")[0] for name, _ in FORGERIES}
    assert tried == set(Record.__struct_fields__)
    assert {f"moves.*.{field}" for field in Played.__struct_fields__} <= {name for name, _ in FORGERIES}


@pytest.mark.long
def test_whatever_is_changed_is_found_or_named_as_not_checked() -> None:
    assert verdict(RECORD).good
    missed = {name for name, forged in FORGERIES if verdict(forged).good}
    assert missed <= BELIEVED, missed
    assert "tables.verify.believed" in verdict(RECORD).more


@pytest.mark.long
def test_a_forgery_with_new_hashes_is_found_by_the_last_message() -> None:
    missed = {name for name, forged in FORGERIES if name != "final" and verdict(resealed(forged), final=RECORD.final).good}
    assert missed <= BELIEVED, missed


@pytest.mark.long
def test_without_the_last_message_no_forgery_is_called_proven() -> None:
    passed = [(name, verdict(resealed(forged))) for name, forged in FORGERIES]
    for name, told in passed:
        if told.good and name not in BELIEVED:
            assert "tables.verify.unbound" in told.more, name
    times = {name for name, told in passed if told.good}
    assert {"moves.*.at", "moves.*.press", "opened"} <= times, "what only that message shows"


def won_by(seat: int) -> Callable[[Record], bool]:
    return lambda kept: kept.places[seat] == 1


WINNER = 2 if RECORD.places[0] == 1 else 0
"""The seat that did not win the true game."""

OTHER_MOVES = true_record(5, lucky=won_by(WINNER))
"""The true draws, with other moves and another winner."""

OTHER_PRESSES = true_record(6, presses=(1, 222), lucky=won_by(WINNER))
"""The bot's true part, with invented presses."""

OTHER_GAME = true_record(7, secret=b"a forger's secret", presses=(1, 2), lucky=won_by(WINNER))
"""A game of the forger's own."""


@pytest.mark.parametrize(
    ("forged", "passes"),
    [(OTHER_MOVES, {"promise", "commitment"}), (OTHER_PRESSES, {"promise"}), (OTHER_GAME, set())],
    ids=["moves", "presses", "all"],
)
def test_a_hash_shows_what_it_binds_and_no_more(forged: Record, passes: set[str]) -> None:
    for name in Published.__struct_fields__:
        told = verdict(forged, **{name: getattr(RECORD, name)})
        assert told.good is (name in passes)
        if told.good:
            compared = {key for key in told.more if "same-" in key}
            assert compared == {f"tables.verify.same-{name}"}
            assert "tables.verify.unbound" in told.more


def without_final(kept: Record, form: str) -> Record:
    moves = tuple(replace(each, press="") for each in kept.moves)
    return replace(kept, format=form, final="", moves=moves)


@pytest.mark.parametrize("forged", [OTHER_MOVES, OTHER_PRESSES, OTHER_GAME], ids=["moves", "presses", "all"])
@pytest.mark.parametrize("form", FORMATS)
def test_an_old_format_borrows_nothing(forged: Record, form: str) -> None:
    seeded = replace(forged, promise="", secret="", presses=()) if form == FORMATS[0] else forged
    old = without_final(seeded, form)
    assert not verdict(old, final=RECORD.final).good
    borrowed = replace(old, promise=RECORD.promise, secret="", presses=())
    assert verdict(borrowed).key in {"tables.verify.format", "tables.verify.parts"} or forged is not OTHER_GAME
    for name in ("promise", "commitment"):
        if verdict(borrowed, **{name: getattr(RECORD, name)}).good:
            pytest.fail(f"{form} {name}")
    if form == FORMATS[-1]:
        assert verdict(old).key == "tables.verify.format"
    else:
        assert {"tables.verify.older", "tables.verify.unbound"} <= set(verdict(old).more)
        assert verdict(replace(old, final=final_hash(old))).key == "tables.verify.format"


def test_anybody_can_compute_the_hash_by_the_document(tmp_path: Path) -> None:
    """docs/record.md, "The hash of the whole game"."""
    file = tmp_path / "record.json"
    file.write_bytes(export(RECORD))
    told = json.loads(file.read_text(encoding="utf-8"))

    def link(head: bytes, values: list[Any]) -> bytes:
        text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(head + text.encode()).digest()

    order = ["rules_version", "random_order", "drawn", "promise", "secret", "presses", "commitment", "seed", "opened", "pace"]
    begun = [told["table"], told["game"], *(told[name] for name in order)]
    begun.insert(3, sorted(map(list, told["options"].items())))
    head = link(b"", begun)
    for each in told["moves"]:
        more = [each["line"], each.get("computer", False), each["at"], each.get("press", "")]
        head = link(head, [each["seat"], each["move"], *more])
    people = [[each["kind"], each.get("level", "")] for each in told["seats"]]
    gone = [[each["seat"], each["line"]] for each in told["departed"]]
    assert link(head, [told["result"], told["places"], people, gone])[:16].hex() == told["final"]


def test_an_old_format_is_refused_for_rules_that_are_younger(monkeypatch: pytest.MonkeyPatch) -> None:
    old = replace(RECORD, format=FORMATS[2], final="")
    assert verdict(old).good
    monkeypatch.setattr(engines.games()["rycerze"], "rules_version", 2)
    assert verdict(replace(old, rules_version=2)).key == "tables.verify.format"


async def test_the_last_message_binds_what_was_played(room: Room, tmp_path: Path) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for at, (user, move) in enumerate(((ANNA.user, "add 3"), (ANNA.user, "add 1"), (ANNA.user, "look"), (ANNA.user, "end"))):
        await room.tables.moves.play(table, user, tuple(move.split()), request=1000 + at)
        if move == "add 1":
            await room.tables.moves.take_back(table, user)
        assert (await room.tables.looks.read(table)).info.final == ""
        if move == "look":
            await room.tables.moves.play(table, BORYS.user, ("look",), request=2000)
    await room.again()
    await room.tables.moves.play(table, BORYS.user, ("end",), request=3000)
    kept = await room.tables.looks.record(table)
    assert [(each.move, each.press) for each in kept.moves] == [
        ("add 3", "1000"), ("look", "1002"), ("look", "2000"), ("end", "1003"), ("end", "3000"),
    ]  # fmt: skip
    final = (await room.tables.looks.read(table)).info.final
    assert kept.final == final == final_hash(kept)
    assert len(final) == 32
    await room.again()
    file = tmp_path / "record.json"
    file.write_bytes(export(nameless(kept), room.games["steps"]))
    again = read_file(file)
    assert again is not None
    assert verify.replay(again, room.games, Published(final=final)).good
    assert verify.replay(await room.tables.looks.record(table), room.games, Published(final=final)).good


async def test_what_changes_after_the_end_leaves_the_hash(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await room.tables.moves.play(table, ANNA.user, ("end",))
    await room.tables.endings.resign(table, BORYS.user)
    claimed = await room.tables.endings.claim(table, ANNA.user)
    seen = Published(final=claimed.info.final)
    assert seen.final
    assert verify.replay(await room.tables.looks.record(table), room.games, seen).key == "tables.verify.claimed"
    await room.tables.personal.forget_person(BORYS.user)
    await room.tables.endings.make_void(table, 99, reason="Played by one person.")
    kept = await room.tables.looks.record(table)
    assert (kept.closed, kept.seats[1].name == "Borys") == ("void", False)
    assert verify.replay(kept, room.games, seen).good


async def test_a_database_that_was_changed_after_the_end_is_found(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    for user in (ANNA.user, BORYS.user) * 2:
        await room.tables.moves.play(table, user, ("end",))
    async with room.store.transaction() as tx:
        await run(tx, "UPDATE journal SET at = at + 100 WHERE table_id = ? AND number = 3", table)
    verdict = verify.replay(await room.tables.looks.record(table), room.games)
    assert verdict.key == "tables.verify.final"

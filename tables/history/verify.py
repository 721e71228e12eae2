"""Whether a game went as the seed and the moves of its record say, found by playing it again."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engines.base import by_rules
from engines.contract import Event, Game, IllegalMove, Position
from engines.draws import commitment, mix_seed
from tables.errors import NotSeated
from tables.history.record import FORMAT, FORMATS, Record, final_hash, read_file
from tables.history.record_steps import make_start, steps, to_plain
from tables.model.table_info import SeatInfo
from tables.rules.finish import claimed_result, put_last
from tables.rules.lobby import seating


class Published(msgspec.Struct, frozen=True):
    """The hashes that somebody has seen in messages of the table, as hex digits; "": not seen. Each is compared with the field
    of its name alone.
    """

    promise: str = ""
    commitment: str = ""
    final: str = ""


UNSEEN = Published()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a verification."""

    good: bool
    """Whether nothing contradicts the record, or the hashes given."""
    key: str
    """The key of its message: `tables.verify.…`."""
    values: dict[str, str | int] = {}
    """The values of the message's fields."""
    more: tuple[str, ...] = ()
    """The keys of what else is to be told of a good record: what was compared, what binds nothing, what is only stated."""


def _played_again(kept: Record, game: Game) -> Position | Verdict:
    """Returns the position after all moves, or the verdict on the first line that is illegal or has other events."""
    number = -1
    try:
        for number, (position, events) in enumerate(steps(kept, game)):
            if not _tells(kept, number, position, events):
                return Verdict(good=False, key="tables.verify.events", values={"number": number})
    except (IllegalMove, NotSeated):
        if number < 0:
            return Verdict(good=False, key="tables.verify.start")
        played = kept.moves[number]
        where: dict[str, str | int] = {"number": number + 1, "seat": played.seat + 1, "move": played.move}
        return Verdict(good=False, key="tables.verify.move", values=where)
    return position


def replay(kept: Record, games: Mapping[str, Game], seen: Published = UNSEEN) -> Verdict:
    """Check the record against itself (its format, the parts of the seed, the drawn order, every move, the result, the places,
    the hash of the whole game) and against the hashes that somebody has seen. Returns the first difference; the verdict of a
    record without one says what that proves.
    """
    game = games.get(kept.game)
    if not kept.over:
        return Verdict(good=False, key="tables.verify.not-over")
    if game is None:
        return Verdict(good=False, key="tables.verify.unknown-game", values={"game": kept.game})
    ruled = by_rules(game, kept.rules_version)
    if ruled is None:
        values: dict[str, str | int] = {"theirs": kept.rules_version, "ours": game.rules_version}
        return Verdict(good=False, key="tables.verify.other-rules", values=values)
    if fault := _format_fault(kept) or _seed_fault(kept) or _start_fault(kept, ruled):
        return Verdict(good=False, key=fault)
    if unlike := _unlike(kept, seen):
        return unlike
    position = _played_again(kept, ruled)
    if isinstance(position, Verdict):
        return position
    ended = _end_verdict(kept, position)
    if not ended.good:
        return ended
    if kept.format == FORMAT and kept.final != final_hash(kept):
        return Verdict(good=False, key="tables.verify.final")
    earlier = () if ruled is game else ("tables.verify.earlier-rules",)
    return replace(ended, more=(*earlier, *_proof_keys(kept, seen)))


def _proof_keys(kept: Record, seen: Published) -> tuple[str, ...]:
    """Returns the keys of what a good record proves and does not prove, with these hashes compared."""
    compared = [f"tables.verify.same-{name}" for name in Published.__struct_fields__ if getattr(seen, name)]
    older = [] if kept.final else ["tables.verify.older"]
    unbound = [] if seen.final else ["tables.verify.unbound"]
    begun = [] if kept.origin is None else ["tables.verify.played-on"]
    return (*compared, *older, *unbound, *begun, "tables.verify.believed")


def _tells(kept: Record, number: int, position: Position, events: list[Event]) -> bool:
    """Returns whether the recorded events of a step, if any, are those of the rules."""
    if number == 0:
        return kept.start is None or kept.start == make_start(position, len(kept.seats), events)
    return kept.moves[number - 1].events == (() if kept.start is None else to_plain(events))


def _format_fault(kept: Record) -> str | None:
    """Returns the key of a fault if the record has what its format does not have, or lacks what it has."""
    if kept.format == FORMATS[0] and (kept.promise or kept.secret or kept.presses):
        return "tables.verify.format"
    if kept.format != FORMAT and kept.rules_version > 1:  # every game had its first rules as long as those were written
        return "tables.verify.format"
    return "tables.verify.format" if bool(kept.final) != (kept.format == FORMAT) else None


def _seed_fault(kept: Record) -> str | None:
    """Returns the key of a fault in the seed, its parts, or their hashes."""
    seed = bytes.fromhex(kept.seed) if re.fullmatch(r"([0-9a-f]{2})+", kept.seed) else b""
    if not seed or commitment(seed) != kept.commitment:
        return "tables.verify.seed"
    parts = kept.format == FORMATS[1] or kept.promise or kept.secret or kept.presses
    return "tables.verify.parts" if parts and not _mixed_of(kept, seed) else None


def _unlike(kept: Record, seen: Published) -> Verdict | None:
    """Returns the first of the hashes seen that is not the record's of that name."""
    own = {name: getattr(kept, name) for name in Published.__struct_fields__}
    for name, value in own.items():
        given = getattr(seen, name).strip().lower()
        if given and given != value:
            other = next((each for each in own if own[each] == given), None)
            values: dict[str, str | int] = {"given": name} if other is None else {"given": name, "meant": other}
            return Verdict(good=False, key=f"tables.verify.{'published' if other is None else 'misplaced'}", values=values)
    return None


def _start_fault(kept: Record, game: Game) -> str | None:
    """Returns the key of a fault in the start of the game; None: there is none. The seed has been checked."""
    if not kept.moves:
        return "tables.verify.no-moves"
    offered = {option.key: option.values for option in game.options}
    players = len(kept.seats)
    given = dict(kept.options)
    colours = given.pop(game.colour_option, None)
    if colours is not None and not len(colours.split("-")) == players == len({*colours.split("-")} & {*game.colours}):
        return "tables.verify.start"
    if kept.origin is not None and not kept.origin.position:
        return "tables.verify.start"
    if players not in game.seats or any(value not in offered.get(key, ()) for key, value in given.items()):
        return "tables.verify.start"
    lobby = tuple(range(players))
    drawn = seating(bytes.fromhex(kept.seed), players) if kept.random_order else lobby
    return None if kept.drawn == drawn else "tables.verify.order"


def _end_verdict(kept: Record, position: Position) -> Verdict:
    """Compare the result and the places with those of the position after the last move."""
    # A game that all others had left may have been made void later.
    ended = position.result()
    stayed = _kinds(kept).count("person")
    left = ended is None and (
        (kept.closed in {"claimed", "void"} and stayed == 1) or (kept.closed == "deadline" and stayed > 0)
    )
    if left:
        ended = claimed_result(tuple(SeatInfo("", 0 if kind == "person" else None) for kind in _kinds(kept)))
    if ended is None:
        return Verdict(good=False, key="tables.verify.unfinished", values={"number": len(kept.moves)})
    if ended != kept.result:
        return Verdict(good=False, key="tables.verify.result")
    if kept.places != put_last(ended.places, [kind == "resigned" for kind in _kinds(kept)]):
        return Verdict(good=False, key="tables.verify.places")
    return Verdict(good=True, key=f"tables.verify.{'claimed' if left else 'good'}", values={"number": len(kept.moves)})


def _kinds(kept: Record) -> list[str]:
    return [sitting.kind for sitting in kept.seats]


def _mixed_of(kept: Record, seed: bytes) -> bool:
    """Returns whether the seed is mixed from the promised part and the recorded presses."""
    if not re.fullmatch(r"([0-9a-f]{2})+", kept.secret) or not all(re.fullmatch(r"[0-9]{1,19}", each) for each in kept.presses):
        return False
    secret = bytes.fromhex(kept.secret)
    return commitment(secret) == kept.promise and mix_seed(secret, [int(each) for each in kept.presses]) == seed


def verify_file(path: str | Path, games: Mapping[str, Game], seen: Published = UNSEEN) -> Verdict:
    """Verify an exported record, as `replay` does. Raises OSError if the file cannot be read."""
    kept = read_file(path)
    return Verdict(good=False, key="tables.verify.unreadable") if kept is None else replay(kept, games, seen)

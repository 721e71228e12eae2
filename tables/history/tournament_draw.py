"""The draw of a tournament, for people who want to check it: the order of its entrants, from which its pairs follow, is drawn
from the bot's part, whose hash was published before anybody joined, and from the presses that joined and began it. A division
of a league is one too: its part is that of the season with the division's number.
"""

import struct
from pathlib import Path

import msgspec

from engines.draws import SEED_BYTES, commitment, order_of_entrants, part_of_division
from tables.history.record import LARGEST
from tables.history.verify import UNSEEN, Published, Verdict
from tables.tournaments.tournament import Tournament

FORMAT = "zamki-tournament-1"

PART = 2 * SEED_BYTES
"""The hex digits of the bot's part; of a division, its number follows."""


class PairingDraw(msgspec.Struct, frozen=True, kw_only=True):
    """The draw of a tournament that is over, as in the file."""

    format: str = FORMAT
    tournament: int
    game: str
    promise: str
    """SHA-256 (hex) of `part`, as published on its card before anybody joined."""
    part: str
    """The bot's part (hex)."""
    division: int | None = None
    """Of a league: which division of its season, from 0."""
    presses: tuple[str, ...]
    """Ids of the interactions that opened, joined and began it, in order."""
    joined: tuple[str, ...]
    """The names of those who took part when it began, as its card listed them: in the order in which they had joined."""
    order: tuple[int, ...]
    """The drawn order, as places in `joined`, from 0: that of equals in the standings, by which round 1 is paired."""


def published_draw(tournament: Tournament, part: str) -> PairingDraw | None:
    """Returns the draw of a tournament whose part (hex) has been published; None: an earlier version has drawn it otherwise."""
    if not part or not tournament.drawn:
        return None
    first = tournament.entrants[: len(tournament.drawn)]  # others have entered later
    names = dict(zip(tournament.drawn, (each.name for each in first), strict=True))
    return PairingDraw(
        tournament=tournament.id,
        game=tournament.game,
        promise=tournament.promise,
        part=part[:PART],
        division=tournament.division if len(part) > PART else None,
        presses=tuple(map(str, tournament.presses)),
        joined=tuple(names[at] for at in range(len(names))),
        order=tournament.drawn,
    )


def check(draw: PairingDraw, seen: Published = UNSEEN) -> Verdict:
    """Check the order against the part and the presses, and the promise against the one that somebody has seen."""
    given = seen.promise.strip().lower()
    if given and given != draw.promise:
        return Verdict(good=False, key="tables.verify.published", values={"given": "promise"})
    try:
        part, presses = bytes.fromhex(draw.part), [int(press) for press in draw.presses]
        own = part if draw.division is None else part_of_division(part, draw.division)
        order = order_of_entrants(own, presses, len(draw.joined))
    except (ValueError, struct.error):
        return Verdict(good=False, key="tables.verify.unreadable")
    if commitment(part) != draw.promise or tuple(order) != draw.order:
        return Verdict(good=False, key="tables.verify.tournament-order")
    return Verdict(good=True, key="tables.verify.tournament", more=("tables.verify.same-promise",) if given else ())


def read_file(path: str | Path) -> PairingDraw | None:
    """Returns the draw in a file of any origin; None if it is something else. Raises OSError if the file cannot be read."""
    with Path(path).open("rb") as file:
        raw = file.read(LARGEST + 1)
    try:
        found = msgspec.json.decode(raw, type=PairingDraw)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return found if found.format == FORMAT else None


def export(draw: PairingDraw) -> bytes:
    """Returns the draw as a JSON file for people and programs."""
    return msgspec.json.format(msgspec.json.encode(draw), indent=1) + b"\n"

"""The lobby: the rules of a table that has not started."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from data.records.people import LedgerRow
from data.records.tables import Counted, JournalRow
from data.shapes import SHAPES
from data.themes import THEMES
from data.words import words
from engines.colours import shared_out
from engines.contract import Game, IllegalMove, Obvious, Seat, Short
from engines.draws import SEED_BYTES, commitment, in_random_order, mix_seed
from engines.levels import usual
from tables.errors import BadChoice, Full, Illegal, NotHost, NotSeated, Refusal, TooFew, WrongState
from tables.model.guests import Guests
from tables.model.outbox_rows import ExpiryRow, LobbyRow
from tables.model.people import Person, seat_name
from tables.model.table import LOBBY_LIFE, Change, LoadedTable, Table, board, hands, public, start_clocks, touch
from tables.model.table_info import BEST_OF, DISPLAYS, ClosingReason, Place, PublicFields, SeatInfo
from tables.rules import calling
from tables.rules import guests as guest_rules
from tables.rules.beginning import first_position
from tables.rules.context import Context
from tables.rules.play import at
from tables.time.timing import DAY, HOUR, LATE, MINUTE, read_pace

COMPUTER_NAMES = 8
"""Number of names for computer players in the catalogue: `tables.computer.1` and so on."""

LOBBY = LobbyRow()

PRESSES = 64
"""The most presses that join a table or tournament: each is a part of the seed, and stored for good."""

NOTICE = DAY
"""Seconds before a lobby expires at which this is announced."""


AT_ONCE = 10 * MINUTE
"""Seconds within which a lobby closed by its host alone leaves no card behind."""

ALONE, TOUCHED = HOUR, 10 * MINUTE
"""Seconds for which a host alone in a lobby keeps a place in a full channel: after opening it, and after its last change."""


Look: TypeAlias = Literal["display", "theme", "shape"]

LOOKS: dict[Look, tuple[str, ...]] = {"display": DISPLAYS, "theme": THEMES, "shape": SHAPES}
"""What public messages show: whether they contain text, and the theme and layout of their pictures."""


def new(
    person: Person,
    place: Place,
    game: Game,
    options: Mapping[str, str],
    *,
    pace: str,
    invite: Sequence[int] = (),
    keep: Sequence[int] = (),
    secret: bytes,
    now: float,
    **fields: Any,
) -> Change:
    """Returns a lobby with its host on the first seat. If people are invited with it, only they may join. Seats are kept for
    the people in `keep`, with whom the host plays again. Options not given have their defaults. `secret`: the bot's part of the
    seed. `fields`: the language and all non-default fields. Raises BadChoice, CannotSit.
    """
    chosen = {option.key: option.default for option in game.options}
    for key, value in options.items():
        if key != game.colour_option:  # of a game that is played again
            chosen[key] = _option(game, key, value)
    table = Table(
        place=place,
        game=game.key,
        options=chosen,
        pace=_pace(pace),
        host=person.user,
        seats=(make_seat(person, game),),
        missed=(0,),
        created=now,
        changed=now,
        idle_due=now + LOBBY_LIFE - NOTICE,
        rules_version=game.rules_version,
        secret=secret,
        promise=commitment(secret),
        guests=Guests().with_arrival(person.user, now),
        **fields,
    )
    limits: tuple[tuple[Counted, int], ...] = (("user", person.user), ("channel", place.channel))
    if place.guild > 0:
        limits = (*limits, ("guild", place.guild))
    if invite:
        guests = replace(guest_rules.add_invitations(table, person.user, invite), only=True)
        table = replace(table, guests=guests)
    if keep:
        table = replace(table, guests=guest_rules.kept_for(table, keep, now))
    said = (
        *(LedgerRow(person.user, "invite", user) for user in invite),
        *(LedgerRow(person.user, "again", user) for user in keep),
    )
    if place.guild > 0:  # elsewhere only those hear of it who chose to talk there
        said = (LedgerRow(person.user, "open", place=place.guild), *said)
    return Change(
        loaded=LoadedTable(table=table), seated=True, outbox=(LOBBY,), limits=limits, comers=(*invite, *keep), said=said
    )


def offered_options(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Returns the options without those of a short form, which no lobby offers."""
    short = game.short.options if isinstance(game, Short) else {}
    return {key: value for key, value in options.items() if key not in short}


def make_seat(person: Person, game: Game, taken: Sequence[SeatInfo] = ()) -> SeatInfo:
    """Returns a person's seat, in the first colour of this game that they like and nobody there has chosen."""
    others = {info.colour for info in taken}
    colour = next((each for each in person.colours if each in game.colours and each not in others), "")
    return SeatInfo(seat_name(person), person.user, colour=colour)


def seat_all(table: Table, people: Iterable[Person], game: Game) -> Table:
    """Returns the table with these people seated beside those who sit there."""
    seats = table.seats
    for each in people:
        seats = (*seats, make_seat(each, game, seats))
    return replace(table, seats=seats, missed=(0,) * len(seats))


def _option(game: Game, key: str, value: str) -> str:
    option = next((option for option in game.options if option.key == key), None)
    if option is None:
        raise BadChoice(typed=key, values=tuple(option.key for option in game.options) or ("–",))
    if value not in option.values:
        raise BadChoice(typed=value, values=option.values)
    return value


def _pace(pace: str) -> str:
    read_pace(pace)
    return pace


def _change_lobby(table: Table, now: float, seats: Sequence[SeatInfo] | None = None, **changes: Any) -> Change:
    if seats is not None:
        changes |= {"seats": tuple(seats), "missed": (0,) * len(seats)}
    changes.setdefault("idle_due", now + LOBBY_LIFE - NOTICE)
    return Change(loaded=LoadedTable(table=touch(table, now, **changes)), seated=seats is not None, outbox=(LOBBY,))


def join(context: Context, person: Person) -> Change | None:
    """Take a seat; None: seated already. The interaction becomes a part of the seed. Raises WrongState, Full, NotOpen."""
    table = context.lobby
    if table.seat_of(person.user) is not None:
        return None
    guests = guest_rules.admit_guest(table, context.game, person.user).with_arrival(person.user, context.now)
    presses = with_press(table.presses, context.request)
    change = _change_lobby(
        table, context.now, [*table.seats, make_seat(person, context.game, table.seats)], guests=guests, presses=presses
    )
    return replace(change, by=person.user, limits=(("user", person.user),), comers=(person.user,))


def choose_colour(context: Context, colour: str) -> Change | None:
    """Choose the colour to play in ("": none); None: they have it. The order of seats and turns does not depend on it. Raises
    WrongState, NotSeated, BadChoice, Refusal if somebody else has chosen it.
    """
    table = context.joined
    if colour and colour not in context.game.colours:
        raise BadChoice(typed=colour, values=context.game.colours)
    seat = table.seat_of(context.user)
    if any(info.colour == colour for info in table.seats if info.user == context.user):
        return None
    other = next((info for info in table.seats if colour and info.colour == colour), None)
    if other is not None:
        raise Refusal("colours.taken", name=other.name)
    seats = [replace(info, colour=colour) if at == seat else info for at, info in enumerate(table.seats)]
    return _change_lobby(table, context.now, seats)


def accept(context: Context, person: Person, number: int) -> Change | None:
    """Take a seat by an invitation or a reservation, or agree to play on the seat one has; None: neither is asked. Raises
    NoInvitation, and what `join` raises.
    """
    if context.lobby.seat_of(person.user) is not None:
        return guest_rules.agree(context, number)
    guest_rules.answer_invitation(context.table, person.user, number)
    return join(context, person)


def decline(context: Context, number: int) -> Change:
    """Decline an invitation or a reserved seat, or give back the seat one has. Raises WrongState, NoInvitation."""
    if context.lobby.guests.unanswered.get(context.user) == number:
        return leave(context)
    return guest_rules.decline(context, number)


def with_press(presses: tuple[int, ...], press: int | None) -> tuple[int, ...]:
    """Returns the presses of a seed with one that joins. Raises Refusal if there are too many: people who come and go."""
    if press is None:
        return presses
    if len(presses) >= PRESSES:
        raise Refusal("tables.refusal.came-and-went")
    return (*presses, press)


def leave(context: Context) -> Change:
    """Leave the seat or the waiting list. If the host leaves, the next person seated becomes host; the last person closes the
    lobby. Raises WrongState, NotSeated.
    """
    table, user, now = context.lobby, context.user, context.now
    if table.seat_of(user) is None and table.guests.expects(user):
        return guest_rules.change_guests(table, table.guests.without(user), now)
    seats = [info for info in context.joined.seats if info.user != user]
    people = [info.user for info in seats if info.user is not None]
    if not people:
        return _close_lobby(table, now, "empty")
    host = people[0] if table.host == user else table.host
    return _change_lobby(table, now, seats, host=host, guests=table.guests.without(user))


def add_computer(context: Context, level: str | None = None, *, name: str = "") -> Change:
    """Seat a computer player with this name or one of the language's. Raises WrongState, NotSeated, Full, BadChoice."""
    table, game = context.joined, context.game
    if len(table.seats) + table.guests.kept >= game.seats[-1]:
        raise Full(seats=game.seats[-1])
    if level is None:
        level = usual(game)
    if level not in game.levels:
        raise BadChoice(typed=level, values=game.levels)
    taken = {info.name for info in table.seats}
    names = [words(table.language)(f"tables.computer.{number}") for number in range(1, COMPUTER_NAMES + 1)]
    named = next(each for each in (name, *names) if each and each not in taken)
    return replace(_change_lobby(table, context.now, [*table.seats, SeatInfo(named, level=level)]), by=context.user)


def remove_computer(context: Context, seat: Seat | None) -> Change:
    """Remove a computer player; the last one if no seat is given. Raises WrongState, NotSeated, BadChoice."""
    table = context.joined
    computers = [number for number, info in enumerate(table.seats) if info.user is None]
    if not computers or (seat is not None and seat not in computers):
        raise BadChoice("tables.refusal.no-computer")
    gone = computers[-1] if seat is None else seat
    return _change_lobby(table, context.now, [info for number, info in enumerate(table.seats) if number != gone])


def arrange(context: Context, order: Sequence[int]) -> Change:
    """Fix the order of the seats (their current numbers, youngest first); seats not given follow in their current order. Raises
    WrongState, NotHost, BadChoice.
    """
    table = context.hosted
    places = range(len(table.seats))
    if len({*order}.intersection(places)) != len(order):
        raise BadChoice(typed=" ".join(map(str, order)), values=(" ".join(map(str, places)),))
    whole = (*order, *(place for place in places if place not in order))
    return _change_lobby(table, context.now, [table.seats[place] for place in whole], random_order=False)


def shuffle(context: Context) -> Change:
    """Draw the order at the start. Raises WrongState, NotHost."""
    return _change_lobby(context.hosted, context.now, random_order=True)


def set_option(context: Context, key: str, value: str) -> Change:
    """Choose a variant. Raises WrongState, NotHost, BadChoice."""
    table = context.hosted
    return _change_lobby(table, context.now, options={**table.options, key: _option(context.game, key, value)})


def set_pace(context: Context, pace: str) -> Change:
    """Choose the pace. Raises WrongState, NotHost, BadChoice."""
    return _change_lobby(context.hosted, context.now, pace=_pace(pace))


def set_friendly(context: Context, *, friendly: bool) -> Change:
    """Make the game friendly, or count for the leaderboard. Raises WrongState, NotHost."""
    return _change_lobby(context.hosted, context.now, friendly=friendly)


def set_direct(context: Context, *, direct: bool) -> Change:
    """Send hands as direct messages, or not. Joining is the consent, so only a host who is alone with computer players can turn
    this on. Raises WrongState, NotHost, BadChoice.
    """
    table = context.hosted
    if direct and any(seat.user not in {None, context.user} for seat in table.seats):
        raise BadChoice("tables.refusal.hands-joined")
    return _change_lobby(table, context.now, direct=direct)


def set_look(context: Context, what: Look, value: str) -> Change:
    """Choose what public messages show, before or during the game. This does not count as touching a lobby, and steps can still
    be taken back. Raises WrongState, NotHost, BadChoice.
    """
    values = LOOKS[what]
    if value not in values:
        raise BadChoice(typed=value, values=values)
    table = context.table if context.table.state == "playing" else context.lobby
    if table.host != context.user:
        raise NotHost(host=context.host_name)
    changes: dict[str, Any] = {what: value, "version": table.version + 1}
    new = replace(table, **changes)
    row = LOBBY if table.state == "lobby" else board(new)
    return Change(loaded=context.loaded.with_table(new), outbox=(row,))


def set_best_of(context: Context, games: int) -> Change:
    """Play a series of at most `games` games (0: without end); only before its first game has been played. Raises WrongState,
    NotHost, BadChoice.
    """
    if games not in BEST_OF:
        raise BadChoice
    if context.hosted.series is not None:
        raise BadChoice("tables.refusal.series-begun")
    return _change_lobby(context.hosted, context.now, best_of=games)


def announce(context: Context) -> Change:
    """Announce that the lobby is about to expire, which does not keep it open. Raises WrongState."""
    new = replace(context.lobby, idle_due=None, version=context.table.version + 1)
    return Change(loaded=LoadedTable(table=new), outbox=(LOBBY, ExpiryRow()))


def extend(context: Context) -> Change:
    """Keep the lobby open for the full time again; anybody seated may. Raises WrongState, NotSeated."""
    change = _change_lobby(context.joined, context.now)
    return replace(change, outbox=(*change.outbox, ExpiryRow(extended=True)))


def wait_on(context: Context) -> Change:
    """The host has been asked what to do, and waits on. Raises WrongState, NotHost."""
    return _change_lobby(context.hosted, context.now)


def alone(context: Context, *, thread: bool = False) -> Change:
    """Start the game against as many computer players as it needs, for its host. Raises what `start` raises."""
    table = context.hosted
    full = context.at(context.loaded.having(guests=replace(table.guests, invites=(), waiting=())))
    while len(full.table.seats) < context.game.seats[0]:
        full = full.at(add_computer(full).loaded)
    return start(full, thread=thread)


def set_late(context: Context, late: str) -> Change:
    """Choose what a timeout does. Raises WrongState, NotHost, BadChoice."""
    chosen = next((each for each in LATE if each == late), None)
    if chosen is None:
        raise BadChoice(typed=late, values=LATE)
    return _change_lobby(context.hosted, context.now, timing=replace(context.table.timing, late=chosen))


def rename(context: Context, person: Person) -> Change | None:
    """Give a person's seat in a lobby or a running game the name they have now; None: it has it, or they have none there. This
    does not count as touching a lobby, and steps can still be taken back.
    """
    table, name = context.table, seat_name(person)
    seat = table.seat_of(person.user)
    if seat is None or table.state not in {"lobby", "playing"} or table.seats[seat].name == name:
        return None
    seats = tuple(replace(info, name=name) if at == seat else info for at, info in enumerate(table.seats))
    new = replace(table, seats=seats, version=table.version + 1)
    row = LOBBY if table.state == "lobby" else board(new)
    return Change(loaded=context.loaded.with_table(new), seated=True, outbox=(row,))


def hand_over(context: Context, to: int) -> Change | None:
    """Make another person at the table its host; None: they are already. Raises WrongState, NotSeated."""
    table = context.table
    if table.state not in {"lobby", "playing"}:
        raise WrongState(f"tables.refusal.not-playing-{table.state}")
    seat = table.seat_of(to)
    if seat is None or not table.acts(seat):
        raise NotSeated("tables.refusal.not-of-this-table")
    if table.host == to:
        return None
    new = touch(table, context.now, host=to) if table.state == "lobby" else replace(table, host=to, version=table.version + 1)
    return Change(loaded=context.loaded.with_table(new), outbox=(LOBBY,))


def cancel(context: Context, *, moderator: bool = False, reason: str = "") -> Change:
    """Close the lobby, for the host or a server moderator, whose reason its people read. Raises WrongState, NotHost."""
    table = context.lobby if moderator else context.hosted
    if context.user == table.host:
        return _close_lobby(table, context.now, "host")
    return _close_lobby(replace(table, reason=reason or None), context.now, "moderator")


def give_up(context: Context) -> Change:
    """Close the lobby, for its host, where nobody else sits. Raises WrongState, NotHost."""
    if any(info.user not in {None, context.user} for info in context.hosted.seats):
        raise WrongState("tables.refusal.lobby-joined")
    return cancel(context)


def expire(context: Context) -> Change:
    """Close a lobby that has been untouched for a week."""
    return _close_lobby(context.lobby, context.now, "time")


def left_nothing(table: PublicFields) -> bool:
    """Returns whether this lobby's host, alone there, closed it at once: nobody needs to be told of it."""
    people = sum(info.user is not None for info in table.seats)
    by_host = table.state == "cancelled" and table.closed in {"host", "empty"} and people <= 1
    return by_host and table.changed - table.created <= AT_ONCE


def make_room(context: Context) -> Change | None:
    """Close a lobby in a full channel if only its host sits there an hour after it was opened; None: somebody has joined, or it
    was just touched.
    """
    table, now = context.table, context.now
    people = sum(info.user is not None for info in table.seats)
    if table.state != "lobby" or people > 1 or table.created + ALONE > now or table.changed + TOUCHED > now:
        return None
    return _close_lobby(table, now, "alone")


def _close_lobby(table: Table, now: float, why: ClosingReason) -> Change:
    return _change_lobby(table, now, state="cancelled", closed=why, idle_due=None)


def seating(seed: bytes, players: int) -> tuple[int, ...]:
    """Returns the order drawn at the start: by seat, the number in the lobby. It is drawn with a separate seed derived from the
    table's, so that it shares no draw with the game.
    """
    return tuple(in_random_order(hashlib.sha256(b"seats" + seed).digest()[:SEED_BYTES], 0, range(players)))


def _with_colours(game: Game, options: dict[str, str], chosen: Sequence[str]) -> dict[str, str]:
    """Returns the options with the colours that people have `chosen`, by seat, if moves of the game name them."""
    if not game.colour_option or not any(chosen):
        return options
    return {**options, game.colour_option: "-".join(_named_colours(game, chosen))}


def _named_colours(game: Game, chosen: Sequence[str]) -> tuple[str, ...]:
    """Returns by seat the colours that people have `chosen`; where moves of the game name them, everybody has one."""
    return shared_out(chosen, game.colours, game.colours) if game.colour_option else tuple(chosen)


def start(context: Context, *, thread: bool = False) -> Change:
    """Start the game; `thread`: in a thread of its own. The seed is mixed from the bot's part, whose hash is published, and
    from the presses that joined and started. When the host has been called for long, anybody seated may start. Raises
    WrongState, NotHost, TooFew, Illegal.
    """
    calling.check_starter(context)
    table, game, now, request = context.lobby, context.game, context.now, context.request
    players = len(table.seats)
    if players not in game.seats:
        raise TooFew(seats=game.seats[0], players=players)
    presses = table.presses if request is None else (*table.presses, request)
    seed = mix_seed(table.secret, presses)
    drawn = seating(seed, players) if table.random_order else tuple(range(players))
    chosen = [table.seats[place].colour for place in drawn]
    try:
        options = _with_colours(game, table.options, chosen)
        position = first_position(game, players, options, seed, table.begins)
    except IllegalMove as error:
        raise Illegal(error.key, **error.parameters) from None
    colours = _named_colours(game, chosen)
    seats = tuple(replace(table.seats[place], colour=colour) for place, colour in zip(drawn, colours, strict=True))
    begun = touch(
        table, now, options=options, seats=seats, drawn=drawn, number=1, rules_version=game.rules_version, idle_due=None
    )
    begun = replace(begun, seed=seed, commitment=commitment(seed), presses=presses)
    if thread:
        begun = replace(begun, home=begun.place.channel)  # until the thread exists: see `moving.settle`
    opening = game.opening(position) if isinstance(game, Obvious) and not table.begins else []
    begun = start_clocks(at(begun, position, log=tuple(public(1, opening))), now)
    line = JournalRow(
        number=1, kind="start", seat=None, move="", events="[]", stage=begun.stage, turn=begun.turn, request=request, at=now
    )
    return Change(
        loaded=LoadedTable(table=begun, position=position),
        lines=(line,),
        seated=True,
        moved=True,
        outbox=(LOBBY, board(begun), *hands(begun, begun.pending)),
    )

"""What an organiser does in a tournament. Each act is declared once, in `ACTS`: when it is offered, what it asks for, what it
changes, whose games it touches, and who is told. An organiser's own games are touched by nobody but other organisers.

Choices are text, as presses carry them: numbers of entrants and games, ids of people.
"""

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.contract import Game, IllegalMove
from engines.draws import SEED_BYTES
from tables.errors import NoReason, Refusal
from tables.time.timing import DAY, MINUTE
from tables.tournaments import clock, entering, rounds
from tables.tournaments import tournament as rules_of
from tables.tournaments.pairing import MOST
from tables.tournaments.tournament import LEAST, Pairing, Tournament

SHARED, NO_RESULT = "shared", "none"
"""How a game can be judged, other than by naming its winner."""

SOONEST, LATEST = 10 * MINUTE, 60 * DAY
"""Seconds until the date of a tournament."""

COHOSTS = 5
"""The most co-hosts of a tournament."""

Chosen: TypeAlias = Sequence[str]


class Occasion(NamedTuple):
    """Who carries out an act, where and when."""

    user: int
    channel: int
    now: float
    reason: str = ""
    chief: bool = True
    """Whether they are its host, or look after the server; a co-host is neither."""
    game: Game | None = None
    """The game that is played; None: this version does not have it."""


class Choice(NamedTuple):
    """What an act asks for. `cogs.tournament.ask.<kind>` is its text."""

    kind: str
    choices: Callable[[Tournament, Chosen, Occasion], Sequence[str]] | None
    """Returns what can be chosen, by what has been chosen before; None: any person, or any number."""
    typed: bool = False
    """Whether it is typed with the reason."""
    refusal: str = "tables.refusal.tournament-changed"
    """The key of what is said where something else is chosen."""

    def allows(self, said: str, tournament: Tournament, chosen: Chosen, occasion: Occasion) -> bool:
        """Returns whether this can be chosen."""
        if self.choices is None:
            return said.isascii() and said.isdigit()
        return said in self.choices(tournament, chosen, occasion)


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act. `cogs.tournament.act.<name>` is its name, `….about` what it does."""

    name: str
    offered: Callable[[Tournament, Occasion], bool]
    carry_out: Callable[[Tournament, Chosen, Occasion], Tournament]
    asks: tuple[Choice, ...] = ()
    a_table: bool = False
    """Whether it asks only for as many people as play at a table."""
    for_chiefs: bool = False
    """Whether co-hosts may not do it."""
    touches: Callable[[Tournament, Chosen], Collection[int]] = lambda _tournament, _chosen: ()
    """Returns the entrants whose games it changes."""
    tells: Callable[[Tournament, Chosen], Collection[int]] = lambda _tournament, _chosen: ()
    """Returns the users who are told; nobody if another message tells them."""
    noted: Callable[[Tournament, Chosen], tuple[str, Mapping[str, str]]] | None = None
    """Returns its entry in the server's log (`cogs.server.log.<key>`) and the fields of that; None: named as the act is."""

    def needs(self, tournament: Tournament) -> tuple[Choice, ...]:
        """Returns what it asks for in this tournament."""
        return self.asks[: tournament.rules.size] if self.a_table else self.asks


def acts_offered(tournament: Tournament, occasion: Occasion) -> list[Act]:
    """Returns the acts that are possible now."""
    return [each for each in ACTS if _possible(each, tournament, occasion)]


def find(name: str, tournament: Tournament, chosen: Chosen, occasion: Occasion) -> Act:
    """Returns the act of this name, for what has been chosen, perhaps not yet completely. Raises Refusal if it is not possible
    now, or concerns a game of the organiser's own.
    """
    act = next((each for each in ACTS if each.name == name and _possible(each, tournament, occasion)), None)
    needs = () if act is None else act.needs(tournament)
    if act is None or len(chosen) > len(needs):
        raise Refusal("tables.refusal.tournament-changed")
    for at, (choice, said) in enumerate(zip(needs, chosen, strict=False)):
        if not choice.allows(said, tournament, chosen[:at], occasion):
            raise Refusal(choice.refusal)
    own = tournament.of(occasion.user)
    if len(chosen) == len(needs) and own is not None and own.number in act.touches(tournament, chosen):
        raise Refusal("tables.refusal.tournament-own-game")
    return act


def carry_out(name: str, tournament: Tournament, chosen: Chosen, occasion: Occasion) -> Tournament:
    """Returns the tournament after an act. Raises Refusal, NoReason."""
    act = find(name, tournament, chosen, occasion)
    if len(chosen) < len(act.needs(tournament)):
        raise Refusal("tables.refusal.tournament-changed")
    if not occasion.reason:
        raise NoReason("tables.refusal.tournament-no-reason")
    return act.carry_out(tournament, chosen, occasion)


def check_known(name: str) -> None:
    """Raises Refusal if there is no such act."""
    if all(act.name != name for act in ACTS):
        raise Refusal("tables.refusal.tournament-changed")


def typed_choice(name: str) -> Choice | None:
    """Returns what is typed with an act's reason."""
    return next((choice for act in ACTS if act.name == name for choice in act.asks if choice.typed), None)


def entry(name: str, tournament: Tournament, chosen: Chosen) -> tuple[str, dict[str, str]]:
    """Returns an act's entry in the server's log: its key, and its fields."""
    act = next(each for each in ACTS if each.name == name)
    key, about = (name, {}) if act.noted is None else act.noted(tournament, chosen)
    return f"tournament-{key}", {"table": str(tournament.id), **about}


def users_told(name: str, tournament: Tournament, chosen: Chosen) -> tuple[int, ...]:
    """Returns whom an act's message is for."""
    return tuple(sorted(next(each for each in ACTS if each.name == name).tells(tournament, chosen)))


def stamp(tournament: Tournament) -> int:
    """Returns a number that changes with the entrants of a lobby and with each round: what was chosen before is void then."""
    if tournament.state != "lobby":
        return len(tournament.rounds)
    return 1000 + zlib.crc32(repr([each.user for each in tournament.entrants]).encode()) % 1_000_000


def _possible(act: Act, tournament: Tournament, occasion: Occasion) -> bool:
    if act.for_chiefs and not occasion.chief:
        return False
    return act.offered(tournament, occasion) and all(
        each.choices is None or each.choices(tournament, (), occasion) for each in act.asks[:1]
    )


# What can be chosen.


def _unfinished_games(tournament: Tournament) -> list[tuple[int, Pairing]]:
    """Returns the games of the current round that go on, by their index in it."""
    games = enumerate(tournament.rounds[-1].pairings) if tournament.rounds else ()
    return [(at, game) for at, game in games if game.places is None and game.judged is None]


def _games(tournament: Tournament, _chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    return [str(at) for at, _ in _unfinished_games(tournament)]


def game_chosen(tournament: Tournament, chosen: Chosen) -> Pairing:
    """Returns the game that the first choice names."""
    return tournament.rounds[-1].pairings[int(chosen[0])]


def _results(tournament: Tournament, chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    return [*map(str, game_chosen(tournament, chosen).entrants), SHARED, NO_RESULT]


def _others(tournament: Tournament, _chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    """Returns the entrants who take part, but for the host."""
    return [str(each.number) for each in tournament.active if each.user != tournament.host]


def _reserve(tournament: Tournament, _chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    return [str(each.user) for each in tournament.reserve]


def _partners(tournament: Tournament, chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    """Returns the entrants who can still be put together for the next round."""
    placed = {each for group in tournament.arranged for each in group}
    free = (each for each in tournament.active if each.user not in placed and each.number not in tournament.skipping)
    return [str(each.number) for each in free if str(each.number) not in chosen]


def _sizes(tournament: Tournament, _chosen: Chosen, _occasion: Occasion) -> Sequence[str]:
    sizes = [4, 6, 8, 10, 12, 16, 24, 32, 48, 64]
    return [str(each) for each in sizes if len(tournament.entrants) <= each <= MOST and each != tournament.places]


def _variants(tournament: Tournament, _chosen: Chosen, occasion: Occasion) -> Sequence[str]:
    """Returns the other values of the game's options with which it can be played at tables of every size."""
    game = occasion.game
    if game is None:
        return ()
    others = (
        (option.key, value) for option in game.options for value in option.values if tournament.options.get(option.key) != value
    )
    return [f"{key}={value}" for key, value in others if _can_begin(game, {**tournament.options, key: value}, tournament)]


def _can_begin(game: Game, options: Mapping[str, str], tournament: Tournament) -> bool:
    try:
        for seats in game.seats:
            if LEAST <= seats <= tournament.rules.size:
                game.start(seats, options, bytes(SEED_BYTES))
    except IllegalMove:
        return False
    return True


# What is changed, for whom.


def _mates(tournament: Tournament, chosen: Chosen) -> Collection[int]:
    """Returns the entrants of the game that the chosen one plays."""
    number = int(chosen[0])
    return {each for _, game in _unfinished_games(tournament) if number in game.entrants for each in game.entrants}


def _all_playing(tournament: Tournament, _chosen: Chosen) -> Collection[int]:
    return {each for _, game in _unfinished_games(tournament) for each in game.entrants}


def _everybody(tournament: Tournament, _chosen: Chosen) -> Collection[int]:
    return tournament.people


def _user(tournament: Tournament, number: str) -> int:
    return tournament.entrants[int(number)].user


def _judge(tournament: Tournament, chosen: Chosen, occasion: Occasion) -> Tournament:
    entrants = game_chosen(tournament, chosen).entrants
    judged = {SHARED: entrants, NO_RESULT: ()}.get(chosen[1])
    return rounds.judge(tournament, int(chosen[0]), (int(chosen[1]),) if judged is None else judged, occasion.now)


def _judge_entry(tournament: Tournament, chosen: Chosen) -> tuple[str, Mapping[str, str]]:
    one, other, *_ = game_chosen(tournament, chosen).entrants
    about = {"round": str(len(tournament.rounds)), "user": str(_user(tournament, str(one)))}
    about["other"] = str(_user(tournament, str(other)))
    if chosen[1] in {SHARED, NO_RESULT}:
        return f"judged-{chosen[1]}", about
    return "judged", {**about, "winner": str(_user(tournament, chosen[1]))}


def _users(tournament: Tournament, chosen: Chosen) -> tuple[int, ...]:
    return tuple(_user(tournament, each) for each in chosen)


def _arrange_entry(tournament: Tournament, chosen: Chosen) -> tuple[str, Mapping[str, str]]:
    people = zip(("user", "other", "third", "fourth"), map(str, _users(tournament, chosen)), strict=False)
    return f"pair-{len(chosen)}", {"round": str(len(tournament.rounds) + 1), **dict(people)}


def _may_arrange(tournament: Tournament, _occasion: Occasion) -> bool:
    going = tournament.state == "lobby" or (tournament.going and len(tournament.rounds) < tournament.rules.rounds)
    return going and tournament.rules.format == "swiss"


def _turn_cohost(tournament: Tournament, chosen: Chosen, _occasion: Occasion) -> Tournament:
    """Returns it with one more co-host, or with one less."""
    user, before = int(chosen[0]), tournament.cohosts
    if user == tournament.host or (user not in before and len(before) >= COHOSTS):
        raise Refusal("tables.refusal.tournament-cohost", most=COHOSTS)
    return replace(tournament, cohosts=tuple(each for each in before if each != user) if user in before else (*before, user))


def _set_date(tournament: Tournament, chosen: Chosen, occasion: Occasion) -> Tournament:
    if not occasion.now + SOONEST <= int(chosen[0]) <= occasion.now + LATEST:
        raise Refusal("tables.refusal.tournament-date", days=LATEST // DAY)
    return entering.set_date(tournament, float(chosen[0]))


def _close(tournament: Tournament, _chosen: Chosen, occasion: Occasion) -> Tournament:
    by = "host" if tournament.host == occasion.user else "moderator"
    closed = by if tournament.state == "lobby" else ""
    return replace(rules_of.close_early(tournament), closed=closed, reason=occasion.reason)


def _resume(tournament: Tournament, _chosen: Chosen, occasion: Occasion) -> Tournament:
    return clock.move_channel(tournament, tournament.place.channel, occasion.now)


def _going(tournament: Tournament, _occasion: Occasion) -> bool:
    return tournament.going


def _open(tournament: Tournament, _occasion: Occasion) -> bool:
    return tournament.state in {"lobby", "running"}


ENTRANT, WAITING = Choice("entrant", _others), Choice("waiting", _reserve)

ACTS: tuple[Act, ...] = (
    Act(
        name="judge",
        offered=_going,
        asks=(Choice("game", _games, refusal="tables.refusal.tournament-game-over"), Choice("result", _results)),
        carry_out=_judge,
        touches=lambda tournament, chosen: game_chosen(tournament, chosen).entrants,
        tells=lambda tournament, chosen: {_user(tournament, str(each)) for each in game_chosen(tournament, chosen).entrants},
        noted=_judge_entry,
    ),
    Act(
        name="prolong",
        offered=lambda tournament, _: tournament.going and bool(_unfinished_games(tournament)),
        carry_out=lambda tournament, _, occasion: clock.give_time(tournament, occasion.now),
        touches=_all_playing,
        tells=_everybody,
        noted=lambda _tournament, _chosen: ("prolonged", {}),
    ),
    Act(
        name="pause",
        offered=_going,
        carry_out=lambda tournament, _, occasion: replace(tournament, paused=occasion.now, halted=True, due=None),
        touches=_all_playing,
        tells=_everybody,
        noted=lambda _tournament, _chosen: ("halted", {}),
    ),
    Act(
        name="resume",
        offered=lambda tournament, _: tournament.paused is not None and tournament.halted,
        carry_out=_resume,
        tells=_everybody,
        noted=lambda tournament, _: ("resumed", {"channel": str(tournament.place.channel)}),
    ),
    Act(
        name="remove",
        offered=_open,
        asks=(ENTRANT,),
        carry_out=lambda tournament, chosen, occasion: _due(entering.remove(tournament, int(chosen[0])), occasion),
        touches=_mates,
        tells=lambda tournament, chosen: (_user(tournament, chosen[0]),),
        noted=lambda tournament, chosen: ("remove", {"user": str(_user(tournament, chosen[0]))}),
    ),
    Act(
        name="replace",
        offered=lambda tournament, _: bool(tournament.reserve) and (tournament.state == "lobby" or _swiss(tournament)),
        asks=(ENTRANT, WAITING),
        carry_out=lambda tournament, chosen, occasion: _due(
            entering.replace_entrant(tournament, int(chosen[0]), int(chosen[1])), occasion
        ),
        touches=_mates,
        tells=lambda tournament, chosen: (_user(tournament, chosen[0]), int(chosen[1])),
        noted=lambda tournament, chosen: ("replace", {"user": str(_user(tournament, chosen[0])), "other": chosen[1]}),
    ),
    Act(
        name="pair",
        offered=_may_arrange,
        asks=(Choice("partner", _partners),) * 4,
        a_table=True,
        carry_out=lambda tournament, chosen, _: replace(
            tournament, arranged=(*tournament.arranged, _users(tournament, chosen))
        ),
        touches=lambda _, chosen: [int(each) for each in chosen],
        tells=_users,
        noted=_arrange_entry,
    ),
    Act(
        name="cohost",
        offered=_open,
        for_chiefs=True,
        asks=(Choice("person", None),),
        carry_out=_turn_cohost,
        tells=lambda _, chosen: [int(chosen[0])],
        noted=lambda tournament, chosen: (
            "cohost-off" if int(chosen[0]) in tournament.cohosts else "cohost",
            {"user": chosen[0]},
        ),
    ),
    Act(
        name="date",
        offered=lambda tournament, _: tournament.state == "lobby",
        asks=(Choice("date", None, typed=True),),
        carry_out=_set_date,
        tells=_everybody,
        noted=lambda _, chosen: ("date", {"when": chosen[0]}),
    ),
    Act(
        name="variant",
        offered=lambda tournament, _: tournament.state == "lobby",
        asks=(Choice("variant", _variants),),
        carry_out=lambda tournament, chosen, _: rules_of.with_variant(tournament, *chosen[0].split("=")),
        tells=_everybody,
        noted=lambda tournament, chosen: ("variant", {"variant": f"{tournament.game}.option.{chosen[0].replace('=', '.')}"}),
    ),
    Act(
        name="places",
        offered=lambda tournament, _: tournament.state == "lobby",
        asks=(Choice("places", _sizes),),
        carry_out=lambda tournament, chosen, _: entering.fill(
            replace(tournament, rules=replace(tournament.rules, places=int(chosen[0])))
        ),
        noted=lambda _, chosen: ("places", {"n": chosen[0]}),
    ),
    Act(
        name="move",
        offered=lambda tournament, occasion: (
            _open(tournament, occasion) and tournament.league is None and tournament.place.channel != occasion.channel
        ),
        carry_out=lambda tournament, _, occasion: clock.move_channel(tournament, occasion.channel, occasion.now),
    ),
    Act(name="close", offered=_open, for_chiefs=True, carry_out=_close, noted=lambda _tournament, _chosen: ("closed", {})),
)
"""All acts, in the order in which they are offered."""


def _swiss(tournament: Tournament) -> bool:
    return tournament.going and tournament.rules.format == "swiss"


def _due(tournament: Tournament, occasion: Occasion) -> Tournament:
    """Returns it looked at again now, since somebody may have left a game."""
    return replace(tournament, due=occasion.now) if tournament.going else tournament

"""The outbox rows, typed: one struct for each kind, stored as JSON with its `kind`.

Rows contain events as they are stored: plain (JSON) values of `engines.contract.Event`, which only their game understands.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from data.records.processes import Claim
from engines.contract import Seat
from tables.model.table_info import Offer, Vote

PlainEvent: TypeAlias = dict[str, Any]
"""A public event as JSON values."""

Ended: TypeAlias = Literal["", "done", "refused", "withdrawn", "lapsed"]
"""How a request to take back or a vote ended; "" while it is open."""


MatchOutcome: TypeAlias = Literal["", "seated", "off", "declined", "silent"]
"""What became of a question about a game: "" while it is open; the person sits at the table; somebody else has not agreed, and
the person waits on; they have declined; they have not answered.
"""

Why: TypeAlias = Literal["plan", "alone", "next", "call", "gathered"]
"""Why a person is reminded: by their plan, because they alone are awaited, because their turn is next, as a mention, or because
their call has waited (`tables.time.calls`).
"""


class Note(msgspec.Struct, frozen=True):
    """A note of the table's own that a board shows."""

    key: str
    """The message's key; its field {name} is the name of the seat's occupant."""
    seat: Seat
    before: str = ""
    """The previous occupant's name, for the field {before}."""
    turn: int = 0
    """The turn that the note belongs to, if it is not the board's."""


class _Payload(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    press: int = 0
    """The press that caused the row (`data.telemetry`); 0: none."""

    @property
    def kind(self) -> str:
        """The row's kind, as stored."""
        return str(self.__struct_config__.tag)

    @property
    def key(self) -> str:
        """The row replaces an unsent row of the same subject with the same key."""
        return self.kind


class _Log(_Payload, frozen=True, kw_only=True):
    turn: int
    """The turn shown."""
    events: tuple[PlainEvent, ...] = ()
    """The events of the turn to show as text, in order and without scenes. An edit shows all of them again."""
    notes: tuple[Note, ...] = ()
    """The table's own notes to show with them."""


class LobbyRow(_Payload, frozen=True, kw_only=True, tag="lobby"):
    """Post or edit the lobby card."""


class SceneRow(_Log, frozen=True, kw_only=True, tag="scene"):
    """Turn the open board message of that turn into the scene; post a new message if there is none."""

    event: PlainEvent
    """What the picture shows."""
    number: int
    """The journal line of the move that caused it."""
    index: int
    """The index of the scene among those of the move, from 0."""

    @property
    def key(self) -> str:
        return f"scene:{self.number}:{self.index}"


class BoardRow(_Log, frozen=True, kw_only=True, tag="board"):
    """Post the board of a new turn (older boards lose their buttons), or edit the board of this turn."""


class FinalRow(_Log, frozen=True, kw_only=True, tag="final"):
    """Post the end and remove all buttons. A cancelled game also ends with this row; its table has no result."""


class HandRow(_Payload, frozen=True, kw_only=True, tag="hand"):
    """Send or edit the direct message with a person's hand and choices."""

    seat: Seat
    stage: int
    """The stage at which the row was written."""

    @property
    def key(self) -> str:
        return f"hand:{self.seat}"


class RemindRow(_Payload, frozen=True, kw_only=True, tag="remind"):
    """Remind the people who are awaited: one live mention per person, which is removed when they have answered. In the channel
    it is one message for all.
    """

    seats: tuple[Seat, ...]
    """The seats awaited at that time."""
    why: Why = "plan"
    direct: bool = False

    @property
    def key(self) -> str:
        if not self.seats:
            return self.kind
        return f"{'next' if self.why == 'next' else self.kind}:{','.join(map(str, self.seats))}"


class VoteRow(_Payload, frozen=True, kw_only=True, tag="vote"):
    """Post or edit the message of a vote: buttons and answers, or how it ended."""

    vote: Vote
    """The vote as it was at that time."""
    ended: Ended = ""
    by: Seat | None = None
    """The seat that ended it by refusing or withdrawing it."""
    mention: bool = True
    """Whether the people asked are mentioned; not when the table is reposted."""

    @property
    def key(self) -> str:
        return f"vote:{self.vote.id}:{self.vote.kind}"


class DeadRow(_Payload, frozen=True, kw_only=True, tag="dead"):
    """Nobody has moved for very long: warn all players that the table will be closed."""

    closes: float
    """When the table will be closed, in Unix seconds."""


class VoidRow(_Payload, frozen=True, kw_only=True, tag="void"):
    """A moderator has made a finished game void, or made it count again: tell its players once, with the reason."""

    restored: str = ""
    """Why it counts again; "": it is void."""


class ExpiryRow(_Payload, frozen=True, kw_only=True, tag="expiry"):
    """Announce that an untouched lobby will soon be closed, with a button that keeps it open; or show that it was pressed."""

    extended: bool = False


class GoneRow(_Payload, frozen=True, kw_only=True, tag="gone"):
    """A person has left the table: remove the hand from all their messages of it."""

    user: int

    @property
    def key(self) -> str:
        return f"gone:{self.user}"


class OfferRow(_Payload, frozen=True, kw_only=True, tag="offer"):
    """Post the offer of a seat with its button, or show on it how it ended."""

    offer: Offer
    """The offer as it was at that time."""
    ended: str = ""
    """How it ended: `taken`, `withdrawn`, `lapsed`; "" while it is open."""
    name: str = ""
    """The previous occupant's name."""
    now: str = ""
    """The new occupant's name."""
    mention: bool = True
    """Whether the person is mentioned; not when the table is reposted."""
    again: bool = False
    """The same person was recently offered a seat here: edit the existing message, without a mention."""

    @property
    def key(self) -> str:
        return f"offer:{self.offer.id}"


class InviteRow(_Payload, frozen=True, kw_only=True, tag="invite"):
    """Invite one person to a lobby once, or ask one who sits there whether they still play, by direct message or else by a
    mention; or show on that message how it ended.
    """

    user: int
    number: int
    """The number of the invitation or of the reserved seat."""
    ended: Literal["", "taken", "gone", "left"] = ""
    """Whether they sit there now, are no longer invited, or have given back their seat; "" while the question is open."""
    wait: float = 0.0
    """Seconds until it is sent, after their quiet hours."""

    @property
    def key(self) -> str:
        return f"invite:{self.user}"


class HostRow(_Payload, frozen=True, kw_only=True, tag="host"):
    """Tell the host once that the lobby waits for them, by direct message or else by a mention. `complete`: to start the game.
    `lonely`: nobody has joined.
    """

    why: Literal["complete", "lonely"]
    again: bool = False
    """They were called a short time ago: the message notifies nobody."""

    @property
    def key(self) -> str:
        return f"host:{self.why}"


class AnsweredRow(_Payload, frozen=True, kw_only=True, tag="answered"):
    """Tell the person who invited others how these have answered, by direct message or else by a mention."""

    user: int
    """The person to tell."""

    @property
    def key(self) -> str:
        return f"answered:{self.user}"


class CallRow(_Payload, frozen=True, kw_only=True, tag="call"):
    """Tell the subscribers that a table of this game was opened. The row waits beside its table's queue."""

    wait: float = 0.0
    """Seconds in which people who look for such a game are asked first."""


class CoverRow(_Payload, frozen=True, kw_only=True, tag="cover"):
    """The board's temporary display has ended: show the board again without it. The row waits beside its table's queue, and the
    table's next move withdraws it.
    """

    after: float | None
    """Seconds after the board was sent; None: not before the next person has looked."""

    @property
    def key(self) -> str:
        return "unseen" if self.after is None else self.kind


class KeepRow(_Payload, frozen=True, kw_only=True, tag="keep"):
    """Keep the thread of a running game from being archived."""


class SeasonRow(_Payload, frozen=True, kw_only=True, tag="season"):
    """A season is over: post its leaderboard."""

    channel: int
    """The channel to post it to."""
    first: int
    last: int
    """The first and the last month of the season (`tables.ranking.counting.month`)."""

    @property
    def key(self) -> str:
        return f"season:{self.last}"


class WeekRow(_Payload, frozen=True, kw_only=True, tag="week"):
    """A week of a server is over: post what happened in it and what runs."""

    since: float
    until: float
    """When it began and ended."""


class DayCardRow(_Payload, frozen=True, kw_only=True, tag="day"):
    """Somebody in a server has finished the castle of a day: post its card, or edit it."""

    day: str
    language: str
    """That of whoever has finished it, for a server in which nothing has been told yet."""


class ChallengeDoneRow(_Payload, frozen=True, kw_only=True, tag="challenge"):
    """Somebody has finished their first try of a challenge at this table: tell the challenger, by direct message."""

    language: str


class TournamentCardRow(_Payload, frozen=True, kw_only=True, tag="tournament"):
    """Post or edit the message of a tournament."""


class ReadyRow(_Payload, frozen=True, kw_only=True, tag="ready"):
    """A tournament could begin: call its host, once."""


class CheckInRow(_Payload, frozen=True, kw_only=True, tag="check-in"):
    """A tournament with a date begins soon: call those who have not checked in, once."""

    call: int
    """Which call it is, from 1."""


class RoundRow(_Payload, frozen=True, kw_only=True, tag="round"):
    """A round of a tournament has begun: post that once, in a message of its own, and mention its players. The row waits beside
    its tournament's queue until the round's tables exist.
    """

    round: int
    """From 1."""

    @property
    def key(self) -> str:
        return f"round:{self.round}"


class RoundEndRow(_Payload, frozen=True, kw_only=True, tag="round-end"):
    """The time of a round is nearly up: remind those who are awaited, once, in one message for all games of the tournament."""

    round: int
    """From 1."""


class JudgeRow(_Payload, frozen=True, kw_only=True, tag="judge"):
    """Games of a round have not ended after all extensions: ask the tournament's host once what becomes of them."""

    round: int
    """From 1."""


class ActRow(_Payload, frozen=True, kw_only=True, tag="act"):
    """An organiser of a tournament has done something: post it once, and mention those concerned."""

    number: int
    """The version of the tournament after that."""
    by: int
    what: str
    """As in the server's log: `cogs.server.log.<what>` is its text."""
    about: dict[str, str]
    """The values for its fields."""
    users: tuple[int, ...]
    """The people concerned."""

    @property
    def key(self) -> str:
        return f"act:{self.number}"


class PodiumRow(_Payload, frozen=True, kw_only=True, tag="podium"):
    """A tournament has ended or was closed: post that once, in a message of its own, and mention its winners or its people."""


class WishListCardRow(_Payload, frozen=True, kw_only=True, tag="wishes"):
    """Post or edit the card that says that people look for a game in a channel; delete it when nobody does."""


class MatchRow(_Payload, frozen=True, kw_only=True, tag="match"):
    """Ask one person directly about a game that fits their wish, or show on that message what became of the question. The row
    waits beside its list's queue.
    """

    user: int
    match: int
    """The number of the match in its list."""
    game: str
    speed: str
    lobby: int | None = None
    """The open lobby that they would join."""
    outcome: MatchOutcome = ""
    table: int | None = None
    """The table at which they sit."""

    @property
    def key(self) -> str:
        return f"match:{self.match}:{self.user}"


class WishEndedRow(_Payload, frozen=True, kw_only=True, tag="wish-ended"):
    """Tell a person once that their wish for a game has ended, if they have not ended it themselves."""

    user: int
    wish: int
    """The number of the wish in its list."""

    @property
    def key(self) -> str:
        return f"wish:{self.wish}"


class NightCardRow(_Payload, frozen=True, kw_only=True, tag="night"):
    """Post or edit the card of a game night."""


class NightCallRow(_Payload, frozen=True, kw_only=True, tag="night-call"):
    """A date of a night is near: post its card once more, and mention who comes."""

    date: int


class NightEventRow(_Payload, frozen=True, kw_only=True, tag="night-event"):
    """Enter a date of a night into Discord's calendar, and look up there who comes; or delete its `event` from there. The row
    waits beside its night's queue.
    """

    date: int
    event: int = 0

    @property
    def key(self) -> str:
        return f"night-event:{self.date}:{self.event}"


class NightEndRow(_Payload, frozen=True, kw_only=True, tag="night-end"):
    """An evening is over: post once who played whom."""

    date: int
    tables: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"night-end:{self.date}"


class NightAskRow(_Payload, frozen=True, kw_only=True, tag="night-ask"):
    """Nobody came twice: ask the host once whether the night goes on."""

    date: int


class LeagueCardRow(_Payload, frozen=True, kw_only=True, tag="league"):
    """Post or edit the message with which people sign up for a league, and edit that of its season."""


class LeagueSeasonRow(_Payload, frozen=True, kw_only=True, tag="league-season"):
    """A season of a league has begun: post once its divisions, and open its thread."""

    season: int


class LeagueEndRow(_Payload, frozen=True, kw_only=True, tag="league-end"):
    """A season of a league has ended: post once how."""

    season: int

    @property
    def key(self) -> str:
        return f"league-end:{self.season}"


class LeagueAskRow(_Payload, frozen=True, kw_only=True, tag="league-ask"):
    """Too few have signed up twice: ask the host once whether the league goes on."""

    opened: int


class LeagueFullRow(_Payload, frozen=True, kw_only=True, tag="league-full"):
    """The server has no room for the tables of a season: tell the host once."""

    season: int


class DigestRow(_Payload, frozen=True, kw_only=True, tag="digest"):
    """Send a person their message of the day: what waits, and what has begun and ended since a time."""

    since: float


class DigestOfferRow(_Payload, frozen=True, kw_only=True, tag="digest-offer"):
    """A person is called often: offer them one message a day."""

    user: int

    @property
    def key(self) -> str:
        return f"digest-offer:{self.user}"


class AsideRow(_Payload, frozen=True, kw_only=True, tag="aside"):
    """The table failed repeatedly and is set aside for a while: tell its players. The row waits beside its table's queue."""

    until: float
    """When the table is tried again, in Unix seconds."""


class TidyRow(_Payload, frozen=True, kw_only=True, tag="tidy"):
    """Remove the buttons of messages that others have replaced. The row waits beside its table's queue."""


Payload: TypeAlias = (
    LobbyRow
    | SceneRow
    | BoardRow
    | FinalRow
    | HandRow
    | RemindRow
    | VoteRow
    | DeadRow
    | ExpiryRow
    | GoneRow
    | OfferRow
    | InviteRow
    | HostRow
    | AnsweredRow
    | CallRow
    | CoverRow
    | KeepRow
    | SeasonRow
    | DayCardRow
    | ChallengeDoneRow
    | TidyRow
    | AsideRow
    | VoidRow
    | TournamentCardRow
    | ReadyRow
    | CheckInRow
    | RoundRow
    | RoundEndRow
    | JudgeRow
    | ActRow
    | PodiumRow
    | WishListCardRow
    | MatchRow
    | WishEndedRow
    | NightCardRow
    | NightCallRow
    | NightEndRow
    | NightEventRow
    | NightAskRow
    | LeagueCardRow
    | LeagueSeasonRow
    | LeagueEndRow
    | LeagueAskRow
    | LeagueFullRow
    | DigestRow
    | WeekRow
    | DigestOfferRow
)

STANDING = (
    LobbyRow
    | FinalRow
    | VoteRow
    | OfferRow
    | SeasonRow
    | WeekRow
    | DayCardRow
    | TournamentCardRow
    | RoundRow
    | ActRow
    | PodiumRow
    | WishListCardRow
    | NightCardRow
    | NightEndRow
    | LeagueCardRow
    | LeagueSeasonRow
    | LeagueEndRow
)
"""The rows whose message is to stand in a channel whenever the bot may write there again. (A board is shown by a row of its
newest state.)
"""

_PAYLOAD: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)


def payload_of(stored: str) -> Payload:
    """Returns the payload of a stored row. Raises msgspec.ValidationError."""
    if '"asking"' in stored and (fields := msgspec.json.decode(stored))["kind"] == "asking":
        return msgspec.convert({**fields, "kind": "vote", "vote": back_of(fields["asking"])}, VoteRow)
    return _PAYLOAD.decode(stored)


def back_of(asking: dict[str, Any]) -> dict[str, Any]:
    """Returns the vote that was stored as a request to take back until version 1.0.0."""
    undo = {name: asking.pop(name) for name in ("number", "turn", "events") if name in asking}
    return {**asking, "kind": "back", "undo": undo}


Log: TypeAlias = SceneRow | BoardRow | FinalRow
"""The rows that show what happened in a turn."""


class OutboxRow(msgspec.Struct, frozen=True):
    """A row of the outbox, as given to the sender."""

    id: int
    """Unchanged when a newer row with the same key replaces an unsent one."""
    serial: int
    """The position in the order of all rows; a replacement gets a new one."""
    subject: int
    payload: Payload
    due: float
    """Unix time before which the row is not sent."""
    attempts: int
    """Number of failed attempts."""
    claim: Claim
    """The claim under which the row was handed out; each time it is handed out, it has a new one."""

    @property
    def kind(self) -> str:
        return self.payload.kind

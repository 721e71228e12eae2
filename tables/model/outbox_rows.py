"""What Discord must be told, typed: one struct for each kind of outbox row, stored as JSON with its `kind`.

Events stand in rows as they are stored, plain (JSON) values of `engines.contract.Event`: only their game knows more of them.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from data.records import Claim
from engines.contract import Seat
from tables.model.models import Offer, TakebackRequest, Vote

PlainEvent: TypeAlias = dict[str, Any]
"""A public event as JSON values."""

Ended: TypeAlias = Literal["", "done", "refused", "withdrawn", "lapsed"]
"""How a request to take back or a vote ended; "" while it is open."""


Why: TypeAlias = Literal["plan", "alone", "next", "call"]
"""Why somebody is reminded: they wanted it then, they alone are awaited, their turn comes next, or they are called by name."""


class Note(msgspec.Struct, frozen=True):
    """Something of the table's own that a board tells."""

    key: str
    """The message's key; its field {name} is the name on the seat."""
    seat: Seat
    before: str = ""
    """Who sat there before: its field {before}."""
    turn: int = 0
    """The turn that it belongs to, where that is not the one of the board."""


class _Payload(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    press: int = 0
    """The press that the row comes of (`data.telemetry`); 0: none."""

    @property
    def kind(self) -> str:
        """The row's kind, as it is stored."""
        return str(self.__struct_config__.tag)

    @property
    def key(self) -> str:
        """An unsent row of the same table with the same key is replaced by this one."""
        return self.kind


class _Log(_Payload, frozen=True, kw_only=True):
    turn: int
    """The turn that is told."""
    events: tuple[PlainEvent, ...] = ()
    """What happened in it and is told in words, in order; scenes left out. Editing the message tells it again whole."""
    notes: tuple[Note, ...] = ()
    """What the table itself tells with it."""


class LobbyRow(_Payload, frozen=True, kw_only=True, tag="lobby"):
    """Post or edit the lobby card."""


class SceneRow(_Log, frozen=True, kw_only=True, tag="scene"):
    """The open board message of that turn becomes the scene; where there is none, post it."""

    event: PlainEvent
    """What the picture shows."""
    number: int
    """The journal line of the move that brought it about."""
    index: int
    """Which of the scenes of that move, from 0."""

    @property
    def key(self) -> str:
        return f"scene:{self.number}:{self.index}"


class BoardRow(_Log, frozen=True, kw_only=True, tag="board"):
    """Post the board of a new turn (older boards lose their buttons), or edit the one of this turn."""


class FinalRow(_Log, frozen=True, kw_only=True, tag="final"):
    """Post the end; all buttons go. A cancelled game ends with it as well: its table has no result."""


class HandRow(_Payload, frozen=True, kw_only=True, tag="hand"):
    """Send or edit the direct message with a person's hand and choices."""

    seat: Seat
    stage: int
    """The stage it belonged to when it was written."""

    @property
    def key(self) -> str:
        return f"hand:{self.seat}"


class RemindRow(_Payload, frozen=True, kw_only=True, tag="remind"):
    """Remind who is awaited: one live mention a person, which goes when they have answered."""

    seats: tuple[Seat, ...]
    """Who was awaited then."""
    why: Why = "plan"
    direct: bool = False

    @property
    def key(self) -> str:
        if len(self.seats) != 1:
            return self.kind
        return f"{'next' if self.why == 'next' else self.kind}:{self.seats[0]}"


class AskingRow(_Payload, frozen=True, kw_only=True, tag="asking"):
    """Post or edit the message of a request to take back: buttons and answers, or how it ended."""

    asking: TakebackRequest
    """The request as it was then."""
    ended: Ended = ""
    by: Seat
    """Whose press this tells: who asked, or who ended it."""
    mention: bool = True
    """Whether the people asked are mentioned: not when the table is posted again."""

    @property
    def key(self) -> str:
        return f"asking:{self.asking.id}"


class VoteRow(_Payload, frozen=True, kw_only=True, tag="vote"):
    """Post or edit the message of a vote: buttons and answers, or how it ended."""

    vote: Vote
    """The vote as it was then."""
    ended: Ended = ""
    by: Seat | None = None
    """Who ended it by refusing or withdrawing it."""
    mention: bool = True
    """Whether the people asked are mentioned: not when the table is posted again."""

    @property
    def key(self) -> str:
        return f"vote:{self.vote.id}:{self.vote.kind}"


class DeadRow(_Payload, frozen=True, kw_only=True, tag="dead"):
    """Nobody has moved for very long: warn all who play that the table will be closed."""

    closes: float
    """When, Unix seconds."""


class VoidRow(_Payload, frozen=True, kw_only=True, tag="void"):
    """A moderator made a finished game void: tell the people who played, once, with the reason."""


class ExpiryRow(_Payload, frozen=True, kw_only=True, tag="expiry"):
    """A lobby that nobody touches is about to be closed: say so with a button that keeps it open, or that it was pressed."""

    extended: bool = False


class GoneRow(_Payload, frozen=True, kw_only=True, tag="gone"):
    """A person does not sit here any more: nothing they have of the table shows a hand."""

    user: int

    @property
    def key(self) -> str:
        return f"gone:{self.user}"


class OfferRow(_Payload, frozen=True, kw_only=True, tag="offer"):
    """Post the offer of a seat with its button, or tell on it what has become of it."""

    offer: Offer
    """The offer as it was then."""
    ended: str = ""
    """How it ended: `taken`, `withdrawn`, `lapsed`; "" while it is open."""
    name: str = ""
    """Who sat there."""
    now: str = ""
    """Who sits there now."""
    mention: bool = True
    """Whether the person is mentioned: not when the table is posted again."""
    again: bool = False
    """The same person was offered a seat here lately: the message that stands is edited, and mentions nobody."""

    @property
    def key(self) -> str:
        return f"offer:{self.offer.id}"


class InviteRow(_Payload, frozen=True, kw_only=True, tag="invite"):
    """Ask one person to sit down in a lobby, once: directly, else by a mention; or tell there what has become of it."""

    user: int
    number: int
    """Of the invitation, or of the seat that is kept."""
    ended: Literal["", "taken", "gone"] = ""
    """They sit there, or are asked no more; "" while they are asked."""

    @property
    def key(self) -> str:
        return f"invite:{self.user}"


class CallRow(_Payload, frozen=True, kw_only=True, tag="call"):
    """Tell those who wanted to know that a table of this game was opened."""


class CoverRow(_Payload, frozen=True, kw_only=True, tag="cover"):
    """What the board shows for a glance goes: have the board told again. It waits beside its table's line, and the table's
    next move withdraws it.
    """

    after: float | None
    """Seconds from when the board has been sent; None: not before the next person has looked."""

    @property
    def key(self) -> str:
        return "unseen" if self.after is None else self.kind


class KeepRow(_Payload, frozen=True, kw_only=True, tag="keep"):
    """Keep the thread of a running game from being archived."""


class SeasonRow(_Payload, frozen=True, kw_only=True, tag="season"):
    """A season is over: post its leaderboard. It waits beside the line of its server's newest table."""

    channel: int
    """Where to."""
    first: int
    last: int
    """Its months (`tables.ranking.counting.month`)."""


class TournamentRow(_Payload, frozen=True, kw_only=True, tag="tournament"):
    """Post or edit the message of a tournament."""


class RoundRow(_Payload, frozen=True, kw_only=True, tag="round"):
    """A round of a tournament has begun: tell it in a message of its own, once, and call who plays in it. It waits
    beside its tournament's line until the round's tables stand.
    """

    round: int
    """From 1."""

    @property
    def key(self) -> str:
        return f"round:{self.round}"


class PodiumRow(_Payload, frozen=True, kw_only=True, tag="podium"):
    """A tournament that had begun has ended: tell it in a message of its own, once, and call who has won."""


class AsideRow(_Payload, frozen=True, kw_only=True, tag="aside"):
    """The table failed repeatedly and is on hold for a while: tell the people who play. It waits beside its table's line."""

    until: float
    """Until when, Unix seconds."""


class TidyRow(_Payload, frozen=True, kw_only=True, tag="tidy"):
    """Messages that others have taken the place of lose their buttons. It waits beside its table's line."""


Payload: TypeAlias = (
    LobbyRow
    | SceneRow
    | BoardRow
    | FinalRow
    | HandRow
    | RemindRow
    | AskingRow
    | VoteRow
    | DeadRow
    | ExpiryRow
    | GoneRow
    | OfferRow
    | InviteRow
    | CallRow
    | CoverRow
    | KeepRow
    | SeasonRow
    | TidyRow
    | AsideRow
    | VoidRow
    | TournamentRow
    | RoundRow
    | PodiumRow
)

Log: TypeAlias = SceneRow | BoardRow | FinalRow
"""The rows that show what happened in a turn."""


class OutboxRow(msgspec.Struct, frozen=True):
    """One row of the outbox as the sender gets it."""

    id: int
    """Stays when an unsent row is replaced by a newer one of the same key."""
    serial: int
    """Its place in the line of all rows; new with each replacement."""
    table: int
    payload: Payload
    due: float
    """Unix time before which it is not sent."""
    attempts: int
    """How often it was tried in vain."""
    claim: Claim
    """The right under which it is out; of the same row, another each time it is handed out."""

    @property
    def kind(self) -> str:
        return self.payload.kind

"""Refusals: one class tree. Each refusal has the key of a message that says why and what to do instead."""

from typing import Any, ClassVar

from data.words import Words


class Refusal(Exception):
    """Nothing was changed. `key` is a message of the catalogue; `values` are plain, hide nothing, and fill its fields."""

    default: ClassVar[str] = "tables.refusal.unreadable"

    def __init__(self, key: str | None = None, **values: Any) -> None:
        self.key = key or self.default
        self.values = values
        super().__init__(self.key)

    def text(self, words: Words) -> str:
        """Returns the message in a language."""
        return words(self.key, **self.values)


class NoSuchTable(Refusal):
    """There is no table with that number."""

    default = "tables.refusal.no-such-table"


class NoSuchGame(Refusal):
    """There is no game with that key."""

    default = "tables.refusal.no-such-game"


class NotSeated(Refusal):
    """The person does not sit at this table, or has resigned."""

    default = "tables.refusal.not-seated"


class NotHost(Refusal):
    """Only the host may do this. Value: `host`, their name."""

    default = "tables.refusal.not-host"


class NotYourTurn(Refusal):
    """This person is not asked for anything now."""

    default = "tables.refusal.not-your-turn"


class Stale(Refusal):
    """The press belongs to a question that has been answered."""

    default = "tables.refusal.stale"


class WrongState(Refusal):
    """The table is in the wrong state for this: not started, running, over or cancelled."""

    default = "tables.refusal.not-playing-over"


class ResultStands(Refusal):
    """The others have resigned, and ending the game without a result must not undo their loss."""

    default = "tables.refusal.result-stands"


class NoHint(Refusal):
    """The computer player gives no hint: the game is rated, or it has none to give."""

    default = "tables.refusal.no-hint"


class NoReview(Refusal):
    """The computer player does not review this game, at present or at all."""

    default = "tables.refusal.no-review"


class CannotPlan(Refusal):
    """Nothing can be planned now: the person is already asked, or what follows depends on hidden information."""

    default = "tables.refusal.cannot-plan"


class NoReason(Refusal):
    """A moderator must give a reason, which the players are told, to end somebody's game."""

    default = "tables.refusal.no-reason"


class OwnGame(Refusal):
    """A moderator cannot decide about a game that they have played in."""

    default = "tables.refusal.own-game"


class NotReplaceable(Refusal):
    """This seat cannot be handed on like this: its owner is playing, and neither they nor a moderator asked for it."""

    default = "tables.refusal.not-replaceable"


class NoOffer(Refusal):
    """The offered seat is taken, or no longer offered."""

    default = "tables.refusal.no-offer"


class CannotSit(Refusal):
    """This person cannot take the seat: they sit here, have left this game, or are a bot."""

    default = "tables.refusal.sits-here"


class NoInvitation(Refusal):
    """The invitation or the reserved seat belongs to somebody else, or no longer exists."""

    default = "tables.refusal.no-invitation"


class NotOpen(Refusal):
    """This person cannot sit down in this lobby. The reason (invitation only, or a block) is not given."""

    default = "tables.refusal.not-open"


class TooSoon(Refusal):
    """A person repeats a request too early. Value: `when` they may, as a Discord timestamp."""

    default = "tables.refusal.too-soon"


class SetAside(Refusal):
    """The table cannot be loaded, or fails repeatedly. It is left untouched and can be closed."""

    default = "tables.refusal.set-aside"


class Full(Refusal):
    """No seat is free. Value: `seats`."""

    default = "tables.refusal.full"


class TooFew(Refusal):
    """There are too few players to start. Values: `seats` (least), `players`."""

    default = "tables.refusal.too-few"


class TooMany(Refusal):
    """A limit on open tables is reached. Value: `limit`."""

    default = "tables.refusal.too-many-of-yours"


class Excluded(Refusal):
    """The person may not sit at this server's tables for now. Values: `until` (Unix seconds), `reason` (may be empty)."""

    default = "tables.refusal.excluded"


class BadChoice(Refusal):
    """An option, pace, level or order does not exist. Values: `typed`, `values` (the valid ones)."""

    default = "tables.refusal.bad-choice"


class Illegal(Refusal):
    """The rules do not allow the move; the key is the game's own."""


class NothingToTakeBack(Refusal):
    """No step can be taken back (any more). The key is `REVEALED` if something has been revealed since, and `COVERED` if the
    turn has ended in a game that hides a turn's display afterwards.
    """

    default = "tables.refusal.nothing-to-take-back"
    REVEALED: ClassVar[str] = "tables.refusal.revealed-since"
    COVERED: ClassVar[str] = "tables.refusal.covered-since"


class NotAlone(NothingToTakeBack):
    """This can be taken back only if the others agree; they can be asked."""

    default = "tables.refusal.not-alone"


class RequestOpen(Refusal):
    """A request to take back is already open at this table, and only one may be. Value: `name`, the person who asks."""

    default = "tables.refusal.request-open"


class VoteOpen(Refusal):
    """A vote on the same question is already open at this table."""

    default = "tables.refusal.vote-open"


class VoteOver(Refusal):
    """The vote has already been settled."""

    default = "tables.refusal.vote-over"


class NoClock(Refusal):
    """No clock is running at the table."""

    default = "tables.refusal.no-clock"


class TooLate(Refusal):
    """The reminder would come after the time has run out. Value: `when`, Unix seconds."""

    default = "tables.refusal.too-late"


class NotPaused(Refusal):
    """The clocks are running."""

    default = "tables.refusal.not-paused"


class RequestOver(Refusal):
    """The request to take back has been answered, or is void."""

    default = "tables.refusal.request-over"


class NotAsked(Refusal):
    """The request is the person's own, which they can only withdraw, or somebody else's, which they can only answer."""

    default = "tables.refusal.own-request"

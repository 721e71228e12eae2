"""What is refused: one class tree, each refusal with the key of a message that says why and what to do instead."""

from typing import Any, ClassVar

from data.words import Words


class Refusal(Exception):
    """Nothing was changed. `key` is a message of the catalogue, `values` fill its fields (plain, nothing hidden)."""

    default: ClassVar[str] = "tables.refusal.unreadable"

    def __init__(self, key: str | None = None, **values: Any) -> None:
        self.key = key or self.default
        self.values = values
        super().__init__(self.key)

    def text(self, words: Words) -> str:
        """The message in a language."""
        return words(self.key, **self.values)


class NoSuchTable(Refusal):
    """There is no table of that number."""

    default = "tables.refusal.no-such-table"


class NoSuchGame(Refusal):
    """There is no game of that key."""

    default = "tables.refusal.no-such-game"


class NotSeated(Refusal):
    """The person does not sit at this table (or resigned)."""

    default = "tables.refusal.not-seated"


class NotHost(Refusal):
    """Only the host may do this. Value: `host`, their name."""

    default = "tables.refusal.not-host"


class NotYourTurn(Refusal):
    """Nothing is asked of this person now."""

    default = "tables.refusal.not-your-turn"


class Stale(Refusal):
    """The press belongs to a question that is answered already."""

    default = "tables.refusal.stale"


class WrongState(Refusal):
    """The table is not (or no longer) in the state for this: not started, running, over, cancelled."""

    default = "tables.refusal.not-playing-over"


class ResultStands(Refusal):
    """The others have resigned: their loss cannot be undone by ending the game without a result."""

    default = "tables.refusal.result-stands"


class NoHint(Refusal):
    """The computer player gives no hint: the game is rated, or it has nothing to say."""

    default = "tables.refusal.no-hint"


class NoReview(Refusal):
    """The computer player does not look through this game, now or at all."""

    default = "tables.refusal.no-review"


class CannotPlan(Refusal):
    """Nothing can be planned now: the person is asked already, or what comes depends on what nobody has seen."""

    default = "tables.refusal.cannot-plan"


class NoReason(Refusal):
    """A moderator ends somebody's game only with a reason that the players are told."""

    default = "tables.refusal.no-reason"


class OwnGame(Refusal):
    """A moderator decides nothing about a game that they have played themselves."""

    default = "tables.refusal.own-game"


class NotReplaceable(Refusal):
    """This seat cannot be handed on like this: its owner plays, and neither they nor a moderator want it."""

    default = "tables.refusal.not-replaceable"


class NoOffer(Refusal):
    """The seat that was offered is taken, or offered no more."""

    default = "tables.refusal.no-offer"


class CannotSit(Refusal):
    """This person cannot take the seat: they sit here, have left this game, or are a bot."""

    default = "tables.refusal.sits-here"


class NoInvitation(Refusal):
    """The invitation, or the seat that was kept, is another's or no more."""

    default = "tables.refusal.no-invitation"


class NotOpen(Refusal):
    """This person cannot sit down in this lobby. The reason is not given: seats are by invitation, or a block."""

    default = "tables.refusal.not-open"


class TooSoon(Refusal):
    """A person asks for something again that they have had lately. Value: `when` they may, as Discord tells times."""

    default = "tables.refusal.too-soon"


class SetAside(Refusal):
    """The table cannot be loaded, or fails again and again: it is kept as it is, and can be closed."""

    default = "tables.refusal.set-aside"


class Full(Refusal):
    """No seat is free. Value: `seats`."""

    default = "tables.refusal.full"


class TooFew(Refusal):
    """Too few players to start. Values: `seats` (least), `players`."""

    default = "tables.refusal.too-few"


class TooMany(Refusal):
    """A limit of open tables is reached. Value: `limit`."""

    default = "tables.refusal.too-many-of-yours"


class Excluded(Refusal):
    """The person may not sit at this server's tables for now. Values: `until` (Unix seconds), `reason` (maybe empty)."""

    default = "tables.refusal.excluded"


class BadChoice(Refusal):
    """An option, pace, level or order that does not exist. Values: `typed`, `values` (what there is)."""

    default = "tables.refusal.bad-choice"


class Illegal(Refusal):
    """The rules refuse the move; the key is the game's own."""


class NothingToTakeBack(Refusal):
    """There is no step that could be taken back (any more). `REVEALED` is its key where something was revealed since, `COVERED`
    where the turn has ended in a game in which what a turn shows vanishes with it.
    """

    default = "tables.refusal.nothing-to-take-back"
    REVEALED: ClassVar[str] = "tables.refusal.revealed-since"
    COVERED: ClassVar[str] = "tables.refusal.covered-since"


class NotAlone(NothingToTakeBack):
    """It could be taken back only if the others agree: they can be asked."""

    default = "tables.refusal.not-alone"


class RequestOpen(Refusal):
    """Somebody's request to take back is open at this table, and it is one at a time. Value: `name`, who asks."""

    default = "tables.refusal.request-open"


class VoteOpen(Refusal):
    """The same is being voted on already at this table."""

    default = "tables.refusal.vote-open"


class VoteOver(Refusal):
    """The vote that was pressed is settled already."""

    default = "tables.refusal.vote-over"


class NoClock(Refusal):
    """No clock is running at the table that could be stopped."""

    default = "tables.refusal.no-clock"


class TooLate(Refusal):
    """A reminder would come after the time is up. Value: `when`, Unix seconds."""

    default = "tables.refusal.too-late"


class NotPaused(Refusal):
    """The clocks are running."""

    default = "tables.refusal.not-paused"


class RequestOver(Refusal):
    """The request to take back that was pressed is answered already, or void."""

    default = "tables.refusal.request-over"


class NotAsked(Refusal):
    """The request is the person's own to withdraw and not to answer, or another's to answer and not to withdraw."""

    default = "tables.refusal.own-request"

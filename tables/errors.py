"""Refusals: one class tree. Each refusal has the key of a message that says why and what to do instead."""

import re
from typing import Any, ClassVar

from data.words import Words


class Refusal(Exception):
    """Nothing was changed. `key` is a message of the catalogue; `values` are plain, hide nothing, and fill its fields. The
    default key is derived from the class name: `tables.refusal.no-such-table`.
    """

    default: ClassVar[str] = "tables.refusal.unreadable"

    def __init_subclass__(cls) -> None:
        if "default" not in vars(cls):
            cls.default = f"tables.refusal.{'-'.join(re.findall('[A-Z][a-z]+', cls.__name__)).lower()}"

    def __init__(self, key: str | None = None, **values: Any) -> None:
        self.key = key or self.default
        self.values = values
        super().__init__(self.key)

    def text(self, words: Words) -> str:
        """Returns the message in a language."""
        return words(self.key, **self.values)


class NoSuchTable(Refusal):
    """There is no table with that number."""


class NoSuchGame(Refusal):
    """There is no game with that key."""


class NotSeated(Refusal):
    """The person does not sit at this table, or has resigned."""


class NotHost(Refusal):
    """Only the host may do this. Value: `host`, their name."""


class NotYourTurn(Refusal):
    """This person is not asked for anything now."""


class Stale(Refusal):
    """The press belongs to a question that has been answered."""


class WrongState(Refusal):
    """The table is in the wrong state for this: not started, running, over or cancelled."""

    default = "tables.refusal.not-playing-over"


class ResultStands(Refusal):
    """The others have resigned, and ending the game without a result must not undo their loss."""


class NoHint(Refusal):
    """The computer player gives no hint: the game is rated, or it has none to give."""


class NoReview(Refusal):
    """The computer player does not review this game, at present or at all."""


class CannotPlan(Refusal):
    """Nothing can be planned now: the person is already asked, or what follows depends on hidden information."""


class NoReason(Refusal):
    """A moderator must give a reason, which the players are told, to end somebody's game."""


class OwnGame(Refusal):
    """A moderator cannot decide about a game that they have played in."""


class NotReplaceable(Refusal):
    """This seat cannot be handed on like this: its owner is playing, and neither they nor a moderator asked for it."""


class NoOffer(Refusal):
    """The offered seat is taken, or no longer offered."""


class CannotSit(Refusal):
    """This person cannot take the seat: they sit here, have left this game, or are a bot."""

    default = "tables.refusal.sits-here"


class NoInvitation(Refusal):
    """The invitation or the reserved seat belongs to somebody else, or no longer exists."""


class NotOpen(Refusal):
    """This person cannot sit down in this lobby. The reason (invitation only, or a block) is not given."""


class TooSoon(Refusal):
    """A person repeats a request too early. Value: `when` they may, as a Discord timestamp."""


class SetAside(Refusal):
    """The table cannot be loaded, or fails repeatedly. It is left untouched and can be closed."""


class Full(Refusal):
    """No seat is free. Value: `seats`."""


class TooFew(Refusal):
    """There are too few players to start. Values: `seats` (least), `players`."""


class TooMany(Refusal):
    """A limit on open tables is reached. Value: `limit`."""

    default = "tables.refusal.too-many-of-yours"


class Excluded(Refusal):
    """The person may not sit at this server's tables for now. Values: `until` (Unix seconds), `reason` (may be empty)."""


class BadChoice(Refusal):
    """An option, pace, level or order does not exist. Values: `typed`, `values` (the valid ones)."""


class Illegal(Refusal):
    """The rules do not allow the move; the key is the game's own."""

    default = Refusal.default


class NothingToTakeBack(Refusal):
    """No step can be taken back (any more). The key is `REVEALED` if something has been revealed since, and `COVERED` if the
    turn has ended in a game that hides a turn's display afterwards.
    """

    REVEALED: ClassVar[str] = "tables.refusal.revealed-since"
    COVERED: ClassVar[str] = "tables.refusal.covered-since"


class NotAlone(NothingToTakeBack):
    """This can be taken back only if the others agree; they can be asked."""


class VoteOpen(Refusal):
    """A vote on the same question is already open at this table."""


class VoteOver(Refusal):
    """The vote has already been settled."""


class NoClock(Refusal):
    """No clock is running at the table."""


class TooLate(Refusal):
    """The reminder would come after the time has run out. Value: `when`, Unix seconds."""


class NotPaused(Refusal):
    """The clocks are running."""


class NotAsked(Refusal):
    """The question is the person's own, which they can only withdraw, or somebody else's, which they can only answer."""

"""Torres: pictures and texts."""

from engines.contract import Move, View
from engines.torres.events import PhaseScored
from engines.torres.view import TorresView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.torres import board, final, hand, lines, prose, records, scenes, sprites


class Torres(GameRenderer[TorresView]):
    """Cards are held in secret, and what they and the knights may do is marked on the board."""

    def hand(self, view: View, audience: Audience) -> Picture | None:
        """On one's turn the board with one's own cards; while drawing the cards looked at; else one's cards large. None for a
        spectator, and for the one on turn where nothing is hidden in what is asked: then the board itself is the place to
        answer.
        """
        known = self.own(view)
        return self._private(known, (), audience) if known.private else None

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The board with the squares that may follow `said` marked by their names, and what a walk to them costs; the cards
        large where one of them is to be chosen. None for a seat that is not on turn.
        """
        known = self.own(view)
        return None if known.seat is None or known.seat not in known.pending else self._private(known, said, audience)

    def _private(self, known: TorresView, said: Move, audience: Audience) -> Picture:
        drawn = hand.preview(known, audience, said) if prose.on_board(known, said) else hand.draw(known, audience, said)
        return encode(drawn, prose.own(known, audience, said), self.key)


RENDERER: Renderer = Torres(
    "torres",
    Parts(
        view=TorresView,
        board=(board.draw, prose.board),
        final=(final.draw, prose.final),
        scenes={PhaseScored: (scenes.scoring, prose.scoring)},
        text=prose.text,
        more=records.more,
        label=lines.label,
        line=lines.line,
        summary=lines.summary,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)

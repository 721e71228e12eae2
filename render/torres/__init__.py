"""Torres: pictures and texts."""

from engines.contract import Move, View
from engines.torres.events import PhaseScored
from engines.torres.view import TorresView
from render.contract import Audience, Picture, Renderer
from render.encode import encode
from render.game_renderer import GameRenderer, Parts
from render.torres import board, final, hand, lines, open_board, prose, records, scenes, sprites


class Torres(GameRenderer[TorresView]):
    """Cards are held in secret, and the moves of cards and knights are marked on the board."""

    def hand(self, view: View, audience: Audience) -> Picture | None:
        """For the seat on turn, the board with its own cards; during a draw, the cards it looks at; for other seats, their
        cards large. None for a spectator, and for the seat on turn if what is asked hides nothing: then it answers on the
        public board.
        """
        known = self.known_view(view)
        return self._private(known, (), audience) if known.private else None

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """The board with the squares that may follow `said` marked by name, with the cost of a walk to them; the cards large
        while one of them is being chosen. None for a seat that is not on turn.
        """
        known = self.known_view(view)
        return None if known.seat is None or known.seat not in known.pending else self._private(known, said, audience)

    def _private(self, known: TorresView, said: Move, audience: Audience) -> Picture:
        drawn = hand.preview(known, audience, said) if prose.on_board(known, said) else hand.draw(known, audience, said)
        return encode(drawn, prose.hand_text(known, audience, said), self.key)


RENDERER: Renderer = Torres(
    "torres",
    Parts(
        view=TorresView,
        board=(board.draw, prose.board),
        open_board=(open_board.draw, open_board.names),
        final=(final.draw, prose.final),
        scenes={PhaseScored: (scenes.scoring, prose.scoring)},
        text=prose.text,
        more=records.more,
        label=lines.label,
        line=lines.line,
        summary=lines.summary,
        weights=lines.WEIGHTS,
        cover=final.cover,
        sprites=sprites.sprites,
    ),
)

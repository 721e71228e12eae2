"""What has been decided, on the table as it is then."""

from __future__ import annotations

from PIL import Image

from render.budowa import board
from render.budowa.board import Decided
from render.contract import Audience


def draw(data: Decided, audience: Audience) -> Image.Image:
    """The table after a decision."""
    return board.paint(board.of_event(data), audience)

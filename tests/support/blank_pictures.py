"""Blank pictures with full alt texts, for end-to-end tests that are not about pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from data.shapes import TALL, WIDE
from data.words import Words
from engines.contract import Event, Move, Result, View, Word
from render import lobby, profile, standings
from render.contract import ALT_LENGTH, Audience, Epilogue, Picture, Renderer, Weight
from render.encode import encode
from render.game_renderer import GameRenderer
from render.pool import ANYTIME, Pool
from render.theme import BG, rgb, using
from render.turns import Turn


class BlankPictures:
    """A game's renderer with its own texts and blank pictures. A picture has the text board as its alt text, and differs
    whenever something else should be visible. Its first pixel has the page colour of its theme, and its size follows the
    audience's shape.
    """

    def __init__(self, real: Renderer) -> None:
        self.real = real
        self.key = real.key

    def board(self, view: View, audience: Audience) -> Picture:
        return _blank("board", view, self.text(view, audience), audience.theme, audience.shape)

    def open_board(self, view: View, hands: Sequence[View], audience: Audience) -> Picture:
        return _blank("board", (view, *hands), self.text(view, audience), audience.theme, audience.shape)

    def hand(self, view: View, audience: Audience) -> Picture | None:
        return _blank("hand", view, self.text(view, audience), audience.theme, audience.shape) if view.private else None

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        nothing = isinstance(self.real, GameRenderer) and not self.real.previews(said)
        if nothing or not (view.private or view.seat in view.pending):
            return None
        return _blank("preview", (view, said), self.text(view, audience), audience.theme, audience.shape)

    def scene(self, event: Event, audience: Audience) -> Picture:
        return _blank("scene", event, self.line(event, audience) or event.kind, audience.theme, audience.shape)

    def final(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> Picture:
        told = self.final_text(view, result, epilogue, audience)
        return _blank("final", (view, result, epilogue), told, audience.theme, audience.shape)

    def text(self, view: View, audience: Audience) -> str:
        return self.real.text(view, audience)

    def pages(self, view: View, audience: Audience) -> tuple[str, ...]:
        return self.real.pages(view, audience)

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        return self.real.saying(view, said, audience)

    def is_moment(self, event: Event) -> bool:
        return self.real.is_moment(event)

    def passes(self, event: Event) -> bool:
        return self.real.passes(event)

    def scene_text(self, event: Event, audience: Audience) -> str:
        return self.real.scene_text(event, audience)

    def final_text(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> str:
        return self.real.final_text(view, result, epilogue, audience)

    def label(self, word: Word, said: Move, view: View, audience: Audience) -> str:
        return self.real.label(word, said, view, audience)

    def line(self, event: Event, audience: Audience) -> str | None:
        return self.real.line(event, audience)

    def summary(self, events: Sequence[Event], audience: Audience) -> str:
        return self.real.summary(events, audience)

    def in_order(self, events: Sequence[Event]) -> list[Event]:
        return self.real.in_order(events)

    def weight(self, event: Event) -> Weight:
        return self.real.weight(event)

    def moment(self, turn: int) -> tuple[int, ...]:
        return self.real.moment(turn)

    def when(self, turn: int, words: Words) -> str:
        return self.real.when(turn, words)

    def unit(self, options: Mapping[str, str]) -> str:
        return self.real.unit(options)

    def cover(self, w: int, h: int) -> Image.Image:
        return Image.new("RGB", (w, h))

    def warm(self) -> None:
        """There is nothing to draw in advance."""


class BlankPool(Pool):
    """A pool for the games of these renderers, with blank pictures."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        super().__init__({key: BlankPictures(real) for key, real in renderers.items()})

    async def lobby(self, card: lobby.LobbyPicture, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        return _blank("lobby", card, lobby.describe(card, audience.words), audience.theme, audience.shape)

    async def standings(self, board: standings.StandingsPicture, audience: Audience) -> Picture:
        return _blank("standings", board, standings.describe(board, audience.words), audience.theme, audience.shape)

    async def profile(self, card: profile.ProfileCard, audience: Audience) -> Picture:
        return _blank("profile", card, profile.describe(card, audience.words), audience.theme, audience.shape)


def _blank(kind: str, shown: object, alt: str, theme: str, shape: str) -> Picture:
    pixels = hashlib.shake_128(msgspec.json.encode((kind, shown, alt))).digest(3 * 8 * 8 - 3)
    with using(theme):
        pixels = bytes(rgb(BG)) + pixels
    size = {TALL: (4, 16), WIDE: (16, 4)}.get(shape, (8, 8))
    return encode(Image.frombytes("RGB", size, pixels), alt[:ALT_LENGTH], "none")

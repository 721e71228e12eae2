"""The project with more games, added as games are added: rules, a renderer, texts. Nothing names them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from PIL import Image

import engines
import render
from data import words as catalogue
from engines.contract import Event, Game, Move, Result, View
from render.contract import Audience, Epilogue, Picture, Renderer, Weight
from render.encode import encode


class PlainRoom:
    """A renderer that shows a text as a small picture; toy games override what differs."""

    key: str

    def drawn(self, text: str) -> Picture:
        return encode(Image.new("RGB", (90, 90), (sum(text.encode()) % 256, len(text) % 256, 120)), text, "none")

    def board(self, view: View, audience: Audience) -> Picture:
        return self.drawn(self.text(view, audience))

    def open_board(self, view: View, hands: Sequence[View], audience: Audience) -> Picture:
        del hands
        return self.board(view, audience)

    def hand(self, view: View, audience: Audience) -> Picture | None:
        return None

    def scene(self, event: Event, audience: Audience) -> Picture:
        return self.drawn(f"scene of {event.kind} {event.data}")

    def text(self, view: View, audience: Audience) -> str:
        raise NotImplementedError

    def pages(self, view: View, audience: Audience) -> tuple[str, ...]:
        return (self.text(view, audience),)

    def saying(self, view: View, said: Move, audience: Audience) -> str:
        return ""

    def is_moment(self, event: Event) -> bool:
        del event
        return False

    def passes(self, event: Event) -> bool:
        return False

    def scene_text(self, event: Event, audience: Audience) -> str:
        return f"scene of {event.kind} {event.data}"

    def final_text(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> str:
        return "over"

    def label(self, word: str, said: Move, view: View, audience: Audience) -> str:
        return f"«{word}»"

    def line(self, event: Event, audience: Audience) -> str | None:
        return f"{audience.people[event.data.seat].name} {event.kind}" if hasattr(event.data, "seat") else event.kind

    def summary(self, events: Sequence[Event], audience: Audience) -> str:
        return " ".join(filter(None, (self.line(event, audience) for event in events)))

    def in_order(self, events: Sequence[Event]) -> list[Event]:
        return list(events)

    def weight(self, event: Event) -> Weight:
        return "result" if event.scene else "news"

    def moment(self, turn: int) -> tuple[int, ...]:
        return (turn,)

    def when(self, turn: int, words: catalogue.Words) -> str:
        return words("render.when", first=turn, last=turn)

    def unit(self, options: Mapping[str, str]) -> str:
        return "render.points"

    def final(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> Picture:
        return self.drawn("over")

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        return None

    def cover(self, w: int, h: int) -> Image.Image:
        return Image.new("RGBA", (w, h))

    def warm(self) -> None:
        return None


class House(msgspec.Struct, frozen=True):
    """The games and their renderers, by key."""

    games: Mapping[str, Game]
    renderers: Mapping[str, Renderer]


@contextlib.contextmanager
def more(
    games: Mapping[str, Game], rooms: Mapping[str, PlainRoom], texts: Mapping[str, Mapping[str, str]], tmp_path: Path
) -> Iterator[House]:
    """Yields the project's games plus these. `texts`: by game, the same in every language."""
    with pytest.MonkeyPatch.context() as patch:
        folder = shutil.copytree(catalogue.LOCALE, tmp_path / "locale")
        for language in ("en", "pl"):
            for key, told in texts.items():
                lines = "\n\n".join(f'msgid "{key}.{part}"\nmsgstr "{text}"' for part, text in told.items())
                head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
                (folder / language / f"{key}.po").write_text(head + lines + "\n")
        patch.setattr(catalogue, "LOCALE", folder)
        catalogue.words.cache_clear()
        yield House({**engines.games(), **games}, {**render.renderers(), **rooms})
        catalogue.words.cache_clear()

"""What a message consists of: a layout built for one sending, the files it shows, and the people it may ping.

Layouts are stopped before they are sent, so that discord.py does not store them: every press goes to the dispatcher.
"""

import io
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

import discord
import msgspec
from discord import ui

from chat.wire import limits
from chat.wire.internals import let_parts_go
from chat.wire.payloads import EditArguments, PostArguments
from chat.wire.text import clip, unbroken, without_forgotten
from render.contract import Picture

Button: TypeAlias = ui.Button[ui.LayoutView]
Row: TypeAlias = ui.ActionRow[ui.LayoutView]
Caption: TypeAlias = ui.TextDisplay[ui.LayoutView]
Select: TypeAlias = ui.Select[ui.LayoutView]
PersonMenu: TypeAlias = ui.UserSelect[ui.LayoutView]
Menu: TypeAlias = Select | PersonMenu | ui.ChannelSelect[ui.LayoutView] | ui.RoleSelect[ui.LayoutView]

GOLD, GREEN, BLUE, GREY, RED = 0xD9A441, 0x4E8F5B, 0x3B6EA5, 0x8A8578, 0xB5483A


BESIDE = 2
"""Buttons of usual length that a phone shows beside each other."""

EVEN = 2 * BESIDE
"""Buttons in a row if a phone shows two beside each other."""

GRID_LINES = 5
"""Rows of four buttons for which a message has room."""

LINE, NARROW, GAP = 332, 302, 8
"""Css pixels of a line of buttons on a phone, on a narrow one, and between two of them."""

PADDING, SIGN = 33, 24
"""Css pixels of a button without its label, and of its emoji."""

CHARACTER = 11
"""Css pixels of a character of a label, in a wide font (DejaVu Sans Bold)."""

OTHERS = ((6, " ijlłIJ.,:·/’'"), (8, "frt()!-"), (10, "cksvxyzćśźż?"), (13, "ADGHKNOQRUVX−→+×"), (16, "mwMW…⋯"))
"""Css pixels of those that are narrower or wider."""

_WIDTHS = {each: px for px, characters in OTHERS for each in characters}

ASKING = 7
"""The id of a message's component with its question, by which it is found when the question is removed."""


class PrivateContent(Exception):
    """One person's private content was about to be written where others see it. Nothing was sent."""


class Card(msgspec.Struct, frozen=True):
    """One message for one person: a heading line, the picture (and `more` beside it, at most ten together), the text, what it
    asks of whom (`asks`), then rows of buttons and menus, some below a caption. Texts are Markdown. `text_first`: the text is
    before the picture.

    `pings`: users whom a mention in it may ping. `colour`: the stripe at its side. `mark`: the id of its container, by which
    its post is found; 0: Discord chooses one.
    """

    title: str = ""
    picture: Picture | None = None
    text: str = ""
    asks: str = ""
    rows: tuple[Row | Caption, ...] = ()
    colour: int = GREY
    pings: tuple[int, ...] = ()
    document: tuple[str, bytes] | None = None
    more: tuple[Picture, ...] = ()
    text_first: bool = False
    mark: int = 0

    def pictures(self) -> dict[str, Picture]:
        """Returns the pictures by the names of their files, each once."""
        pictures = (*(() if self.picture is None else (self.picture,)), *self.more)
        return {_name(picture): picture for picture in pictures[: limits.GALLERY]}

    def view(self) -> ui.LayoutView:
        """Returns the layout, to be sent once."""
        return self._layout(self.pictures())

    def _layout(self, pictures: Mapping[str, Picture]) -> ui.LayoutView:
        inside: list[ui.Item[ui.LayoutView]] = []
        room = limits.TEXT
        if self.title:
            inside.append(ui.TextDisplay(unbroken(self.title)))
            room -= len(self.title)
        room -= len(self.asks)
        text = [ui.TextDisplay[ui.LayoutView](clip(without_forgotten(self.text), room))] if self.text else []
        if self.text_first:
            inside.extend(text)
        if pictures:
            items = [
                discord.MediaGalleryItem(f"attachment://{name}", description=clip(picture.alt, limits.ALT))
                for name, picture in pictures.items()
            ]
            inside.append(ui.MediaGallery(*items))
        if not self.text_first:
            inside.extend(text)
        if self.asks:
            inside.append(ui.TextDisplay(without_forgotten(self.asks), id=ASKING))
        if self.document is not None:
            inside.append(ui.File(f"attachment://{self.document[0]}"))
        inside.extend(self.rows)
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.Container(*inside, accent_colour=self.colour, id=self.mark or None))
        layout.stop()
        let_parts_go(layout)
        return layout

    def _files(self, pictures: Mapping[str, Picture]) -> list[discord.File]:
        """Returns the files that the layout names, fresh for one sending."""
        files = []
        for name, picture in pictures.items():
            files.append(discord.File(_Lasting(picture.data), filename=name, description=clip(picture.alt, limits.ALT)))
        if self.document is not None:
            files.append(discord.File(_Lasting(self.document[1]), filename=self.document[0]))
        return files

    def mentions(self) -> discord.AllowedMentions:
        """Returns what limits pings to `pings`. People who were forgotten have no id that Discord accepts."""
        users = [discord.Object(user) for user in self.pings if user > 0]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def strip_emoji(self) -> None:
        """Take the application's emoji off buttons and menus."""
        for each in self.rows:
            for item in each.children if isinstance(each, ui.ActionRow) else ():
                for part in item.options if isinstance(item, ui.Select) else [item]:
                    if isinstance(part, ui.Button | discord.SelectOption) and part.emoji is not None and part.emoji.id:
                        part.emoji = None

    def posting(self) -> PostArguments:
        """Returns the arguments for sending it as a new message."""
        pictures = self.pictures()
        return {"view": self._layout(pictures), "files": self._files(pictures), "allowed_mentions": self.mentions()}

    def editing(self) -> EditArguments:
        """Returns the arguments for replacing the content of a message; its old attachments are removed."""
        pictures = self.pictures()
        return {"view": self._layout(pictures), "attachments": self._files(pictures), "allowed_mentions": self.mentions()}


class _Lasting(io.BytesIO):
    """A file that is never closed, since it may be sent again. discord.File replaces a file's `close` and restores it at the
    end, which would leave a reference cycle with the picture until the garbage collector runs.
    """

    def close(self) -> None:
        """Do nothing."""

    def __setattr__(self, name: str, value: object) -> None:
        """Keep `close`."""


class PublicCard(Card, frozen=True):
    """One message for everybody in a channel, made of what a spectator sees. Only this kind of card is sent to a channel."""


def public(card: PublicCard) -> PublicCard:
    """Returns the card, about to be sent to a channel. Raises PrivateContent if it is one person's."""
    if not isinstance(card, PublicCard):
        raise PrivateContent
    return card


def _name(picture: Picture) -> str:
    """Returns a different file name for each state; otherwise clients show an old picture. A checksum is enough for that, and
    takes a quarter of a hash's time.
    """
    return f"zamki-{zlib.crc32(picture.data):08x}{len(picture.data):x}.{picture.kind}"


def button(
    label: str,
    custom_id: str = "",
    *,
    url: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    off: str = "",
) -> Button:
    """Returns a button that sends `custom_id` to the dispatcher, or opens `url`. `off` says why it cannot be pressed now ("" if
    it can); the label repeats it, since screen readers do not say that a button is grey.
    """
    label = clip(f"{label} ({off})" if off else label, limits.BUTTON_LABEL)
    if url is not None:
        return ui.Button(label=label, url=url, emoji=emoji)
    return ui.Button(label=label, custom_id=custom_id, style=style, emoji=emoji, disabled=bool(off))


def select(
    custom_id: str,
    options: Sequence[tuple[str, str]],
    *,
    placeholder: str,
    chosen: Iterable[str] = (),
    count: int = 1,
    least: int | None = None,
    about: Mapping[str, str] | None = None,
    signs: Mapping[str, str] | None = None,
) -> Select:
    """Returns a menu of (value, label) pairs from which `count` (or at least `least`) are chosen together; `chosen` values are
    marked. `about`: by value, the small line below its label; `signs`: the emoji before it.
    """
    marked = set(chosen)
    return ui.Select(
        custom_id=custom_id,
        placeholder=clip(placeholder, limits.PLACEHOLDER),
        min_values=count if least is None else least,
        max_values=count,
        options=[
            discord.SelectOption(
                label=clip(label, limits.OPTION_LABEL),
                value=value,
                default=value in marked,
                description=clip(about[value], limits.OPTION_DESCRIPTION) if about and value in about else None,
                emoji=signs.get(value) if signs else None,
            )
            for value, label in options
        ],
    )


def channels(custom_id: str, *, placeholder: str, chosen: Iterable[int], most: int = 1) -> ui.ChannelSelect[ui.LayoutView]:
    """Returns a menu of the server's text channels, of which at most `most` are chosen, or none."""
    kinds = [discord.ChannelType.text, discord.ChannelType.news]
    marked = [_default_value(each, discord.SelectDefaultValueType.channel) for each in chosen]
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=clip(placeholder, limits.PLACEHOLDER),
        channel_types=kinds,
        min_values=0,
        max_values=most,
        default_values=marked[:most],
    )


def roles(custom_id: str, *, placeholder: str, chosen: int | None) -> ui.RoleSelect[ui.LayoutView]:
    """Returns a menu of the server's roles, of which one is chosen, or none."""
    marked = [] if chosen is None else [_default_value(chosen, discord.SelectDefaultValueType.role)]
    return ui.RoleSelect(
        custom_id=custom_id,
        placeholder=clip(placeholder, limits.PLACEHOLDER),
        min_values=0,
        max_values=1,
        default_values=marked,
    )


def _default_value(number: int, kind: discord.SelectDefaultValueType) -> discord.SelectDefaultValue:
    """Returns the current choice. Discord takes its id as text; discord.py's type is a number, but it sends what it gets."""
    return discord.SelectDefaultValue(id=cast("int", str(number)), type=kind)


def people(custom_id: str, *, placeholder: str, most: int = 1) -> PersonMenu:
    """Returns a menu of all people, of whom at most `most` are chosen together."""
    return ui.UserSelect(custom_id=custom_id, placeholder=clip(placeholder, limits.PLACEHOLDER), min_values=1, max_values=most)


def row(*items: Button | Menu) -> Row:
    """Returns buttons side by side, or one menu."""
    return ui.ActionRow(*items)


def menu_with_caption(name: str, menu: Menu) -> tuple[Caption, Row]:
    """Returns a menu below what it is about. A closed menu shows only what is chosen, and a phone cuts off long labels."""
    return ui.TextDisplay(f"-# {name}"), row(menu)


def rows(buttons: Sequence[Button], each: int = limits.ROW_BUTTONS) -> tuple[Row, ...]:
    """Returns buttons in rows of `each`: an even number leaves no gaps where two fit beside each other."""
    return tuple(row(*buttons[at : at + each]) for at in range(0, len(buttons), each))


def grid(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Returns many short buttons in rows of five; of four if a narrow phone would break a row of five and these rows fit into a
    message.
    """
    lines = [buttons[at : at + limits.ROW_BUTTONS] for at in range(0, len(buttons), limits.ROW_BUTTONS)]
    breaks = any(_wide(line) > NARROW for line in lines)
    return rows(buttons, EVEN if breaks and len(buttons) <= GRID_LINES * EVEN else limits.ROW_BUTTONS)


def lines_of(buttons: Sequence[Button], below: Sequence[Button] = ()) -> list[list[Button]]:
    """Returns buttons in lines that a phone does not break: each in the first line with room for it, those `below` last. If it
    takes no more of them, a narrow phone does not break them either.
    """
    plain, narrow = (_lines_within(room, buttons, below) for room in (LINE, NARROW))
    return narrow if len(narrow) <= len(plain) else plain


def _lines_within(room: int, buttons: Sequence[Button], below: Sequence[Button]) -> list[list[Button]]:
    found: list[list[Button]] = []
    for each, last in [*((each, False) for each in buttons), *((each, True) for each in below)]:
        lines = found[-1:] if last else found
        fits = (line for line in lines if _wide([*line, each]) <= room and len(line) < limits.ROW_BUTTONS)
        line = next(fits, None)
        if line is None:
            found.append(line := [])
        line.append(each)
    return found


def _wide(line: Sequence[Button]) -> int:
    """Returns how wide a line of buttons is, in css pixels."""
    return sum(PADDING + (SIGN if each.emoji else 0) + _label_width(each.label or "") + GAP for each in line) - GAP


def _label_width(label: str) -> int:
    """Returns how wide a label is, in css pixels."""
    return sum(_WIDTHS.get(each, CHARACTER) for each in label)


def lines_on_narrow(lines: Sequence[Sequence[Button]]) -> int:
    """Returns how many lines a narrow phone makes of these."""
    return len(lines) + sum(_wide(line) > NARROW for line in lines)


def beneath(walk: Sequence[Row], below: Sequence[Button], dispensable: Sequence[str]) -> tuple[Row, ...]:
    """Returns the rows of a question and the buttons below it, in a private card with title, picture, text and question. If a
    message cannot hold them all, buttons whose ids begin with a `dispensable` verb are dropped, in that order. The first of
    the buttons fill the question's last row where that saves a line on a phone.
    """
    kept = [*below]
    for verb in dispensable:
        if _fits(walk, rows(kept)):
            break
        kept = [each for each in kept if not (each.custom_id or "").startswith(f"{verb}:")]
    last: list[Button] = [each for each in walk[-1].children if isinstance(each, ui.Button)] if walk else []
    if not (len(last) % BESIDE and len(kept) % BESIDE) or any(len(each.children) > EVEN for each in walk):
        return (*walk, *rows(kept))
    filled = EVEN - len(last)
    return (*walk[:-1], row(*last, *kept[:filled]), *rows(kept[filled:]))


def _fits(walk: Sequence[Row], buttons: Sequence[Row]) -> bool:
    """Returns whether a private card has room for all these rows."""
    found = [*walk, *buttons]
    components = len(("container", "title", "picture", "text", "asks")) + sum(1 + len(each.children) for each in found)
    return len(found) <= limits.PRIVATE_ROWS and components <= limits.COMPONENTS

"""Message and modal components: checks for what Discord refuses, and the form in which Discord returns them."""

import re
from collections.abc import Callable, Collection, Iterator

from sandbox.copies import copied
from sandbox.errors import JSON, Path, Problems

ROW, BUTTON, STRINGS, INPUT, USERS, ROLES, MENTIONABLES, CHANNELS = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, UPLOAD, RADIO, CHECKS, CHECK = 17, 18, 19, 21, 22, 23
SELECTS = (STRINGS, USERS, ROLES, MENTIONABLES, CHANNELS)
TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL = (*SELECTS, INPUT, UPLOAD, RADIO, CHECKS, CHECK)
LINK, PREMIUM = 5, 6

MOST_V2, MOST_TEXT, MOST_ROWS, MOST_BUTTONS, MOST_OPTIONS = 40, 4000, 5, 5, 25
MOST_ID, MOST_LABEL, MOST_PLACEHOLDER, MOST_URL, MOST_ALT = 100, 80, 150, 512, 1024
MOST_MODAL, MOST_TITLE, MOST_MODAL_LABEL, MOST_INPUT = 5, 45, 45, 4000


def walk(components: list[JSON]) -> Iterator[JSON]:
    """Every component, nested ones included, in reading order."""
    for component in components:
        yield component
        children = component.get("components")
        if isinstance(children, list):
            yield from walk([child for child in children if isinstance(child, dict)])
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def media(component: JSON) -> Iterator[JSON]:
    """The media items `{"url": ...}` that a component itself shows, without nested components."""
    if component.get("type") == THUMBNAIL and isinstance(component.get("media"), dict):
        yield component["media"]
    elif component.get("type") == FILE and isinstance(component.get("file"), dict):
        yield component["file"]
    elif component.get("type") == GALLERY:
        for item in component.get("items") or ():
            if isinstance(item, dict) and isinstance(item.get("media"), dict):
                yield item["media"]


class Inspector:
    """Checks one list of components and adds what is wrong to `problems`.

    `files` are the names to which `attachment://` may refer, `emojis` the ids of the emoji allowed on buttons and in menus.
    """

    def __init__(self, problems: Problems, files: set[str], emojis: Collection[int] = ()) -> None:
        self.emojis = emojis
        self.problems = problems
        self.files = files
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()

    def message(self, components: list[JSON], *, v2: bool) -> None:
        """Check the `components` of a message."""
        path: Path = ("components",)
        if not v2:
            self.problems.length(path, components, 0, MOST_ROWS)
        for number, component in enumerate(components):
            self._one((*path, number), component, TOP_V2 if v2 else (ROW,), modal=False)
        if not v2 or self.problems:
            return
        everything = list(walk(components))
        if len(everything) > MOST_V2:
            self.problems.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {MOST_V2} (there are {len(everything)})",
            )
        text = sum(len(each["content"]) for each in everything if each["type"] == TEXT)
        if text > MOST_TEXT:
            self.problems.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Displayable text size cannot exceed {MOST_TEXT} characters (there are {text})",
            )

    def modal(self, data: JSON) -> None:
        """Check the data of a modal: title, custom_id and components."""
        self.problems.length(("title",), data.get("title") or "", 1, MOST_TITLE)
        self.problems.length(("custom_id",), data.get("custom_id") or "", 1, MOST_ID)
        for here, component in self.problems.items(("components",), data.get("components"), 1, MOST_MODAL):
            self._one(here, component, (ROW, TEXT, LABEL), modal=True)

    def _one(self, path: Path, component: JSON, allowed: tuple[int, ...], *, modal: bool) -> None:
        kind = component.get("type")
        if kind not in allowed:
            wanted = ", ".join(map(str, allowed))
            message = f'Value of field "type" must be one of ({wanted}).'
            self.problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
            return
        number = component.get("id")
        if number:
            if number in self._ids:
                self.problems.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(number)
        checks: dict[int, Callable[[Path, JSON, bool], None]] = {
            ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            LABEL: self._label,
            INPUT: self._input,
            UPLOAD: self._upload,
            RADIO: self._radio,
            CHECKS: self._radio,
            CHECK: self._check,
        }
        checks.get(kind, self._select)(path, component, modal)

    def _custom_id(self, path: Path, component: JSON) -> None:
        custom_id = component.get("custom_id")
        if custom_id is None:
            self.problems.required((*path, "custom_id"))
            return
        if self.problems.length((*path, "custom_id"), custom_id, 1, MOST_ID):
            if custom_id in self._custom_ids:
                message = "Component custom id cannot be duplicated"
                self.problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
            self._custom_ids.add(custom_id)

    def _optional(self, path: Path, component: JSON, key: str, least: int, most: int) -> None:
        if component.get(key) is not None:
            self.problems.length((*path, key), component[key], least, most)

    def _row(self, path: Path, row: JSON, modal: bool) -> None:
        children = list(self.problems.items((*path, "components"), row.get("components"), 1, MOST_BUTTONS))
        for here, child in children:
            self._one(here, child, (INPUT,) if modal else (BUTTON, *SELECTS), modal=modal)
        if any(child.get("type") != BUTTON for _, child in children) and len(children) > 1:
            message = "The specified component exceeds the maximum width"
            self.problems.add((*path, "components", 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _emoji(self, path: Path, holder: JSON) -> None:
        emoji = holder.get("emoji")
        if emoji is None:
            return
        name = emoji.get("name")
        own = emoji.get("id")
        known = int(own) in self.emojis if own else name and not re.fullmatch(r"[\w: ]+", name, re.ASCII)
        if not known:
            self.problems.add((*path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _button(self, path: Path, button: JSON, _modal: bool) -> None:
        if not self.problems.choice((*path, "style"), button.get("style"), (1, 2, 3, 4, 5, 6)):
            return
        self._optional(path, button, "label", 0, MOST_LABEL)
        self._emoji(path, button)
        style = button["style"]
        if style == LINK:
            if not button.get("url"):
                message = "A url is required for link buttons"
                self.problems.add((*path, "url"), "BUTTON_COMPONENT_LINK_URL_REQUIRED", message)
            elif self.problems.length((*path, "url"), button["url"], 1, MOST_URL):
                self._scheme((*path, "url"), button["url"], ("http", "https", "discord"))
            if button.get("custom_id"):
                message = "A custom id and url cannot both be specified"
                self.problems.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        elif style == PREMIUM:
            if not button.get("sku_id"):
                self.problems.required((*path, "sku_id"))
            return
        else:
            self._custom_id(path, button)
            if button.get("url"):
                message = "A custom id and url cannot both be specified"
                self.problems.add((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        if not button.get("label") and not button.get("emoji"):
            message = "A button must have a label or an emoji"
            self.problems.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)

    def _select(self, path: Path, select: JSON, modal: bool) -> None:
        self._custom_id(path, select)
        self._optional(path, select, "placeholder", 0, MOST_PLACEHOLDER)
        least = 1 if select.get("min_values") is None else select["min_values"]
        most = 1 if select.get("max_values") is None else select["max_values"]
        right = self.problems.number((*path, "min_values"), least, 0, MOST_OPTIONS)
        right &= self.problems.number((*path, "max_values"), most, 1, MOST_OPTIONS)
        if right and least > most:
            message = "min_values must be less than or equal to max_values"
            self.problems.add((*path, "min_values"), "BASE_TYPE_BAD_LENGTH", message)
        if modal and right and least == 0 and select.get("required", True) and "min_values" in select:
            message = "min_values must be at least 1 when required is true"
            self.problems.add((*path, "min_values"), "BASE_TYPE_BAD_LENGTH", message)
        if select["type"] == STRINGS:
            self._options(path, select, max(most, 1) if right else 1, MOST_OPTIONS, most)

    def _options(self, path: Path, select: JSON, least: int, most: int, chosen: int) -> None:
        options = list(self.problems.items((*path, "options"), select.get("options"), least, most))
        values: set[str] = set()
        for here, option in options:
            for key in ("label", "value"):
                if option.get(key) is None:
                    self.problems.required((*here, key))
                else:
                    self.problems.length((*here, key), option[key], 1, 100)
            self._optional(here, option, "description", 0, 100)
            self._emoji(here, option)
            if option.get("value") in values:
                message = "The specified option value is already used"
                self.problems.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(str(option.get("value")))
        if sum(bool(option.get("default")) for _, option in options) > chosen:
            message = "The number of default options exceeds the number of options that may be chosen"
            self.problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", message)

    def _text(self, path: Path, text: JSON, _modal: bool) -> None:
        self.problems.length((*path, "content"), text.get("content"), 1, MOST_TEXT)

    def _section(self, path: Path, section: JSON, modal: bool) -> None:
        for here, text in self.problems.items((*path, "components"), section.get("components"), 1, 3):
            self._one(here, text, (TEXT,), modal=modal)
        if section.get("accessory") is None:
            self.problems.required((*path, "accessory"))
        else:
            self._one((*path, "accessory"), section["accessory"], (BUTTON, THUMBNAIL), modal=modal)

    def _container(self, path: Path, container: JSON, modal: bool) -> None:
        if container.get("accent_color") is not None:
            self.problems.number((*path, "accent_color"), container["accent_color"], 0, 0xFFFFFF)
        for here, child in self.problems.items((*path, "components"), container.get("components"), 1, MOST_V2):
            self._one(here, child, IN_CONTAINER, modal=modal)

    def _scheme(self, path: Path, url: str, allowed: tuple[str, ...]) -> bool:
        if url.split("://", 1)[0] in allowed and "://" in url:
            return True
        self.problems.add(path, "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {allowed}.")
        return False

    def _media(self, path: Path, item: JSON | None, allowed: tuple[str, ...]) -> None:
        url = (item or {}).get("url")
        if url is None:
            self.problems.required((*path, "url"))
        elif self._scheme((*path, "url"), url, allowed) and not self._found(url):
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            self.problems.add((*path, "url"), code, f"The referenced attachment was not found: {url}")

    def _found(self, url: str) -> bool:
        inner = url.removeprefix("attachment://")
        return inner == url or inner in self.files

    def _thumbnail(self, path: Path, thumbnail: JSON, _modal: bool) -> None:
        self._media((*path, "media"), thumbnail.get("media"), ("attachment", "http", "https"))
        self._optional(path, thumbnail, "description", 1, MOST_ALT)

    def _gallery(self, path: Path, gallery: JSON, _modal: bool) -> None:
        for here, item in self.problems.items((*path, "items"), gallery.get("items"), 1, 10):
            self._media((*here, "media"), item.get("media"), ("attachment", "http", "https"))
            self._optional(here, item, "description", 1, MOST_ALT)

    def _file(self, path: Path, file: JSON, _modal: bool) -> None:
        # A fetched message has the stored address, and clients send back what they fetched.
        self._media((*path, "file"), file.get("file"), ("attachment", "http", "https"))

    def _separator(self, path: Path, separator: JSON, _modal: bool) -> None:
        if separator.get("spacing") is not None:
            self.problems.choice((*path, "spacing"), separator["spacing"], (1, 2))

    def _label(self, path: Path, label: JSON, _modal: bool) -> None:
        self.problems.length((*path, "label"), label.get("label"), 1, MOST_MODAL_LABEL)
        self._optional(path, label, "description", 1, 100)
        if label.get("component") is None:
            self.problems.required((*path, "component"))
        else:
            self._one((*path, "component"), label["component"], IN_LABEL, modal=True)

    def _input(self, path: Path, field: JSON, _modal: bool) -> None:
        self._custom_id(path, field)
        self.problems.choice((*path, "style"), field.get("style"), (1, 2))
        if path[-1] != "component":
            self.problems.length((*path, "label"), field.get("label"), 1, MOST_MODAL_LABEL)
        self._optional(path, field, "placeholder", 0, 100)
        self._optional(path, field, "value", 0, MOST_INPUT)
        least, most = field.get("min_length"), field.get("max_length")
        if least is not None:
            self.problems.number((*path, "min_length"), least, 0, MOST_INPUT)
        if most is not None and self.problems.number((*path, "max_length"), most, 1, MOST_INPUT):
            self._optional(path, field, "value", 0, most)

    def _upload(self, path: Path, field: JSON, _modal: bool) -> None:
        self._custom_id(path, field)
        self.problems.number((*path, "min_values"), field.get("min_values") or 0, 0, 10)
        self.problems.number((*path, "max_values"), field.get("max_values") or 1, 1, 10)

    def _radio(self, path: Path, group: JSON, _modal: bool) -> None:
        self._custom_id(path, group)
        single = group["type"] == RADIO
        most = 1 if single else group.get("max_values") or len(group.get("options") or ())
        self._options(path, group, 2 if single else 1, 10, most)

    def _check(self, path: Path, field: JSON, _modal: bool) -> None:
        self._custom_id(path, field)


def answer_form(components: list[JSON], resolve: Callable[[JSON], JSON]) -> list[JSON]:
    """Return components as Discord returns them: each with an `id`, defaults filled in, media resolved.

    `resolve` turns the `{"url": ...}` that was sent into an unfurled media item.
    """
    result = copied(components)
    everything = list(walk(result))
    taken = {each["id"] for each in everything if each.get("id")}
    number = 0
    for each in everything:
        if not each.get("id"):
            number += 1
            while number in taken:
                number += 1
            each["id"] = number
        _drop_none(each)
        _defaults(each, resolve)
    return result


def _drop_none(holder: JSON) -> None:
    for key in [key for key, value in holder.items() if value is None]:
        del holder[key]
    if isinstance(holder.get("emoji"), dict):
        _drop_none(holder["emoji"])
        if "id" in holder["emoji"]:
            holder["emoji"]["id"] = str(holder["emoji"]["id"])  # a bot may send a number


def _defaults(each: JSON, resolve: Callable[[JSON], JSON]) -> None:
    kind = each["type"]
    if kind in SELECTS:
        each.setdefault("min_values", 1)
        each.setdefault("max_values", 1)
        for option in each.get("options", ()):
            _drop_none(option)
    elif kind == CONTAINER:
        each.setdefault("accent_color", None)
        each.setdefault("spoiler", False)
    elif kind == SEPARATOR:
        each.setdefault("divider", True)
        each.setdefault("spacing", 1)
    elif kind == THUMBNAIL:
        each |= {"media": _unfurled(each["media"], resolve), "description": each.get("description")}
        each.setdefault("spoiler", False)
    elif kind == GALLERY:
        for item in each["items"]:
            item |= {"media": _unfurled(item["media"], resolve), "description": item.get("description")}
            item["spoiler"] = bool(item.get("spoiler"))
    elif kind == FILE:
        url = resolve(each["file"])
        each |= {"file": url, "name": url["url"].rsplit("/", 1)[-1], "size": url.pop("size", 0)}
        each.setdefault("spoiler", False)


def _unfurled(item: JSON, resolve: Callable[[JSON], JSON]) -> JSON:
    return {key: value for key, value in resolve(item).items() if key != "size"}

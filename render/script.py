"""The order and the forms in which letters are drawn: the part of Unicode's rules that one line of text needs.

Names may be written from right to left. The line runs from left to right all the same, as our sentences do; what is written the
other way stands in it by the bidirectional algorithm (UAX #9, without explicit embeddings, which names lose). Arabic letters
join: the form of each is one of Unicode's presentation forms.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import cache

_TURNING = frozenset({"R", "AL", "AN"})
"""Bidirectional classes of what changes the order of a line: letters from right to left, and digits among them."""

_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "‹": "›"}
_MIRRORED = _BRACKETS | {closing: opening for opening, closing in _BRACKETS.items()}
_PAIRED = {opening: closing for opening, closing in _BRACKETS.items() if opening in "([{"}
"""Those that stand the same way as what they enclose (rule N0)."""

_LAM, _TATWEEL = "ل", "ـ"


def clusters(text: str, drawable: Collection[int]) -> list[str]:
    """Letters, each with its marks, from left to right as they are drawn; `drawable`: code points that the font has."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    for char in text:
        if mark(char) and found:
            found[-1] += char
        elif unicodedata.category(char) != "Cf":
            found.append(char)
    kinds = [unicodedata.bidirectional(each[0]) for each in found]
    if _TURNING.isdisjoint(kinds):
        return found
    return _visual_order(*_join(found, kinds, drawable))


def mark(char: str) -> bool:
    """Whether a character is drawn on the letter before it."""
    return unicodedata.category(char) in {"Mn", "Me"}


# ---------------------------------------------------------------- joining


@cache
def _forms() -> Mapping[tuple[str, str], str]:
    """A letter, or lam with an alef, and `isolated`, `initial`, `medial` or `final` → the presentation form."""
    found: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEFD)):
        form, *letters = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        of = "".join(chr(int(letter, 16)) for letter in letters)
        if len(of) == 1 or of[:1] == _LAM:
            found.setdefault((of, form.strip("<>")), chr(code))
    return found


def _join(letters: list[str], kinds: list[str], drawable: Collection[int]) -> tuple[list[str], list[str]]:
    """The letters in their forms; lam and alef become one."""
    forms = _forms()

    def joins_next(letter: str) -> bool:
        return letter == _TATWEEL or (letter, "initial") in forms

    def joins_last(letter: str) -> bool:
        return letter == _TATWEEL or (letter, "final") in forms

    out: list[str] = []
    kept: list[str] = []
    joined = False
    at = 0
    while at < len(letters):
        base, marks = letters[at][0], letters[at][1:]
        after = at + 1
        if base == _LAM and not marks and after < len(letters) and (base + letters[after][0], "final") in forms:
            base, marks = base + letters[after][0], letters[after][1:]
            after += 1
        before = joined and joins_last(base)
        joined = joins_next(base) and after < len(letters) and joins_last(letters[after][0])
        form = forms.get((base, ("medial" if joined else "final") if before else ("initial" if joined else "isolated")), base)
        if ord(form[0]) not in drawable:
            form = base
        out.append(form + marks)
        kept.append(kinds[at])
        at = after
    return out, kept


# ---------------------------------------------------------------- order


def _visual_order(letters: list[str], kinds: Sequence[str]) -> list[str]:
    """From the order in which one reads to that in which they stand from left to right (rules L2 and L4)."""
    levels = _levels(letters, kinds)
    turned = [_MIRRORED.get(each, each) if level % 2 else each for each, level in zip(letters, levels, strict=True)]
    order = list(range(len(turned)))
    for level in range(max(levels), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return [turned[at] for at in order]


def _levels(letters: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """The embedding level of each: even from left to right, odd from right to left."""
    way = _weak(kinds)
    for opening, closing in _pairs(letters, way):
        _bracket(way, opening, closing)
    _neutral(way)
    return [{"L": 0, "R": 1}.get(each, 2) for each in way]


def _weak(kinds: Sequence[str]) -> list[str]:
    """Numbers, and the signs at them, by what is around them (rules W2 to W7)."""
    way = list(kinds)
    _number_by_letters(way)
    way = ["R" if kind == "AL" else kind for kind in way]
    _join_signs_to_numbers(way)
    strong = "L"
    for at, kind in enumerate(way):
        if kind in {"L", "R"}:
            strong = kind
        elif kind == "EN" and strong == "L":
            way[at] = "L"
        elif kind not in {"EN", "AN"}:
            way[at] = "ON"
    return way


def _number_by_letters(way: list[str]) -> None:
    """W2: a number after an Arabic letter is an Arabic one."""
    strong = "L"
    for at, kind in enumerate(way):
        if kind in {"L", "R", "AL"}:
            strong = kind
        elif kind == "EN" and strong == "AL":
            way[at] = "AN"


def _join_signs_to_numbers(way: list[str]) -> None:
    """W4, W5: a sign between two numbers of a kind, or one like a currency's beside a number, belongs to it."""
    for at in range(1, len(way) - 1):
        if way[at - 1] == way[at + 1] and (way[at - 1], way[at]) in {("EN", "ES"), ("EN", "CS"), ("AN", "CS")}:
            way[at] = way[at - 1]
    for order in (range(1, len(way)), range(len(way) - 2, -1, -1)):
        step = -order.step
        for at in order:
            if way[at] == "ET" and way[at + step] == "EN":
                way[at] = "EN"


def _side(kind: str) -> str:
    """A strong direction, "" for what has none; numbers are like letters from right to left."""
    return "R" if kind in {"EN", "AN"} else "" if kind == "ON" else kind


def _pairs(letters: Sequence[str], way: Sequence[str]) -> list[tuple[int, int]]:
    """Where brackets that belong together stand, in the order of the opening ones."""
    found: list[tuple[int, int]] = []
    open_now: list[tuple[str, int]] = []
    for at, letter in enumerate(letters):
        if way[at] != "ON":
            continue
        if letter in _PAIRED:
            open_now.append((_PAIRED[letter], at))
        elif any(closing == letter for closing, _ in open_now):
            while open_now[-1][0] != letter:
                open_now.pop()
            found.append((open_now.pop()[1], at))
    return sorted(found)


def _bracket(way: list[str], opening: int, closing: int) -> None:
    """A pair of brackets stands as what is in it does, where that fits what is before it (rule N0)."""
    inside = {_side(kind) for kind in way[opening + 1 : closing]} - {""}
    if "L" in inside:
        way[opening] = way[closing] = "L"
    elif inside:
        before = next((side for kind in reversed(way[:opening]) if (side := _side(kind))), "L")
        way[opening] = way[closing] = before


def _neutral(way: list[str]) -> None:
    """What has no direction takes that of both its neighbours, or the line's (rules N1 and N2)."""
    at = 0
    while at < len(way):
        end = at
        while end < len(way) and way[end] == "ON":
            end += 1
        if end > at:
            before = _side(way[at - 1]) if at else "L"
            after = _side(way[end]) if end < len(way) else "L"
            way[at:end] = [before if before == after else "L"] * (end - at)
        at = end + 1

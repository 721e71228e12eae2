"""Every command, label and text of ours against Discord's limits, in every language."""

import re
from typing import Any

import discord
import pytest

import engines
from asking.form import EMPTY, Form
from asking.rulebook import sections
from asking.walk import advance, endings
from chat.cards import hand_buttons, picker, rules
from chat.press.commands import Translator
from chat.wire import limits
from chat.wire.layout import Card, beneath, button, lines_on_narrow, row, rows, select
from data.words import language_of, languages, words
from engines.contract import Choices, Move
from render.contract import Picture
from tests.support.command_tree import tree

BUTTONS = """
data.export data.erase data.export-sure data.erase-sure
guests.wait guests.invite guests.accept guests.decline guests.for-invited guests.for-all directory.all notify.none
lobby.join lobby.leave lobby.computer lobby.start lobby.menu menu.random menu.no-robot menu.cancel board.hand board.text
board.more board.again more.write more.resign more.cancel hand.take-back hand.again hand.done hand.sure hand.back
picker.turn slots.ready slots.shuffle slots.again slots.clear hand.refresh hand.board hand.to-dm
resign.sure cancel.sure picker.back picker.on rules.button rules.what rules.contents rules.on rules.back
rules.find rules.whole help.games help.more help.first
"""

LOCALES = {language_of(locale.value): locale for locale in discord.Locale if locale.value.split("-")[0] in languages()}
"""A locale of Discord by language."""


async def payloads() -> list[dict[str, Any]]:
    every = tree()
    commands = every.get_commands(type=discord.AppCommandType.chat_input)
    return [dict(await command.get_translated_payload(every, Translator())) for command in commands]


def items(line: discord.ui.ActionRow[Any]) -> list[Any]:
    """The buttons or the menu of a row, whichever it has."""
    return [*line.children]


def parts(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [made, *(part for option in made.get("options", ()) for part in parts(option))]


@pytest.mark.long
@pytest.mark.parametrize("place", range(4))
async def test_commands_keep_the_limits_in_every_language(place: int) -> None:
    every = await payloads()
    assert len(every) == 4
    made = every[place]
    for part in parts(made):
        assert len(part.get("options", ())) <= limits.SUBCOMMANDS
        for name in (part["name"], *(part.get("name_localizations") or {}).values()):
            assert re.fullmatch(limits.COMMAND_NAME, name), name
            assert name == name.lower()
        for text in (part["description"], *(part.get("description_localizations") or {}).values()):
            assert 1 <= len(text) <= limits.COMMAND_DESCRIPTION, text
        for choice in part.get("choices", ()):
            assert 1 <= len(choice["name"]) <= limits.AUTOCOMPLETE_TEXT
        assert len(part.get("choices", ())) <= limits.AUTOCOMPLETE
        required = [option.get("required", False) for option in part.get("options", ())]
        assert required == sorted(required, reverse=True), "required options first"
        names = [option["name"] for option in part.get("options", ())]
        assert len(names) == len(set(names))
    for language in languages():
        assert characters(made, LOCALES[language].value) <= limits.COMMAND_CHARACTERS


def characters(part: dict[str, Any], locale: str) -> int:
    """Name, description and values, the longest of the languages, as Discord counts them."""
    own = max(len(part["name"]), len((part.get("name_localizations") or {}).get(locale, "")))
    own += max(len(part["description"]), len((part.get("description_localizations") or {}).get(locale, "")))
    own += sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices", ()))
    return own + sum(characters(option, locale) for option in part.get("options", ()))


@pytest.mark.parametrize(
    ("kind", "polish"),
    [
        (discord.AppCommandType.user, {"Challenge": "Wyzwij na partię", "Profile": "Profil"}),
        (discord.AppCommandType.message, {"My hand": "Moja ręka", "What happened here": "Co się tu stało"}),
    ],
)
async def test_the_entries_of_menus_keep_the_limits_in_every_language(
    kind: discord.AppCommandType, polish: dict[str, str]
) -> None:
    every = tree()
    menus = [await menu.get_translated_payload(every, Translator()) for menu in every.get_commands(type=kind)]
    assert sorted(menu["name"] for menu in menus) == sorted(polish)
    assert len(menus) <= 15
    for menu in menus:
        assert menu["name_localizations"]["pl"] == polish[menu["name"]]
        assert all(1 <= len(name) <= 32 for name in (menu["name"], *menu["name_localizations"].values()))


async def test_command_names_differ_within_a_language() -> None:
    every = await payloads()
    for locale in (each.value for each in LOCALES.values()):
        for group in (every, *(part.get("options", ()) for made in every for part in parts(made))):
            names = [option.get("name_localizations", {}).get(locale, option["name"]) for option in group]
            assert len(names) == len(set(names))


@pytest.mark.parametrize("language", languages())
def test_labels_and_titles_keep_their_limits(language: str) -> None:
    speak = words(language)
    for key in BUTTONS.split():
        assert len(speak(f"cogs.{key}")) <= 25, f"{key} is a button and should fit a phone"
    assert len(speak("cogs.form.title")) <= limits.MODAL_TITLE
    assert len(speak("cogs.form.label")) <= limits.FIELD_LABEL
    assert len(speak("cogs.form.description")) <= limits.FIELD_DESCRIPTION
    for game in engines.games():
        for section in sections(game, speak):
            assert len(section.text) <= rules.TEXT, f"{game}: {section.heading} stands whole on a page"
            assert len(section.heading) <= 60
    listed = "\n".join(f"{speak(f'{key}.name')}{speak(f'{key}.about')}" + 80 * "x" for key in engines.games())
    assert len(speak("cogs.help.text", games=listed)) < limits.TEXT


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
async def test_texts_name_commands_as_the_reader_sees_them(language: str) -> None:
    locale, speak = LOCALES[language].value, words(language)
    known = {path for made in await payloads() for path in paths(made, locale)}
    for key in sorted(speak.keys()):
        for named in re.findall(r"`/([\w-]+(?: [\w-]+)*)", speak(key)):
            assert any(f"{named} ".startswith(f"{path} ") for path in known), f"{key} names /{named}"


def paths(made: dict[str, Any], locale: str) -> list[str]:
    """The whole names of a command's subcommands, as the reader sees them."""
    name = (made.get("name_localizations") or {}).get(locale, made["name"])
    inner = [option for option in made.get("options", ()) if option["type"] in {1, 2}]
    return [f"{name} {path}" for option in inner for path in paths(option, locale)] if inner else [name]


async def test_a_card_of_the_greatest_size_still_fits() -> None:
    speak = words("pl")
    choices = Choices(tuple(f"w{number}" for number in range(300)), ask="x")
    step = picker.PickerStep(10**9, 10**4, ("move",), choices, tuple("Ł" * 90 for _ in range(300)), page=1)
    buttons = [button("x" * 200, f"play.hand:1:{number}") for number in range(10)]
    card = Card(title="t" * 100, text="ż" * 9000, rows=(*picker.rows_of(step, speak), *rows(buttons)))
    view = card.view()
    assert view.is_finished(), "discord.py remembers nothing of it"
    assert view.content_length() <= limits.TEXT
    assert view.total_children_count <= limits.COMPONENTS
    ids = [custom_id for item in view.walk_children() if (custom_id := getattr(item, "custom_id", None))]
    assert len(ids) == len(set(ids))
    for item in view.walk_children():
        if isinstance(item, discord.ui.Select):
            assert len(item.options) <= limits.SELECT_OPTIONS
            assert all(len(option.label) <= limits.OPTION_LABEL for option in item.options)
            assert len(item.placeholder or "") <= limits.PLACEHOLDER
            assert len({option.value for option in item.options}) == len(item.options)
        if isinstance(item, discord.ui.Button):
            assert len(item.label or "") <= limits.BUTTON_LABEL


async def test_short_words_are_buttons_and_so_are_few_chosen_together() -> None:
    speak = words("en")
    few = picker.PickerStep(1, 1, ("recruit",), Choices(("archer", "dragon")), ("archer", "dragon"))
    (line,) = picker.rows_of(few, speak)
    assert [item.custom_id for item in items(line)] == ["play.pick:1:1:recruit.archer", "play.pick:1:1:recruit.dragon"]
    both = picker.PickerStep(
        1,
        1,
        ("play",),
        Choices(("dragon", "shepherd", "shepherd"), together=2),
        ("d", "s", "s"),
        chosen=("shepherd", "shepherd"),
    )
    (line,) = picker.rows_of(both, speak)
    assert [item.custom_id for item in items(line)] == ["play.pick:1:1:play.dragon", "play.pick:1:1:play.shepherd"], "each once"
    assert [item.style for item in items(line)] == [discord.ButtonStyle.secondary, discord.ButtonStyle.success]
    many = tuple(f"w{number}" for number in range(11))
    (line,) = picker.rows_of(picker.PickerStep(1, 1, ("play",), Choices(many, together=2), many, chosen=("w1", "w3")), speak)
    menu = line.children[0]
    assert isinstance(menu, discord.ui.Select)
    assert (menu.min_values, menu.max_values) == (2, 2)
    assert [option.value for option in menu.options if option.default] == ["1.w1", "3.w3"]


async def test_squares_that_fit_one_message_are_a_grid_of_buttons() -> None:
    speak = words("en")
    squares = tuple(f"{letter}{number}" for letter in "abcd" for number in range(1, 7))
    told = tuple(f"{square} · level 2 · 1 AP" for square in squares)
    found = picker.rows_of(picker.PickerStep(1, 1, ("move", "c3"), Choices(squares), told), speak)
    assert [item.label for line in found for item in items(line)] == list(squares)
    buttons = [button("x", f"play.hand:1:{number}") for number in range(5)]
    view = Card(title="t", text="x", picture=Picture(b"1", "webp", "alt"), rows=(*found, *rows(buttons))).view()
    assert view.total_children_count <= limits.COMPONENTS
    verbs = (
        "play.pick",
        "play.fresh",
        "takeback.undo",
        "ahead.open",
        "hints.ask",
        "play.more",
    )
    many = [button("x", f"{verb}:{number}") for number, verb in enumerate(verbs)]
    fitted = beneath(found, many, hand_buttons.DISPENSABLE)
    view = Card(title="t", text="x", asks="x", picture=Picture(b"1", "webp", "alt"), rows=fitted).view()
    assert view.total_children_count <= limits.COMPONENTS
    assert len(fitted) <= limits.PRIVATE_ROWS
    kept = [item.custom_id.partition(":")[0] for line in fitted[5:] for item in items(line)]
    assert set(verbs) - set(kept) <= set(hand_buttons.DISPENSABLE)
    found = picker.rows_of(picker.PickerStep(1, 1, (), Choices((*squares, "e1")), (*told, "e1")), speak)
    assert all(isinstance(line.children[0], discord.ui.Select) for line in found)


@pytest.mark.parametrize("ranks", [3, 4, 5])
async def test_a_narrow_phone_breaks_no_row_of_squares(ranks: int) -> None:
    squares = tuple(f"{letter}{number}" for letter in "abch" for number in range(4, 4 + ranks))
    found = picker.rows_of(picker.PickerStep(1, 1, ("lay",), Choices(squares), squares), words("en"))
    assert [len(items(line)) for line in found] == [4] * ranks
    assert lines_on_narrow([items(line) for line in found]) == len(found)


async def test_few_ways_to_end_a_move_are_one_question() -> None:
    tree: dict[Move, Move] = {(): ("a", "b"), ("a",): ("x", "y"), ("b",): ("x",)}

    def ask(said: Move) -> Choices:
        return Choices(tree.get(said, ()), complete=said not in tree)

    moves = endings(ask, ())
    assert moves == (("a", "x"), ("a", "y"), ("b", "x"))
    (line,) = picker.ending_rows(1, 1, moves, ("A, X", "A, Y", "B, X"))
    assert [item.custom_id for item in items(line)] == ["play.pick:1:1:a.x", "play.pick:1:1:a.y", "play.pick:1:1:b.x"]
    assert not endings(ask, ("a",)), "one question is one question"
    tree |= {("a", "x"): tuple(f"w{number}" for number in range(30))}
    assert not endings(ask, ())


async def test_the_pages_of_a_long_list_hold_each_word_once() -> None:
    speak = words("en")
    choices = Choices(tuple(f"w{number}" for number in range(230)))
    seen: list[str] = []
    for page in range(3):
        step = picker.PickerStep(1, 1, ("go",), choices, tuple("long label " * 3 for _ in choices.words), page=page)
        for line in picker.rows_of(step, speak):
            menu = line.children[0]
            if isinstance(menu, discord.ui.Select):
                seen += [option.value.split(".")[1] for option in menu.options]
    assert seen == list(choices.words)


async def test_a_walk_skips_questions_with_nothing_to_choose() -> None:
    tree = {(): Choices(("play",)), ("play",): Choices(("a", "b"), together=2)}

    def ask(said: tuple[str, ...]) -> Choices:
        return tree[said]

    said, choices = advance(ask, ())
    assert said == ("play",)
    assert choices.together == 2
    only = {(): Choices(("pass",)), ("pass",): Choices(complete=True)}

    def ask_only(said: tuple[str, ...]) -> Choices:
        return only[said]

    said, choices = advance(ask_only, ())
    assert said == (), "the last word is still pressed by the person"
    assert choices.words == ("pass",)


async def test_a_menu_marks_nothing_that_is_not_offered() -> None:
    menu = select("play.pick:1:1", [("0.a", "A")], placeholder="?", chosen=("9.z",))
    assert not [option for option in menu.options if option.default]
    assert row(menu).children


def test_the_last_place_is_filled_with_the_only_word_left() -> None:
    form = Form(("plan",), (EMPTY, EMPTY, EMPTY), Choices(("a", "b", "c"), slots=3, stock=("a", "b", "c")))
    form = form.put(0, "b")
    assert form.places == ("b", EMPTY, EMPTY)
    assert form.put(1, "a").places == ("b", "a", "c")


def test_a_full_form_is_changed_by_exchanges_and_by_what_is_left() -> None:
    form = Form(("plan",), ("a", "b", "a"), Choices(("a", "b", "c"), slots=3, stock=("a", "a", "b", "c")))
    reached = {(change.place, change.other): change.form.places for change in form.changes()}
    assert reached == {
        (0, 1): ("b", "a", "a"),
        (1, 2): ("a", "a", "b"),
        (0, None): ("c", "b", "a"),
        (1, None): ("a", "c", "a"),
        (2, None): ("a", "b", "c"),
    }

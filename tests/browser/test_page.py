"""The sandbox's page in a real browser, with a small bot that shows one of everything (`showcase.py`)."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Request, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from data.words import languages
from sandbox.client import PATIENCE_SECONDS
from sandbox.server import Sandbox
from tests.support.chromium import chromium
from tests.support.showcase import ALT, Showcase, showcase

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
ADA, BORYS, CHLOE = "Ada", "Borys", "Chloe"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(seconds=1.0) as sandbox:
        yield sandbox


@pytest_asyncio.fixture(loop_scope="module")
async def bot(sandbox: Sandbox) -> AsyncIterator[Showcase]:
    async with showcase(sandbox) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, sandbox: Sandbox) -> AsyncIterator[Page]:
    """The page as Ada sees it at first, in a wide window; a script error fails the test."""
    async for page in opened(browser, sandbox, width=1280, height=900):
        yield page


@pytest_asyncio.fixture(loop_scope="module")
async def phone(browser: Browser, sandbox: Sandbox) -> AsyncIterator[Page]:
    async for page in opened(browser, sandbox, width=360, height=740, touch=True):
        yield page


async def opened(browser: Browser, sandbox: Sandbox, width: int, height: int, *, touch: bool = False) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, base_url=sandbox.url)
    context.set_default_timeout(PATIENCE_SECONDS * 1000)
    page = await context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(error.stack or str(error)))
    waiting: dict[Request, str] = {}
    page.on("request", lambda request: waiting.update({request: "unanswered"}))
    page.on("requestfinished", lambda request: waiting.update({request: "answered"}))
    page.on("requestfailed", lambda request: waiting.update({request: str(request.failure)}))
    await page.goto(sandbox.url)
    try:
        await page.locator(".compose-input").wait_for()
    except PlaywrightTimeout as error:
        left = [f"{request.url}: {fate}" for request, fate in waiting.items() if fate != "answered"]
        raise AssertionError(f"the page shows {await page.locator('body').inner_text()!r}; {broken=}; {left=}") from error
    yield page
    await context.close()
    assert broken == []


def line(page: Page | Locator) -> Locator:
    return page.locator(".compose-input")


def last(page: Page | Locator) -> Locator:
    return page.locator(".message").last


def text_of_last(page: Page | Locator) -> Locator:
    """The first text of the last message. Until an answer is there, the last message may have several texts, and
    Playwright's strict mode would refuse at once instead of waiting."""
    return last(page).locator(".text").first


async def command(page: Page, name: str) -> Locator:
    """Types a command without options and waits for what comes."""
    count = await page.locator(".message").count()
    await line(page).press_sequentially(f"/{name}")
    await page.get_by_role("option", name=f"/{name}").wait_for()
    await line(page).press("Enter")
    await line(page).press("Enter")
    await expect(page.locator(".message")).to_have_count(count + 1)
    return last(page)


async def be(page: Page, name: str) -> None:
    await page.locator(f".person[aria-label^='Bądź: {name}'], .person[aria-label^='Be {name}']").click()


async def until(bot: Showcase, *expected: Any) -> None:
    """Waits until the bot has heard this."""
    for _ in range(1500):
        if expected in bot.heard:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{expected} is not among {bot.heard}")


async def test_a_script_that_did_not_arrive_is_loaded_again(page: Page) -> None:
    await page.route("**/seat.js", lambda route: route.abort(), times=1)
    await page.reload()
    await page.locator(".compose-input").wait_for()


async def test_a_newcomer_opens_a_table_with_the_keyboard_alone(page: Page, bot: Showcase) -> None:
    await expect(page.locator(".hint")).to_contain_text("Wpisz /zamki start")
    await page.locator("body").press("/")  # jumps to the command line
    await expect(page.get_by_role("option", name="/zamki start")).to_be_visible()
    await line(page).press_sequentially("zamki start ")
    await expect(page.locator(".chip-command")).to_have_text("/zamki start")
    await expect(page.get_by_role("option")).to_have_text(["Rycerze", "Torres"])
    await line(page).press("ArrowDown")
    await line(page).press("Enter")
    await line(page).press_sequentially("sea")
    await line(page).press("Tab")
    await line(page).press_sequentially("9")
    await line(page).press("Enter")
    await expect(page.locator(".compose-problem")).to_have_text("seats: najwyżej 4")
    await line(page).press("Backspace")
    await line(page).press_sequentially("3")
    await line(page).press("Enter")
    await expect(page.locator(".chip:not(.chip-command)")).to_have_text(["gameTorres", "seats3"])
    await line(page).press("Enter")
    await expect(text_of_last(page)).to_have_text("Stół: Torres, miejsca: 3")
    await expect(last(page).locator(".used")).to_have_text(re.compile("Ada.*używa.*/zamki start"))
    assert bot.heard == [("start", "ada", "torres", 3, False)]
    await expect(page.locator(".hint")).to_be_hidden()


async def test_options_are_completed_by_the_bot_and_by_the_mouse(page: Page, bot: Showcase) -> None:
    await line(page).fill("/zamki move dr")
    await page.get_by_role("option", name="play dragon shepherd").click()
    await expect(page.locator(".chip-value")).to_have_text("play dragon shepherd")
    await page.locator(".chip:not(.chip-command)").click()  # a chip can be opened again
    await line(page).fill("own words")
    await expect(page.locator(".suggestions-note")).to_have_text("Brak podpowiedzi")
    await line(page).press("Enter")
    await page.locator(".compose-send").click()
    await expect(last(page).locator(".thinking")).to_have_text(re.compile("^zamki myśli…$", re.IGNORECASE))
    await expect(text_of_last(page)).to_have_text("Ruch: own words")
    assert bot.heard == [("move", "ada", "own words")]
    await line(page).fill("/zamki move words:lay")
    await page.get_by_role("option", name="lay d7 90").wait_for()
    await line(page).press("Escape")
    await expect(page.locator(".chip")).to_have_count(0)
    await line(page).fill("/nothing of the kind")
    await line(page).press("Enter")
    await expect(page.locator(".compose-problem")).to_have_text("Nie ma takiego polecenia")


async def test_no_word_behind_a_command_is_lost(page: Page, bot: Showcase) -> None:
    # Typed in one go and sent at once, before the bot has suggested anything.
    await line(page).press_sequentially("/zamki rules Torres")
    await line(page).press("Enter")
    await line(page).press("Enter")
    await expect(text_of_last(page)).to_have_text("Zasady: torres, strony: 1")
    # Pasted, and sent with the button; the word is meant for the option that can take it.
    await line(page).fill("/zamki rules 7")
    await page.locator(".compose-send").click()
    await page.locator(".compose-send").click()
    await expect(text_of_last(page)).to_have_text("Zasady: 7, strony: 1")
    # A second word goes to the second option, and one that it cannot take is asked about.
    await line(page).fill("/zamki rules game:torres")
    await line(page).press("Enter")
    await expect(page.locator(".chip:not(.chip-command)")).to_have_text(["gameTorres"])
    await line(page).fill("three")
    await line(page).press("Enter")
    await expect(page.locator(".compose-problem")).to_have_text("pages: podaj liczbę całkowitą")
    await line(page).fill("3")
    await line(page).press("Enter")
    await line(page).press("Enter")
    await expect(text_of_last(page)).to_have_text("Zasady: torres, strony: 3")
    # A name that is only half written opens its option, and what takes nothing says so.
    await line(page).fill("/zamki rules pa")
    await page.locator(".compose-send").click()
    await expect(page.locator(".chip-open")).to_have_text("pages")
    await line(page).press("Escape")
    await line(page).fill("/zamki show Torres")
    await line(page).press("Enter")
    await expect(page.locator(".compose-problem")).to_contain_text("/zamki show nie przyjmuje nic więcej. Usuń „Torres”")
    assert [entry for entry in bot.heard if entry[0] != "rules"] == []


async def test_badges_leave_the_letters_free(phone: Page, sandbox: Sandbox, bot: Showcase) -> None:
    uids = [await phone.locator(".person").nth(nth).get_attribute("data-uid") for nth in range(4)]
    cid = phone.url.split("/")[-1]
    for number in range(12):
        await phone.request.post(f"/people/{uids[0]}/channels/{cid}/messages", data={"content": f"{number}"})
    await expect(phone.locator(".person .badge[data-count='9+']")).to_have_count(3)
    free = await phone.evaluate("""() => [...document.querySelectorAll('.person')].every((person) => {
      const range = document.createRange();
      range.selectNodeContents(person.querySelector('.avatar'));
      const letter = range.getBoundingClientRect();
      return [...document.querySelectorAll('.person .badge')].every((badge) => {
        const at = badge.getBoundingClientRect();
        return at.right <= letter.left || at.left >= letter.right || at.bottom <= letter.top || at.top >= letter.bottom;
      });
    })""")
    assert free


async def test_every_component_is_shown_and_can_be_used(page: Page, bot: Showcase) -> None:
    message = await command(page, "zamki show")
    await expect(message.get_by_role("heading", name="Stół 17")).to_be_visible()
    await expect(message.locator(".container")).to_have_css("border-left-color", "rgb(217, 164, 65)")
    await expect(message.locator(".gallery img")).to_have_attribute("alt", ALT)
    await expect(message.locator(".gallery img")).to_have_attribute("title", ALT)
    await expect(message.locator(".thumbnail img")).to_have_attribute("alt", "Herb")
    assert await message.locator(".gallery img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 540
    await expect(message.get_by_role("link", name="Zasady")).to_have_attribute("href", "https://example.com/rules")
    await expect(message.get_by_role("button", name="Nie teraz")).to_be_disabled()
    await expect(message.locator(".separator")).to_be_visible()
    await expect(message.locator(".file a")).to_have_text("log.txt")

    await message.get_by_role("button", name="Ruch c3–e5").click()
    await until(bot, "press", "ada", "go", None)

    await message.get_by_role("button", name="Karta").click()
    await expect(message.get_by_role("option")).to_have_count(2)
    await expect(message.get_by_role("option").first).to_contain_text("Zjada pasterza")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await until(bot, "press", "ada", "card", ["knight"])

    await message.get_by_role("button", name="Pola").click()
    await expect(message.get_by_role("button", name="Gotowe")).to_be_disabled()
    for field in ("b1", "a2"):
        await message.get_by_role("option", name=f"Pole {field}").click()
    await message.get_by_role("button", name="Gotowe").click()
    await until(bot, "press", "ada", "fields", ["a2", "b1"])

    await message.get_by_role("button", name="Gość").click()
    await message.get_by_role("option", name="Chloe").click()
    for _ in range(1500):
        if any(entry[:3] == ("press", "ada", "guest") for entry in bot.heard):
            break
        await asyncio.sleep(0.02)
    assert bot.heard[-1][3] == [await page.locator(".person").nth(2).get_attribute("data-uid")]

    await message.get_by_role("button", name="Zgoda").focus()
    await page.keyboard.press("Enter")
    await expect(message.locator(".content > .text")).to_have_text("Zgodę daje ada.")
    await expect(message).to_be_focused()  # its button is gone, the keyboard's place is not


async def test_pictures_open_large_and_tell_their_description(page: Page, bot: Showcase) -> None:
    message = await command(page, "zamki many")
    await expect(message.locator(".gallery img")).to_have_count(10)
    await message.get_by_role("button", name="ALT: pokaż opis").first.click()
    await expect(message.locator(".alt-text").first).to_have_text("p0.png")
    await message.get_by_role("button", name="Otwórz duży: p9.png").click()
    large = page.get_by_role("dialog")
    await expect(large.locator("img")).to_have_attribute("alt", "p9.png")
    await page.keyboard.press("ArrowRight")
    await expect(large.locator(".large-caption")).to_have_text("p0.png")
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


SHAPES = [(1080, 1080), (1080, 1640), (1243, 1196), (1100, 700), (200, 100)]


async def test_a_single_picture_is_shown_as_large_as_discord_shows_it(page: Page, phone: Page) -> None:
    """Within 550 × 350 on a desktop, 360 wide or what the column has on a phone, never larger than itself."""
    put = """([wide, high]) => {
        const [gallery, frame] = ["div", "span"].map(name => document.createElement(name));
        gallery.className = "gallery count-1";
        frame.className = "frame";
        frame.style.setProperty("--width", `${wide}px`);
        frame.style.setProperty("--ratio", String(wide / high));
        gallery.append(frame);
        document.querySelector(".messages").append(gallery);
        const widths = [frame.getBoundingClientRect().width, gallery.clientWidth];
        gallery.remove();
        return widths;
    }"""
    for wide, high in SHAPES:
        shown, _ = await page.evaluate(put, [wide, high])
        assert abs(shown - wide * min(1, 550 / wide, 350 / high)) < 1, (wide, high)
        shown, column = await phone.evaluate(put, [wide, high])
        assert abs(shown - min(wide, 360, column)) < 1, (wide, high)


async def test_messages_of_the_old_kind(page: Page, bot: Showcase) -> None:
    message = await command(page, "zamki old")
    await expect(message.locator(".content > .text")).to_have_text("Wyniki")
    await expect(message.locator(".embed-title")).to_have_text("Ranking")
    await expect(message.locator(".field")).to_have_text("Punkty12")
    await expect(message.locator(".gallery img")).to_have_attribute("alt", "Podium")
    await message.get_by_role("button", name="Dalej").click()
    await until(bot, "press", "ada", "go", None)


async def test_a_secret_is_seen_by_one_of_two_people_side_by_side(page: Page, bot: Showcase) -> None:
    await page.get_by_role("button", name="Druga osoba obok").click()
    ada, borys = page.locator(".seat").nth(0), page.locator(".seat").nth(1)
    await expect(borys.locator(".person[aria-pressed=true]")).to_have_attribute("aria-label", "Bądź: Borys")
    await line(ada).fill("/zamki show")
    await ada.get_by_role("option", name="/zamki show").wait_for()
    await line(ada).press("Enter")
    await line(ada).press("Enter")
    await borys.get_by_role("button", name="Moja ręka").click()
    await expect(text_of_last(borys)).to_have_text("Ręka: smok (borys)")
    await expect(last(borys).locator(".only-you")).to_contain_text("Tylko ty to widzisz")
    await expect(ada.locator(".message")).to_have_count(1)
    await borys.get_by_role("button", name="Odrzuć").click()
    await expect(borys.locator(".message")).to_have_count(1)
    assert re.search(r"#(/\d+/\d+){2}$", page.url)
    await page.get_by_role("button", name="Zamknij drugą osobę").click()
    await expect(page.locator(".seat")).to_have_count(1)


async def test_a_form_is_checked_and_sent(page: Page, bot: Showcase) -> None:
    message = await command(page, "zamki show")
    await message.get_by_role("button", name="Formularz").click()
    form = page.get_by_role("dialog", name="Zapisz ruch")
    await expect(form.get_by_label("Słowa")).to_be_focused()
    await form.get_by_role("button", name="Wyślij").click()
    await expect(form.locator(".field-problem").first).to_have_text("To pole jest wymagane.")
    await form.get_by_label("Słowa").fill("pl")
    await form.get_by_role("button", name="Wyślij").click()
    await expect(form.locator(".field-problem").first).to_have_text("Minimalna liczba znaków to 3.")
    await form.get_by_label("Słowa").fill("play dragon")
    await form.get_by_role("button", name="Wyślij").click()
    await expect(form.locator(".field-problem").last).to_have_text("Wybierz coś tutaj.")
    await form.get_by_role("button", name="Gra").click()
    await page.keyboard.press("Escape")  # closes the menu, not the form
    await expect(form.get_by_role("option")).to_have_count(0)
    await form.get_by_role("button", name="Gra").click()
    await form.get_by_role("option", name="Torres").click()
    await form.get_by_role("button", name="Wyślij").click()
    await expect(form).to_have_count(0)
    await expect(text_of_last(page)).to_have_text("Zapisane")
    await until(bot, "form", "ada", {"words": "play dragon", "note": "", "game": ["torres"]})


async def test_a_silent_application_is_told_of_in_the_persons_language(page: Page, bot: Showcase) -> None:
    message = await command(page, "zamki show")
    await message.get_by_role("button", name="Milczenie").click()
    await expect(message.locator(".failure")).to_have_text("Aplikacja nie odpowiedziała")
    await be(page, CHLOE)
    message = await command(page, "zamki silent")
    await expect(message.locator(".failure")).to_have_text("The application did not respond")
    await expect(message.locator(".used")).to_contain_text("/zamki silent")
    await message.get_by_role("button", name="Dismiss").click()
    await expect(page.locator(".message")).to_have_count(1)


async def test_a_direct_message_is_marked_unread_and_leads_back(page: Page, bot: Showcase) -> None:
    await be(page, BORYS)
    await command(page, "zamki secret")
    direct = page.locator(".channel", has_text="Zamki")
    await expect(direct.locator(".badge")).to_have_text("1")
    await expect(page).to_have_title("(1) #gry — Zamki")
    await be(page, ADA)
    await expect(page.locator(".person", has_text="B").locator(".badge")).to_have_attribute("data-count", "1")
    await expect(page.locator(".channel")).to_have_count(3)  # Borys's messages are not hers
    await be(page, BORYS)
    await direct.click()
    await expect(text_of_last(page)).to_have_text("Masz smoka. Do stołu")
    await expect(direct.locator(".badge")).to_have_count(0)
    await page.reload()
    await expect(text_of_last(page)).to_have_text("Masz smoka. Do stołu")  # the address remembers
    await page.get_by_role("link", name="Do stołu").click()
    await expect(page.locator(".channel-title")).to_contain_text("gry")
    await page.go_back()
    await expect(page.locator(".channel-title")).to_contain_text("Zamki")


EVIL = '<img src=x onerror="window.hurt=1">'


async def test_what_people_write_stays_text(page: Page, bot: Showcase) -> None:
    uid = await page.locator(".person").first.get_attribute("data-uid")
    await page.request.patch(f"/people/{uid}", data={"name": EVIL})
    await expect(page.locator(".card strong")).to_have_text(EVIL)
    await line(page).fill(f"{EVIL} **{EVIL}** `{EVIL}` [here](javascript:window.hurt=1) <script>window.hurt=1</script>")
    await line(page).press("Enter")
    await expect(last(page).locator(".author")).to_have_text(EVIL)
    await expect(text_of_last(page)).to_contain_text(f"{EVIL} {EVIL} {EVIL} [here](javascript:window.hurt=1) <script>")
    await expect(last(page).locator("img, script, a")).to_have_count(0)
    await page.get_by_role("button", name="Druga osoba obok").click()
    await page.locator(".seat").nth(1).locator(".message").wait_for()
    assert await page.evaluate("window.hurt") is None


async def test_markdown(page: Page) -> None:
    uid = await page.locator(".person").nth(2).get_attribute("data-uid")
    text = f"""# Big
-# small
**bold** *it* _it2_ __under__ ~~gone~~ `co*d*e` ||hidden|| snake_case_name 2\\*3
> quoted
- one
  - inner
1. first
```
  a  b
```
<@{uid}> <t:86400:D> <t:{{now}}:R> https://example.com/a_b_c. [word](https://example.com/x)"""
    now = await page.evaluate("Math.floor(Date.now() / 1000) + 7205")
    await line(page).fill(text.replace("{now}", str(now)))
    await line(page).press("Enter")
    body = text_of_last(page)
    await expect(body.get_by_role("heading", name="Big")).to_be_visible()
    await expect(body.locator(".small")).to_have_text("small")
    for tag, words in (("strong", "bold"), ("u", "under"), ("s", "gone"), ("blockquote", "quoted"), ("ol > li", "first")):
        await expect(body.locator(tag)).to_have_text(words)
    await expect(body.locator("em")).to_have_text(["it", "it2"])
    await expect(body.locator("p code")).to_have_text("co*d*e")
    await expect(body).to_contain_text("snake_case_name 2*3")
    await expect(body.locator("ul ul li")).to_have_text("inner")
    assert await body.locator("pre").text_content() == "  a  b"
    await expect(body.locator(".mention")).to_have_text("@Chloe")
    await expect(body.locator("time")).to_have_text(["2 stycznia 1970", "za 2 godziny"])
    await expect(body.locator("a")).to_have_text(["https://example.com/a_b_c", "word"])
    hidden = body.locator(".spoiler-inside")
    await expect(hidden).to_have_css("opacity", "0")
    await body.get_by_role("button", name="Spoiler").click()
    await expect(hidden).to_have_css("opacity", "1")


async def test_settings_change_the_language_of_page_and_commands(page: Page, bot: Showcase) -> None:
    await page.get_by_role("button", name="Ustawienia: Ada").click()
    await page.get_by_label("Język").select_option("en-GB")
    await expect(page.get_by_role("dialog", name="Settings of Ada")).to_be_visible()
    await expect(page.locator(".brand")).to_have_text("Zamki — sandbox")
    assert await page.evaluate("document.documentElement.lang") == "en-GB"
    await page.get_by_label("Direct messages open").uncheck()
    people = await (await page.request.get("/people")).json()
    assert (people[0]["locale"], people[0]["dms_open"]) == ("en-GB", False)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_every_language_of_the_bot_can_be_chosen(page: Page) -> None:
    await page.get_by_role("button", name="Ustawienia: Ada").click()
    offered = await page.get_by_label("Język").locator("option").evaluate_all("all => all.map(each => each.value)")
    assert set(languages()) <= {locale.partition("-")[0] for locale in offered}


async def test_a_thread_says_whom_the_bot_has_added(page: Page, bot: Showcase) -> None:
    people = await (await page.request.get("/people")).json()
    channel = bot.guilds[0].text_channels[0]
    thread = await channel.create_thread(name="Stolik", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(int(people[2]["id"])))
    await page.goto("about:blank")  # a page that does not know of the thread yet would go elsewhere
    await page.goto(f"/#/{people[2]['id']}/{thread.id}")
    await expect(page.locator(".message", has_text=people[2]["name"])).to_contain_text("added")


async def test_a_lost_connection_is_shown_and_fixed(browser: Browser) -> None:
    async with Sandbox() as first:
        port = int(first.url.rsplit(":", 1)[1])
        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(first.url)
        await line(page).wait_for()
        await expect(page.locator(".lost")).to_be_hidden()
        await expect(page.locator(".welcome")).to_contain_text("Piaskownica pamięta wiadomości tylko, póki działa")
        await line(page).fill("Zaraz wracam")
        await line(page).press("Enter")
        await expect(text_of_last(page)).to_have_text("Zaraz wracam")
    await expect(page.locator(".lost")).to_have_text("Połączenie przerwane. Ponawiam…")
    async with Sandbox(port) as second:
        await expect(page.locator(".lost")).to_be_hidden()
        await expect(page.locator(".message")).to_have_count(1)
        await expect(last(page).locator(".failure")).to_contain_text("Piaskownica ruszyła od nowa")
        await line(page).fill("Jestem z powrotem")
        await line(page).press("Enter")
        await expect(text_of_last(page)).to_have_text("Jestem z powrotem")
        assert len(second.world.messages) == 1
        await context.close()


async def test_a_phone_has_room_for_everything(phone: Page, bot: Showcase) -> None:
    for theme in ("dark", "light"):
        message = await command(phone, "zamki show")
        assert await phone.evaluate("document.documentElement.scrollWidth") == 360
        assert await phone.locator(".scroller").evaluate("node => node.scrollWidth <= node.clientWidth")
        await message.get_by_role("button", name="Pola").tap()
        box = await message.locator(".popup:popover-open").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        await phone.keyboard.press("Escape")
        await phone.locator("[data-does=theme]").tap()
        assert await phone.evaluate("document.documentElement.dataset.theme") == theme
    await expect(phone.locator(".channels")).to_be_hidden()
    await phone.get_by_role("button", name="Pokaż kanały").tap()
    await phone.locator(".channel", has_text="turniej").tap()
    await expect(phone.locator(".channel-title")).to_contain_text("turniej")
    await expect(phone.locator(".channels")).to_be_hidden()


async def test_the_page_says_the_same_things_in_both_languages(page: Page) -> None:
    said = await page.evaluate("import('./texts.js').then(module => module.catalogue)")
    assert said["en"].keys() == said["pl"].keys()
    assert {
        key for key in said["en"] if re.findall(r"\{\w+\}", said["en"][key]) != re.findall(r"\{\w+\}", said["pl"][key])
    } == set()
    code = "".join(path.read_text("utf-8") for path in PAGE.glob("*.js") if path.name != "texts.js")
    assert {key for key in said["en"] if f'"{key}"' not in code} == set()


async def test_a_long_history_is_reached_by_link_and_button(page: Page, sandbox: Sandbox) -> None:
    people = await (await page.request.get("/people")).json()
    gry, turniej = (await (await page.request.get(f"/people/{people[0]['id']}/channels")).json())[:2]
    where = f"/people/{people[0]['id']}/channels/{turniej['id']}/messages"
    sent = [await (await page.request.post(where, data={"content": f"wiadomość {number}"})).json() for number in range(120)]
    await line(page).fill(f"https://discord.com/channels/{gry['guild_id']}/{turniej['id']}/{sent[3]['id']}")
    await line(page).press("Enter")
    await last(page).get_by_role("link").click()
    await expect(page.locator(".message.found")).to_contain_text("wiadomość 3")
    await expect(page.locator(".message.found")).to_be_in_viewport()
    await page.reload()
    await expect(page.locator(".message")).to_have_count(100)
    await expect(last(page)).to_be_in_viewport()
    await page.get_by_role("button", name="Starsze wiadomości").click()
    await expect(page.locator(".message")).to_have_count(120)
    await expect(page.locator(".message.found")).to_contain_text("wiadomość 20")


async def test_a_lost_channel_is_left(page: Page, bot: Showcase, sandbox: Sandbox) -> None:
    guild = bot.guilds[0]
    extra = await guild.text_channels[0].create_thread(name="Stolik", type=discord.ChannelType.public_thread)
    await page.locator(".channel", has_text="Stolik").click()
    await expect(page.locator(".channel-title")).to_contain_text("Stolik")
    sandbox.world.delete_channel(sandbox.world.channels[extra.id])
    await expect(page.locator(".channel-title")).to_contain_text("gry")

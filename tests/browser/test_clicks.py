"""What is clicked on the page while messages change."""

import pytest
from playwright.async_api import expect

from tests.support.browser_page import be, browser_page
from tests.support.world import World, eventually, piece

pytestmark = [pytest.mark.browser]


async def test_a_click_counts_although_its_message_changes(world: World) -> None:
    table, (ada,) = await world.lobby("Ada")
    borys = await world.person("Borys")
    async with browser_page(world.sandbox.url) as page:
        await be(page, ada.name)
        robot = page.locator("[data-custom^='lobby.robot:']").last
        await expect(robot).to_be_visible()
        await robot.scroll_into_view_if_needed()
        box = await robot.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await page.mouse.down()
        card = await world.message(borys, table, "lobby")
        await borys.press(card, piece(card, "lobby.join"))
        await world.done()
        await page.wait_for_timeout(300)  # the page has been told, and keeps what is pressed
        await page.mouse.up()

        async def both() -> bool:
            return len((await world.view(table)).info.seats) == 3

        await eventually(both)
        await expect(page.get_by_text("Borys").last).to_be_visible()

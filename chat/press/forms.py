"""Forms: what a button asks for in words. A submitted form is a press of the verb that names the button's verb as its
`opened_by`.
"""

import discord

from chat.press.answer import Answer
from chat.press.presses import Press, make
from chat.wire import limits
from data.words import Words

REASON = 200
"""Maximum characters of a reason."""


async def form(answer: Answer, press: Press, then: str, title: str, *fields: discord.ui.Label[discord.ui.View]) -> None:
    """Open a form for the button that was pressed. When submitted, it is a press of `then` with the button's table, stage and
    words. Each opening has a different id; otherwise one person's form would replace another's.
    """
    custom_id = make(then, press.table, press.stage, (*press.words, f"_{answer.request % 10**10}"))
    modal = discord.ui.Modal(title=title[: limits.MODAL_TITLE], custom_id=custom_id, timeout=1)
    for field in fields:
        modal.add_item(field)
    await answer.form(modal)


def text(
    name: str, label: str, about: str, *, most: int, required: bool = True, written: str | None = None
) -> discord.ui.Label[discord.ui.View]:
    """Returns a form's field for at most `most` characters; `name` is its key in `Press.fields`. `written`: a field of several
    lines, in which this stands already.
    """
    field: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        custom_id=name,
        max_length=most,
        required=required,
        style=discord.TextStyle.short if written is None else discord.TextStyle.paragraph,
        default=written or None,
    )
    return discord.ui.Label(text=label, description=about, component=field)


def reason(words: Words, about: str, *, required: bool) -> discord.ui.Label[discord.ui.View]:
    """Returns the field `reason`, in which a moderator explains what they do."""
    return text("reason", words("cogs.cancel.reason"), about, most=REASON, required=required)

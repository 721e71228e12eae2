"""The only router for presses of components and for submitted forms: nothing is registered with discord.py.

Discord should send only ids that are on the message it names, but the bot does not rely on that. An id that is not there, or
whose verb does not belong on such a message, gets a polite answer and changes nothing.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import discord
import msgspec

from chat.app import App
from chat.press import doors
from chat.press.answer import Ack, Answer, On, PrivateAnswer, Unanswerable, answering, stands
from chat.press.presses import Press, Verb, make, offers, parse, payload, verbs
from chat.wire import limits
from chat.wire.payloads import ComponentPayload
from tables.errors import Refusal

log = logging.getLogger(__name__)

Run = Callable[[Any, Press], Awaitable[None]]


class Dispatcher:
    """Knows the verbs of the cogs added to it, and answers presses."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._verbs: dict[str, tuple[Verb, Run]] = {}

    def add(self, cog: object) -> None:
        """Add the verbs of a cog. Raises ValueError if another cog already has one of them."""
        for method, verb in verbs(type(cog)).items():
            if verb.name in self._verbs:
                raise ValueError(f"two cogs answer {verb.name}")
            self._verbs[verb.name] = verb, getattr(cog, method)

    @property
    def verbs(self) -> list[Verb]:
        """Returns all verbs that are answered, sorted by name."""
        return [self._verbs[name][0] for name in sorted(self._verbs)]

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form, whatever its content. Never raises."""
        press = _press(interaction)
        known = self._verbs.get(press.verb) if press is not None else None
        try:
            if press is None or known is None or not _belongs(interaction, press, known[0]):
                await self._refuse(interaction, press if known is not None else None)
                return
            verb, run = known
            private = verb.ack in {Ack.PRIVATE, Ack.UPDATE}
            answer = (PrivateAnswer if private else Answer)(self._app, interaction, verb.ack)
            answer.table = press.table
            async with answering(answer, about=press):
                if verb.ack is not Ack.NONE:  # a form opens immediately: it reveals nothing, and its submission is checked here
                    await doors.of_press(answer, verb.names, press.table, press.words, press.values)
                await run(answer, press)
        except Unanswerable:
            log.info("press not answered", extra={"interaction": interaction.id})
        finally:
            # discord.py's interactions refer to themselves: their large parts would stay until the garbage collector runs.
            payload(interaction).pop("standing", None)

    async def _refuse(self, interaction: discord.Interaction, press: Press | None) -> None:
        where = stands(interaction)
        about = {"verb": press.verb, "table": press.table} if press is not None else {}
        log.warning(
            "refused a press that its message does not offer",
            extra={"interaction": interaction.id, "on": where.name if where is not None else None, **about},
        )
        async with answering(PrivateAnswer(self._app, interaction)):
            raise Refusal("cogs.refusal.unknown-press" if press is None else "cogs.refusal.not-offered")


def _press(interaction: discord.Interaction) -> Press | None:
    """Parse the press from what Discord sent; None if it is none of ours."""
    data = payload(interaction)
    press = parse(str(data.get("custom_id", "")))
    if press is None:
        return None
    values = tuple(str(value) for value in data.get("values", ()))[: limits.SELECT_OPTIONS]
    return msgspec.structs.replace(press, values=values, fields=dict(_fields(data.get("components", ()))))


def _belongs(interaction: discord.Interaction, press: Press, verb: Verb) -> bool:
    """Returns whether the message pressed offers this press and the verb belongs on such a message."""
    where = stands(interaction)
    if where is None or not _may_stand(verb, where):
        return False
    data = payload(interaction)
    if interaction.type is discord.InteractionType.modal_submit:
        # A form has its button's words; a word that begins with "_" only distinguishes one opening from the next.
        said = tuple(word for word in press.words if not word.startswith("_"))
        return bool(verb.opened_by) and offers(data["standing"], make(verb.opened_by, press.table, press.stage, said))
    return not verb.opened_by and offers(data["standing"], str(data.get("custom_id", "")), press.values)


def _may_stand(verb: Verb, where: On) -> bool:
    """Returns whether the verb belongs on such messages. A verb for channels also belongs in direct messages, where a table can
    be played as well: it never changes the message pressed.
    """
    return where in verb.on or (where is On.DIRECT and On.CHANNEL in verb.on)


def _fields(components: Iterable[ComponentPayload]) -> Iterator[tuple[str, str]]:
    """Returns the texts of a form, in whatever rows or labels they are."""
    for component in components:
        if "custom_id" in component:
            yield str(component["custom_id"]), str(component.get("value", ""))
        if "component" in component:
            yield from _fields([component["component"]])
        yield from _fields(component.get("components", ()))

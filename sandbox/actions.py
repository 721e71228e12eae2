"""What people do: choose commands and options, press components, fill in modals. Checks what a client would check."""

import math
from typing import Any

from sandbox import permissions
from sandbox.command_limits import (
    BOOLEAN,
    CHAT,
    FILE,
    GROUP,
    INTEGER,
    MENTIONABLE,
    MESSAGE_MENU,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER_MENU,
)
from sandbox.command_limits import CHANNEL as CHANNEL_OPTION
from sandbox.command_limits import USER as USER_OPTION
from sandbox.components import CHANNELS, CHECK, CHECKS, INPUT, LABEL, RADIO, ROLES, ROW, SELECTS, STRINGS, TEXT, UPLOAD, USERS
from sandbox.errors import JSON, Refused, number
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, Interactions, context, pressable
from sandbox.threads import check_posting
from sandbox.world import TEXT as TEXT_CHANNEL
from sandbox.world import Channel, Message, User

FALLBACK = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


class BadInput(ValueError):
    """A client would not let this person do that; the text says why."""


def localised(holder: JSON, key: str, locale: str) -> str:
    """A name or description in a person's language, falling back as Discord does."""
    known = holder.get(f"{key}_localizations") or {}
    return str(known.get(locale) or known.get(FALLBACK.get(locale, "")) or holder.get(key) or "")


def _contexts(command: JSON) -> list[int]:
    """Returns where a command may be used: in servers (0), the bot's direct messages (1), other private channels (2)."""
    contexts: list[int] | None = command.get("contexts")
    if contexts is None:
        return [0, 1] if command.get("dm_permission", True) else [0]
    return contexts


def _permitted(command: JSON, rights: int) -> bool:
    """Whether somebody with these rights may use a command in a server; "0" is for administrators only."""
    needed = command.get("default_member_permissions")
    if rights & permissions.bits("ADMINISTRATOR"):
        return True
    return needed != "0" and rights & int(needed or 0) == int(needed or 0)


def _wrapped(values: list[JSON], holders: list[JSON]) -> list[JSON]:
    """Returns the values inside the group and subcommand that hold them."""
    for holder in reversed(holders):
        values = [{"name": holder["name"], "type": holder["type"], "options": values}]
    return values


def _entered(field: JSON, value: Any) -> str:
    """Returns the text of a text field; `BadInput` if it has the wrong length. One that is not required may stay empty."""
    text = str(field.get("value") or "" if value is None else value)
    required = bool(field.get("required", True))
    least, most = max(field.get("min_length") or 0, int(required)), field.get("max_length") or 4000
    if (required or text) and not least <= len(text) <= most:
        raise BadInput(f"The text of {field['custom_id']} is missing, too short or too long.")
    return text


def _marked(field: JSON, value: Any) -> list[str]:
    """Returns what is chosen in a field with options: those marked in advance if the value is None."""
    match value:
        case None:
            return [option["value"] for option in field.get("options") or () if option.get("default")]
        case str():
            return [value]
        case list():
            return [str(each) for each in value]
        case _:
            raise BadInput(f"{field['custom_id']} takes a text or a list of texts.")


class Actions:
    """The actions of all people, turned into interactions."""

    def __init__(self, interactions: Interactions) -> None:
        self.interactions = interactions
        self.world = interactions.world

    # Commands.

    def _offered(self, user: User, channel: Channel, kind: int = CHAT) -> list[JSON]:
        guild_id = channel.guild_id
        away = guild_id is not None and self.world.bot.id not in self.world.guilds[guild_id].members
        if away and not user.installed:
            return []
        registered = self._registered(guild_id)
        offered = [each for each in registered if each["type"] == kind and context(channel) in _contexts(each)]
        if guild_id is not None:
            rights = self.world.rights(user, channel)
            offered = [each for each in offered if _permitted(each, rights)]
        if context(channel) == 2 or away:
            offered = [each for each in offered if user.installed and 1 in each.get("integration_types", [0])]
        return offered

    def _registered(self, guild_id: int | None) -> list[JSON]:
        """Returns the bot's commands in a server, or (None) outside servers. A server's own command hides the global one."""
        everywhere = self.world.commands[None]
        if guild_id is None:
            return everywhere
        own = self.world.commands.get(guild_id, [])
        hidden = {command["name"] for command in own}
        return own + [command for command in everywhere if command["name"] not in hidden]

    def commands(self, user: User, channel: Channel) -> list[JSON]:
        """The commands a person may use in a channel, subcommands one by one, in their language."""
        result: list[JSON] = []

        def collect(path: list[str], names: list[str], holder: JSON) -> None:
            options = holder.get("options") or []
            path, names = [*path, holder["name"]], [*names, localised(holder, "name", user.locale)]
            inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
            for option in inner:
                collect(path, names, option)
            if not inner:
                description = localised(holder, "description", user.locale)
                plain = [self._option(option, user.locale) for option in options]
                result.append({"path": path, "shown": names, "description": description, "options": plain})

        for command in self._offered(user, channel):
            collect([], [], command)
        return result

    @staticmethod
    def _option(option: JSON, locale: str) -> JSON:
        limits = ("min_value", "max_value", "min_length", "max_length", "channel_types")
        return {
            "name": option["name"],
            "shown": localised(option, "name", locale),
            "description": localised(option, "description", locale),
            "type": option["type"],
            "required": bool(option.get("required")),
            "autocomplete": bool(option.get("autocomplete")),
            "choices": [
                {"name": localised(choice, "name", locale), "value": choice["value"]} for choice in option.get("choices") or ()
            ],
            **{key: option[key] for key in limits if option.get(key) is not None},
        }

    def menus(self, user: User, channel: Channel, kind: int = USER_MENU) -> list[JSON]:
        """The entries that apps add to the menus of people (or messages) here, in the user's language."""
        offered = self._offered(user, channel, kind)
        return [{"name": each["name"], "shown": localised(each, "name", user.locale)} for each in offered]

    def command(self, user: User, channel: Channel, path: list[str], options: JSON, repeat: int = 0) -> Interaction:
        """Use a command; `BadInput` if no command has that path or an option is missing or wrong."""
        data = self._invocation(user, channel, path, options, None)
        return self.interactions.start(COMMAND, user, channel, data, used="/" + " ".join(path), repeat=repeat)

    def menu(self, user: User, channel: Channel, name: str, target: int, repeat: int = 0) -> Interaction:
        """Use an entry of a person's or a message's menu, named as in code or as the user reads it."""
        message = self.world.messages.get(target)
        kind = USER_MENU if message is None else MESSAGE_MENU
        offered = self._offered(user, channel, kind)
        command = next((each for each in offered if name in (each["name"], localised(each, "name", user.locale))), None)
        there = target in self.world.users if message is None else message.channel_id == channel.id
        if command is None or not there or (message is not None and not self.world.sees(user, message)):
            raise BadInput(f"There is no {name} in this menu.")
        data: JSON = {"id": command["id"], "name": command["name"], "type": kind, "target_id": str(target)}
        if message is None:
            data["resolved"] = self.interactions.resolved(channel, [target], [])
        else:
            data["resolved"] = {"messages": {str(target): self.interactions.serializer.message(message)}}
        return self.interactions.start(COMMAND, user, channel, data, used=command["name"], repeat=repeat)

    def autocomplete(self, user: User, channel: Channel, path: list[str], options: JSON, focused: str) -> Interaction:
        """Ask for suggestions for the option `focused`."""
        data = self._invocation(user, channel, path, options, focused)
        return self.interactions.start(AUTOCOMPLETE, user, channel, data)

    def _invocation(self, user: User, channel: Channel, path: list[str], options: JSON, focused: str | None) -> JSON:
        nested = self._nested(user, channel, path)
        known = nested[-1].get("options") or []
        strange = set(options) - {option["name"] for option in known}
        if strange:
            raise BadInput(f"/{' '.join(path)} has no option {', '.join(sorted(strange))}.")
        values = self._values(known, options, focused)
        command = nested[0]
        data: JSON = {"id": command["id"], "name": command["name"], "type": CHAT, "options": _wrapped(values, nested[1:])}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if focused is None:
            users = [int(each["value"]) for each in values if each["type"] in (USER_OPTION, MENTIONABLE)]
            channels = [int(each["value"]) for each in values if each["type"] == CHANNEL_OPTION]
            if users or channels:
                data["resolved"] = self.interactions.resolved(channel, users, channels)
        return data

    def _nested(self, user: User, channel: Channel, path: list[str]) -> list[JSON]:
        """Returns the command and, below it, the group and subcommand on this path; `BadInput` if it names no whole command."""
        nested: list[JSON] = []
        level = self._offered(user, channel)
        for name in path:
            holder = next((each for each in level if each["name"] == name), None)
            if holder is None:
                raise BadInput(f"There is no command /{' '.join(path)} here.")
            nested.append(holder)
            level = [each for each in holder.get("options") or () if each["type"] in (SUBCOMMAND, GROUP)]
        if not nested or level:
            raise BadInput(f"/{' '.join(path)} is not a whole command.")
        return nested

    def _values(self, known: list[JSON], options: JSON, focused: str | None) -> list[JSON]:
        """Returns the options as Discord sends them. While one is being completed, required ones may be missing."""
        if focused is not None and not any(each["name"] == focused and each.get("autocomplete") for each in known):
            raise BadInput(f"{focused} is not completed automatically.")
        given = {name: value for name, value in options.items() if value is not None}
        values: list[JSON] = []
        for option in known:
            name, kind = option["name"], option["type"]
            if name == focused:
                values.append({"name": name, "type": kind, "value": str(given.get(name, "")), "focused": True})
            elif name in given:
                values.append({"name": name, "type": kind, "value": self._value(option, given[name])})
            elif option.get("required") and focused is None:
                raise BadInput(f"The option {name} is required.")
        return values

    def _value(self, option: JSON, value: Any) -> Any:
        kind, name = option["type"], option["name"]
        try:
            if kind == STRING:
                value = str(value)
                self._within(name, len(value), option.get("min_length"), option.get("max_length", 6000))
            elif kind in (INTEGER, NUMBER):
                value = int(value) if kind == INTEGER else float(value)
                if not math.isfinite(value):
                    raise BadInput(f"{name} must be finite.")
                self._within(name, value, option.get("min_value"), option.get("max_value"))
            elif kind == BOOLEAN:
                if not isinstance(value, bool):
                    value = {"true": True, "false": False}[str(value).lower()]
            elif kind in (USER_OPTION, MENTIONABLE):
                value = str(self.world.users[int(value)].id)
            elif kind == CHANNEL_OPTION:
                value = str(self.world.channels[int(value)].id)
            else:
                assert kind in (ROLE, FILE)
                raise BadInput(f"Options of the kind of {name} are not simulated.")
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"{value!r} is no value for {name}.") from None
        if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
            raise BadInput(f"{value!r} is not among the choices of {name}.")
        return value

    @staticmethod
    def _within(name: str, value: float, least: float | None, most: float | None) -> None:
        if (least is not None and value < least) or (most is not None and value > most):
            raise BadInput(f"{name} must be between {least} and {most}.")

    # Components.

    def press(
        self, user: User, message: Message, custom_id: str, values: list[str] | None, *, forge: bool, repeat: int = 0
    ) -> Interaction:
        """Press a button or choose in a menu; `forge` also sends what the message does not offer."""
        channel = self.world.channels[message.channel_id]
        self.world.archive_idle()
        if channel.archived and user.id not in channel.members and not forge:
            raise BadInput("This thread is archived.")
        component = pressable(message, custom_id)
        if component is None and not forge:
            raise BadInput("The message has no such component that could be used.")
        kind = component["type"] if component else (STRINGS if values else 2)
        data: JSON = {"custom_id": custom_id, "component_type": kind, "id": (component or {}).get("id", 1)}
        if kind in SELECTS:
            chosen = [str(value) for value in values or ()]
            if component is not None and not forge:
                self._chosen(component, chosen, channel, required=True)
            data["values"] = chosen
            if kind != STRINGS:
                data["resolved"] = self._resolved(kind, chosen, channel)
        return self.interactions.start(COMPONENT, user, channel, data, message=message, repeat=repeat)

    def _resolved(self, kind: int, chosen: list[str], channel: Channel) -> JSON:
        ids = [number(value) or 0 for value in chosen]
        if kind == USERS and not set(ids) <= self.world.users.keys():
            raise BadInput("One of the values is nobody.")
        users, roles, channels = (ids if kind == wanted else [] for wanted in (USERS, ROLES, CHANNELS))
        return self.interactions.resolved(channel, users, channels, roles)

    def _chosen(self, select: JSON, chosen: list[str], channel: Channel, *, required: bool) -> None:
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if not (least <= len(chosen) <= most or (not required and not chosen)):
            raise BadInput(f"Between {least} and {most} values must be chosen.")
        if len(set(chosen)) < len(chosen):
            raise BadInput("A value was chosen twice.")
        strange = set(chosen) - self._allowed(select, channel)
        if strange:
            raise BadInput(f"{', '.join(sorted(strange))}: not among the options.")

    def _allowed(self, select: JSON, channel: Channel) -> set[str]:
        """Returns the values that a menu offers in a channel."""
        if select["type"] == STRINGS:
            return {option["value"] for option in select["options"]}
        if select["type"] == USERS:
            return {str(uid) for uid in self.world.users}
        if select["type"] == CHANNELS:
            kinds = select.get("channel_types") or (TEXT_CHANNEL,)
            here = (each for each in self.world.channels.values() if each.guild_id == channel.guild_id)
            return {str(each.id) for each in here if each.type in kinds}
        if select["type"] == ROLES and channel.guild_id is not None:
            return {str(rid) for rid in (channel.guild_id, *self.world.guilds[channel.guild_id].roles)}
        raise BadInput("Menus of this kind are not simulated.")

    # Modals.

    def submit(self, user: User, opened: Interaction, values: JSON, repeat: int = 0) -> Interaction:
        """Send a filled-in modal; `values` has a string, list of strings or boolean for each custom_id."""
        if opened.modal is None or opened.user.id != user.id:
            raise BadInput("This form is not open.")
        users: list[int] = []
        filled: list[JSON] = []
        known: set[str] = set()
        for position, component in enumerate(opened.modal["components"], 1):
            place = component.get("id") or position
            if component["type"] == TEXT:
                filled.append({"type": TEXT, "id": place})
                continue
            field = component["component"] if component["type"] == LABEL else component["components"][0]
            known.add(field["custom_id"])
            answer = self._field(field, values.get(field["custom_id"]), opened.channel)
            answer |= {"type": field["type"], "custom_id": field["custom_id"], "id": field.get("id") or 100 + position}
            if field["type"] == USERS:
                users += [int(uid) for uid in answer["values"]]
            if component["type"] == LABEL:
                filled.append({"type": LABEL, "id": place, "component": answer})
            else:
                filled.append({"type": ROW, "id": place, "components": [answer]})
        if set(values) - known:
            raise BadInput(f"The form has no field {', '.join(sorted(set(values) - known))}.")
        data: JSON = {"custom_id": opened.modal["custom_id"], "components": filled}
        if users:
            data["resolved"] = self.interactions.resolved(opened.channel, users, [])
        return self.interactions.start(MODAL, user, opened.channel, data, message=opened.message, parent=opened, repeat=repeat)

    def _field(self, field: JSON, value: Any, place: Channel) -> JSON:
        """Returns what a field of a form sends for this value; None leaves it as it is shown."""
        if field["type"] == INPUT:
            return {"value": _entered(field, value)}
        if field["type"] == CHECK:
            return {"value": bool(field.get("default") if value is None else value)}
        if field["type"] == UPLOAD:
            return {"values": []}
        chosen = _marked(field, value)
        select = field
        if field["type"] == RADIO:
            select = field | {"type": STRINGS, "min_values": 1, "max_values": 1}
        elif field["type"] == CHECKS:
            least, most = field.get("min_values") or 0, field.get("max_values") or len(field["options"])
            select = field | {"type": STRINGS, "min_values": least, "max_values": most}
        self._chosen(select, chosen, place, required=bool(field.get("required", True)))
        if field["type"] == RADIO:
            return {"value": chosen[0] if chosen else None}
        return {"values": chosen}

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Say something in a channel."""
        content = content.strip()
        if not 1 <= len(content) <= 2000:
            raise BadInput("A message has between 1 and 2000 characters.")
        world = self.world
        try:
            check_posting(world, channel, world.rights(user, channel))
        except Refused:
            raise BadInput("This thread is locked.") from None
        world.join(channel, user.id)
        message = Message(world.ids.next(), channel.id, user.id, content=content, created=world.clock.now())
        if f"<@{world.bot.id}>" in content:
            message.mentions.append(world.bot.id)
        world.post(message)
        return message

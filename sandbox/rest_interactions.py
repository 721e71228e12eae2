"""REST routes of interactions: the callback, and the webhook that edits the answer and sends followups."""

from aiohttp import web

from sandbox import limits, threads
from sandbox.errors import JSON, Problems, Refused, refusal
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from sandbox.posting import Form
from sandbox.rest import Answer, Api, Call
from sandbox.shapes import MESSAGE as MESSAGE_SHAPE
from sandbox.shapes import check_shape
from sandbox.world import COMMAND_MESSAGE, EPHEMERAL, LOADING, MEMBER_MESSAGE, Message

PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 1, 4, 5, 6, 7, 8, 9
ALLOWED: dict[int, tuple[int, ...]] = {
    COMMAND: (MESSAGE, DEFERRED, OPEN_MODAL),
    COMPONENT: (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, OPEN_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE),
}

MOST_FOLLOWUPS = 5
"""The most followups of an interaction outside servers that have installed the app."""


def wants_ephemeral(payload: JSON) -> bool:
    """Whether a message that a bot sends is only for one person."""
    check_shape(payload, MESSAGE_SHAPE)
    return bool((payload.get("flags") or 0) & EPHEMERAL)


class InteractionRoutes:
    """Handlers of `/interactions/...` and `/webhooks/...`."""

    def __init__(self, api: Api, router: web.UrlDispatcher) -> None:
        self.api = api
        self.world = api.world
        self.interactions = api.interactions
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        one = hook + "/messages/{message_id}"
        for method, path, handler in (
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self.callback),
            ("POST", hook, self.follow_up),
            ("GET", one, self.get),
            ("PATCH", one, self.edit),
            ("DELETE", one, self.delete),
        ):
            api.route(router, method, path, handler, free=True)

    async def callback(self, call: Call) -> Answer:
        """POST /interactions/{id}/{token}/callback."""
        interaction = self.interactions.answerable(call.part("interaction_id"), call.text("interaction_token"))
        payload = call.form.payload
        check_shape(payload, {"type": int, "data": {}})
        kind = payload.get("type")
        allowed = ALLOWED[interaction.type]
        if interaction.type == MODAL and interaction.message is None:
            allowed = (MESSAGE, DEFERRED)
        with Problems() as problems:
            problems.choice(("type",), kind, allowed)
        data = payload.get("data") or {}
        try:
            message = self._act(interaction, int(kind or 0), Form(data, call.form.files))
        except Refused as refused:
            if refused.errors is not None:
                refused.errors = {"data": refused.errors}
            raise
        if not call.flag("with_response"):
            return 204, None
        return 200, self._response(interaction, int(kind or 0), message)

    def _act(self, interaction: Interaction, kind: int, form: Form) -> Message | None:
        if kind == CHOICES:
            limits.check_choices(form.payload)
            interaction.choices = form.payload["choices"]
            self.interactions.acknowledge(interaction, kind, "choices")
        elif kind == OPEN_MODAL:
            limits.check_modal(form.payload)
            interaction.modal = form.payload
            self.interactions.acknowledge(interaction, kind, "modal")
            self.world.notify("modal", interaction.channel, interaction)
        elif kind == MESSAGE:
            message = self._post(interaction, form, first=True)
            interaction.response_id = message.id
            self.interactions.acknowledge(interaction, kind, "answered")
            return message
        elif kind == DEFERRED:
            message = self._think(interaction, wants_ephemeral(form.payload))
            interaction.response_id = message.id
            self.interactions.acknowledge(interaction, kind, "deferred")
            return message
        else:
            assert interaction.message is not None
            message = self._pressed(interaction)
            interaction.response_id = message.id
            if kind == UPDATE:
                self._check_editing(interaction, message)
                self.api.posting.edit(message, form)
            self.interactions.acknowledge(interaction, kind, "updated" if kind == UPDATE else "deferred")
            return message
        return None

    def _pressed(self, interaction: Interaction) -> Message:
        assert interaction.message is not None
        message = self.world.messages.get(interaction.message.id)
        if message is None:
            raise refusal(10008)
        return message

    def _check_posting(self, interaction: Interaction, *, ephemeral: bool) -> None:
        rights = self.world.bot_rights(interaction.channel)
        threads.check_posting(self.world, interaction.channel, rights, seen_by_all=not ephemeral)

    def _check_editing(self, interaction: Interaction, message: Message) -> None:
        threads.check_editing(self.world, interaction.channel, seen_by_all=not message.flags & EPHEMERAL)

    def _post(self, interaction: Interaction, form: Form, *, first: bool) -> Message:
        """Post an answer to an interaction: the first message, or a followup."""
        ephemeral = wants_ephemeral(form.payload)
        self._check_posting(interaction, ephemeral=ephemeral)
        metadata = self.interactions.metadata(interaction)
        if not first and interaction.response_id:
            metadata["original_response_message_id"] = str(interaction.response_id)
        return self.api.posting.create(
            interaction.channel,
            self.world.bot,
            form,
            addressee=interaction.user if ephemeral else None,
            metadata=metadata,
            used=interaction.used if first else None,
        )

    def _think(self, interaction: Interaction, ephemeral: bool) -> Message:
        self._check_posting(interaction, ephemeral=ephemeral)
        message = Message(
            self.world.ids.next(),
            interaction.channel.id,
            self.world.bot.id,
            type=COMMAND_MESSAGE if interaction.used else MEMBER_MESSAGE,
            flags=LOADING | (EPHEMERAL if ephemeral else 0),
            created=self.world.clock.now(),
            addressee=interaction.user.id if ephemeral else None,
            interaction=self.interactions.metadata(interaction),
            used=interaction.used,
        )
        self.world.post(message)
        return message

    def _response(self, interaction: Interaction, kind: int, message: Message | None) -> JSON:
        body: JSON = {"id": str(interaction.id), "type": interaction.type, "channel_id": str(interaction.channel.id)}
        if interaction.channel.guild_id is not None:
            body["guild_id"] = str(interaction.channel.guild_id)
        if message is None:
            return {"interaction": body}
        body |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
        if kind not in (MESSAGE, UPDATE):
            return {"interaction": body}
        return {"interaction": body, "resource": {"type": kind, "message": self.api.serializer.message(message)}}

    def _hook(self, call: Call) -> Interaction:
        if call.part("webhook_id") != self.world.bot.id:
            raise refusal(10015)
        return self.interactions.webhook(call.text("webhook_token"))

    async def follow_up(self, call: Call) -> Answer:
        """POST /webhooks/{application}/{token}; the first one after a deferral fills in the message that was "thinking"."""
        interaction = self._hook(call)
        original = self.world.messages.get(interaction.response_id or 0)
        if original is not None and original.flags & LOADING:
            self._edit(interaction, original, call.form)
            return 200, self.api.serializer.message(original)
        if "0" not in self.interactions.owners(interaction) and len(interaction.followups) >= MOST_FOLLOWUPS:
            raise refusal(40094)
        message = self._post(interaction, call.form, first=False)
        interaction.followups.append(message.id)
        return 200, self.api.serializer.message(message)

    async def get(self, call: Call) -> Answer:
        """GET /webhooks/{application}/{token}/messages/{id or @original}."""
        return 200, self.api.serializer.message(self._own(call))

    def _own(self, call: Call) -> Message:
        interaction = self._hook(call)
        message = self.interactions.own_message(interaction, call.text("message_id"))
        if self.api.faults.strike("deleted_message", message=message.id):
            self.world.delete(message)
            raise refusal(10008)
        return message

    async def edit(self, call: Call) -> Answer:
        """PATCH /webhooks/{application}/{token}/messages/{id or @original}."""
        message = self._own(call)
        self._edit(self._hook(call), message, call.form)
        return 200, self.api.serializer.message(message)

    def _edit(self, interaction: Interaction, message: Message, form: Form) -> None:
        self._check_editing(interaction, message)
        if self.api.faults.strike("edit_too_old", message=message.id):
            raise refusal(30046)
        self.api.posting.edit(message, form)
        if interaction.response_id == message.id and interaction.status == "deferred":
            interaction.status = "answered"

    async def delete(self, call: Call) -> Answer:
        """DELETE /webhooks/{application}/{token}/messages/{id or @original}."""
        message = self._own(call)
        threads.check_deleting(self.world, self._hook(call).channel)
        self.world.delete(message)
        return 204, None

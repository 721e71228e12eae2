"""The private answer to an interaction, edited by the interaction's token for as long as that lives.

Only the token is kept, not the interaction: that holds everything Discord told with the press, some fifty kilobytes.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from chat.wire.layout import Card

UPLOADS = 64
"""Private pictures on their way to Discord at once; each holds its bytes and a connection until it is there."""

_NOBODY = discord.AllowedMentions.none()


class Original:
    """The answer to one interaction. Both methods raise discord.HTTPException."""

    def __init__(self, interaction: discord.Interaction[Any], uploads: asyncio.Semaphore) -> None:
        self.born = interaction.created_at.timestamp()
        self._session = interaction._session  # noqa: SLF001 - as discord.py's own method takes it
        self._http = interaction.client.http
        self._application = interaction.application_id
        self._token = interaction.token
        self._uploads = uploads

    async def edit(self, card: Card) -> int:
        """Have the answer show the card. Its message's id."""
        async with self._uploads:
            with handle_message_parameters(previous_allowed_mentions=_NOBODY, **card.editing()) as made:
                answer = await async_context.get().edit_original_interaction_response(
                    self._application,
                    self._token,
                    session=self._session,
                    proxy=self._http.proxy,
                    proxy_auth=self._http.proxy_auth,
                    payload=made.payload,
                    multipart=made.multipart,
                    files=made.files,
                )
        return int(answer["id"])

    async def delete(self) -> None:
        """Take the answer away."""
        await async_context.get().delete_original_interaction_response(
            self._application,
            self._token,
            session=self._session,
            proxy=self._http.proxy,
            proxy_auth=self._http.proxy_auth,
        )

"""The link to a table's page: who may replace or remove it."""

from tables.errors import NotHost
from tables.model.table import Change
from tables.rules.context import Context


def renew(context: Context, *, moderator: bool) -> Change:
    """Returns the table with another link, so that earlier ones open nothing. Raises NotHost."""
    _require_host(context, moderator)
    return Change(loaded=context.loaded.having(watch_link=context.table.watch_link + 1, watch_off=False))


def remove(context: Context, *, moderator: bool) -> Change:
    """Returns the table without a link, until its host makes another one. Raises NotHost."""
    _require_host(context, moderator)
    return Change(loaded=context.loaded.having(watch_link=context.table.watch_link + 1, watch_off=True))


def _require_host(context: Context, moderator: bool) -> None:
    if not moderator and context.user != context.table.host:
        raise NotHost(host=context.host_name)

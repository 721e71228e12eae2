"""A mypy plugin: checks the keywords of `msgspec.structs.replace`, and of functions that pass theirs on to it, against the
struct. msgspec declares `replace(struct, **changes: Any)`, so mypy alone accepts any name and any value.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_NAMED_OPT, ARG_STAR2, SymbolNode, TypeInfo
from mypy.plugin import FunctionSigContext, MethodSigContext, Plugin
from mypy.types import CallableType, FunctionLike, Instance, get_proper_type

FIRST = ""
"""Stands for the struct of the call's first argument."""

REPLACING = {
    "msgspec.structs.replace": FIRST,
    "tables.model.table.touch": FIRST,
    "tables.model.table.LoadedTable.having": "tables.model.table.Table",
    "tables.model.table.Change.having": "tables.model.table.Table",
    "tables.rules.play.at": FIRST,
    "tables.rules.lobby._change_lobby": FIRST,
    "tables.rules.lobby.new": "tables.model.table.Table",
    "tables.service.lobby_actions.LobbyActions._open": "tables.model.table.Table",
    "tables.rules.finish._end_game": "tables.model.table.Table",
    "tables.service.people.People.set_preferences": "tables.model.people.Preferences",
    "tables.service.server_actions.ServerActions.set_server": "tables.model.server.ServerSettings",
    "tables.service.time_actions.TimeActions.set_plan": "tables.time.plan.Plan",
    "chat.cards.replay.Reel.id": "chat.cards.replay.Reel",
    "engines.rzymianie.state.RzymianieState.update_attack": "engines.rzymianie.state.Attack",
}
"""Functions that take the fields to change as keywords, and the struct of these fields."""


def _struct(ctx: FunctionSigContext | MethodSigContext, name: str) -> SymbolNode | None:
    """Returns the struct of this name, or that of the call's first argument (`FIRST`)."""
    if name:
        module, _, of = name.rpartition(".")
        return ctx.api.modules[module].names[of].node  # type: ignore[attr-defined,no-any-return]  # the plugin interface hides it
    if not ctx.args or not ctx.args[0]:
        return None
    first = get_proper_type(ctx.api.get_expression_type(ctx.args[0][0]))
    return first.type if isinstance(first, Instance) else None


def _checked(ctx: FunctionSigContext | MethodSigContext, name: str) -> FunctionLike:
    """Returns the call's signature with the struct's fields, each optional, in place of `**changes`."""
    own = ctx.default_signature
    struct = _struct(ctx, name)
    init = struct.get("__init__") if isinstance(struct, TypeInfo) else None
    if init is None or not isinstance(init.type, CallableType) or ARG_STAR2 not in own.arg_kinds:
        return own
    declared = zip(own.arg_names, own.arg_types, own.arg_kinds, strict=True)
    kept = [(argument, type_, kind) for argument, type_, kind in declared if kind != ARG_STAR2]
    taken = {argument for argument, _, _ in kept}
    fields = zip(init.type.arg_names[1:], init.type.arg_types[1:], strict=True)
    arguments = [*kept, *((field, type_, ARG_NAMED_OPT) for field, type_ in fields if field not in taken)]
    return own.copy_modified(
        arg_names=[argument for argument, _, _ in arguments],
        arg_types=[type_ for _, type_, _ in arguments],
        arg_kinds=[kind for _, _, kind in arguments],
    )


class ReplacePlugin(Plugin):
    """Checks the calls of the functions in `REPLACING`."""

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        name = REPLACING.get(fullname)
        return None if name is None else lambda ctx: _checked(ctx, name)

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        name = REPLACING.get(fullname)
        return None if name is None else lambda ctx: _checked(ctx, name)


def plugin(_version: str) -> type[Plugin]:
    """The entry point for mypy."""
    return ReplacePlugin

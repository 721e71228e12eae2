"""Validates recorded requests and responses against Discord's own published API description.

The file is at `DISCORD_OPENAPI`, else at `../shared/discord-openapi.json` beside the project. If the variable is set, the file
must exist; if neither the variable nor the default exists, validation is skipped.
"""

import functools
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from sandbox.copies import copied
from sandbox.rest import Exchange

DEFAULT = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")


def specification() -> Path | None:
    """Returns the path of the description, None if it may be missing; fails if it must exist."""
    named = os.environ.get("DISCORD_OPENAPI")
    path = Path(named) if named else DEFAULT
    if named and not path.is_file():
        pytest.fail(f"DISCORD_OPENAPI names {path}, which is no file")
    return path if path.is_file() else None


@functools.cache
def _description(path: Path) -> tuple[dict[str, Any], Registry[Any]]:
    document = json.loads(path.read_text(encoding="utf-8"))
    resource = DRAFT202012.create_resource(document)
    return document, Registry().with_resource("urn:discord", resource)


@functools.cache
def _validator(path: Path, pointer: str) -> Any:
    schema = {"$ref": f"urn:discord#{pointer}"}
    return jsonschema.Draft202012Validator(schema, registry=_description(path)[1])


@functools.cache
def _quick_registry(path: Path) -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([("urn:discord", _description(path)[0])])


@functools.cache
def _quick_validator(path: Path, pointer: str) -> jsonschema_rs.Draft202012Validator:
    """Returns a validator that says only whether something is wrong, in a twentieth of the time; the other one says what."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"urn:discord#{pointer}"}, registry=_quick_registry(path))


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _template(document: dict[str, Any], path: str, method: str) -> str | None:
    """Returns the description's own template for a path; literal steps such as `@original` take precedence over parameters."""
    steps = path.split("/")
    fitting = []
    for template, operations in document["paths"].items():
        parts = template.split("/")
        if len(parts) == len(steps) and method in operations:
            literal = [part == step for part, step in zip(parts, steps, strict=True)]
            if all(same or part.startswith("{") for same, part in zip(literal, parts, strict=True)):
                fitting.append((sum(literal), template))
    return max(fitting)[1] if fitting else None


def _normal(value: Any, key: str = "") -> Any:
    """Remove the differences that Discord itself allows: identifiers as numbers, names as codes of inner errors."""
    if isinstance(value, dict) and key in ("message_reference", "emoji"):
        return {
            inner: str(each) if inner.endswith("id") and isinstance(each, int) else _normal(each, inner)
            for inner, each in value.items()
        }
    if isinstance(value, dict):
        return {inner: _normal(each, inner) for inner, each in value.items()}
    if isinstance(value, list):
        if key == "attachments":
            return [{**_normal(each), "id": str(each.get("id"))} if isinstance(each, dict) else each for each in value]
        if key == "_errors":
            return [{**each, "code": 0} for each in value]
        if key in ("users", "roles", "applied_tags"):
            return [str(each) if isinstance(each, int) else _normal(each) for each in value]
        return [_normal(each) for each in value]
    return str(value) if key == "recipient_id" else value


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """Yields the innermost errors; for a union only those of the branches whose `type` fits."""
    if not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [errors for errors in branches.values() if not any(list(each.path)[-1:] == ["type"] for each in errors)] or list(
        branches.values()
    )
    for inner in min(fitting, key=len):
        yield from _leaves(inner)


def _wrong(path: Path, pointer: str, value: Any, where: str) -> Iterator[str]:
    normal = _normal(copied(value))
    if _quick_validator(path, pointer).is_valid(normal):
        return
    for error in _validator(path, pointer).iter_errors(normal):
        for leaf in _leaves(error):
            place = "/".join(map(str, leaf.absolute_path))
            yield f"{where} at {place or 'the top'}: {leaf.message[:300]}"


def _content(operation: dict[str, Any], status: int) -> str | None:
    """Returns the described response of an operation for a status."""
    answers = operation["responses"]
    for name in (str(status), f"{status // 100}XX"):
        if name in answers:
            return name
    return None


def _exchange(path: Path, exchange: Exchange) -> Iterator[str]:
    document, _ = _description(path)
    method = exchange.method.lower()
    name = f"{exchange.method} {exchange.path}"
    template = _template(document, exchange.path, method)
    if template is None:
        if exchange.status != 404:
            yield f"{name}: Discord describes no such route"
        return
    operation = document["paths"][template][method]
    base = f"/paths/{_escaped(template)}/{method}"
    if exchange.status < 400 and exchange.body is not None and "requestBody" in operation:
        kinds = operation["requestBody"]["content"]
        pointer = f"{base}/requestBody/content/application~1json/schema"
        if "application/json" in kinds:
            yield from _wrong(path, pointer, exchange.body, f"{name}: request")
    if exchange.status == 0 or exchange.status >= 500 or exchange.status == 413:
        return
    answer = _content(operation, exchange.status)
    if answer is None:
        yield f"{name}: no answer with {exchange.status} is described"
        return
    described = operation["responses"][answer]
    pointer = f"{base}/responses/{answer}"
    if "$ref" in described:
        pointer = described["$ref"].removeprefix("#")
        described = document["components"]["responses"][pointer.rsplit("/", 1)[1]]
    if "content" in described:
        yield from _wrong(path, f"{pointer}/content/application~1json/schema", exchange.answer, f"{name}: answer")
    elif exchange.answer is not None:
        yield f"{name}: an answer with {exchange.status} should be empty"


def violations(record: Iterable[Exchange], *, forms: bool = True) -> list[str]:
    """Returns the faults in the recorded requests and responses, each once; [] without the description.

    With `forms`, a request that was rejected as an invalid form (50035) is a violation too; requests rejected for any other
    reason are left to the test.
    """
    path = specification()
    found: dict[str, None] = {}
    for exchange in record:
        refused = isinstance(exchange.answer, dict) and exchange.answer.get("code") == 50035
        if forms and refused and exchange.fault != "refusal":  # on request
            found[f"{exchange.method} {exchange.path}: refused: {json.dumps(exchange.answer['errors'])}"] = None
        if path is not None:
            found |= dict.fromkeys(_exchange(path, exchange))
    return list(found)


def wrong_object(schema: str, value: Any) -> list[str]:
    """Returns the faults of one object, by the name of its schema, such as `MessageResponse`: for events, which have none."""
    path = specification()
    return list(_wrong(path, f"/components/schemas/{schema}", value, schema)) if path is not None else []

"""The document that describes the interface for programs, made from the values that it sends."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaValue

from paizhuo.rules.record.forms import FORMS
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.web_ui.commands import COMMANDS

TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
JPEG = {"200": {"description": "The picture.", "content": {"image/jpeg": {}}}}
ERROR = {
    "type": "object",
    "required": ["ok", "code", "params", "message", "status"],
    "properties": {
        "ok": {"const": False},
        "code": {"type": "string"},
        "params": {"type": "object"},
        "message": {"type": "string"},
        "status": {"type": "integer"},
    },
}


def _number(name: str) -> dict[str, object]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "integer"}}


def _get(summary: str, answers: object, *parameters: object) -> dict[str, object]:
    answer = {"200": {"description": summary}} if answers is None else answers
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": answer}}


def _json(reference: str) -> dict[str, object]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{reference}"}}}
    refused = {"$ref": "#/components/responses/Error"}
    return {"200": {"description": "As asked.", "content": content}, "default": refused}


PATHS: dict[str, object] = {
    "/openapi.json": _get("This document.", None),
    "/words/{language}": _get(
        "All messages of a language by code; with daily only those of the table's own pages.",
        None,
        {"name": "daily", "in": "query", "schema": {"type": "string"}},
        {"name": "language", "in": "path", "required": True, "schema": {"enum": ["zh-Hans", "en"]}},
    ),
    "/rulebooks": _get("The rulebooks that come with the program.", None),
    "/rulebooks/{rulebook}": _get(
        "A rulebook's name.", None, {"name": "rulebook", "in": "path", "required": True, "schema": {"type": "string"}}
    ),
    "/tables": _get("The tables that can be asked for.", None),
    "/tables/{table}": _get("The newest state; its ETag is the number of the log.", _json("TableSnapshot"), TABLE),
    "/tables/{table}/events": _get(
        "Server-sent events: table (whole state, id = log number), picture, health, beat.",
        {"200": {"description": "Endless.", "content": {"text/event-stream": {}}}},
        TABLE,
        {"name": "pictures", "in": "query", "schema": {"type": "string"}},
    ),
    "/tables/{table}/picture": _get("The newest picture of the table.", JPEG, TABLE),
    "/tables/{table}/pictures/{frame}.jpg": _get(
        "One of the last pictures; 204 when it is gone.", JPEG, TABLE, _number("frame")
    ),
    "/tables/{table}/evidence/{seq}.jpg": _get("The picture kept for an event.", JPEG, TABLE, _number("seq")),
    "/tables/{table}/evidence/{seq}/{place}.jpg": _get(
        "The picture of one card of an event.", JPEG, TABLE, _number("seq"), _number("place")
    ),
    "/tables/{table}/health": _get("What does not work now.", None, TABLE),
    "/tables/{table}/review": _get("Tempo of the seats and highlights with their times.", None, TABLE),
    "/drill": _get(
        "The hands of the drill for referees, with what should be called.",
        None,
        {"name": "game", "in": "query", "schema": {"enum": ["shengji", "guandan"]}},
    ),
    "/tables/{table}/record": _get("What the record holds: hands, entries, its seal, forms to download.", None, TABLE),
    "/tables/{table}/record.{form}": _get(
        "The whole record as a file.",
        None,
        TABLE,
        {"name": "form", "in": "path", "required": True, "schema": {"enum": list(FORMS)}},
    ),
}


SEQ = _number("seq")
REFUSED = {
    "400": {"$ref": "#/components/responses/Error"},
    "403": {"$ref": "#/components/responses/Error"},
    "409": {"$ref": "#/components/responses/Error"},
    "422": {"$ref": "#/components/responses/Error"},
}


def _post(summary: str, *parameters: object, method: str = "post", body: object = None) -> dict[str, object]:
    """Describe a change: JSON only, from the same origin, with the page's token in its header."""
    head = {"name": "X-Paizhuo-Token", "in": "header", "required": True, "schema": {"type": "string"}}
    asked: dict[str, object] = {
        "summary": summary,
        "parameters": [head, *parameters],
        "responses": {"200": {"description": "Done."}, **REFUSED},
    }
    if body is not None:
        asked["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return {method: asked}


COMMAND = {"$ref": "#/components/schemas/Command"}
CHANGE = {
    "type": "object",
    "required": ["command"],
    "properties": {"command": COMMAND, "expected_seq": {"type": ["integer", "null"]}},
}
KEY = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}
IDENTIFIER = {"name": "identifier", "in": "path", "required": True, "schema": {"type": "string"}}
PATHS |= {
    "/tables/{table}/commands": _post(
        "Carry out a command; 409 when the table moved on since expected_seq.", TABLE, KEY, body=CHANGE
    ),
    "/tables/{table}/previews": _post(
        "What commands would do; nothing is written.",
        TABLE,
        body={"type": "object", "properties": {"commands": {"type": "array", "items": COMMAND}}},
    ),
    "/tables/{table}/camera": {
        **_get("The cameras that can be chosen, which watches, and why there is no picture.", None, TABLE),
        **_post("Watch through another camera.", TABLE, method="put", body={"type": "object"}),
    },
    "/tables/{table}/camera/placement": _get("Where the table lies in the picture, how and since when.", None, TABLE),
    "/tables/{table}/camera/corners": _post(
        "Place the table by four corners (pixels, clockwise from the top left), or by its markers (null).",
        TABLE,
        method="put",
        body={"type": "object", "required": ["corners"]},
    ),
    "/tables/{table}/camera/legibility": _post(
        "How well cards can be read in each zone of the bare table, and what to change; takes seconds.", TABLE
    ),
    "/tables/{table}/camera/performance": _post(
        "Let the people at the simulated table lay tricks, or (null) play on.",
        TABLE,
        body={"type": "object", "required": ["tricks"]},
    ),
    "/tables/{table}/readings/{seq}": _get("How the cards of an event were read.", None, TABLE, SEQ),
    "/enter": _post("Sign in with a password, a code or a link; sets a cookie.", body={"type": "object"}),
    "/leave": _post("Sign out, or forget this device."),
    "/access": _get("Devices and overlay tokens.", None),
    "/access/invitations": _post("Make a one-time code and link for a device.", body={"type": "object"}),
    "/access/overlays": _post("Make a token for overlays.", body={"type": "object"}),
    "/access/password": _post("Change the owner's password.", body={"type": "object"}),
    "/access/{identifier}": _post("Take an access back.", IDENTIFIER, method="delete"),
}


@cache
def document() -> dict[str, object]:
    """Give the OpenAPI document.

    >>> document()["openapi"]
    '3.1.0'
    """
    schema: JsonSchemaValue = TypeAdapter(TableSnapshot).json_schema(ref_template="#/components/schemas/{model}")
    parts = dict(schema.pop("$defs", {}))
    command: JsonSchemaValue = COMMANDS.json_schema(ref_template="#/components/schemas/{model}")
    commands = dict(command.pop("$defs", {}))
    return {
        "openapi": "3.1.0",
        "info": {"title": "paizhuo", "version": "1", "description": "One refereed card table."},
        "servers": [{"url": "/api/v1"}],
        "paths": PATHS,
        "components": {
            "schemas": {**parts, **commands, "TableSnapshot": schema, "Command": command, "Error": ERROR},
            "responses": {
                "Error": {
                    "description": "What went wrong.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                }
            },
        },
    }

"""Coming in and going out, and who may come in: devices, codes, overlay tokens, the owner's password."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound, TooManyRequests

from paizhuo.rules.snapshot import Json
from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.commands import BadCommandError, clean_name, fields
from paizhuo.web_ui.cookies import forget, keep, secret_of
from paizhuo.web_ui.delay import Delay, Until
from paizhuo.web_ui.limits import ENTRIES
from paizhuo.web_ui.parts import parts
from paizhuo.web_ui.qr import modules
from paizhuo.web_ui.routes.pages import page

YEAR = 365 * 24 * 3600


def blueprint(gate: Gate) -> Blueprint:
    """Give the doors of the app."""
    doors = Blueprint("doors", __name__)

    @gate.route(doors, "/enter", Access.PUBLIC)
    def enter_page() -> Response:
        return page("enter")

    @gate.route(doors, "/api/v1/enter", Access.PUBLIC, methods=("POST",))
    def enter() -> Response:
        if not parts().limits.allow("enter", request.remote_addr or "", ENTRIES):
            raise TooManyRequests
        body = fields(request.get_json())
        if "password" in body:
            secret, lasts = parts().doors.enter(_text(body, "password")), None
        elif "link" in body:
            secret, lasts = parts().doors.pair(link=_text(body, "link")), YEAR
        else:
            secret, lasts = parts().doors.pair(code=_text(body, "code")), YEAR
        return keep(jsonify({"ok": True}), secret, lasts=lasts)

    @gate.route(doors, "/api/v1/leave", Access.PUBLIC, methods=("POST",))
    def leave() -> Response:
        secret = secret_of(request)
        if secret:
            parts().doors.leave(secret)
        return forget(jsonify({"ok": True}))

    @gate.route(doors, "/access", Access.REFEREE)
    def access_page() -> Response:
        return page("access")

    @gate.route(doors, "/api/v1/access", Access.REFEREE)
    def known() -> Response:
        kept = parts().doors.kept
        devices = [{"id": each.id, "access": each.access.value, "name": each.name} for each in kept.devices]
        overlays = [
            {"id": each.id, "name": each.name, "until": each.delay.until.value, "seconds": each.delay.seconds}
            for each in kept.overlays
        ]
        return jsonify({"devices": devices, "overlays": overlays, "admin": visitor().access is Access.ADMIN})

    @gate.route(doors, "/api/v1/access/invitations", Access.ADMIN, methods=("POST",))
    def invite() -> Response:
        body = fields(request.get_json(), "access", "name")
        wanted = _text(body, "access")
        if wanted not in (Access.VIEWER.value, Access.REFEREE.value):
            raise BadCommandError("access")
        made = parts().doors.invite(Access(wanted), clean_name(_text(body, "name")))
        link = f"{request.host_url}enter#{made.secret}"
        return jsonify({"ok": True, "code": made.code, "link": link, "qr": modules(link)})

    @gate.route(doors, "/api/v1/access/overlays", Access.REFEREE, methods=("POST",))
    def overlay() -> Response:
        body = fields(request.get_json(), "name", "until")
        try:
            seconds = float(str(body.get("seconds") or 0))
            delay = Delay(Until(_text(body, "until")), seconds)
        except ValueError as error:
            raise BadCommandError("until") from error
        token, secret = parts().doors.make_overlay(clean_name(_text(body, "name")), delay)
        link = f"{request.host_url}overlay/{token.id}/all#{secret}"
        return jsonify({"ok": True, "id": token.id, "link": link})

    @gate.route(doors, "/api/v1/access/<identifier>", Access.REFEREE, methods=("DELETE",))
    def drop(identifier: str) -> Response:
        overlays = {each.id for each in parts().doors.kept.overlays}
        if identifier not in overlays and visitor().access is not Access.ADMIN:
            raise PermissionError(identifier)
        if not parts().doors.drop(identifier):
            raise NotFound
        return jsonify({"ok": True})

    @gate.route(doors, "/api/v1/access/password", Access.ADMIN, methods=("POST",))
    def password() -> Response:
        body = fields(request.get_json(), "old", "new")
        parts().doors.enter(_text(body, "old"))
        parts().doors.set_password(_text(body, "new"))
        return forget(jsonify({"ok": True}))

    return doors


def _text(body: object, name: str) -> str:
    value: Json = body.get(name) if isinstance(body, dict) else None
    if not isinstance(value, str):
        raise BadCommandError(name)
    return value

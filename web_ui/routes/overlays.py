"""Overlays for streaming programs: a page that shows nothing by itself, and the delayed state behind its token.

The secret comes in the fragment of the address, which no server and no log ever sees, and becomes a cookie for this
overlay's own path. Pictures are not handed out here at all.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound, Unauthorized

from paizhuo.web_ui.access import Access, Gate
from paizhuo.web_ui.commands import BadCommandError, fields
from paizhuo.web_ui.cookies import OVERLAY, keep_overlay
from paizhuo.web_ui.keep import OverlayToken
from paizhuo.web_ui.parts import parts
from paizhuo.web_ui.routes.api import follow
from paizhuo.web_ui.routes.pages import page

VIEWS = ("all", "scoreboard", "trick", "points", "remaining", "players", "lowerthird", "alert", "card")
FIRST_WAIT = 1.0


def blueprint(gate: Gate) -> Blueprint:
    """Give the overlays."""
    overlays = Blueprint("overlays", __name__, url_prefix="/overlay/<token>")

    @gate.route(overlays, "/<view>", Access.PUBLIC)
    def shell(token: str, view: str) -> Response:
        if view not in VIEWS:
            raise NotFound
        return page("overlay", view=view, overlay=token)

    @gate.route(overlays, "/enter", Access.PUBLIC, methods=("POST",))
    def enter(token: str) -> Response:
        secret = fields(request.get_json(), "secret")["secret"]
        if not isinstance(secret, str):
            raise BadCommandError("secret")
        if parts().doors.overlay(token, secret) is None:
            raise Unauthorized
        return keep_overlay(jsonify({"ok": True}), token, secret)

    @gate.route(overlays, "/events", Access.OVERLAY)
    def events(token: str) -> Response:
        found = _token(token)
        return follow(
            parts(), Access.OVERLAY, found.delay, pictures=False, still=lambda own: own.doors.kept_overlay(found.id)
        )

    @gate.route(overlays, "/state", Access.OVERLAY)
    def state(token: str) -> Response:
        found = _token(token)
        feed = parts().feed
        feed.start(Access.OVERLAY)
        news = feed.news(Access.OVERLAY, found.delay)
        if not feed.knows(Access.OVERLAY):
            news = feed.wait(Access.OVERLAY, found.delay, news, FIRST_WAIT)
        if news.shown is None:
            return Response(status=204)
        response = Response(news.shown.body, content_type="application/json")
        response.set_etag(str(news.shown.seq))
        response.headers["Cache-Control"] = "private, no-cache"
        return response

    @gate.route(overlays, "/about", Access.OVERLAY)
    def about(token: str) -> Response:
        found = _token(token)
        delay = {"until": found.delay.until.value, "seconds": found.delay.seconds}
        return jsonify({"name": found.name, "table": found.table, "delay": delay})

    return overlays


def _token(identifier: str) -> OverlayToken:
    found = parts().doors.overlay(identifier, request.cookies.get(OVERLAY))
    if found is None:
        raise Unauthorized
    return found

"""For those who watch the program: is it alive, is it ready."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from paizhuo.web_ui.access import Access, Gate
from paizhuo.web_ui.parts import parts


def blueprint(gate: Gate) -> Blueprint:
    """Give the probes; they say nothing about any table."""
    probes = Blueprint("probes", __name__)

    @gate.route(probes, "/healthz", Access.PUBLIC)
    def healthz() -> Response:
        response = jsonify({"ok": True})
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # a page on disk waits for the table here
        return response

    @gate.route(probes, "/readyz", Access.PUBLIC)
    def readyz() -> tuple[Response, int]:
        alarms = [each.code for each in parts().feed.troubles() if each.alarm]
        ready = not alarms and not parts().feed.stopped
        return jsonify({"ok": ready, "troubles": alarms}), 200 if ready else 503

    return probes

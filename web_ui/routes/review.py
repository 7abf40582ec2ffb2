"""Looking back: tempo of the seats, highlights with their times, and the drill for referees. Referees only."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound

from paizhuo.rules.snapshot import as_json
from paizhuo.web_ui.access import Access, Gate
from paizhuo.web_ui.desk import Recorded
from paizhuo.web_ui.parts import parts
from paizhuo.web_ui.record.drill import MATCHES, drill
from paizhuo.web_ui.record.highlights import highlights
from paizhuo.web_ui.record.tempo import tempo
from paizhuo.web_ui.routes.pages import page


def blueprint(gate: Gate) -> Blueprint:
    """Give the pages for looking back."""
    review = Blueprint("review", __name__)

    @gate.route(review, "/review", Access.REFEREE)
    def review_page() -> Response:
        return page("review")

    @gate.route(review, "/drill", Access.REFEREE)
    def drill_page() -> Response:
        return page("drill")

    @gate.route(review, "/api/v1/drill", Access.REFEREE)
    def hands() -> Response:
        game = request.args.get("game", "shengji")
        if game not in MATCHES:
            raise NotFound
        return jsonify({"hands": as_json(drill(game))})

    @gate.route(review, "/api/v1/tables/<table>/review", Access.REFEREE)
    def about(table: str) -> Response:
        service = parts().table(table)
        if not isinstance(service, Recorded):
            raise NotFound
        log = service.entries()
        return jsonify({"tempo": as_json(tempo(log)), "highlights": as_json(highlights(log))})

    return review

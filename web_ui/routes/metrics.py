"""Figures for a collector: for the owner, or for whoever has the collector's token."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import NotImplemented as NotHere

from paizhuo.web_ui.access import Access, Gate
from paizhuo.web_ui.metrics import CONTENT_TYPE, NoMetricsError, metrics
from paizhuo.web_ui.parts import parts

ENDPOINT = "metrics.figures"


def blueprint(gate: Gate) -> Blueprint:
    """Give the route of the figures."""
    routes = Blueprint("metrics", __name__)

    @gate.route(routes, "/metrics", Access.ADMIN)
    def figures() -> Response:
        try:
            return Response(metrics(parts()), content_type=CONTENT_TYPE)
        except NoMetricsError as error:
            raise NotHere(str(error)) from error

    return routes

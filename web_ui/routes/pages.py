"""The pages for people."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.parts import parts

FOREVER = "public, max-age=31536000, immutable"


def blueprint(gate: Gate) -> Blueprint:
    """Give the pages and the files that they load."""
    pages = Blueprint("pages", __name__)

    @gate.route(pages, "/", Access.HALL)
    def dashboard() -> Response:
        return page("dashboard")

    @gate.route(pages, "/static/<version>/<path:path>", Access.PUBLIC)
    def static(version: str, path: str) -> Response:
        asset = parts().assets.find(path)
        if asset is None:
            raise NotFound
        packed = asset.packed is not None and request.accept_encodings.quality("gzip") > 0
        response = Response(asset.packed if packed else asset.body, content_type=asset.media_type)
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOREVER if version == parts().assets.version else "no-cache"
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        return response

    @gate.route(pages, "/favicon.ico", Access.PUBLIC)
    def favicon() -> ResponseReturnValue:
        return redirect(f"/static/{parts().assets.version}/mark.svg")

    @gate.route(pages, "/referee", Access.REFEREE)
    def referee() -> Response:
        return page("referee")

    @gate.route(pages, "/setup", Access.REFEREE)
    def setup() -> Response:
        return page("setup")

    return pages


def page(name: str, **values: object) -> Response:
    """Render the shell of a live page: its scripts fetch everything else."""
    own, who = parts(), visitor()
    access = Access.HALL if request.args.get("view") == "hall" else who.access
    response = make_response(
        render_template(
            f"{name}.html",
            name=name,
            table=own.settings.table_id,
            table_name=own.settings.table_name,
            access=access.value,
            person=who.name,
            token=own.walls.token(who.id),
            scripts=own.assets.scripts(f"js/{name}.js"),
            **values,
        )
    )
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response

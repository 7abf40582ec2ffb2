"""The table's camera: which there are, which watches, where it sees the table; and changing that."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import Forbidden, NotFound, TooManyRequests

from paizhuo.rules.camera_service import CameraService, CameraView, Corners, Performance
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Logged, SightChanged
from paizhuo.rules.snapshot import Json, as_json
from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.commands import BadCommandError, fields
from paizhuo.web_ui.desk import Recorded
from paizhuo.web_ui.limits import CHANGES, READS
from paizhuo.web_ui.parts import parts

NO_CAMERA = CameraView("", (), None, kept=False)
MOST_CARDS = 54
MOST_SOURCE = 300
"""Characters of a path or an address."""


def blueprint(gate: Gate) -> Blueprint:
    """Give the routes of the camera. Viewers see where the table lies, referees change what watches it."""
    routes = Blueprint("cameras", __name__, url_prefix="/api/v1/tables/<table>/camera")

    @gate.route(routes, "", Access.REFEREE)
    def camera(table: str) -> Response:
        return jsonify(_told(table))

    @gate.route(routes, "/placement", Access.VIEWER)
    def placement(table: str) -> Response:
        if not parts().limits.allow("read", visitor().id or "open", READS):
            raise TooManyRequests
        return jsonify(_placement(table))

    @gate.route(routes, "", Access.REFEREE, methods=("PUT",))
    def switch(table: str) -> Response:
        cameras = _changing(table)
        body = request.get_json()
        if isinstance(body, dict) and "kind" in body:
            if not _may_type():
                raise Forbidden
            cameras.switch_to(_text(body, "kind"), _text(body, "source"))
        else:
            cameras.switch(_text(body, "choice"))
        return jsonify(_told(table))

    @gate.route(routes, "/corners", Access.REFEREE, methods=("PUT",))
    def corners(table: str) -> Response:
        cameras = _changing(table)
        cameras.place(_corners(fields(request.get_json(), "corners")["corners"]))
        return jsonify(_placement(table))

    @gate.route(routes, "/legibility", Access.REFEREE, methods=("POST",))
    def legibility(table: str) -> Response:
        return jsonify({"zones": as_json(_changing(table).check())})

    @gate.route(routes, "/performance", Access.REFEREE, methods=("POST",))
    def perform(table: str) -> Response:
        cameras = _changing(table)
        cameras.perform(_performance(fields(request.get_json(), "tricks")))
        return jsonify({"ok": True})

    return routes


def _changing(table: str) -> CameraService:
    """Give the camera to somebody who changes it, if that does not come too often."""
    parts().table(table)
    cameras = parts().cameras
    if cameras is None:
        raise NotFound
    if not parts().limits.allow("change", visitor().id, CHANGES):
        raise TooManyRequests
    return cameras


def _told(table: str) -> dict[str, Json]:
    """Give everything; a table whose camera cannot be changed offers no choices."""
    parts().table(table)
    cameras = parts().cameras
    told = as_json(NO_CAMERA if cameras is None else cameras.cameras())
    assert isinstance(told, dict)
    return {**told, "may_type": cameras is not None and _may_type(), **_placement(table)}


def _may_type() -> bool:
    """Say whether this visitor may name a path or an address: the owner, or whoever sits at a machine alone."""
    open_to_all = Access.REFEREE.admits(parts().settings.open_access)
    return open_to_all or Access.ADMIN.admits(visitor().access)


def _placement(table: str) -> dict[str, Json]:
    """Give where the table lies, and when it was last found again after a bump (ms since the epoch, 0 never)."""
    parts().table(table)
    cameras = parts().cameras
    placed = None if cameras is None else cameras.cameras().placed
    service = parts().service
    log = service.entries() if isinstance(service, Recorded) else ()
    found = 0 if placed is None else found_again(log, placed.at)
    return {"placed": as_json(placed), "found_again_at": found, "now": parts().feed.epoch_ms()}


def found_again(log: Sequence[Logged], since: int) -> int:
    """Give when the table was last found again after the camera had been bumped, 0 if not after ``since`` (ms).

    >>> found_again([], 0)
    0
    """
    for entry in reversed(log):
        if entry.at < since:
            return 0
        event = entry.event
        if isinstance(event, SightChanged) and event.cause == "bumped" and event.over:
            return entry.at
    return 0


def _text(body: object, name: str) -> str:
    value = body.get(name) if isinstance(body, dict) else None
    if not isinstance(value, str) or len(value) > MOST_SOURCE:
        raise BadCommandError(name)
    return value


def _corners(raw: Json) -> Corners | None:
    """Read four points; null means: by the markers."""
    if raw is None:
        return None
    if not isinstance(raw, list) or len(raw) != 4:
        raise BadCommandError("corners")
    one, two, three, four = (_point(each) for each in raw)
    return one, two, three, four


def _point(raw: Json) -> tuple[float, float]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise BadCommandError("corners")
    x, y = raw
    for value in (x, y):
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or abs(value) > 1e5:
            raise BadCommandError("corners")
    return float(x), float(y)  # type: ignore[arg-type]


def _performance(body: object) -> Performance | None:
    """Read what people shall lay; without tricks they play on."""
    assert isinstance(body, dict)
    if body["tricks"] is None:
        return None
    bid = body.get("bid")
    tricks = body["tricks"]
    if not isinstance(tricks, list) or not all(isinstance(each, list) for each in tricks):
        raise BadCommandError("tricks")
    laid = tuple(tuple(_play(play, "tricks") for play in trick) for trick in tricks)
    if sum(len(cards) for trick in laid for _, cards in trick) > MOST_CARDS:
        raise BadCommandError("tricks")
    return Performance(None if bid is None else _play(bid, "bid"), laid)


def _play(raw: object, where: str) -> tuple[Seat, tuple[Card, ...]]:
    """Read a play: the seat, then its cards."""
    if not isinstance(raw, list) or len(raw) < 2 or not all(isinstance(each, str) for each in raw):
        raise BadCommandError(where)
    seat, *cards = raw
    try:
        return Seat[seat], tuple(Card(card) for card in cards)
    except (KeyError, ValueError) as error:
        raise BadCommandError(where) from error

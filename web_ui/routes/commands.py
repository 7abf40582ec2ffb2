"""The writing half of the interface: commands, what they would do, and how cards were read. Referees only."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound, TooManyRequests

from paizhuo.rules.service import CommandRefusedError, Person
from paizhuo.rules.snapshot import Json, as_json
from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.commands import BadCommandError, fields, read_command
from paizhuo.web_ui.limits import CHANGES
from paizhuo.web_ui.parts import parts
from paizhuo.web_ui.strips import card_picture

KEY_HEADER = "Idempotency-Key"
MOST_PREVIEWS = 8
KEY_LENGTH = 80


def blueprint(gate: Gate) -> Blueprint:
    """Give the routes that change the record, or say how it would change."""
    commands = Blueprint("commands", __name__, url_prefix="/api/v1/tables/<table>")

    @gate.route(commands, "/commands", Access.REFEREE, methods=("POST",))
    def submit(table: str) -> Response:
        service, who = parts().table(table), visitor()
        if not parts().limits.allow("change", who.id, CHANGES):
            raise TooManyRequests
        body = fields(request.get_json(), "command")
        expected = body.get("expected_seq")
        if expected is not None and (not isinstance(expected, int) or isinstance(expected, bool)):
            raise BadCommandError("expected_seq")
        key = request.headers.get(KEY_HEADER, "")[:KEY_LENGTH]
        command = read_command(body["command"])
        with parts().answered.once(who.id, key) as answer:
            if answer.seq is None:
                answer.seq = service.submit(command, Person(who.access.role, who.name), expected_seq=expected)
            return jsonify({"ok": True, "seq": answer.seq})

    @gate.route(commands, "/previews", Access.REFEREE, methods=("POST",))
    def previews(table: str) -> Response:
        parts().table(table)
        desk = parts().desk
        if desk is None:
            raise NotFound
        wanted = fields(request.get_json(), "commands")["commands"]
        if not isinstance(wanted, list) or len(wanted) > MOST_PREVIEWS:
            raise BadCommandError("commands")
        found: list[Json] = []
        for raw in wanted:
            try:
                found.append({"after": as_json(desk.preview(read_command(raw)))})
            except CommandRefusedError as refused:
                found.append({"refused": {"code": refused.code, "params": as_json(refused.params)}})
        return jsonify({"ok": True, "previews": found})

    @gate.route(commands, "/readings/<int:seq>", Access.REFEREE)
    def readings(table: str, seq: int) -> Response:
        parts().table(table)
        desk = parts().desk
        if desk is None:
            raise NotFound
        pictured = parts().pictures.evidence(seq) is not None
        cards = desk.readings(seq)
        own = parts().service
        kept = [card_picture(own, card.seq, card.place) is not None for card in cards]
        return jsonify({"cards": [as_json(card) for card in cards], "picture": pictured, "pictures": kept})

    return commands

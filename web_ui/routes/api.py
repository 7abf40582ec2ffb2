"""The interface for programs, version 1: the state of the table, its stream, its pictures, and the words."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from functools import cache

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound, ServiceUnavailable, TooManyRequests

from paizhuo.rules.rulebooks import ids, load
from paizhuo.rules.rulebooks import words as sheet_words
from paizhuo.rules.sheet import sheet
from paizhuo.rules.snapshot import as_json
from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.cookies import secret_of
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.limits import READS
from paizhuo.web_ui.openapi import document
from paizhuo.web_ui.parts import Parts, parts
from paizhuo.web_ui.sse import stream
from paizhuo.web_ui.strips import card_picture
from paizhuo.web_ui.words import LANGUAGES, words

JPEG = "image/jpeg"


def blueprint(gate: Gate) -> Blueprint:
    """Give the reading half of the interface; ``routes.commands`` has the writing half."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")

    @gate.route(api, "/openapi.json", Access.PUBLIC)
    def openapi() -> Response:
        return jsonify(document())

    @gate.route(api, "/words/<language>", Access.PUBLIC)
    def catalogue(language: str) -> ResponseReturnValue:
        if language not in LANGUAGES:
            raise NotFound
        packed = request.accept_encodings.quality("gzip") > 0
        daily = "daily" in request.args
        response = Response(_catalogue(language, packed=packed, daily=daily), content_type="application/json")
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.add_etag()
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        return response.make_conditional(request)

    @gate.route(api, "/rulebooks/<rulebook>", Access.PUBLIC)
    def titled(rulebook: str) -> Response:
        if rulebook not in ids():
            raise NotFound
        return jsonify({**_named(rulebook), "articles": _articles(rulebook)})

    @gate.route(api, "/rulebooks", Access.PUBLIC)
    def rulebooks() -> Response:
        return jsonify({"rulebooks": [_named(each) for each in ids()]})

    @gate.route(api, "/tables", Access.HALL)
    def tables() -> Response:
        own = parts()
        return jsonify({"tables": [{"id": own.settings.table_id, "name": own.settings.table_name}]})

    @gate.route(api, "/tables/<table>", Access.HALL)
    def state(table: str) -> ResponseReturnValue:
        limited()
        access = seen_as()
        snapshot = parts().table(table).snapshot(access.role)
        broken = snapshot.trust.code if snapshot.trust.code.startswith("log.") else ""
        named = f"{snapshot.seq}{broken}"
        response = Response(parts().bodies.of(access, named, snapshot), content_type="application/json")
        response.set_etag(named)
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Cookie"
        return response.make_conditional(request)

    @gate.route(api, "/tables/<table>/events", Access.HALL)
    def events(table: str) -> Response:
        own = parts()
        own.table(table)
        access = seen_as()
        with_pictures = "pictures" in request.args and Access.VIEWER.admits(access)
        secret = secret_of(request)
        seen = visitor()
        return follow(
            own, access, Delay(), pictures=with_pictures, still=lambda now: now.doors.who(secret).access == seen.access
        )

    @gate.route(api, "/tables/<table>/picture", Access.VIEWER)
    def picture(table: str) -> Response:
        parts().table(table)
        found = parts().pictures.live()
        if found is None:
            raise NotFound
        response = Response(found.jpeg, content_type=JPEG)
        response.headers["X-Frame"] = str(found.frame_seq)
        return response

    @gate.route(api, "/tables/<table>/pictures/<int:frame>.jpg", Access.VIEWER)
    def frame(table: str, frame: int) -> Response:
        parts().table(table)
        found = parts().feed.picture(frame)
        if found is None:
            return Response(status=204)  # gone already: whoever asks late takes the next one
        return Response(found.jpeg, content_type=JPEG, headers={"Cache-Control": "private, max-age=60"})

    @gate.route(api, "/tables/<table>/evidence/<int:seq>.jpg", Access.REFEREE)
    def evidence(table: str, seq: int) -> Response:
        parts().table(table)
        found = parts().pictures.evidence(seq)
        if found is None:
            raise NotFound
        return Response(found, content_type=JPEG)

    @gate.route(api, "/tables/<table>/evidence/<int:seq>/<int:place>.jpg", Access.REFEREE)
    def card(table: str, seq: int, place: int) -> Response:
        service = parts().table(table)
        found = card_picture(service, seq, place)
        if found is None:
            raise NotFound
        return Response(found, content_type=JPEG)

    @gate.route(api, "/tables/<table>/health", Access.HALL)
    def troubles(table: str) -> Response:
        parts().table(table)
        return jsonify({"troubles": [as_json(each.json()) for each in parts().feed.troubles()]})

    return api


@cache
def _catalogue(language: str, *, packed: bool, daily: bool) -> bytes:
    plain = json.dumps(words(language, daily=daily).messages, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(plain, mtime=0) if packed else plain


def _named(rulebook: str) -> dict[str, object]:
    book = load(rulebook)
    return {"id": book.id, "game": book.game, "title": {"zh-Hans": book.title.zh, "en": book.title.en}}


def _articles(rulebook: str) -> dict[str, object]:
    """Give every value of a rulebook in both languages, with the line that states it, by its dotted key."""
    book = load(rulebook)
    sheets = {name: sheet(book, sheet_words(book.game, short)) for name, short in (("zh-Hans", "zh"), ("en", "en"))}
    found: dict[str, dict[str, object]] = {}
    for language, sections in sheets.items():
        for entry in (entry for section in sections for entry in section.entries):
            each = found.setdefault(
                entry.key, {"label": {}, "value": {}, "where": entry.source.where, "assumed": entry.source.assumed}
            )
            each["label"] |= {language: entry.label}  # type: ignore[operator]
            each["value"] |= {language: entry.value}  # type: ignore[operator]
    return dict(found)


def seen_as() -> Access:
    """Give the access to answer with: a page for the hall asks for less than its visitor has."""
    return Access.HALL if request.args.get("view") == "hall" else visitor().access


def limited() -> None:
    """Count a read against the visitor's rate."""
    if not parts().limits.allow("read", visitor().id or "open", READS):
        raise TooManyRequests


def follow(
    own: Parts, access: Access, delay: Delay, *, pictures: bool, still: Callable[[Parts], bool] = lambda _: True
) -> Response:
    """Answer with a stream, or with 503 when every place is taken."""
    if not own.places.take():
        raise ServiceUnavailable
    own.feed.start(access)

    def told() -> Iterator[bytes]:
        try:
            yield from stream(
                own.feed, access, delay, own.settings.heartbeat, pictures=pictures, still=lambda: still(own)
            )
        finally:
            own.places.give()

    response = Response(told(), content_type="text/event-stream; charset=utf-8")
    response.headers["X-Accel-Buffering"] = "no"
    return response

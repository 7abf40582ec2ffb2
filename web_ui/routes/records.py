"""The record of a match: its sheet and evidence cards for people, the record itself as files for referees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from flask import Blueprint, Response, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from paizhuo.rules.events import Logged
from paizhuo.rules.record.forms import FORMS, written
from paizhuo.rules.rulebooks import ids, load
from paizhuo.web_ui.access import Access, Gate, visitor
from paizhuo.web_ui.clips import frames_of
from paizhuo.web_ui.desk import Recorded
from paizhuo.web_ui.paper import available, pdf
from paizhuo.web_ui.parts import parts
from paizhuo.web_ui.record.card import EvidenceCard, evidence_card
from paizhuo.web_ui.record.ink import Ink
from paizhuo.web_ui.record.match import Sheet, sheet
from paizhuo.web_ui.routes.pages import page
from paizhuo.web_ui.strips import strip_of

TYPES = {
    "jsonl": "application/x-ndjson; charset=utf-8",
    "tcr": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
LEAST_LINES = 10
"""Lines for hands on a sheet, so that a short match can be continued by pen."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A page of paper: its template, what it shows, where its PDF is, its pictures by their relative address."""

    template: str
    values: Mapping[str, object]
    pdf: str
    pictures: Mapping[str, bytes] = field(default_factory=dict)


def blueprint(gate: Gate) -> Blueprint:
    """Give the routes of the record. Viewers read the sheet; whatever shows hidden cards or faces is the referee's."""
    records = Blueprint("records", __name__)

    @gate.route(records, "/record", Access.VIEWER)
    def record_page() -> Response:
        return page("record")

    @gate.route(records, "/record/sheet", Access.VIEWER)
    def sheet_page() -> Response:
        return _on_screen(_sheet())

    @gate.route(records, "/record/offences/<offence>", Access.REFEREE)
    def card_page(offence: str) -> Response:
        return _on_screen(_card(offence))

    @gate.route(records, "/record/sheet.pdf", Access.VIEWER)
    def sheet_pdf() -> Response:
        return _as_pdf(_sheet(), "record")

    @gate.route(records, "/record/offences/<offence>/card.pdf", Access.REFEREE)
    def card_pdf(offence: str) -> Response:
        return _as_pdf(_card(offence), "evidence")

    @gate.route(records, "/record/offences/<offence>/<int:seq>-<int:place>.jpg", Access.REFEREE)
    def card_picture(offence: str, seq: int, place: int) -> Response:
        strip = strip_of(parts().service, parts().pictures, seq)
        if place >= len(strip):
            raise NotFound
        return Response(strip[place][1], content_type="image/jpeg")

    @gate.route(records, "/record/offences/<offence>/<int:seq>-clip-<int:place>.jpg", Access.REFEREE)
    def clip_picture(offence: str, seq: int, place: int) -> Response:
        frames = frames_of(parts().service, seq)
        if place >= len(frames):
            raise NotFound
        # What was filmed does not change any more, and playing again must not load it again.
        return Response(frames[place], content_type="image/jpeg", headers={"Cache-Control": "private, max-age=600"})

    @gate.route(records, "/api/v1/tables/<table>/record", Access.VIEWER)
    def about(table: str) -> Response:
        seen = sheet(_log(table))
        referee = Access.REFEREE.admits(visitor().access)
        offences = [
            {"id": each.offence.id, "hand": each.hand, "trick": each.offence.trick, "seat": each.offence.seat}
            | {"code": each.offence.code, "ruling": each.offence.ruling}
            for each in seen.rulings
        ]
        return jsonify(
            {
                "hands": sum(each.is_done for each in seen.lines),
                "entries": seen.entries,
                "digest": seen.digest,
                "pdf": available(),
                "forms": list(FORMS) if referee else [],
                "offences": offences if referee else [],
            }
        )

    @gate.route(records, "/api/v1/tables/<table>/record.<form>", Access.REFEREE)
    def download(table: str, form: str) -> ResponseReturnValue:
        log = _log(table)
        if form not in FORMS:
            raise NotFound
        response = Response(written(log, form), content_type=TYPES[form])
        response.headers["Content-Disposition"] = f'attachment; filename="paizhuo-{_safe(table)}.{form}"'
        return response

    return records


def _log(table: str) -> Sequence[Logged]:
    service = parts().table(table)
    if not isinstance(service, Recorded):
        raise NotFound
    return service.entries()


def _ink() -> Ink:
    return Ink(g.words, two=(request.args.get("suits") or request.cookies.get("paizhuo_suits")) == "2")


def _sheet() -> Printed:
    seen = sheet(_log(parts().settings.table_id))
    done = sum(each.is_done for each in seen.lines)
    template = "paper/guandan.html" if seen.game == "guandan" else "paper/sheet.html"
    return Printed(template, {"seen": seen, "done": done, "blank": max(0, LEAST_LINES - done)}, "/record/sheet.pdf")


def _card(offence: str) -> Printed:
    seen = evidence_card(_log(parts().settings.table_id), offence, g.words.language)
    if seen is None:
        raise NotFound
    strips: dict[int, list[tuple[str, str]]] = {}
    pictures: dict[str, bytes] = {}
    clips: dict[int, int] = {}
    for proof in seen.proofs:
        seq = proof.play.seq
        for place, (moment, jpeg) in enumerate(strip_of(parts().service, parts().pictures, seq)):
            address = f"{seen.offence.id}/{seq}-{place}.jpg"
            strips.setdefault(seq, []).append((moment, address))
            pictures[address] = jpeg
        clips[seq] = len(frames_of(parts().service, seq))
    return Printed(
        "paper/evidence.html",
        {"seen": seen, "strips": strips, "clips": clips},
        f"/record/offences/{quote(seen.offence.id)}/card.pdf",
        pictures,
    )


def _title(seen: object) -> str:
    assert isinstance(seen, Sheet | EvidenceCard)
    if seen.rulebook not in ids():
        return seen.rulebook
    title = load(seen.rulebook).title
    return f"{title.zh if g.words.language == 'zh-Hans' else title.en} ({seen.rulebook})"


def _html(printed: Printed, *, screen: bool, stylesheet: str) -> str:
    own = parts()
    table = own.settings.table_name or g.words.say("ui.table_n", {"n": own.settings.table_id})
    return render_template(
        printed.template,
        ink=_ink(),
        screen=screen,
        stylesheet=stylesheet,
        script=f"/static/{own.assets.version}/js/parts/clip.js",
        table=table,
        rulebook=_title(printed.values["seen"]),
        pdf_link=printed.pdf,
        **printed.values,
    )


def _on_screen(printed: Printed) -> Response:
    stylesheet = f"/static/{parts().assets.version}/css/paper.css"
    response = make_response(_html(printed, screen=True, stylesheet=stylesheet))
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response


def _as_pdf(printed: Printed, name: str) -> Response:
    """Set a page as PDF. The pictures and the style sheet are handed over; nothing is fetched."""
    style = parts().assets.find("css/paper.css")
    assert style is not None
    files = {"paper.css": style.body, **printed.pictures}
    made = pdf(_html(printed, screen=False, stylesheet="paper.css"), files.get)
    response = Response(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="paizhuo-{name}.pdf"'
    return response


def _safe(name: str) -> str:
    return "".join(char for char in name if char.isascii() and char.isalnum()) or "table"

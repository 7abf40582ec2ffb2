"""One shape for every error: JSON for programs, a short page for people, words in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, g, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException

from paizhuo.rules.service import CommandRefusedError, StaleSequenceError, TableStoppedError
from paizhuo.web_ui.commands import BadCommandError
from paizhuo.web_ui.doors import RefusedError
from paizhuo.web_ui.paper import NoPaperError
from paizhuo.web_ui.words import Value, Words

LOGIN_PAGE = "/enter"


def error(status: int, code: str, params: Mapping[str, Value] | None = None) -> tuple[Response, int]:
    """Give the JSON error with its message in the request's language."""
    said: Words = g.words
    values = dict(params or {})
    shape = {"ok": False, "code": code, "params": values, "message": said.say(code, values), "status": status}
    return jsonify(shape), status


def wants_page() -> bool:
    """Say whether the answer goes to a person: everything outside the API and the streams."""
    return not request.path.startswith("/api/") and "text/html" in request.headers.get("Accept", "")


def register(app: Flask) -> None:
    """Turn every exception that may leave a view into an answer."""

    @app.errorhandler(HTTPException)
    def refused(problem: HTTPException) -> tuple[Response | str, int] | Response:
        status = problem.code or 500
        code = f"error.{status}" if f"error.{status}" in g.words.messages else "error.other"
        if status == 401 and wants_page() and request.method == "GET":
            return redirect(LOGIN_PAGE)  # type: ignore[return-value]
        if wants_page():
            return render_template("error.html", status=status, code=code), status
        return error(status, code)

    @app.errorhandler(StaleSequenceError)
    def stale(problem: StaleSequenceError) -> tuple[Response, int]:
        return error(409, "error.stale", {"expected": problem.expected, "seq": problem.seq})

    @app.errorhandler(CommandRefusedError)
    def impossible(problem: CommandRefusedError) -> tuple[Response, int]:
        return error(422, problem.code, dict(problem.params))

    @app.errorhandler(BadCommandError)
    def malformed(problem: BadCommandError) -> tuple[Response, int]:
        return error(400, "error.bad_command", {"where": problem.where})

    @app.errorhandler(RefusedError)
    def not_in(problem: RefusedError) -> tuple[Response, int]:
        return error(429 if problem.code == "error.too_many_guesses" else 403, problem.code)

    @app.errorhandler(NoPaperError)
    def no_paper(problem: NoPaperError) -> tuple[Response | str, int]:
        return error(501, "error.no_paper", {"reason": str(problem)})

    @app.errorhandler(PermissionError)
    def forbidden(_: PermissionError) -> tuple[Response, int]:
        return error(403, "error.403")

    @app.errorhandler(TableStoppedError)
    def stopped(_: TableStoppedError) -> tuple[Response, int]:
        return error(503, "error.stopped")

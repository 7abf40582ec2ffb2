"""The walls around every request: known hosts, same origin, a token on every change, strict headers."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets

from flask import Flask, Response, request
from werkzeug.exceptions import Forbidden, MisdirectedRequest, UnsupportedMediaType

from paizhuo.web_ui.access import visitor
from paizhuo.web_ui.settings import PageSettings

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF_HEADER = "X-Paizhuo-Token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Walls:
    """The secret behind the tokens of one running app, and the checks that use it."""

    def __init__(self, settings: PageSettings) -> None:
        self._hosts = frozenset(host.lower() for host in settings.hosts)
        self._any_address = settings.any_address
        self._secret = secrets.token_bytes(32)

    def token(self, session: str) -> str:
        """Give the token that changes must carry, bound to a session."""
        return hmac.new(self._secret, session.encode(), hashlib.sha256).hexdigest()

    def check_host(self) -> None:
        """Refuse a request for a name that is not ours: a page of another site cannot become this origin."""
        host = request.host.lower()
        name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
        if name not in self._hosts and not (self._any_address and is_address(name)):
            raise MisdirectedRequest

    def check_change(self) -> None:
        """Refuse a change that does not come from our own page: origin, content type and token must all fit."""
        if request.method in SAFE:
            return
        site = request.headers.get("Sec-Fetch-Site")
        origin = request.headers.get("Origin")
        if site not in (None, "same-origin") or (origin is not None and origin != request.host_url.rstrip("/")):
            raise Forbidden
        if request.mimetype != "application/json":
            raise UnsupportedMediaType
        given = request.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.token(visitor().id).encode()):
            raise Forbidden

    def register(self, app: Flask) -> None:
        """Put the walls around the app; the gate comes between the two checks."""
        app.before_request(self.check_host)
        app.after_request(_headers)


def is_address(name: str) -> bool:
    """Say whether a host is written as a plain address.

    >>> is_address("192.168.1.7"), is_address("[fd00::7]"), is_address("table.example"), is_address("fd00::7")
    (True, True, False, False)
    """
    bracketed = name.startswith("[") and name.endswith("]")
    try:
        return ipaddress.ip_address(name[1:-1] if bracketed else name).version == (6 if bracketed else 4)
    except ValueError:
        return False


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        if name != "Cross-Origin-Resource-Policy" or request.endpoint != "probes.healthz":
            response.headers[name] = value
    response.headers.setdefault("Cache-Control", "no-store")
    return response

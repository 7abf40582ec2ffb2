"""The cookies that hold secrets: one for a person or device, one for each overlay under its own path."""

from __future__ import annotations

from flask import Request, Response

from paizhuo.web_ui.parts import parts

OVERLAY = "paizhuo_overlay"
YEAR = 365 * 24 * 3600


def _name() -> str:
    return "__Host-paizhuo" if parts().settings.secure_cookies else "paizhuo_door"


def secret_of(request: Request) -> str | None:
    """Give the secret of the person or device that asks."""
    return request.cookies.get(_name())


def keep(response: Response, secret: str, *, lasts: int | None) -> Response:
    """Put a secret into the answer's cookie; ``lasts`` seconds, or until the browser closes."""
    secure = parts().settings.secure_cookies
    response.set_cookie(_name(), secret, max_age=lasts, httponly=True, secure=secure, samesite="Strict", path="/")
    return response


def forget(response: Response) -> Response:
    """Take the cookie away."""
    response.delete_cookie(_name(), path="/", secure=parts().settings.secure_cookies, samesite="Strict")
    return response


def keep_overlay(response: Response, token: str, secret: str) -> Response:
    """Put an overlay's secret into a cookie that only its own addresses get."""
    secure = parts().settings.secure_cookies
    path = f"/overlay/{token}"
    response.set_cookie(OVERLAY, secret, max_age=YEAR, httponly=True, secure=secure, samesite="Strict", path=path)
    return response

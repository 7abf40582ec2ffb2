"""Who may see and do what: access levels, visitors, and the gate that every route passes.

A route is registered together with the access it asks for; an app with a route that names none does not start, and a
request for an endpoint that the gate does not know is refused. Nothing is derived from an address of the network.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from flask import Blueprint, Flask, g, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden, Unauthorized

from paizhuo.rules.errors import TableError
from paizhuo.rules.snapshot import Role

View = Callable[..., ResponseReturnValue]


class Access(StrEnum):
    """What a visitor has, or what a route asks for. ``PUBLIC`` routes show nothing of any table."""

    PUBLIC = "public"
    NOBODY = "nobody"
    HALL = "hall"
    VIEWER = "viewer"
    OVERLAY = "overlay"
    REFEREE = "referee"
    ADMIN = "admin"

    @property
    def role(self) -> Role:
        """Give the role whose cut of the snapshot this access may see; the hall's is cut further."""
        return _ROLES[self]

    def admits(self, visitor: Access) -> bool:
        """Say whether a route asking for this access lets ``visitor`` in.

        An overlay's token opens overlay routes only; a person's access opens what lies below it.

        >>> Access.VIEWER.admits(Access.REFEREE), Access.VIEWER.admits(Access.OVERLAY)
        (True, False)
        """
        if self is Access.PUBLIC:
            return True
        return visitor in _ADMITTED.get(self, frozenset())


_ROLES = {
    Access.PUBLIC: Role.VIEWER,
    Access.NOBODY: Role.VIEWER,
    Access.HALL: Role.VIEWER,
    Access.VIEWER: Role.VIEWER,
    Access.OVERLAY: Role.OVERLAY,
    Access.REFEREE: Role.REFEREE,
    Access.ADMIN: Role.ADMIN,
}
_PEOPLE = (Access.HALL, Access.VIEWER, Access.REFEREE, Access.ADMIN)
_ADMITTED = {level: frozenset(_PEOPLE[place:]) for place, level in enumerate(_PEOPLE)} | {
    Access.OVERLAY: frozenset({Access.OVERLAY})
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking: access, a name for the log, the table it is for (None = all), and its session or token id."""

    access: Access
    name: str = ""
    table: str | None = None
    id: str = ""


class UnguardedRouteError(TableError):
    """Raised when the app has routes that do not say which access they ask for."""


class Gate:
    """Registers routes with their access and refuses every request that lacks it."""

    def __init__(self, who: Callable[[], Visitor]) -> None:
        self._who = who
        self._asked: dict[str, Access] = {}

    def route(
        self, blueprint: Blueprint, rule: str, access: Access, *, methods: tuple[str, ...] = ("GET",)
    ) -> Callable[[View], View]:
        """Register a view under ``rule`` that asks for ``access``."""

        def register(view: View) -> View:
            endpoint = f"{blueprint.name}.{view.__name__}"
            if self._asked.setdefault(endpoint, access) is not access:
                raise UnguardedRouteError(f"{endpoint} asks for two different accesses")
            blueprint.add_url_rule(rule, view_func=view, methods=list(methods))
            return view

        return register

    def asked(self, endpoint: str | None) -> Access | None:
        """Give the access that an endpoint asks for, None for one that was never registered here."""
        return self._asked.get(endpoint or "")

    def close(self, app: Flask) -> None:
        """Check that every route of the app went through ``route``, then guard all requests."""
        loose = sorted({rule.endpoint for rule in app.url_map.iter_rules()} - self._asked.keys())
        if loose:
            raise UnguardedRouteError(f"routes without access: {', '.join(loose)}")
        app.before_request(self._check)

    def _check(self) -> None:
        if request.endpoint is None:
            return  # no such page: the 404 tells nothing
        asked = self.asked(request.endpoint)
        visitor = self._who()
        g.visitor = visitor
        if asked is None:
            raise Forbidden
        if not asked.admits(visitor.access):
            raise Unauthorized if visitor.access in (Access.NOBODY, Access.HALL) else Forbidden
        table = (request.view_args or {}).get("table")
        if table is not None and visitor.table is not None and table != visitor.table:
            raise Forbidden


def visitor() -> Visitor:
    """Give the visitor of the request in progress."""
    found: Visitor = g.visitor
    return found

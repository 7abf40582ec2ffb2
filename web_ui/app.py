"""The application: put the parts together, register every route with its access, refuse to start otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable

from flask import Flask, g, request

from paizhuo.rules.camera_service import CameraService
from paizhuo.rules.service import PictureService, TableService
from paizhuo.web_ui import errors
from paizhuo.web_ui.access import Access, Gate, Visitor
from paizhuo.web_ui.assets import Assets
from paizhuo.web_ui.commands import Answered
from paizhuo.web_ui.cookies import OVERLAY, secret_of
from paizhuo.web_ui.cut import Bodies
from paizhuo.web_ui.desk import desk_of
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.feed import Feed
from paizhuo.web_ui.health import AllWell, HealthService
from paizhuo.web_ui.keep import Keep
from paizhuo.web_ui.limits import Limits
from paizhuo.web_ui.metrics import may_collect
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.routes import api, commands, metrics, overlays, pages, probes, records, review
from paizhuo.web_ui.routes import cameras as camera_routes
from paizhuo.web_ui.routes import doors as doors_routes
from paizhuo.web_ui.security import Walls
from paizhuo.web_ui.settings import PageSettings
from paizhuo.web_ui.sse import Places
from paizhuo.web_ui.words import LANGUAGES, choose, words

COOKIES = {"lang": "paizhuo_lang", "theme": "paizhuo_theme", "suits": "paizhuo_suits"}


def create_app(
    service: TableService,
    pictures: PictureService,
    settings: PageSettings | None = None,
    *,
    health: HealthService | None = None,
    cameras: CameraService | None = None,
    clock: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
) -> Flask:
    """Build the pages of one table; ``cameras`` lets them change its camera.

    Raises ``UnguardedRouteError`` when a route does not say who may use it.
    """
    chosen = settings or PageSettings()
    wellbeing = health or AllWell()
    app = Flask("paizhuo.web_ui", static_folder=None, template_folder="templates")
    app.config.update(MAX_CONTENT_LENGTH=chosen.body_limit, MAX_FORM_MEMORY_SIZE=64_000, MAX_FORM_PARTS=50)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    doors = Doors(Keep(chosen.keep), chosen, clock)
    gate = Gate(lambda: _who(doors, chosen.metrics_token))
    own = Parts(
        service=service,
        pictures=pictures,
        health=wellbeing,
        cameras=cameras,
        settings=chosen,
        feed=Feed(service, pictures, wellbeing, chosen, clock, wall),
        places=Places(chosen.streams),
        gate=gate,
        walls=Walls(chosen),
        doors=doors,
        desk=desk_of(service),
        answered=Answered(),
        limits=Limits(clock),
        bodies=Bodies(),
        assets=Assets(),
        clock=clock,
    )
    app.extensions[KEY] = own
    app.before_request(_speak)
    own.walls.register(app)
    for part in (pages, api, commands, camera_routes, doors_routes, overlays, records, review, probes, metrics):
        app.register_blueprint(part.blueprint(gate))
    gate.close(app)
    app.before_request(own.walls.check_change)
    errors.register(app)
    _templates(app, own)
    return app


def _who(doors: Doors, metrics_token: str) -> Visitor:
    """Give who asks. Under an overlay's address only that overlay's own token counts, a collector's at the figures."""
    if request.endpoint == metrics.ENDPOINT and may_collect(request, metrics_token):
        return Visitor(Access.ADMIN, "collector", id="collector")
    overlay = (request.view_args or {}).get("token")
    if overlay is None:
        return doors.who(secret_of(request))
    token = doors.overlay(overlay, request.cookies.get(OVERLAY))
    return Visitor(Access.NOBODY, id="open") if token is None else Visitor(Access.OVERLAY, "", token.table, token.id)


def _speak() -> None:
    fallback = "zh-Hans"
    accepted = [language for language, _ in request.accept_languages]
    g.words = words(choose(request.args.get("lang"), request.cookies.get(COOKIES["lang"]), accepted, fallback))


def _templates(app: Flask, own: Parts) -> None:
    """Give templates their words, their files and the switches of this browser."""

    @app.context_processor
    def common() -> dict[str, object]:
        theme = request.args.get("theme") or request.cookies.get(COOKIES["theme"])
        suits = request.args.get("suits") or request.cookies.get(COOKIES["suits"])
        return {
            "say": g.words.say,
            "lang": g.words.language,
            "theme": theme if theme in ("light", "dark") else None,
            "suits": "2" if suits == "2" else "4",
            "asset": lambda path: f"/static/{own.assets.version}/{path}",
            "languages": LANGUAGES,
            "open_access": own.settings.open_access.value,
        }

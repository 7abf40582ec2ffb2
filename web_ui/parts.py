"""What the routes share: one object per app, reached through the app itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app
from werkzeug.exceptions import NotFound

from paizhuo.rules.camera_service import CameraService
from paizhuo.rules.service import PictureService, TableService
from paizhuo.web_ui.access import Gate
from paizhuo.web_ui.assets import Assets
from paizhuo.web_ui.commands import Answered
from paizhuo.web_ui.cut import Bodies
from paizhuo.web_ui.desk import RefereeDesk
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.feed import Feed
from paizhuo.web_ui.health import HealthService
from paizhuo.web_ui.limits import Limits
from paizhuo.web_ui.security import Walls
from paizhuo.web_ui.settings import PageSettings
from paizhuo.web_ui.sse import Places

KEY = "paizhuo"


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that a running app of pages is made of."""

    service: TableService
    pictures: PictureService
    health: HealthService
    cameras: CameraService | None
    settings: PageSettings
    feed: Feed
    places: Places
    gate: Gate
    walls: Walls
    doors: Doors
    desk: RefereeDesk | None
    answered: Answered
    limits: Limits
    bodies: Bodies
    assets: Assets
    clock: Callable[[], float]

    def table(self, table: str) -> TableService:
        """Give the table with this id; there is no other."""
        if table != self.settings.table_id:
            raise NotFound
        return self.service


def parts() -> Parts:
    """Give the parts of the app that serves this request."""
    found: Parts = current_app.extensions[KEY]
    return found

"""The pages with a table that plays by itself: ``flask --app "paizhuo.web_ui:demo_app()" run``."""

from __future__ import annotations

import itertools
import threading
import time

from flask import Flask

from paizhuo.web_ui.app import create_app
from paizhuo.web_ui.scripted import ScriptedCameras, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.settings import PageSettings

REST = 12


def demo_app(*, pace: float = 2.0, steps: int = 60) -> Flask:
    """Give an app with the scripted table, which takes a step every ``pace`` seconds and begins again at its end."""
    table = ScriptedTable(steps=steps)
    threading.Thread(target=_play, args=(table, pace), name="paizhuo-script", daemon=True).start()
    cameras = ScriptedCameras(now_ms=lambda: round(time.time() * 1000))
    return create_app(table, ScriptedPictures(table), PageSettings.demo(), cameras=cameras)


def _play(table: ScriptedTable, pace: float) -> None:
    for _ in itertools.count():
        time.sleep(pace)
        if table.finished:
            time.sleep(pace * REST)
            table.again()
        else:
            table.advance()

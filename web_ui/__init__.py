"""The pages: dashboard, referee's desk and overlays, over any ``TableService``."""

from paizhuo.web_ui.app import create_app
from paizhuo.web_ui.demo import demo_app
from paizhuo.web_ui.server import Serving, serve
from paizhuo.web_ui.settings import PageSettings

__all__ = ["PageSettings", "Serving", "create_app", "demo_app", "serve"]

"""A scripted table: plays a recorded deal step by step, for tests of pages and for trying them without a camera."""

from paizhuo.web_ui.scripted.cameras import ScriptedCameras
from paizhuo.web_ui.scripted.clock import ScriptedClock
from paizhuo.web_ui.scripted.pictures import ScriptedPictures
from paizhuo.web_ui.scripted.table import ALARMS, ScriptedTable

__all__ = ["ALARMS", "ScriptedCameras", "ScriptedClock", "ScriptedPictures", "ScriptedTable"]

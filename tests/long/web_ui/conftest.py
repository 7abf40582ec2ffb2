"""The fixtures of the everyday page tests, for those that take minutes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

_PATH = Path(__file__).parents[2] / "web_ui" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("everyday_page_fixtures", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
_everyday = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_everyday)

browser = _everyday.browser
clock = _everyday.clock
health = _everyday.health
open_page = _everyday.open_page
pictures = _everyday.pictures
served = _everyday.served
table = _everyday.table

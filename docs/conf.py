"""How Sphinx builds the documentation: `make docs`."""

import tomllib
from pathlib import Path

with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
    description = tomllib.load(file)["project"]["description"]

project = "paizhuo"
author = "The paizhuo authors"
copyright = "The paizhuo authors, CC BY-SA 4.0"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "paizhuo"
html_show_sphinx = False
html_show_sourcelink = False
html_last_updated_fmt = None

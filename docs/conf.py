"""The manual: `sphinx-build -W docs build/manual`. Notebooks stand in it as they ran; tables are made from the code."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from dictionary import write

import mqforensics

project, version = "mqforensics", mqforensics.__version__
release = version
extensions = ["myst_nb"]
nb_execution_mode = "off"
exclude_patterns = ["generated/*.ipynb.orig", "generated/formats.md"]  # the second is a part of a page
html_theme = "alabaster"
html_static_path: list[str] = []
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]
myst_heading_anchors = 3

write(Path(__file__).parent / "generated")

"""How Sphinx makes the documentation (scripts/docs). The sources are what scripts/docs has put together."""

import os

project = "goce"
version = release = os.environ["GOCE_VERSION"]
html_title = f"goce {version}"
language = "en"
root_doc = "index"
extensions = ["myst_parser"]
# Links to headings, by the names that GitHub gives them.
myst_heading_anchors = 4
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Beside SQL, blocks have psql's own commands.
suppress_warnings = ["misc.highlighting_failure"]

"""Renderers of Python: reads a JSON array of texts in Markdown and prints, for each, what it makes of them, as render.mjs."""

import json
import sys

import cmarkgfm
import markdown
import markdown2
import mistune
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

UNSAFE = Options.CMARK_OPT_UNSAFE
# Attributes and definitions are in "extra"; lists are read otherwise by "sane_lists".
MANY = ["extra", "sane_lists", "toc", "nl2br"]
PLUGINS = ["table", "strikethrough", "footnotes", "url", "task_lists", "def_list", "abbr", "mark"]
EXTRAS = ["fenced-code-blocks", "tables", "footnotes", "strike", "task_list", "header-ids", "cuddled-lists"]


def markdown_it(*plugins, **options):
    parser = MarkdownIt("commonmark", {"html": True})
    for plugin in plugins:
        parser.use(plugin, **options)
    return parser.render


RENDERERS = {
    "cmark": lambda text: cmarkgfm.markdown_to_html(text, options=UNSAFE),
    "cmark-gfm": lambda text: cmarkgfm.github_flavored_markdown_to_html(text, options=UNSAFE),
    "cmark-gfm, footnotes": lambda text: cmarkgfm.github_flavored_markdown_to_html(
        text, options=UNSAFE | Options.CMARK_OPT_FOOTNOTES),
    "mistune": mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "footnotes"]),
    "mistune, many plugins": mistune.create_markdown(escape=False, plugins=PLUGINS),
    "Python-Markdown": lambda text: markdown.markdown(text),
    "Python-Markdown, tables": lambda text: markdown.markdown(text, extensions=["tables"]),
    "Python-Markdown, attributes": lambda text: markdown.markdown(text, extensions=["tables", "attr_list"]),
    "Python-Markdown, extra": lambda text: markdown.markdown(text, extensions=MANY),
    "markdown2": lambda text: markdown2.markdown(text),
    "markdown2, extras": lambda text: markdown2.markdown(text, extras=EXTRAS),
    "markdown-it-py": markdown_it(),
    "markdown-it-py, definitions": markdown_it(deflist_plugin, footnote_plugin, tasklists_plugin),
    "markdown-it-py, formulas": markdown_it(dollarmath_plugin),
    "markdown-it-py, formulas in lines": markdown_it(dollarmath_plugin, double_inline=True),
    "markdown-it-py, attributes": markdown_it(attrs_plugin, front_matter_plugin),
}

texts = json.load(sys.stdin)
for name, render in RENDERERS.items():
    print(json.dumps({"name": name, "rendered": [str(render(text)) for text in texts]}))

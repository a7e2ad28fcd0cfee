"""Renderers of Python: reads a JSON array of texts in Markdown and prints, for each, what it makes of them, as render.mjs."""

import json
import sys

import cmarkgfm
import markdown
import mistune
from cmarkgfm.cmark import Options

UNSAFE = Options.CMARK_OPT_UNSAFE
# Attributes and definitions are in "extra"; lists are read otherwise by "sane_lists".
MANY = ["extra", "sane_lists", "toc", "nl2br"]
PLUGINS = ["table", "strikethrough", "footnotes", "url", "task_lists", "def_list", "abbr", "mark"]
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
}

texts = json.load(sys.stdin)
for name, render in RENDERERS.items():
    print(json.dumps({"name": name, "rendered": [str(render(text)) for text in texts]}))

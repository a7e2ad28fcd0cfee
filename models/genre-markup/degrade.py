"""Writes what is left of a set's pages where archives keep less than the page, in four ways.

usage: degrade.py WCXB DIRECTORY writes DIRECTORY/WAY, in WCXB's format, for each way:

  head      the head is whole, the body is empty
  cut-head  the document ends behind its head
  cut-4096  the document ends after 4,096 bytes
  shell     a single-page application before its script has run: the title, and an empty element
"""

import gzip
import re
import shutil
import sys
from pathlib import Path

BYTES = 4096

SHELL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{title}
</head>
<body>
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
<script src="/static/js/main.js"></script>
</body>
</html>
"""

# What a head holds that is no tag of it, however it looks: comments and scripts are passed over.
PASSED = re.compile(
    r"<!--.*?-->|<(?P<raw>script|style|noscript|template|title)\b.*?</(?P=raw)\s*>"
    r"|(?P<close></head\b[^>]*>)|(?P<body><body\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>)",
    re.IGNORECASE | re.DOTALL,
)


def parts(html):
    """The document up to the end of its head, its <body> tag, and its <title> element."""
    end, title = None, ""
    for found in PASSED.finditer(html):
        if found["close"] and end is None:
            end = found.end()
        elif found["body"]:
            return html[: found.start() if end is None else end], found["body"], title
        elif (found["raw"] or "").lower() == "title" and end is None:
            title = title or found[0]
    return html[:end], "<body>", title


def degraded(html):
    """The document in each way: {way: document}."""
    head, body, title = parts(html)
    return {
        "head": f"{head}\n{body}\n</body>\n</html>\n",
        "cut-head": head,
        "cut-4096": html.encode()[:BYTES].decode(errors="ignore"),
        "shell": SHELL.format(title=title),
    }


def main():
    pages, directory = Path(sys.argv[1]), Path(sys.argv[2])
    for page in sorted(pages.glob("ground-truth/*.json")):
        html = gzip.decompress((pages / "html" / f"{page.stem}.html.gz").read_bytes())
        for way, document in degraded(html.decode(errors="replace")).items():
            for part in ("html", "ground-truth"):
                (directory / way / part).mkdir(parents=True, exist_ok=True)
            file = directory / way / "html" / f"{page.stem}.html.gz"
            file.write_bytes(gzip.compress(document.encode(), 1, mtime=0))
            shutil.copyfile(page, directory / way / "ground-truth" / page.name)


if __name__ == "__main__":
    main()

"""Pages whose main text two extractors agree on, as labelled pages.

usage: silver.py OUT SILVER

SILVER: `html/ID.html.gz`, and `silver/ID.json` with the main text as several extractors see it and `agreement`, the
word F1 of trafilatura's text and readability's. OUT becomes a directory in WCXB's format. It has the pages on which
both agree by more than .9. Their gold text is trafilatura's, their type article.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page_set  # noqa: E402

AGREEMENT = 0.9


def pages(silver):
    """(id, URL, page type, gold text) of the pages on which both agree."""
    for path in sorted((silver / "silver").glob("*.json")):
        page = json.loads(path.read_text("utf-8"))
        if page["agreement"] > AGREEMENT:
            yield page["id"], page["url"], "article", page["trafilatura"]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    out, silver = map(Path, sys.argv[1:])
    print(f"{page_set.write(out, silver / 'html', pages(silver))} pages")

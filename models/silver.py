"""Pages whose main text two extractors agree on, as labelled pages.

usage: silver.py OUT SILVER

SILVER: `html/ID.html.gz`, and `silver/ID.json` with the main text as several extractors see it and `agreement`, the
word F1 of trafilatura's text and readability's. OUT becomes a directory in WCXB's format. It has the pages on which
both agree by more than .9. Their gold text is trafilatura's, their type article.
"""

import json
import os
import sys
from pathlib import Path

AGREEMENT = 0.9


def convert(out, silver):
    """Makes the directory; returns the number of its pages."""
    for part in ("html", "ground-truth"):
        (out / part).mkdir(parents=True, exist_ok=True)
        for old in (out / part).iterdir():
            old.unlink()
    pages = 0
    for path in sorted((silver / "silver").glob("*.json")):
        page = json.loads(path.read_text("utf-8"))
        if page["agreement"] <= AGREEMENT:
            continue
        label = {
            "url": page["url"],
            "file_id": page["id"],
            "_internal": {"page_type": {"primary": "article"}},
            "ground_truth": {"main_content": page["trafilatura"]},
        }
        (out / "ground-truth" / path.name).write_text(json.dumps(label, ensure_ascii=False), "utf-8")
        html = f"{path.stem}.html.gz"
        os.symlink((silver / "html" / html).resolve(), out / "html" / html)
        pages += 1
    return pages


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(f"{convert(Path(sys.argv[1]), Path(sys.argv[2]))} pages")

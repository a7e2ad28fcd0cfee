"""Finds the blocks of goce_blocks again in Chromium, by its parser, without scripts, and document.evaluate.

    cargo run --release -p goce-tools -- block-xpaths DIR 200 | python tests/browser/xpaths.py

Each XPath has to lead to exactly one element, of the same name, whose text has the block's text in it. Elements that
the page hides are part of the element's text and not of the block's. So a block that is not there in one piece has to
have its characters there, in order. CHROMIUM names the browser.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CHROMIUM = os.environ.get("CHROMIUM", "chromium")

# DOMParser runs no scripts and fetches nothing.
FIND = """<!doctype html><meta charset="utf-8"><pre id="found"></pre>
<script id="pages" type="application/json">%s</script><script>
function found(page, block) {
  var elements = page.evaluate(block[0], page, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  if (elements.snapshotLength !== 1) return 'found ' + elements.snapshotLength;
  var element = elements.snapshotItem(0);
  if (element.localName !== block[1]) return 'is ' + element.localName;
  var text = element.textContent.replace(/\\s+/g, ''), wanted = block[2].replace(/\\s+/g, '');
  if (text.indexOf(wanted) >= 0) return '';
  for (var i = 0, place = 0; i < wanted.length; i++, place++) {
    place = text.indexOf(wanted[i], place);
    if (place < 0) return 'lacks ' + wanted.slice(i, i + 20);
  }
  return 'in pieces';
}
var pages = JSON.parse(document.getElementById('pages').textContent).map(function (page) {
  var parsed = new DOMParser().parseFromString(page.html, 'text/html');
  return page.blocks.map(function (block) { return found(parsed, block); });
});
document.getElementById('pages').remove();
document.getElementById('found').textContent = JSON.stringify(pages);
</script>"""


def find(pages):
    """For each page what was wrong with each of its blocks: an empty text for one that was found."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "pages.html")
        # Nothing in it ends the element that it stands in.
        path.write_text(FIND % json.dumps(pages).replace("<", "\\u003c"), "utf-8")
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000",
                   f"--user-data-dir={directory}/profile", "--dump-dom", path.as_uri()]
        shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    return json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', shown, re.DOTALL)[1]))


def main():
    blocks = pieces = failed = 0
    pages = [json.loads(line) for line in sys.stdin]
    for page, found in zip(pages, find(pages), strict=True):
        blocks += len(found)
        for block, what in zip(page["blocks"], found, strict=True):
            pieces += what == "in pieces"
            if what and what != "in pieces":
                failed += 1
                print(f"{page['id']}: {block[0]}: {what}: {block[2][:60]!r}")
    print(f"{len(pages)} pages, {blocks} blocks, {failed} not found; {pieces} in pieces")
    sys.exit(failed > 0)


main()

"""Finds the blocks of goce_blocks again in Chromium, by document.evaluate, scripts disabled.

    cargo run --release --example block-xpaths -- DIR 200 | python tests/browser/xpaths.py

Each XPath has to lead to exactly one element, of the same name, whose text has the block's text in it. Elements that the
page hides are not part of a block's text but of the element's: where the text is not in it in one piece, its characters
have to be, in order. Needs the requirements of models/genre; CHROMIUM names the browser.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "models" / "genre"))

from chromium import Browser, Broken  # noqa: E402

FIND = """(function (blocks) {
  return JSON.stringify(blocks.map(function (block) {
    var found = document.evaluate(block[0], document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    if (found.snapshotLength !== 1) return 'found ' + found.snapshotLength;
    var element = found.snapshotItem(0);
    if (element.localName !== block[1]) return 'is ' + element.localName;
    var text = element.textContent.replace(/\\s+/g, ''), wanted = block[2].replace(/\\s+/g, '');
    if (text.indexOf(wanted) >= 0) return '';
    for (var i = 0, place = 0; i < wanted.length; i++, place++) {
      place = text.indexOf(wanted[i], place);
      if (place < 0) return 'lacks ' + wanted.slice(i, i + 20);
    }
    return 'in pieces';
  }));
})(%s)"""


async def main():
    pages = blocks = pieces = failed = 0
    browser = None
    for line in sys.stdin:
        page = json.loads(line)
        try:
            browser = browser or await Browser.start(os.environ.get("CHROMIUM", "chromium"))
            await asyncio.wait_for(browser.open(page["html"]), 60)
            call = browser.call("Runtime.evaluate", expression=FIND % json.dumps(page["blocks"]), returnByValue=True)
            answer = (await asyncio.wait_for(call, 60))["result"]
            found = json.loads(answer["value"])
        except (Broken, asyncio.TimeoutError, KeyError) as error:
            print(f"{page['id']}: not shown: {error!r}")
            await browser.stop()
            browser = None
            continue
        pages += 1
        blocks += len(found)
        for block, what in zip(page["blocks"], found):
            pieces += what == "in pieces"
            if what and what != "in pieces":
                failed += 1
                print(f"{page['id']}: {block[0]}: {what}: {block[2][:60]!r}")
    if browser:
        await browser.stop()
    print(f"{pages} pages, {blocks} blocks, {failed} not found; {pieces} in pieces")


asyncio.run(main())

"""Tests of the maps of where on a page is what."""

import asyncio
import os
import shutil

import numpy as np
import pytest

from chromium import Browser
from layout import CELL, COLUMNS, KINDS, ROWS, draw, overlaps

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")

PAGE = """<body style="margin:0;font:16px monospace">
<h1 style="margin:0;height:64px">A heading of some length</h1>
<p style="margin:0;height:64px"><a href=x>A link that is long enough</a>, <b>and text beside it</b></p>
<p style="margin:0;height:64px">The paragraph that the gold text has too.</p>
<img src="data:," width=320 height=64 style="display:block"><button style="height:64px">Go</button>
<p style="position:absolute;top:5000px">Below what is shown</p>"""


def test_overlaps_are_shares_of_cells():
    first, shares = overlaps(CELL / 2, 2.25 * CELL, 10)
    assert first == 0
    np.testing.assert_allclose(shares, [0.5, 1, 0.25])
    assert overlaps(-50, 0, 10) is None and overlaps(10 * CELL, 11 * CELL, 10) is None
    first, shares = overlaps(-50, 1e9, 3)
    assert first == 0 and shares.tolist() == [1, 1, 1]


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium")
def test_a_page_is_drawn():
    async def snapshot():
        browser = await Browser.start(CHROMIUM)
        try:
            await browser.open(PAGE)
            return await browser.snapshot()
        finally:
            await browser.stop()

    taken = asyncio.run(snapshot())
    drawn = draw(taken, "... the paragraph, that the gold TEXT has too!")
    assert drawn.shape == (ROWS, COLUMNS, len(KINDS)) and drawn.dtype == np.uint8
    bands = drawn[:10].reshape(5, 2, COLUMNS, len(KINDS)).max(axis=(1, 2)) > 0
    shown = [{kind for kind, is_there in zip(KINDS, band) if is_there} for band in bands]
    assert shown == [
        {"text", "heading"},
        {"text", "link"},
        {"text", "content"},
        {"picture"},
        {"text", "control"},
    ]
    assert (drawn[7, :10, KINDS.index("picture")] == 255).all()
    assert not drawn[11:].any()
    assert not draw(taken)[..., KINDS.index("content")].any()

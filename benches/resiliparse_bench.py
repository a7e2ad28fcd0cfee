"""Throughput of resiliparse over the pages that benches/rivals measures, by its processor time: its main content, and
lexbor's parse alone.

usage: resiliparse_bench.py WCXB-DIRECTORY [PASSES]        (pip install resiliparse)
"""

import gzip
import statistics
import sys
import time
from pathlib import Path

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree


def main(directory, passes=5):
    pages = [
        gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        for path in sorted(Path(directory).glob("html/*.html.gz"))
    ]
    measured = {
        "main content": lambda page: extract_plain_text(page, main_content=True),
        "parse": HTMLTree.parse,
    }
    for name, run in measured.items():
        times = []
        for _ in range(int(passes)):
            start = time.process_time()
            for page in pages:
                run(page)
            times.append(time.process_time() - start)
        seconds = statistics.median(times)
        print(f"{name:14} {seconds * 1e3:8.0f} ms {len(pages) / seconds:6.0f} pages/s")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])

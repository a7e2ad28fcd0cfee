"""Throughput of resiliparse over the pages that benches/rivals measures, by its processor time.

usage: resiliparse_bench.py WCXB-DIRECTORY [PASSES]        (pip install resiliparse)
"""

import gzip
import statistics
import sys
import time
from pathlib import Path

from resiliparse.extract.html2text import extract_plain_text


def main(directory, passes=5):
    pages = [
        gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        for path in sorted(Path(directory).glob("html/*.html.gz"))
    ]
    times = []
    for _ in range(int(passes)):
        start = time.process_time()
        for page in pages:
            extract_plain_text(page, main_content=True)
        times.append(time.process_time() - start)
    seconds = statistics.median(times)
    print(f"resiliparse    {seconds * 1e3:8.0f} ms {len(pages) / seconds:6.0f} pages/s")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])

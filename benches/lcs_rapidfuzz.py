#!/usr/bin/env python3
"""Times rapidfuzz's LCSseq (pip install rapidfuzz) on the token numbers that the benchmark `lcs` writes.

    lcs_rapidfuzz.py FILE.json...
"""
import json
import sys
import timeit

from rapidfuzz.distance import LCSseq

for name in sys.argv[1:]:
    with open(name) as file:
        gold, extracted = json.load(file)
    times = timeit.repeat(lambda: LCSseq.similarity(gold, extracted), number=1, repeat=15)
    times.sort()
    print(f"{name}: median {times[len(times) // 2] * 1e3:.2f} ms, length {LCSseq.similarity(gold, extracted)}")

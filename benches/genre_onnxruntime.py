"""A genre network in goce (tract) and in onnxruntime, both on one thread, run in turns.

usage: genre_onnxruntime.py [--runs N] NETWORK.onnx

Needs `cargo build --release -p goce-tools`; GOCE_TOOLS names the program if it is
elsewhere. Each side has its own process. Prints medians and the least of N runs, the processor's
time (which other programs disturb less), peak memory, and what each makes of the same picture.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("GOCE_TOOLS", ROOT / "target/release/goce-tools")
ARTICLE = {"article", "documentation", "service", "product"}  # labels that are no list views


def session_of(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def shape_of(session):
    """Height, width, and whether channels come first."""
    shape = session.get_inputs()[0].shape
    return (shape[2], shape[3], True) if shape[1] == 3 else (shape[1], shape[2], False)


def onnxruntime_side(path, pixels):
    """What genre-network does, by onnxruntime."""
    start = time.perf_counter()
    session = session_of(path)
    properties = session.get_modelmeta().custom_metadata_map
    mean, std = (
        np.array(properties[f"goce.{name}"].split(","), np.float32) for name in ("mean", "std")
    )
    height, width, first = shape_of(session)
    name = session.get_inputs()[0].name
    listed = [label not in ARTICLE for label in properties["goce.labels"].split(",")]
    pixels = np.fromfile(pixels, np.uint8).reshape(1, height, width, 3)

    def run():
        image = (pixels - mean) / std
        return session.run(None, {name: image.transpose(0, 3, 1, 2) if first else image})[0][0]

    run()
    print(f"{(time.perf_counter() - start) * 1e3:.3f}", flush=True)
    for _ in sys.stdin:
        start, processor = time.perf_counter(), time.thread_time()
        probabilities = run()
        ms, processor = time.perf_counter() - start, time.thread_time() - processor
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        p = probabilities[listed].sum()
        print(f"{ms * 1e3:.3f} {processor * 1e3:.3f} {peak:.1f} {p:.7f}", flush=True)


class Side:
    def __init__(self, name, command):
        self.name, self.runs = name, []
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.load = float(self.process.stdout.readline())

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.runs.append([float(number) for number in self.process.stdout.readline().split()])

    def row(self):
        ms, processor, peak, p = np.array(self.runs).T
        numbers = [self.load, np.median(ms), ms.min(), np.median(processor), peak.max()]
        return numbers, p[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--onnxruntime", metavar="PIXELS", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.onnxruntime:
        onnxruntime_side(arguments.network, arguments.onnxruntime)
        return
    session = session_of(arguments.network)
    height, width, _ = shape_of(session)
    calibrated = "goce.calibration" in session.get_modelmeta().custom_metadata_map
    del session
    with tempfile.NamedTemporaryFile() as pixels:
        pixels.write(np.random.RandomState(0).bytes(3 * height * width))
        pixels.flush()
        other = [sys.executable, __file__, arguments.network, "--onnxruntime", pixels.name]
        sides = [
            Side("goce (tract)", [PROGRAM, "genre-network", arguments.network, pixels.name]),
            Side("onnxruntime", other),
        ]
        for _ in range(arguments.runs):
            for side in sides:
                side.run()
    rows = [(side.name, *side.row()) for side in sides]
    heads = ("load ms", "median ms", "least ms", "CPU ms", "peak MB")
    print(f"{arguments.network}: {height} x {width}, {arguments.runs} runs in turns")
    print(f"{'':14}" + "".join(f"{head:>11}" for head in heads) + f"{'p':>12}")
    for name, numbers, p in rows:
        print(f"{name:14}" + "".join(f"{number:11.1f}" for number in numbers) + f"{p:12.7f}")
    ratios = [ours / theirs for ours, theirs in zip(rows[0][1], rows[1][1])]
    difference = "calibrated" if calibrated else f"{abs(rows[0][2] - rows[1][2]):.1e}"
    print(f"{'ratio':14}" + "".join(f"{ratio:11.2f}" for ratio in ratios) + f"{difference:>12}")


if __name__ == "__main__":
    main()

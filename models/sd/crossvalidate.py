"""Learns the thresholds of the SD algorithm, and measures it by cross-validation.

usage: crossvalidate.py WCXB DIRECTORY FIT

WCXB: labelled pages. DIRECTORY: where the folds and the extracted texts are kept. FIT: the program
sd-fit. Folds are those of the other models, by registered domain.
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from folds import folds, registered_domains  # noqa: E402

SEED = 0
FOLDS = 5


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    wcxb, directory, program = sys.argv[1:]
    labels = sorted(Path(wcxb, "ground-truth").glob("*.json"))
    urls = [json.loads(label.read_text())["url"] for label in labels]
    fold_of = folds(registered_domains(urls), FOLDS, SEED)
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    lines = (f"{label.stem}\t{fold}\n" for label, fold in zip(labels, fold_of, strict=True))
    directory.joinpath("folds.tsv").write_text("".join(lines))
    subprocess.run([program, wcxb, directory], check=True)


if __name__ == "__main__":
    main()

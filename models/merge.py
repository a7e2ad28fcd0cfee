"""Several sets of labelled pages as one.

usage: merge.py OUT WCXB [OTHERS]

OUT becomes a directory in WCXB's format, of links: the pages of WCXB by their own IDs, then those of every set in
OTHERS, a directory of such directories, as SET-ID. OUT/sets.tsv has a line a page in the order of their IDs: ID, set.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page_set  # noqa: E402


def merge(out, wcxb, others=None):
    """Makes the directory anew."""
    sets = {"": wcxb}
    if others:
        sets |= {f"{path.name}-": path for path in sorted(others.iterdir()) if path.is_dir()}
    page_set.emptied(out)
    for part, end in page_set.PARTS.items():
        directory = out / part
        for prefix, path in sets.items():
            for page in sorted((path / part).glob(f"*{end}")):
                os.symlink(page.resolve(), directory / (prefix + page.name))
    ids = sorted(page.name.removesuffix(".json") for page in (out / "ground-truth").iterdir())
    names = sorted(sets, key=len, reverse=True)
    set_of = lambda page: next(prefix for prefix in names if page.startswith(prefix))
    lines = [f"{page}\t{set_of(page).removesuffix('-')}\n" for page in ids]
    (out / "sets.tsv").write_text("".join(lines))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    merge(*map(Path, sys.argv[1:]))
